/* SPDX-License-Identifier: MIT */
/* Number theory against trial division and plain lists, on all small numbers and at the ends of 64 bits. */
#include "base/numbers.h"
#include <stdlib.h>
#include "base/hash.h"
#include "claims.h"

enum { SMALL = 20000 };
static struct budget budget;

static bool obvious_prime(uint64_t n)
{
    for (uint64_t d = 2; d * d <= n; d++)
        if (n % d == 0) return false;
    return n > 1;
}

/* Counted up: 1, 2, 3, 5, ... and 1, b, b * b, ... */
static bool obvious_fib(int64_t x)
{
    int64_t a = 1, b = 2;
    while (a < x) {
        int64_t next = a + b;
        a = b;
        b = next;
    }
    return a == x;
}

static bool obvious_power(int64_t x, int64_t base)
{
    int64_t p = 1;
    while (p < x && p <= INT64_MAX / base) p *= base;
    return p == x;
}

CLAIM(small_numbers_are_in_the_sets_they_belong_to)
{
    for (int64_t n = -50; n < SMALL; n++) {
        bool square = false;
        for (int64_t r = 1; r * r <= n; r++) square |= r * r == n;
        assert_int_equal(number_is_square(n), square);
        assert_int_equal(number_in_fib(n), n > 0 && obvious_fib(n));
        for (int64_t b = 2; b <= 12; b++) assert_int_equal(number_is_power(n, b), n > 0 && obvious_power(n, b));
        if (n >= 0) assert_int_equal(number_is_prime((uint64_t)n), obvious_prime((uint64_t)n));
    }
}

CLAIM(roots_are_rounded_down_up_to_the_last_number)
{
    for (uint64_t n = 0; n < SMALL; n++) {
        uint64_t r = 0;
        while ((r + 1) * (r + 1) <= n) r++;
        assert_int_equal(number_root(n), r);
    }
    uint64_t seed = 3;
    for (int i = 0; i < 20000; i++) {
        uint64_t r = (random_next(&seed) >> (random_next(&seed) % 31 + 1)) % 0xffffffffu + 1;
        assert_int_equal(number_root(r * r), r);
        assert_int_equal(number_root(r * r - 1), r - 1);
        assert_int_equal(number_root(r * r + 2 * r), r);
    }
    assert_int_equal(number_root(UINT64_MAX), 0xffffffffu);
    assert_int_equal(number_root((uint64_t)0xffffffffu * 0xffffffffu), 0xffffffffu);
    assert_int_equal(number_root((uint64_t)0xffffffffu * 0xffffffffu - 1), 0xfffffffeu);
}

CLAIM(large_members_are_told_from_their_neighbours)
{
    int64_t root = 3037000499; /* the last one with a square in 63 bits */
    assert_true(number_is_square(root * root));
    assert_false(number_is_square(root * root - 1));
    assert_false(number_is_square(root * root + 1));
    assert_false(number_is_square(INT64_MAX));
    assert_false(number_is_square(INT64_MIN));
    int64_t fib = 7540113804746346429; /* the last one in 63 bits */
    assert_true(number_in_fib(fib));
    assert_false(number_in_fib(fib - 1));
    assert_false(number_in_fib(fib + 1));
    assert_false(number_in_fib(INT64_MAX));
    assert_true(number_is_power((int64_t)1 << 62, 2));
    assert_false(number_is_power(INT64_MAX, 2));
    assert_true(number_is_power(INT64_MAX, INT64_MAX));
    assert_true(number_is_power(1, INT64_MAX));
    assert_false(number_is_power(INT64_MAX - 1, INT64_MAX));
    assert_true(number_is_power(4052555153018976267, 3)); /* 3^39 */
}

CLAIM(primes_are_told_from_numbers_that_deceive)
{
    static const uint64_t primes[] = {
        2, 3, 4294967291u, 4294967311u, 1000000007, 9223372036854775783u, 18446744073709551557u};
    /* Carmichael numbers, strong pseudoprimes to many bases (Jaeschke 1993), squares and products of neighbouring primes */
    static const uint64_t composites[] = {561,
                                          2047,
                                          3215031751u,
                                          3825123056546413051u,
                                          341550071728321u,
                                          3474749660383u,
                                          4294967291u * (uint64_t)4294967279u,
                                          18446743979220271189u,
                                          UINT64_MAX,
                                          0,
                                          1};
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) assert_true(number_is_prime(primes[i]));
    for (size_t i = 0; i < sizeof composites / sizeof *composites; i++) assert_false(number_is_prime(composites[i]));
}

CLAIM(common_divisors_are_the_greatest)
{
    for (uint64_t a = 0; a < 60; a++)
        for (uint64_t b = 0; b < 60; b++) {
            uint64_t g = a | b ? 1 : 0;
            for (uint64_t d = 1; d <= a + b; d++)
                if (a % d == 0 && b % d == 0) g = d;
            assert_int_equal(number_gcd(a, b), g);
        }
    assert_int_equal(number_gcd(UINT64_MAX, UINT64_MAX), UINT64_MAX);
    assert_int_equal(number_gcd(UINT64_MAX, 0), UINT64_MAX);
    assert_int_equal(number_gcd((uint64_t)1 << 63, 6), 2);
}

static void factors_are_right(uint64_t n)
{
    uint64_t factors[64], product = 1;
    int count;
    assert_int_equal(number_factors(n, &budget, factors, &count), ST_OK);
    for (int i = 0; i < count; i++) {
        assert_true(number_is_prime(factors[i]));
        assert_true(i == 0 || factors[i - 1] <= factors[i]);
        product *= factors[i];
    }
    assert_int_equal(product, n);
}

CLAIM(factors_are_primes_in_order_and_multiply_back)
{
    for (uint64_t n = 1; n < SMALL; n++) factors_are_right(n);
    uint64_t seed = 11;
    for (int i = 0; i < 60; i++) factors_are_right(random_next(&seed) >> (random_next(&seed) % 40) | 1);
    factors_are_right((uint64_t)1 << 63);
    factors_are_right(18446743979220271189u); /* two primes of 32 bits */
    factors_are_right(4294967291u * (uint64_t)4294967291u);
    factors_are_right(UINT64_MAX);
    factors_are_right(18446744073709551557u);
}

struct listed {
    uint64_t items[110000];
    size_t count, stop;
};
static struct listed listed;

static enum status list(void *context, uint64_t d)
{
    struct listed *l = context;
    if (l->count == l->stop) return ST_TIMEOUT;
    l->items[l->count++] = d;
    return ST_OK;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

CLAIM(divisors_are_listed_once_each)
{
    listed.stop = SIZE_MAX;
    for (uint64_t n = 1; n < 3000; n++) {
        listed.count = 0;
        assert_int_equal(number_divisors(n, &budget, list, &listed), ST_OK);
        qsort(listed.items, listed.count, sizeof *listed.items, compare);
        size_t at = 0;
        for (uint64_t d = 1; d <= n; d++)
            if (n % d == 0) assert_true(at < listed.count && listed.items[at++] == d);
        assert_int_equal(at, listed.count);
    }
    listed.count = 0; /* the number below 2^63 with the most divisors */
    assert_int_equal(number_divisors(897612484786617600u, &budget, list, &listed), ST_OK);
    assert_int_equal(listed.count, 103680);
}

CLAIM(a_walk_over_divisors_stops_where_it_is_told)
{
    listed.count = 0;
    listed.stop = 5;
    assert_int_equal(number_divisors(720720, &budget, list, &listed), ST_TIMEOUT);
    assert_int_equal(listed.count, 5);
}

CLAIMS(IT(small_numbers_are_in_the_sets_they_belong_to), IT(roots_are_rounded_down_up_to_the_last_number),
       IT(large_members_are_told_from_their_neighbours), IT(primes_are_told_from_numbers_that_deceive),
       IT(common_divisors_are_the_greatest), IT(factors_are_primes_in_order_and_multiply_back),
       IT(divisors_are_listed_once_each), IT(a_walk_over_divisors_stops_where_it_is_told))
