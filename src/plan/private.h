/* SPDX-License-Identifier: MIT */
/* What running a plan (run.c) asks of the planner (plan.c) once a way has been taken.
 *
 *     st = plan_next(env, plan, false, arena);              // the chosen way failed: plan->chosen is the next best, or NULL
 *     others = planner_others(&planner, plan, &ask);        // for what the chosen way has left out
 */
#ifndef CGI_PLAN_PRIVATE_H
#define CGI_PLAN_PRIVATE_H
#include "plan/plan.h"

/* The chosen way is not taken again, and those that were put off for it are looked at. `beyond`: it failed at a position of its box
 * that need not be reached, and so would all that fill one. ST_OK or ST_NO_MEMORY. */
enum status plan_next(struct env *env, struct plan *plan, bool beyond, struct arena *arena);
/* A plan for another ask of the same kind, with the ways that have not been taken yet. NULL: see planner->status. */
struct plan *planner_others(struct planner *planner, const struct plan *plan, const struct ask *ask);

#endif
