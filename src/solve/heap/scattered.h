/* SPDX-License-Identifier: MIT */
/* Periods of rules that may take numbers of a set without a period, of which it is known what they are modulo p.
 *
 *     st = scattered_prove(values, count, &family, &rule, &period);   // takes powers of 2: period 3, as none is a multiple of 3
 *
 * Theorem. Let all options be bricks, whose premises for the theorem of shifts (period.h) `rule` has, but for those that take a
 * number t of a set and leave one heap, below n. Let t mod p be in U for all numbers t of the set, SG(n + p) = SG(n) for e <= n < B,
 * B at least the bound of that theorem, and for each n with B <= n < B + p
 *   (1) SG(a) != SG(n) for all a < e + p with (n - a) mod p in U,
 *   (2) each v < SG(n) is the value of an option n - t with n - t >= e, t in the set or not, such that n + i p has the option n - t +
 *       i p for all i >= 0.
 * Then SG(n + p) = SG(n) for all n >= e. Proof: let N = n + p, n >= B, the claim hold from e to n - 1, and n = m + i p with B <= m <
 * B + p, so SG(n) = SG(m). Each v < SG(m) is SG(m - t) as in (2), and SG(N - t) is the same. An option of N with the value SG(m): by
 * a brick, it gives an option of n with that value, as in the theorem of shifts, which cannot be; by t, it is a = N - t with t mod p
 * in U, and (1) holds for a, or for the number from e to e + p - 1 that is a modulo p and has the same value. QED
 *
 * U is known of powers of b, which modulo p repeat, and of primes: they have no divisor in common with p, or divide it. */
#ifndef CGI_SOLVE_HEAP_SCATTERED_H
#define CGI_SOLVE_HEAP_SCATTERED_H
#include "proof/family/family.h"
#include "solve/heap/period.h"

/* values: SG of heaps 0..count-1; the family has sets. period->found is false if they prove none. A bounded number of steps, memory O(p).
 * ST_OK or ST_NO_MEMORY. */
enum status scattered_prove(const uint32_t *values, uint64_t count, const struct family *family,
                            const struct period_rule *rule, struct period *period);

#endif
