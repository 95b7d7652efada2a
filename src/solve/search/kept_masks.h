/* SPDX-License-Identifier: MIT */
/* What is known of the positions of one board, between its table and a file (base/snapshot.h).
 *
 *     kept_masks_open(&m->kept, env, &component, "open board", false, NULL);    // m was made from it
 *     st = kept_masks_take(m);                              // before it is searched: what is kept
 *     kept_masks_look(m);                                   // now and then while it is searched
 *     kept_masks_end(m);                                    // after a search, if that was long
 *     kept_masks_close(&m->kept);
 *
 * What is known of whole states (mask_whole.c), in normal and in misère play, is kept in the same way in files of their own,
 * m->kept_whole of m->whole.
 *
 * An entry of the table is a fact about a position, so any set of them is worth having. They are trusted no further than the words of
 * the file (keep.h, and the component from which the board was made) and the sums of its blocks; and the least of them are
 * searched again, with an empty table. */
#ifndef CGI_SOLVE_SEARCH_KEPT_MASKS_H
#define CGI_SOLVE_SEARCH_KEPT_MASKS_H
#include "base/status.h"
#include "base/text.h"
#include "play/options/keep.h"

struct masks;
struct component;
struct ground_mask;
/* Searches the state again with an empty table: is what is known of it right? */
typedef enum status kept_masks_again(struct masks *masks, bool misere, const struct ground_mask *state, uint64_t known,
                                     bool *right);
struct kept_masks {
    struct keep *keep; /* NULL: nothing is kept */
    struct text words;
    uint64_t began, next, written;
    uint64_t before; /* while several hands are at it: entries before they began */
    bool taken, misere;
    kept_masks_again *whole; /* of whole states; NULL: of values of parts */
};
/* `keys` says what the keys are. */
void kept_masks_open(struct kept_masks *kept, const struct env *env, const struct component *component,
                     const char *keys, bool misere, kept_masks_again *whole);
/* ST_OK, or ST_NO_MEMORY. */
enum status kept_masks_take(struct masks *masks);
void kept_masks_look(struct masks *masks);
void kept_masks_end(struct masks *masks);
void kept_masks_close(struct kept_masks *kept);
/* The same of whole states. */
enum status kept_whole_take(struct masks *masks, bool misere);
void kept_whole_look(struct masks *masks, bool misere);
void kept_whole_end(struct masks *masks, bool misere);

#endif
