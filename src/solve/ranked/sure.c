/* SPDX-License-Identifier: MIT */
/* Intervals of terms (Moore 1966), with ends of 64 bits; what may leave these is not sure, and may be anything. */
#include "solve/ranked/sure.h"
#include "base/checked.h"
#include "model/builtins.h"

/* Where a move is looked at. */
struct sure {
    int64_t low[TERM_VARIABLES], high[TERM_VARIABLES]; /* of each variable; low > high: there is no such state */
    bool ends[TERM_VALUES];                            /* have both ends of the value's range a value? */
};
struct bounds {
    int64_t low, high; /* of its value, where it has one */
    bool sure;         /* it has one */
};
static const struct bounds anything = {INT64_MIN, INT64_MAX, false};

static struct bounds bounds_of(const struct sure *s, const struct term *t);
static void sure_given(struct sure *s, const struct term *condition);

static struct bounds joined(struct bounds a, struct bounds b)
{
    return (struct bounds){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, a.sure && b.sure};
}

/* ---- operators --------------------------------------------------------------------------------------------------- */
static struct bounds sum_of(struct bounds a, struct bounds b, bool less)
{
    struct bounds sum = {.sure = a.sure && b.sure};
    bool fits = less ? checked_sub(a.low, b.high, &sum.low) && checked_sub(a.high, b.low, &sum.high)
                     : checked_add(a.low, b.low, &sum.low) && checked_add(a.high, b.high, &sum.high);
    return fits ? sum : anything;
}

/* The extremes are products of ends. */
static struct bounds product_of(struct bounds a, struct bounds b)
{
    int64_t ends[2][2] = {{a.low, a.high}, {b.low, b.high}};
    struct bounds all = {.sure = a.sure && b.sure};
    for (int i = 0; i < 4; i++) {
        int64_t one;
        if (!checked_mul(ends[0][i / 2], ends[1][i % 2], &one)) return anything;
        all.low = i == 0 || one < all.low ? one : all.low;
        all.high = i == 0 || one > all.high ? one : all.high;
    }
    return all;
}

/* Floor division by a positive number brings numbers nearer to 0, or to -1. */
static struct bounds quotient_of(struct bounds a, struct bounds b)
{
    if (b.low <= 0) return anything;
    return (struct bounds){a.low < 0 ? a.low : 0, a.high > 0 ? a.high : a.high < 0 ? -1 : 0, a.sure && b.sure};
}

/* The remainder has the sign of the divisor. */
static struct bounds remainder_of(struct bounds a, struct bounds b)
{
    if (b.low <= 0) return anything;
    int64_t most = a.low >= 0 && a.high < b.high - 1 ? a.high : b.high - 1;
    return (struct bounds){0, most, a.sure && b.sure};
}

static struct bounds truth(bool sure) { return (struct bounds){0, 1, sure}; }

/* The second side is looked at only where the first says so. */
static struct bounds branch_of(const struct sure *s, const struct term *t)
{
    struct bounds when = bounds_of(s, t->kids[0]), a, b;
    struct sure holds = *s;
    if (t->kind == EXPR_OR) return truth(when.sure && bounds_of(s, t->kids[1]).sure);
    sure_given(&holds, t->kids[0]);
    a = bounds_of(&holds, t->kids[1]);
    if (t->kind == EXPR_AND) return truth(when.sure && a.sure);
    b = bounds_of(s, t->kids[2]);
    a = joined(a, b);
    a.sure &= when.sure;
    return a;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */
/* The greatest value, of functions that do not fall where their arguments rise; TIMES: of those that have such a bound. */
static bool greatest_value(const struct builtin_info *info, int index, const int64_t *high, size_t count, int64_t *most)
{
    if (info->times_high) return checked_mul(high[0], info->times_high, most);
    return (index == BUILTIN_POW || index == BUILTIN_FIB) && builtin_apply((enum builtin)index, high, count, most);
}

static struct bounds least_or_greatest(const struct sure *s, const struct term *t)
{
    struct bounds all = bounds_of(s, t->kids[0]);
    for (uint32_t i = 1; i < t->count; i++) {
        struct bounds one = bounds_of(s, t->kids[i]);
        bool least = t->index == BUILTIN_MIN;
        all.low = (one.low < all.low) == least ? one.low : all.low;
        all.high = (one.high < all.high) == least ? one.high : all.high;
        all.sure &= one.sure;
    }
    return all;
}

static struct bounds call_of(const struct sure *s, const struct term *t)
{
    const struct builtin_info *info = builtin_info((enum builtin)t->index);
    struct bounds all = {INT64_MIN, INT64_MAX, info->needs != NEEDS_MORE};
    int64_t high[TERM_VARIABLES];
    if (t->index == BUILTIN_MIN || t->index == BUILTIN_MAX) return least_or_greatest(s, t);
    if (t->count == 0 || t->count > TERM_VARIABLES) return anything;
    for (uint32_t i = 0; i < t->count; i++) {
        struct bounds one = bounds_of(s, t->kids[i]);
        high[i] = one.high;
        all.sure &= one.sure && (info->needs != NEEDS_NATURALS || one.low >= 0);
        all.sure &= info->size != SIZE_EDGE || one.low > INT64_MIN;
    }
    if (!all.sure) return anything;
    bool natural = info->needs == NEEDS_NATURALS,
         bounded = natural && greatest_value(info, t->index, high, t->count, &all.high);
    if (!bounded) all.high = natural && info->most ? info->most : INT64_MAX;
    all.sure = bounded || info->size != SIZE_GROWS;
    if (info->range == RANGE_NATURAL) all.low = 0;
    if (info->range == RANGE_POSITIVE) all.low = 1;
    return all.sure ? all : anything;
}

static struct bounds variable_of(const struct sure *s, int v) { return (struct bounds){s->low[v], s->high[v], true}; }

static struct bounds bounds_of(const struct sure *s, const struct term *t)
{
    switch (t->kind) {
    case EXPR_INT: return (struct bounds){t->constant, t->constant, true};
    case EXPR_FIELD: return variable_of(s, t->index);
    case EXPR_LOCAL: return variable_of(s, TERM_CELLS + t->index);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF: return branch_of(s, t);
    case EXPR_CALL: return call_of(s, t);
    case EXPR_IN: return truth(t->count == 1 && bounds_of(s, t->kids[0]).sure);
    default: break;
    }
    struct bounds a = bounds_of(s, t->kids[0]), b = t->count > 1 ? bounds_of(s, t->kids[1]) : truth(true);
    switch (t->kind) {
    case EXPR_NEG: return sum_of((struct bounds){0, 0, true}, a, true);
    case EXPR_ADD:
    case EXPR_SUB: return sum_of(a, b, t->kind == EXPR_SUB);
    case EXPR_MUL: return product_of(a, b);
    case EXPR_DIV: return quotient_of(a, b);
    case EXPR_MOD: return remainder_of(a, b);
    default: return truth(a.sure && b.sure); /* comparisons, and what joins truth values and looks at both */
    }
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */
static struct sure sure_open(const struct ranks *r, const struct instance *in)
{
    struct sure s;
    for (int v = 0; v < TERM_VARIABLES; v++) s.low[v] = INT64_MIN, s.high[v] = INT64_MAX;
    for (size_t p = 0; p < r->cells; p++) {
        size_t cell = r->order[p];
        s.low[cell] = r->least[p];
        if (!checked_add(r->least[p], r->units[r->unit_of[p]].most, &s.high[cell])) s.high[cell] = INT64_MAX;
    }
    for (size_t v = 0; v < in->value_count; v++) {
        struct bounds low = bounds_of(&s, in->values[v].low), high = bounds_of(&s, in->values[v].high);
        s.ends[v] = low.sure && high.sure;
        s.low[TERM_CELLS + v] = low.low;
        s.high[TERM_CELLS + v] = high.high;
    }
    return s;
}

/* -1: it is none. */
static int variable(const struct term *t)
{
    return t->kind == EXPR_FIELD ? t->index : t->kind == EXPR_LOCAL ? TERM_CELLS + t->index : -1;
}

/* A variable on one side is bounded by what the other side may be. */
static void cut_side(struct sure *s, const struct term *side, enum expr_kind kind, struct bounds other)
{
    int v = variable(side);
    if (v < 0) return;
    if (kind == EXPR_GT && other.low < INT64_MAX) other.low++;
    if (kind == EXPR_LT && other.high > INT64_MIN) other.high--;
    if (kind != EXPR_LT && kind != EXPR_LE && s->low[v] < other.low) s->low[v] = other.low;
    if (kind != EXPR_GT && kind != EXPR_GE && s->high[v] > other.high) s->high[v] = other.high;
}

/* What follows is only looked at where the condition holds. */
static void sure_given(struct sure *s, const struct term *c)
{
    static const enum expr_kind turned[][2] = {
        {EXPR_LT, EXPR_GT}, {EXPR_LE, EXPR_GE}, {EXPR_GT, EXPR_LT}, {EXPR_GE, EXPR_LE}, {EXPR_EQ, EXPR_EQ}};
    if (c->kind == EXPR_AND)
        for (int i = 0; i < 2; i++) sure_given(s, c->kids[i]);
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++) {
        if (c->kind != turned[i][0]) continue;
        struct bounds a = bounds_of(s, c->kids[0]), b = bounds_of(s, c->kids[1]);
        cut_side(s, c->kids[0], c->kind, b);
        cut_side(s, c->kids[1], turned[i][1], a);
    }
    if (c->kind != EXPR_NE) return;
    for (int i = 0; i < 2; i++) { /* a number that is not its least one is greater */
        const struct term *other = c->kids[1 - i];
        int v = variable(c->kids[i]);
        if (v >= 0 && other->kind == EXPR_INT && s->low[v] == other->constant && s->low[v] < INT64_MAX) s->low[v]++;
    }
}

static bool all_ends(const struct sure *s, const struct instance *in)
{
    bool all = true;
    for (size_t v = 0; v < in->value_count; v++) all &= s->ends[v];
    return all;
}

bool sure_ends(const struct ranks *r, const struct instance *in)
{
    struct sure s = sure_open(r, in);
    return all_ends(&s, in);
}

bool sure_all(const struct ranks *r, const struct instance *in)
{
    struct sure s = sure_open(r, in);
    bool all = all_ends(&s, in);
    for (size_t i = 0; i < in->condition_count && all; i++) {
        all = bounds_of(&s, in->conditions[i]).sure;
        sure_given(&s, in->conditions[i]);
    }
    return all;
}

/* A condition that may have no value must not be looked at before another one that is written before it: that of a lower
 * level, or of the same one, comes first. Ends of ranges come before all conditions. */
bool sure_shown(const struct ranks *r, const struct instance *in)
{
    struct sure s = sure_open(r, in);
    const struct sure always = s;
    size_t floor = 0; /* a level */
    bool shown = true;
    for (size_t v = 0; v < in->value_count; v++)
        if (!s.ends[v]) floor = v + 1;
    for (size_t i = 0; i < in->condition_count && shown; i++) {
        size_t level = term_level(in->conditions[i]);
        shown = level >= floor || bounds_of(&always, in->conditions[i]).sure;
        if (!bounds_of(&s, in->conditions[i]).sure && level + (level > 0) > floor) floor = level + (level > 0);
        sure_given(&s, in->conditions[i]);
    }
    return shown;
}
