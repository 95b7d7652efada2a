/* SPDX-License-Identifier: MIT */
/* A move in which one of several values is known, whichever, as several moves with one value less.
 *
 *     move m(s in 0..a, t in 0..b) where s == 0 or t == 0 or s == t     m(t) with s = 0; m(s) with t = 0; m(s) with t = s
 *
 *     move m(t in 1..a) where t >= 2 or t == a                          m(t in 1..a) where t >= 2; m() with t = 1 where a == 1
 *
 *     st = unrolled_part(&u, &arena);
 *
 * An option may then be made twice, which says nothing of values and outcomes; whoever counts moves must not use this. It is done where
 * every disjunct is an equation of a value with what is known before it, `v == e`, but for one at most, which is a linear bound: the
 * choices that the condition allows are those of its disjuncts together, and with v = e the choices of v between its ends are one if
 * low <= e <= high, and else none. If the bound allows all of v from a constant on, only the few below it need an equation. Only where
 * nothing that the move looks at can be without a value (term_never_fails), so that no error is lost with choices that are not looked at
 * any more. */
#ifndef CGI_SOLVE_RANKED_PARTED_H
#define CGI_SOLVE_RANKED_PARTED_H
#include "solve/ranked/unroll.h"

/* New terms are in the arena. ST_OK or ST_NO_MEMORY; then the instances are as they were. */
enum status unrolled_part(struct unrolled *u, struct arena *arena);

#endif
