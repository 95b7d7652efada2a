/* SPDX-License-Identifier: MIT */
/* Blocks of heaps by several hands: the values and the work of one hand. Few cases, for ThreadSanitizer; whether the values are right
 * is unit/split_blocks. */
#include <string.h>
#include "claims.h"
#include "code/machine/split_blocks.h"

enum { START = 4200, LAST = 7400, SEEN = 1 << 10 };

/* In 0.106 a heap of one token may be taken whole. */
static void begin(const struct split_rule *rule, uint32_t *values)
{
    static uint64_t seen[SEEN];
    memset(seen, 0, sizeof seen);
    for (uint64_t n = 0; n < START; n++) {
        uint32_t v = 0;
        for (size_t i = 0; i < rule->count; i++) {
            const struct split_kind *k = &rule->kinds[i];
            uint64_t sum, low, left;
            if (!k->two && n > (uint64_t)k->take) seen[values[n - (uint64_t)k->take]] = n + 1;
            for (uint64_t a = 0; split_range(k, n, &sum, &low, &left) && a < left; a++)
                seen[values[low + a] ^ values[sum - low - a]] = n + 1;
        }
        while (seen[v] == n + 1) v++;
        values[n] = n == 1 && rule->kinds[0].take == 3 ? 1 : v;
    }
}

static uint64_t fill(const struct split_rule *rule, uint32_t *values, unsigned hands)
{
    struct sparse_space space = {0};
    for (size_t i = 0; i < rule->count; i++)
        if (rule->kinds[i].two) space.taken |= 1u << (rule->kinds[i].take & 1);
    struct split_blocks b = {.rule = rule, .space = &space, .by = split_sweep_widest()};
    struct crew crew;
    crew_open(&crew, hands);
    struct budget budget = {.crew = &crew};
    uint64_t done = 0, work = 0;
    struct value_run run = {values, NULL, LAST};
    assert_int_equal(sparse_space_learn(&space, value_view(&run), START, &budget), ST_OK);
    assert_true(split_blocks_may(&b, START));
    assert_int_equal(split_blocks_fill(&b, &run, START, LAST, &budget, &done, &work), ST_OK);
    assert_int_equal(done, LAST);
    assert_true(hands == 1 || b.together > 0);
    split_blocks_free(&b);
    sparse_space_free(&space);
    crew_close(&crew);
    return work;
}

CLAIM(several_hands_do_what_one_does)
{
    static const struct split_kind of_106[] = {{.take = 3, .with = {1}},
                                               {.take = 3, .two = true, .least = 1, .with = {1}}};
    static const struct split_kind of_54[] = {{.take = 1, .two = true, .least = 1, .with = {1}},
                                              {.take = 2, .two = true, .least = 1, .with = {1}}};
    const struct split_rule rules[] = {{of_106, 2, 1}, {of_54, 2, 1}};
    static uint32_t values[4][LAST];
    for (size_t i = 0; i < 2; i++) {
        uint64_t work = 0;
        for (unsigned hands = 1; hands <= 3; hands++) {
            begin(&rules[i], values[hands]);
            uint64_t steps = fill(&rules[i], values[hands], hands);
            if (hands == 1) work = steps;
            assert_int_equal(steps, work);
            assert_memory_equal(values[hands], values[1], sizeof values[1]);
        }
    }
}

CLAIMS(IT(several_hands_do_what_one_does))
