/* SPDX-License-Identifier: MIT */
/* Sequences around the golden ratio against their definitions, and at the end of 63 bits. */
#include "claims.h"
#include "base/golden.h"

enum { TO = 5000 };

CLAIM(pairs_follow_the_mex_recursion)
{
    static bool taken[4 * TO];
    int64_t a = 0, lower, upper, partner;
    for (int64_t k = 0; k < TO; k++) {
        while (taken[a]) a++;
        taken[a] = taken[a + k] = true;
        assert_true(golden_lower(k, &lower) && golden_upper(k, &upper));
        assert_int_equal(lower, a);
        assert_int_equal(upper, a + k);
        assert_true(golden_partner(lower, &partner));
        assert_int_equal(partner, upper);
        assert_true(golden_partner(upper, &partner));
        assert_int_equal(partner, lower);
    }
}

CLAIM(zeckendorf_parts_are_fibonacci_numbers_and_no_neighbours)
{
    int64_t fib[GOLDEN_FIB_LAST + 1], parts[GOLDEN_PARTS_MAX];
    for (int i = 0; i <= GOLDEN_FIB_LAST; i++) assert_true(golden_fib(i, &fib[i]));
    for (int64_t n = 0; n < 20000; n++) {
        size_t count = golden_zeckendorf(n, parts);
        int64_t sum = 0;
        int last = 0;
        for (size_t i = 0; i < count; i++) {
            int at = 2;
            while (fib[at] < parts[i]) at++;
            assert_int_equal(fib[at], parts[i]);
            if (i) assert_true(at >= last + 2);
            last = at;
            sum += parts[i];
        }
        assert_int_equal(sum, n);
    }
    assert_int_equal(golden_zeckendorf(-1, parts), 0);
    int64_t sum = 0; /* the most parts: every other number of the table */
    for (int i = GOLDEN_FIB_LAST - 1; i >= 3; i -= 2) sum += fib[i];
    assert_int_equal(golden_zeckendorf(sum, parts), 45);
    assert_true(golden_zeckendorf(INT64_MAX, parts) <= GOLDEN_PARTS_MAX);
}

CLAIM(fibonacci_numbers_add_up)
{
    int64_t a, b, c;
    assert_true(golden_fib(0, &a) && a == 0);
    assert_true(golden_fib(1, &a) && a == 1);
    for (int i = 2; i <= GOLDEN_FIB_LAST; i++) {
        assert_true(golden_fib(i - 2, &a) && golden_fib(i - 1, &b) && golden_fib(i, &c));
        assert_int_equal(a + b, c);
    }
    assert_false(golden_fib(GOLDEN_FIB_LAST + 1, &a));
    assert_false(golden_fib(INT64_MAX, &a));
    assert_false(golden_fib(-1, &a));
}

/* x^2 - x k - k^2 changes its sign between A_k and A_k + 1. */
static void check_lower(int64_t k)
{
    int64_t a;
    assert_true(golden_lower(k, &a));
    __int128 x = a, n = k;
    if (k) assert_true(x * x - x * n - n * n < 0);
    x++;
    assert_true(x * x - x * n - n * n > 0);
}

static int64_t last_of(bool (*sequence)(int64_t, int64_t *))
{
    int64_t low = 0, high = INT64_MAX, value;
    while (high - low > 1) {
        int64_t mid = low + (high - low) / 2;
        if (sequence(mid, &value)) low = mid;
        else high = mid;
    }
    return low;
}

CLAIM(large_numbers_are_exact_and_what_does_not_fit_is_refused)
{
    int64_t last_lower = last_of(golden_lower), last_upper = last_of(golden_upper), value, back;
    uint64_t seed = 7;
    assert_true(golden_lower(last_lower, &value) && value > INT64_MAX - 2);
    assert_true(golden_upper(last_upper, &value) && value > INT64_MAX - 3);
    assert_false(golden_lower(INT64_MAX, &value));
    assert_false(golden_lower(-1, &value));
    assert_false(golden_upper(-1, &value));
    assert_false(golden_partner(-1, &value));
    for (int i = 0; i < 20000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int64_t k = (int64_t)((seed >> 1) % (uint64_t)last_upper);
        check_lower(k);
        assert_true(golden_lower(k, &value) && golden_partner(value, &back));
        assert_int_equal(back - value, k);
    }
    for (int64_t k = last_lower - 10; k <= last_lower; k++) check_lower(k);
    assert_true(golden_partner(INT64_MAX, &value) ? golden_partner(value, &back) && back == INT64_MAX : true);
}

CLAIM(roots_are_floors)
{
    int64_t r;
    for (int64_t n = 0; n < 10000; n++) {
        assert_true(golden_root(n, &r));
        assert_true(r * r <= n && (r + 1) * (r + 1) > n);
    }
    for (int64_t k = 3037000499 - 1000; k <= 3037000499; k++) {
        assert_true(golden_root(k * k, &r) && r == k);
        assert_true(golden_root(k * k - 1, &r) && r == k - 1);
    }
    assert_true(golden_root(INT64_MAX, &r) && r == 3037000499);
    assert_false(golden_root(-1, &r));
}

CLAIMS(IT(pairs_follow_the_mex_recursion), IT(zeckendorf_parts_are_fibonacci_numbers_and_no_neighbours),
       IT(fibonacci_numbers_add_up), IT(large_numbers_are_exact_and_what_does_not_fit_is_refused), IT(roots_are_floors))
