/* Values of constants: what a default may be computed with. */
#include "claims.h"
#include "checked.h"

/* The default of `param p = text`, or -999 when it is refused. */
static int64_t constant(const char *text)
{
    struct checked c;
    struct text file = {0};
    text_add(&file, "fn twice(x) = 2 * x\nparam p = %s\ngame g(n) { move x(t in 1..n) where t != p -> g(n - t) }\n",
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
    assert_int_equal(constant("max(i for i in 1..5, j in i..5 where i + j == 6)"), 3);
}

CLAIM(what_has_no_value_is_refused)
{
    assert_int_equal(constant("9223372036854775807 + 1"), -999);
    assert_int_equal(constant("1 / (2 - 2)"), -999);
    assert_int_equal(constant("min(i for i in 2..1)"), -999);
    assert_int_equal(constant("sum(i for i in 1..100000000)"), -999);
    assert_int_equal(constant("xor(1, -1)"), -999);
}

CLAIM(defaults_may_be_as_large_as_a_number_is)
{
    assert_true(constant("9223372036854775807") == INT64_MAX);
    assert_true(constant("-9223372036854775808") == INT64_MIN);
    assert_int_equal(constant("9223372036854775808"), -999);
}

CLAIMS(IT(defaults_are_computed), IT(what_has_no_value_is_refused), IT(defaults_may_be_as_large_as_a_number_is))
