/* SPDX-License-Identifier: MIT */
/* Books of lost positions in misere play, of any game whose positions are bytes.
 *
 *     struct lost_game game = {.context = &board, .options = options, .put = put};
 *     st = certify_lost(w, &game, start, size, &won);     // writes `lost ...` lines; won: who is to move wins
 *
 * Who cannot move wins. A position is lost if it has options and each of them is won; it is won if it has none or one
 * that is lost. From the start on a book has, for each lost position, a lost reply to each option that has options itself:
 * few positions, each checked by making its moves twice.
 * `options` gives each option in a standard form, positions of equal play as equal bytes where that is easily seen. */
#ifndef CGI_CERTIFY_LOST_H
#define CGI_CERTIFY_LOST_H
#include "base/vec.h"
#include "certify/private.h"

typedef VEC(char) lost_bytes;
struct lost_options {
    lost_bytes bytes;
    VEC(size_t) ends; /* where each option ends */
};
struct lost_game {
    void *context;
    /* False: memory is out. The position's bytes stay while it runs. */
    bool (*options)(void *context, const char *position, size_t size, struct lost_options *out);
    void (*put)(void *context, const char *position, size_t size, struct text *out);
};
/* ST_OK, ST_NO_MEMORY, ST_STATE_BUDGET, or what the budget says. */
enum status certify_lost(struct certify_work *w, const struct lost_game *game, const char *start, size_t size,
                         bool *won);

#endif
