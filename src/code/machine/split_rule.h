/* SPDX-License-Identifier: MIT */
/* Rules of one heap by kinds of moves, as kernels want them.
 *
 *     struct split_kind grundy = {.take = 0, .two = true, .least = 1, .apart = 1, .with = {1}};
 *     struct split_rule rule = {.kinds = &grundy, .count = 1, .modulus = 1};
 *     split_allows(&rule, &grundy, 3, 3)                                    // false: the heaps must differ
 *     split_gives(&rule, split_sweep_widest(), values, 100, 7, NULL)        // has heap 100 an option of value 7?
 *
 * A kind takes `take` tokens from n and leaves one heap, or two heaps a and b, at least `least` each, with
 * |a - b| >= apart and residues modulo `modulus` that go with each other. `take` may be negative for two heaps that are
 * so large that both are below n. Heaps of `from` and more have it. Other moves of the rule are not a kind's matter. */
#ifndef CGI_CODE_MACHINE_SPLIT_RULE_H
#define CGI_CODE_MACHINE_SPLIT_RULE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/crew.h"
#include "base/value_run.h"
#include "code/machine/split_sweep.h"

enum { SPLIT_MODULUS_MOST = 16 };
struct split_kind {
    int64_t take;
    bool two;
    uint64_t least, apart, from;
    uint64_t with[SPLIT_MODULUS_MOST]; /* with[r] >> s & 1: heaps of residues r and s may be left; symmetric */
};
struct split_rule {
    const struct split_kind *kinds;
    size_t count;
    unsigned modulus; /* at most SPLIT_MODULUS_MOST */
};
/* a, b: heaps that the kind leaves if it may leave them. */
bool split_allows(const struct split_rule *rule, const struct split_kind *kind, uint64_t a, uint64_t b);
/* The pairs a + b = *sum, a <= b, that the kind allows as far as sizes go: a in [*low, *low + *left). false: none. */
bool split_range(const struct split_kind *kind, uint64_t n, uint64_t *sum, uint64_t *low, uint64_t *left);
/* Is the value among those of the options of n by these kinds? Values of smaller heaps are known. O(n), by all hands of the crew if
 * it takes long. */
bool split_gives(const struct split_rule *rule, const struct split_sweep *by, struct value_view values, uint64_t n,
                 uint32_t value, struct crew *crew);

#endif
