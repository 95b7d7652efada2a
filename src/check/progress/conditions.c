/* SPDX-License-Identifier: MIT */
/* From conditions and ranges to constraints: see private.h. */
#include "check/progress/private.h"

enum { CELLS_LISTED = 12 };

static void split_conditions(struct assumptions *f, const struct expr *a, bool a_truth, const struct expr *b,
                             bool b_truth)
{
    struct alternative *alt = assumptions_split(f, 2);
    if (!alt) return;
    alt[0] = (struct alternative){.items = {{.condition = a, .truth = a_truth}}, .count = 1};
    alt[1] = (struct alternative){.items = {{.condition = b, .truth = b_truth}}, .count = 1};
}

/* Assumes a and b, or neither. */
static void split_alike(struct assumptions *f, const struct expr *a, const struct expr *b, bool alike)
{
    struct alternative *alt = assumptions_split(f, 2);
    for (int i = 0; alt && i < 2; i++)
        alt[i] = (struct alternative){
            .items = {{.condition = a, .truth = i}, {.condition = b, .truth = (i != 0) == alike}}, .count = 2};
}

static void split_unequal(struct assumptions *f, const struct linear_form *a, const struct linear_form *b)
{
    struct alternative *alt = assumptions_split(f, 2);
    const struct linear_form *d = linear_sum(&f->work, a, 1, b, -1);
    if (!alt) return;
    alt[0] = (struct alternative){.items = {{.constraint = {linear_scale(&f->work, d, 1, -1), false}}}, .count = 1};
    alt[1] = (struct alternative){.items = {{.constraint = {linear_scale(&f->work, d, -1, -1), false}}}, .count = 1};
}

/* Assumes that x is one of those listed. */
static void assume_listed(struct assumptions *f, const struct linear_form *x, struct expr *const *items, size_t count)
{
    const struct linear_form **forms = arena_array(f->ck->scratch, count + 1, sizeof *forms);
    int64_t value, low = INT64_MAX, high = INT64_MIN;
    bool constant = forms && count;
    if (!forms) {
        f->ck->no_memory = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        forms[i] = assumptions_form(f, items[i]);
        constant = constant && forms[i] && linear_is_constant(forms[i], &value);
        if (constant && value < low) low = value;
        if (constant && value > high) high = value;
    }
    if (constant) assumptions_difference(f, x, linear_constant(&f->work, low), 0);
    if (constant) assumptions_difference(f, linear_constant(&f->work, high), x, 0);
    assumptions_among(f, x, forms, count);
}

/* Assumes that x is a cell of the row or a node of the set. */
static void assume_element(struct assumptions *f, const struct linear_form *x, const struct expr *row)
{
    if (row->kind == EXPR_ROW && row->count <= CELLS_LISTED) assume_listed(f, x, row->kids, row->count);
    if (row->type == TYPE_NODES || cells_are_natural(f, row)) assumptions_at_least(f, x, 0);
    if (row->kind != EXPR_CALL || row->index != BUILTIN_ZECKENDORF) return;
    assumptions_at_least(f, x, -1);
    assumptions_difference(f, assumptions_form(f, row->kids[0]), x, 0);
}

/* Assumes low <= x <= high and whatever else a domain implies for its elements. */
void assumptions_domain(struct assumptions *f, const struct linear_form *x, const struct domain *d)
{
    switch (d->kind) {
    case DOMAIN_RANGE:
        assumptions_difference(f, x, assumptions_form(f, d->low), 0);
        if (d->high) assumptions_difference(f, assumptions_form(f, d->high), x, 0);
        return;
    case DOMAIN_SET: assume_listed(f, x, d->items, d->item_count); return;
    case DOMAIN_PARAM: {
        const struct domain *elements = f->ck->model->params[d->index].domain;
        if (elements) assumptions_domain(f, x, elements);
        return;
    }
    case DOMAIN_PRIMES: assumptions_at_least(f, x, -2); return;
    case DOMAIN_SQUARES:
    case DOMAIN_FIB:
    case DOMAIN_POWERS: assumptions_at_least(f, x, -1); return;
    case DOMAIN_DIVISORS:
        assumptions_at_least(f, x, -1);
        assumptions_difference(f, assumptions_form(f, d->low), x, 0);
        return;
    case DOMAIN_ELEMENTS: assume_element(f, x, d->low); return;
    default: return;
    }
}

/* Assumes that x is outside low..high: below or above. */
static void assume_outside(struct assumptions *f, const struct linear_form *x, const struct domain *d)
{
    if (d->kind == DOMAIN_SET) {
        for (size_t i = 0; i < d->item_count; i++) split_unequal(f, x, assumptions_form(f, d->items[i]));
        return;
    }
    if (d->kind != DOMAIN_RANGE || !d->high) return;
    struct alternative *alt = assumptions_split(f, 2);
    const struct linear_form *low = assumptions_form(f, d->low), *high = assumptions_form(f, d->high);
    if (!alt) return;
    alt[0] = (struct alternative){
        .items = {{.constraint = {linear_scale(&f->work, linear_sum(&f->work, low, 1, x, -1), 1, -1), false}}},
        .count = 1};
    alt[1] = (struct alternative){
        .items = {{.constraint = {linear_scale(&f->work, linear_sum(&f->work, x, 1, high, -1), 1, -1), false}}},
        .count = 1};
}

static void assume_order(struct assumptions *f, enum expr_kind kind, const struct linear_form *a,
                         const struct linear_form *b)
{
    switch (kind) {
    case EXPR_LT: assumptions_difference(f, b, a, -1); return;
    case EXPR_LE: assumptions_difference(f, b, a, 0); return;
    case EXPR_GT: assumptions_difference(f, a, b, -1); return;
    case EXPR_GE: assumptions_difference(f, a, b, 0); return;
    case EXPR_EQ: assumptions_add(f, linear_sum(&f->work, a, 1, b, -1), true); return;
    default: split_unequal(f, a, b); return;
    }
}

static enum expr_kind opposite(enum expr_kind kind)
{
    switch (kind) {
    case EXPR_LT: return EXPR_GE;
    case EXPR_LE: return EXPR_GT;
    case EXPR_GT: return EXPR_LE;
    case EXPR_GE: return EXPR_LT;
    case EXPR_EQ: return EXPR_NE;
    default: return EXPR_EQ;
    }
}

static void assume_comparison(struct assumptions *f, const struct expr *e, bool truth)
{
    const struct expr *a = e->kids[0], *b = e->kids[1];
    if (a->type == TYPE_BOOL) {
        split_alike(f, a, b, (e->kind != EXPR_NE) == truth);
        return;
    }
    if (a->type == TYPE_INT)
        assume_order(f, truth ? e->kind : opposite(e->kind), assumptions_form(f, a), assumptions_form(f, b));
}

static void assume_call(struct assumptions *f, const struct expr *e, bool truth)
{
    if (e->index == BUILTIN_POWER_OF_TWO && truth) assumptions_at_least(f, assumptions_form(f, e->kids[0]), -1);
    if (e->index != BUILTIN_ODD && e->index != BUILTIN_EVEN) return;
    const struct linear_form *a = assumptions_form(f, e->kids[0]);
    const struct linear_form *rest = linear_sum(&f->work, a, 1, assumptions_quotient(f, a, 2), -2);
    assumptions_add(f, linear_scale(&f->work, rest, 1, (e->index == BUILTIN_ODD) == truth ? -1 : 0), true);
}

/* Truth values are variables with value 0 or 1. */
static void assume_variable(struct assumptions *f, const struct expr *e, bool truth)
{
    const struct linear_form *v;
    if (e->kind == EXPR_FIELD) v = linear_variable(&f->work, assumptions_field_var(e->index));
    else if (e->kind == EXPR_LOCAL) v = linear_variable(&f->work, assumptions_local_var(e->index));
    else v = assumptions_term(f, e);
    assumptions_add(f, linear_scale(&f->work, v, 1, truth ? -1 : 0), true);
}

static void assume_if(struct assumptions *f, const struct expr *e, bool truth)
{
    struct alternative *alt = assumptions_split(f, 2);
    for (int i = 0; alt && i < 2; i++)
        alt[i] = (struct alternative){
            .items = {{.condition = e->kids[0], .truth = i == 0}, {.condition = e->kids[1 + i], .truth = truth}},
            .count = 2};
}

void assumptions_assume(struct assumptions *f, const struct expr *e, bool truth)
{
    switch (e->kind) {
    case EXPR_BOOL:
        if ((e->value != 0) != truth) assumptions_add(f, linear_constant(&f->work, -1), false);
        return;
    case EXPR_FIELD:
    case EXPR_PARAM:
    case EXPR_LOCAL: assume_variable(f, e, truth); return;
    case EXPR_NOT: assumptions_assume(f, e->kids[0], !truth); return;
    case EXPR_AND:
    case EXPR_OR:
        if ((e->kind == EXPR_AND) != truth) {
            split_conditions(f, e->kids[0], truth, e->kids[1], truth);
            return;
        }
        assumptions_assume(f, e->kids[0], truth);
        assumptions_assume(f, e->kids[1], truth);
        return;
    case EXPR_IFF: split_alike(f, e->kids[0], e->kids[1], truth); return;
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: assume_comparison(f, e, truth); return;
    case EXPR_IN:
        if (e->kids[0]->kind == EXPR_LOCAL && e->domain->low && e->domain->low->type == TYPE_NODES)
            assumptions_set(f, e->kids[0]->index, truth ? FACT_NODE_IN : FACT_NODE_OUTSIDE, e->domain->low);
        if (truth) assumptions_domain(f, assumptions_form(f, e->kids[0]), e->domain);
        else assume_outside(f, assumptions_form(f, e->kids[0]), e->domain);
        return;
    case EXPR_IF: assume_if(f, e, truth); return;
    case EXPR_LET:
        assumptions_bind(f, e);
        assumptions_assume(f, e->kids[1], truth);
        return;
    case EXPR_CALL: assume_call(f, e, truth); return;
    default: return;
    }
}

void assumptions_gen(struct assumptions *f, const struct gen *gen)
{
    assumptions_gen_set(f, gen);
    if (gen_is_branch(gen)) assumptions_gen_branch(f, gen);
    if (gen->domain.kind == DOMAIN_COMPONENTS || gen_is_branch(gen)) return;
    assumptions_domain(f, linear_variable(&f->work, assumptions_local_var(gen->slot)), &gen->domain);
}
