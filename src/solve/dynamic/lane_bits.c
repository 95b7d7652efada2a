/* SPDX-License-Identifier: MIT */
/* Points are taken some thousand at a time. Where the bounds of the condition do not say that it has a value at all of them, it is asked
 * point by point, as `and` and `or` may not look at what follows. */
#include "solve/dynamic/lane_bits.h"
#include <string.h>
#include "model/builtins.h"
#include "solve/dynamic/lanes.h"
#include "solve/ranked/bounds.h"

enum { WORDS = 64, POINTS = 64 * WORDS, DEPTH_MOST = 16, PERIOD_MOST = LANES_MOST };
struct run {
    int64_t *x;
    int variable;
    size_t count; /* at most POINTS */
};

static bool reads(const struct run *r, const struct term *t) { return t->reads >> r->variable & 1; }
static size_t words_of(const struct run *r) { return (r->count + 63) / 64; }

/* Bits from..to - 1. */
static void set_between(uint64_t *bits, size_t from, size_t to)
{
    for (size_t i = from; i < to; i += 64 - i % 64) {
        size_t some = to - i < 64 - i % 64 ? to - i : 64 - i % 64;
        bits[i / 64] |= UINT64_MAX >> (64 - some) << i % 64;
    }
}

/* Bits at .. at + count - 1 of `to` are those of `from`. They may be one array, if at >= count. */
static void put_bits(uint64_t *to, size_t at, const uint64_t *from, size_t count)
{
    for (size_t i = 0; i < count; i += 64) {
        uint64_t word = from[i / 64];
        if (count - i < 64) word &= UINT64_MAX >> (64 - (count - i));
        to[(at + i) / 64] |= word << at % 64;
        if (at % 64 && word >> (64 - at % 64)) to[(at + i) / 64 + 1] |= word >> (64 - at % 64);
    }
}

/* ---- each point, and each of a period ---------------------------------------------------------------------------- */
static bool ask_each(const struct term *t, const struct run *r, size_t count, uint64_t *bits)
{
    int64_t out[LANES_MOST], before = r->x[r->variable];
    bool all = true;
    for (size_t i = 0; i < count && all; i += LANES_MOST) {
        size_t some = count - i < LANES_MOST ? count - i : LANES_MOST;
        r->x[r->variable] = before + (int64_t)i;
        all = lanes_at(t, r->x, r->variable, some, out);
        for (size_t k = 0; k < some && all; k++) bits[(i + k) / 64] |= (uint64_t)(out[k] != 0) << (i + k) % 64;
    }
    r->x[r->variable] = before;
    return all;
}

static bool is_polynomial(const struct term *t)
{
    bool is = t->kind == EXPR_INT || t->kind == EXPR_FIELD || t->kind == EXPR_LOCAL || t->kind == EXPR_ADD ||
              t->kind == EXPR_SUB || t->kind == EXPR_MUL || t->kind == EXPR_NEG;
    for (uint32_t i = 0; i < t->count && is; i++) is = is_polynomial(t->kids[i]);
    return is;
}

static size_t small(const struct term *t)
{
    return t->kind == EXPR_INT && t->constant > 0 && t->constant <= PERIOD_MOST ? (size_t)t->constant : 0;
}

/* A polynomial with whole coefficients is the same modulo m at points m apart; so is its greatest common divisor with m. If it is the
 * same modulo b m, its quotient by b, rounded down, is the same modulo m. 0: it is none of these. */
static size_t period_of_remainder(const struct term *t)
{
    bool common = t->kind == EXPR_CALL && t->index == BUILTIN_GCD;
    if (!common && t->kind != EXPR_MOD) return 0;
    const struct term *of = t->kids[0], *by = t->kids[1];
    if (common && !small(by)) of = t->kids[1], by = t->kids[0];
    if (is_polynomial(of)) return small(by);
    if (common || of->kind != EXPR_DIV || !is_polynomial(of->kids[0])) return 0;
    return small(of->kids[1]) * small(by);
}

static size_t least_common(size_t a, size_t b)
{
    size_t all = a;
    while (all && b && all % b != 0 && all <= PERIOD_MOST) all += a;
    return b && all <= PERIOD_MOST ? all : 0;
}

/* p > 0 if the term has the same value at points p apart; 0: no such number up to PERIOD_MOST is known. */
static size_t period_of(const struct run *r, const struct term *t)
{
    if (!reads(r, t)) return 1;
    size_t period = period_of_remainder(t);
    if (period || t->count == 0) return period <= PERIOD_MOST ? period : 0;
    period = 1;
    for (uint32_t i = 0; i < t->count && period; i++) period = least_common(period, period_of(r, t->kids[i]));
    return period;
}

static bool ask_period(const struct term *t, const struct run *r, uint64_t *bits)
{
    size_t period = period_of(r, t);
    if (period == 0 || period >= r->count) return ask_each(t, r, r->count, bits);
    if (!ask_each(t, r, period, bits)) return false;
    for (size_t known = period; known < r->count; known *= 2)
        put_bits(bits, known, bits, r->count - known < known ? r->count - known : known);
    return true;
}

/* ---- intervals --------------------------------------------------------------------------------------------------- */
/* The first i of 0 .. count at which factor * i + here >= 0, for a factor above 0. */
static size_t first_of(__int128 factor, __int128 here, size_t count)
{
    if (here >= 0) return 0;
    __int128 first = (-here + factor - 1) / factor;
    return first < (__int128)count ? (size_t)first : count;
}

/* Where factor * i + here >= 0. */
static void set_least(const struct run *r, __int128 factor, __int128 here, uint64_t *bits)
{
    if (factor > 0) set_between(bits, first_of(factor, here, r->count), r->count);
    else if (factor < 0)
        set_between(bits, 0, first_of(-factor, -here - 1, r->count)); /* up to where it is -1 or less */
    else if (here >= 0) set_between(bits, 0, r->count);
}

/* False: it is no comparison of linear forms. */
static bool set_compared(const struct term *t, const struct run *r, uint64_t *bits)
{
    struct linear a, b;
    bool least = t->kind == EXPR_GE || t->kind == EXPR_GT, most = t->kind == EXPR_LE || t->kind == EXPR_LT;
    bool equal = t->kind == EXPR_EQ, other = t->kind == EXPR_NE, strict = t->kind == EXPR_GT || t->kind == EXPR_LT;
    if (!least && !most && !equal && !other) return false;
    if (!term_linear(t->kids[0], &a) || !term_linear(t->kids[1], &b)) return false;
    __int128 here = (__int128)a.constant - b.constant, factor = (__int128)a.factor[r->variable] - b.factor[r->variable];
    for (int v = 0; v < TERM_VARIABLES; v++)
        if (t->reads >> v & 1) here += ((__int128)a.factor[v] - b.factor[v]) * r->x[v];
    if (least) set_least(r, factor, here - strict, bits);
    if (most) set_least(r, -factor, -here - strict, bits);
    if (least || most) return true;
    if (other) set_between(bits, 0, r->count);
    if (factor < 0) factor = -factor, here = -here;
    size_t at = factor ? first_of(factor, here, r->count) : 0;
    size_t end = factor == 0 ? (here == 0 ? r->count : 0) : at + (at < r->count && factor * (__int128)at + here == 0);
    for (size_t i = at; i < end && other; i++) bits[i / 64] &= ~(UINT64_C(1) << i % 64);
    if (equal) set_between(bits, at, end);
    return true;
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */
static bool is_empty(const uint64_t *bits, size_t words)
{
    uint64_t some = 0;
    for (size_t k = 0; k < words; k++) some |= bits[k];
    return some == 0;
}

static bool is_sure(const struct term *t, const struct run *r)
{
    int64_t low[TERM_VARIABLES], high[TERM_VARIABLES];
    memcpy(low, r->x, sizeof low);
    memcpy(high, r->x, sizeof high);
    return !__builtin_add_overflow(low[r->variable], (int64_t)r->count, &high[r->variable]) &&
           term_bounds(t, low, high, false).sure;
}

/* bits: all 0 before. The condition has a value at all points; what is joined to its beginning may have one only where that asks it. */
static bool find(const struct term *t, const struct run *r, int depth, uint64_t *bits)
{
    uint64_t more[WORDS] = {0}, all[WORDS] = {0};
    int64_t value;
    bool joins = (t->kind == EXPR_AND || t->kind == EXPR_OR) && t->count == 2, both = t->kind == EXPR_AND;
    if (!reads(r, t)) {
        if (!term_value_at(t, r->x, &value)) return false;
        if (value) set_between(bits, 0, r->count);
        return true;
    }
    if (joins && !is_sure(t->kids[1], r)) return ask_each(t, r, r->count, bits);
    if (depth == DEPTH_MOST || (!joins && t->kind != EXPR_NOT))
        return set_compared(t, r, bits) || ask_period(t, r, bits);
    if (!find(t->kids[0], r, depth + 1, bits)) return false;
    set_between(all, 0, r->count);
    for (size_t k = 0; k < words_of(r) && t->kind == EXPR_NOT; k++) bits[k] ^= all[k];
    if (!joins || (both && is_empty(bits, words_of(r)))) return true;
    if (!find(t->kids[1], r, depth + 1, more)) return false;
    for (size_t k = 0; k < words_of(r); k++) bits[k] = both ? bits[k] & more[k] : bits[k] | more[k];
    return true;
}

bool lane_bits(const struct term *t, int64_t *x, int variable, size_t count, uint64_t *bits, size_t at)
{
    int64_t before = x[variable];
    bool all = true;
    for (size_t i = 0; i < count && all; i += POINTS) {
        uint64_t some[WORDS] = {0};
        struct run r = {x, variable, count - i < POINTS ? count - i : POINTS};
        all = !__builtin_add_overflow(before, (int64_t)i, &x[variable]);
        all = all && (is_sure(t, &r) ? find(t, &r, 0, some) : ask_each(t, &r, r.count, some));
        if (all) put_bits(bits, at + i, some, r.count);
    }
    x[variable] = before;
    return all;
}
