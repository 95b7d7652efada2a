/* Splits of a heap in two: values of all pairs with the same sum, without looking at all of them.
 *
 *     struct sparse_space s = {0};
 *     st = sparse_space_learn(&s, values, n, budget);                 // values[0..n) stand; n may only grow
 *     if (sparse_space_worth(&s)) {
 *         struct split x = {.sum = m, .low = 1, .left = m / 2};  // values[a] ^ values[m - a] for a = 1..m / 2
 *         work += sparse_space_mark(&s, values, &x, seen, stamp);   // part of them, seen[v] = stamp
 *         if (seen[v] != stamp)                                  // the others when they are asked for
 *             work += sparse_space_find(&s, values, &x, 1, v, seen, stamp);
 *     }
 *
 * The values of take-and-break games tend to be sparse (Berlekamp, Conway and Guy, Winning Ways, ch. 4, "sparse spaces and
 * common cosets"): for some mask almost all values have an odd number of bits in common with it, and two such values give
 * one that has an even number. So positions are divided by a bit that is additive: of place a with value v it is
 *
 *     h(a, v) = parity(v & mask) + flag * a     (mod 2),      flag 0 or 1.
 *
 * The pair (a, m - a) has the value v of one with parity(v & mask) = h + h' + flag * m. Most places have the same bit h, so a
 * value v with parity(v & mask) != flag * m comes from pairs with a place of the other, rare bit only. All these are marked
 * by sparse_space_mark; whether another value occurs is found by walking along the pairs, which ends soon since a rare value below
 * the mex is a common one among the options. What is answered is exact whatever the mask is; the mask, chosen by a
 * Walsh-Hadamard transform of the values so far and anew as there are more, only decides how much work it takes. */
#ifndef CGI_CODE_MACHINE_SPARSE_SPACE_H
#define CGI_CODE_MACHINE_SPARSE_SPACE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/budget.h"

enum { SPLITS_LEAST = 1024 }; /* places without which nothing is gained */
struct splits_place {
    uint32_t place, value;
};
struct sparse_space {
    unsigned taken;        /* set by the caller: bit 0, bit 1: some split removes an even, an odd number of tokens */
    uint32_t mask, top;    /* top: 2^k - 1, not below any value */
    unsigned flag, common; /* h is `common` at most places */
    struct splits_place *rare; /* ascending; `count` of `room` */
    uint64_t count, room;
    uint64_t known, next; /* places divided; where the mask is chosen anew */
    bool none;            /* a VALUE_NONE was met: not for this table */
};
/* A split that removes n - sum tokens from a heap of n: pairs (a, sum - a) for `left` numbers a from low on. Walking along
 * takes them away from the front, where the heaps of the preperiod are: some values come from these only. */
struct split {
    uint64_t sum, low, left;
};
/* ST_NO_MEMORY or ST_MEMORY_BUDGET. Amortised constant time a place, and a transform now and then. */
enum status sparse_space_learn(struct sparse_space *splits, const uint32_t *values, uint64_t count,
                               const struct budget *budget);
bool sparse_space_worth(const struct sparse_space *splits);
/* `seen` has more than splits->top entries. Returns how many pairs were looked at. */
uint64_t sparse_space_mark(const struct sparse_space *splits, const uint32_t *values, const struct split *split,
                           uint32_t *seen, uint32_t stamp);
/* Marks values of some more pairs of the `count` splits, until `value` is among them or there is no pair left that could have
 * it. The splits take turns, since a value may be rare in one of them. Returns how many pairs were looked at. */
uint64_t sparse_space_find(const struct sparse_space *splits, const uint32_t *values, struct split *split, size_t count,
                           uint64_t value, uint32_t *seen, uint32_t stamp);
void sparse_space_free(struct sparse_space *splits);

#endif
