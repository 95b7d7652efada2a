/* SPDX-License-Identifier: MIT */
/* Arithmetic periods, SG(n + p) = SG(n) + s with s > 0 for all n from some e on, proved from finitely many values.
 *
 *     st = growth_prove(values, count, &family, &period);     // 0.8: period 3 from 1, saltus 1
 *     if (period.found) ...                                   // it holds for ever, and has its theorem
 *
 * Which rules. For every n >= threshold the options of n are made of
 *   - n - d for d in D(n mod q), d <= k,                                                 (one heap)
 *   - all ways to leave n - d in two or in three non-empty heaps, for certain d <= k; two heaps may be narrowed to a
 *     least heap, a least difference, a least n (family.h),                              (splits)
 *   - if the family is `far`: every r with low <= r < n - k and r mod q in C(n mod q), certain r < low, the same for all n of a
 *     residue, and perhaps other r < low (the first two kinds are called far; all r if all but finitely many numbers may be taken).
 * A rule without far options and without three heaps has no such period and is not looked at.
 *
 * Theorem (after Austin 1976 and Howse and Nowakowski 2004 for three heaps, Berlekamp, Conway and Guy 1982 for sets of
 * all but finitely many takes; this form and its proof are ours). Let P be even and a multiple of q, S / 2 > 0 a multiple of
 * 2^w, e >= 1, e >= low. Write hi(x) = floor(x / 2^w), lo(x) = x mod 2^w. Let c = max of P SG(a) - S a over 1 <= a < e + P,
 * and B such that
 *     B >= threshold,  B >= e + k,  B + P - k > 3 (e - 1),
 *     (H) SG(n + P) = SG(n) + S for e <= n < B, and SG(n + P / 2) = SG(n) + S / 2 for e <= n < e + P.
 * Call two heaps balanced if they are equal, or both at least e with the same hi(SG). Suppose that for each n with
 * B <= n < B + P
 *   (1) T(n), the set of the values of those options of n that are one far heap a, or three heaps a, x, y with x and y
 *       balanced, or two balanced heaps, holds all values below some b(n) >= S; and those from b(n) - S on are values of
 *       options of the first two kinds with a >= e;
 *   (2) each v with b(n) <= v < SG(n) is the value of an option of n that has a heap b >= e such that the values of
 *       its other heaps, if any, have a xor below 2^w; two heaps that are narrowed need b to be the larger one;
 *   (3) if far: SG(a) < SG(n) + S for all a < e + P;
 *   (4) for each split (d, j heaps) let z = floor((S (n - d) + j c - P SG(n)) / 2 P). If z >= 0, then z < 2^w, and there
 *       are no a_1 .. a_j with 1 <= a_i < e + P, one of them at least e, such that P divides n - d - a_1 - .. - a_j, the
 *       xor of the lo(SG(a_i)) is lo(SG(n)), and the sum of the hi(SG(a_i)) and of (n - d - a_1 - .. - a_j) S / (P 2^w)
 *       is hi(SG(n)).
 * Then SG(n + P) = SG(n) + S for all n >= e.
 *
 * Proof. Let N = n + P, n >= B, and the claim hold from e to n - 1; n = m + i P with B <= m < B + P, so SG(n) = SG(m) +
 * i S. To show: all values below V = SG(n) + S are options' values of N, and V is none.
 *   Below b(m) + (i + 1) S: by induction on i, T(n) has all values below b(m) + i S, those of the last S of them by heaps
 * a >= e. A far heap of n is one of N. P / 2 more tokens on each of two balanced heaps leave their xor: nothing to show if
 * they are equal; else by (H) and the claim both SG grow by S / 2, so their hi remain equal, and their lo the same. So T(N)
 * has all of T(n). And a + P in place of a gives the next S values: SG(a + P) = SG(a) + S, and the xor of the balanced
 * heaps is below 2^w, which divides S.
 *   From there to V: u with b(m) <= u < SG(m) is the value of an option of m as in (2). Adding (i + 1) P to its
 * heap b gives an option of N: n - d stays n - d with the same residue, a far heap stays far, as q divides P, a pair's difference grows.
 * Its value is x xor (SG(b) + (i + 1) S) with x < 2^w, so u + (i + 1) S, because S is a multiple of 2^w.
 *   V itself: one heap N - d has SG(n - d) + S, which is not V since n - d >= e is an option of n. A far heap a >= e + P
 * with the value V: a - P is an option of n with the value SG(n), which cannot be; a < e + P: (3), and V >= SG(m) + S.
 * No heap is left only if N <= k. A split (d, j) of N, with heaps A_1 .. A_j and values x_1 .. x_j whose xor is V: each
 * SG(A) <= (S A + c) / P for A < e + P by the choice of c, and for larger ones, below N, by the claim. The sum of the x_i
 * is their xor plus twice y, where a bit of y is set if two or three of the x_i have it. So
 *     2 P y = P (x_1 + .. + x_j) - P V <= S (N - d) + j c - P SG(m) - (i + 1) P S = S (m - d) + j c - P SG(m),
 * hence y <= z < 2^w: no two of the hi(x_i) share a bit, and hi(V) is their sum. Let a_i be A_i if that is below e, else
 * the number from e to e + P - 1 that is A_i modulo P. Not all are below e because N - d > 3 (e - 1). By the claim x_i is
 * SG(a_i) plus S for each P that A_i has more than a_i; so the lo do not change, and the hi grow by S / 2^w each time, in
 * all by (N - d - a_1 - .. - a_j) S / (P 2^w). With N = m + (i + 1) P this is what (4) excludes for m. QED
 *
 * Theorem (growth by shifts). Options are bricks (family.h), and perhaps `loose` ones: any heaps below n, n less some number within
 * bounds together. Let q divide P, S > 0 be a multiple of 2^w, e >= 1 and no low of a free heap be above e; threshold, reach and F be
 * those of period.h. Let c = max of 0 and of P SG(a) - S a over 0 <= a < e + P, and B >= threshold, B >= e + reach, e + P > reach, SG(n
 * + P) = SG(n) + S for e <= n < B. A heap a of an option is movable if it is free in its brick, not `below`, a >= e, and the xor of the
 * other heaps' values is below 2^w. Suppose that for each n with B <= n < B + P
 *   (1) the values of those options that are in a brick where d is free hold all values below some b(n) >= S; and those from b(n) - S on
 *       are values of such options with a movable heap;
 *   (2) each v with b(n) <= v < SG(n) is the value of an option with a movable heap;
 *   (3) SG(a) < SG(n) + S for all a < e + P;
 *   (4) for each brick of j > 1 heaps, each number of loose heaps, and each d >= 0 let z = floor((S (n - d) + j c - P SG(n)) / 2 P). If
 *       z >= 0, then z < 2^w, and there are no a_1 .. a_j with 0 <= a_i < e + P, of residues and within bounds as the brick has them (d
 *       too), one at least e if n + P - d > j (e - 1), not just one other than 0 if d = 0, such that P divides n - d - a_1 - .. - a_j,
 *       the xor of the lo(SG(a_i)) is lo(SG(n)), and the sum of the hi(SG(a_i)) and of (n - d - a_1 - .. - a_j) S / (P 2^w) is
 *       hi(SG(n)).
 * Then SG(n + P) = SG(n) + S for all n >= e.
 *
 * Proof. N, n, m, i and V as above. Below V: more taken, by a multiple of P, keeps the value of an option with d free; a movable heap
 * that gets j P more has a heap at least e, below n, so the value grows by j S, as the rest of the xor is below 2^w. From options of m
 * with i + 1 times P more to take, or to that heap, N has all values below b(m), then those from b(m) - S on with j = 1 .. i + 1, and
 * those of (2) with i + 1. V itself: a brick that leaves nothing has the value 0. One heap A of a brick: if it is free and at least e +
 * P, the same option with A - P is one of n and has the value SG(n), which cannot be; if A < e + P, (3); if A is bounded, A <= F <=
 * reach < e + P. All others: as above, with z from d, since P SG(A) <= S A + c for every A < N; the residues and bounds of A hold of a.
 * If all heaps are below e, N - d <= j (e - 1), so i >= 0 and n + P - d for m in place of n. One heap alone with d = 0 would be N
 * itself. For a d with z < 0, and for all greater ones, there is no such option. QED
 *
 * If the rules of a game are narrower than "all ways" in (4), there are only fewer A_i. (4) is sufficient, not necessary:
 * a period that this does not prove stays observed. */
#ifndef CGI_SOLVE_HEAP_GROWTH_H
#define CGI_SOLVE_HEAP_GROWTH_H
#include "proof/family/family.h"
#include "solve/solver.h"

/* Could a rule of this family have an arithmetic period at all, as far as the theorem knows? */
bool growth_possible(const struct family *family);
/* values: SG of heaps 0..count-1. period->found is false if they prove none; else preperiod and period are the least
 * ones. Time O(count) and a bounded number of steps for the proof; memory O(count). ST_OK or ST_NO_MEMORY. */
enum status growth_prove(const uint32_t *values, uint64_t count, const struct family *family, struct period *period);

#endif
