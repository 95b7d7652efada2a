/* SPDX-License-Identifier: MIT */
/* A board of strips (strips.h) as one that is searched by mask_search.c: a state is one word, the strip.
 *
 *     if (m->strips) return mask_strips_list(m, opening, most, options, parts); */
#ifndef CGI_SOLVE_SEARCH_MASK_STRIPS_H
#define CGI_SOLVE_SEARCH_MASK_STRIPS_H
#include "solve/search/mask_parts.h"

/* m->strips is there: the rest of the board follows. */
void mask_strips_fill(struct masks *m);
/* As masks_split, masks_list and masks_prefer; room for parts and options is there. */
void mask_strips_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts);
void mask_strips_list(struct masks *m, struct mask_opening *opening, size_t most, mask_option_vec *options,
                      mask_part_vec *parts);
void mask_strips_prefer(struct masks *m, size_t move);
/* About how many strips a search will note (mask_estimate.h). Those of the first cells alone are searched for it. */
double mask_strips_estimate(struct masks *m, const struct ground_mask *state);

#endif
