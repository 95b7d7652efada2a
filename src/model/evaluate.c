/* SPDX-License-Identifier: MIT */
/* Recursion over the expression; its depth is that of the syntax tree, which is capped. */
#include "model/evaluate.h"
#include <stdlib.h>
#include "base/mem.h"
#include "model/sets.h"

/* ---- sets ------------------------------------------------------------------------------------------------------- */

struct wanted {
    struct number value;
    bool found;
};

static bool look_for(void *context, int64_t value)
{
    struct wanted *w = context;
    w->found = number_compare(w->value, number_small(value)) == 0;
    return !w->found;
}

static bool member(struct evaluation *v, const struct domain *d, struct number x, bool *holds)
{
    struct number low = {0}, high;
    struct wanted wanted = {.value = x};
    switch (d->kind) {
    case DOMAIN_RANGE:
        if (!evaluate_number(v, d->low, &low) || (d->high && !evaluate_number(v, d->high, &high))) return false;
        *holds = number_compare(x, low) >= 0 && (!d->high || number_compare(x, high) <= 0);
        return true;
    case DOMAIN_SET:
    case DOMAIN_PARAM: return evaluate_elements(v, d, look_for, &wanted) && (*holds = wanted.found, true);
    case DOMAIN_POWERS:
    case DOMAIN_DIVISORS:
        if (!evaluate_number(v, d->low, &low)) return false;
        return arithmetic_member(d->kind, x, low, holds);
    default: return arithmetic_member(d->kind, x, low, holds);
    }
}

bool evaluate_member(struct evaluation *v, const struct domain *d, int64_t value, bool *holds)
{
    return member(v, d, number_small(value), holds);
}

static bool range_elements(struct evaluation *v, const struct domain *d, evaluate_visit each, void *context)
{
    int64_t low, high;
    if (!d->high || !evaluate(v, d->low, &low) || !evaluate(v, d->high, &high)) return false;
    for (int64_t x = low; x <= high; x++) {
        if (v->steps == 0) return false;
        v->steps--;
        if (!each(context, x) || x == INT64_MAX) return true;
    }
    return true;
}

static int compare_elements(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* As in a rule: ascending, each once. */
static bool set_elements(struct evaluation *v, const struct domain *d, evaluate_visit each, void *context)
{
    int64_t *items = mem_alloc_raw((d->item_count + 1) * sizeof *items);
    bool known = items != NULL, more = true;
    for (size_t i = 0; known && i < d->item_count; i++) known = evaluate(v, d->items[i], &items[i]);
    if (known && d->item_count) qsort(items, d->item_count, sizeof *items, compare_elements);
    for (size_t i = 0; known && more && i < d->item_count; i++)
        if (i == 0 || items[i] != items[i - 1]) more = each(context, items[i]);
    mem_free(items, items ? (d->item_count + 1) * sizeof *items : 0);
    return known;
}

bool evaluate_elements(struct evaluation *v, const struct domain *d, evaluate_visit each, void *context)
{
    if (d->kind == DOMAIN_RANGE) return range_elements(v, d, each, context);
    if (d->kind == DOMAIN_SET) return set_elements(v, d, each, context);
    if (d->kind != DOMAIN_PARAM) return false;
    const int64_t *set = v->params ? v->params[d->index].set : v->model->params[d->index].set;
    size_t count = v->params ? v->params[d->index].set_count : v->model->params[d->index].set_count;
    for (size_t i = 0; i < count; i++)
        if (!each(context, set[i])) return true;
    return true;
}

/* Of what a generator runs over; an infinite set ends where the conditions bound it. */
static bool generated(struct evaluation *v, const struct gen *gen, evaluate_visit each, void *context)
{
    const struct domain *d = &gen->domain;
    int64_t last, base = 0;
    const struct named_set *set = named_set(d->kind);
    bool holds;
    if (!set) return evaluate_elements(v, d, each, context);
    if (set->takes_number && !evaluate(v, d->low, &base)) return false;
    if (d->kind == DOMAIN_POWERS && base < 2) return false;
    if (!set->infinite) last = base;
    else if (!gen->cap || !evaluate(v, gen->cap, &last)) return false;
    struct set_walk walk = set_first();
    for (bool more = true; more && walk.x <= last; more = set_next(&walk, d->kind, base)) {
        if (v->steps == 0) return false;
        v->steps--;
        if (!arithmetic_member(d->kind, number_small(walk.x), number_small(base), &holds)) return false;
        if (holds && !each(context, walk.x)) return true;
    }
    return true;
}

/* ---- folds ------------------------------------------------------------------------------------------------------ */

struct folding {
    struct evaluation *v;
    const struct expr *e;
    size_t gen;
    struct number value;
    bool any, failed, decided; /* decided: `any` stops at the first that holds, `all` at the first that does not */
};

static bool join(struct folding *f, struct number x)
{
    struct number both[2] = {f->value, x};
    switch ((enum fold)f->e->index) {
    case FOLD_SUM:
    case FOLD_COUNT: return arithmetic_operate(&f->v->numbers, EXPR_ADD, both, &f->value);
    case FOLD_XOR: return arithmetic_call(&f->v->numbers, BUILTIN_XOR, both, 2, &f->value);
    case FOLD_MIN:
        return f->any ? arithmetic_call(&f->v->numbers, BUILTIN_MIN, both, 2, &f->value) : (f->value = x, true);
    case FOLD_MAX:
        return f->any ? arithmetic_call(&f->v->numbers, BUILTIN_MAX, both, 2, &f->value) : (f->value = x, true);
    case FOLD_ANY: return f->value = number_small(f->value.small || x.small), true;
    case FOLD_ALL: return f->value = number_small(f->value.small && x.small), true;
    }
    return false;
}

static bool fold_one(struct folding *f)
{
    struct number x = {1, NULL}, condition = {1, NULL};
    const struct expr *e = f->e;
    if (e->kids[1] && !evaluate_number(f->v, e->kids[1], &condition)) return false;
    if (!condition.small) return true;
    if (e->kids[0] && !evaluate_number(f->v, e->kids[0], &x)) return false;
    bool joined = join(f, x);
    f->any = true;
    f->decided = (e->index == FOLD_ANY && f->value.small) || (e->index == FOLD_ALL && !f->value.small);
    return joined;
}

static bool fold_step(void *context, int64_t value)
{
    struct folding *f = context;
    struct evaluated_local here = {f->e->gens[f->gen].slot, number_small(value), f->v->locals};
    f->v->locals = &here;
    bool last = ++f->gen == f->e->gen_count;
    if (!(last ? fold_one(f) : generated(f->v, &f->e->gens[f->gen], fold_step, f))) f->failed = true;
    f->gen--;
    f->v->locals = here.next;
    return !f->failed && !f->decided;
}

static bool fold(struct evaluation *v, const struct expr *e, struct number *value)
{
    struct folding f = {.v = v, .e = e, .value = number_small(e->index == FOLD_ALL)};
    if (!generated(v, &e->gens[0], fold_step, &f) || f.failed) return false;
    if (!f.any && (e->index == FOLD_MIN || e->index == FOLD_MAX)) return false;
    *value = f.value;
    return true;
}

/* ---- expressions ------------------------------------------------------------------------------------------------ */

static bool literal(const struct evaluation *v, const struct expr *e, struct number *value)
{
    *value = e->number ? number_of(e->number) : number_small(e->value);
    return !value->large || v->numbers.arena;
}

static bool param(const struct evaluation *v, const struct expr *e, struct number *value)
{
    *value = number_small(v->params ? v->params[e->index].value : v->model->params[e->index].value);
    return true;
}

static bool variable(const struct evaluation *v, const struct expr *e, struct number *value)
{
    for (const struct evaluated_local *l = v->locals; l && e->kind == EXPR_LOCAL; l = l->next)
        if (l->slot == e->index) return *value = l->value, true;
    return v->read && v->read(v->context, e, value);
}

static bool let(struct evaluation *v, const struct expr *e, struct number *value)
{
    struct evaluated_local here = {.slot = e->index, .next = v->locals};
    if (!evaluate_number(v, e->kids[0], &here.value)) return false;
    v->locals = &here;
    bool known = evaluate_number(v, e->kids[1], value);
    v->locals = here.next;
    return known;
}

static bool in(struct evaluation *v, const struct expr *e, struct number *value)
{
    struct number x;
    bool holds;
    if (!e->count || !evaluate_number(v, e->kids[0], &x) || !member(v, e->domain, x, &holds)) return false;
    return *value = number_small(holds), true;
}

static bool is_length(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->index == BUILTIN_LEN && e->kids[0]->kind == EXPR_FIELD;
}

/* A builtin or an operator: of all its kids. */
static bool applied(struct evaluation *v, const struct expr *e, struct number *value)
{
    struct number x[ARITHMETIC_ARGUMENTS];
    bool call = e->kind == EXPR_CALL, unary = e->kind == EXPR_NEG || e->kind == EXPR_NOT;
    if (v->length && is_length(e)) return *value = number_small(v->length), true;
    if (call ? e->count > ARITHMETIC_ARGUMENTS : e->count != (unary ? 1 : 2)) return false;
    for (size_t i = 0; i < e->count; i++)
        if (!evaluate_number(v, e->kids[i], &x[i])) return false;
    return call ? arithmetic_call(&v->numbers, (enum builtin)e->index, x, e->count, value)
                : arithmetic_operate(&v->numbers, e->kind, x, value);
}

bool evaluate_number(struct evaluation *v, const struct expr *e, struct number *value)
{
    struct number first;
    if (v->steps == 0 || e->type > TYPE_BOOL) return false;
    v->steps--;
    switch (e->kind) {
    case EXPR_INT: return literal(v, e, value);
    case EXPR_BOOL: return *value = number_small(e->value), true;
    case EXPR_PARAM: return param(v, e, value);
    case EXPR_FIELD:
    case EXPR_LOCAL:
    case EXPR_MOVER: return variable(v, e, value);
    case EXPR_AND:
    case EXPR_OR:
        if (!evaluate_number(v, e->kids[0], value)) return false;
        return !value->small == (e->kind == EXPR_AND) || evaluate_number(v, e->kids[1], value);
    case EXPR_IF:
        return evaluate_number(v, e->kids[0], &first) && evaluate_number(v, e->kids[first.small ? 1 : 2], value);
    case EXPR_LET: return let(v, e, value);
    case EXPR_IN: return in(v, e, value);
    case EXPR_FOLD: return fold(v, e, value);
    default: return applied(v, e, value);
    }
}

bool evaluate(struct evaluation *v, const struct expr *e, int64_t *value)
{
    struct number x;
    if (!evaluate_number(v, e, &x) || x.large) return false;
    *value = x.small;
    return true;
}
