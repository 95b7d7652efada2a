/* SPDX-License-Identifier: MIT */
/* Moves backwards: from a state, the states that have it as an option.
 *
 *     st = inverse_open(&u, &exchange, &ranks, &arena, &inverse);
 *     inverse.shots.items[i]          // of "t in 1..a: a - t, b": "a + t, b" for all t >= 1 for which it is numbered
 *     if (inverse.made[i]) ...        // instance i has been turned round
 *
 * Let an instance lead from x with values v to y. It is turned round if each cell y_c is one cell of x plus a linear
 * form of v, different
 * cells of x for different c, or has no cell of x and is a constant, or one value of v (or its negative) plus a
 * constant,
 * different values for different c. Then, y given,
 *
 *   - a cell of x that some y_c has is y_c less that form;
 *   - a value that some y_c has is y_c less the constant, or its negative;
 *   - a y_c that is a constant is a condition on y;
 *   - what is left, the other values and the cells of x that no y_c has, is free.
 *
 * So (x, v) and (y, what is free) are in one to one correspondence as far as these equations go, and what else is
 * asked of (x, v), that
 * values are in their ranges, conditions hold and x is numbered, is asked of the right sides in their place. All such
 * x, and
 * no others, are what the inverse has as options of y.
 *
 * Cells of a group stand in ascending order, and x need not. If all cells of every group may be exchanged (exchange.h),
 * the state that x is put in order to has y put in order likewise as an option, of the instance that i becomes, and the
 * same outcome as x; and each predecessor is met so, by some instance. Groups whose cells may not be exchanged, as in
 * a bag whose least element is taken, have no inverse. */
#ifndef CGI_SOLVE_RANKED_INVERSE_H
#define CGI_SOLVE_RANKED_INVERSE_H
#include "solve/ranked/shots.h"

struct inverse {
    struct shots shots; /* as many items as there are instances */
    bool *made, any, all;
};
/* ST_OK or ST_NO_MEMORY. */
enum status inverse_open(const struct unrolled *u, const struct exchange *x, const struct ranks *r, struct arena *arena,
                         struct inverse *inverse);

#endif
