/* SPDX-License-Identifier: MIT */
/* From expressions to linear forms, and what is known of their terms: see private.h. */
#include "check/progress/private.h"
#include <stdlib.h>

enum { TERMS_MAX = 300 };

int assumptions_field_var(int field) { return field; }

int assumptions_local_var(int slot) { return FIRST_LOCAL + slot; }

/* ---- splits */

void assumptions_among(struct assumptions *f, const struct linear_form *x, const struct linear_form *const *forms,
                       size_t count)
{
    struct alternative *alt = assumptions_split(f, count);
    for (size_t i = 0; alt && i < count; i++)
        alt[i] = (struct alternative){.items = {{.constraint = {linear_sum(&f->work, x, 1, forms[i], -1), true}}},
                                      .count = 1};
}

/* ---- terms */

struct expr *made_expr(struct assumptions *f, enum expr_kind kind, enum type type, int index, struct expr *const *kids,
                       size_t count)
{
    struct expr like = {.kind = kind, .type = type, .index = index, .game = -1, .start = -1};
    struct expr *e = expr_create(f->ck->scratch, like, kids, count);
    if (!e) f->ck->no_memory = true;
    return e;
}

struct expr *made_cell(struct assumptions *f, const struct expr *base, const struct update *u)
{
    struct expr *kids[3] = {(struct expr *)base, u->low[0], u->low[1]};
    return made_expr(f, EXPR_INDEX, TYPE_INT, 0, kids, 1 + (size_t)u->dims);
}

static const struct linear_form *new_term(struct assumptions *f, struct fact_term term)
{
    if (f->terms.count >= TERMS_MAX) return NULL; /* then nothing is known of it */
    if (!vec_push(&f->terms, term)) {
        f->ck->no_memory = true;
        return NULL;
    }
    return linear_variable(&f->work, FIRST_TERM + (int)f->terms.count - 1);
}

/* floor(form / by) for by > 0 */
const struct linear_form *assumptions_quotient(struct assumptions *f, const struct linear_form *form, int64_t by)
{
    if (!form) return NULL;
    for (size_t i = 0; i < f->terms.count; i++) {
        const struct fact_term *t = &f->terms.data[i];
        if (t->kind == EXPR_DIV && t->over && t->by == by && linear_compare(t->over, form) == 0)
            return linear_variable(&f->work, FIRST_TERM + (int)i);
    }
    const struct linear_form *q = new_term(f, (struct fact_term){.kind = EXPR_DIV, .over = form, .by = by});
    const struct linear_form *rest = linear_sum(&f->work, form, 1, q, -by);
    assumptions_at_least(f, rest, 0);
    assumptions_at_least(f, linear_scale(&f->work, rest, -1, by), -1);
    return q;
}

/* Equal as forms, or assumed to be equal: `i == 1 ? s with { [1] = 0 } : ...` asks for s[i]. */
static bool are_equal(struct assumptions *f, const struct linear_form *x, const struct linear_form *y)
{
    if (!x || !y) return false;
    bool equal = linear_compare(x, y) == 0;
    const struct linear_form *less = linear_sum(&f->work, x, 1, y, -1), *more = linear_sum(&f->work, y, 1, x, -1);
    for (size_t i = 0; !equal && less && more && i < f->items.count; i++) {
        const struct linear_constraint *item = &f->items.data[i];
        equal = item->equality && (linear_compare(item->form, less) == 0 || linear_compare(item->form, more) == 0);
    }
    return equal;
}

/* Cells at indices that are written otherwise, but equal. */
static bool same_cell(struct assumptions *f, const struct expr *a, const struct expr *b)
{
    if (a->kind != EXPR_INDEX || b->kind != EXPR_INDEX || a->count != b->count) return false;
    if (!expr_equal(a->kids[0], b->kids[0])) return false;
    for (size_t i = 1; i < a->count; i++) {
        if (!are_equal(f, assumptions_form(f, a->kids[i]), assumptions_form(f, b->kids[i]))) return false;
    }
    return true;
}

static const struct linear_form *find_term(struct assumptions *f, const struct expr *e)
{
    size_t count = f->terms.count;
    for (size_t i = 0; i < count; i++)
        if (f->terms.data[i].expr && (expr_equal(f->terms.data[i].expr, e) || same_cell(f, f->terms.data[i].expr, e)))
            return linear_variable(&f->work, FIRST_TERM + (int)i);
    return NULL;
}

/* Facts about min and max: not beyond any argument, and equal to one of them. */
static void know_extreme(struct assumptions *f, const struct expr *e, const struct linear_form *v, bool least)
{
    const struct linear_form **forms = arena_array(f->ck->scratch, e->count, sizeof *forms);
    if (!forms) {
        f->ck->no_memory = true;
        return;
    }
    for (size_t i = 0; i < e->count; i++) {
        forms[i] = assumptions_form(f, e->kids[i]);
        if (least) assumptions_difference(f, forms[i], v, 0);
        else assumptions_difference(f, v, forms[i], 0);
    }
    assumptions_among(f, v, forms, e->count);
}

/* Assumes low * x <= v <= high * x for the argument x, which must be natural: a condition may keep v from being
 * evaluated at all. */
static void know_between(struct assumptions *f, const struct expr *e, const struct linear_form *v, int64_t low,
                         int64_t high)
{
    const struct linear_form *x = assumptions_form(f, e->kids[0]);
    if (!x || !assumptions_prove(f, x, 0)) return;
    assumptions_difference(f, v, linear_scale(&f->work, x, low, 0), 0);
    assumptions_difference(f, linear_scale(&f->work, x, high, 0), v, 0);
}

/* A power of a positive number is positive. */
static void know_power(struct assumptions *f, const struct expr *e, const struct linear_form *v)
{
    const struct linear_form *base = assumptions_form(f, e->kids[0]);
    assumptions_at_least(f, v, base && assumptions_prove(f, base, 1) ? -1 : 0);
}

/* a * b >= b where a >= 1 and b >= 0, twice that where a >= 2. */
static void know_multiple(struct assumptions *f, const struct linear_form *a, const struct linear_form *b,
                          const struct linear_form *v)
{
    if (!assumptions_prove(f, b, 0) || !assumptions_prove(f, a, 1)) return;
    assumptions_difference(f, v, linear_scale(&f->work, b, assumptions_prove(f, a, 2) ? 2 : 1, 0), 0);
}

/* Of natural numbers, one that may be 0 after all: a * b is 0, or no less than each of them. */
static void know_zeros(struct assumptions *f, const struct linear_form *a, const struct linear_form *b,
                       const struct linear_form *v)
{
    struct linear_work *w = &f->work;
    if (!assumptions_prove(f, a, 0) || !assumptions_prove(f, b, 0)) return;
    assumptions_at_least(f, v, 0);
    bool positive = assumptions_prove(f, a, 1) && assumptions_prove(f, b, 1);
    struct alternative *alt = positive ? NULL : assumptions_split(f, 2);
    if (!alt) return;
    alt[0] = (struct alternative){.items = {{.constraint = {v, true}}}, .count = 1};
    alt[1] = (struct alternative){.items = {{.constraint = {linear_scale(w, a, 1, -1), false}},
                                            {.constraint = {linear_scale(w, b, 1, -1), false}},
                                            {.constraint = {linear_sum(w, v, 1, a, -1), false}},
                                            {.constraint = {linear_sum(w, v, 1, b, -1), false}}},
                                  .count = 4};
}

static void know_product(struct assumptions *f, const struct expr *e, const struct linear_form *v)
{
    const struct linear_form *a = assumptions_form(f, e->kids[0]), *b = assumptions_form(f, e->kids[1]);
    know_multiple(f, a, b, v);
    know_multiple(f, b, a, v);
    know_zeros(f, a, b, v);
}

/* v = floor(a / b), b no constant. Where a >= 0 and b >= 1, 0 <= b v <= a, so v <= a, and 2 v <= a where b >= 2. Where a <= 0,
 * a / b <= v + 1 - 1 / b, so a <= v <= 0, and a <= 2 v + 1 where b >= 2. */
static void know_quotient(struct assumptions *f, const struct expr *e, const struct linear_form *v)
{
    const struct linear_form *a = assumptions_form(f, e->kids[0]), *b = assumptions_form(f, e->kids[1]);
    if (!assumptions_prove(f, b, 1)) return;
    int64_t least = assumptions_prove(f, b, 2) ? 2 : 1;
    if (!assumptions_prove(f, a, 0)) {
        if (!assumptions_prove(f, linear_scale(&f->work, a, -1, 0), 0)) return;
        assumptions_at_least(f, linear_scale(&f->work, v, -1, 0), 0);
        assumptions_difference(f, linear_scale(&f->work, v, least, least - 1), a, 0);
        return;
    }
    assumptions_at_least(f, v, 0);
    assumptions_difference(f, a, linear_scale(&f->work, v, least, 0), 0);
    /* a < b (v + 1): where b is no more than a, v >= 1 */
    if (assumptions_prove(f, linear_sum(&f->work, a, 1, b, -1), 0)) assumptions_at_least(f, v, -1);
}

/* v * v <= x for v = isqrt(x), so 2 v - 1 <= x. */
static void know_root(struct assumptions *f, const struct expr *e, const struct linear_form *v)
{
    const struct linear_form *x = assumptions_form(f, e->kids[0]);
    if (assumptions_prove(f, x, 0)) assumptions_difference(f, x, linear_scale(&f->work, v, 2, 0), 1);
    if (assumptions_prove(f, x, 1)) assumptions_at_least(f, v, -1);
}

/* What the columns of builtins.def say. */
static void know_range(struct assumptions *f, const struct expr *e, const struct linear_form *v)
{
    const struct builtin_info *info = builtin_info((enum builtin)e->index);
    if (info->most) assumptions_at_least(f, linear_scale(&f->work, v, -1, info->most), 0);
    if (info->times_high) know_between(f, e, v, info->times_low, info->times_high);
    if (info->range <= RANGE_POSITIVE) assumptions_at_least(f, v, info->range == RANGE_POSITIVE ? -1 : 0);
}

static void know_call(struct assumptions *f, const struct expr *e, const struct linear_form *v)
{
    switch ((enum builtin)e->index) {
    case BUILTIN_MIN: know_extreme(f, e, v, true); return;
    case BUILTIN_MAX: know_extreme(f, e, v, false); return;
    case BUILTIN_ABS: {
        const struct linear_form *a = assumptions_form(f, e->kids[0]);
        assumptions_at_least(f, v, 0);
        assumptions_difference(f, v, a, 0);
        assumptions_at_least(f, linear_sum(&f->work, v, 1, a, 1), 0);
        assumptions_among(f, v, (const struct linear_form *[]){a, linear_scale(&f->work, a, -1, 0)}, 2);
        return;
    }
    case BUILTIN_SIZE:
        assumptions_at_least(f, v, 0);
        know_size(f, e, v);
        return;
    case BUILTIN_POW: know_power(f, e, v); return;
    case BUILTIN_ISQRT: know_root(f, e, v); break;
    default: break;
    }
    know_range(f, e, v);
}

/* v = a % b, b no constant: 0 <= v < b where b >= 1. For q = floor(a / b), a = b q + v; so where a >= 0, v + q <= a, v + 2 q <= a if
 * b >= 2, and v + b <= a if b <= a. */
static void know_remainder(struct assumptions *f, const struct expr *e, const struct linear_form *v)
{
    const struct linear_form *a = assumptions_form(f, e->kids[0]), *b = assumptions_form(f, e->kids[1]);
    if (!b || !assumptions_prove(f, b, 1)) return;
    assumptions_at_least(f, v, 0);
    assumptions_difference(f, b, v, -1);
    const struct expr *quotient = made_expr(f, EXPR_DIV, TYPE_INT, 0, e->kids, 2);
    const struct linear_form *q = quotient && assumptions_prove(f, a, 0) ? assumptions_term(f, quotient) : NULL;
    if (!q) return;
    const struct linear_form *rest = linear_sum(&f->work, a, 1, v, -1);
    assumptions_difference(f, rest, linear_scale(&f->work, q, assumptions_prove(f, b, 2) ? 2 : 1, 0), 0);
    if (assumptions_prove(f, linear_sum(&f->work, a, 1, b, -1), 0)) assumptions_difference(f, rest, b, 0);
}

static void know_if(struct assumptions *f, const struct expr *e, const struct linear_form *v)
{
    struct alternative *alt = assumptions_split(f, 2);
    for (int i = 0; alt && i < 2; i++) {
        const struct linear_form *branch = assumptions_form(f, e->kids[1 + i]);
        alt[i] = (struct alternative){.items = {{.condition = e->kids[0], .truth = i == 0},
                                                {.constraint = {linear_sum(&f->work, v, 1, branch, -1), true}}},
                                      .count = 2};
    }
}

const struct linear_form *assumptions_term(struct assumptions *f, const struct expr *e)
{
    /* What is an index comes before the cell there: to find it, find_term asks for the indices of earlier cells only. */
    for (size_t i = 1; e->kind == EXPR_INDEX && i < e->count; i++) assumptions_form(f, e->kids[i]);
    const struct linear_form *v = find_term(f, e);
    if (v) return v;
    v = new_term(f, (struct fact_term){.expr = e, .kind = (int)e->kind});
    switch (e->kind) {
    case EXPR_INDEX:
        if (cells_are_natural(f, e->kids[0])) assumptions_at_least(f, v, 0);
        break;
    case EXPR_CALL: know_call(f, e, v); break;
    case EXPR_MOD: know_remainder(f, e, v); break;
    case EXPR_MUL: know_product(f, e, v); break;
    case EXPR_DIV: know_quotient(f, e, v); break;
    case EXPR_IF: know_if(f, e, v); break;
    case EXPR_MOVER:
        assumptions_at_least(f, v, -1);
        assumptions_at_least(f, linear_scale(&f->work, v, -1, 2), 0);
        break;
    case EXPR_PARAM:
        if (f->ck->model->params[e->index].domain) assumptions_domain(f, v, f->ck->model->params[e->index].domain);
        break;
    case EXPR_FOLD:
        if (e->index == FOLD_COUNT || e->index == FOLD_XOR || elements_are_natural(f, e)) assumptions_at_least(f, v, 0);
        break;
    default: break;
    }
    return v;
}

static const struct linear_form *local_form(struct assumptions *f, const struct expr *e)
{
    for (size_t i = f->lets.count; i-- > 0;)
        if (f->lets.data[i].slot == e->index) return f->lets.data[i].form;
    return linear_variable(&f->work, assumptions_local_var(e->index));
}

void assumptions_bind(struct assumptions *f, const struct expr *let)
{
    struct fact_let bound = {let->index, NULL};
    if (let->kids[0]->type > TYPE_BOOL) assumptions_set(f, let->index, FACT_SET_IS, let->kids[0]);
    if (let->kids[0]->type == TYPE_INT) bound.form = assumptions_form(f, let->kids[0]);
    if (bound.form && !vec_push(&f->lets, bound)) f->ck->no_memory = true;
}

static const struct linear_form *product(struct assumptions *f, const struct expr *e)
{
    int64_t factor;
    const struct linear_form *a = assumptions_form(f, e->kids[0]), *b = assumptions_form(f, e->kids[1]);
    if (a && b && linear_is_constant(a, &factor)) return linear_scale(&f->work, b, factor, 0);
    if (a && b && linear_is_constant(b, &factor)) return linear_scale(&f->work, a, factor, 0);
    return assumptions_term(f, e);
}

static const struct linear_form *division(struct assumptions *f, const struct expr *e)
{
    int64_t by;
    const struct linear_form *b = assumptions_form(f, e->kids[1]);
    if (!b || !linear_is_constant(b, &by) || by < 1) return assumptions_term(f, e);
    const struct linear_form *a = assumptions_form(f, e->kids[0]), *q = assumptions_quotient(f, a, by);
    return e->kind == EXPR_DIV ? q : linear_sum(&f->work, a, 1, q, -by);
}

/* An update leaves a row as long as it was, and a grid as large. */
static const struct expr *without_updates(struct assumptions *f, const struct expr *e)
{
    const struct expr *of = e->count ? e->kids[0] : NULL;
    bool size = e->index == BUILTIN_LEN || e->index == BUILTIN_ROWS || e->index == BUILTIN_COLS;
    if (!size || of->kind != EXPR_WITH || of->type == TYPE_TREE) return e;
    while (of->kind == EXPR_WITH) of = of->kids[0];
    const struct expr *plain = made_expr(f, EXPR_CALL, TYPE_INT, e->index, (struct expr *[]){(struct expr *)of}, 1);
    return plain ? plain : e;
}

static const struct linear_form *call(struct assumptions *f, const struct expr *e)
{
    int64_t value;
    const struct linear_form *a = e->index == BUILTIN_ABS ? assumptions_form(f, e->kids[0]) : NULL;
    if (a && linear_is_constant(a, &value) && value != INT64_MIN) return linear_constant(&f->work, llabs(value));
    return assumptions_term(f, without_updates(f, e));
}

const struct linear_form *assumptions_form(struct assumptions *f, const struct expr *e)
{
    if (e->type != TYPE_INT) return NULL;
    switch (e->kind) {
    case EXPR_INT: {
        int64_t value;
        return integer_fits(e->number, &value) ? linear_constant(&f->work, value) : assumptions_term(f, e);
    }
    case EXPR_FIELD: return linear_variable(&f->work, assumptions_field_var(e->index));
    case EXPR_LOCAL: return local_form(f, e);
    case EXPR_NEG: return linear_scale(&f->work, assumptions_form(f, e->kids[0]), -1, 0);
    case EXPR_ADD: return linear_sum(&f->work, assumptions_form(f, e->kids[0]), 1, assumptions_form(f, e->kids[1]), 1);
    case EXPR_SUB: return linear_sum(&f->work, assumptions_form(f, e->kids[0]), 1, assumptions_form(f, e->kids[1]), -1);
    case EXPR_MUL: return product(f, e);
    case EXPR_DIV:
    case EXPR_MOD: return division(f, e);
    case EXPR_LET: assumptions_bind(f, e); return assumptions_form(f, e->kids[1]);
    case EXPR_CALL: return call(f, e);
    default: return assumptions_term(f, e);
    }
}
