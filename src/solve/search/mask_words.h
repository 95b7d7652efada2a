/* SPDX-License-Identifier: MIT */
/* A board of words (proof/ground/ground.h) as one that is searched by mask_search.c: a position is taken apart only where moves are of
 * several families (move_apart.h).
 *
 *     st = mask_words_make(m, &from);                   // m->ground.cells is 0: there is none
 *     if (m->tree) return mask_words_list(m, opening, options, parts);
 *
 * Options that have no reply are 0, and of the others those with the fewest replies are tried first. */
#ifndef CGI_SOLVE_SEARCH_MASK_WORDS_H
#define CGI_SOLVE_SEARCH_MASK_WORDS_H
#include "solve/search/mask_parts.h"

enum status mask_words_make(struct masks *m, const struct ground_from *from, uint64_t steps);
/* As masks_split and masks_list, but that all options are listed at once; room for them is made. False: no memory. */
bool mask_words_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts);
bool mask_words_list(struct masks *m, struct mask_opening *opening, mask_option_vec *options, mask_part_vec *parts);
struct mask_goal;
/* Counts the replies to each option of the goal that is not known yet; those that have none are known then. */
void mask_words_count(struct masks *m, struct mask_goal *goal);
/* The least image of a state, without what no move asks any more (move_reach.h, move_apart.h): it is the same game. */
struct ground_mask mask_words_least(const struct masks *m, const struct ground_mask *state);
/* The same in place, of a state of which only the words that the board has are there; takes note of whether it was of use. */
void mask_words_finish(struct masks *m, struct ground_mask *state);
/* About how many positions a search will note (mask_estimate.h), from a few plays. */
double mask_words_estimate(struct masks *m, const struct ground_mask *state);
/* The same of a search of whole states (mask_whole.h). */
double mask_words_whole_estimate(struct masks *m, const struct ground_mask *state);

#endif
