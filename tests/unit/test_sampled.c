/* SPDX-License-Identifier: MIT */
/* How many options the positions of a box have, guessed from a few (sampled.h), against all of them listed. */
#include "claims.h"
#include "runtime_case.h"
#include "solve/heap/sampled.h"

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

/* Choices that a condition turns down are counted beside the options, which they may outnumber. */
static void refused(const char *rule, int64_t a, int64_t b, double choices)
{
    struct runtime_case c;
    struct sampled s;
    int64_t high[MODEL_MAX_FIELDS] = {a, b};
    case_open(&c, rule);
    assert_true(sampled_box(c.env, 0, high, &s));
    double all = s.options + s.refused;
    if (all < choices / 2 || all > choices * 2) fail_msg("%s at %d: %d choices", rule, (int)a, (int)all);
    case_close(&c);
}

static void choices_that_are_turned_down(void **state)
{
    (void)state;
    for (int64_t n = 500; n <= 50000; n *= 10) {
        refused("game g(n) { move m(t in 1..n) where popcount(t) == 2 and n % t != 1 -> g(n - t) }", n, 0,
                (double)n / 2);
        refused("game g(n) { move m(t in 1..n) where (n + t * t) % 5 < 3 -> g(n - t) }", n, 0, (double)n / 2);
    }
    refused("game g(a, b) { move m(t in 1..a, u in 1..b) where (t * t + u * u) % 41 == a % 41 -> g(a - t, b - u) }",
            200, 300, 15000);
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

CLAIMS(IT(options_of_one_heap), IT(options_of_boxes), IT(choices_that_are_turned_down), IT(rules_that_fail))
