/* SPDX-License-Identifier: MIT */
/* Directions are tried: each axis, and that in which the option moves as t does. The theorem is in nested.h. */
#include "proof/nested/private.h"
#include <string.h>

enum { ENTER_MOST = 8, DIVISOR_MOST = 64, LENGTH_MOST = 64 };

/* A piece in one direction. */
struct aim {
    struct nested_finder *f;
    const struct nested_piece *piece;
    int64_t u[MODEL_MAX_FIELDS], shift;
    struct nested_row *rows; /* those that say which the options are */
    size_t count;
    struct nested_form *where; /* the others */
    size_t where_count;
};

/* How much the row changes from (x, t) to (x + u, t + shift). */
static int64_t change(const struct aim *a, const struct nested_row *row)
{
    int64_t d = row->t * a->shift;
    for (size_t i = 0; i < a->f->fields; i++) d += row->form.of[i] * a->u[i];
    return d;
}

/* ---- premises ---------------------------------------------------------------------------------------------------- */
/* Is x - u a state wherever it is allowed something? */
static bool begins(struct aim *a)
{
    struct nested_finder *f = a->f;
    struct nested_row *before = arena_array(&f->scratch, a->count + 1, sizeof *before);
    if (!before) return f->no_memory = true, false;
    for (size_t i = 0; i < a->count; i++) {
        before[i] = a->rows[i];
        before[i].form.constant -= change(a, &a->rows[i]);
    }
    for (size_t i = 0; i < f->fields; i++) {
        struct nested_row at = {.form.constant = -a->u[i]};
        at.form.of[i] = 1;
        if (a->u[i] < 0) return false;
        at.form.constant -= f->source->low[i];
        if (a->u[i] > 0 && !nested_implied(f, before, a->count, &at)) return false;
    }
    return true;
}

/* ---- what enters ------------------------------------------------------------------------------------------------- */
/* A value of t: number / divisor, where that is whole. */
struct nested_at {
    struct nested_form number;
    int64_t divisor;
};

/* divisor * row, with t replaced. */
static struct nested_form put_in(const struct nested_row *row, const struct nested_at *t)
{
    struct nested_form r;
    r.constant = t->divisor * row->form.constant + row->t * t->number.constant;
    for (size_t i = 0; i < MODEL_MAX_FIELDS; i++) r.of[i] = t->divisor * row->form.of[i] + row->t * t->number.of[i];
    return r;
}

static struct nested_form negative(struct nested_form form)
{
    form.constant = -form.constant;
    for (size_t i = 0; i < MODEL_MAX_FIELDS; i++) form.of[i] = -form.of[i];
    return form;
}

/* Is it so in every state? */
static bool always(struct nested_finder *f, const struct nested_form *form)
{
    struct nested_row row = {.form = *form};
    return nested_implied(f, NULL, 0, &row);
}

/* Adds the condition, twice for an equality, unless it always holds. */
static void put_where(struct nested_finder *f, const struct nested_form *form, bool equality, struct nested_form *where,
                      size_t *count)
{
    struct nested_form other = negative(*form);
    if (!always(f, form)) where[(*count)++] = *form;
    if (equality && !always(f, &other)) where[(*count)++] = other;
}

/* What is set aside of the option with that t. */
static bool filter_at(struct nested_finder *f, const struct nested_piece *piece, const struct nested_at *t,
                      struct nested_option *out)
{
    if (!piece->aside || piece->aside->count == 0) return true;
    size_t gens = piece->aside->move->gen_count;
    struct nested_filter *filter = nested_filter_of(f, piece->aside, false);
    struct nested_form *values = arena_array(f->arena, gens + 1, sizeof *values);
    if (!filter || !values) return f->no_memory = true, false;
    for (size_t g = 0; g < gens; g++) values[g] = put_in(&piece->gens[g], t);
    filter->values = values;
    filter->divisor = t->divisor;
    out->filter = filter;
    return true;
}

/* The option with that t, where the rows hold. */
static bool option_at(struct nested_finder *f, const struct nested_piece *piece, const struct nested_row *rows,
                      size_t count, const struct nested_at *t, struct nested_option *out)
{
    *out = (struct nested_option){.divisor = t->divisor, .number = t->number};
    out->at = arena_array(f->arena, f->fields + 1, sizeof *out->at);
    out->where = arena_array(f->arena, 2 * count + 1, sizeof *out->where);
    if (!out->at || !out->where) return f->no_memory = true, false;
    if (!filter_at(f, piece, t, out)) return false;
    for (size_t i = 0; i < f->fields; i++) out->at[i] = put_in(&piece->at[i], t);
    for (size_t i = 0; i < count; i++) {
        struct nested_form form = put_in(&rows[i], t);
        put_where(f, &form, rows[i].equality, out->where, &out->where_count);
    }
    return true;
}

/* The t at which the row is v. */
static struct nested_at solved(const struct nested_row *row, int64_t v)
{
    struct nested_at t = {row->t > 0 ? negative(row->form) : row->form, row->t > 0 ? row->t : -row->t};
    t.number.constant += row->t > 0 ? v : -v;
    return t;
}

/* ---- one direction ----------------------------------------------------------------------------------------------- */
static bool sort_rows(struct aim *a, int64_t *entering, int64_t *leaving)
{
    *entering = *leaving = 0;
    for (size_t i = 0; i < a->piece->row_count; i++) {
        const struct nested_row *row = &a->piece->rows[i];
        int64_t d = change(a, row);
        if (row->t == 0 && d != 0) {
            put_where(a->f, &row->form, row->equality, a->where, &a->where_count);
            continue;
        }
        if (d != 0 && (row->equality || row->t > DIVISOR_MOST || row->t < -DIVISOR_MOST)) return false;
        if (d > ENTER_MOST - *entering || -d > ENTER_MOST - *leaving) return false;
        *(d > 0 ? entering : leaving) += d > 0 ? d : -d;
        a->rows[a->count++] = *row;
    }
    return true;
}

/* Room for so many options behind the first ones. */
static bool make_room(struct nested_finder *f, struct nested_option **options, size_t count, int64_t more)
{
    if (!more) return true;
    struct nested_option *all = arena_array(f->arena, count + (size_t)more, sizeof *all);
    if (!all) return f->no_memory = true, false;
    if (count) memcpy(all, *options, count * sizeof *all);
    *options = all;
    return true;
}

/* A ray in this direction with room for so many options more: an earlier one, if the options of neither count only
 * somewhere. */
static struct nested_ray *ray_along(struct nested_finder *f, const int64_t *u, bool somewhere, int64_t entering,
                                    int64_t leaving)
{
    size_t room = (size_t)(entering > leaving ? entering : leaving);
    struct nested *out = f->out;
    struct nested_ray *ray = NULL;
    for (size_t i = 0; i < out->count && !somewhere && !ray; i++)
        if (!memcmp(out->rays[i].along, u, sizeof out->rays[i].along) && out->rays[i].where_count == 0 &&
            out->rays[i].divide_count == 0 && !out->rays[i].gate &&
            out->rays[i].enter_count + room <= NESTED_MOST_ENTERING &&
            out->rays[i].leave_count + room <= NESTED_MOST_ENTERING)
            ray = &out->rays[i];
    if (!ray && out->count == NESTED_MOST_RAYS) return nested_refuse(f, "the rule has too many rays"), NULL;
    if (!ray) {
        ray = &out->rays[out->count++];
        *ray = (struct nested_ray){0};
        memcpy(ray->along, u, sizeof ray->along);
    }
    bool fine = make_room(f, &ray->enter, ray->enter_count, entering);
    return fine && make_room(f, &ray->leave, ray->leave_count, leaving) ? ray : NULL;
}

/* Row i as it was at x - u. */
static struct nested_row earlier(const struct aim *a, size_t i)
{
    struct nested_row row = a->rows[i];
    row.form.constant -= change(a, &a->rows[i]);
    return row;
}

/* Those that enter because row i is v: all rows hold, and if entering is counted, no row before it was broken as
 * well. */
static bool add_entering(struct aim *a, size_t i, int64_t v, bool counted, struct nested_row *rows,
                         struct nested_option *out)
{
    struct nested_at t = solved(&a->rows[i], v);
    size_t count = a->count;
    memcpy(rows, a->rows, count * sizeof *rows);
    for (size_t k = 0; counted && k < i; k++)
        if (change(a, &a->rows[k]) > 0) rows[count++] = earlier(a, k);
    return option_at(a->f, a->piece, rows, count, &t, out);
}

/* Those that leave because row i is v: all rows held, and none before it is broken as well. */
static bool add_leaving(struct aim *a, size_t i, int64_t v, struct nested_row *rows, struct nested_option *out)
{
    struct nested_at t = solved(&a->rows[i], v);
    size_t count = 0;
    for (size_t k = 0; k < a->count; k++) rows[count++] = earlier(a, k);
    for (size_t k = 0; k < i; k++)
        if (change(a, &a->rows[k]) < 0) rows[count++] = a->rows[k];
    return option_at(a->f, a->piece, rows, count, &t, out);
}

static bool has_gate(const struct nested_piece *piece) { return piece->aside && piece->aside->gate_count > 0; }

static bool put_gate(struct nested_finder *f, const struct nested_piece *piece, struct nested_ray *ray)
{
    ray->gate = nested_filter_of(f, piece->aside, true);
    return ray->gate != NULL;
}

static bool add_ray(struct aim *a, int64_t entering, int64_t leaving)
{
    bool gated = has_gate(a->piece);
    struct nested_ray *ray =
        ray_along(a->f, a->u, a->where_count > 0 || a->piece->divide_count > 0 || gated, entering, leaving);
    struct nested_row *rows = arena_array(&a->f->scratch, 2 * a->count + 1, sizeof *rows);
    if (!rows) a->f->no_memory = true;
    if (!ray || !rows) return false;
    for (size_t i = 0; i < a->count; i++) {
        int64_t d = change(a, &a->rows[i]);
        for (int64_t v = 0; v < d; v++)
            if (!add_entering(a, i, v, leaving > 0, rows, &ray->enter[ray->enter_count++])) return false;
        for (int64_t v = d; v < 0; v++)
            if (!add_leaving(a, i, v, rows, &ray->leave[ray->leave_count++])) return false;
    }
    ray->where = a->where;
    ray->where_count = a->where_count;
    ray->divides = a->piece->divides;
    ray->divide_count = a->piece->divide_count;
    return !gated || put_gate(a->f, a->piece, ray);
}

/* Conditions without t that change were left out; of what is left it may not be known that options are states, as it is of the whole
 * piece: `t <= y` where `x >= y`, to (x - t, y). What is known of all options of a piece may be asked for as well, and R(x, t) is the same
 * along the direction: nothing enters or leaves by it. */
static void ask_states(struct aim *a)
{
    const struct nested_piece *p = a->piece;
    for (size_t i = 0; i < a->f->fields && a->where_count > 0; i++) {
        struct nested_row at = p->at[i];
        at.form.constant -= a->f->source->low[i];
        if (at.t && !nested_implied(a->f, a->rows, a->count, &at) && nested_implied(a->f, p->rows, p->row_count, &at))
            a->rows[a->count++] = at;
    }
}

/* *found: the options nest in this direction. */
static bool try_aim(struct aim *a, bool may_leave, bool *found)
{
    struct nested_finder *f = a->f;
    int64_t entering, leaving;
    *found = false;
    for (size_t i = 0; i < f->fields; i++) { /* R(x + u, t + shift) = R(x, t) */
        int64_t d = a->piece->at[i].t * a->shift;
        for (size_t k = 0; k < f->fields; k++) d += a->piece->at[i].form.of[k] * a->u[k];
        if (d != 0) return true;
    }
    if (a->piece->aside && !nested_aside_stays(f, a->piece, a->u, a->shift)) return true;
    a->rows = arena_array(&f->scratch, a->piece->row_count + f->fields + 1, sizeof *a->rows);
    a->where = arena_array(f->arena, 2 * a->piece->row_count + 1, sizeof *a->where);
    if (!a->rows || !a->where) return f->no_memory = true, false;
    if (!sort_rows(a, &entering, &leaving) || entering == 0 || (leaving && !may_leave)) return !f->no_memory;
    ask_states(a);
    if (!begins(a)) return !f->no_memory;
    if (!nested_states(f, a->piece, a->rows, a->count, found)) return false;
    return !*found || add_ray(a, entering, leaving);
}

static bool single(struct nested_finder *f, const struct nested_piece *piece)
{
    static const int64_t nowhere[MODEL_MAX_FIELDS];
    static const struct nested_at none = {.divisor = 1};
    bool are;
    if (!nested_states(f, piece, piece->rows, piece->row_count, &are)) return false;
    if (!are) return nested_refuse(f, "an option may lie below the least state");
    struct nested_ray *ray = ray_along(f, nowhere, piece->divide_count > 0 || has_gate(piece), 1, 0);
    if (!ray || (has_gate(piece) && !put_gate(f, piece, ray))) return false;
    ray->divides = piece->divides;
    ray->divide_count = piece->divide_count;
    return option_at(f, piece, piece->rows, piece->row_count, &none, &ray->enter[ray->enter_count++]);
}

/* The shift that undoes the direction in a field of the result that shows t. */
static bool shift_of(struct aim *a)
{
    size_t i = 0;
    while (a->piece->at[i].t == 0) i++;
    int64_t d = 0, t = a->piece->at[i].t;
    for (size_t k = 0; k < a->f->fields; k++) d += a->piece->at[i].form.of[k] * a->u[k];
    a->shift = -d / t;
    return d % t == 0;
}

bool nested_ray_of(struct nested_finder *f, const struct nested_piece *piece, bool *found)
{
    *found = !piece->moves;
    if (!piece->moves) return single(f, piece);
    size_t aims = f->fields + 2;
    for (size_t i = 0; i < 2 * aims; i++) { /* first those in which nothing leaves */
        size_t k = i % aims;
        struct aim a = {.f = f, .piece = piece};
        bool fits = true;
        if (k >= 2) a.u[f->fields + 1 - k] = 1; /* an axis, from the last on */
        else
            for (size_t d = 0; d < f->fields; d++) a.u[d] = k ? -piece->at[d].t : piece->at[d].t; /* with the option */
        for (size_t d = 0; d < f->fields; d++) fits &= a.u[d] >= 0 && a.u[d] <= LENGTH_MOST;
        if (!fits || !shift_of(&a)) continue;
        if (!try_aim(&a, i >= aims, found)) return false;
        if (*found) return true;
    }
    return true;
}
