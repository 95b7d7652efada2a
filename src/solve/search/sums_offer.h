/* SPDX-License-Identifier: MIT */
/* What a search of whole sums (search_sums.c) offers, and at what price. */
#ifndef CGI_SOLVE_SEARCH_SUMS_OFFER_H
#define CGI_SOLVE_SEARCH_SUMS_OFFER_H
#include "solve/search/masks.h"
#include "solve/solver.h"

void sums_offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way);
/* A single board whose moves were multiplied out, where that is worth it; *board NULL: it is not. Another way takes so many seconds, of
 * which a small part is used to list moves; 0: none does. */
enum status sums_board(const struct env *env, const struct position *position, double seconds, struct masks **board,
                       struct ground_mask *state);
/* Of all games of the positions. */
struct game_traits sums_facts(const struct env *env, const struct ask *ask);

#endif
