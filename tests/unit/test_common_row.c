/* SPDX-License-Identifier: MIT */
/* Divisors that a number has in common with many, whatever was asked before, against Euclid's algorithm. */
#include "base/common_row.h"
#include "base/hash.h"
#include "base/numbers.h"
#include "claims.h"

static struct common_row row;

static void asked(int64_t a, int64_t b)
{
    int64_t got = 0, want = 0;
    bool fits = number_gcd_fits(a, b, &want);
    assert_int_equal(common_gcd(&row, a, b, &got), fits);
    if (fits && got != want) fail_msg("gcd(%lld, %lld): %lld", (long long)a, (long long)b, (long long)got);
}

/* Either may stay; all others up to twice it, in order or from the last one. */
static void stays(int64_t n, bool first, int64_t step)
{
    for (int64_t x = step > 0 ? -1 : 2 * n + 1; x >= -1 && x <= 2 * n + 1; x += step)
        asked(first ? n : x, first ? x : n);
}

CLAIM(common_divisors_of_small_numbers)
{
    common_open(&row);
    for (int64_t n = 0; n <= 300; n++)
        for (int way = 0; way < 4; way++) stays(n, way % 2, way < 2 ? 1 : -1);
}

CLAIM(common_divisors_at_the_bounds)
{
    static const int64_t numbers[] = {55440, 50400, 65519, 65535, 65536, 65025, 32768, 46080, 99991};
    common_open(&row);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int64_t step = 1; step <= 729; step *= 9) {
            stays(numbers[i], true, step);
            stays(numbers[i], false, -step);
        }
}

CLAIM(common_divisors_of_any_numbers)
{
    static const int64_t edges[] = {0, 1, -1, INT64_MAX, INT64_MIN, INT64_MIN + 1, 65535, 65536, 60, -60};
    enum { EDGES = sizeof edges / sizeof *edges };
    uint64_t drawn = 1;
    common_open(&row);
    for (int i = 0; i < 400000; i++) {
        drawn = hash_mix(drawn + 1);
        int64_t n = i / 100 % 3 == 0 ? edges[i / 300 % EDGES] : (int64_t)(hash_mix((uint64_t)i / 100) % 3000);
        int64_t x = drawn % 16 == 0 ? edges[drawn / 16 % EDGES] : (int64_t)(drawn / 16 % 4000) - (int64_t)(drawn % 3);
        asked(drawn % 5 ? n : x, drawn % 5 ? x : n);
    }
}

CLAIMS(IT(common_divisors_of_small_numbers), IT(common_divisors_at_the_bounds), IT(common_divisors_of_any_numbers))
