/* SPDX-License-Identifier: MIT */
/* Numbers that depend on where one stands in a box of counts.
 *
 *     struct box box = {1, {1000}};                             // one axis: 0 <= q <= 1000
 *     struct boxed n = boxed_constant(5000);
 *     n.slope[0] = -3;                                          // 5000 - 3 q
 *     struct boxed one = boxed_constant(1), t = boxed_compare(&box, EXPR_GE, &n, &one);     // 1: it holds everywhere
 *
 * A known number lies in start + slope . q + [low, high] at every point q of the box; it is exact if low == high == 0. Truth
 * values are 0 and 1. What cannot be bounded in 64 bits, or may have no value, is unknown. */
#ifndef CGI_PROOF_REACH_BOXED_H
#define CGI_PROOF_REACH_BOXED_H
#include "model/model.h"

enum { BOX_AXES = 8 };
struct box {
    size_t axes;
    int64_t top[BOX_AXES]; /* inclusive */
};
struct boxed {
    bool known;
    int64_t start, slope[BOX_AXES], low, high;
};
struct boxed boxed_constant(int64_t value);
struct boxed boxed_between(int64_t low, int64_t high);
bool boxed_is_exact(const struct boxed *x);
bool boxed_is_constant(const struct boxed *x, int64_t *value);
bool boxed_same(const struct boxed *a, const struct boxed *b);
/* The bounds over the whole box; false if it is unknown. */
bool boxed_range(const struct box *box, const struct boxed *x, int64_t *low, int64_t *high);
/* Is it known to be true, false? */
bool boxed_true(const struct box *box, const struct boxed *x);
bool boxed_false(const struct box *box, const struct boxed *x);
/* ADD SUB MUL DIV MOD EQ NE LT LE GT GE */
struct boxed boxed_operate(const struct box *box, enum expr_kind kind, const struct boxed *a, const struct boxed *b);
struct boxed boxed_compare(const struct box *box, enum expr_kind kind, const struct boxed *a, const struct boxed *b);
/* Either of the two. */
struct boxed boxed_join(const struct box *box, const struct boxed *a, const struct boxed *b);
struct boxed boxed_least(const struct box *box, const struct boxed *a, const struct boxed *b);
struct boxed boxed_greatest(const struct box *box, const struct boxed *a, const struct boxed *b);

#endif
