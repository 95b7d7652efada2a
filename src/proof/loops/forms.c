/* SPDX-License-Identifier: MIT */
#include "base/numbers.h"
#include "model/expr.h"
#include "proof/loops/private.h"

enum { MOST = INT32_MAX, MOST_NAMES = 64 };

bool loops_mention(const struct deriving *d, const struct linear_form *form, size_t first)
{
    for (size_t v = 0; v < d->space.var_count; v++)
        if (d->space.vars[v].kind == NORMAL_GEN && (size_t)d->space.vars[v].index >= first &&
            form_mentions(&d->space, form, (int)v))
            return true;
    return false;
}

bool loops_covered(struct deriving *d, struct linear_conjunction known, const struct linear_conjunction *parts,
                   size_t count)
{
    return d->space.spent < LOOPS_MOST_STEPS && normal_covered(&d->space, &known, 1, parts, count);
}

/* ---- what computes a variable ------------------------------------------------------------------------------------ */
static bool computes(void *context, const struct expr *e)
{
    (void)context;
    return e->kind != EXPR_FIELD && e->kind != EXPR_PARAM && e->kind != EXPR_MOVER && e->kind != EXPR_LOCAL &&
           e->kind != EXPR_INDEX && e->kind != EXPR_INT && !(e->kind == EXPR_CALL && e->index == BUILTIN_LEN);
}

static bool name_add(struct deriving *d, int var, const struct expr *e)
{
    for (size_t i = 0; i < d->name_count; i++)
        if (d->names[i].var == var) return true;
    if (d->name_count < d->name_room) d->names[d->name_count++] = (struct loop_name){var, e};
    return true;
}

/* What has binders of its own is not entered: its locals have no value outside. */
static bool name_within(struct deriving *d, const struct expr *e)
{
    if (!e || e->gen_count > 0 || e->kind == EXPR_LET) return true;
    if (e->type == TYPE_INT || (e->type == TYPE_BOOL && e->kind == EXPR_FIELD)) {
        if (e->kind != EXPR_INT && !expr_any(e, computes, NULL)) {
            struct normal_builder b = d->builder;
            const struct linear_form *form = expr_value(&b, e, d->scope).form;
            if (d->space.work.no_memory) return false;
            if (form && !b.failed && form->count == 1 && form->terms[0].factor == 1 && form->constant == 0)
                return name_add(d, form->terms[0].var, e);
        }
    }
    for (size_t i = 0; i < e->count; i++)
        if (!name_within(d, e->kids[i])) return false;
    return !e->domain || (name_within(d, e->domain->low) && name_within(d, e->domain->high));
}

bool loops_name(struct deriving *d)
{
    d->name_room = MOST_NAMES;
    d->names = arena_array(d->space.arena, d->name_room, sizeof *d->names);
    bool fine = d->names != NULL;
    for (size_t i = 0; i < d->move->gen_count && fine; i++)
        fine = name_within(d, d->move->gens[i].domain.low) && name_within(d, d->move->gens[i].domain.high);
    for (size_t k = 0; k < d->move->condition_count && fine; k++)
        if (d->holds[k].items) fine = name_within(d, d->move->conditions[k]);
    return fine;
}

static const struct expr *name_of(const struct deriving *d, int var)
{
    for (size_t i = 0; i < d->name_count; i++)
        if (d->names[i].var == var) return d->names[i].expr;
    return NULL;
}

/* ---- forms ------------------------------------------------------------------------------------------------------- */
static bool small(int64_t x) { return x <= MOST && x >= -MOST; }

static const struct loop_form *floor_of(struct deriving *d, const struct normal_term *term);

/* sign * (form without the variable `without`) / divisor. False: not in these words. */
static bool form_of(struct deriving *d, const struct linear_form *form, int without, int64_t sign, int64_t divisor,
                    struct loop_form *out)
{
    *out = (struct loop_form){.constant = sign * form->constant, .divisor = divisor};
    out->terms = arena_array(d->arena, form->count + 1, sizeof *out->terms);
    if (!out->terms) return d->space.work.no_memory = true, false;
    if (!small(form->constant) || !small(divisor) || form->count > LOOPS_MOST_TERMS) return false;
    for (uint32_t i = 0; i < form->count; i++) {
        int var = form->terms[i].var;
        if (var == without) continue;
        if ((size_t)var >= d->space.var_count || !small(form->terms[i].factor)) return false;
        const struct normal_term *term = d->space.vars[var].term;
        struct loop_term *t = &out->terms[out->count++];
        *t = (struct loop_term){.expr = name_of(d, var), .factor = sign * form->terms[i].factor};
        if (!t->expr && term && term->kind == NORMAL_FLOOR) t->floor = floor_of(d, term);
        if (!t->expr && !t->floor) return false;
    }
    return true;
}

/* Its value fits 64 bits if the factors together are less than the divisor, as |x| < 2^63. */
static const struct loop_form *floor_of(struct deriving *d, const struct normal_term *term)
{
    const struct linear_form *form = term->args[0].form;
    struct loop_form *out = arena_alloc(d->arena, sizeof *out);
    int64_t sum = 0;
    if (!out) return d->space.work.no_memory = true, NULL;
    if (!form || !form_of(d, form, -1, 1, term->data, out)) return NULL;
    for (size_t i = 0; i < out->count; i++)
        sum += out->terms[i].factor < 0 ? -out->terms[i].factor : out->terms[i].factor;
    return sum < out->divisor ? out : NULL;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */
static bool add_known(struct deriving *d, struct linear_conjunction *c, struct linear_constraint what)
{
    struct linear_constraint *items = arena_array(d->space.arena, c->count + 1, sizeof *items);
    if (!items) return d->space.work.no_memory = true, false;
    for (size_t i = 0; i < c->count; i++) items[i] = c->items[i];
    items[c->count] = what;
    *c = (struct linear_conjunction){items, c->count + 1};
    return true;
}

static bool add_form(struct deriving *d, struct loop_form **forms, size_t *count, struct loop_form form)
{
    struct loop_form *all = arena_array(d->arena, *count + 1, sizeof *all);
    if (!all) return d->space.work.no_memory = true, false;
    for (size_t i = 0; i < *count; i++) all[i] = (*forms)[i];
    all[*count] = form;
    *forms = all;
    *count += 1;
    return true;
}

/* Is it known already, from the state, the ranges, and what was kept? */
static bool says_nothing_new(struct deriving *d, const struct kept_run *r, struct linear_constraint what)
{
    struct linear_conjunction one = {&what, 1};
    return loops_covered(d, r->known, &one, 1);
}

static bool keep_bound(struct deriving *d, struct kept_run *out, const struct linear_form *form, int var)
{
    int64_t k = linear_factor(form, var);
    struct linear_constraint what = {form, false};
    struct loop_form bound;
    if (!form_of(d, form, var, k > 0 ? -1 : 1, k > 0 ? k : -k, &bound) || says_nothing_new(d, out, what))
        return !d->space.work.no_memory;
    return (k > 0 ? add_form(d, &out->run.least, &out->run.least_count, bound)
                  : add_form(d, &out->run.most, &out->run.most_count, bound)) &&
           add_known(d, &out->known, what);
}

/* The variable of the only floor around `var` in the form, with its factor; -1: there is none, or another. */
static int floor_in(const struct deriving *d, const struct linear_form *form, int var, int64_t *factor)
{
    int floor = -1;
    for (uint32_t i = 0; i < form->count; i++) {
        int v = form->terms[i].var;
        const struct normal_term *term = d->space.vars[v].term;
        if (!term || !value_mentions(&d->space, (struct normal_value){.term = term}, var)) continue;
        if (floor >= 0 || term->kind != NORMAL_FLOOR) return -1;
        floor = v;
        *factor = form->terms[i].factor;
    }
    return floor;
}

/* The number below m with k * that == 1 modulo m, by Euclid's algorithm; 0: there is none. Both are small. */
static int64_t inverse_of(int64_t k, int64_t m)
{
    int64_t a = m, b = (k % m + m) % m, x = 0, y = 1; /* a == x * k and b == y * k modulo m */
    while (b) {
        int64_t q = a / b, rest = a - q * b, next = x - q * y;
        a = b;
        b = rest;
        x = y;
        y = next;
    }
    return a == 1 ? (x % m + m) % m : 0;
}

/* times * form, which only matters modulo m. */
static void reduce(struct loop_form *form, int64_t times, int64_t m)
{
    form->constant = (form->constant % m * times % m + m) % m;
    for (size_t i = 0; i < form->count; i++) form->terms[i].factor = (form->terms[i].factor % m * times % m + m) % m;
}

/* The longest step that an equality says: k * var + m * floor + rest == 0, so var is -rest / k modulo m. */
static bool keep_step(struct deriving *d, struct linear_conjunction part, int var, struct kept_run *out)
{
    struct linear_work *w = &d->space.work;
    const struct linear_form *known = NULL;
    for (size_t i = 0; i < part.count; i++) {
        const struct linear_form *form = part.items[i].form;
        int64_t k = linear_factor(form, var), m = 0;
        int floor = part.items[i].equality && k && small(k) ? floor_in(d, form, var, &m) : -1;
        struct loop_form start;
        if (floor < 0 || !small(m)) continue;
        if (m < 0) m = -m;
        int64_t by = m > out->run.step ? inverse_of(k, m) : 0;
        if (!by) continue;
        const struct linear_form *rest = linear_replace(w, form, floor, linear_constant(w, 0));
        if (!rest || !form_of(d, rest, var, k == 1 ? -1 : 1, 1, &start)) continue;
        if (k != 1 && k != -1) reduce(&start, m - by, m);
        out->run.step = m;
        out->run.start = start;
        known = linear_replace(w, form, floor, linear_variable(w, normal_var(&d->space, NORMAL_OTHER, 0)));
        if (!known) return false;
    }
    return !w->no_memory && (!known || add_known(d, &out->known, (struct linear_constraint){known, true}));
}

/* What is known before: the state, and the ranges of the generators up to this one. */
static bool begin_run(struct deriving *d, size_t gen, struct kept_run *out)
{
    *out = (struct kept_run){.run.step = 1, .run.start.divisor = 1};
    for (size_t i = 0; i < d->state.count; i++)
        if (!add_known(d, &out->known, d->state.items[i])) return false;
    for (size_t i = 0; i < d->own.count; i++)
        if (!loops_mention(d, d->own.items[i].form, gen + 1) && !add_known(d, &out->known, d->own.items[i]))
            return false;
    return true;
}

bool loops_read_run(struct deriving *d, struct linear_conjunction part, struct linear_conjunction ends, size_t gen,
                    struct kept_run *out)
{
    int var = normal_var(&d->space, NORMAL_GEN, (int)gen);
    if (!begin_run(d, gen, out)) return false;
    if (!keep_step(d, part, var, out)) return false;
    for (size_t i = 0; i < ends.count; i++) {
        const struct linear_form *form = ends.items[i].form, *v = linear_variable(&d->space.work, var), *rest, *back;
        int64_t k = linear_factor(form, var);
        if (!k || !small(k)) continue;
        rest = linear_sum(&d->space.work, form, 1, v, -k);
        if (!rest || form_mentions(&d->space, rest, var)) continue;
        if (!keep_bound(d, out, form, var)) return false;
        back = ends.items[i].equality ? linear_scale(&d->space.work, form, -1, 0) : NULL;
        if (back && !keep_bound(d, out, back, var)) return false;
    }
    return !d->space.work.no_memory;
}
