/* SPDX-License-Identifier: MIT */
/* Outcomes of many whole positions at once, by the cheapest sound way for each.
 *
 *     struct ask asked = {.play = PLAY_MISERE, .mover = 0, .remoteness = false};    // the rest is filled in
 *     st = outcomes_of(env, positions, count, &asked, outcomes, NULL, &used);
 *
 * The empty sum is decided by the convention; plugins that have outcomes are asked next, each for what those before it
 * have left out; in normal play without a mover SG values decide; all other positions go to the planner whole. */
#ifndef CGI_PLAN_OUTCOMES_H
#define CGI_PLAN_OUTCOMES_H
#include "plan/values.h"

/* Calls of budget_check for a search that is only tried, since it may have no end: about a second. Where SG values need more
 * memory than there is, outcomes_of tries the outcomes, and reports that of the values (E0697) if they are not found. */
enum { OUTCOMES_TRY = 1000 };
/* remoteness: count of them (UINT64_MAX for a draw), or NULL if it is not wanted. */
enum status outcomes_of(struct env *env, const struct position *positions, size_t count, const struct ask *asked,
                        enum outcome *outcomes, uint64_t *remoteness, struct used *used);

/* The same for callers that end with it: if no solver answers, the reason is reported as plan_refuse does. */
enum status outcomes_told(struct env *env, const struct position *positions, size_t count, const struct ask *asked,
                          enum outcome *outcomes);

/* The outcome of one position of any size, by the plugins of its components: together, or as a sum of tame games.
 * ST_UNSUPPORTED: they have none. */
enum status outcome_by_plugins(struct env *env, const struct position *position, enum play play, int mover,
                               enum outcome *outcome, struct used *used);

/* A box of outcomes that costs less is filled without a search before it. */
#define TRY_OUTCOME_SECONDS 0.05
/* The plan of a box of outcomes; NULL: no solver fills one. */
enum status outcomes_cheapest_box(struct env *env, const struct ask *ask, struct arena *arena, struct plan **best);
/* The same, where that is cheaper than the value of the first position; else NULL. Where only a period would make
 * the value cheaper, it is looked for here. */
enum status outcomes_by_boxes(struct env *env, const struct ask *ask, struct arena *arena, struct plan **plan);
/* Would the SG values of these components be searched without all options (search_nimbers.c), alone or beside closed forms?
 * Then their outcome is cheaper without the values. Or by a long table of states (`ranked`): then a search of *looks calls of
 * budget_check is worth a try; *looks is 0 if it may go on. */
enum status outcomes_by_sets(struct env *env, const struct component *components, size_t count, bool *by_sets,
                             uint64_t *looks);
/* The plan for outcomes of such positions. */
enum status outcomes_plan_sets(struct env *env, const struct ask *ask, struct arena *arena, struct plan **plan);
/* Runs it for up to so many looks (0: to its end). ST_UNSUPPORTED: they were not enough, or the rule failed where play need not go
 * (plan_run_else); another way is asked. */
enum status outcomes_run_within(struct env *env, struct plan *plan, uint64_t looks, struct arena *arena,
                                struct result *result);

#endif
