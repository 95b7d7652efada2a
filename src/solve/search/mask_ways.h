/* SPDX-License-Identifier: MIT */
/* Values of positions of one board, by several searches in turn.
 *
 *     uint64_t known;
 *     st = mask_search(m, &state, 3, &known);           // is the value 3?
 *     if (known == mask_value(3)) ...                   // yes; else the value is another one, and may be known or not
 *     st = mask_search(m, &state, MASK_ANY, &known);    // mask_value_of(known) is the value
 *
 * ST_UNSUPPORTED: play is longer than MASK_DEPTH moves. What is found is kept in m->memo. */
#ifndef CGI_SOLVE_SEARCH_MASK_WAYS_H
#define CGI_SOLVE_SEARCH_MASK_WAYS_H
#include "solve/search/mask_search.h"

enum status mask_search(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t *known);

#endif
