/* SPDX-License-Identifier: MIT */
/* The numbers that plugins calculate with, against GMP's own: all sizes around the changes of method, operands that are the
 * result, and memory that runs out at any place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "share/numbers.h"

/* ---- a host with memory that can run out ------------------------------------------------------------------------- */
static size_t tried, fail_at, held;

static void *take(const cgi_host *host, size_t size)
{
    (void)host;
    if (++tried == fail_at) return NULL;
    held++;
    return malloc(size ? size : 1);
}
static void *grow(const cgi_host *host, void *block, size_t size)
{
    if (!block) return take(host, size);
    return ++tried == fail_at ? NULL : realloc(block, size);
}
static void give_back(const cgi_host *host, void *block)
{
    (void)host;
    held -= block != NULL;
    free(block);
}
static const cgi_host host = {.struct_size = sizeof host, .allocate = take, .resize = grow, .release = give_back};

static struct numbers all;
static struct number n[4];

static void open_numbers(size_t limbs)
{
    fail_at = 0;
    assert_int_equal(numbers_open(&all, &host, n, 4, limbs), CGI_OK);
}
static void close_numbers(void)
{
    numbers_close(&all);
    assert_int_equal(held, 0);
}

/* ---- numbers to calculate with ----------------------------------------------------------------------------------- */
static uint64_t seed = 1;

/* A number of so many limbs; every fourth has long runs of ones and zeros, which carry far. */
static void random_number(struct number *out, size_t limbs, int sign)
{
    bool runs = random_next(&seed) % 4 == 0;
    assert_true(number_room(out, limbs));
    for (size_t i = 0; i < limbs; i++) {
        uint64_t word = random_next(&seed);
        out->limbs[i] = runs ? 0 - (word & 1) : word;
    }
    if (limbs && out->limbs[limbs - 1] == 0) out->limbs[limbs - 1] = 1;
    number_is(out, sign, limbs);
}
static mpz_srcptr read(mpz_t out, const struct number *a)
{
    static const mp_limb_t zero;
    mp_size_t count = (mp_size_t)a->is.count;
    return mpz_roinit_n(out, count ? (const mp_limb_t *)a->is.limbs : &zero, a->is.sign < 0 ? -count : count);
}
static void is(const struct number *a, const mpz_t expected, const char *what)
{
    mpz_t view;
    read(view, a);
    if (mpz_cmp(view, expected) != 0) gmp_fprintf(stderr, "%s: %Zx, not %Zx\n", what, view, expected);
    assert_int_equal(mpz_cmp(view, expected), 0);
    assert_int_equal(a->is.sign, mpz_sgn(expected));
    assert_int_equal(a->is.count, mpz_size(expected));
}

static const size_t sizes[] = {0,  1,  2,  3,  15,  31,  32,  33,  34,  47,  48, 63,
                               64, 65, 66, 95, 127, 128, 129, 131, 191, 257, 300};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- claims ------------------------------------------------------------------------------------------------------ */
CLAIM(sums_differences_and_comparisons_are_right)
{
    mpz_t a, b, e;
    mpz_init(e);
    open_numbers(2);
    for (int round = 0; round < 4000; round++) {
        size_t left = random_next(&seed) % 5, right = random_next(&seed) % 5;
        random_number(&n[0], left, random_next(&seed) % 2 ? 1 : -1);
        random_number(&n[1], right, random_next(&seed) % 2 ? 1 : -1);
        if (round % 7 == 0) number_set(&n[1], &n[0].is);
        read(a, &n[0]), read(b, &n[1]);
        assert_int_equal(number_compare(&n[0].is, &n[1].is), (mpz_cmp(a, b) > 0) - (mpz_cmp(a, b) < 0));
        mpz_add(e, a, b);
        number_add(&n[2], &n[0].is, &n[1].is);
        is(&n[2], e, "a + b");
        mpz_sub(e, a, b);
        number_sub(&n[2], &n[0].is, &n[1].is);
        is(&n[2], e, "a - b");
        number_set(&n[2], &n[0].is);
        number_sub(&n[2], &n[2].is, &n[1].is);
        is(&n[2], e, "a -= b");
        number_set(&n[2], &n[1].is);
        number_sub(&n[2], &n[0].is, &n[2].is);
        is(&n[2], e, "b = a - b");
        uint64_t word = random_next(&seed) >> random_next(&seed) % 64;
        mpz_add_ui(e, a, word);
        number_add_word(&n[2], &n[0].is, word);
        is(&n[2], e, "a + word");
        mpz_sub_ui(e, a, word);
        number_sub_word(&n[2], &n[0].is, word);
        is(&n[2], e, "a - word");
        assert_int_equal(number_compare_word(&n[0].is, word) > 0, mpz_cmp_ui(a, word) > 0);
        assert_int_equal(number_compare_word(&n[0].is, word) < 0, mpz_cmp_ui(a, word) < 0);
    }
    close_numbers();
    mpz_clear(e);
}

CLAIM(products_are_right_at_all_sizes)
{
    mpz_t a, b, e;
    mpz_init(e);
    open_numbers(1);
    for (size_t i = 0; i < SIZES; i++)
        for (size_t j = 0; j < SIZES; j++)
            for (int round = 0; round < 4; round++) {
                random_number(&n[0], sizes[i], round % 2 ? 1 : -1);
                random_number(&n[1], sizes[j], 1);
                mpz_mul(e, read(a, &n[0]), read(b, &n[1]));
                number_mul(&n[2], &n[0].is, &n[1].is);
                is(&n[2], e, "a * b");
            }
    for (size_t i = 0; i < 400; i++) {
        random_number(&n[0], i, 1);
        mpz_mul(e, read(a, &n[0]), a);
        number_mul(&n[2], &n[0].is, &n[0].is);
        is(&n[2], e, "a * a");
        uint64_t word = random_next(&seed) >> i % 64;
        mpz_mul_ui(e, a, word);
        number_mul_word(&n[0], &n[0].is, word);
        is(&n[0], e, "a *= word");
    }
    close_numbers();
    mpz_clear(e);
}

CLAIM(quotients_are_right_at_all_sizes)
{
    mpz_t a, b, q, r;
    mpz_inits(q, r, NULL);
    open_numbers(1);
    for (size_t i = 0; i < SIZES; i++)
        for (size_t j = 1; j < SIZES; j++)
            for (int round = 0; round < 4; round++) {
                random_number(&n[0], sizes[i], 1);
                random_number(&n[1], sizes[j], 1);
                mpz_fdiv_qr(q, r, read(a, &n[0]), read(b, &n[1]));
                number_divide(&n[2], &n[3], &n[0].is, &n[1].is);
                is(&n[2], q, "a / b");
                is(&n[3], r, "a mod b");
                number_divide(&n[0], &n[1], &n[0].is, &n[1].is);
                is(&n[0], q, "a /= b");
                is(&n[1], r, "b = a mod b");
            }
    for (size_t i = 0; i < 200; i++) {
        uint64_t word = (random_next(&seed) >> i % 64) | 1;
        random_number(&n[0], i % 9, 1);
        mpz_fdiv_qr_ui(q, r, read(a, &n[0]), word);
        assert_int_equal(number_mod_word(&n[0].is, word), mpz_get_ui(r));
        assert_int_equal(number_div_word(&n[0], &n[0].is, word), mpz_get_ui(r));
        is(&n[0], q, "a /= word");
    }
    close_numbers();
    mpz_clears(q, r, NULL);
}

CLAIM(bits_are_right)
{
    mpz_t a, b, e;
    mpz_init(e);
    open_numbers(1);
    for (size_t round = 0; round < 3000; round++) {
        size_t bits = random_next(&seed) % 300;
        random_number(&n[0], round % 6, 1);
        random_number(&n[1], round % 5, 1);
        read(a, &n[0]), read(b, &n[1]);
        assert_int_equal(number_bits(&n[0].is), mpz_sgn(a) ? mpz_sizeinbase(a, 2) : 0);
        mpz_xor(e, a, b);
        number_xor(&n[2], &n[0].is, &n[1].is);
        is(&n[2], e, "a ^ b");
        number_set(&n[2], &n[0].is);
        number_xor(&n[2], &n[2].is, &n[1].is);
        is(&n[2], e, "a ^= b");
        mpz_mul_2exp(e, a, bits);
        number_shift_up(&n[2], &n[0].is, bits);
        is(&n[2], e, "a << bits");
        assert_int_equal(number_low_zeros(&n[2].is), mpz_sgn(e) ? mpz_scan1(e, 0) : 0);
        number_set(&n[2], &n[0].is);
        number_shift_up(&n[2], &n[2].is, bits);
        is(&n[2], e, "a <<= bits");
        mpz_fdiv_q_2exp(e, a, bits);
        number_shift_down(&n[2], &n[0].is, bits);
        is(&n[2], e, "a >> bits");
        number_shift_down(&n[0], &n[0].is, bits);
        is(&n[0], e, "a >>= bits");
    }
    close_numbers();
    mpz_clear(e);
}

static void check_root(const mpz_t a)
{
    mpz_t e;
    mpz_init(e);
    assert_true(number_room(&n[0], mpz_size(a)));
    for (size_t i = 0; i < mpz_size(a); i++) n[0].limbs[i] = mpz_getlimbn(a, (mp_size_t)i);
    number_is(&n[0], 1, mpz_size(a));
    mpz_sqrt(e, a);
    number_root(&n[1], &n[0].is);
    is(&n[1], e, "the root");
    mpz_clear(e);
}

CLAIM(roots_are_right_next_to_squares_and_anywhere)
{
    mpz_t a, view;
    mpz_init(a);
    open_numbers(1);
    for (unsigned long i = 0; i < 20000; i++) {
        mpz_set_ui(a, i);
        check_root(a);
    }
    for (size_t i = 0; i < 400; i++) {
        random_number(&n[0], 1 + i % 100, 1);
        mpz_set(a, read(view, &n[0]));
        mpz_fdiv_q_2exp(a, a, random_next(&seed) % 64);
        check_root(a);
        mpz_mul(a, a, a);
        check_root(a);
        mpz_add_ui(a, a, 1);
        check_root(a);
        if (mpz_cmp_ui(a, 2) >= 0) mpz_sub_ui(a, a, 2);
        check_root(a);
    }
    close_numbers();
    mpz_clear(a);
}

/* A calculation that uses everything; true if it had the memory. */
static bool calculates(const mpz_t expected)
{
    bool opened = numbers_open(&all, &host, n, 4, 1) == CGI_OK;
    number_set_word(&n[0], 3);
    for (int i = 0; i < 8; i++) {
        number_mul(&n[1], &n[0].is, &n[0].is);
        number_add_word(&n[0], &n[1].is, (uint64_t)i);
    }
    number_shift_up(&n[0], &n[0].is, 4000);
    number_root(&n[1], &n[0].is);
    number_mul(&n[2], &n[1].is, &n[0].is);
    number_divide(&n[3], &n[2], &n[2].is, &n[1].is);
    number_xor(&n[3], &n[3].is, &n[1].is);
    number_shift_down(&n[3], &n[3].is, 100);
    number_mul_word(&n[3], &n[3].is, 7);
    bool worked = numbers_status(&all) == CGI_OK;
    if (worked) is(&n[3], expected, "the calculation");
    else assert_int_equal(numbers_status(&all), CGI_NO_MEMORY);
    assert_true(opened || !worked);
    if (!worked) assert_int_equal(n[3].is.count, 0);
    numbers_close(&all);
    return worked;
}

CLAIM(any_failed_allocation_is_told)
{
    mpz_t a, b;
    mpz_init_set_ui(a, 3);
    mpz_init(b);
    for (unsigned i = 0; i < 8; i++) {
        mpz_mul(a, a, a);
        mpz_add_ui(a, a, i);
    }
    mpz_mul_2exp(a, a, 4000);
    mpz_sqrt(b, a);
    mpz_xor(a, a, b);
    mpz_fdiv_q_2exp(a, a, 100);
    mpz_mul_ui(a, a, 7);
    bool worked = false;
    size_t failed = 0;
    for (size_t at = 1; !worked; at++) {
        tried = 0;
        fail_at = at;
        worked = calculates(a);
        failed += !worked;
        assert_int_equal(held, 0);
    }
    assert_true(failed > 20);
    mpz_clears(a, b, NULL);
}

CLAIMS(IT(sums_differences_and_comparisons_are_right), IT(products_are_right_at_all_sizes),
       IT(quotients_are_right_at_all_sizes), IT(bits_are_right), IT(roots_are_right_next_to_squares_and_anywhere),
       IT(any_failed_allocation_is_told))
