/* SPDX-License-Identifier: MIT */
/* Splits of a heap in two: the values of all pairs with a fixed sum, without examining all of them.
 *
 *     struct sparse_space s = {0};
 *     st = sparse_space_learn(&s, values, n, budget);      // a view (base/value_run.h); values 0..n - 1 are final; n may only grow
 *     if (sparse_space_worth(&s)) {
 *         struct split x = {.sum = m, .low = 1, .left = m / 2};  // values[a] ^ values[m - a] for a = 1..m / 2
 *         work += sparse_space_mark(&s, values, &x, seen, stamp);   // some of them, seen[v] = stamp
 *         if (seen[v] != stamp)                                  // the others when they are needed
 *             work += sparse_space_find(&s, values, &x, 1, v, seen, stamp);
 *     }
 *
 * The values of take-and-break games tend to be sparse (Berlekamp, Conway and Guy, Winning Ways, ch. 4, "sparse spaces
 * and common cosets"): for some mask almost all values have an odd number of bits in common with it, and the xor of two
 * such values has an even number. So positions are classified by an additive bit: heap a with value v has
 *
 *     h(a, v) = parity(v & mask) + flag * a     (mod 2),      flag 0 or 1.
 *
 * The pair (a, m - a) has a value v with parity(v & mask) = h + h' + flag * m. Most heaps have the same bit h, so a
 * value v with parity(v & mask) != flag * m comes only from pairs in which one heap has the other, rare bit.
 * sparse_space_mark marks all these; whether another value occurs is found by walking along the pairs, which ends soon
 * because a rare value below the mex is a common one among the options. The result is exact whatever the mask is; the
 * mask, chosen by a Walsh-Hadamard transform of the values so far and again as there are more, only determines the
 * amount of work. */
#ifndef CGI_CODE_MACHINE_SPARSE_SPACE_H
#define CGI_CODE_MACHINE_SPARSE_SPACE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/budget.h"
#include "base/value_run.h"

enum { SPLITS_LEAST = 1024 }; /* the number of heaps below which nothing is gained */
struct splits_place {
    uint32_t place, value;
};
struct sparse_space {
    unsigned taken;        /* set by the caller: bit 0, bit 1: some split removes an even, an odd number of tokens */
    uint32_t mask, top;    /* top: 2^k - 1, at least as great as any value */
    unsigned flag, common; /* h is `common` for most heaps */
    struct splits_place *rare; /* ascending; `count` of `room` */
    uint64_t count, room;
    uint64_t known, next; /* heaps classified; the count at which the mask is chosen again */
    bool none;            /* a VALUE_NONE occurred: not usable for this table */
};
/* A split that removes n - sum tokens from a heap of n: pairs (a, sum - a) for `left` numbers a from low on. The walk
 * removes pairs from the front, where the heaps of the preperiod are: some values come only from these. */
struct split {
    uint64_t sum, low, left;
};
/* ST_NO_MEMORY or ST_MEMORY_BUDGET. Amortised constant time per heap, and a transform now and then. */
enum status sparse_space_learn(struct sparse_space *splits, struct value_view values, uint64_t count,
                               const struct budget *budget);
bool sparse_space_worth(const struct sparse_space *splits);
/* `seen` has more than splits->top entries. Returns the number of pairs examined. */
uint64_t sparse_space_mark(const struct sparse_space *splits, struct value_view values, const struct split *split,
                           uint8_t *seen, uint8_t stamp);
/* Marks values of more pairs of the `count` splits, until `value` is among them or no pair is left that could have it.
 * The splits are walked alternately, since a value may be rare in one of them. Returns the number of pairs examined. */
uint64_t sparse_space_find(const struct sparse_space *splits, struct value_view values, struct split *split,
                           size_t count, uint64_t value, uint8_t *seen, uint8_t stamp);
void sparse_space_free(struct sparse_space *splits);

#endif
