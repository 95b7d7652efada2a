/* SPDX-License-Identifier: MIT */
/* A box of positions, in other numbers: the box about their images is asked about, and each position looked up there.
 *
 *     struct value_table other;
 *     if (seen_box_about(env, r, box, &other)) ...                  // w(s, d), 0..300 0..300, seen as (s + d, s): 0..600 0..300
 *     plan for Q_BOX of `other`; then
 *     st = seen_box_run(env, r, ask, plan, arena, &result); */
#ifndef CGI_PLAN_RESTATED_SEEN_BOX_H
#define CGI_PLAN_RESTATED_SEEN_BOX_H
#include "plan/plan.h"
#include "plan/restated/seen_rule.h"

/* The greatest position of a box of natural numbers, in `cells`; false: it has none. */
bool seen_box_corner(const struct ask *ask, struct component *corner, int64_t *cells);
/* Without values. False: it is too large for its numbers, or a position of the box is not seen, or differs in what is fixed. */
bool seen_box_about(const struct env *env, const struct seen_rule *r, const struct value_table *box,
                    struct value_table *about);
/* Gives the values of ask->box, from those of the plan's, which is for r->env. ST_UNSUPPORTED, and nothing was given: a position has none
 * there. */
enum status seen_box_run(struct env *env, const struct seen_rule *r, const struct ask *ask, struct plan *plan,
                         struct arena *arena, struct result *result);

#endif
