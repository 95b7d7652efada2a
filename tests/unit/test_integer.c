/* SPDX-License-Identifier: MIT */
/* Integers of any size, against 128-bit arithmetic, against GMP's own algorithms, and by their laws. */
#include "base/integer.h"
#include <gmp.h>
#include <stdlib.h>
#include <string.h>
#include "base/checked.h"
#include "base/hash.h"
#include "claims.h"

static struct arena arena;

static int empty_arena(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const struct integer *parse(const char *digits) { return integer_parse(&arena, digits, strlen(digits)); }

static void expect_text(const struct integer *a, const char *want)
{
    assert_non_null(a);
    assert_string_equal(integer_string(&arena, a), want);
}

CLAIM(decimal_text_comes_back_as_it_was)
{
    static const char *const texts[] = {"0",
                                        "1",
                                        "-1",
                                        "9",
                                        "10",
                                        "9223372036854775808",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "-10000000000000000000",
                                        "100000000000000000000",
                                        "99999999999999999999999999999999999999",
                                        "-340282366920938463463374607431768211456"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) expect_text(parse(texts[i]), texts[i]);
}

CLAIM(leading_zeros_and_minus_zero_are_plain_zero)
{
    expect_text(parse("000000000000000000000000000000"), "0");
    expect_text(parse("-0"), "0");
    expect_text(parse("0000000000000000000000000000012"), "12");
    assert_int_equal(parse("-0")->sign, 0);
    assert_int_equal(parse("-0")->count, 0);
}

CLAIM(what_is_no_number_is_null)
{
    static const char *const bad[] = {"", "-", "+1", "1a", "a1", " 1", "1 ", "--1", "0x10", "1.0", "1-"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_null(parse(bad[i]));
    assert_null(parse("123456789012345678901234567890x12345678901234567890"));
}

CLAIM(the_longest_text_is_taken_and_a_longer_one_refused)
{
    char *digits = malloc(INTEGER_MAX_DIGITS + 2);
    memset(digits, '9', INTEGER_MAX_DIGITS + 1);
    digits[INTEGER_MAX_DIGITS + 1] = '\0';
    assert_null(integer_parse(&arena, digits, INTEGER_MAX_DIGITS + 1));
    const struct integer *largest = integer_parse(&arena, digits, INTEGER_MAX_DIGITS);
    digits[INTEGER_MAX_DIGITS] = '\0';
    expect_text(largest, digits);
    free(digits);
}

CLAIM(fitting_values_are_given_and_others_not)
{
    int64_t value = 0;
    assert_true(integer_fits(parse("9223372036854775807"), &value) && value == INT64_MAX);
    assert_true(integer_fits(parse("-9223372036854775808"), &value) && value == INT64_MIN);
    assert_true(integer_fits(parse("0"), &value) && value == 0);
    assert_false(integer_fits(parse("9223372036854775808"), &value));
    assert_false(integer_fits(parse("-9223372036854775809"), &value));
    assert_false(integer_fits(parse("100000000000000000000"), &value));
}

CLAIM(values_from_64_bits_print_themselves)
{
    expect_text(integer_from(&arena, INT64_MIN), "-9223372036854775808");
    expect_text(integer_from(&arena, INT64_MAX), "9223372036854775807");
    expect_text(integer_from(&arena, 0), "0");
}

CLAIM(limbs_are_trimmed_and_bounded)
{
    uint64_t limbs[3] = {5, 0, 0}, *many = calloc(INTEGER_MAX_LIMBS + 1, sizeof *many);
    assert_int_equal(integer_from_limbs(&arena, -7, limbs, 3)->count, 1);
    expect_text(integer_from_limbs(&arena, -7, limbs, 3), "-5");
    expect_text(integer_from_limbs(&arena, 0, limbs, 3), "0");
    expect_text(integer_from_limbs(&arena, 1, limbs + 1, 2), "0");
    expect_text(integer_from_limbs(&arena, 1, NULL, 0), "0");
    expect_text(integer_from_limbs(&arena, 1, many, INTEGER_MAX_LIMBS + 1), "0");
    many[INTEGER_MAX_LIMBS] = 1;
    assert_null(integer_from_limbs(&arena, 1, many, INTEGER_MAX_LIMBS + 1));
    free(many);
}

CLAIM(order_is_that_of_the_integers)
{
    static const char *const up[] = {
        "-18446744073709551616", "-5", "-4", "0", "1", "2", "18446744073709551615", "18446744073709551616",
        "36893488147419103232"};
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++) assert_int_equal(integer_compare(parse(up[i]), parse(up[j])), (i > j) - (i < j));
}

/* An integer of up to `limbs` limbs, with runs of zeros and ones in it, of either sign. */
static const struct integer *draw(uint64_t *seed, size_t limbs)
{
    uint64_t words[300];
    size_t count = random_next(seed) % (limbs + 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t kind = random_next(seed) % 4;
        words[i] = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : random_next(seed) >> (random_next(seed) % 64);
    }
    return integer_from_limbs(&arena, random_next(seed) % 2 ? 1 : -1, words, count);
}

static void import(mpz_t out, const struct integer *a)
{
    mpz_import(out, a->count, -1, 8, 0, 0, a->limbs);
    if (a->sign < 0) mpz_neg(out, out);
}

static void expect_same(const struct integer *got, const mpz_t want)
{
    mpz_t seen;
    mpz_init(seen);
    assert_non_null(got);
    import(seen, got);
    assert_int_equal(mpz_cmp(seen, want), 0);
    assert_int_equal(got->sign, mpz_sgn(want));
    assert_true(got->count == 0 || got->limbs[got->count - 1] != 0);
    mpz_clear(seen);
}

static void compare_pair(const struct integer *a, const struct integer *b)
{
    mpz_t x, y, r;
    mpz_inits(x, y, r, NULL);
    import(x, a);
    import(y, b);
    expect_same(integer_add(&arena, a, b), (mpz_add(r, x, y), r));
    expect_same(integer_sub(&arena, a, b), (mpz_sub(r, x, y), r));
    expect_same(integer_mul(&arena, a, b), (mpz_mul(r, x, y), r));
    if (b->sign) expect_same(integer_div(&arena, a, b), (mpz_fdiv_q(r, x, y), r));
    if (b->sign) expect_same(integer_mod(&arena, a, b), (mpz_fdiv_r(r, x, y), r));
    if (a->sign >= 0 && b->sign >= 0) expect_same(integer_xor(&arena, a, b), (mpz_xor(r, x, y), r));
    mpz_clears(x, y, r, NULL);
}

CLAIM(operations_agree_with_another_library_on_small_operands)
{
    uint64_t seed = 11;
    for (int i = 0; i < 20000; i++) {
        compare_pair(draw(&seed, 3), draw(&seed, 3));
        arena_free(&arena);
    }
}

CLAIM(operations_agree_with_another_library_on_large_operands)
{
    uint64_t seed = 12;
    for (int i = 0; i < 2000; i++) {
        compare_pair(draw(&seed, 300), draw(&seed, i % 2 ? 300 : 20));
        arena_free(&arena);
    }
}

CLAIM(strings_agree_with_another_library)
{
    uint64_t seed = 13;
    for (int i = 0; i < 500; i++) {
        mpz_t x;
        mpz_init(x);
        const struct integer *a = draw(&seed, 300);
        import(x, a);
        char *want = mpz_get_str(NULL, 10, x);
        expect_text(a, want);
        assert_int_equal(integer_compare(parse(want), a), 0);
        free(want);
        mpz_clear(x);
        arena_free(&arena);
    }
}

CLAIM(a_divisor_of_zero_and_a_negative_xor_are_null)
{
    const struct integer *zero = parse("0"), *five = parse("5"), *minus = parse("-5");
    assert_null(integer_div(&arena, five, zero));
    assert_null(integer_mod(&arena, zero, zero));
    assert_null(integer_xor(&arena, minus, five));
    assert_null(integer_xor(&arena, five, minus));
}

CLAIM(results_beyond_the_largest_size_are_null)
{
    uint64_t *ones = malloc(INTEGER_MAX_LIMBS * sizeof *ones);
    memset(ones, 0xff, INTEGER_MAX_LIMBS * sizeof *ones);
    const struct integer *largest = integer_from_limbs(&arena, 1, ones, INTEGER_MAX_LIMBS), *one = parse("1");
    assert_null(integer_add(&arena, largest, one));
    assert_non_null(integer_sub(&arena, largest, one));
    assert_null(integer_mul(&arena, largest, parse("2")));
    assert_null(integer_mul(&arena, largest, largest));
    assert_non_null(integer_mul(&arena, largest, one));
    expect_text(integer_div(&arena, largest, largest), "1");
    expect_text(integer_mod(&arena, largest, largest), "0");
    free(ones);
}

CLAIM(division_takes_back_its_scratch_memory)
{
    const struct integer *a = parse("1234567890123456789012345678901234567890123456789012345678901234567890");
    const struct integer *b = parse("98765432109876543210987654321098765432109876543210");
    uint64_t before = arena.bytes;
    integer_div(&arena, a, b);
    assert_true(arena.bytes - before < 400);
}

static bool computes_everything(void)
{
    struct arena own = {0};
    const struct integer *a = integer_parse(&own, "-99999999999999999999999999999999999999999", 42);
    const struct integer *b = integer_from(&own, 77777), *c = a ? integer_mul(&own, a, a) : NULL;
    bool done = a && b && c && integer_add(&own, a, b) && integer_sub(&own, a, b) && integer_div(&own, a, b) &&
                integer_mod(&own, c, a) && integer_xor(&own, c, b) && integer_string(&own, c);
    arena_free(&own);
    return done;
}

CLAIM(a_failed_first_allocation_is_null) { assert_int_equal(walk_failures(computes_everything), 1); }

/* Fills blocks so that the arena has to ask for memory at every step of an operation in turn. */
static bool computes_on_the_edge(size_t filling)
{
    struct arena own = {0};
    bool done = arena_alloc(&own, filling) != NULL;
    const struct integer *a = done ? integer_parse(&own, "-99999999999999999999999999999999999999999", 42) : NULL;
    const struct integer *b = a ? integer_parse(&own, "5555555555555555555555555", 25) : NULL;
    const struct integer *q = b ? integer_div(&own, a, b) : NULL, *m = q ? integer_mod(&own, a, b) : NULL;
    done = m && integer_string(&own, m) && integer_mul(&own, q, m) && integer_add(&own, q, m);
    arena_free(&own);
    return done;
}

CLAIM(a_failed_allocation_at_any_step_is_null_and_leaks_nothing)
{
    uint64_t before = mem_held();
    bool failed = false;
    for (size_t filling = 16; filling < 4096; filling += 16) {
        mem_fail_from(2);
        failed |= !computes_on_the_edge(filling);
        mem_fail_from(0);
        assert_int_equal(mem_held(), before);
    }
    assert_true(failed);
}

#define FRESH(name) cmocka_unit_test_teardown(name, empty_arena)
CLAIMS(FRESH(decimal_text_comes_back_as_it_was), FRESH(leading_zeros_and_minus_zero_are_plain_zero),
       FRESH(what_is_no_number_is_null), FRESH(the_longest_text_is_taken_and_a_longer_one_refused),
       FRESH(fitting_values_are_given_and_others_not), FRESH(values_from_64_bits_print_themselves),
       FRESH(limbs_are_trimmed_and_bounded), FRESH(order_is_that_of_the_integers),
       FRESH(operations_agree_with_another_library_on_small_operands),
       FRESH(operations_agree_with_another_library_on_large_operands), FRESH(strings_agree_with_another_library),
       FRESH(a_divisor_of_zero_and_a_negative_xor_are_null), FRESH(results_beyond_the_largest_size_are_null),
       FRESH(division_takes_back_its_scratch_memory), IT(a_failed_first_allocation_is_null),
       IT(a_failed_allocation_at_any_step_is_null_and_leaks_nothing))
