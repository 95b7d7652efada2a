/* SPDX-License-Identifier: MIT */
/* Every operation keeps the linear part where it can and falls back to bounds where it cannot. A result whose bounds
 * leave 64 bits is unknown: the machine may fail there. */
#include "proof/reach/boxed.h"
#include "base/checked.h"

static const struct boxed unknown = {.known = false};

struct boxed boxed_constant(int64_t value) { return (struct boxed){.known = true, .start = value}; }

struct boxed boxed_between(int64_t low, int64_t high)
{
    if (low == high) return boxed_constant(low);
    return (struct boxed){.known = true, .low = low, .high = high};
}

bool boxed_is_exact(const struct boxed *x) { return x->known && x->low == 0 && x->high == 0; }

static bool is_level(const struct boxed *x)
{
    bool level = true;
    for (size_t i = 0; i < BOX_AXES; i++) level &= x->slope[i] == 0;
    return level;
}

bool boxed_is_constant(const struct boxed *x, int64_t *value)
{
    *value = x->start;
    return boxed_is_exact(x) && is_level(x);
}

static bool parallel(const struct boxed *a, const struct boxed *b)
{
    bool same = true;
    for (size_t i = 0; i < BOX_AXES; i++) same &= a->slope[i] == b->slope[i];
    return same;
}

bool boxed_same(const struct boxed *a, const struct boxed *b)
{
    return boxed_is_exact(a) && boxed_is_exact(b) && a->start == b->start && parallel(a, b);
}

bool boxed_range(const struct box *box, const struct boxed *x, int64_t *low, int64_t *high)
{
    int64_t way;
    if (!x->known || !checked_add(x->start, x->low, low) || !checked_add(x->start, x->high, high)) return false;
    for (size_t i = 0; i < box->axes; i++) {
        int64_t *side = x->slope[i] < 0 ? low : high;
        if (!checked_mul(x->slope[i], box->top[i], &way) || !checked_add(*side, way, side)) return false;
    }
    return true;
}

bool boxed_true(const struct box *box, const struct boxed *x)
{
    int64_t low, high;
    return boxed_range(box, x, &low, &high) && low > 0;
}

bool boxed_false(const struct box *box, const struct boxed *x)
{
    int64_t low, high;
    return boxed_range(box, x, &low, &high) && low == 0 && high == 0;
}

/* ---- operations -------------------------------------------------------------------------------------------------- */
static struct boxed scale(const struct boxed *x, int64_t factor)
{
    struct boxed y = {.known = true};
    bool fits = checked_mul(x->start, factor, &y.start) && checked_mul(factor < 0 ? x->high : x->low, factor, &y.low) &&
                checked_mul(factor < 0 ? x->low : x->high, factor, &y.high);
    for (size_t i = 0; i < BOX_AXES && fits; i++) fits = checked_mul(x->slope[i], factor, &y.slope[i]);
    return fits ? y : unknown;
}

static struct boxed add(const struct boxed *a, const struct boxed *b)
{
    struct boxed y = {.known = true};
    bool fits = checked_add(a->start, b->start, &y.start) && checked_add(a->low, b->low, &y.low) &&
                checked_add(a->high, b->high, &y.high);
    for (size_t i = 0; i < BOX_AXES && fits; i++) fits = checked_add(a->slope[i], b->slope[i], &y.slope[i]);
    return fits ? y : unknown;
}

static struct boxed subtract(const struct boxed *a, const struct boxed *b)
{
    struct boxed minus = scale(b, -1);
    return minus.known ? add(a, &minus) : unknown;
}

static struct boxed multiply(const struct box *box, const struct boxed *a, const struct boxed *b)
{
    int64_t factor, x[2], y[2], low = INT64_MAX, high = INT64_MIN, product;
    if (boxed_is_constant(a, &factor)) return scale(b, factor);
    if (boxed_is_constant(b, &factor)) return scale(a, factor);
    if (!boxed_range(box, a, &x[0], &x[1]) || !boxed_range(box, b, &y[0], &y[1])) return unknown;
    for (int i = 0; i < 4; i++) {
        if (!checked_mul(x[i & 1], y[i >> 1], &product)) return unknown;
        if (product < low) low = product;
        if (product > high) high = product;
    }
    return boxed_between(low, high);
}

static struct boxed divide(const struct box *box, const struct boxed *a, const struct boxed *b)
{
    int64_t by, low, high;
    bool whole = true;
    struct boxed y = {.known = true};
    if (!boxed_is_constant(b, &by) || by < 1) return unknown;
    for (size_t i = 0; i < BOX_AXES && whole; i++) {
        whole = a->slope[i] % by == 0;
        y.slope[i] = a->slope[i] / by;
    }
    if (whole) {
        if (!checked_add(a->start, a->low, &low) || !checked_add(a->start, a->high, &high)) return unknown;
    } else {
        y = unknown;
        if (!boxed_range(box, a, &low, &high)) return unknown;
    }
    if (!checked_div(low, by, &low) || !checked_div(high, by, &high)) return unknown;
    struct boxed bounds = boxed_between(low, high);
    if (!whole) return bounds;
    y.start = bounds.start;
    y.low = bounds.low;
    y.high = bounds.high;
    return y;
}

static struct boxed modulo(const struct box *box, const struct boxed *a, const struct boxed *b)
{
    int64_t by;
    struct boxed floor = divide(box, a, b);
    if (!floor.known || !boxed_is_constant(b, &by)) return unknown;
    struct boxed below = scale(&floor, by), rest = below.known ? subtract(a, &below) : unknown;
    return rest.known && boxed_is_exact(&floor) ? rest : boxed_between(0, by - 1);
}

struct boxed boxed_compare(const struct box *box, enum expr_kind kind, const struct boxed *a, const struct boxed *b)
{
    int64_t low, high;
    struct boxed less = a->known && b->known ? subtract(a, b) : unknown;
    if (!boxed_range(box, &less, &low, &high)) return boxed_between(0, 1);
    bool apart = low > 0 || high < 0, equal = low == 0 && high == 0;
    switch (kind) {
    case EXPR_EQ: return boxed_between(equal, !apart);
    case EXPR_NE: return boxed_between(apart, !equal);
    case EXPR_LT: return boxed_between(high < 0, low < 0);
    case EXPR_LE: return boxed_between(high <= 0, low <= 0);
    case EXPR_GT: return boxed_between(low > 0, high > 0);
    case EXPR_GE: return boxed_between(low >= 0, high >= 0);
    default: return unknown;
    }
}

struct boxed boxed_operate(const struct box *box, enum expr_kind kind, const struct boxed *a, const struct boxed *b)
{
    int64_t low, high;
    struct boxed y = unknown;
    if (!a->known || !b->known) return unknown;
    switch (kind) {
    case EXPR_ADD: y = add(a, b); break;
    case EXPR_SUB: y = subtract(a, b); break;
    case EXPR_MUL: y = multiply(box, a, b); break;
    case EXPR_DIV: y = divide(box, a, b); break;
    case EXPR_MOD: y = modulo(box, a, b); break;
    default: return boxed_compare(box, kind, a, b);
    }
    return boxed_range(box, &y, &low, &high) ? y : unknown;
}

struct boxed boxed_join(const struct box *box, const struct boxed *a, const struct boxed *b)
{
    int64_t x[2], y[2], apart;
    struct boxed both = *a;
    if (!a->known || !b->known) return unknown;
    if (parallel(a, b) && checked_sub(b->start, a->start, &apart) && checked_add(b->low, apart, &x[0]) &&
        checked_add(b->high, apart, &x[1])) {
        if (x[0] < both.low) both.low = x[0];
        if (x[1] > both.high) both.high = x[1];
        return both;
    }
    if (!boxed_range(box, a, &x[0], &x[1]) || !boxed_range(box, b, &y[0], &y[1])) return unknown;
    return boxed_between(x[0] < y[0] ? x[0] : y[0], x[1] > y[1] ? x[1] : y[1]);
}

static struct boxed extreme(const struct box *box, enum expr_kind order, const struct boxed *a, const struct boxed *b)
{
    int64_t x[2], y[2];
    struct boxed first = boxed_compare(box, order, a, b), second = boxed_compare(box, order, b, a);
    if (a->known && boxed_true(box, &first)) return *a;
    if (b->known && boxed_true(box, &second)) return *b;
    if (!boxed_range(box, a, &x[0], &x[1]) || !boxed_range(box, b, &y[0], &y[1])) return unknown;
    for (int i = 0; i < 2; i++)
        if (order == EXPR_LE ? y[i] < x[i] : y[i] > x[i]) x[i] = y[i];
    return boxed_between(x[0], x[1]);
}

struct boxed boxed_least(const struct box *box, const struct boxed *a, const struct boxed *b)
{
    return extreme(box, EXPR_LE, a, b);
}

struct boxed boxed_greatest(const struct box *box, const struct boxed *a, const struct boxed *b)
{
    return extreme(box, EXPR_GE, a, b);
}
