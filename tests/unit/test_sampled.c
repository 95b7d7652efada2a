/* SPDX-License-Identifier: MIT */
/* How many options the positions of a box have, guessed from a few (sampled.h), against all of them listed. */
#include <stdlib.h>
#include "claims.h"
#include "runtime_case.h"
#include "solve/heap/sampled.h"
#include "solve/search/estimate.h"
#include "solve/search/estimate_seen.h"

static enum status count_one(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    (void)components, (void)count, (void)taken;
    ++*(double *)context;
    return ST_OK;
}

/* On average over the box from 0 to `high`. */
static double counted(struct runtime_case *c, const int64_t *high)
{
    int64_t cells[MODEL_MAX_FIELDS] = {0};
    struct component at = {0, (uint32_t)c->env->model->games[0].field_count, cells};
    double options = 0, positions = 0;
    for (size_t i = 0; i < at.count;) {
        positions++;
        assert_int_equal(vm_options(c->env->vm, &at, 1, count_one, &options), ST_OK);
        for (i = 0; i < at.count && cells[i] == high[i]; i++) cells[i] = 0;
        if (i < at.count) cells[i]++;
    }
    return options / positions;
}

/* In hundredths of what is counted. */
static int64_t guessed(const char *rule, const int64_t *high)
{
    struct runtime_case c;
    struct sampled s;
    case_open(&c, rule);
    assert_true(sampled_box(c.env, 0, high, &s));
    double all = counted(&c, high);
    int64_t share = all > 0 ? (int64_t)(100 * s.options / all) : s.options > 0 ? 0 : 100;
    case_close(&c);
    return share;
}

static void close_to(const char *rule, int64_t a, int64_t b, int64_t c)
{
    int64_t high[MODEL_MAX_FIELDS] = {a, b, c}, share = guessed(rule, high);
    if (share < 50 || share > 200) fail_msg("%s at %d: %d hundredths", rule, (int)a, (int)share);
}

static void options_of_one_heap(void **state)
{
    (void)state;
    for (int64_t n = 100; n <= 800; n *= 2) {
        close_to("game g(n) { move m(t in 1..n) -> g(n - t) }", n, 0, 0);
        close_to("game g(n) { move m(t in 1..min(3, n)) -> g(n - t) }", n, 0, 0);
        close_to("game g(n) { move m(t in 1..n) where (n + t * t) % 5 < 3 -> g(n - t) }", n, 0, 0);
        close_to("game g(n) { move m(t in divisors(n)) where t < n -> g(n - t) move k(t in {1, 4}) where t <= n -> g(n "
                 "- t) }",
                 n, 0, 0);
        if (n <= 200) close_to("game g(n) { move m(t in 1..n, a in 0..n - t) -> g(a) + g(n - t - a) }", n, 0, 0);
        if (n <= 200) close_to("game g = octal \"0.0009\"", n, 0, 0);
    }
    close_to("game g(n) { move m(t in 1..n, a in 0..n - t, b in 0..n - t - a) -> g(a) + g(b) + g(n - t - a - b) }", 80,
             0, 0);
}

/* What the machine takes for the whole table in blocks of turns or in lanes, counted, against what is told of a few positions. Compiled
 * code takes less than blocks do. */
static void priced(const char *rule, int64_t n, bool lanes)
{
    struct runtime_case c;
    struct sampled s;
    case_open(&c, rule);
    struct value_table box = {.game = 0, .fields = 1, .extent = {n + 1}, .stride = {1}, .count = (uint64_t)n + 1};
    box.values = calloc((size_t)n + 1, sizeof *box.values);
    assert_non_null(box.values);
    assert_true(sampled_box(c.env, 0, &n, &s));
    uint64_t before = vm_nanoseconds(c.env->vm);
    assert_int_equal(vm_fill(c.env->vm, &box, 0, box.count, 1), ST_OK);
    double counted = (double)(vm_nanoseconds(c.env->vm) - before), told = (double)box.count * s.machine * 1e9;
    if (told < counted / 2 || told > counted * 2) fail_msg("%s: %d ns, not %d", rule, (int)told, (int)counted);
    assert_true(s.compiled > 0 && (lanes || s.compiled < s.machine));
    free(box.values);
    case_close(&c);
}

static void what_conditions_take(void **state)
{
    (void)state;
    priced("game g(n) { move m(t in 1..n) where (n + t * t) % 5 < 3 -> g(n - t) }", 2000, true);
    priced("game g(n) { move m(t in 1..n) where gcd(n + 1, t) == 1 -> g(n - t) }", 2000, false);
    priced("game g(n) { move m(t in 1..n) where gcd(n % 50 + 1, t % 40 + 2) == 1 -> g(n - t) }", 2000, false);
    priced("game g(n) { move m(t in 1..n) where isqrt(n + t) % 3 != 1 and t in powers(3) -> g(n - t) }", 2000, false);
    priced("game g(n) { move m(t in 1..n) where popcount(t) == 2 and xor(n, t) % 7 != 1 -> g(n - t) }", 2000, true);
    priced("game g(n) { move m(t in 1..n) where n * n * t % 11 < 5 -> g(n - t) }", 2000, false);
    priced("game g(n) { move m(t in 1..n) where n * t % (t % 9 + 2) == 1 -> g(n - t) }", 2000, true);
    priced("game g(n) { move m(t in 1..n / 3) where t * t % (n + 1) < n / 2 -> g(n - 2 * t) }", 2000, true);
}

/* Taken as if the numbers were as large as those of the box, though smaller ones are looked at. */
static double turn_of(const char *rule, int64_t n)
{
    struct runtime_case c;
    struct sampled s;
    case_open(&c, rule);
    assert_true(sampled_box(c.env, 0, &n, &s));
    case_close(&c);
    assert_true(s.turn_machine > 0 && s.turn_compiled > 0);
    return s.turn_machine;
}

static void costly_turns_cost_more(void **state)
{
    (void)state;
    const char *gcd = "game g(n) { move m(t in 1..n) where gcd(n - t, t + 1) == 1 -> g(n - t) }";
    double small = turn_of(gcd, 400), large = turn_of(gcd, 40000);
    double lanes = turn_of("game g(n) { move m(t in 1..n) where t % 3 != 1 -> g(n - t) }", 40000);
    double blocks = turn_of("game g(n) { move m(t in 1..n) where (t * 4294967296 + t) % 3 != 1 -> g(n - t) }", 40000);
    assert_true(large > 4 * small && large > 4 * blocks && small < 4 * blocks && blocks > 4 * lanes);
}

/* Options along a ray are no turns of a loop, and cheap. */
static void rays_are_cheap(void **state)
{
    (void)state;
    struct runtime_case c;
    struct sampled s;
    int64_t n = 4000;
    case_open(&c, "game g(n) { move m(t in 1..n) -> g(n - t) move k(t in 3..n / 2) -> g(n - 2 * t) }");
    assert_true(sampled_box(c.env, 0, &n, &s));
    assert_true(s.machine < 1e-9 * s.options);
    case_close(&c);
}

/* Listed with their price they are the same options. */
static void priced_options(void **state)
{
    (void)state;
    struct runtime_case c;
    case_open(&c, "game g(a, b) { move l(t in 1..a, u in 0..b) where (t + u) % 7 == 1 -> g(a - t, b - u)"
                  " move d(t in divisors(b)) where t < b -> g(a, t) }");
    for (int64_t a = 0; a < 12; a++)
        for (int64_t b = 0; b < 12; b++) {
            struct component at = {0, 2, (int64_t[]){a, b}};
            struct vm_price price = {0};
            double plain = 0, with = 0;
            assert_int_equal(vm_options(c.env->vm, &at, 1, count_one, &plain), ST_OK);
            assert_int_equal(vm_price_options(c.env->vm, &at, 0, count_one, &with, &price), ST_OK);
            assert_true(plain == with && price.machine >= price.compiled);
        }
    case_close(&c);
}

static void options_of_boxes(void **state)
{
    (void)state;
    static const char *const rules[] = {
        "game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }",
        "game g(a, b) { move l(t in 1..min(a, b)) -> g(a - t, b - t) move r(t in 1..b) where t % 3 != a % 2 -> g(a, b "
        "- t) }",
        "game g(a, b) { move l(t in 1..a, u in 0..b) where (t + u) % 7 == 1 -> g(a - t, b - u) }",
        "game g(a, b, c) { move l(t in 1..a) where gcd(t, b + 1) == 1 -> g(a - t, b, c) move r where c > 0 -> g(a, b, "
        "c - 1) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        close_to(rules[i], 40, 40, 5);
        close_to(rules[i], 100, 9, 3);
        close_to(rules[i], 6, 80, 6);
    }
}

/* Where the rule fails nothing is guessed, and nothing is reported. */
static void rules_that_fail(void **state)
{
    (void)state;
    struct runtime_case c;
    struct sampled s;
    int64_t high = 400;
    case_open(&c, "game g(n) { move m(t in 1..9 / (n * 0)) -> g(n - t) }");
    assert_false(sampled_box(c.env, 0, &high, &s));
    assert_int_equal(c.env->diags->count, 0);
    case_close(&c);
}

enum { ASKED = 300, SIDE = 64 };

/* Of many pairs those alone that are below no other, or as many of them as are remembered. */
static void pairs_below_others(void **state)
{
    (void)state;
    struct runtime_case c;
    struct component at[ASKED];
    int64_t cells[ASKED][2];
    case_open(&c, "game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }"
                  " game up(n) where n <= 99 { move m where n < 99 -> up(n + 1) }");
    for (unsigned seed = 1; seed < 40; seed++) {
        struct estimate_seen seen = {0};
        size_t needed = 0, greatest = 0;
        uint32_t x = seed * 2654435761u;
        for (size_t i = 0; i < ASKED; i++) {
            for (size_t k = 0; k < 2; k++) cells[i][k] = (x = x * 1664525 + 1013904223) >> 20 & (SIDE - 1);
            at[i] = (struct component){0, 2, cells[i]};
            estimate_see(c.env, &seen, &at[i]);
        }
        for (size_t i = 0; i < ASKED; i++) {
            bool below = false;
            for (size_t j = 0; j < ASKED; j++)
                below |= j != i && at[i].cells[0] <= at[j].cells[0] && at[i].cells[1] <= at[j].cells[1] &&
                         (j < i || cells[i][0] != cells[j][0] || cells[i][1] != cells[j][1]);
            assert_true(!below || !estimate_needed(c.env, &seen, &at[i]));
            greatest += !below;
            needed += estimate_needed(c.env, &seen, &at[i]);
        }
        assert_int_equal(needed, greatest < ESTIMATE_SEEN ? greatest : ESTIMATE_SEEN);
    }
    struct component rises = {1, 1, (int64_t[]){0}}, later = {1, 1, (int64_t[]){9}};
    struct estimate_seen seen = {0};
    estimate_see(c.env, &seen, &later);
    assert_true(seen.count == 0 && estimate_needed(c.env, &seen, &rises)); /* play does not stay below */
    case_close(&c);
}

/* Beside the greatest position smaller ones change nothing. */
static void estimates_of_many(void **state)
{
    (void)state;
    static const char rule[] = "game g(a, b) { move l(t in 1..a) where t % 3 != b % 2 -> g(a - t, b) }";
    int64_t cells[ASKED][2];
    struct component at[ASKED];
    struct position positions[ASKED];
    for (size_t i = 0; i < ASKED; i++) {
        cells[i][0] = (int64_t)(i == 77 ? 900 : i * 7 % 800), cells[i][1] = (int64_t)(i == 77 ? 900 : i * 11 % 700);
        at[i] = (struct component){0, 2, cells[i]};
        positions[i] = (struct position){&at[i], 1, NULL};
    }
    for (int what = 0; what < 2; what++) {
        struct runtime_case many, one;
        struct ask all = {.what = what ? Q_OUTCOME : Q_VALUE, .components = at, .positions = positions, .count = ASKED};
        struct ask greatest = all;
        case_open(&many, rule);
        case_open(&one, rule);
        greatest.components += 77, greatest.positions += 77, greatest.count = 1;
        struct estimate a = estimate_search(many.env, &all), b = estimate_search(one.env, &greatest);
        assert_true(a.options == b.options && a.positions == b.positions && a.steps == b.steps);
        a = estimate_all(many.env, &all), b = estimate_all(one.env, &greatest);
        assert_true(a.options == b.options && a.positions == b.positions);
        case_close(&many);
        case_close(&one);
    }
}

/* Three rays of some options each: to find their ends takes longer than to go along them. Nothing is timed. */
CLAIM(short_rays_are_not_free)
{
    struct runtime_case c;
    struct sampled s, large;
    case_open(&c, "game g(a, b, c) { move x(t in 1..a) where t <= b + 1 -> g(a - t, b, c)\n"
                  "move y(t in 1..b) where t <= c + 1 -> g(a, b - t, c)\n"
                  "move z(t in 1..c) where t <= a + 1 -> g(a, b, c - t) }");
    assert_true(sampled_box(c.env, 0, (int64_t[MODEL_MAX_FIELDS]){20, 20, 20}, &s));
    assert_true(sampled_box(c.env, 0, (int64_t[MODEL_MAX_FIELDS]){160, 160, 160}, &large));
    assert_true(s.machine > 6e-8 && s.machine < 1.6e-7);
    assert_true(large.machine > 1e-7 && large.machine < 3e-7); /* they are as many where heaps are larger */
    case_close(&c);
}

CLAIMS(IT(short_rays_are_not_free), IT(pairs_below_others), IT(estimates_of_many), IT(options_of_one_heap),
       IT(options_of_boxes), IT(what_conditions_take), IT(costly_turns_cost_more), IT(rays_are_cheap),
       IT(priced_options), IT(rules_that_fail))
