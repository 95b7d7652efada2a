/* SPDX-License-Identifier: MIT */
/* How many positions a search of a board as masks will note: a rough figure, from how fast moves use one another up.
 *
 *     double positions = mask_estimate(m, &state);         // cram on 5 x 7: 7e5; it notes 8e5
 *
 * With m places for moves, of which one move ends a share f on average, about m (1 - f)^i are left after i moves, so about the
 * product of these for i < d, over d!, sets of d moves can have been made, each move in half of the ways that there are now at a
 * place. The greatest of these numbers, over the number of images,
 * to a power that was fitted to a few boards (cram, queens, chomp, clobber), as a search for a value looks at few of them. It was
 * six times too low at worst there, and decides nothing but the choice of a solver.
 * A board of strips has an estimate of its own (mask_strips.h). Time: the square of the number of moves. */
#ifndef CGI_SOLVE_SEARCH_MASK_ESTIMATE_H
#define CGI_SOLVE_SEARCH_MASK_ESTIMATE_H
#include "solve/search/masks.h"

enum { MASK_SAMPLE = 64 };
double mask_estimate(struct masks *m, const struct ground_mask *state);
/* The same after a short search, whose results are kept: 1 if that found the value (a board on which each move has an answer). */
double mask_forecast(struct masks *m, const struct ground_mask *state);

#endif
