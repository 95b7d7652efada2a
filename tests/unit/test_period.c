/* SPDX-License-Identifier: MIT */
/* Periods: the theorems on made-up and on computed sequences, exact least preperiods and periods by brute force. */
#include "base/hash.h"
#include "claims.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "solve/heap/period.h"

enum { LONG = 1 << 14, NARROW = 2000 };

/* The mex recursion for one heap: takes from a set, or a code (bit j of digit: leave j heaps). */
static void slide(uint32_t *g, uint64_t count, const int *takes, size_t take_count)
{
    for (uint64_t n = 0; n < count; n++) {
        bool seen[64] = {false};
        for (size_t i = 0; i < take_count; i++)
            if ((uint64_t)takes[i] <= n) seen[g[n - (uint64_t)takes[i]]] = true;
        while (seen[g[n]]) g[n]++;
    }
}

static void break_up(uint32_t *g, uint64_t count, const char *code)
{
    size_t digits = strlen(code);
    bool *seen = calloc(4096, 1);
    for (uint64_t n = 0; n < count; n++) {
        memset(seen, 0, 4096);
        for (size_t d = 1; d <= digits && d <= n; d++) {
            int bits = code[d - 1] - '0';
            uint64_t m = n - d;
            if (bits & 1 && m == 0) seen[0] = true;
            if (bits & 2 && m > 0) seen[g[m]] = true;
            for (uint64_t a = 1; bits & 4 && 2 * a <= m; a++) seen[g[a] ^ g[m - a]] = true;
        }
        while (seen[g[n]]) g[n]++;
    }
    free(seen);
}

/* The least p, then the least e, with g(n + p) = g(n) for e <= n < count - p, where that is seen over half of it. */
static void brute(const uint32_t *g, uint64_t count, uint64_t *preperiod, uint64_t *period)
{
    for (uint64_t p = 1; p < count / 2; p++) {
        uint64_t e = count - p;
        while (e > 0 && g[e - 1] == g[e - 1 + p]) e--;
        if (e > count / 2) continue;
        *preperiod = e;
        *period = p;
        return;
    }
    *period = 0;
}

static void proves(const uint32_t *g, const struct period_rule *rule, uint64_t preperiod, uint64_t period)
{
    struct period found;
    assert_int_equal(period_prove(g, LONG, rule, &found), ST_OK);
    assert_true(found.found && found.proved && found.theorem);
    assert_int_equal(found.period, period);
    assert_int_equal(found.preperiod, preperiod);
    assert_int_equal(found.saltus, 0);
}

static void code_has(const char *code, uint64_t preperiod, uint64_t period)
{
    uint32_t *g = calloc(LONG, sizeof *g);
    struct period_rule rule = {2, 0, 1, strlen(code), 1, 0, false};
    uint64_t e, p;
    break_up(g, LONG, code);
    proves(g, &rule, preperiod, period);
    brute(g, LONG, &e, &p);
    assert_int_equal(e, preperiod);
    assert_int_equal(p, period);
    free(g);
}

CLAIM(kayles_has_period_12_from_71) { code_has("77", 71, 12); }
CLAIM(dawsons_games_have_period_34)
{
    code_has("137", 52, 34);
    code_has("07", 53, 34);
}
CLAIM(long_preperiods_are_exact)
{
    code_has("156", 3479, 349);
    code_has("165", 5181, 1550);
}

CLAIM(two_takes_have_the_period_of_the_theorem)
{
    for (int a = 1; a < 12; a++)
        for (int b = a + 1; b < 30; b++) {
            uint32_t *g = calloc(LONG, sizeof *g);
            slide(g, LONG, (const int[]){a, b}, 2);
            struct period_rule rule = {1, (uint64_t)b, 1, (uint64_t)b, 0, 0, false};
            proves(g, &rule, 0, b % a == 0 && b / a % 2 == 1 ? 2 * (uint64_t)a : (uint64_t)(a + b));
            free(g);
        }
}

CLAIM(random_sets_have_exact_least_periods)
{
    uint64_t seed = 41;
    for (int t = 0; t < 60; t++) {
        int takes[4] = {1 + (int)(random_next(&seed) % 4)};
        for (int i = 1; i < 4; i++) takes[i] = takes[i - 1] + 1 + (int)(random_next(&seed) % 5);
        uint32_t *g = calloc(LONG, sizeof *g);
        slide(g, LONG, takes, 4);
        uint64_t e, p;
        brute(g, LONG, &e, &p);
        struct period_rule rule = {1, (uint64_t)takes[3], 1, (uint64_t)takes[3], 0, 0, false};
        proves(g, &rule, e, p);
        free(g);
    }
}

CLAIM(a_window_below_the_threshold_proves_nothing)
{
    uint32_t g[12] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
    struct period found;
    assert_int_equal(period_prove(g, 12, &(struct period_rule){1, 11, 1, 2, 0, 0, false}, &found), ST_OK);
    assert_false(found.found);
    assert_int_equal(period_prove(g, 12, &(struct period_rule){1, 10, 1, 2, 0, 0, false}, &found), ST_OK);
    assert_true(found.proved);
}
CLAIM(the_period_of_a_proof_is_a_multiple_of_the_modulus_but_the_one_told_is_least)
{
    uint32_t g[40];
    for (int i = 0; i < 40; i++) g[i] = (uint32_t)(i % 2);
    struct period found;
    assert_int_equal(period_prove(g, 40, &(struct period_rule){1, 0, 3, 2, 0, 0, false}, &found), ST_OK);
    assert_true(found.proved);
    assert_int_equal(found.period, 2);
}
/* Takes 1 to 3 at random, each may leave one heap or pairs of at least `least` that differ by `apart`, from heap `from` on. */
static void narrow_game(uint64_t *random, uint32_t *g, struct period_rule *rule)
{
    uint64_t one = random_next(random) >> 40, least[4], apart[4], from[4];
    *rule = (struct period_rule){2, 0, 1, 3, 1, 0, false};
    for (int d = 0; d < 4; d++) {
        least[d] = 1 + (random_next(random) >> 40) % 5, apart[d] = (random_next(random) >> 40) % 4;
        from[d] = (random_next(random) >> 40) % 3 ? 0 : 20;
        if (least[d] > rule->least) rule->least = least[d];
        if (apart[d] > rule->apart) rule->apart = apart[d];
        if (from[d] > rule->threshold) rule->threshold = from[d];
    }
    for (uint64_t n = 0; n < NARROW; n++) {
        bool seen[1 << 12] = {false};
        for (uint64_t d = 0; d < 4 && d <= n; d++) {
            uint64_t m = n - d;
            if (d > 0 && one >> d & 1 && m > 0) seen[g[m]] = true;
            if (n < from[d] || (one >> (4 + 2 * d) & 3)) continue;
            for (uint64_t a = least[d]; 2 * a + apart[d] <= m; a++) seen[g[a] ^ g[m - a]] = true;
        }
        for (g[n] = 0; seen[g[n]];) g[n]++;
    }
}

/* What is proved from a beginning holds for all that was computed. */
CLAIM(periods_of_narrowed_pairs_hold)
{
    uint64_t random = 5;
    size_t proved = 0;
    uint32_t *g = calloc(NARROW, sizeof *g);
    for (int t = 0; t < 60; t++) {
        struct period_rule rule;
        struct period found;
        narrow_game(&random, g, &rule);
        for (uint64_t count = 40; count < NARROW; count += count / 3) {
            assert_int_equal(period_prove(g, count, &rule, &found), ST_OK);
            if (!found.proved) continue;
            proved++;
            for (uint64_t n = found.preperiod; n + found.period < NARROW; n++)
                assert_int_equal(g[n], g[n + found.period]);
            break;
        }
    }
    assert_true(proved > 5);
    free(g);
}
CLAIM(narrowed_pairs_need_more)
{
    uint32_t g[64] = {0};
    struct period found;
    for (int i = 0; i < 64; i++) g[i] = i % 8 == 7 ? 1 : 0;
    /* e = 1, p = 8, apart 2, reach 3: from 1 to 2 + 16 + 5 = 23, so 31 values are needed; 36 with threshold 28 */
    struct period_rule rule = {2, 0, 1, 3, 1, 2, false};
    assert_int_equal(period_prove(g, 30, &rule, &found), ST_OK);
    assert_false(found.found);
    assert_int_equal(period_prove(g, 31, &rule, &found), ST_OK);
    assert_true(found.proved);
    rule.threshold = 28;
    assert_int_equal(period_prove(g, 35, &rule, &found), ST_OK);
    assert_false(found.found);
    assert_int_equal(period_prove(g, 36, &rule, &found), ST_OK);
    assert_true(found.proved);
    rule = (struct period_rule){2, 0, 1, 3, 4, 0, false}; /* from 4 to 8 + 8 + 3 = 19 */
    assert_int_equal(period_prove(g, 26, &rule, &found), ST_OK);
    assert_false(found.found);
    assert_int_equal(period_prove(g, 27, &rule, &found), ST_OK);
    assert_true(found.proved);
}
CLAIM(two_heaps_need_the_longer_range)
{
    uint32_t g[64] = {0};
    struct period found;
    for (int i = 0; i < 64; i++) g[i] = i % 8 == 7 ? 1 : 0;
    /* e = 0, p = 8, reach 3: from 1 to 2 + 8 + 3 = 13, so 21 values are needed */
    assert_int_equal(period_prove(g, 20, &(struct period_rule){2, 0, 1, 3, 0, 0, false}, &found), ST_OK);
    assert_false(found.found);
    assert_int_equal(period_prove(g, 21, &(struct period_rule){2, 0, 1, 3, 0, 0, false}, &found), ST_OK);
    assert_true(found.proved);
    assert_int_equal(found.period, 8);
    assert_int_equal(found.preperiod, 0);
}

CLAIM(arithmetic_periods_are_observed)
{
    uint32_t g[600];
    for (uint32_t i = 0; i < 600; i++) g[i] = i < 20 ? (i * 7) % 5 : 3 * (i / 4) + (i % 4 == 1);
    struct period found;
    assert_int_equal(period_observe(g, 600, &found), ST_OK);
    assert_true(found.found && !found.proved && !found.theorem);
    assert_int_equal(found.period, 4);
    assert_int_equal(found.saltus, 3);
    assert_int_equal(found.preperiod, 20);
    assert_int_equal(found.to, 599);
}
CLAIM(no_period_is_seen_in_what_has_none)
{
    uint32_t g[500];
    for (uint32_t i = 0; i < 500; i++) g[i] = (uint32_t)__builtin_popcount(i);
    struct period found;
    assert_int_equal(period_observe(g, 500, &found), ST_OK);
    assert_false(found.found);
}

CLAIM(huge_heaps_are_found_by_index)
{
    struct arena arena = {0};
    struct period p = {.found = true, .preperiod = 71, .period = 12};
    uint64_t index;
    assert_int_equal(period_index(&p, 70), 70);
    assert_int_equal(period_index(&p, 71 + 12 * 1000000007ull + 5), 76);
    const char *digits = "1000000000000000000000000000000000000000000000071";
    assert_true(period_index_big(&p, &arena, integer_parse(&arena, digits, strlen(digits)), &index));
    assert_int_equal(index, 71 + 4); /* 10^48 is 4 mod 12 */
    arena_free(&arena);
}

/* Too much alike for comparing ends: found by the Z function. */
CLAIM(a_sequence_that_hardly_varies_has_its_period)
{
    uint32_t g[3000];
    struct period found;
    for (uint32_t i = 0; i < 3000; i++) g[i] = i % 60 == 0 || i == 100;
    assert_int_equal(period_prove(g, 3000, &(struct period_rule){1, 0, 1, 61, 0, 0, false}, &found), ST_OK);
    assert_true(found.proved);
    assert_int_equal(found.period, 60);
    assert_int_equal(found.preperiod, 101);
    assert_int_equal(period_prove(g, 3000, &(struct period_rule){2, 0, 1, 2, 0, 0, false}, &found), ST_OK);
    assert_true(found.proved);
    assert_int_equal(found.period, 60);
}

static bool proves_one(void)
{
    uint32_t g[100];
    struct period found, seen;
    for (uint32_t i = 0; i < 100; i++) g[i] = i % 7;
    enum status st = period_prove(g, 100, &(struct period_rule){1, 0, 1, 9, 0, 0, false}, &found);
    if (st == ST_OK) st = period_observe(g, 100, &seen);
    return st == ST_OK;
}
CLAIM(a_failed_allocation_is_said) { assert_int_equal(walk_failures(proves_one), 2); }

CLAIMS(IT(kayles_has_period_12_from_71), IT(dawsons_games_have_period_34), IT(long_preperiods_are_exact),
       IT(two_takes_have_the_period_of_the_theorem), IT(random_sets_have_exact_least_periods),
       IT(a_sequence_that_hardly_varies_has_its_period), IT(a_window_below_the_threshold_proves_nothing),
       IT(the_period_of_a_proof_is_a_multiple_of_the_modulus_but_the_one_told_is_least),
       IT(periods_of_narrowed_pairs_hold), IT(narrowed_pairs_need_more), IT(two_heaps_need_the_longer_range),
       IT(arithmetic_periods_are_observed), IT(no_period_is_seen_in_what_has_none), IT(huge_heaps_are_found_by_index),
       IT(a_failed_allocation_is_said))
