/* SPDX-License-Identifier: MIT */
/* Multiplication and division of limbs, least significant first, in memory that the caller provides.
 *
 *     limbs_multiply(product, a, n, b, m, scratch);         // scratch: limbs_multiply_scratch(n, m) limbs
 *
 * Only those low-level functions of GMP are used that work in place (add, sub, mul_1, addmul_1, submul_1, shifts, cmp):
 * they allocate nothing. All others may, and GMP ends the process if an allocation fails
 * (docs/decisions/0010-gmp-takes-no-memory.md). */
#ifndef CGI_SHARE_LIMBS_H
#define CGI_SHARE_LIMBS_H
#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef char limbs_are_words[sizeof(mp_limb_t) == sizeof(uint64_t) ? 1 : -1];
typedef char words_are_longs[sizeof(unsigned long) == sizeof(uint64_t) ? 1 : -1];
__extension__ typedef unsigned __int128 two_limbs;

/* ---- multiplication ---------------------------------------------------------------------------------------------- */
enum { KARATSUBA_FROM = 32 };

/* n, m >= 1; the product has n + m limbs and must not overlap a or b. */
static inline void limbs_multiply_plain(mp_limb_t *product, const mp_limb_t *a, size_t n, const mp_limb_t *b, size_t m)
{
    product[n] = mpn_mul_1(product, a, (mp_size_t)n, b[0]);
    for (size_t i = 1; i < m; i++) product[n + i] = mpn_addmul_1(product + i, a, (mp_size_t)n, b[i]);
}

/* out = |x - y| in n limbs, where y has m = n or n - 1 limbs; returns x < y. */
static inline bool limbs_distance(mp_limb_t *out, const mp_limb_t *x, size_t n, const mp_limb_t *y, size_t m)
{
    bool less = (n == m || x[n - 1] == 0) && mpn_cmp(x, y, (mp_size_t)m) < 0;
    if (!less) {
        mpn_sub(out, x, (mp_size_t)n, y, (mp_size_t)m);
        return false;
    }
    mpn_sub_n(out, y, x, (mp_size_t)m);
    if (m < n) out[n - 1] = 0;
    return true;
}

/* Karatsuba multiplication of two numbers of n limbs; scratch has 4 n + 4 * 64 limbs, since each level takes 4 ceil(n /
 * 2) and halves n, rounding up, at most 64 times. With l = ceil(n / 2), a = a1 2^(64 l) + a0 and b = b1 2^(64 l) + b0,
 * the middle term a0 b1 + a1 b0 is a0 b0 + a1 b1 - (a0 - a1)(b0 - b1). */
static inline void limbs_multiply_same(mp_limb_t *product, const mp_limb_t *a, const mp_limb_t *b, size_t n,
                                       mp_limb_t *scratch)
{
    if (n < KARATSUBA_FROM) {
        limbs_multiply_plain(product, a, n, b, n);
        return;
    }
    size_t low = n - n / 2, high = n / 2;
    mp_limb_t *middle = scratch, *cross = scratch + 2 * low, *rest = scratch + 4 * low;
    bool negative = limbs_distance(middle, a, low, a + low, high);
    negative ^= limbs_distance(middle + low, b, low, b + low, high);
    limbs_multiply_same(cross, middle, middle + low, low, rest);
    limbs_multiply_same(product, a, b, low, rest);
    limbs_multiply_same(product + 2 * low, a + low, b + low, high, rest);
    mp_limb_t carry = mpn_add(middle, product, (mp_size_t)(2 * low), product + 2 * low, (mp_size_t)(2 * high));
    if (negative) carry += mpn_add_n(middle, middle, cross, (mp_size_t)(2 * low));
    else carry -= mpn_sub_n(middle, middle, cross, (mp_size_t)(2 * low));
    carry += mpn_add_n(product + low, product + low, middle, (mp_size_t)(2 * low));
    mpn_add_1(product + 3 * low, product + 3 * low, (mp_size_t)(2 * n - 3 * low), carry);
}

static inline bool limbs_are_alike(size_t n, size_t m) { return m >= KARATSUBA_FROM && 2 * m >= n; }

static inline size_t limbs_multiply_scratch(size_t n, size_t m)
{
    size_t longer = n > m ? n : m, shorter = n > m ? m : n;
    return limbs_are_alike(longer, shorter) ? longer + 2 * longer + 4 * longer + 4 * 64 : 0;
}

/* The product has n + m limbs and must not overlap a or b; n, m >= 1. A shorter number is padded with zeros; one that
 * is less than half as long is multiplied limb by limb. */
static inline void limbs_multiply(mp_limb_t *product, const mp_limb_t *a, size_t n, const mp_limb_t *b, size_t m,
                                  mp_limb_t *scratch)
{
    if (n < m) {
        limbs_multiply(product, b, m, a, n, scratch);
        return;
    }
    if (!limbs_are_alike(n, m)) {
        limbs_multiply_plain(product, a, n, b, m);
        return;
    }
    mp_limb_t *padded = scratch, *whole = scratch + n;
    memcpy(padded, b, m * sizeof *b);
    memset(padded + m, 0, (n - m) * sizeof *b);
    limbs_multiply_same(whole, a, padded, n, scratch + 3 * n);
    memcpy(product, whole, (n + m) * sizeof *whole);
}

/* ---- division ---------------------------------------------------------------------------------------------------- */
/* The next limb of the quotient, at most one too large (Knuth, The Art of Computer Programming 2, 4.3.1, theorem B and
 * D3): u points at the three leading limbs of the rest, v at the two of the divisor, whose top bit is set. */
static inline mp_limb_t limbs_estimate(const mp_limb_t *u, const mp_limb_t *v)
{
    two_limbs top = (two_limbs)u[2] << 64 | u[1], q = top / v[1], rest = top % v[1];
    while (rest >> 64 == 0 && (q >> 64 || q * v[0] > (rest << 64 | u[0]))) {
        q--;
        rest += v[1];
    }
    return (mp_limb_t)q;
}

/* rest has n + 1 limbs and becomes the remainder; the divisor v has m limbs, 2 <= m <= n, with the top bit set; the
 * quotient receives n - m + 1. */
static inline void limbs_divide(mp_limb_t *quotient, mp_limb_t *rest, size_t n, const mp_limb_t *v, size_t m)
{
    for (size_t j = n - m + 1; j-- > 0;) {
        mp_limb_t q = limbs_estimate(rest + j + m - 2, v + m - 2);
        mp_limb_t borrow = mpn_submul_1(rest + j, v, (mp_size_t)m, q);
        bool too_large = rest[j + m] < borrow;
        rest[j + m] -= borrow;
        if (too_large) {
            q--;
            rest[j + m] += mpn_add_n(rest + j, rest + j, v, (mp_size_t)m);
        }
        quotient[j] = q;
    }
}

/* ---- shifts ------------------------------------------------------------------------------------------------------ */
/* Shifts by fewer than 64 bits and returns the bits shifted out at the top. out may be at or above `in`. */
static inline mp_limb_t limbs_shift_up(mp_limb_t *out, const mp_limb_t *in, size_t count, unsigned bits)
{
    if (bits && count) return mpn_lshift(out, in, (mp_size_t)count, bits);
    memmove(out, in, count * sizeof *out);
    return 0;
}
/* Shifts down by fewer than 64 bits; out may be at or below `in`. */
static inline void limbs_shift_down(mp_limb_t *out, const mp_limb_t *in, size_t count, unsigned bits)
{
    if (bits && count) mpn_rshift(out, in, (mp_size_t)count, bits);
    else memmove(out, in, count * sizeof *out);
}

#endif
