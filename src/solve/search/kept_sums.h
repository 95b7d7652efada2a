/* SPDX-License-Identifier: MIT */
/* The outcomes of whole sums that a long search has found, in a file (kept_search.h).
 *
 *     struct kept_sums sums = {.table = table, .words = "misere", .check = check, .context = search};
 *     kept_sums_open(&kept, env, &sums);              // then kept_search_tick and kept_search_close
 *
 * Keys of the table are the mover and numbers of parts (component_table.h), which are of one run: the file has the parts first, in
 * the order of their numbers, and keys with numbers of that list. A search that is begun again numbers its parts as the one before
 * did, so it goes the same way. `check` is asked about sums at seeded places; if one is wrong, none is taken. */
#ifndef CGI_SOLVE_SEARCH_KEPT_SUMS_H
#define CGI_SOLVE_SEARCH_KEPT_SUMS_H
#include "play/options/component_table.h"
#include "solve/search/kept_search.h"

struct kept_sums {
    struct position_table *table;
    const char *words; /* what the values are, beside the rule */
    /* Does the value of this sum follow from those of its options, as far as these are known? *known: they are. */
    enum status (*check)(void *context, uint32_t sum, bool *known, bool *right);
    bool by_forms; /* sums are of components that stand for themselves (sum_forms.h) */
    void *context;
};
/* `sums` must outlive `kept`. */
void kept_sums_open(struct kept_search *kept, struct env *env, struct kept_sums *sums);

#endif
