/* SPDX-License-Identifier: MIT */
/* Terms that are functions of the language: their arguments for a block of heaps, then their values. */
#include "base/numbers.h"
#include "model/arithmetic.h"
#include "model/builtins.h"
#include "model/sets.h"
#include "solve/windows/private.h"

/* Binary digits that are 1, of numbers below 2^32: pairs, fours and bytes of digits are added side by side, several numbers at a time
 * (Warren, Hacker's Delight). */
static void popcounts(const int64_t *restrict x, size_t count, int64_t *restrict out)
{
    for (size_t k = 0; k < count; k++) {
        uint64_t v = (uint64_t)x[k];
        v -= v >> 1 & 0x55555555;
        v = (v & 0x33333333) + (v >> 2 & 0x33333333);
        v = (v + (v >> 4)) & 0x0f0f0f0f;
        v += v >> 8;
        v += v >> 16;
        out[k] = (int64_t)(v & 0x3f);
    }
}

static bool below(const int64_t *x, size_t count, int64_t beyond)
{
    bool is = true;
    for (size_t k = 0; k < count; k++) is &= x[k] >= 0 && x[k] < beyond;
    return is;
}

/* ---- members of sets --------------------------------------------------------------------------------------------- */
/* Are they all within a block of the first one? */
static bool near(const int64_t *x, size_t count)
{
    bool is = x[0] >= 0 && x[0] < (int64_t)1 << 40;
    for (size_t k = 0; k < count; k++) is &= x[k] >= x[0] && x[k] < x[0] + WINDOWS_BLOCK;
    return is;
}

/* Primes among x .. x + count - 1: what no number up to the root of the last one divides. */
static void primes(int64_t x, size_t count, uint8_t *out)
{
    for (size_t k = 0; k < count; k++) out[k] = x + (int64_t)k > 1;
    for (int64_t d = 2; d * d < x + (int64_t)count; d += 1 + (d & 1)) {
        int64_t from = number_ceiling(x, d) * d;
        for (from = from < d * d ? d * d : from; from < x + (int64_t)count; from += d) out[from - x] = 0;
    }
}

/* x .. x + count - 1 against the elements of a set from the least one on. */
static void elements(enum domain_kind set, int64_t base, int64_t x, size_t count, uint8_t *out)
{
    struct set_walk at = set_first();
    for (size_t k = 0; k < count; k++) out[k] = 0;
    for (bool more = true; more && at.x < x + (int64_t)count; more = set_next(&at, set, base))
        if (at.x >= x) out[at.x - x] = 1;
}

/* Is each an element of the set? False: they are too far apart, or the base of powers is not the same, and nothing is said. */
static bool members(enum domain_kind set, const int64_t *x, const int64_t *bases, size_t count, int64_t *out)
{
    uint8_t block[WINDOWS_BLOCK];
    bool same = near(x, count), walked = set == DOMAIN_FIB || set == DOMAIN_SQUARES || set == DOMAIN_POWERS;
    for (size_t k = 0; set == DOMAIN_POWERS && k < count; k++) same &= bases[k] == bases[0] && bases[k] > 1;
    if (!same || (!walked && set != DOMAIN_PRIMES)) return false;
    if (walked) elements(set, set == DOMAIN_POWERS ? bases[0] : 0, x[0], WINDOWS_BLOCK, block);
    else primes(x[0], WINDOWS_BLOCK, block);
    for (size_t k = 0; k < count; k++) out[k] = block[x[k] - x[0]];
    return true;
}

static bool operate(const struct heap_window_term *t, const int64_t *x, int64_t *value)
{
    struct number number = number_small(x[0]), of = number_small(t->more ? x[1] : 0);
    bool holds;
    switch (t->call) {
    case WINDOW_BUILTIN: return builtin_value((enum builtin)t->data, x, t->more + 1, value);
    case WINDOW_OPERATION: return arithmetic_small((enum expr_kind)t->data, x[0], x[1], value);
    case WINDOW_MEMBER:
        return arithmetic_member((enum domain_kind)t->data, number, of, &holds) && (*value = holds, true);
    case WINDOW_PRODUCT:
        *value = x[0];
        for (size_t i = 1; i <= t->more; i++)
            if (__builtin_mul_overflow(*value, x[i], value)) return false;
        return true;
    default: return false;
    }
}

bool ends_compute(struct window_ends *ends, const struct heap_window_term *t, int64_t n, size_t count, int64_t *out)
{
    int64_t limit = windows_limit(t);
    bool has = true;
    for (size_t i = 0; i <= t->more; i++) ends_form(ends, i ? &t->with[i - 1] : &t->of, n, count, ends->arguments[i]);
    const int64_t *first = ends->arguments[0];
    if (t->call == WINDOW_BUILTIN && t->data == BUILTIN_POPCOUNT && below(first, count, (int64_t)1 << 32)) {
        popcounts(first, count, out);
        return true;
    }
    if (t->call == WINDOW_MEMBER && members((enum domain_kind)t->data, first, ends->arguments[1], count, out))
        return true;
    for (size_t k = 0; k < count; k++) {
        int64_t x[WINDOWS_ARGUMENTS];
        for (size_t i = 0; i <= t->more; i++) x[i] = ends->arguments[i][k];
        bool fits = operate(t, x, &out[k]) && out[k] >= -limit && out[k] <= limit;
        if (!fits) out[k] = 0;
        has &= fits;
    }
    return has;
}
