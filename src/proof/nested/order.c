/* SPDX-License-Identifier: MIT */
/* Options are states, and less than the position in some order of the fields; the box that has them all. A field may
 * come next if no option that is not yet known to be less can be greater in it. Taking one never makes another
 * impossible, since only an equation is added. */
#include "proof/nested/private.h"
#include <string.h>

enum { ROUNDS_MOST = 8, STEPS_OF_RANGE = 4000 };

bool nested_states(struct nested_finder *f, const struct nested_piece *piece, const struct nested_row *rows,
                   size_t count, bool *are)
{
    *are = true;
    for (size_t i = 0; *are && i < f->fields; i++) {
        struct nested_row at = piece->at[i];
        at.form.constant -= f->source->low[i];
        *are = nested_implied(f, rows, count, &at);
    }
    if (!*are || f->no_memory) return !f->no_memory;
    struct nested_claim *c = &f->claims[f->claim_count++];
    *c = (struct nested_claim){.piece = piece, .count = count};
    c->rows = arena_array(&f->scratch, count + f->fields + 1, sizeof *c->rows);
    if (!c->rows) return f->no_memory = true, false;
    memcpy(c->rows, rows, count * sizeof *rows);
    return true;
}

/* x_i - at_i - by */
static struct nested_row fall(const struct nested_claim *c, size_t i, int64_t by)
{
    const struct nested_row *at = &c->piece->at[i];
    struct nested_row r = {.form.constant = -at->form.constant - by, .t = -at->t};
    for (size_t k = 0; k < MODEL_MAX_FIELDS; k++) r.form.of[k] = -at->form.of[k];
    r.form.of[i]++;
    return r;
}

static bool never_greater(struct nested_finder *f, const struct nested_claim *c, size_t field)
{
    struct nested_row row = fall(c, field, 0);
    return nested_implied(f, c->rows, c->count, &row);
}

/* Options that are equal in the field are what is left of a claim. */
static void compare_by(struct nested_finder *f, size_t field)
{
    for (size_t i = 0; i < f->claim_count; i++) {
        struct nested_claim *c = &f->claims[i];
        if (c->less) continue;
        struct nested_row less = fall(c, field, 1);
        c->less = nested_implied(f, c->rows, c->count, &less);
        if (c->less) continue;
        c->rows[c->count] = fall(c, field, 0);
        c->rows[c->count++].equality = true;
    }
}

bool nested_never_greater(struct nested_finder *f, const struct nested_piece *piece, size_t field)
{
    const struct nested_claim c = {.piece = piece, .rows = piece->rows, .count = piece->row_count};
    return never_greater(f, &c, field);
}

static bool may_be_next(struct nested_finder *f, size_t field)
{
    for (size_t i = 0; i < f->claim_count; i++)
        if (!f->claims[i].less && !never_greater(f, &f->claims[i], field)) return false;
    return true;
}

static void find_below(struct nested_finder *f)
{
    f->out->below = true;
    for (size_t i = 0; i < f->claim_count; i++)
        for (size_t k = 0; f->out->below && k < f->fields; k++) f->out->below = never_greater(f, &f->claims[i], k);
}

/* ---- into that order --------------------------------------------------------------------------------------------- */
static void permute_numbers(const struct nested *n, int64_t *numbers)
{
    int64_t old[MODEL_MAX_FIELDS];
    memcpy(old, numbers, sizeof old);
    for (size_t k = 0; k < n->fields; k++) numbers[k] = old[n->order[k]];
}

static bool permute_option(const struct nested *n, struct arena *arena, struct nested_option *o)
{
    struct nested_form old[MODEL_MAX_FIELDS];
    memcpy(old, o->at, n->fields * sizeof *old);
    for (size_t k = 0; k < n->fields; k++) {
        o->at[k] = old[n->order[k]];
        permute_numbers(n, o->at[k].of);
    }
    for (size_t k = 0; k < o->where_count; k++) permute_numbers(n, o->where[k].of);
    permute_numbers(n, o->number.of);
    if (!o->filter) return true;
    struct nested_filter *filter = arena_alloc(arena, sizeof *filter);
    struct nested_form *values = arena_array(arena, o->filter->move->gen_count + 1, sizeof *values);
    if (!filter || !values) return false;
    *filter = *o->filter;
    for (size_t g = 0; g < filter->move->gen_count; g++) {
        values[g] = filter->values[g];
        permute_numbers(n, values[g].of);
    }
    filter->values = values;
    o->filter = filter;
    return true;
}

static bool permute_ray(const struct nested *n, struct arena *arena, struct nested_ray *ray)
{
    permute_numbers(n, ray->along);
    for (size_t k = 0; k < ray->where_count; k++) permute_numbers(n, ray->where[k].of);
    struct nested_remainder *divides =
        arena_array(arena, ray->divide_count + 1, sizeof *divides); /* pieces share them */
    if (!divides) return false;
    for (size_t k = 0; k < ray->divide_count; k++) {
        divides[k] = ray->divides[k];
        permute_numbers(n, divides[k].form.of);
    }
    ray->divides = divides;
    bool fits = true;
    for (size_t e = 0; e < ray->enter_count; e++) fits &= permute_option(n, arena, &ray->enter[e]);
    for (size_t e = 0; e < ray->leave_count; e++) fits &= permute_option(n, arena, &ray->leave[e]);
    return fits;
}

/* Does some ray go along the field? */
static bool is_along(const struct nested *n, size_t field)
{
    bool along = false;
    for (size_t i = 0; i < n->count; i++) along |= n->rays[i].along[field] != 0;
    return along;
}

/* The first field that may be next, or of those the first along which no ray goes: such a field says which of a few things holds, as
 * whether one may still pass, and the last one should be long. f->fields: none may. */
static size_t next_field(struct nested_finder *f, const bool *used)
{
    size_t first = f->fields;
    for (size_t field = 0; field < f->fields; field++) {
        bool still = !is_along(f->out, field);
        if (used[field] || (first < f->fields && !still) || !may_be_next(f, field)) continue;
        if (still) return field;
        first = field;
    }
    return first;
}

bool nested_order(struct nested_finder *f)
{
    struct nested *n = f->out;
    bool used[MODEL_MAX_FIELDS] = {0};
    find_below(f);
    for (size_t k = 0; k < n->fields; k++) {
        size_t field = next_field(f, used);
        if (field == n->fields) return nested_refuse(f, "the fields have no order in which options come before");
        n->order[k] = field;
        used[field] = true;
        compare_by(f, field);
    }
    for (size_t i = 0; i < f->claim_count; i++)
        if (!f->claims[i].less) { /* they differ nowhere, or never */
            static const struct nested_row never = {.form.constant = -1};
            if (!nested_implied(f, f->claims[i].rows, f->claims[i].count, &never))
                return nested_refuse(f, "an option may be the position");
        }
    for (size_t i = 0; i < n->count; i++)
        if (!permute_ray(n, f->arena, &n->rays[i])) return f->no_memory = true, false;
    return true;
}

/* ---- the box ----------------------------------------------------------------------------------------------------- */
static const struct linear_form *form_of(struct linear_work *w, const struct nested_form *form, size_t fields)
{
    const struct linear_form *r = linear_constant(w, form->constant);
    for (size_t i = 0; i < fields; i++)
        if (form->of[i]) r = linear_sum(w, r, 1, linear_variable(w, (int)i), form->of[i]);
    return r;
}

/* Raises `high` to what the option may be in this box. False: it has no upper end, or that is not known. */
static bool raise_ends(struct linear_work *w, const struct nested *n, const struct nested_option *o, const int64_t *low,
                       int64_t *high, bool *raised)
{
    size_t count = 0;
    struct linear_constraint *items = arena_array(w->arena, 2 * n->fields + o->where_count + 1, sizeof *items);
    if (!items) return w->no_memory = true, false;
    for (size_t i = 0; i < n->fields; i++) {
        items[count++].form = linear_scale(w, linear_variable(w, (int)i), 1, -low[i]);
        items[count++].form = linear_scale(w, linear_variable(w, (int)i), -1, high[i]);
    }
    for (size_t i = 0; i < o->where_count; i++) items[count++].form = form_of(w, &o->where[i], n->fields);
    for (size_t i = 0; i < count; i++)
        if (!items[i].form) return false;
    for (size_t i = 0; i < n->fields; i++) {
        struct linear_bounds b;
        w->steps = STEPS_OF_RANGE;
        if (!linear_range(w, items, count, form_of(w, &o->at[i], n->fields), &b)) return false;
        if (b.empty) return true;
        if (!b.has_high) return false;
        int64_t most = b.high / o->divisor; /* of natural numbers, or too high */
        *raised |= most > high[i];
        if (most > high[i]) high[i] = most;
    }
    return true;
}

enum status nested_close(const struct nested *n, const int64_t *low, int64_t *high, bool *closed)
{
    struct arena arena = {0};
    struct linear_work work = {.arena = &arena};
    bool raised = !n->below;
    *closed = true;
    for (int round = 0; *closed && raised; round++) {
        raised = false;
        for (size_t i = 0; *closed && i < n->count; i++)
            for (size_t k = 0; *closed && k < n->rays[i].enter_count; k++)
                *closed = raise_ends(&work, n, &n->rays[i].enter[k], low, high, &raised);
        if (raised && round == ROUNDS_MOST) *closed = false;
    }
    arena_free(&arena);
    return work.no_memory ? ST_NO_MEMORY : ST_OK;
}
