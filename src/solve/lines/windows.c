/* SPDX-License-Identifier: MIT */
/* Options x - u, x - 2 u, .. along one direction, all or a fixed number of them. */
#include "solve/lines/private.h"
#include <string.h>

enum { WINDOW_LEAST = 4 }; /* options fewer than that are looked up one by one */

/* Does the condition hold at all states of the box moved by `times` u? */
static bool holds_in_box(const struct value_table *t, const struct nested_form *form, const int64_t *along,
                         int64_t times)
{
    int64_t least = form->constant;
    for (size_t i = 0; i < t->fields; i++) {
        int64_t low, high, term;
        if (__builtin_mul_overflow(times, along[i], &low) || __builtin_add_overflow(low, t->low[i], &low)) return false;
        if (__builtin_add_overflow(low, t->extent[i] - 1, &high)) return false;
        if (__builtin_mul_overflow(form->of[i], form->of[i] > 0 ? low : high, &term)) return false;
        if (__builtin_add_overflow(least, term, &least)) return false;
    }
    return least >= 0;
}

/* Is the option x - k u for some k >= 1, whenever that is a position? Then that k, else 0. */
static int64_t steps_back(const struct value_table *t, const struct nested_ray *ray, size_t axis,
                          const struct nested_option *o)
{
    if (o->divisor != 1 || o->at[axis].constant >= 0 || o->at[axis].constant % ray->along[axis] != 0) return 0;
    int64_t steps = -o->at[axis].constant / ray->along[axis];
    for (size_t i = 0; i < t->fields; i++) {
        struct nested_form form = o->at[i];
        form.of[i]--;
        if (form.constant % steps != 0 || form.constant / steps != -ray->along[i]) return 0;
        for (size_t k = 0; k < t->fields; k++)
            if (form.of[k] != 0) return 0;
    }
    for (size_t i = 0; i < o->where_count; i++)
        if (!holds_in_box(t, &o->where[i], ray->along, steps)) return 0;
    return steps;
}

/* Is x - u all that enters, whenever that is a position? */
bool lines_enters_before(const struct value_table *t, const struct nested_ray *ray)
{
    size_t axis;
    bool alone;
    return ray->enter_count == 1 && lines_axis(ray, t->fields, &axis, &alone) &&
           steps_back(t, ray, axis, &ray->enter[0]) == 1;
}

bool lines_enters_fixed(const struct value_table *t, const struct nested_ray *ray)
{
    bool fixed = true;
    for (size_t e = 0; e < ray->enter_count && fixed; e++) {
        fixed = ray->enter[e].divisor == 1;
        for (size_t i = 0; i < t->fields; i++)
            for (size_t k = 0; k < t->fields; k++) fixed &= ray->enter[e].at[i].of[k] == (i == k);
    }
    return fixed;
}

/* Then x enters on the line of x + v when its value is known. That is in time: what is behind x + v on that line, and x + v itself, is
 * nowhere less than x and another position, so it comes later in the order of the box. And it is not too early: x + v - u, and all
 * before that on the line, is nowhere greater than x, so it comes earlier or is x itself, and x is no option of it that enters there. */
bool lines_enters_at(const struct value_table *t, const struct nested_ray *ray, int64_t *v)
{
    const struct nested_option *o = ray->enter;
    bool some = false;
    if (ray->enter_count != 1 || !lines_enters_fixed(t, ray)) return false;
    for (size_t i = 0; i < t->fields; i++) {
        v[i] = -o->at[i].constant;
        if (v[i] < 0 || v[i] > ray->along[i]) return false;
        some |= v[i] > 0;
    }
    for (size_t i = 0; i < o->where_count && some; i++) some = holds_in_box(t, &o->where[i], v, 1);
    return some;
}

/* Are the options x - u, x - 2 u, .., x - m u for a fixed m, as far as these are positions, whatever x is? Then x - (m + 1) u is all that
 * leaves. No two of them have one value: of x - a u and x - b u with a < b <= m the second is an option of the first. So a set need
 * not know how often a value is there: what leaves is not there any more. */
bool lines_window(const struct value_table *t, const struct nested_ray *ray)
{
    size_t axis;
    bool alone, always = ray->where_count == 0 && ray->divide_count == 0 && ray->leave_count == 1;
    return always && !ray->gate && !ray->enter[0].filter && lines_enters_before(t, ray) &&
           lines_axis(ray, t->fields, &axis, &alone) && steps_back(t, ray, axis, &ray->leave[0]) > 1;
}

/* ---- windows of options that are named one by one ---------------------------------------------------------------- */
/* A ray along nothing has these options; which of them are u, 2 u, .. away? chain[k - 1]: the one that is k u away. */
static size_t chain_of(const struct value_table *t, const struct nested_ray *ray, const int64_t *u, size_t *chain)
{
    struct nested_ray along = {0};
    size_t axis, length = 0;
    bool alone, found = true;
    memcpy(along.along, u, sizeof along.along);
    if (!lines_axis(&along, t->fields, &axis, &alone)) return 0;
    while (found) {
        found = false;
        for (size_t i = 0; i < ray->enter_count && !found; i++)
            if (!ray->enter[i].filter && steps_back(t, &along, axis, &ray->enter[i]) == (int64_t)length + 1)
                chain[length++] = i, found = true;
    }
    return length;
}

/* How far away the option is, if that is the same for all x and nowhere negative. */
static bool distance_of(const struct value_table *t, const struct nested_option *o, int64_t *u)
{
    memset(u, 0, MODEL_MAX_FIELDS * sizeof *u);
    for (size_t i = 0; i < t->fields; i++) {
        u[i] = -o->at[i].constant;
        if (u[i] < 0 || u[i] > t->extent[i]) return false;
    }
    return o->divisor == 1 && !o->filter;
}

/* x - steps u, where that is a position. */
static bool back(const struct value_table *t, const int64_t *u, int64_t steps, struct arena *arena,
                 struct nested_option *o)
{
    *o = (struct nested_option){.divisor = 1};
    o->at = arena_array(arena, t->fields + 1, sizeof *o->at);
    o->where = arena_array(arena, t->fields + 1, sizeof *o->where);
    if (!o->at || !o->where) return false;
    for (size_t i = 0; i < t->fields; i++) {
        o->at[i] = (struct nested_form){.constant = -steps * u[i]};
        o->at[i].of[i] = 1;
        if (u[i] == 0) continue;
        struct nested_form *where = &o->where[o->where_count++];
        *where = o->at[i];
        where->constant -= t->low[i];
    }
    return true;
}

/* The longest chain of the ray's options becomes a ray of its own. *more: there was one. */
static bool take_chain(const struct value_table *t, struct nested_ray *from, struct nested_ray *to, struct arena *arena,
                       bool *more)
{
    size_t chain[NESTED_MOST_ENTERING + 1], best[NESTED_MOST_ENTERING + 1], length = 0;
    int64_t u[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < from->enter_count; i++) {
        int64_t along[MODEL_MAX_FIELDS];
        size_t count = distance_of(t, &from->enter[i], along) ? chain_of(t, from, along, chain) : 0;
        if (count <= length) continue;
        length = count;
        memcpy(best, chain, sizeof best);
        memcpy(u, along, sizeof u);
    }
    *more = length >= WINDOW_LEAST;
    if (!*more) return true;
    *to = (struct nested_ray){.enter_count = 1, .leave_count = 1};
    memcpy(to->along, u, sizeof u);
    to->enter = arena_array(arena, 1, sizeof *to->enter);
    to->leave = arena_array(arena, 1, sizeof *to->leave);
    if (!to->enter || !to->leave || !back(t, u, (int64_t)length + 1, arena, to->leave)) return false;
    to->enter[0] = from->enter[best[0]];
    bool taken[NESTED_MOST_ENTERING] = {false};
    size_t left = 0;
    for (size_t k = 0; k < length; k++) taken[best[k]] = true;
    for (size_t i = 0; i < from->enter_count; i++)
        if (!taken[i]) from->enter[left++] = from->enter[i];
    from->enter_count = left;
    return true;
}

static bool is_list(const struct nested *nested, const struct nested_ray *ray)
{
    size_t axis;
    bool alone;
    return !lines_axis(ray, nested->fields, &axis, &alone) && ray->where_count == 0 && ray->divide_count == 0 &&
           !ray->gate;
}

enum status lines_windows(const struct nested *nested, const struct value_table *box, struct arena *arena,
                          const struct nested **out)
{
    struct nested *n = arena_alloc(arena, sizeof *n);
    *out = nested;
    if (!n) return ST_NO_MEMORY;
    *n = *nested;
    n->rays = arena_array(arena, NESTED_MOST_RAYS, sizeof *n->rays);
    if (!n->rays) return ST_NO_MEMORY;
    memcpy(n->rays, nested->rays, nested->count * sizeof *n->rays);
    for (size_t i = 0; i < nested->count; i++) {
        struct nested_ray *ray = &n->rays[i];
        if (!is_list(nested, ray) || ray->enter_count < WINDOW_LEAST) continue;
        ray->enter = arena_array(arena, ray->enter_count, sizeof *ray->enter);
        if (!ray->enter) return ST_NO_MEMORY;
        memcpy(ray->enter, nested->rays[i].enter, ray->enter_count * sizeof *ray->enter);
        for (bool more = true; more && n->count < NESTED_MOST_RAYS; n->count += more)
            if (!take_chain(box, ray, &n->rays[n->count], arena, &more)) return ST_NO_MEMORY;
    }
    size_t kept = 0;
    for (size_t i = 0; i < n->count; i++)
        if (n->rays[i].enter_count > 0) n->rays[kept++] = n->rays[i];
    n->count = kept;
    *out = n;
    return ST_OK;
}
