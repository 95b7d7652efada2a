/* SPDX-License-Identifier: MIT */
/* Sign and magnitude over GMP's limb functions. Of those only the ones that work in place on the caller's memory are
 * used (add, sub, mul_1, addmul_1, submul_1, divrem_1, shifts, xor): GMP's larger algorithms take scratch memory of
 * their own and abort the program when there is none. The sizes here are bounded, so the schoolbook methods they leave
 * us with stay in the range of milliseconds. */
#include "base/integer.h"
#include <gmp.h>
#include <string.h>

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NAIL_BITS == 0, "limbs are whole 64-bit words");

#define CHUNK_DIGITS 19
#define CHUNK 10000000000000000000u /* 10^19, the largest power of ten in a limb */

static const struct integer *make(struct arena *arena, int sign, const mp_limb_t *limbs, size_t count)
{
    while (count && limbs[count - 1] == 0) count--;
    if (count > INTEGER_MAX_LIMBS) return NULL;
    struct integer *made = arena_alloc(arena, sizeof *made);
    if (!made) return NULL;
    *made = (struct integer){.sign = count ? sign : 0, .count = count && sign ? (uint32_t)count : 0, .limbs = limbs};
    return made;
}

static mp_limb_t *reserve(struct arena *arena, size_t count) { return arena_array(arena, count, sizeof(mp_limb_t)); }

const struct integer *integer_from_limbs(struct arena *arena, int sign, const uint64_t *limbs, size_t count)
{
    while (count && limbs[count - 1] == 0) count--;
    if (count > INTEGER_MAX_LIMBS) return NULL;
    mp_limb_t *copy = reserve(arena, count);
    if (!copy) return NULL;
    if (count) memcpy(copy, limbs, count * sizeof *copy);
    return make(arena, (sign > 0) - (sign < 0), copy, count);
}

const struct integer *integer_from(struct arena *arena, int64_t value)
{
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return integer_from_limbs(arena, value < 0 ? -1 : 1, &magnitude, 1);
}

/* Up to 19 digits as a number; false when one of them is none. */
static bool read_chunk(const char *digits, size_t length, mp_limb_t *chunk)
{
    *chunk = 0;
    for (size_t i = 0; i < length; i++) {
        if (digits[i] < '0' || digits[i] > '9') return false;
        *chunk = *chunk * 10 + (mp_limb_t)(digits[i] - '0');
    }
    return true;
}

const struct integer *integer_parse(struct arena *arena, const char *digits, size_t length)
{
    bool negative = length && digits[0] == '-';
    if (negative) digits++, length--;
    if (length == 0 || length > INTEGER_MAX_DIGITS) return NULL;
    mp_limb_t *limbs = reserve(arena, length / CHUNK_DIGITS + 1);
    if (!limbs) return NULL;
    size_t count = 0, step = length % CHUNK_DIGITS;
    if (step == 0) step = CHUNK_DIGITS;
    for (size_t at = 0; at < length; at += step, step = CHUNK_DIGITS) {
        mp_limb_t carry;
        if (!read_chunk(digits + at, step, &carry)) return NULL;
        if (count) {
            mp_limb_t high = mpn_mul_1(limbs, limbs, (mp_size_t)count, CHUNK);
            carry = high + mpn_add_1(limbs, limbs, (mp_size_t)count, carry);
        }
        if (carry) limbs[count++] = carry;
    }
    return make(arena, negative ? -1 : 1, limbs, count);
}

/* Writes the digits of one chunk so that they end before `end`; all 19 of them unless it is the leading chunk. */
static char *write_chunk(char *end, mp_limb_t chunk, bool leading)
{
    for (int i = 0; leading ? chunk != 0 : i < CHUNK_DIGITS; i++, chunk /= 10) *--end = (char)('0' + chunk % 10);
    return end;
}

char *integer_string(struct arena *arena, const struct integer *a)
{
    size_t size = (size_t)a->count * 20 + 3; /* a limb has under 19.3 digits; then '-', '0' and NUL */
    char *out = arena_alloc(arena, size);
    if (!out) return NULL;
    struct arena_mark mark = arena_mark(arena);
    mp_limb_t *rest = reserve(arena, a->count);
    if (!rest) return NULL;
    size_t count = a->count;
    if (count) memcpy(rest, a->limbs, count * sizeof *rest);
    char *at = out + size - 1;
    while (count) {
        mp_limb_t chunk = mpn_divrem_1(rest, 0, rest, (mp_size_t)count, CHUNK);
        while (count && rest[count - 1] == 0) count--;
        at = write_chunk(at, chunk, count == 0);
    }
    arena_rewind(arena, mark);
    if (a->sign == 0) *--at = '0';
    if (a->sign < 0) *--at = '-';
    return memmove(out, at, (size_t)(out + size - at));
}

bool integer_fits(const struct integer *a, int64_t *value)
{
    if (a->count > 1) return false;
    uint64_t magnitude = a->count ? a->limbs[0] : 0;
    uint64_t limit = (uint64_t)INT64_MAX + (a->sign < 0);
    if (magnitude > limit) return false;
    *value = a->sign < 0 ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return true;
}

static int compare_magnitudes(const struct integer *a, const struct integer *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    return a->count ? mpn_cmp(a->limbs, b->limbs, a->count) : 0;
}

int integer_compare(const struct integer *a, const struct integer *b)
{
    if (a->sign != b->sign) return a->sign < b->sign ? -1 : 1;
    int order = compare_magnitudes(a, b);
    return a->sign < 0 ? (order < 0) - (order > 0) : (order > 0) - (order < 0);
}

/* sign * (|a| + |b|), where a has at least as many limbs and b is not zero. */
static const struct integer *add_magnitudes(struct arena *arena, int sign, const struct integer *a,
                                            const struct integer *b)
{
    mp_limb_t *sum = reserve(arena, (size_t)a->count + 1);
    if (!sum) return NULL;
    sum[a->count] = mpn_add(sum, a->limbs, a->count, b->limbs, b->count);
    return make(arena, sign, sum, (size_t)a->count + 1);
}

/* sign * (|a| - |b|), where |a| > |b| > 0. */
static const struct integer *sub_magnitudes(struct arena *arena, int sign, const struct integer *a,
                                            const struct integer *b)
{
    mp_limb_t *difference = reserve(arena, a->count);
    if (!difference) return NULL;
    mpn_sub(difference, a->limbs, a->count, b->limbs, b->count);
    return make(arena, sign, difference, a->count);
}

/* a + sign_b * |b|; values are immutable, so an operand may be the result. */
static const struct integer *add_signed(struct arena *arena, const struct integer *a, int sign_b,
                                        const struct integer *b)
{
    if (sign_b == 0) return a;
    if (a->sign == 0) return integer_from_limbs(arena, sign_b, b->limbs, b->count);
    int order = compare_magnitudes(a, b);
    if (a->sign == sign_b) return order < 0 ? add_magnitudes(arena, sign_b, b, a) : add_magnitudes(arena, sign_b, a, b);
    if (order == 0) return integer_from(arena, 0);
    return order < 0 ? sub_magnitudes(arena, sign_b, b, a) : sub_magnitudes(arena, a->sign, a, b);
}

const struct integer *integer_add(struct arena *arena, const struct integer *a, const struct integer *b)
{
    return add_signed(arena, a, b->sign, b);
}

const struct integer *integer_sub(struct arena *arena, const struct integer *a, const struct integer *b)
{
    return add_signed(arena, a, -b->sign, b);
}

const struct integer *integer_mul(struct arena *arena, const struct integer *a, const struct integer *b)
{
    if (a->sign == 0 || b->sign == 0) return integer_from(arena, 0);
    if (a->count + b->count > INTEGER_MAX_LIMBS + 1) return NULL;
    mp_limb_t *product = reserve(arena, (size_t)a->count + b->count);
    if (!product) return NULL;
    for (uint32_t i = 0; i < b->count; i++)
        product[a->count + i] = mpn_addmul_1(product + i, a->limbs, a->count, b->limbs[i]);
    return make(arena, a->sign * b->sign, product, (size_t)a->count + b->count);
}

__extension__ typedef unsigned __int128 two_limbs;

/* The next quotient limb, at most one too large (Knuth, The Art of Computer Programming 2, 4.3.1, theorem B and D3):
 * u points at the three leading limbs of the rest, v at the two of the divisor, whose top bit is set. */
static mp_limb_t estimate(const mp_limb_t *u, const mp_limb_t *v)
{
    two_limbs top = (two_limbs)u[2] << 64 | u[1];
    two_limbs q = top / v[1], rest = top % v[1];
    while (rest >> 64 == 0 && (q >> 64 || q * v[0] > (rest << 64 | u[0]))) {
        q--;
        rest += v[1];
    }
    return (mp_limb_t)q;
}

/* Schoolbook division: rest has n + 1 limbs and becomes the remainder, the divisor v has m >= 2 with the top bit set,
 * the quotient gets n - m + 1. */
static void divide_normal(mp_limb_t *quotient, mp_limb_t *rest, size_t n, const mp_limb_t *v, size_t m)
{
    for (size_t j = n - m + 1; j-- > 0;) {
        mp_limb_t q = estimate(rest + j + m - 2, v + m - 2);
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

static mp_limb_t shift_up(mp_limb_t *out, const mp_limb_t *in, size_t count, unsigned bits)
{
    if (bits) return mpn_lshift(out, in, (mp_size_t)count, bits);
    memcpy(out, in, count * sizeof *out);
    return 0;
}

/* |a| = quotient * |b| + remainder, with room for a->count - b->count + 2 and b->count limbs; a->count >= b->count > 0.
 * The scratch memory is given back. False when memory is out. */
static bool divide(struct arena *arena, const struct integer *a, const struct integer *b, mp_limb_t *quotient,
                   mp_limb_t *remainder)
{
    size_t n = a->count, m = b->count;
    if (m == 1) {
        remainder[0] = mpn_divrem_1(quotient, 0, a->limbs, (mp_size_t)n, b->limbs[0]);
        return true;
    }
    struct arena_mark mark = arena_mark(arena);
    mp_limb_t *rest = reserve(arena, n + 1), *v = reserve(arena, m);
    if (rest && v) {
        unsigned bits = (unsigned)__builtin_clzll(b->limbs[m - 1]);
        shift_up(v, b->limbs, m, bits);
        rest[n] = shift_up(rest, a->limbs, n, bits);
        divide_normal(quotient, rest, n, v, m);
        if (bits) mpn_rshift(remainder, rest, (mp_size_t)m, bits);
        else memcpy(remainder, rest, m * sizeof *rest);
    }
    arena_rewind(arena, mark);
    return rest && v;
}

struct division {
    const struct integer *quotient, *remainder;
};

/* Truncating division first; a remainder against the divisor's sign then moves the quotient down by one. */
static struct division divide_floor(struct arena *arena, const struct integer *a, const struct integer *b)
{
    struct division out = {0};
    if (b->sign == 0) return out;
    if (a->count < b->count) {
        out = (struct division){integer_from(arena, 0), a};
    } else {
        size_t room = (size_t)a->count - b->count + 2;
        mp_limb_t *quotient = reserve(arena, room), *remainder = reserve(arena, b->count);
        if (!quotient || !remainder || !divide(arena, a, b, quotient, remainder)) return out;
        out = (struct division){make(arena, a->sign * b->sign, quotient, room),
                                make(arena, a->sign, remainder, b->count)};
    }
    if (!out.quotient || !out.remainder || out.remainder->sign * b->sign >= 0) return out;
    const struct integer *one = integer_from(arena, 1);
    if (!one) return (struct division){0};
    return (struct division){integer_sub(arena, out.quotient, one), integer_add(arena, out.remainder, b)};
}

const struct integer *integer_div(struct arena *arena, const struct integer *a, const struct integer *b)
{
    return divide_floor(arena, a, b).quotient;
}

const struct integer *integer_mod(struct arena *arena, const struct integer *a, const struct integer *b)
{
    return divide_floor(arena, a, b).remainder;
}

const struct integer *integer_xor(struct arena *arena, const struct integer *a, const struct integer *b)
{
    if (a->sign < 0 || b->sign < 0) return NULL;
    if (a->count < b->count) return integer_xor(arena, b, a);
    mp_limb_t *limbs = reserve(arena, a->count);
    if (!limbs) return NULL;
    if (b->count) mpn_xor_n(limbs, a->limbs, b->limbs, b->count);
    for (size_t i = b->count; i < a->count; i++) limbs[i] = a->limbs[i];
    return make(arena, 1, limbs, a->count);
}
