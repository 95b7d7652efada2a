/* SPDX-License-Identifier: MIT */
/* How far back, in numbers, one step of a trail leads at most: older sets of values are not asked for any more.
 *
 *     p.reach = reach_of(&ranks, &p);      // five steps and 25 coins: 20475 of 142506 states; ranks.size: it may be anywhere before
 *
 * A number is a sum with one summand for each place, read in a table T of that place. At a place that stands alone, or in a chain or a
 * line, what is looked up changes by a fixed h, so the summand falls by T(s) - T(s + h) for some s, and by no more than
 * the greatest of these. In a group let no cell fall by more than b. If at least i of its cells are at least x, then
 * at least i are at least x - b after the jump, so the k-th of them in order falls by b at most. There T(s) is a multiple of
 * binomial(s + k, k + 1), which rises by more and more, so that summand falls by T(m) - T(m - b) at most, where m is the greatest cell. The
 * sum of these bounds over all places is one.
 *
 * Nothing false follows if it is too small: who keeps sets looks at each jump (passing.h), and does without those that are gone.
 * O(jumps * sum of the tables' lengths). The table of a cell that stands alone is a line; others of more than 16384 entries are not looked
 * through. */
#ifndef CGI_SOLVE_RANKED_REACH_H
#define CGI_SOLVE_RANKED_REACH_H
#include "solve/ranked/paths.h"

/* At most the number of states. */
uint64_t reach_of(const struct ranks *r, const struct paths *p);

#endif
