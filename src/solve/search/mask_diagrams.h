/* SPDX-License-Identifier: MIT */
/* A board of diagrams (diagram_board.h) as one that is searched by mask_search.c: a state is its two planes, in one word if they fit.
 *
 *     if (m->diagrams) return mask_diagrams_list(m, opening, most, options, parts); */
#ifndef CGI_SOLVE_SEARCH_MASK_DIAGRAMS_H
#define CGI_SOLVE_SEARCH_MASK_DIAGRAMS_H
#include "solve/search/mask_parts.h"

/* m->diagrams is there: the rest of the board follows. */
void mask_diagrams_fill(struct masks *m);
bool mask_diagrams_code(const struct masks *m, const struct component *component, struct ground_mask *state);
/* As masks_split, masks_open and masks_list; room for parts and options is there. */
void mask_diagrams_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts);
void mask_diagrams_open(struct masks *m, const struct ground_mask *state);
void mask_diagrams_list(struct masks *m, struct mask_opening *opening, size_t most, mask_option_vec *options,
                        mask_part_vec *parts);
/* Counts what is possible after each option from `first` on of the board that was opened last, if they are many. */
void mask_diagrams_count(struct masks *m, size_t first);
/* About how many positions a search will note (mask_estimate.h), from a few plays. */
double mask_diagrams_estimate(struct masks *m, const struct ground_mask *state);

#endif
