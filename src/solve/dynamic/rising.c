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

/* f b + rest, compared with 0; f b is |f| y. Numbers are small: it fits. From which y on it holds while a variable rises by 1 from
 * point to point: at point i from -rest / |f| on, where rest changes by `step`. */
struct line_of_limits {
    int64_t rest, step, by;
};

static struct line_of_limits limits_of_linear(const struct dynamic_condition *c, size_t bound, const int64_t *x,
                                              size_t variable)
{
    int64_t f = c->difference.factor[bound], rest = linear_at(&c->difference, x) - f * x[bound];
    int64_t step = c->difference.factor[variable];
    bool less = c->kind == EXPR_LT || c->kind == EXPR_LE;
    if (less) f = -f, rest = -rest, step = -step;
    if (c->kind == EXPR_LT || c->kind == EXPR_GT) rest--; /* integers: > 0 is - 1 >= 0 */
    return (struct line_of_limits){rest, step, f < 0 ? -f : f};
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

/* What a condition makes of the limits of points in a row, which are at least what they were. */
static void raise_limits(const struct dynamic_limits *l, const struct dynamic_condition *c, int64_t *x, size_t variable,
                         size_t count, int64_t *limits)
{
    size_t bound = l->rule->bound;
    if (c->linear && c->difference.factor[bound] != 0) {
        struct line_of_limits line = limits_of_linear(c, bound, x, variable);
        for (size_t i = 0; i < count; i++, line.rest += line.step) {
            int64_t from = line.by == 1 ? -line.rest : -number_floor(line.rest, line.by);
            if (from > limits[i]) limits[i] = from;
        }
        return;
    }
    int64_t first = x[variable];
    for (size_t i = 0; i < count; i++) {
        x[variable] = first + (int64_t)i;
        int64_t from = limit_of_any(l, c, x);
        if (from > limits[i]) limits[i] = from;
    }
    x[variable] = first;
}

void dynamic_limits_along(const struct dynamic_limits *l, const struct dynamic_conditions *conditions, int64_t *x,
                          size_t variable, size_t count, int64_t *limits)
{
    int64_t low = l->rows.low[l->rule->bound], least = dynamic_least(l);
    int64_t most = l->sign > 0 ? DYNAMIC_SMALL - 1 : -low;
    for (size_t i = 0; i < count; i++) limits[i] = least;
    for (size_t i = 0; i < conditions->count; i++) raise_limits(l, &conditions->items[i], x, variable, count, limits);
    for (size_t i = 0; i < count; i++)
        if (limits[i] > most) limits[i] = LIMITS_NEVER;
}

int64_t dynamic_limit_of(const struct dynamic_limits *l, const struct dynamic_conditions *conditions, int64_t *x)
{
    int64_t limit;
    dynamic_limits_along(l, conditions, x, TERM_CELLS, 1, &limit);
    return limit;
}

bool dynamic_limits_straight(const struct dynamic_limits *l, const struct dynamic_conditions *conditions,
                             size_t variable, int64_t *first, int64_t *step)
{
    int64_t x[TERM_VARIABLES] = {0};
    const struct dynamic_condition *c = &conditions->items[0];
    size_t bound = l->rule->bound;
    if (conditions->count != 1 || !c->linear || c->difference.factor[bound] == 0) return false;
    for (size_t v = 0; v < TERM_VARIABLES; v++)
        if (v != bound && v != variable && c->difference.factor[v]) return false;
    struct line_of_limits line = limits_of_linear(c, bound, x, variable);
    *first = -line.rest;
    *step = -line.step;
    return line.by == 1;
}
