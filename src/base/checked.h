/* SPDX-License-Identifier: MIT */
/* Exact 64-bit arithmetic: every operation reports whether the result fits.
 *
 *     int64_t r;
 *     if (!checked_add(a, b, &r)) return overflow;
 *
 *     bool more = low <= high;
 *     for (int64_t x = low; more; more = checked_next(&x, high)) use(x);       // also where high is INT64_MAX
 *
 * Division is floor division and the remainder has the sign of the divisor; both return false for a divisor of 0.
 * Powers are defined for natural numbers and return false for others; the power 0^0 is 1, the empty product. */
#ifndef CGI_BASE_CHECKED_H
#define CGI_BASE_CHECKED_H
#include <stdbool.h>
#include <stdint.h>

static inline bool checked_add(int64_t a, int64_t b, int64_t *r) { return !__builtin_add_overflow(a, b, r); }
static inline bool checked_sub(int64_t a, int64_t b, int64_t *r) { return !__builtin_sub_overflow(a, b, r); }
static inline bool checked_mul(int64_t a, int64_t b, int64_t *r) { return !__builtin_mul_overflow(a, b, r); }
static inline bool checked_neg(int64_t a, int64_t *r) { return !__builtin_sub_overflow((int64_t)0, a, r); }
static inline bool checked_div(int64_t a, int64_t b, int64_t *r)
{
    if (b == 0 || (a == INT64_MIN && b == -1)) return false;
    int64_t q = a / b;
    *r = q - ((a % b != 0) && ((a % b < 0) != (b < 0)));
    return true;
}
static inline bool checked_mod(int64_t a, int64_t b, int64_t *r)
{
    if (b == 0) return false;
    if (b == -1) {
        *r = 0;
        return true;
    }
    int64_t m = a % b;
    *r = (m != 0 && ((m < 0) != (b < 0))) ? m + b : m;
    return true;
}
static inline bool checked_pow(int64_t base, int64_t exponent, int64_t *r)
{
    if (base < 0 || exponent < 0) return false;
    *r = base == 0 && exponent > 0 ? 0 : 1;
    for (; base > 1 && exponent > 0; exponent--) /* at most 63 times */
        if (!checked_mul(*r, base, r)) return false;
    return true;
}
/* The number after *x, up to `high`; false if there is none. */
static inline bool checked_next(int64_t *x, int64_t high) { return *x < high && (++*x, true); }

#endif
