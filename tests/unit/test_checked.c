/* SPDX-License-Identifier: MIT */
/* Exact 64-bit arithmetic, at its edges and against 128-bit arithmetic. */
#include "base/checked.h"
#include "base/hash.h"
#include "claims.h"

__extension__ typedef __int128 wide;

static const int64_t edges[] = {
    0, 1, -1, 2, -2, 3, -3, 7, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1};
enum { EDGES = sizeof edges / sizeof *edges };

static void expect_wide(bool fits, const int64_t *got, wide want)
{
    assert_int_equal(fits, want >= INT64_MIN && want <= INT64_MAX);
    if (fits) assert_true(*got == want);
}

static void check_ring(int64_t a, int64_t b)
{
    int64_t r = 0;
    expect_wide(checked_add(a, b, &r), &r, (wide)a + b);
    expect_wide(checked_sub(a, b, &r), &r, (wide)a - b);
    expect_wide(checked_mul(a, b, &r), &r, (wide)a * b);
    expect_wide(checked_neg(a, &r), &r, -(wide)a);
}

static void check_division(int64_t a, int64_t b)
{
    int64_t q = 0, m = 0;
    assert_int_equal(checked_mod(a, b, &m), b != 0);
    bool divides = checked_div(a, b, &q);
    assert_int_equal(divides, b != 0 && !(a == INT64_MIN && b == -1));
    if (divides) assert_true((wide)q * b + m == a);
    if (b > 0) assert_true(m >= 0 && m < b);
    if (b < 0) assert_true(m <= 0 && m > b);
}

CLAIM(the_ring_operations_are_exact_or_refused)
{
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++) check_ring(edges[i], edges[j]);
}

CLAIM(division_is_floor_and_the_remainder_has_the_divisors_sign)
{
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++) check_division(edges[i], edges[j]);
}

CLAIM(random_operands_agree_with_wide_arithmetic)
{
    uint64_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        int64_t a = (int64_t)random_next(&seed) >> (random_next(&seed) % 64);
        int64_t b = (int64_t)random_next(&seed) >> (random_next(&seed) % 64);
        check_ring(a, b);
        check_division(a, b);
    }
}

static int walk(int64_t low, int64_t high)
{
    int steps = 0;
    int64_t expected = low;
    bool more = low <= high;
    for (int64_t x = low; more && steps < 10; more = checked_next(&x, high)) {
        assert_true(x == expected);
        if (x < high) expected++;
        steps++;
    }
    return steps;
}
CLAIM(a_range_ends_with_its_last_number_even_if_there_is_none_after_it)
{
    assert_int_equal(walk(3, 5), 3);
    assert_int_equal(walk(5, 3), 0);
    assert_int_equal(walk(INT64_MAX - 2, INT64_MAX), 3);
    assert_int_equal(walk(INT64_MAX, INT64_MAX), 1);
    assert_int_equal(walk(INT64_MIN, INT64_MIN + 1), 2);
    assert_int_equal(walk(INT64_MAX, INT64_MIN), 0);
}

CLAIMS(IT(the_ring_operations_are_exact_or_refused), IT(division_is_floor_and_the_remainder_has_the_divisors_sign),
       IT(random_operands_agree_with_wide_arithmetic),
       IT(a_range_ends_with_its_last_number_even_if_there_is_none_after_it))
