/* SPDX-License-Identifier: MIT */
/* Moves of which each option's number is one look into one table: a beam.
 *
 *     beams_find(ranks, shot);                                    // move(t in 1..b) -> f(a + t, b - t), a chain b, a
 *     if (shot->beam.fine && beams_run(f, 1, 7, ~UINT64_C(0))) ...  // the options of t = 1..7 are marked
 *
 * The number of a state is a sum of a summand for each place, which is looked up by the sum of a chain's cells up to
 * it, or by a cell that stands alone (ranks.h). What a move takes from one cell of a chain and adds to the next one
 * changes one of these sums and no other. So if each cell becomes itself and a constant and a multiple of the last
 * value v, and only the sum at place p is not what it was, but s + c + k * v for s at the state, the option is
 *
 *     number - table_p[s] + table_p[s + c + k * v]
 *
 * Then that cell changes by d = c + k * v and the one behind it in the chain by -d. The option is a state if none of
 * them is negative and the sum is in bounds (in a chain a cell is not greater than a sum that it is part of); as d is
 * linear in v, that is seen at both ends of a range of v. All else, and what does not stay in bounds, is done by rays.h. */
#ifndef CGI_SOLVE_RANKED_BEAMS_H
#define CGI_SOLVE_RANKED_BEAMS_H
#include "solve/ranked/rays.h"

/* Sets shot->beam, after its cells that change. */
void beams_find(const struct ranks *r, struct shot *shot);
/* Marks the values of the options of v = low..high of which bits v - low are in `picked`; ~0: of all, however many.
 * RAYS_VALUES only. False: an option is out of bounds, and nothing is marked. */
bool beams_run(struct filling *f, int64_t low, int64_t high, uint64_t picked);
/* The same of all values, if the beam is plain: f->shot's conditions on cells alone hold. */
bool beams_all(struct filling *f);

#endif
