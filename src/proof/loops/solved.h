/* SPDX-License-Identifier: MIT */
/* A generator that an equality determines is no generator.
 *
 *     st = loops_solved(move, arena, &solved);
 *
 *     split(a in 1..n, b in 1..n, c in 1..n) where a < b and b < c and a + b + c == n -> g(a) + g(b) + g(c)
 *     split(a in 1..n, b in 1..n) where a < b and b < n - a - b and n - a - b in 1..n -> g(a) + g(b) + g(n - a - b)
 *
 * The equality is a sum and difference of terms in which the last generator, which runs over a range, stands once, by itself. Where it
 * holds the generator is what the other terms come to, and it holds there; so with that in its place everywhere, and its range as two
 * conditions, the options are the same, each as often as before. The other terms cannot fail, since they are computed for choices as
 * well whose range is empty or which another condition rules out; and conditions that do not read the generator stand before its
 * range, as they are tested before its ends are computed. Sums in another order may leave 64 bits where those of the rule do
 * not: then the program fails, which is detected, and has no wrong value. */
#ifndef CGI_PROOF_LOOPS_SOLVED_H
#define CGI_PROOF_LOOPS_SOLVED_H
#include "base/arena.h"
#include "base/status.h"
#include "model/model.h"

/* *out: the move without its last generator, in the arena, and with the others as they are; or the move itself. For values: options are
 * named by the generators of the rule. ST_OK or ST_NO_MEMORY. */
enum status loops_solved(const struct move *move, struct arena *arena, const struct move **out);

#endif
