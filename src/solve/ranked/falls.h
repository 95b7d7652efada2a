/* SPDX-License-Identifier: MIT */
/* Moves by which cells of one group fall, such as takes from two heaps of a multiset.
 *
 *     falls_find(arena, ranks, shot, &no_memory);       // move(s in 1..min(3, a), t in 1..3 - s) -> f(a - s, b - t, c)
 *     if (shot->falls.fine && falls_all(f)) ...         // the values of all its options are marked
 *
 * Cells of a group stand in ascending order, and the number of a state has a summand for each, by its place and value (ranks.h). A cell
 * that falls to `to` passes those before it that are greater: each of these stands one place higher from then on, and all others stay.
 * So from the number
 *
 *     - table[p][x_p], + table[i + 1][x_i] - table[i][x_i] for each cell i that is passed, + table[k][to] at the place k that it comes to
 *
 * and the state is in order again, so that the next cell may fall in the same manner; where a cell was passed that falls as well, it is
 * one place higher. One value after the other the cell of the last value falls further, and what it has passed it stays below: the loop is
 * the options and the cells passed, and no option is put in order anew.
 *
 * Only whether cells fall, and to what is not negative, depends on the state. It is looked at for each cell; where one does not, all
 * is done by rays.h, which may mark options once more. */
#ifndef CGI_SOLVE_RANKED_FALLS_H
#define CGI_SOLVE_RANKED_FALLS_H
#include "solve/ranked/plain_ends.h"

/* Sets shot->falls, after its picks and its cells that change. */
void falls_find(struct arena *arena, struct shot *shot, bool *no_memory);
/* Of f->shot, at the state that f->at and f->number say, if its conditions on cells alone hold. RAYS_VALUES only. False: not all is as it
 * should be, and nothing is known. */
bool falls_all(struct filling *f);

#endif
