/* SPDX-License-Identifier: MIT */
/* Values of positions of one board, from as many of their options as decide them.
 *
 *     uint64_t known;
 *     st = mask_search(m, &state, 3, &known);           // is the value 3?
 *     if (known == mask_value(3)) ...                   // yes; else the value is another one, and may be known or not
 *     st = mask_search(m, &state, MASK_ANY, &known);    // mask_value_of(known) is the value
 *
 * ST_UNSUPPORTED: play is longer than MASK_DEPTH moves. What is found is kept in m->memo. */
#ifndef CGI_SOLVE_SEARCH_MASK_SEARCH_H
#define CGI_SOLVE_SEARCH_MASK_SEARCH_H
#include "solve/search/masks.h"

#define MASK_ANY UINT64_MAX
enum { MASK_DEPTH = 1000 };
enum status mask_search(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t *known);

#endif
