/* SPDX-License-Identifier: MIT */
/* Splits marked in part against all pairs, whatever the values are; the two kernels that use them against a plain one. */
#include "code/machine/sparse_space.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "one_heap.h"
#include "code/machine/calls.h"

enum { MANY = 6000, TOP = 1024 };
static uint32_t values[MANY];
static uint16_t in_16[MANY];
static struct value_view view = {values, NULL}; /* the one or the other */
static uint8_t seen[2 * TOP];
static struct budget budget;

static uint64_t draw(uint64_t *seed, uint64_t below) { return (random_next(seed) >> 20) % below; }

/* Mostly values with an odd number of bits in common with `mask`; with `flag` an even number at odd places. */
static void sparse_values(uint64_t *seed, uint32_t mask, unsigned flag, uint64_t rare)
{
    for (int i = 0; i < MANY; i++) {
        unsigned wanted = 1 ^ (flag & (unsigned)i);
        do values[i] = (uint32_t)draw(seed, 500);
        while ((unsigned)__builtin_parity(values[i] & mask) != wanted && draw(seed, 100) >= rare);
        in_16[i] = (uint16_t)values[i];
    }
    view = *seed & 1 ? (struct value_view){.narrow = in_16} : (struct value_view){.wide = values};
}

/* Everything that is found is there, and nothing that is there is missed. */
static void one_split(const struct sparse_space *s, struct split *x, size_t count, uint64_t *random)
{
    static bool there[2 * TOP];
    memset(there, 0, sizeof there);
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < count; i++) {
        for (uint64_t a = x[i].low; a < x[i].low + x[i].left; a++) there[values[a] ^ values[x[i].sum - a]] = true;
        sparse_space_mark(s, view, &x[i], seen, 1);
    }
    for (int i = 0; i < 40; i++) {
        uint32_t v = i < 20 ? (uint32_t)i : (uint32_t)draw(random, TOP);
        if (seen[v] != 1) sparse_space_find(s, view, x, count, v, seen, 1);
        if (v <= s->top) assert_int_equal(seen[v] == 1, there[v]);
    }
    for (uint32_t v = 0; v < TOP; v++)
        if (seen[v] == 1) assert_true(there[v]);
}

CLAIM(what_is_marked_and_found_is_what_all_pairs_have)
{
    size_t worth = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        struct sparse_space s = {.taken = 1 + seed % 3};
        uint64_t random = seed;
        sparse_values(&random, (uint32_t)(1 + draw(&random, 255)), seed / 3 & 1, seed % 5 == 0 ? 60 : 3);
        for (uint64_t n = 0; n < MANY; n += 1 + draw(&random, 300)) {
            assert_int_equal(sparse_space_learn(&s, view, n, &budget), ST_OK);
            if (!sparse_space_worth(&s)) continue;
            worth++;
            struct split x[3];
            for (int i = 0; i < 3; i++) {
                uint64_t a = draw(&random, n), b = draw(&random, n), low = a < b ? a : b;
                x[i] = (struct split){a + b, low, draw(&random, (a < b ? b : a) - low + 2)};
            }
            one_split(&s, x, 1 + draw(&random, 3), &random);
        }
        sparse_space_free(&s);
    }
    assert_true(worth > 200);
}

CLAIM(sparse_values_need_few_looks)
{
    struct sparse_space s = {.taken = 2};
    uint64_t random = 3, work;
    sparse_values(&random, 0x2d, 0, 1);
    assert_int_equal(sparse_space_learn(&s, view, MANY, &budget), ST_OK);
    assert_true(sparse_space_worth(&s) && s.mask == 0x2d && s.count < MANY / 50);
    memset(seen, 0, sizeof seen);
    struct split x = {MANY - 1, 1, MANY / 2 - 1};
    work = sparse_space_mark(&s, view, &x, seen, 1);
    for (uint32_t v = 0; v < 64; v++)
        if (__builtin_parity(v & s.mask)) work += sparse_space_find(&s, view, &x, 1, v, seen, 1);
    assert_true(work < MANY / 25); /* values that only a rare place gives cost no walk at all */
    sparse_space_free(&s);
}

CLAIM(odd_and_even_places_may_have_different_masks)
{
    struct sparse_space s = {.taken = 2};
    uint64_t random = 9;
    sparse_values(&random, 0x15, 1, 1);
    assert_int_equal(sparse_space_learn(&s, view, MANY, &budget), ST_OK);
    assert_false(sparse_space_worth(&s) && s.flag == 1 &&
                 s.common == 1); /* an odd take wants the other side to be common */
    sparse_space_free(&s);
    s = (struct sparse_space){.taken = 1};
    assert_int_equal(sparse_space_learn(&s, view, MANY, &budget), ST_OK);
    assert_true(sparse_space_worth(&s) && s.flag == 1 && s.common == 1 && s.mask == 0x15);
    sparse_space_free(&s);
}

CLAIM(a_position_that_is_none_spoils_it)
{
    struct sparse_space s = {.taken = 1};
    uint64_t random = 5;
    sparse_values(&random, 1, 0, 1);
    values[3000] = VALUE_NONE;
    view = (struct value_view){.wide = values};
    assert_int_equal(sparse_space_learn(&s, view, 3000, &budget), ST_OK);
    assert_true(sparse_space_worth(&s));
    assert_int_equal(sparse_space_learn(&s, view, 3001, &budget), ST_OK);
    assert_false(sparse_space_worth(&s));
    sparse_space_free(&s);
}

static bool learns(void)
{
    struct sparse_space s = {.taken = 1};
    uint64_t random = 5;
    sparse_values(&random, 1, 0, 30);
    enum status st = sparse_space_learn(&s, view, MANY, &budget);
    sparse_space_free(&s);
    return st == ST_OK;
}
CLAIM(any_failed_allocation_is_told) { assert_true(walk_failures(learns) >= 2); }

/* ---- the kernels -------------------------------------------------------------------------------------------------- */
enum { LAST = 6000, VALUES = 1 << 14 };

/* Options of heap n: for each pair of numbers {take, heaps} as in an octal code; `unequal`: two heaps that differ. */
static void plain(uint32_t *g, const char *code, bool unequal)
{
    uint32_t *stamp = calloc(VALUES, sizeof *stamp);
    for (uint32_t n = 0; n <= LAST; n++) {
        for (uint32_t d = 0; code[d] && d <= n; d++) {
            uint32_t m = n - d, bits = (uint32_t)(code[d] - '0');
            if (bits & 1 && m == 0) stamp[0] = n + 1;
            if (bits & 2 && m > 0) stamp[g[m]] = n + 1;
            for (uint32_t a = 1; bits & 4 && 2 * a + unequal <= m; a++) stamp[g[a] ^ g[m - a]] = n + 1;
        }
        for (g[n] = 0; stamp[g[n]] == n + 1;) g[n]++;
    }
    free(stamp);
}

static void kernel_agrees(const char *rule, const struct solver *solver, const char *code, bool unequal)
{
    struct one_heap h;
    uint32_t *g = calloc(LAST + 1, sizeof *g);
    plain(g, code, unequal);
    heap_open(&h, rule);
    const uint64_t *ours = heap_sequence(&h, solver, LAST);
    for (int n = 0; n <= LAST; n++)
        if (ours[n] != g[n]) fail_msg("%s: heap %d is %u, not %llu", rule, n, g[n], (unsigned long long)ours[n]);
    heap_close(&h);
    free(g);
}

CLAIM(octal_games_have_their_values_with_splits)
{
    static const char *const codes[] = {"6",   "106", "16",  "354", "007", "644", "376",
                                        "454", "4",   "055", "7",   "77",  "137"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char rule[64], code[16];
        snprintf(rule, sizeof rule, "game g = octal \"0.%s\"", codes[i]);
        snprintf(code, sizeof code, "0%s", codes[i]);
        kernel_agrees(rule, &solver_takebreak, code, false);
    }
    kernel_agrees("game g = octal \"4.7\"", &solver_takebreak, "47", false);
}

CLAIM(tables_of_rules_have_their_values_with_splits)
{
    kernel_agrees("game g(n) { move s(a in 1..(n - 1) / 2) -> g(a) + g(n - a) }", &solver_sequence, "4", true);
    kernel_agrees("game g(n) { move s(a in 1..(n - 1) / 2) -> g(a) + g(n - a) }", &solver_takebreak, "4", true);
    kernel_agrees("game g(n) { move s(a in 1..n - 1) where a != n - a -> g(n - a) + g(a) }", &solver_sequence, "4",
                  true);
    kernel_agrees("game g(n) { move s(a in 0..n - 2) -> g(a) + g(n - 2 - a) }", &solver_sequence, "007", false);
    kernel_agrees("game g(n) { move s(a in 1..n - 1) -> g(a) + g(n - a) "
                  "move t(a in 0..n - 2) -> g(a) + g(n - 2 - a) move one where n > 0 -> g(n - 1) }",
                  &solver_sequence, "437", false);
}

CLAIMS(IT(what_is_marked_and_found_is_what_all_pairs_have), IT(sparse_values_need_few_looks),
       IT(odd_and_even_places_may_have_different_masks), IT(a_position_that_is_none_spoils_it),
       IT(any_failed_allocation_is_told), IT(octal_games_have_their_values_with_splits),
       IT(tables_of_rules_have_their_values_with_splits))
