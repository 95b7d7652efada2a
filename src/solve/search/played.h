/* SPDX-License-Identifier: MIT */
/* How many positions of a row or grid play leads to, how many options these have and how long the machine lists them: from a few plays.
 *
 *     struct played p;
 *     if (played_from(env, &component, &p)) seconds = p.positions * p.options * 3e-7;   // 23 cells, 8 chips that slide: 2e5
 *
 * A few games are played at random. With l(i) moves that are an option before move i or later, about the product of l(i) over d!
 * positions are sets of d moves, and all are the sum of these. There are no more than what was seen in the cells can be combined to, and,
 * where no option changes how often each value is in them, no more than there are ways to arrange these; where a play is cut short, also in
 * cells that were not seen to change. Of the two, a and b, a b / (a + b): where they are about the same many sets lead to one position, and
 * not all is reached. A rough figure for choosing a solver, it decides nothing else. False: the component has no rows or grids, an option
 * falls into several components, or the rule fails on
 * the way. Bounded: 2^18 steps of the machine, some tens of microseconds, and the last list that goes beyond them. */
#ifndef CGI_SOLVE_SEARCH_PLAYED_H
#define CGI_SOLVE_SEARCH_PLAYED_H
#include "play/options/env.h"

struct played {
    double positions;      /* about, at most 1e30 */
    double options, steps; /* of one, on average; of the machine while it lists them */
    bool dense;            /* positions are met again and again: there are a thousand sets of moves to each */
};
bool played_from(const struct env *env, const struct component *component, struct played *played);

#endif
