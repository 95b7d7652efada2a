/* SPDX-License-Identifier: MIT */
/* Running sets against counting anew, over ranges that grow, slide, shrink and jump; the table kernel with them against the
 * options of random rules, far enough for ranges that are long. */
#include "code/machine/range_mex.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "one_heap.h"

enum { MANY = 3000 };
static uint32_t values[MANY];
static struct budget budget;

static uint64_t obvious(uint64_t low, uint64_t high, uint64_t from)
{
    for (;; from++) {
        uint64_t i = low;
        while (i < high && values[i] != from) i++;
        if (i == high) return from;
    }
}

static uint64_t draw(uint64_t *seed, uint64_t below) { return (random_next(seed) >> 20) % below; }

CLAIM(a_running_set_is_that_of_its_range)
{
    size_t served = 0, refused = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct range_mex r = {0};
        uint64_t random = seed, low = 0, high = 0, most = seed % 3 == 0 ? 12 : seed % 3 == 1 ? 400 : 9000;
        for (int i = 0; i < MANY; i++) values[i] = (uint32_t)(seed % 4 == 0 ? (uint64_t)i : draw(&random, most));
        for (int step = 0; step < 400; step++) {
            switch (draw(&random, 40)) {
            case 0:
                low = draw(&random, MANY);
                high = low + draw(&random, MANY - low + 1);
                break;
            case 1: high = low; break;
            default:
                high += draw(&random, 12);
                low += draw(&random, 1 + seed % 12);
                if (draw(&random, 9) == 0) low -= draw(&random, low + 1) / 8;
                if (draw(&random, 9) == 0) high -= draw(&random, high + 1) / 8;
                if (high > MANY) high = MANY;
                if (low > high) low = high;
            }
            bool serves;
            uint64_t work;
            assert_int_equal(
                range_mex_follow(&r, (struct range_values){values, NULL}, low, high, &budget, &serves, &work), ST_OK);
            served += serves, refused += !serves;
            if (!serves) continue;
            assert_true(high - low >= RUNNING_LEAST);
            uint64_t from = draw(&random, most + 3);
            assert_int_equal(range_mex_free(&r, from), obvious(low, high, from));
            assert_int_equal(range_mex_free(&r, 0), obvious(low, high, 0));
        }
        range_mex_free_memory(&r);
    }
    assert_true(served > 2000 && refused > 200);
}

CLAIM(a_range_with_a_position_that_is_none_is_not_served)
{
    struct range_mex r = {0};
    bool serves;
    uint64_t work;
    for (int i = 0; i < MANY; i++) values[i] = i == 700 ? UINT32_MAX : (uint32_t)i % 5;
    for (uint64_t high = 100; high < 1500; high++) {
        uint64_t low = high - 100;
        assert_int_equal(range_mex_follow(&r, (struct range_values){values, NULL}, low, high, &budget, &serves, &work),
                         ST_OK);
        if (high > 101) assert_int_equal(serves, high <= 700 || low > 700);
    }
    range_mex_free_memory(&r);
}

CLAIM(long_ranges_cost_what_moved)
{
    struct range_mex r = {0};
    bool serves;
    uint64_t work, total = 0;
    for (int i = 0; i < MANY; i++) values[i] = (uint32_t)i;
    for (uint64_t high = 0; high <= MANY; high++) {
        assert_int_equal(range_mex_follow(&r, (struct range_values){values, NULL}, 0, high, &budget, &serves, &work),
                         ST_OK);
        total += work;
        if (high > RUNNING_LEAST) assert_true(serves && range_mex_free(&r, 0) == high);
    }
    assert_int_equal(total, MANY);
    range_mex_free_memory(&r);
}

static bool counts_twice(void)
{
    struct range_mex r = {0};
    bool serves = true;
    uint64_t work;
    enum status st = ST_OK;
    for (int i = 0; i < MANY; i++) values[i] = (uint32_t)i * 7;
    for (uint64_t high = 64; st == ST_OK && high < MANY; high++)
        st = range_mex_follow(&r, (struct range_values){values, NULL}, 0, high, &budget, &serves, &work);
    range_mex_free_memory(&r);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_told) { assert_true(walk_failures(counts_twice) >= 2); }

/* ---- the table kernel ------------------------------------------------------------------------------------------- */
struct options {
    const uint64_t *values;
    bool seen[2000];
};
static enum status mark(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct options *o = context;
    uint64_t sum = 0;
    (void)taken;
    for (size_t i = 0; i < count; i++) sum ^= o->values[components[i].cells[0]];
    if (sum < 2000) o->seen[sum] = true;
    return ST_OK;
}

/* Every value is the mex over the options that the rule's own code lists. */
static void sequence_stands(const char *rule, uint64_t last)
{
    struct one_heap h;
    static struct options o;
    heap_open(&h, rule);
    o.values = heap_sequence(&h, &solver_sequence, last);
    for (int64_t n = 0; n <= (int64_t)last; n++) {
        struct component heap = {0, 1, &n};
        uint64_t mex = 0;
        memset(o.seen, 0, sizeof o.seen);
        assert_int_equal(vm_options(h.file.vm, &heap, 1, mark, &o), ST_OK);
        while (o.seen[mex]) mex++;
        if (o.values[n] != mex) fail_msg("%s: heap %d is %d, not %d", rule, (int)n, (int)mex, (int)o.values[n]);
    }
    heap_close(&h);
}

CLAIM(tables_of_long_ranges_hold_the_mex)
{
    static const char *const moves[] = {
        "move a(t in 1..n) -> g(n - t)",
        "move a(k in 0..n - 1) -> g(k)",
        "move a(t in 1..min(100, n)) -> g(n - t)",
        "move a(t in 1..(n + 1) / 2) -> g(n - t)",
        "move a(k in n / 3..n / 2 - 1) -> g(k)",
        "move a(t in 1..n) where t % 2 == n % 3 -> g(n - t)",
        "move a(k in n / 2..n - 1) -> g(k) move b(k in 0..n / 4 - 1) -> g(k)",
        "move a(k in 0..n / 5 - 1) -> g(k) move b(t in {1, 2, 70}) where t <= n -> g(n - t)",
        "move a(s in 1..3, k in 0..n / s - 1) where k < n -> g(k)",
        "move a(k in 100 * (n / 200)..n - 1) -> g(k)",
        "move a(k in 0..n - 1) where n % 7 != 3 -> g(k) move b where n > 0 -> g(n / 2)",
        "move a(t in 1..n / 2) -> g(n - 2 * t)",
        "move a(k in n / 2..n - 1) -> g(k) + g(n - 1 - k) move b(k in 0..n / 2 - 1) -> g(k)",
    };
    char rule[400];
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        snprintf(rule, sizeof rule, "game g(n) { %s }", moves[i]);
        sequence_stands(rule, 450);
    }
}

CLAIM(tables_of_random_ranges_hold_the_mex)
{
    static const char *const low[] = {"0", "1", "n / 2", "n / 3", "max(0, n - 90)", "n - n % 100", "n / 7 + 3"};
    static const char *const high[] = {"n - 1",          "n - 1",       "n / 2",          "n - 5",
                                       "n - n % 64 - 1", "(2 * n) / 3", "min(n - 1, 200)"};
    char rule[600];
    for (uint64_t seed = 1; seed <= 14; seed++) {
        uint64_t random = seed;
        int length = snprintf(rule, sizeof rule, "game g(n) {");
        for (uint64_t m = 0; m <= seed % 3; m++)
            length += snprintf(rule + length, sizeof rule - (size_t)length, " move m%d(k in %s..%s) where k < n -> %s",
                               (int)m, low[draw(&random, 7)], high[draw(&random, 7)],
                               draw(&random, 5) ? "g(k)" : "g(n - 1 - k)");
        snprintf(rule + length, sizeof rule - (size_t)length, " }");
        sequence_stands(rule, 330);
    }
}

CLAIM(a_table_of_two_heaps_runs_along_its_rows)
{
    struct one_heap h;
    uint64_t wrong = 0;
    heap_open(&h, "game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }");
    struct ask q = heap_question(&h, Q_BOX, 0);
    struct value_table box = {.game = 0, .fields = 2, .extent = {40, 300}, .stride = {300, 1}, .count = 40 * 300};
    uint32_t *out = arena_array(&h.arena, box.count, sizeof *out);
    box.values = out;
    q.box = &box;
    struct result result = {0};
    extern const struct solver solver_table;
    assert_int_equal(solver_table.run(h.env, &(struct way){.by = &solver_table, .ask = &q}, &h.arena, &result), ST_OK);
    for (uint32_t a = 0; a < 40; a++)
        for (uint32_t b = 0; b < 300; b++) wrong += out[a * 300 + b] != (a ^ b);
    assert_int_equal(wrong, 0);
    heap_close(&h);
}

CLAIM(what_a_budget_ends_stands_and_is_gone_on_with)
{
    struct one_heap h;
    heap_open(&h, "game g(n) { move a(t in 1..n) -> g(n - t) }");
    int64_t high = 5000;
    h.file.budget.states = 3000;
    struct ask q = heap_question(&h, Q_SEQUENCE, (uint64_t)high);
    struct result result = {0};
    assert_int_equal(solver_sequence.run(h.env, &(struct way){.by = &solver_sequence, .ask = &q}, &h.arena, &result),
                     ST_STATE_BUDGET);
    assert_int_equal(store_game(h.env->store, 0)->filled, 3000);
    h.file.budget = (struct budget){0};
    assert_int_equal(solver_sequence.run(h.env, &(struct way){.by = &solver_sequence, .ask = &q}, &h.arena, &result),
                     ST_OK);
    for (int64_t n = 0; n <= high; n++) assert_int_equal(result.values[n], n);
    heap_close(&h);
}

CLAIMS(IT(a_running_set_is_that_of_its_range), IT(a_range_with_a_position_that_is_none_is_not_served),
       IT(long_ranges_cost_what_moved), IT(any_failed_allocation_is_told), IT(tables_of_long_ranges_hold_the_mex),
       IT(tables_of_random_ranges_hold_the_mex), IT(a_table_of_two_heaps_runs_along_its_rows),
       IT(what_a_budget_ends_stands_and_is_gone_on_with))
