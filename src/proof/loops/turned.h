/* SPDX-License-Identifier: MIT */
/* A short innermost loop goes outside, so that the long one is within.
 *
 *     st = loops_turned(model, game, move, arena, &turned);
 *
 *     p(s in 1..a, t in 1..min(b, 3)) where c                    p(t in 1..3, s in 1..a) where t <= b and c
 *     p(a in 1..n / 3, b in a..(n - a) / 2) where b <= a + 6     p(b in 0..6, a in 1..n / 3) where a + b <= (n - a) / 2,
 *                                                                with a + b for b in all that follows
 *
 * What is proved. Ends and conditions say that the last generator y lies between x + l and x + h, with numbers l and h and x the
 * generator before it (or between l and h alone). So y is x + d (or d) for exactly one d in l..h, and the pairs (x, y) of the move
 * are the pairs (d, x) with d in l..h, x in its range, and what the other ends of y and the conditions say of x + d. Each pair is
 * met once in either order, and no expression of the game fails in any state (normal_may_fail), numbers beyond 64 bits aside: sums
 * that leave them where those of the rule do not make the program fail, which is detected, and give no wrong value. So the options
 * are the same. */
#ifndef CGI_PROOF_LOOPS_TURNED_H
#define CGI_PROOF_LOOPS_TURNED_H
#include "base/arena.h"
#include "base/status.h"
#include "model/model.h"

enum { TURNED_MOST = 12 }; /* h - l, at most */
/* *out: the move with its last two generators so turned, in the arena; or the move itself. For values: options are named by the generators
 * of the rule. ST_OK or ST_NO_MEMORY. */
enum status loops_turned(const struct model *model, int game, const struct move *move, struct arena *arena,
                         const struct move **out);

#endif
