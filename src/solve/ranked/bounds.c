/* SPDX-License-Identifier: MIT */
/* Ends of 64 bits; what may leave these is not sure, and may be anything. */
#include "solve/ranked/bounds.h"
#include <string.h>
#include "base/checked.h"
#include "model/arithmetic.h"
#include "model/builtins.h"

static const struct bounds anything = {INT64_MIN, INT64_MAX, false};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static struct bounds joined(struct bounds a, struct bounds b)
{
    return (struct bounds){least(a.low, b.low), most(a.high, b.high), a.sure && b.sure};
}

/* ---- operators --------------------------------------------------------------------------------------------------- */
/* One that rises or falls in each of its numbers has its extremes at corners. */
static struct bounds corners(enum expr_kind kind, struct bounds a, struct bounds b)
{
    struct bounds all = {INT64_MAX, INT64_MIN, a.sure && b.sure};
    for (int i = 0; i < 4; i++) {
        int64_t value;
        if (!arithmetic_small(kind, i & 1 ? a.high : a.low, i & 2 ? b.high : b.low, &value)) return anything;
        all.low = least(all.low, value);
        all.high = most(all.high, value);
    }
    return all;
}

/* By a positive number; the result has the sign of that. */
static struct bounds remainder_of(struct bounds a, struct bounds b)
{
    bool sure = a.sure && b.sure;
    if (b.low <= 0) return anything;
    if (a.low >= 0 && a.high < b.low) return (struct bounds){a.low, a.high, sure};
    return (struct bounds){0, a.low >= 0 ? least(a.high, b.high - 1) : b.high - 1, sure};
}

static struct bounds truth(bool can_be_false, bool can_be_true, bool sure)
{
    return (struct bounds){!can_be_false, can_be_true, sure};
}

static bool may_be_false(struct bounds b) { return b.low <= 0 && b.high >= 0; }
static bool may_be_true(struct bounds b) { return b.low != 0 || b.high != 0; }

static struct bounds compare(enum expr_kind kind, struct bounds a, struct bounds b)
{
    bool sure = a.sure && b.sure, meet = a.low <= b.high && b.low <= a.high;
    bool one = a.low == a.high && b.low == b.high && a.low == b.low;
    switch (kind) {
    case EXPR_LT: return truth(a.high >= b.low, a.low < b.high, sure);
    case EXPR_LE: return truth(a.high > b.low, a.low <= b.high, sure);
    case EXPR_GT: return truth(a.low <= b.high, a.high > b.low, sure);
    case EXPR_GE: return truth(a.low < b.high, a.high >= b.low, sure);
    case EXPR_NE: return truth(meet, !one, sure);
    default: return truth(!one, meet, sure); /* EQ, IFF */
    }
}

/* The second side is looked at only where the first says so. */
static struct bounds branch_of(const struct term *t, const int64_t *low, const int64_t *high, bool computed)
{
    struct bounds when = term_bounds(t->kids[0], low, high, computed), a, b;
    int64_t least_there[TERM_VARIABLES], most_there[TERM_VARIABLES];
    if (t->kind != EXPR_IF && bounds_say(when, t->kind == EXPR_OR)) return when;
    if (t->kind == EXPR_IF && bounds_say(when, false)) return term_bounds(t->kids[2], low, high, computed);
    if (t->kind == EXPR_OR) {
        a = term_bounds(t->kids[1], low, high, computed);
        return truth(may_be_false(when) && may_be_false(a), may_be_true(when) || may_be_true(a), when.sure && a.sure);
    }
    memcpy(least_there, low, sizeof least_there);
    memcpy(most_there, high, sizeof most_there);
    bounds_given(t->kids[0], least_there, most_there);
    a = term_bounds(t->kids[1], least_there, most_there, computed);
    if (t->kind == EXPR_AND)
        return truth(may_be_false(when) || may_be_false(a), may_be_true(when) && may_be_true(a), when.sure && a.sure);
    if (bounds_say(when, true)) return a;
    b = joined(a, term_bounds(t->kids[2], low, high, computed));
    b.sure &= when.sure;
    return b;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */
static struct bounds least_or_greatest(const struct term *t, const int64_t *low, const int64_t *high, bool computed)
{
    struct bounds all = term_bounds(t->kids[0], low, high, computed);
    for (uint32_t i = 1; i < t->count; i++) {
        struct bounds one = term_bounds(t->kids[i], low, high, computed);
        bool min = t->index == BUILTIN_MIN;
        all.low = min ? least(all.low, one.low) : most(all.low, one.low);
        all.high = min ? least(all.high, one.high) : most(all.high, one.high);
        all.sure &= one.sure;
    }
    return all;
}

/* Are they no less where its arguments are no less? (pow(0, 0) is 1, and pow(0, 1) is 0.) */
static bool rises(int builtin, const int64_t *ends)
{
    return builtin == BUILTIN_ISQRT || builtin == BUILTIN_FIB || (builtin == BUILTIN_POW && ends[0] > 0);
}

/* The greatest value of a builtin of natural numbers that are not above those of `high`. False: none is known that fits. */
static bool greatest_value(const struct term *t, const int64_t *high, int64_t *value)
{
    const struct builtin_info *info = builtin_info((enum builtin)t->index);
    int64_t all = 0;
    if (rises(t->index, high)) return builtin_apply((enum builtin)t->index, high, t->count, value);
    if (info->times_high) return checked_mul(high[0], info->times_high, value);
    for (uint32_t i = 0; i < t->count; i++) all = most(all, high[i]);
    int bits = all ? 64 - __builtin_clzll((unsigned long long)all) : 0;
    *value = t->index == BUILTIN_POPCOUNT ? bits : (int64_t)(UINT64_MAX >> 1 >> (63 - bits)); /* xor: as many digits */
    return t->index == BUILTIN_POPCOUNT || t->index == BUILTIN_XOR;
}

/* The same of any numbers: gcd and abs are magnitudes, or no greater. */
static struct bounds magnitude_of(const struct term *t, const struct bounds *of)
{
    struct bounds all = {0, 0, true};
    for (uint32_t i = 0; i < t->count; i++) {
        if (of[i].low == INT64_MIN) return anything;
        all.high = most(all.high, most(of[i].high, -of[i].low));
        all.sure &= of[i].sure;
    }
    if (t->index == BUILTIN_ABS && of[0].low > 0) all.low = of[0].low;
    if (t->index == BUILTIN_ABS && of[0].high < 0) all.low = -of[0].high;
    return all;
}

static struct bounds call_of(const struct term *t, const int64_t *low, const int64_t *high, bool computed)
{
    const struct builtin_info *info = builtin_info((enum builtin)t->index);
    struct bounds of[TERM_VARIABLES], all = {INT64_MIN, INT64_MAX, info->needs != NEEDS_MORE};
    int64_t lows[TERM_VARIABLES], highs[TERM_VARIABLES];
    if (t->count == 0 || t->count > TERM_VARIABLES) return anything;
    if (t->index == BUILTIN_MIN || t->index == BUILTIN_MAX) return least_or_greatest(t, low, high, computed);
    for (uint32_t i = 0; i < t->count; i++) {
        of[i] = term_bounds(t->kids[i], low, high, computed);
        lows[i] = of[i].low, highs[i] = of[i].high;
        all.sure &= of[i].sure && (info->needs != NEEDS_NATURALS || lows[i] >= 0);
        all.sure &= info->size != SIZE_EDGE || lows[i] > INT64_MIN;
    }
    if (!all.sure) return anything;
    if (t->index == BUILTIN_GCD || t->index == BUILTIN_ABS) return magnitude_of(t, of);
    bool natural = info->needs == NEEDS_NATURALS, bounded = natural && greatest_value(t, highs, &all.high);
    if (!bounded) all.high = natural && info->most ? info->most : INT64_MAX;
    all.sure = bounded || info->size != SIZE_GROWS;
    if (info->range == RANGE_NATURAL) all.low = 0;
    if (info->range == RANGE_POSITIVE) all.low = 1;
    int64_t value;
    if (natural && rises(t->index, lows) && builtin_apply((enum builtin)t->index, lows, t->count, &value))
        all.low = value;
    bool says = t->index == BUILTIN_ODD || t->index == BUILTIN_EVEN || t->index == BUILTIN_POWER_OF_TWO;
    if (says) all = truth(true, true, true);
    return all.sure ? all : anything;
}

/* ---- terms ------------------------------------------------------------------------------------------------------- */
/* Does it read only variables that have one number? */
static bool is_fixed(const struct term *t, const int64_t *low, const int64_t *high)
{
    for (uint64_t left = t->reads; left; left &= left - 1) {
        int v = __builtin_ctzll(left);
        if (low[v] != high[v]) return false;
    }
    return true;
}

/* One of those whose numbers the place may be, or 0. */
static struct bounds element_of(const struct term *t, const int64_t *low, const int64_t *high, bool computed)
{
    struct bounds place = term_bounds(t->kids[0], low, high, computed), all = {INT64_MAX, INT64_MIN, true};
    int64_t first = most(place.low, 1), last = least(place.high, (int64_t)t->count - 1);
    if (place.low < 1 || place.high >= (int64_t)t->count) all = (struct bounds){0, 0, true};
    for (int64_t i = first; i <= last; i++) all = joined(all, term_bounds(t->kids[i], low, high, computed));
    all.sure &= place.sure;
    return all;
}

static struct bounds operator_of(const struct term *t, const int64_t *low, const int64_t *high, bool computed)
{
    struct bounds a = term_bounds(t->kids[0], low, high, computed), b = a;
    if (t->count > 1) b = term_bounds(t->kids[1], low, high, computed);
    switch (t->kind) {
    case EXPR_NEG: return corners(EXPR_SUB, (struct bounds){0, 0, true}, a);
    case EXPR_NOT: return truth(may_be_true(a), may_be_false(a), a.sure);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL: return corners(t->kind, a, b);
    case EXPR_DIV: return b.low > 0 ? corners(t->kind, a, b) : anything;
    case EXPR_MOD: return remainder_of(a, b);
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_IFF: return compare(t->kind, a, b);
    default: return truth(true, true, a.sure && b.sure); /* what joins truth values and looks at both */
    }
}

struct bounds term_bounds(const struct term *t, const int64_t *low, const int64_t *high, bool computed)
{
    struct bounds one;
    if (t->kind == EXPR_INT || (computed && is_fixed(t, low, high))) {
        one.sure = term_value_at(t, low, &one.low);
        one.high = one.low;
        return one.sure ? one : anything;
    }
    int v = t->kind == EXPR_FIELD ? t->index : TERM_CELLS + t->index;
    switch (t->kind) {
    case EXPR_FIELD:
    case EXPR_LOCAL: return (struct bounds){low[v], high[v], true};
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF: return branch_of(t, low, high, computed);
    case EXPR_CALL: return call_of(t, low, high, computed);
    case EXPR_INDEX: return element_of(t, low, high, computed);
    case EXPR_IN: return truth(true, true, t->count == 1 && term_bounds(t->kids[0], low, high, computed).sure);
    default: return operator_of(t, low, high, computed);
    }
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */
/* -1: it is none. */
static int variable(const struct term *t)
{
    return t->kind == EXPR_FIELD ? t->index : t->kind == EXPR_LOCAL ? TERM_CELLS + t->index : -1;
}

/* A variable on one side is bounded by what the other side may be. */
static void cut_side(const struct term *side, enum expr_kind kind, struct bounds other, int64_t *low, int64_t *high)
{
    int v = variable(side);
    if (v < 0) return;
    if (kind == EXPR_GT && other.low < INT64_MAX) other.low++;
    if (kind == EXPR_LT && other.high > INT64_MIN) other.high--;
    if (kind != EXPR_LT && kind != EXPR_LE && low[v] < other.low) low[v] = other.low;
    if (kind != EXPR_GT && kind != EXPR_GE && high[v] > other.high) high[v] = other.high;
}

/* What follows is only looked at where the condition holds. */
void bounds_given(const struct term *c, int64_t *low, int64_t *high)
{
    static const enum expr_kind turned[][2] = {
        {EXPR_LT, EXPR_GT}, {EXPR_LE, EXPR_GE}, {EXPR_GT, EXPR_LT}, {EXPR_GE, EXPR_LE}, {EXPR_EQ, EXPR_EQ}};
    if (c->kind == EXPR_AND)
        for (int i = 0; i < 2; i++) bounds_given(c->kids[i], low, high);
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++) {
        if (c->kind != turned[i][0]) continue;
        struct bounds a = term_bounds(c->kids[0], low, high, false), b = term_bounds(c->kids[1], low, high, false);
        cut_side(c->kids[0], c->kind, b, low, high);
        cut_side(c->kids[1], turned[i][1], a, low, high);
    }
    if (c->kind != EXPR_NE) return;
    for (int i = 0; i < 2; i++) { /* a number that is not its least one is greater */
        const struct term *other = c->kids[1 - i];
        int v = variable(c->kids[i]);
        if (v >= 0 && other->kind == EXPR_INT && low[v] == other->constant && low[v] < INT64_MAX) low[v]++;
    }
}
