/* SPDX-License-Identifier: MIT */
/* When a claim about one heap that holds for n = low..high holds for all n from low on.
 *
 *     if (claim_forever(env, check, arena, &theorem, &low)) ...     // "SG(n + 4) = SG(n) ...": what proves the periods of the values
 *
 * Premises: one generator that is no parameter, n in low..high, and the claim was tested for each of these n where `where` is
 * true. Say that an expression has (q, P, S) if e(n + P) = e(n) + S for all n >= q; for truth values and outcomes S is 0, and
 * they are equal.
 * Theorem: if condition and `where` have (q, P, 0) with q >= low and q + P - 1 <= high, the claim holds for all n >= low.
 * Proof: for n > high take away P until the number is in high - P + 1..high, all of which are q or more; there both have the same
 * truth as at n, and were tested. QED
 *
 * An expression has (q, P, S) by its form, as in law/forever.h: constants (low, 1, 0), n (low, 1, 1); sums, differences and multiples;
 * floor quotients and remainders by a constant c > 0, over so many P that S becomes a multiple of c; comparisons of two that grow
 * alike, and whatever is a function of parts with S = 0, since it is one of n % P. A comparison of a n + b with c n + d, a != c,
 * does not change beyond |d - b| / |a - c|. The question sg(g(k n + c)), k > 0, where the game's values have the proved period p
 * from e on with saltus s, has period p / gcd(p, k) and what they gain in it, once k n + c >= e; P and N likewise where s = 0, and
 * where s > 0 they do not change from k n + c >= e + p on, since values are then at least s. If k n + c does not grow but repeats, so does
 * the answer. Of sums of such positions, if none has a saltus.
 *
 * That is a statement about numbers of any size; that they outgrow 64 bits somewhere is no counterexample. */
#ifndef CGI_ANSWER_LISTS_CLAIM_FOREVER_H
#define CGI_ANSWER_LISTS_CLAIM_FOREVER_H
#include "plan/plan.h"

/* That generator; NULL: there is none, or more than one. */
const struct gen *claim_heaps(const struct check *check);
/* The claim has passed at the present parameters. Looks at about twice as many heaps as the claim, and only in
 * games of families whose periods can be proved. False also where memory or a budget ends; nothing is reported. */
bool claim_forever(struct env *env, const struct check *check, struct arena *arena, const char **theorem, int64_t *low);

#endif
