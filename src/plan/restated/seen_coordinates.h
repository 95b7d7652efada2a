/* SPDX-License-Identifier: MIT */
/* Which numbers a rule is written in: their order, what is added to the first of them, which are counted from above.
 *
 *     w(s, d) with moves to w(s - t, d + t), w(s, d - t), w(s + d - t, t - d), w(s - t, d)     seen as (s + d, s):
 *     w(b, a) with moves to w(b, a - t), w(max(b - t, a), min(b - t, a)), w(b - t, a - t)
 *     r(a) with moves to r(a + t) where a + t <= 21       seen as 21 - a
 *     a(x, y, z) with moves to a(x - t, y + t, z), a(x, y - t, z + t), a(x, y, z - t)      seen as (x + y + z, x + y, x)
 *
 * Each way is a bijection between the states that are asked about, which play does not leave, and some of those as seen; the rule
 * is rewritten (proof/restate), so options correspond. Which way is taken is a matter of what can then be proved: an order in which
 * moves fall and a box that play does not leave (proof/boxes), or options that nest (proof/nested). */
#ifndef CGI_PLAN_RESTATED_SEEN_COORDINATES_H
#define CGI_PLAN_RESTATED_SEEN_COORDINATES_H
#include "plan/restated/seen_rule.h"

/* Fills r->order, plus, turned and top, and r->model unless the rule is the one that it was. *fine: it is another one, and may be
 * used. ST_OK, or ST_NO_MEMORY. */
enum status seen_coordinates(struct seen_rule *r, const struct env *env, bool *fine);
/* Are some of them others than those of the state, in whatever order? */
bool seen_moved(const struct seen_rule *r);
/* The numbers of a state as they are seen, r->shape.count of them; false: the state is not among those that are seen. */
bool seen_numbers(const struct seen_rule *r, const int64_t *cells, int64_t *seen);

#endif
