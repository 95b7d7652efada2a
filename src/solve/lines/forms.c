/* SPDX-License-Identifier: MIT */
/* Forms of states, which the proofs give, as forms of places in a box: what is the same for all rows is computed once. */
#include "solve/lines/private.h"

/* The form of a state by its place in the box. */
static struct line_form shifted(const struct value_table *t, const struct nested_form *form)
{
    struct line_form f = {.constant = form->constant};
    for (size_t i = 0; i < t->fields; i++) {
        f.of[i] = form->of[i];
        f.constant += form->of[i] * t->low[i];
    }
    return f;
}

/* Is it 0 or more in the whole box? */
static bool holds_everywhere(const struct value_table *t, const struct line_form *f)
{
    int64_t least = f->constant, most;
    for (size_t i = 0; i < t->fields; i++) {
        if (f->of[i] >= 0) continue;
        if (__builtin_mul_overflow(f->of[i], t->extent[i] - 1, &most)) return false;
        if (__builtin_add_overflow(least, most, &least)) return false;
    }
    return least >= 0;
}

/* The conditions that say something in this box. */
static struct line_form *conditions(struct lines *l, const struct nested_form *forms, size_t count, size_t *left)
{
    struct line_form *all = arena_array(&l->arena, count + 1, sizeof *all);
    *left = 0;
    for (size_t i = 0; all && i < count; i++) {
        all[*left] = shifted(l->table, &forms[i]);
        *left += !holds_everywhere(l->table, &all[*left]);
    }
    return all;
}

/* The sums are taken modulo 2^64: a term may be larger than that where another one takes it away, and a place in the box fits. */
static struct line_form place_of(const struct value_table *t, const struct nested_option *option)
{
    uint64_t constant = 0, of[MODEL_MAX_FIELDS] = {0};
    struct line_form f = {0};
    for (size_t i = 0; i < t->fields; i++) {
        struct line_form cell = shifted(t, &option->at[i]);
        constant += ((uint64_t)cell.constant - (uint64_t)(option->divisor * t->low[i])) * (uint64_t)t->stride[i];
        for (size_t k = 0; k < t->fields; k++) of[k] += (uint64_t)cell.of[k] * (uint64_t)t->stride[i];
    }
    f.constant = (int64_t)constant;
    for (size_t k = 0; k < t->fields; k++) f.of[k] = (int64_t)of[k];
    return f;
}

static bool plan_options(struct lines *l, const struct nested_option *options, size_t count, struct line_plan **out)
{
    struct line_plan *plans = *out = arena_array(&l->arena, count + 1, sizeof *plans);
    for (size_t k = 0; plans && k < count; k++) {
        const struct nested_option *o = &options[k];
        plans[k] = (struct line_plan){.divisor = o->divisor};
        plans[k].at = place_of(l->table, o);
        plans[k].rest = shifted(l->table, &o->number);
        plans[k].where = conditions(l, o->where, o->where_count, &plans[k].where_count);
        if (!plans[k].where) return false;
    }
    return plans;
}

bool lines_plan_ray(struct lines *l, struct line_ray *r)
{
    const struct nested_ray *ray = r->ray;
    r->where = conditions(l, ray->where, ray->where_count, &r->where_count);
    return r->where && plan_options(l, ray->enter, ray->enter_count, &r->enter) &&
           plan_options(l, ray->leave, ray->leave_count, &r->leave);
}
