/* SPDX-License-Identifier: MIT */
#include "solve/choices/bounds.h"
#include "model/arithmetic.h"
#include "model/builtins.h"

#define MOST ((int64_t)1 << 62)
static const struct bounds unknown = {0, 0, false};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* An operator that rises or falls in each of its numbers has its extremes at corners. */
static struct bounds corners(enum expr_kind kind, struct bounds a, struct bounds b)
{
    struct bounds r = {INT64_MAX, INT64_MIN, true};
    for (int i = 0; i < 4; i++) {
        int64_t value;
        if (!arithmetic_small(kind, i & 1 ? a.high : a.low, i & 2 ? b.high : b.low, &value)) return unknown;
        r.low = least(r.low, value);
        r.high = most(r.high, value);
    }
    return r;
}

static struct bounds truth(bool can_be_false, bool can_be_true)
{
    return (struct bounds){!can_be_false, can_be_true, true};
}

static struct bounds compare(enum expr_kind kind, struct bounds a, struct bounds b)
{
    switch (kind) {
    case EXPR_LT: return truth(a.high >= b.low, a.low < b.high);
    case EXPR_LE: return truth(a.high > b.low, a.low <= b.high);
    case EXPR_GT: return truth(a.low <= b.high, a.high > b.low);
    case EXPR_GE: return truth(a.low < b.high, a.high >= b.low);
    case EXPR_EQ:
    case EXPR_IFF:
        return truth(!(a.low == a.high && b.low == b.high && a.low == b.low), a.low <= b.high && b.low <= a.high);
    default: /* EXPR_NE */
        return truth(a.low <= b.high && b.low <= a.high, !(a.low == a.high && b.low == b.high && a.low == b.low));
    }
}

static struct bounds remainder_of(struct bounds a, struct bounds b)
{
    if (b.low <= 0) return unknown;
    if (a.low >= 0 && a.high < b.low) return a;
    return (struct bounds){0, b.high - 1, true};
}

/* What is not looked at where the first part decides. */
static struct bounds branch(const struct term *t, const int64_t *low, const int64_t *high)
{
    struct bounds a = term_bounds(t->kids[0], low, high);
    if (!a.sure) return unknown;
    if (t->kind == EXPR_IF) {
        if (bounds_say(a, true)) return term_bounds(t->kids[1], low, high);
        if (bounds_say(a, false)) return term_bounds(t->kids[2], low, high);
        struct bounds b = term_bounds(t->kids[1], low, high), c = term_bounds(t->kids[2], low, high);
        return (struct bounds){least(b.low, c.low), most(b.high, c.high), b.sure && c.sure};
    }
    if (bounds_say(a, t->kind == EXPR_OR)) return a;
    struct bounds b = term_bounds(t->kids[1], low, high);
    if (!b.sure) return unknown;
    if (t->kind == EXPR_AND) return truth(a.low == 0 || b.low == 0, a.high && b.high);
    return truth(a.low == 0 && b.low == 0, a.high || b.high);
}

/* Of numbers that are natural: powers of two above them. */
static struct bounds below_power(int64_t most_of_them)
{
    int bits = most_of_them ? 64 - __builtin_clzll((unsigned long long)most_of_them) : 0;
    return (struct bounds){0, ((int64_t)1 << bits) - 1, true};
}

/* What rises with its one natural number lies between its values at the ends. */
static struct bounds rising(enum builtin builtin, struct bounds a)
{
    struct bounds r = {.sure = true};
    r.sure = builtin_apply(builtin, &a.low, 1, &r.low) && builtin_apply(builtin, &a.high, 1, &r.high);
    return r;
}

/* Builtins of natural numbers. */
static struct bounds of_naturals(const struct term *t, const int64_t *low, const int64_t *high)
{
    struct bounds all = {0, 0, true}, first = unknown;
    for (uint32_t i = 0; i < t->count; i++) {
        struct bounds b = term_bounds(t->kids[i], low, high);
        if (!b.sure || b.low < 0) return unknown;
        if (b.high > all.high) all.high = b.high;
        if (i == 0) first = b;
    }
    switch (t->index) {
    case BUILTIN_XOR: return below_power(all.high);
    case BUILTIN_GCD: return all;
    case BUILTIN_POPCOUNT: {
        int64_t bits = all.high ? 64 - __builtin_clzll((unsigned long long)all.high) : 0;
        return (struct bounds){first.low > 0, bits, true};
    }
    case BUILTIN_BIT:
    case BUILTIN_ODD:
    case BUILTIN_EVEN:
    case BUILTIN_POWER_OF_TWO: return truth(true, true);
    case BUILTIN_ISQRT: return rising(BUILTIN_ISQRT, first);
    case BUILTIN_FIB: return rising(BUILTIN_FIB, first);
    default: return unknown;
    }
}

static struct bounds call(const struct term *t, const int64_t *low, const int64_t *high)
{
    if (t->index == BUILTIN_ABS) {
        struct bounds a = term_bounds(t->kids[0], low, high);
        int64_t end = most(a.high, -a.low);
        return (struct bounds){a.low > 0 ? a.low : a.high < 0 ? -a.high : 0, end, a.sure};
    }
    if ((t->index != BUILTIN_MIN && t->index != BUILTIN_MAX) || !t->count) return of_naturals(t, low, high);
    struct bounds r = term_bounds(t->kids[0], low, high);
    for (uint32_t i = 1; i < t->count && r.sure; i++) {
        struct bounds b = term_bounds(t->kids[i], low, high);
        bool less = t->index == BUILTIN_MIN;
        r.low = less ? least(r.low, b.low) : most(r.low, b.low);
        r.high = less ? least(r.high, b.high) : most(r.high, b.high);
        r.sure = b.sure;
    }
    return r;
}

static struct bounds joined(const struct term *t, const int64_t *low, const int64_t *high)
{
    struct bounds a = term_bounds(t->kids[0], low, high), b = a;
    if (t->count > 1) b = term_bounds(t->kids[1], low, high);
    if (!a.sure || !b.sure) return unknown;
    switch (t->kind) {
    case EXPR_NEG: return (struct bounds){-a.high, -a.low, true};
    case EXPR_NOT: return truth(a.high != 0, a.low == 0);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL: return corners(t->kind, a, b);
    case EXPR_DIV: return b.low > 0 ? corners(t->kind, a, b) : unknown;
    case EXPR_MOD: return remainder_of(a, b);
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_IFF: return compare(t->kind, a, b);
    default: return unknown;
    }
}

/* Does it read only variables that have one number? */
static bool is_fixed(const struct term *t, const int64_t *low, const int64_t *high)
{
    for (uint32_t left = t->reads; left; left &= left - 1) {
        int v = __builtin_ctz(left);
        if (low[v] != high[v]) return false;
    }
    return true;
}

struct bounds term_bounds(const struct term *t, const int64_t *low, const int64_t *high)
{
    struct bounds r;
    if (is_fixed(t, low, high)) {
        r.sure = term_value_at(t, low, &r.low);
        r.high = r.low;
    } else {
        switch (t->kind) {
        case EXPR_FIELD: r = (struct bounds){low[t->index], high[t->index], true}; break;
        case EXPR_LOCAL: r = (struct bounds){low[TERM_CELLS + t->index], high[TERM_CELLS + t->index], true}; break;
        case EXPR_AND:
        case EXPR_OR:
        case EXPR_IF: r = branch(t, low, high); break;
        case EXPR_CALL: r = call(t, low, high); break;
        default: r = t->kind == EXPR_IN ? unknown : joined(t, low, high);
        }
    }
    return r.sure && r.low > -MOST && r.high < MOST ? r : unknown;
}
