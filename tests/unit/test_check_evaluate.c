/* SPDX-License-Identifier: MIT */
/* Values of constants: what a default may be computed with. */
#include <inttypes.h>
#include <stdio.h>
#include "check/names/params.h"
#include "claims.h"
#include "checked.h"

/* The default of `param p = text`, or -999 when it is refused. */
static int64_t constant(const char *text)
{
    struct checked c;
    struct text file = {0};
    text_add(&file,
             "fn twice(x) = 2 * x\nfn three(x) = 3\nparam p = %s\ngame g(n) { move x(t in 1..n) where t != p -> g(n - "
             "t) }\n",
             text);
    checked_open(&c, text_c(&file));
    int64_t value = c.st == ST_OK ? c.model->params[0].value : -999;
    text_free(&file);
    checked_close(&c);
    return value;
}

CLAIM(defaults_are_computed)
{
    assert_int_equal(constant("2 * 3 + 4"), 10);
    assert_int_equal(constant("-7 / 2"), -4);
    assert_int_equal(constant("-7 % 3"), 2);
    assert_int_equal(constant("twice(21)"), 42);
    assert_int_equal(constant("max(3, 9, 2) - min(4, 1)"), 8);
    assert_int_equal(constant("xor(5, 6) + mex(0, 1, 3)"), 5);
    assert_int_equal(constant("gcd(12, -18) + abs(-4) + popcount(7) + bit(4, 2)"), 14);
    assert_int_equal(constant("(3 > 2 ? 5 : 6)"), 5);
    assert_int_equal(constant("sum(i * i for i in 1..4 where odd(i))"), 10);
    assert_int_equal(constant("count(i for i in 1..20 where i in primes)"), 8);
    assert_int_equal(constant("count(i in squares or i in fib or i in powers(3) for i in 1..20)"), 9);
    assert_int_equal(constant("count(x for x in squares where x <= 20)"), 4);
    assert_int_equal(constant("sum(x for x in squares where x < 10000000000)"), 333328333350000);
    assert_int_equal(constant("sum(x + y for x in fib, y in powers(x + 1) where x <= 3 and y <= 4)"), 29);
    assert_int_equal(constant("max(x for x in fib where x <= 9000000000000000000)"), 7540113804746346429);
    assert_int_equal(constant("count(x for x in powers(2) where x < 9223372036854775807)"), 63);
    assert_int_equal(constant("max(x for x in primes where 2 * x + 1 <= 60)"), 29);
    assert_int_equal(constant("sum(x for x in divisors(12)) + count(x for x in divisors(-1))"), 28);
    assert_int_equal(constant("count(x for x in squares where x <= 0)"), 0);
    assert_int_equal(constant("max(i for i in 1..5, j in i..5 where i + j == 6)"), 3);
    assert_int_equal(constant("(any(6 / (x - 9) == -2 for x in {9, 6}) ? 4 : 5)"), 4);
    assert_int_equal(constant("(all(6 / (x - 9) == 1 for x in {9, 6}) ? 4 : 5)"), 5);
    assert_int_equal(constant("(any(6 / x == 2 for x in {3, 0}) ? 4 : 5)"), -999);
}

CLAIM(what_has_no_value_is_refused)
{
    assert_int_equal(constant("9223372036854775807 + 1"), -999);
    assert_int_equal(constant("1 / (2 - 2)"), -999);
    assert_int_equal(constant("min(i for i in 2..1)"), -999);
    assert_int_equal(constant("sum(i for i in 1..100000000)"), -999);
    assert_int_equal(constant("sum(x for x in primes where x <= 100000000)"), -999);
    assert_int_equal(constant("sum(x for x in powers(1) where x <= 9)"), -999);
    assert_int_equal(constant("xor(1, -1)"), -999);
    assert_int_equal(constant("three([x for x in 1..3])"), -999);
    assert_int_equal(constant("three([[x] for x in 1..3])"), -999);
    assert_int_equal(constant("three([[], [[]]])"), -999);
    assert_int_equal(constant("twice(three(4))"), 6);
}

CLAIM(defaults_may_be_as_large_as_a_number_is)
{
    assert_true(constant("9223372036854775807") == INT64_MAX);
    assert_true(constant("-9223372036854775808") == INT64_MIN);
    assert_int_equal(constant("9223372036854775808"), -999);
}

/* ---- members of named sets, by lists that are counted up in 128 bits */

/* Is the value refused with E0409, both as a default and by --set? Both must say the same. */
static bool is_member(int64_t value, const char *set)
{
    struct checked c;
    struct text file = {0}, typed = {0};
    struct ast *ast = NULL;
    struct param_value *values;
    size_t count;
    text_add(&file, "param p = %" PRId64 " in %s\ngame g(n) { move x(t in 1..n) where t != p -> g(n - t) }\n", value,
             set);
    checked_open(&c, text_c(&file));
    bool member = c.st == ST_OK;
    assert_true(member || strcmp(checked_code(&c, 0), "E0409") == 0);
    checked_close(&c);
    text_free(&file);
    text_add(&file, "param p = %s in %s\ngame g(n) { move x(t in 1..n) where t != p -> g(n - t) }\n",
             strcmp(set, "primes") == 0 ? "2" : "1", set);
    checked_open(&c, text_c(&file));
    text_add(&typed, "%" PRId64, value);
    assert_int_equal(checked_parse(&c, "typed", text_c(&typed), false, &ast), ST_OK);
    assert_int_equal(check_value(&c.in, c.model, 0, ast, &c.answers, &values, &count) == ST_OK, member);
    checked_close(&c);
    text_free(&file);
    text_free(&typed);
    return member;
}

/* `listed` holds every member from its first to its last entry. */
static void assert_members(const char *set, const __int128 *listed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int off = -2; off <= 2; off++) {
            __int128 value = listed[i] + off;
            bool expected = false;
            for (size_t k = 0; k < count; k++) expected = expected || listed[k] == value;
            if (value > INT64_MAX || (value > 0 && value < listed[0])) continue;
            assert_int_equal(is_member((int64_t)value, set), expected);
        }
}

CLAIM(fibonacci_numbers_are_known_to_the_last)
{
    __int128 fib[95] = {1, 2};
    for (int i = 2; i < 95; i++) fib[i] = fib[i - 1] + fib[i - 2];
    assert_members("fib", fib, 95);
    assert_false(is_member(INT64_MAX, "fib"));
    assert_false(is_member(INT64_MIN, "fib"));
    assert_false(is_member(0, "fib"));
}

CLAIM(squares_are_known_to_the_last)
{
    __int128 squares[40];
    for (int i = 0; i < 40; i++) squares[i] = (__int128)(i + 1) * (i + 1);
    assert_members("squares", squares, 40);
    for (int i = 0; i < 40; i++)
        squares[i] = (__int128)(3037000480 + i) * (3037000480 + i); /* 3037000499^2 is the last */
    assert_members("squares", squares, 40);
    assert_false(is_member(INT64_MAX, "squares"));
    assert_false(is_member(-4, "squares"));
}

CLAIM(powers_are_known_to_the_last)
{
    static const int64_t bases[] = {2, 3, 4, 5, 7, 10, 16, 999, 3037000499, 3037000500, 4294967296, INT64_MAX};
    for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
        __int128 powers[70] = {1};
        char set[40];
        size_t count = 1;
        while (powers[count - 1] <= INT64_MAX) powers[count] = powers[count - 1] * bases[b], count++;
        snprintf(set, sizeof set, "powers(%" PRId64 ")", bases[b]);
        assert_members(set, powers, count);
    }
}

/* 9223372036854775783 is the last prime below 2^63; 3037000493 is the last whose square is. */
CLAIM(primes_are_known_to_the_last)
{
    for (int64_t n = -3; n < 200; n++) {
        bool prime = n > 1;
        for (int64_t d = 2; d < n; d++) prime = prime && n % d;
        assert_int_equal(is_member(n, "primes"), prime);
    }
    for (int64_t off = 0; off < 25; off++) assert_int_equal(is_member(INT64_MAX - off, "primes"), off == 24);
    assert_false(is_member(INT64_C(3037000493) * 3037000493, "primes"));
}

CLAIM(divisors_are_told_from_other_numbers)
{
    for (int64_t n = 1; n < 40; n++) {
        char set[40];
        snprintf(set, sizeof set, "divisors(%" PRId64 ")", n);
        for (int64_t d = -2; d < 45; d++) assert_int_equal(is_member(d, set), d > 0 && n % d == 0);
    }
    assert_true(is_member(INT64_C(153722867280912930) * 60, "divisors(9223372036854775800)"));
    assert_false(is_member(INT64_MAX, "divisors(9223372036854775800)"));
}

CLAIM(domains_are_computed_before_anything_is_held_against_them)
{
    assert_true(is_member(42, "1..sum(i for i in 1..8) + 6"));
    assert_false(is_member(43, "1..sum(i for i in 1..8) + 6"));
    assert_true(is_member(3, "{1, 2 + 1, 9}"));
    assert_false(is_member(4, "{1, 2 + 1, 9}"));
}

CLAIMS(IT(defaults_are_computed), IT(what_has_no_value_is_refused), IT(defaults_may_be_as_large_as_a_number_is),
       IT(fibonacci_numbers_are_known_to_the_last), IT(squares_are_known_to_the_last), IT(powers_are_known_to_the_last),
       IT(primes_are_known_to_the_last), IT(divisors_are_told_from_other_numbers),
       IT(domains_are_computed_before_anything_is_held_against_them))
