/* SPDX-License-Identifier: MIT */
/* The plan: who answers an ask, what everybody would have asked for it, and what ran.
 *
 *     struct plan *plan;
 *     st = plan_make(env, &ask, &arena, &plan);            // every solver offers a way, and each plugin that knows the rule
 *     st = plan_run(env, plan, &arena, &result);           // the chosen way; ways that ran are marked
 *     if (st == ST_UNSUPPORTED) st = plan_refuse(env, plan);    // says why, as a diagnostic
 *
 * All ways are sound, so the cheapest is taken; with --solver only that one may answer. A way whose memory is known and does
 * not fit the budget is turned down before anything starts. When the one chosen finds that it cannot answer after all (a closed
 * form with gaps), the next best is taken. What rests on a plugin's word is run only after the plugin was held against search on
 * small positions of the game: plan_run is the door between a claim and an answer, and the gate (gate.h) stands in it. */
#ifndef CGI_PLAN_PLAN_H
#define CGI_PLAN_PLAN_H
#include "plugin/plugin.h"

/* `ask` and what it points to must outlive the plan, which lies in the arena. */
enum status plan_make(struct env *env, const struct ask *ask, struct arena *arena, struct plan **plan);
/* The same with the ways of one solver alone. */
enum status plan_by(struct env *env, const struct ask *ask, const struct solver *solver, struct arena *arena,
                    struct plan **plan);
/* ST_UNSUPPORTED: nobody answers; ST_MEMORY_BUDGET where somebody would with more memory. */
enum status plan_run(struct env *env, struct plan *plan, struct arena *arena, struct result *result);
/* The gate before a way (gate.h), as plan_run passes it. For whoever asks a plugin about a stream of positions without a plan for each. */
enum status plan_admit(struct env *env, const struct way *way, bool *holds);
/* Asks again why ways cannot: more may be known after a run. */
enum status plan_update(struct env *env, struct plan *plan, struct arena *arena);
/* Reports why nobody answers; returns the status to hand on. */
enum status plan_refuse(struct env *env, const struct plan *plan);

/* ---- for solvers that stand on others ------------------------------------------------------------------------------ */
/* A plan for a part, by everybody or by one solver. `ask` must lie in the planner's arena. NULL when memory is out. */
struct plan *planner_part(struct planner *planner, const struct ask *ask);
struct plan *planner_by(struct planner *planner, const struct ask *ask, const struct solver *solver);

/* What is asked about, for a line of its own: "kay(5) + kay(7)". NULL when memory is out. */
const char *plan_part_name(const struct env *env, const struct ask *ask, struct arena *arena);

/* Is a solver allowed by --solver? */
bool plan_allows(const struct env *env, const char *name);
/* Once a setting of the parameters: what the plugins recognise, and what the gate asks of the rule (gate.h). */
enum status plan_open(struct env *env);
/* The plugin that is at this component's game, or -1. */
int plan_plugin(const struct env *env, const struct component *component);
/* That plugin as a solver, where it may answer on these terms; NULL without. */
const struct solver *plan_solver_at(const struct env *env, const struct component *component);

#endif
