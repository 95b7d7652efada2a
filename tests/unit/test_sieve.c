/* SPDX-License-Identifier: MIT */
/* Conditions on takes as sets of bits: ranges longer than a set, and more numbers than rows are kept for, give the
 * values of a plain loop. Small states of many rules are those of mbt/conditions. */
#include <stdio.h>
#include <stdlib.h>
#include "claims.h"
#include "plan/plan.h"
#include "runtime_case.h"

/* By whether x may be changed by a take of t while the others are y and z. */
typedef bool (*may_take)(int64_t x, int64_t y, int64_t z, int64_t t);
enum { LEAST_MARKS = 1 << 13, HEAPS = 3 };

static int64_t divisor(int64_t a, int64_t b) { return b ? divisor(b, a % b) : a; }

static uint32_t plain_value(const int64_t *most, may_take may)
{
    int64_t width = most[2] + 1, deep = (most[1] + 1) * width;
    uint32_t *values = calloc((size_t)((most[0] + 1) * deep), sizeof *values),
             *seen = calloc(LEAST_MARKS, sizeof *seen);
    uint32_t stamp = 0, m = 0;
    assert_non_null(values);
    assert_non_null(seen);
    for (int64_t a = 0, at = 0; a <= most[0]; a++)
        for (int64_t b = 0; b <= most[1]; b++)
            for (int64_t c = 0; c <= most[2]; c++, at++) {
                stamp++;
                for (int64_t t = 1; t <= a; t++)
                    if (may(a, b, c, t)) seen[values[at - t * deep]] = stamp;
                for (int64_t t = 1; t <= b; t++)
                    if (may(b, c, a, t)) seen[values[at - t * width]] = stamp;
                for (int64_t t = 1; t <= c; t++)
                    if (may(c, a, b, t)) seen[values[at - t]] = stamp;
                for (m = 0; seen[m] == stamp;) m++;
                values[at] = m;
            }
    free(values);
    free(seen);
    return m;
}

static void stands(const char *rule, int64_t a, int64_t b, int64_t c, may_take may)
{
    struct runtime_case kase;
    const int64_t cells[HEAPS] = {a, b, c};
    case_open(&kase, rule);
    struct component one = {kase.file.model->main_game, HEAPS, cells};
    assert_int_equal(case_value_by(&kase, "ranked", &one, 1), plain_value(cells, may));
    case_close(&kase);
}

static bool by_square(int64_t x, int64_t y, int64_t z, int64_t t)
{
    (void)x;
    return (t * t + y + z) % 7 == 1 || t > 4090;
}

static bool by_product(int64_t x, int64_t y, int64_t z, int64_t t)
{
    (void)x;
    return divisor(t, y * z) == 1;
}

static bool by_rest(int64_t x, int64_t y, int64_t z, int64_t t) { return divisor(x - t, y * 40 + z) < 3; }

static void ranges_may_be_longer_than_a_set(void **state)
{
    (void)state;
    stands("game g(a, b, c) { move x(t in 1..a) where (t * t + b + c) % 7 == 1 or t > 4090 -> g(a - t, b, c)"
           "  move y(t in 1..b) where (t * t + c + a) % 7 == 1 or t > 4090 -> g(a, b - t, c)"
           "  move z(t in 1..c) where (t * t + a + b) % 7 == 1 or t > 4090 -> g(a, b, c - t) }",
           4230, 1, 0, by_square);
}

static void rows_of_bits_are_overwritten(void **state)
{
    (void)state;
    stands("game g(a, b, c) { move x(t in 1..a) where gcd(t, b * c) == 1 -> g(a - t, b, c)"
           "  move y(t in 1..b) where gcd(t, c * a) == 1 -> g(a, b - t, c)"
           "  move z(t in 1..c) where gcd(t, a * b) == 1 -> g(a, b, c - t) }",
           33, 34, 20, by_product);
    stands("game g(a, b, c) { move x(t in 1..a) where gcd(a - t, 40 * b + c) < 3 -> g(a - t, b, c)"
           "  move y(t in 1..b) where gcd(b - t, 40 * c + a) < 3 -> g(a, b - t, c)"
           "  move z(t in 1..c) where gcd(c - t, 40 * a + b) < 3 -> g(a, b, c - t) }",
           33, 34, 20, by_rest);
}

/* Two classes of heaps, from each of which is taken: no ray is one run of numbers. */
static void two_classes_move_at_a_time(void **state)
{
    (void)state;
    struct runtime_case c;
    case_open(&c, "game g(a, b, c, d) { move a(t in 1..a) where t % 3 > 0 or c == d -> g(a - t, b, c, d)"
                  "  move b(t in 1..b) where t % 3 > 0 or c == d -> g(a, b - t, c, d)"
                  "  move ac(t in 1..min(a, c)) where odd(t) or xor(b, d) == 1 -> g(a - t, b, c - t, d)"
                  "  move ad(t in 1..min(a, d)) where odd(t) or xor(b, c) == 1 -> g(a - t, b, c, d - t)"
                  "  move bc(t in 1..min(b, c)) where odd(t) or xor(a, d) == 1 -> g(a, b - t, c - t, d)"
                  "  move bd(t in 1..min(b, d)) where odd(t) or xor(a, c) == 1 -> g(a, b - t, c, d - t) }");
    for (int64_t d = 6; d < 10; d++) {
        const int64_t cells[] = {8, 9, d, 9};
        struct component one = {c.file.model->main_game, 4, cells};
        int64_t value = case_value_by(&c, "hashed", &one, 1);
        assert_true(value >= 0);
        assert_int_equal(case_value_by(&c, "ranked", &one, 1), value);
    }
    case_close(&c);
}

/* Rows by remainders have bits also where the condition itself has no value, so they are asked only where it has one: not where a value
 * beside the last one is greater than any cell. */
static void what_has_no_value_is_not_read_off_rows(void **state)
{
    (void)state;
    struct runtime_case c;
    case_open(&c,
              "game g(a, b) { move m(s in 139..140, t in 1..a) where s * t * 1000000000000000 % 7 != 2 -> g(a - t, b)"
              "  move k(t in 1..b) where t % 3 != a % 3 -> g(a, b - t) }");
    struct component one = {0, 2, (const int64_t[]){70, 70}};
    assert_true(case_value_by(&c, "ranked", &one, 1) < 0);
    case_close(&c);
}

/* Where it has, they are used; the same values as by a plain search. */
static void a_value_beside_the_last_one_is_a_number_of_rows(void **state)
{
    (void)state;
    struct runtime_case c;
    case_open(&c, "game g(a, b) { move m(s in 1..a, t in 1..b) where (s * t + a) % 6 == 1 -> g(a - s, b - t)"
                  "  move k(t in 1..a) where t % 3 != b % 3 -> g(a - t, b) }");
    for (int64_t b = 60; b < 72; b++) {
        struct component one = {0, 2, (const int64_t[]){7, b}};
        int64_t value = case_value_by(&c, "hashed", &one, 1);
        assert_true(value >= 0);
        assert_int_equal(case_value_by(&c, "ranked", &one, 1), value);
    }
    case_close(&c);
}

/* As `ranked` says it, of a box of 500 x 500. */
static double price_of(const char *condition)
{
    struct runtime_case c;
    struct plan *plan;
    char rule[300];
    int64_t cells[] = {500, 500};
    struct component one = {0, 2, cells};
    struct ask ask = {.what = Q_VALUE, .components = &one, .count = 1};
    snprintf(rule, sizeof rule,
             "game g(a, b) { move x(t in 1..a) where %s -> g(a - t, b) move y(t in 1..b) where %s -> g(a, b - t) }",
             condition, condition);
    case_open(&c, rule);
    c.env->terms.only = "ranked";
    assert_int_equal(plan_by(c.env, &ask, &solver_ranked, &c.arena, &plan), ST_OK);
    assert_true(plan->count == 1 && plan->ways[0].can);
    double seconds = plan->ways[0].cost.seconds;
    case_close(&c);
    return seconds;
}

/* Rows are of use where many states ask for the same one, as by remainders. With a quotient each state has its own here, so each take is
 * computed. */
static void rows_that_no_two_states_share_are_paid_for(void **state)
{
    (void)state;
    double shared = price_of("(t * t + b) % 5 != 2"), rests = price_of("(a * t + b) % 5 != 2"),
           own = price_of("(a * t + b) / 3 % 5 != 2");
    assert_true(own > 4 * shared && own > 4 * rests);
}

CLAIMS(IT(rows_that_no_two_states_share_are_paid_for), IT(two_classes_move_at_a_time),
       IT(ranges_may_be_longer_than_a_set), IT(what_has_no_value_is_not_read_off_rows),
       IT(a_value_beside_the_last_one_is_a_number_of_rows), IT(rows_of_bits_are_overwritten))
