/* SPDX-License-Identifier: MIT */
/* Conditions that hold from some bound number on: seen from how they are made. */
#include "base/numbers.h"
#include "model/builtins.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/private.h"

enum { DEPTH_MOST = 16 };

static bool rises(const struct term *t, uint32_t variable, int direction, int depth);

static bool all_rise(const struct term *t, uint32_t variable, int direction, int depth)
{
    bool all = true;
    for (uint32_t i = 0; all && i < t->count; i++) all = rises(t->kids[i], variable, direction, depth + 1);
    return all;
}

/* The difference of two sides, the left one with that sign. */
static bool sides_rise(const struct term *t, uint32_t variable, int direction, int depth)
{
    return rises(t->kids[0], variable, direction, depth + 1) && rises(t->kids[1], variable, -direction, depth + 1);
}

/* Sums, least and greatest of what rises rise; so do quotients by a number above 0, which are rounded one way or the other, but
 * never past a lesser quotient. Of truth values 0 < 1, `and` is the least and `or` the greatest. */
static bool rises(const struct term *t, uint32_t variable, int direction, int depth)
{
    struct linear line;
    if (!(t->reads >> variable & 1)) return true;
    if (depth > DEPTH_MOST) return false;
    if (term_linear(t, &line)) return direction > 0 ? line.factor[variable] >= 0 : line.factor[variable] <= 0;
    switch (t->kind) {
    case EXPR_ADD:
    case EXPR_AND:
    case EXPR_OR: return all_rise(t, variable, direction, depth);
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_SUB: return sides_rise(t, variable, direction, depth);
    case EXPR_LT:
    case EXPR_LE: return sides_rise(t, variable, -direction, depth);
    case EXPR_NOT:
    case EXPR_NEG: return all_rise(t, variable, -direction, depth);
    case EXPR_CALL:
        return (t->index == BUILTIN_MIN || t->index == BUILTIN_MAX) && all_rise(t, variable, direction, depth);
    case EXPR_DIV:
        return t->kids[1]->kind == EXPR_INT && t->kids[1]->constant > 0 &&
               rises(t->kids[0], variable, direction, depth + 1);
    default: return false;
    }
}

bool dynamic_rises(const struct term *t, size_t variable, int direction)
{
    return rises(t, (uint32_t)variable, direction, 0);
}

/* ---- where a condition begins to hold ---------------------------------------------------------------------------- */

/* f b + rest, compared with 0; f b is |f| y. Numbers are small: it fits. */
static int64_t limit_of_linear(const struct dynamic_condition *c, size_t bound, const int64_t *x)
{
    int64_t f = c->difference.factor[bound], rest = linear_at(&c->difference, x) - f * x[bound];
    bool less = c->kind == EXPR_LT || c->kind == EXPR_LE;
    if (less) f = -f, rest = -rest;
    if (c->kind == EXPR_LT || c->kind == EXPR_GT) rest--; /* integers: > 0 is - 1 >= 0 */
    return -number_floor(rest, f < 0 ? -f : f);           /* y >= -rest / |f| */
}

static bool holds(const struct dynamic_condition *c, size_t bound, int64_t b, int64_t *x)
{
    int64_t before = x[bound], value = 0;
    x[bound] = b;
    bool has = term_value_at(c->term, x, &value);
    x[bound] = before;
    return has && value != 0; /* it has a value everywhere */
}

/* The first number above `low` at which the condition is not what it is there, by steps that double and then halve; DYNAMIC_SMALL: none. */
static int64_t turn_of(const struct dynamic_condition *c, size_t bound, int64_t low, int64_t *x)
{
    bool first = holds(c, bound, low, x);
    int64_t same = low, other = low + 1;
    while (other < DYNAMIC_SMALL && holds(c, bound, other, x) == first) {
        int64_t step = 2 * (other - low);
        same = other;
        other = step < DYNAMIC_SMALL - low ? low + step : DYNAMIC_SMALL;
    }
    while (other - same > 1) {
        int64_t middle = same + (other - same) / 2;
        if (holds(c, bound, middle, x) == first) same = middle;
        else other = middle;
    }
    return other;
}

static int64_t limit_of_any(const struct dynamic_limits *l, const struct dynamic_condition *c, int64_t *x)
{
    size_t bound = l->rule->bound;
    int64_t low = l->rows.low[bound];
    bool first = holds(c, bound, low, x);
    if (first == (l->sign > 0)) return first ? low : LIMITS_NEVER;
    int64_t turn = turn_of(c, bound, low, x);
    if (l->sign < 0) return -(turn - 1);
    return turn < DYNAMIC_SMALL ? turn : LIMITS_NEVER;
}

int64_t dynamic_limit_of(const struct dynamic_limits *l, const struct dynamic_conditions *conditions, int64_t *x)
{
    size_t bound = l->rule->bound;
    int64_t low = l->rows.low[bound], limit = l->sign > 0 ? low : 1 - DYNAMIC_SMALL;
    int64_t most = l->sign > 0 ? DYNAMIC_SMALL - 1 : -low;
    for (size_t i = 0; i < conditions->count && limit <= most; i++) {
        const struct dynamic_condition *c = &conditions->items[i];
        bool linear = c->linear && c->difference.factor[bound] != 0;
        int64_t from = linear ? limit_of_linear(c, bound, x) : limit_of_any(l, c, x);
        if (from > limit) limit = from;
    }
    return limit <= most ? limit : LIMITS_NEVER;
}
