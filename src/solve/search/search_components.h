/* SPDX-License-Identifier: MIT */
/* The search of all options, for one that leaves out some (search_nimbers.c).
 *
 *     bool valued;
 *     st = components_try(env, &component, 10000, &valued);            // valued: the store's table has its value
 *
 * What it values on the way stays in the store's table whether it comes to an end or not. */
#ifndef CGI_SOLVE_SEARCH_SEARCH_COMPONENTS_H
#define CGI_SOLVE_SEARCH_SEARCH_COMPONENTS_H
#include "play/options/env.h"

/* Looks at about that many options, at most. A rule that fails, or a cycle, at a position which others need not look at is not reported:
 * then nothing is valued. ST_OK, or what a budget says. */
enum status components_try(struct env *env, const struct component *component, uint64_t options, bool *valued);
/* A short one of a rule of which only its board can say that play ends, before that is multiplied out, which takes longer. *valued is false
 * of other rules, and where a solver is named. */
enum status components_ahead(struct env *env, const struct component *component, bool *valued);

#endif
