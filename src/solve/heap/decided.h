/* SPDX-License-Identifier: MIT */
/* Outcomes of a box by the rule: what `table` offers, of one heap too, where no SG values are asked for. A position is won
 * by the first option that loses, so most of its options are not looked at, and a bit is kept for each position.
 *
 *     if (way->ask->what == Q_OUTCOME) decided_offer(env, planner, way);
 *     ...
 *     if (way->ask->what == Q_OUTCOME) return decided_run(env, way, arena, result); */
#ifndef CGI_SOLVE_HEAP_DECIDED_H
#define CGI_SOLVE_HEAP_DECIDED_H
#include "solve/solver.h"

/* One component, many options, either play; otherwise the way is left as it is. */
void decided_offer(const struct env *env, struct planner *planner, struct way *way);
enum status decided_run(struct env *env, const struct way *way, struct arena *arena, struct result *result);

#endif
