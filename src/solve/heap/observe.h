/* SPDX-License-Identifier: MIT */
/* The period of one game, as an answer.
 *
 *     st = period_by_rule(env, game, 0, &period);           // observed, by the rule
 *     if (period.found) ...                                 // proved only by period_by_family
 */
#ifndef CGI_SOLVE_HEAP_OBSERVE_H
#define CGI_SOLVE_HEAP_OBSERVE_H
#include "solve/solver.h"

/* Q_PERIOD, for the solvers of heaps: with a theorem if the rule is of a family that has one (periodic.h), else
 * observed on the sequence of the rule. Computes heaps 0..last at most, last < 2^32 - 2; last 0: until SEARCH_WORK
 * (solver.h) steps are spent. A budget that is reached ends it with its status, and *period then describes the
 * values so far. */
struct periodic;
enum status period_by_family(struct env *env, int game, struct periodic *p, uint64_t last, struct period *period);
enum status period_by_rule(struct env *env, int game, uint64_t last, struct period *period);

#endif
