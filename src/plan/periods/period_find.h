/* SPDX-License-Identifier: MIT */
/* The period of the SG values of a one-heap game.
 *
 *     struct period period;
 *     const char *solver;
 *     st = period_find(env, game, 0, &arena, &period, &solver);      // kayles: period 12 from 71, proved, by takebreak
 */
#ifndef CGI_PLAN_PERIODS_PERIOD_FIND_H
#define CGI_PLAN_PERIODS_PERIOD_FIND_H
#include "plan/plan.h"

/* Computes heaps 0..last at most; last 0: until SEARCH_WORK (solver.h) steps are spent. *solver is the name of the
 * solver that computed the values. ST_UNSUPPORTED if the game is not one heap or cannot be tabulated. A budget that
 * is reached ends it with its status; *period then describes the values so far. */
enum status period_find(struct env *env, int game, uint64_t last, struct arena *arena, struct period *period,
                        const char **solver);
/* The same, where so many games led to this one. */
enum status period_from(struct env *env, int game, uint64_t last, int above, struct arena *arena, struct period *period,
                        const char **solver);

#endif
