/* SPDX-License-Identifier: MIT */
/* Shows by a sum why the tame rule does not apply.
 *
 *     st = tame_refute(env, components, count);            // after tame_describe: tame_reason says more now
 *
 * Adds to the reason of a refusal (tame.h) the smallest sum of reachable components for which the rule is wrong, if
 * one is found. Sums are tried in the order of their total (all numbers in them added), by search in the audits'
 * environment, within a bound on work. */
#ifndef CGI_PLAN_TAME_REFUTE_H
#define CGI_PLAN_TAME_REFUTE_H
#include "solve/solver.h"

enum status tame_refute(struct env *env, const struct component *components, size_t count);

#endif
