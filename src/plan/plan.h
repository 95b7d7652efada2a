/* SPDX-License-Identifier: MIT */
/* The plan: which solver answers an ask, at what cost each could have, and which ran.
 *
 *     struct plan *plan;
 *     st = plan_make(env, &ask, &arena, &plan);      // every solver offers a way, and each plugin that knows the rule
 *     st = plan_run(env, plan, &arena, &result);           // the chosen way; ways that ran are marked
 *     if (st == ST_UNSUPPORTED) st = plan_refuse(env, plan);    // says why, as a diagnostic
 *
 * All ways are sound, so the cheapest is taken; with --solver only that one may answer. A way whose memory is known
 * and does not fit the budget is turned down before anything starts. When the one chosen finds that it cannot answer
 * after all (a closed form with gaps), the next best is taken; so it is where a table fails in a position that those asked about need
 * not reach: a search, which looks at no others, says whether they do. What rests on a plugin's word is run only after the
 * plugin was held against search on small positions of the game: plan_run is the door between a claim and an answer,
 * and the gate (gate.h) stands in it. */
#ifndef CGI_PLAN_PLAN_H
#define CGI_PLAN_PLAN_H
#include "plugin/plugin.h"

/* `ask` and what it points to must outlive the plan, which is allocated in the arena. */
enum status plan_make(struct env *env, const struct ask *ask, struct arena *arena, struct plan **plan);
/* A plan with the ways of one solver only. */
enum status plan_by(struct env *env, const struct ask *ask, const struct solver *solver, struct arena *arena,
                    struct plan **plan);
/* A plan with closed forms only: the plugins that fit the game of the first component, and for sums the tame rule over
 * plugins. Where the terms name a plugin (env.h), no other is in it. */
enum status plan_closed(struct env *env, const struct ask *ask, struct arena *arena, struct plan **plan);
/* Does it compute positions from only some of their options, so that the other options have no values yet? */
static inline bool plan_leaves_out(const struct solver *by)
{
    return by == &solver_nimbers || by == &solver_dfpn || by == &solver_pairing || by == &solver_stealing;
}
/* Are SG values on these terms those of the store? A view that differs from its environment in the use of clauses has none. */
bool plan_has_values(const struct env *env);
/* ST_UNSUPPORTED: no solver answers; ST_MEMORY_BUDGET if one would with more memory; ST_TOO_LARGE: an ask with `some`,
 * and a value is beyond 63 bits. */
enum status plan_run(struct env *env, struct plan *plan, struct arena *arena, struct result *result);
/* The same for callers that have another question: where the rule fails at a position that need not be reached it is ST_UNSUPPORTED,
 * and nothing is reported. */
enum status plan_run_else(struct env *env, struct plan *plan, struct arena *arena, struct result *result);
/* plan_make and plan_run: for callers that do not look at the plan. */
enum status plan_answer(struct env *env, const struct ask *ask, struct arena *arena, struct result *result);
/* Calls the gate (gate.h) for a way, as plan_run does. For callers that ask a plugin about a stream of positions
 * without a plan for each. */
enum status plan_admit(struct env *env, const struct way *way, bool *holds);
/* Asks again why ways cannot answer: more may be known after a run. */
enum status plan_update(struct env *env, struct plan *plan, struct arena *arena);
/* Reports what was rejected for its memory, with its numbers; another way may have been tried without success. ST_MEMORY_BUDGET, or
 * ST_NO_MEMORY. */
enum status plan_too_much(struct env *env, const struct plan *plan);
/* The game of what is asked about, -1 if that is not one, and its name for messages. */
int plan_asked_game(const struct ask *ask);
const char *plan_asked_name(const struct env *env, const struct ask *ask);
/* Reports why no solver answers; returns the status for the caller to return. */
enum status plan_refuse(struct env *env, const struct plan *plan);
/* A note to that: what the solver that is named said of another question before, if it was something else. */
void plan_note_before(const struct env *env, const struct plan *plan, const struct plan *before);
/* Would the solver that is named answer, but for a budget? */
bool plan_lacks(const struct env *env, const struct plan *plan);

/* Is there a solver or a plugin called `only`? If not E0693, whose notes list the solvers, and ST_USAGE. plugins may be NULL. */
enum status plan_check_name(const struct host *plugins, const char *only, struct diags *diags);

/* ---- for solvers that depend on others --------------------------------------------------------------------------- */
/* A plan for a part, by all solvers or by one. `ask` must be in the planner's arena. NULL if memory runs out. */
struct plan *planner_part(struct planner *planner, const struct ask *ask);
struct plan *planner_by(struct planner *planner, const struct ask *ask, const struct solver *solver);
/* The same where what it costs does not matter, as it will run with a small budget: what is put off stays so. */
struct plan *planner_try(struct planner *planner, const struct ask *ask, const struct solver *solver);
/* A plan for a part, made one of the way's, which has room for it. `ask` may be NULL: memory is out. */
struct plan *planner_add(struct planner *planner, struct way *way, const struct ask *ask);

/* The text of what is asked about, for a line of its own: "kay(5) + kay(7)". NULL if memory runs out. */
const char *plan_part_name(const struct env *env, const struct ask *ask, struct arena *arena);

/* Is a solver allowed by --solver? */
bool plan_allows(const struct env *env, const char *name);
/* Once per setting of the parameters: recognition by plugins, and the gate's check of the rule (gate.h). */
enum status plan_open(struct env *env);
/* The plugin of this component (host_match) as a solver, if it may answer on these terms; else NULL. */
const struct solver *plan_solver_at(const struct env *env, const struct component *component);

#endif
