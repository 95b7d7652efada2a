/* SPDX-License-Identifier: MIT */
/* The values of positions that a long search has found, between the store's table and a file (base/snapshot.h).
 *
 *     struct kept_search kept;
 *     kept_search_open(&kept, env);
 *     while (st == ST_OK && searching) {
 *         st = kept_search_tick(&kept);                     // now and then takes what is kept, or writes
 *         ...
 *     }
 *     kept_search_close(&kept);                             // writes, if the search was long
 *
 * A value is a fact about its position, so any set of them is worth having: after a search that was killed the next one takes those
 * that were found. They are trusted no further than the words of the file (keep.h) and the sums of its blocks; and of positions at
 * seeded places whose options are all known the mex is computed again. If one is wrong, none is taken.
 *
 * Another search keeps what it finds in the same way (kept_sums.h): it says how its table is read and written.
 *
 *     kept_search_open_as(&kept, env, &kind, context, &table); */
#ifndef CGI_SOLVE_SEARCH_KEPT_SEARCH_H
#define CGI_SOLVE_SEARCH_KEPT_SEARCH_H
#include "base/snapshot.h"
#include "play/options/env.h"
#include "play/cells/position_table.h"
#include "play/options/keep.h"

struct kept_search;
struct kept_kind {
    enum status (*read)(struct kept_search *kept);            /* takes what is kept; counts it in keep->loaded */
    bool (*write)(struct kept_search *kept, uint64_t *count); /* *count: how many values */
};
struct kept_search {
    struct env *env;
    struct keep *keep; /* NULL: nothing is kept */
    const struct kept_kind *kind;
    void *context; /* of the kind */
    const struct position_table *table;
    uint64_t began, next, ticks;
    uint32_t written; /* positions of the table when it was written last */
    bool looked;
};
void kept_search_open(struct kept_search *kept, struct env *env);
void kept_search_open_as(struct kept_search *kept, struct env *env, const struct kept_kind *kind, void *context,
                         const struct position_table *table);
/* To be called every few thousand steps: it looks at the clock. *took: positions that had no value may have one now. ST_OK, or what
 * a budget says. */
enum status kept_search_look(struct kept_search *kept, bool *took);
/* The same where that does not matter, to be called often. */
static inline enum status kept_search_tick(struct kept_search *kept)
{
    bool took;
    return kept->keep && ++kept->ticks % 256 == 0 ? kept_search_look(kept, &took) : ST_OK;
}
void kept_search_close(struct kept_search *kept);

/* ---- for kinds --------------------------------------------------------------------------------------------------- */
/* Does the key say a component of the model (play/cells/pack.h), and all of it? */
bool kept_search_is_key(const struct env *env, const unsigned char *key, size_t length);
/* Are so many positions few enough that a search that does not need them does not end for them? */
bool kept_search_has_room(const struct env *env, uint64_t positions);

#endif
