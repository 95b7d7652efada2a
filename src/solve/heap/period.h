/* SPDX-License-Identifier: MIT */
/* Periods of SG sequences: observed, and proved if a theorem says that the observed repetition continues for ever.
 *
 *     struct period_rule rule = {.heaps = 2, .modulus = 1, .reach = 2};       // kayles: takes 1 or 2, leaves two heaps
 *     st = period_prove(values, count, &rule, &period);                       // period.found: it holds for ever
 *     st = period_observe(values, count, &period);                            // fits the end of the sequence
 *
 * The rule says how SG(n) depends on smaller heaps. For every n >= threshold: an option of n removes at most `reach`
 * tokens and leaves at most `heaps` heaps, in a way that depends on n only through n mod modulus (modulus 1: not at
 * all). If `far`, it may remove any number, in a way that depends on its residue.
 *
 * Theorem (heaps = 1, "windows"). Premise: for n >= threshold the options of n have the values SG(n - d), d in
 * D(n mod modulus), where 1 <= d <= reach and d <= n. Let p be a multiple of the modulus and i + reach >= threshold. If
 * SG(n) = SG(n + p) for the `reach` values n = i .. i + reach - 1, then for all n >= i. Proof: let n >= i + reach and
 * the claim hold from i to n - 1. Both n and n + p are at or above the threshold and of the same residue, so they have
 * the same D, and SG(n - d) = SG(n + p - d) since i <= n - d < n: both are the mex of the same values.
 * If the options of n are, besides, certain heaps r < threshold, the same for n and n + p ("take 1 or 4, or all"), the proof is the same,
 * since their values are those of no other n; likewise in the theorem of narrowed pairs.
 * A rule that takes whole heaps violates the premise at n = d if d tokens may be taken from a heap of d but not from a
 * larger one, or vice versa: its threshold is beyond that d (break_threshold of periodic.c).
 *
 * Theorem (heaps = s >= 2; Guy and Smith 1956 for s = 2; threshold 0, modulus 1). Premise: the options of every n are
 * all ways to remove d tokens and to leave n - d of them in j non-empty heaps, for certain pairs (d, j) with d <= reach
 * and j <= s, and no heap is an option of its own. If SG(n) = SG(n + p) for all n with
 *     e <= n < s e + (s - 1) p + reach,        e >= 1,
 * then for all n >= e. Proof: let n be at least that bound and the claim hold from e to n - 1. An option (d, j) of n +
 * p leaves at least n + p - reach >= s (e + p) > 0 tokens, so j >= 1, and in at most s heaps, so its largest heap has
 * at least e + p; taking p from it leaves at least e >= 1, so j heaps still, and gives an option (d, j) of n with the
 * same value, by the claim. Likewise the largest heap of an option of n has at least e tokens and fewer than n, since n
 * - reach >= s e, and adding p to it gives an option of n + p of the same value. For s = 2 the range is e <= n < 2 e +
 * p + reach. No heap can be taken whole from there on: n > reach. Periods with e = 0 are checked with e = 1 and then
 * extended downwards, value by value.
 *
 * Theorem (narrowed pairs). Premise: for every n >= threshold the options of n are n - d for certain 1 <= d <=
 * reach, and all pairs (a, b), a + b = n - d, with a, b >= l and |a - b| >= x for certain (d, l, x); d may be
 * negative, d <= reach, l <= least, x <= apart, l > -d. If SG(n) = SG(n + p) for all n with
 *     e <= n < max(2 e + 2 p + apart + reach, threshold),        e >= 1, e >= least,
 * then for all n >= e. Proof: let n be at least that bound and the claim hold from e to n - 1. A single n - d >= e
 * goes with n + p - d. A pair (a, b), a <= b, of n has e <= (n - d) / 2 <= b, and b < n since a >= l > -d; (a, b +
 * p) is a pair of n + p, the difference having grown, with the same value. Let (a, b), a <= b, be a pair of n + p.
 * If a >= e + p, then (a - p, b) is a pair of n: a - p >= e >= l, and the difference has grown; b < n since a - p >=
 * l > -d; the value is the same since e <= a - p < n. Else b = n + p - d - a > n - d - e >= e + 2 p + apart, so b -
 * p > e + p + apart > a + apart: (a, b - p) is a pair of n, and e <= b - p < n. If apart is 0, the bound 2 e + p +
 * reach of the theorem above does, for its proof only needs that the larger heap stays >= least, as e is.
 *
 * Theorem (shifts; ours, after Guy and Smith 1956: all of the above are cases of it). An option of n is up to three heaps and the
 * number d taken, all at least 0 and n their sum. Premise: for n >= threshold no heap n is in an option of n, and each option has some
 * of these numbers bounded, together by F, and the others free, at least one, s of them heaps, such that for p a multiple of the modulus
 *   - raising a free number by p leaves an option of n + p, except for one heap `below` of some options,
 *   - lowering one by p leaves an option of n - p, if n - p >= threshold, where it is d, at least L + p, or a heap of at least l + p,
 *   - in options with `below` just two heaps x (which is it) and y are free, x <= y + g, and lowering y by p leaves an option if
 *     besides y - x >= g + p.
 * Let F + L <= reach (L = 0 where d is not free; far = 1 if it is for some option, else 0), s <= heaps, l <= least, g <= apart. If
 * SG(n) = SG(n + p) for all n with
 *     e <= n < max(heaps e + (heaps - 1 + far) p + reach, threshold),   with p + apart more if there is a `below`,   e >= least,
 * then for all n >= e. Proof: let n be at least that bound and the claim hold from e to n - 1. An option of n: if d is free, raise it by
 * p: an option of n + p, with the same value. Else the free heaps have at least n - F together. Without `below` the largest has
 * at least (n - F) / s >= e, and with it n - F <= x + y <= 2 y + g, so y >= e: raise that one, which is below n.
 *   An option of n + p: if d is free and at least L + p, lower it. Else, if a free heap that is not y has at least max(e, l) + p, lower
 * that, which is below n + p: it then is at least e and below n, so its value is the same. Else, without `below`, n + p <= F + L +
 * far (p - 1) + s (e + p - 1), which contradicts the bound. With it x < e + p, so y >= n + p - F - L - far p - x > n - e - F - L -
 * far p >= e + 2 p + g > x + g + p, and it can be lowered. QED. It is used for rules with infinitely many takes ("any odd number"), with
 * parts that are bounded or of certain residues, and with heaps that are left whatever n is; the premises are read off a rule's normal
 * form (proof/family/shifts.c).
 *
 * Options may also hold positions of other games that are the same for all n: a number that is added without carry to the values of
 * all options of a kind. And some of the heaps may be of other games whose values have a period of their own, if p is a multiple
 * of it and e is not below its preperiod: a heap that is raised or lowered in the proof is at least e before and after. Such a
 * heap may be as large as n, and larger than all that was computed.
 *
 * With a modulus (p a multiple of it), pairs may also be narrowed to residues of a and b modulo it that go with each
 * other: no residue changes in either proof. */
#ifndef CGI_SOLVE_HEAP_PERIOD_H
#define CGI_SOLVE_HEAP_PERIOD_H
#include "base/value_run.h"
#include "solve/solver.h"

/* What is computed when a proved period answers. */
#define PERIODIC_EXTENT "every position up to the end of the period's proof computed from all its options"
struct period_rule {
    unsigned heaps;
    uint64_t threshold, modulus, reach;
    uint64_t least, apart; /* of narrowed pairs (heaps == 2); 0 is as good as 1 and 0 */
    bool far;              /* what is taken is not bounded by `reach` */
};
/* Where SG(n) = SG(n + p) for e <= n < *bound suffices for all n >= e, by these theorems; e is at least the rule's least. False if p is no
 * multiple of the modulus, or the bound is too large. */
bool period_bound(const struct period_rule *rule, uint64_t e, uint64_t p, uint64_t *bound);
/* A period proved by the theorems above from SG of heaps 0..count-1, with the exact least preperiod and the exact least
 * period of the values. period->found is false if these values prove none. ST_OK or ST_NO_MEMORY; time O(count),
 * memory 4 count bytes. count < 2^32. */
enum status period_prove_view(struct value_view values, uint64_t count, const struct period_rule *rule,
                              struct period *period);
static inline enum status period_prove(const uint32_t *values, uint64_t count, const struct period_rule *rule,
                                       struct period *period)
{
    return period_prove_view(value_view_of(values), count, rule, period);
}
/* The least p with SG(n + p) = SG(n) + saltus from some n on, observed for at least half of the sequence and over at
 * least three times p; never proved. */
enum status period_observe_view(struct value_view values, uint64_t count, struct period *period);
static inline enum status period_observe(const uint32_t *values, uint64_t count, struct period *period)
{
    return period_observe_view(value_view_of(values), count, period);
}
/* *p: the length of a cycle; then the least divisor of it by which it repeats. ST_OK or ST_NO_MEMORY. */
enum status period_least(const uint32_t *cycle, uint64_t *p);
/* The heap among 0..preperiod+period-1 whose value is that of n, apart from what the saltus adds. */
uint64_t period_index(const struct period *period, uint64_t n);
/* The same for any size; false if memory runs out. */
bool period_index_big(const struct period *period, struct arena *arena, const struct integer *n, uint64_t *index);
/* SG of heap n by the values of heaps 0..preperiod+period-1; false if it is beyond 63 bits. */
bool period_value(const struct period *period, struct value_view values, uint64_t n, uint64_t *value);
/* The same for any size; NULL if memory runs out. */
const struct integer *period_value_big(const struct period *period, struct value_view values, struct arena *arena,
                                       const struct integer *n);

#endif
