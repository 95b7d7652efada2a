/* SPDX-License-Identifier: MIT */
/* Cells of which one is never above another: heights of a staircase, sizes that a move may not make pass each other.
 *
 *     struct orders o;
 *     orders_find(&u, starts, count, seed, &o);      // from [5, 5, 5] "h in 0..c1 - 1: h, min(c2, h), min(c3, h)"
 *     if (o.gap[1][0] != NO_ORDER) ...               // 0: cell 1 + 0 <= cell 0
 *     if (orders_break(&u, x, &seed, &o)) ...        // some option of x, drawn at random, has not all of them
 *
 * They hold at the starts and at whatever drawn play met. They are guesses, which choose a numbering (ranks.h) and decide nothing: a
 * numbering has only the states that keep them, and filling it looks up every option of every state (fill.h). One that breaks
 * an order has no number there, and the guess is given up. So, where the filling comes to its end, the orders are proved to be
 * invariant, state by state. */
#ifndef CGI_SOLVE_RANKED_ORDERS_H
#define CGI_SOLVE_RANKED_ORDERS_H
#include "solve/ranked/unroll.h"

enum { NO_ORDER = -1 };
struct orders {
    signed char gap[TERM_CELLS][TERM_CELLS]; /* [a][b]: 0 or 1, cell a + gap <= cell b; NO_ORDER: nothing */
    bool any;
};
/* Some thousand options are drawn at most; none if the starts have no order. Cells of bags have none here. */
void orders_find(const struct unrolled *u, const int64_t (*starts)[TERM_CELLS], size_t count, uint64_t seed,
                 struct orders *o);
/* Draws options of the state, and takes away what does not hold after them: true if there was some. */
bool orders_break(const struct unrolled *u, const int64_t *x, uint64_t *seed, struct orders *o);

#endif
