/* SPDX-License-Identifier: MIT */
/* Arithmetic periods: what is proved from a beginning holds for three times as many heaps, for all codes of two digits and all
 * sets of all but some numbers up to 8, in several spellings; and heaps of any size by them. */
#include "base/hash.h"
#include "claims.h"
#include "one_heap.h"
#include <stdio.h>
#include <string.h>
#include "solve/heap/growth.h"

enum { LONG = 330, SETS = 8, HEAPS = 600, VALUES = 1 << 12 };

/* ---- codes ------------------------------------------------------------------------------------------------------- */
struct code {
    struct family family;
    struct family_digit digits[4];
};

static void open_code(struct code *c, const int *bits, size_t count)
{
    *c = (struct code){.family = {.kind = FAMILY_BREAK, .digits = c->digits}};
    for (size_t d = 0; d < count; d++) {
        if (!bits[d]) continue;
        c->digits[c->family.digit_count++] = (struct family_digit){(int64_t)d, (unsigned)bits[d], 1, 0, 0};
        c->family.largest_take = (int64_t)d;
        for (int j = 0; j < 4; j++)
            if (bits[d] >> j & 1 && j > c->family.most_heaps) c->family.most_heaps = j;
    }
}

/* Marks the values of the options that take d and leave what the bits say. */
static void mark(bool *seen, const uint32_t *g, int bits, uint64_t m, uint64_t d)
{
    if (bits & 1 && m == 0 && d) seen[0] = true;
    if (bits & 2 && m > 0 && d) seen[g[m]] = true;
    for (uint64_t a = 1; bits & 4 && 2 * a <= m; a++) seen[g[a] ^ g[m - a]] = true;
    for (uint64_t a = 1; bits & 8 && 3 * a <= m; a++)
        for (uint64_t b = a; a + 2 * b <= m; b++) seen[g[a] ^ g[b] ^ g[m - a - b]] = true;
}

static void values_of_code(uint32_t *g, uint64_t count, const int *bits, size_t digits)
{
    for (uint64_t n = 0; n < count; n++) {
        bool seen[VALUES] = {false};
        for (uint64_t d = 0; d < digits && d <= n; d++) mark(seen, g, bits[d], n - d, d);
        for (g[n] = 0; seen[g[n]];) g[n]++;
    }
}

/* The first beginning that proves a period is long enough for all that follows; 1 if there is one. */
static int check_growth(const uint32_t *g, uint64_t count, const struct family *f, const char *name)
{
    struct period p;
    for (uint64_t to = 24; to <= count; to += to / 4) {
        assert_int_equal(growth_prove(g, to, f, &p), ST_OK);
        if (!p.found) continue;
        assert_true(p.proved && p.theorem && p.saltus > 0);
        for (uint64_t n = p.preperiod; n + p.period < count; n++)
            if (g[n + p.period] != g[n] + p.saltus)
                fail_msg("%s: period %d from %d saltus %d 'proved' from %d heaps, not at %d", name, (int)p.period,
                         (int)p.preperiod, (int)p.saltus, (int)to, (int)n);
        if (p.preperiod) assert_true(g[p.preperiod - 1 + p.period] != g[p.preperiod - 1] + p.saltus);
        for (uint64_t less = 1; less < p.period; less++) {
            uint64_t n = count - less - 2 * p.period;
            while (n < count - less && g[n + less] - g[n] == g[count - 1] - g[count - 1 - less]) n++;
            assert_true(n < count - less);
        }
        return 1;
    }
    return 0;
}

static int prove_codes(int first, int last)
{
    int proved = 0;
    for (int x = first; x < last; x++) {
        static uint32_t g[LONG];
        int bits[3] = {x >> 8 << 2, x >> 4 & 15, x & 15};
        char name[16];
        struct code c;
        open_code(&c, bits, 3);
        snprintf(name, sizeof name, "%X.%02X", (unsigned)bits[0], (unsigned)x & 255);
        if (!growth_possible(&c.family)) continue;
        values_of_code(g, LONG, bits, 3);
        proved += check_growth(g, LONG, &c.family, name);
    }
    return proved;
}
CLAIM(codes_of_two_digits_grow_as_proved) { assert_true(prove_codes(0, 256) >= 65); }
CLAIM(codes_that_split_without_taking_grow_as_proved) { assert_true(prove_codes(256, 1024) >= 150); }

/* 0.9 and its like look as if they might; a code of two heaps never can. */
CLAIM(what_has_no_such_period_has_no_proof)
{
    static uint32_t g[LONG];
    struct code c;
    struct period p;
    open_code(&c, (const int[]){0, 9}, 2);
    values_of_code(g, LONG, (const int[]){0, 9}, 2);
    assert_int_equal(growth_prove(g, LONG, &c.family, &p), ST_OK);
    assert_false(p.found);
    open_code(&c, (const int[]){0, 7, 7}, 3);
    assert_false(growth_possible(&c.family));
}

/* The values are those of 0.8; a rule that reaches further, or that takes more than it seems, is another one. */
CLAIM(each_premise_counts)
{
    static uint32_t g[LONG];
    struct code c;
    struct period p;
    open_code(&c, (const int[]){0, 8}, 2);
    values_of_code(g, LONG, (const int[]){0, 8}, 2);
    assert_int_equal(growth_prove(g, 60, &c.family, &p), ST_OK);
    assert_true(p.proved);
    g[40]++; /* (H) */
    assert_int_equal(growth_prove(g, 60, &c.family, &p), ST_OK);
    assert_true(!p.found || p.preperiod > 40);
    g[40]--;
    c.digits[0].heaps = 8 | 4; /* a pair reaches the next value: (4) */
    c.digits[0].take = 0;
    assert_int_equal(growth_prove(g, 60, &c.family, &p), ST_OK);
    assert_false(p.found);
}

/* ---- all but finitely many --------------------------------------------------------------------------------------- */
/* The set without the numbers of `holes` (bit i: i + 1), in one of several spellings. */
static void spell(unsigned holes, unsigned spelling, char *rule, size_t room)
{
    static const char *const heads[] = {"game g(n) { move take(t in 1..n) where true",
                                        "game stones(heap) { move leave(r in 0..heap - 1) where r < heap",
                                        "game g(n) { move take(t in 1..n) where not (t == 0"};
    static const char *const items[] = {" and t != %d", " and (heap - r > %d or heap < r + %d)", " or t == %d"};
    static const char *const tails[] = {" -> g(n - t) }", " -> stones(r) }", ") -> g(n - t) }"};
    size_t used = (size_t)snprintf(rule, room, "%s", heads[spelling]);
    for (int i = 0; i < SETS; i++)
        if (holes >> i & 1) used += (size_t)snprintf(rule + used, room - used, items[spelling], i + 1, i + 1);
    snprintf(rule + used, room - used, "%s", tails[spelling]);
}

static void values_of_set(uint32_t *g, unsigned holes)
{
    for (uint64_t n = 0; n < HEAPS; n++) {
        bool seen[HEAPS + 1] = {false};
        for (uint64_t t = 1; t <= n; t++)
            if (t > SETS || !(holes >> (t - 1) & 1)) seen[g[n - t]] = true;
        for (g[n] = 0; seen[g[n]];) g[n]++;
    }
}

/* Is a period proved from heaps 0..to? */
static bool check_rule(const char *rule, const uint32_t *g, uint64_t to)
{
    struct one_heap h;
    struct periodic *p;
    heap_open(&h, rule);
    int game = h.file.model->main_game;
    assert_int_equal(periodic_get(h.env, game, &p), ST_OK);
    if (p->family.kind != FAMILY_SLIDING) fail_msg("%s: %s", rule, p->family.reason);
    assert_int_equal(periodic_reach(h.env, game, p, to, UINT64_MAX), ST_OK);
    bool proved = p->period.proved;
    for (uint64_t n = 0; n < (proved ? HEAPS : to); n++) {
        uint64_t value;
        assert_true(periodic_value(h.env, game, p, n, &value));
        if (value != g[n]) fail_msg("%s: heap %d is %d, not %d", rule, (int)n, (int)g[n], (int)value);
    }
    heap_close(&h);
    return proved;
}

CLAIM(every_set_of_all_but_some_numbers_up_to_8_is_proved)
{
    static uint32_t g[HEAPS];
    int proved = 0;
    for (unsigned holes = 1; holes < 1u << SETS; holes++) {
        char rule[512];
        values_of_set(g, holes);
        spell(holes, holes % 3, rule, sizeof rule);
        proved += check_rule(rule, g, HEAPS / 3);
    }
    assert_true(proved >= 245); /* {3, 5, 8} needs more heaps, for one */
}

/* By the rule itself, far beyond what a proof needs. */
CLAIM(far_heaps_with_exceptions_are_the_rules_own)
{
    static const char *const rules[] = {
        "game g(n) { move take(t in 1..n) where t != n % 3 + 1 -> g(n - t) }",
        "game g(n) { move take(t in 1..n) where t != 3 and n - t >= 2 -> g(n - t) }",
        "game g(n) { move take(t in 1..n) where t != 2 and n - t != 1 -> g(n - t) }",
        ("game g(n) { move take(t in 1..n) where t != 2 or n == 5 -> g(n - t) move x where n % 2 == 0 and n > 11 -> "
         "g(3) }"),
        "game g(n) { move take(t in 2..n) where t * 2 > 9 or t == 3 -> g(n - t) move one where n >= 7 -> g(n - 1) }",
        "game g(n) { move take(t in 5..n) where n % 2 == 0 -> g(n - t) move few(t in 2..n) where odd(n) -> g(n - t) }",
        "param k = 4 in 1..\ngame g(n) { move to(r in 0..n) where abs(n - r - 6) >= k and r < n -> g(r) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        heap_agrees(rules[i], &solver_subtraction, 700);
        struct one_heap h;
        heap_open(&h, rules[i]);
        const uint64_t *values = heap_sequence(&h, &solver_sequence, 700);
        uint32_t g[HEAPS];
        for (size_t n = 0; n < HEAPS; n++) g[n] = (uint32_t)values[n];
        assert_true(check_rule(rules[i], g, 150));
        heap_close(&h);
    }
}
CLAIM(what_leaves_out_others_is_no_such_set)
{
    static const char *const rules[] = {
        "game g(n) { move take(t in 1..n) where 2 * t <= n -> g(n - t) }",
        "game g(n) { move take(t in 1..n) where t not in squares -> g(n - t) }",
        "game g(n) { move take(t in 1..n) where 2 * t != n -> g(n - t) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct one_heap h;
        struct periodic *p;
        heap_open(&h, rules[i]);
        assert_int_equal(periodic_get(h.env, h.file.model->main_game, &p), ST_OK);
        if (p->family.kind != FAMILY_NONE) fail_msg("%s", rules[i]);
        heap_close(&h);
    }
}

/* Infinitely many takes, with splits of what is left; others that are known too little to be more than in the way. */
CLAIM(takes_and_parts_by_residue_grow)
{
    static const struct {
        const char *rule;
        int preperiod, period, saltus;
    } rules[] = {
        {"game g(n) { move t(t in 1..n, a in 0..n - t) -> g(a) + g(n - t - a) }", 0, 1, 1},
        {"game g(n) { move t(t in 1..n) where t % 3 == 0 -> g(n - t) }", 0, 3, 1},
        {"game g(h) { move to(r in 0..h - 1) where r % 3 != 1 -> g(r) }", 0, 3, 2},
        {"game g(n) { move t(t in 0..n, a in 1..n - t) where a < n - t and t % 4 == 3 and t != 3 -> g(a) + g(n - t - "
         "a) }",
         1, 8, 1},
        {"game g(n) { move half(a in 1..n) where 2 * a <= n -> g(a) + g(n - 2 * a) + g(a) }", 0, 2, 1},
        {"game g(n) { move t(t in 1..n) -> g(n - t) move s(t in 1..n, a in 0..n - t) where a in primes -> g(a) + g(n - "
         "t - a) }",
         0, 1, 1},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        heap_period(rules[i].rule, "sliding", true, (uint64_t)rules[i].preperiod, (uint64_t)rules[i].period,
                    rules[i].saltus);
}
CLAIM(what_is_in_the_way_of_growth_counts)
{ /* splits into a prime and the rest reach the next value */
    heap_period("game g(n) { move t(t in 1..n) where t % 2 == 0 -> g(n - t) move s(a in 1..n - 1) where a in primes -> "
                "g(a) + g(n - a) }",
                "sliding", false, 1, 8, 4);
}

CLAIM(heaps_of_any_size_have_the_value_of_the_proof)
{
    struct arena arena = {0};
    uint32_t g[] = {0, 1, 2, 0, 1, 2};
    struct period p = {.found = true, .period = 6, .saltus = 3};
    uint64_t value;
    for (uint64_t n = 0; n < 60; n++) {
        assert_true(period_value(&p, value_view_of(g), n, &value));
        assert_int_equal(value, 3 * (n / 6) + n % 3);
    }
    assert_true(period_value(&p, value_view_of(g), INT64_MAX, &value));
    p.saltus = 60;
    assert_false(period_value(&p, value_view_of(g), INT64_MAX, &value)); /* beyond 63 bits */
    p.saltus = 3;
    const char *digits = "600000000000000000000000000000000000000000000000000000000004";
    const struct integer *n = integer_parse(&arena, digits, strlen(digits));
    const struct integer *found = period_value_big(&p, value_view_of(g), &arena, n);
    const char *wanted = "300000000000000000000000000000000000000000000000000000000001";
    assert_int_equal(integer_compare(found, integer_parse(&arena, wanted, strlen(wanted))), 0);
    arena_free(&arena);
}

static bool proves_one(void)
{
    uint32_t g[90];
    struct code c;
    struct period p;
    open_code(&c, (const int[]){0, 8}, 2);
    values_of_code(g, 90, (const int[]){0, 8}, 2);
    return growth_prove(g, 90, &c.family, &p) == ST_OK;
}
CLAIM(a_failed_allocation_is_said) { assert_true(walk_failures(proves_one) >= 3); }

CLAIMS(IT(codes_of_two_digits_grow_as_proved), IT(codes_that_split_without_taking_grow_as_proved),
       IT(what_has_no_such_period_has_no_proof), IT(each_premise_counts),
       IT(every_set_of_all_but_some_numbers_up_to_8_is_proved), IT(far_heaps_with_exceptions_are_the_rules_own),
       IT(what_leaves_out_others_is_no_such_set), IT(takes_and_parts_by_residue_grow),
       IT(what_is_in_the_way_of_growth_counts), IT(heaps_of_any_size_have_the_value_of_the_proof),
       IT(a_failed_allocation_is_said))
