/* SPDX-License-Identifier: MIT */
/* A field that only limits what may be taken need not be larger than what there is to take. */
#include <string.h>
#include "base/numbers.h"
#include "proof/nested/nested.h"

enum { ROUNDS_MOST = 8 };
#define SIDE_MOST ((int64_t)1 << 30)

struct capping {
    const struct nested *nested;
    const int64_t *low, *high; /* of all fields but q */
    size_t q;
    int64_t cap; /* what is found: at and above it all is the same */
};

/* The least (sign -1) or greatest (1) value of the form, less what field q adds. */
static int64_t extreme(const struct capping *c, const struct nested_form *form, int sign)
{
    int64_t value = form->constant;
    for (size_t i = 0; i < c->nested->fields; i++)
        if (i != c->q) value += form->of[i] * ((form->of[i] > 0) == (sign > 0) ? c->high[i] : c->low[i]);
    return value;
}

static void lift(struct capping *c, int64_t to) { c->cap = to > c->cap ? to : c->cap; }

/* Whether the form is >= 0 does not change from the cap on. */
static void settle(struct capping *c, const struct nested_form *form)
{
    int64_t by = form->of[c->q];
    if (by > 0) lift(c, -number_floor(extreme(c, form, -1), by)); /* true */
    if (by < 0) lift(c, number_floor(extreme(c, form, 1), -by) + 1);
}

/* The option is one nowhere beyond *last, the least such number that is found; false: none is. */
static bool ends(const struct capping *c, const struct nested_option *o, int64_t *last)
{
    bool found = false;
    for (size_t i = 0; i < o->where_count; i++) {
        if (o->where[i].of[c->q] >= 0) continue;
        int64_t end = number_floor(extreme(c, &o->where[i], 1), -o->where[i].of[c->q]);
        if (!found || end < *last) *last = end;
        found = true;
    }
    return found;
}

static bool reads(const struct capping *c, const struct nested_option *o)
{
    bool does = o->number.of[c->q] != 0;
    for (size_t i = 0; i < c->nested->fields; i++) does |= o->at[i].of[c->q] != 0;
    return does;
}

static bool cap_ray(struct capping *c, const struct nested_ray *r)
{
    bool along = r->along[c->q] != 0, fine = !r->leave_count && (!along || r->along[c->q] == 1);
    for (size_t i = 0; i < c->nested->fields; i++) fine &= !along || i == c->q || !r->along[i];
    for (size_t i = 0; i < r->divide_count; i++) fine &= !r->divides[i].form.of[c->q];
    for (size_t i = 0; i < r->where_count; i++) settle(c, &r->where[i]);
    for (size_t i = 0; fine && i < r->enter_count; i++) {
        const struct nested_option *o = &r->enter[i];
        int64_t last = 0;
        if (along) {
            fine = ends(c, o, &last);
            lift(c, last); /* what enters there stays */
        } else if (reads(c, o)) {
            fine = ends(c, o, &last);
            lift(c, last + 1);
        } else
            for (size_t k = 0; k < o->where_count; k++) settle(c, &o->where[k]);
    }
    return fine;
}

/* The form with this factor and constant added. */
static struct nested_form changed(const struct nested *n, const struct nested_form *form, int64_t factor, int64_t add)
{
    struct nested_form r = {.constant = factor * form->constant + add};
    for (size_t i = 0; i < n->fields; i++) r.of[i] = factor * form->of[i];
    return r;
}

/* A copy with one condition more. */
static bool copy_option(const struct nested *n, struct arena *arena, const struct nested_option *o,
                        const struct nested_form *where, struct nested_option *out)
{
    *out = *o;
    out->at = arena_array(arena, n->fields, sizeof *out->at);
    out->where = arena_array(arena, o->where_count + 1, sizeof *out->where);
    if (!out->at || !out->where) return false;
    memcpy(out->at, o->at, n->fields * sizeof *o->at);
    if (o->where_count) memcpy(out->where, o->where, o->where_count * sizeof *o->where);
    out->where[out->where_count++] = *where;
    return true;
}

/* Options that would be above the cap are those at the cap. */
static bool lower_ray(const struct capping *c, struct arena *arena, struct nested_ray *r)
{
    const struct nested *n = c->nested;
    struct nested_option *enter = arena_array(arena, 2 * r->enter_count + 1, sizeof *enter);
    size_t count = 0;
    if (!enter) return false;
    for (size_t i = 0; i < r->enter_count; i++) {
        const struct nested_option *o = &r->enter[i];
        int64_t cap = o->divisor * c->cap, by = o->at[c->q].of[c->q];
        if (extreme(c, &o->at[c->q], 1) + (by > 0 ? by * c->cap : by * c->low[c->q]) <= cap) {
            enter[count++] = *o;
            continue;
        }
        struct nested_form up_to = changed(n, &o->at[c->q], -1, cap), above = changed(n, &o->at[c->q], 1, -cap - 1);
        if (!copy_option(n, arena, o, &up_to, &enter[count++])) return false;
        if (!copy_option(n, arena, o, &above, &enter[count])) return false;
        enter[count++].at[c->q] = (struct nested_form){.constant = cap};
    }
    r->enter = enter;
    r->enter_count = count;
    return true;
}

static bool lower(const struct capping *c, struct arena *arena, struct nested *out)
{
    *out = *c->nested;
    out->rays = arena_array(arena, out->count + 1, sizeof *out->rays);
    if (!out->rays) return false;
    memcpy(out->rays, c->nested->rays, out->count * sizeof *out->rays);
    for (size_t i = 0; i < out->count; i++)
        if (!lower_ray(c, arena, &out->rays[i])) return false;
    return true;
}

enum status nested_cap(const struct nested *n, size_t q, const int64_t *low, int64_t *high, struct arena *arena,
                       struct nested *out, bool *capped)
{
    struct capping c = {.nested = n, .low = low, .high = high, .q = q};
    *capped = !n->reason && !n->aside;
    for (int round = 0; *capped && round < ROUNDS_MOST; round++) {
        int64_t before[MODEL_MAX_FIELDS];
        c.cap = high[q];
        for (size_t i = 0; i < n->fields; i++) *capped &= low[i] > -SIDE_MOST && high[i] < SIDE_MOST;
        for (size_t i = 0; *capped && i < n->count; i++) *capped = cap_ray(&c, &n->rays[i]);
        *capped = *capped && c.cap < SIDE_MOST;
        if (!*capped) return ST_OK;
        high[q] = c.cap;
        memcpy(before, high, sizeof before);
        if (!lower(&c, arena, out)) return ST_NO_MEMORY;
        enum status st = nested_close(out, low, high, capped);
        if (st != ST_OK || !*capped) return st;
        if (memcmp(before, high, n->fields * sizeof *high) == 0) return ST_OK;
    }
    *capped = false;
    return ST_OK;
}
