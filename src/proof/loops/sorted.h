/* SPDX-License-Identifier: MIT */
/* Moves to several parts that may change places: one order of the parts is enough for values.
 *
 *     st = loops_sorted(model, game, move, arena, &sorted);
 *
 *     split(a in 1..n, b in 1..n) where a >= 3 and b >= 3 and n - a - b >= 3 -> g(a) + g(b) + g(n - a - b)
 *     the same and a <= b and b <= n - a - b
 *
 * What is proved. The options of the move, at each state, are a set S of tuples of positions (r1, .. rk): the union of its pieces in
 * the normal form, none of which has a generator left. If for each i the pieces with r(i) and r(i + 1) exchanged are covered by the
 * pieces, S is closed under these exchanges, so under all orders. Then each tuple of S has a tuple of S with the same parts in which
 * the numbers q of the parts ascend, and its value, the xor of the parts' values, is the same. So the values of options are those
 * of the options with that condition; where no piece has two parts with the same number q, they ascend strictly, and a condition that
 * says of two of these that they differ is left out. q is the first one that is not written alike in the first two parts.
 *
 * Only for values: the options themselves are fewer. Two parts are looked at from one end elsewhere where ends are all that
 * conditions say, so only for those of boxes where a condition excludes single values (2 * a != n). Not of
 * rules that may fail while they run, as what is left out could fail. */
#ifndef CGI_PROOF_LOOPS_SORTED_H
#define CGI_PROOF_LOOPS_SORTED_H
#include "base/arena.h"
#include "base/status.h"
#include "model/model.h"

/* *out: the move with these conditions added, in the arena; or the move itself. Parameters may have any value. Time is bounded. ST_OK
 * or ST_NO_MEMORY. */
enum status loops_sorted(const struct model *model, int game, const struct move *move, struct arena *arena,
                         const struct move **out);

#endif
