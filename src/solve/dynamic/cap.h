/* SPDX-License-Identifier: MIT */
/* From where on the bound number of a rule (rule.h) makes no difference: of g(n, most) with moves to g(n - t, t * t), t in 1..min(n, most),
 * positions with most >= n.
 *
 *     int64_t low[] = {0, 0}, high[] = {3000, 0}, cap;
 *     if (dynamic_cap(&rule, low, high, &cap)) ...                  // 3001: the value of g(n, q) is that of g(n, 3001) for all q >= 3001
 *
 * Theorem. Let each condition that reads the bound number b be made by `and`, `or` and `not` of comparisons of linear sides, f b + rest
 * with 0, and let |f| cap be more than all that f's sign has against it: more than -rest where f > 0, than rest where f < 0, whatever
 * the other numbers of the box are and whatever can be chosen at them. Then positions that differ in b alone, and have cap or more
 * there, have the same options.
 * Proof. f b + rest has the sign of f for all b >= cap, so each comparison says the same for these, and so does what is made of them.
 * No result reads b (rule.h), so what is allowed leads to the same positions. []
 * Of results the same: a position whose bound number is beyond the cap may be looked up at it. Numbers below DYNAMIC_SMALL do not
 * overflow in linear terms, whose factors are small; so nothing fails beyond the cap that does not at it. */
#ifndef CGI_SOLVE_DYNAMIC_CAP_H
#define CGI_SOLVE_DYNAMIC_CAP_H
#include "solve/dynamic/rule.h"

#define DYNAMIC_SMALL ((int64_t)1 << 40)
static inline bool dynamic_is_small(int64_t x) { return x > -DYNAMIC_SMALL && x < DYNAMIC_SMALL; }
/* For all positions of which each number but the bound one, whose `high` is not read, is from `low` to `high`. False: none is known. The
 * cap is at least the number's `low`. Time O(terms). */
bool dynamic_cap(const struct dynamic_rule *rule, const int64_t *low, const int64_t *high, int64_t *cap);

#endif
