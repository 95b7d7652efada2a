/* SPDX-License-Identifier: MIT */
/* The difference between a state and an option, bounded from below.
 *
 * Scalars give linear forms. A row or grid that is passed on with updates loses, at each updated cell, old value minus
 * new value, times the cell's weight. If the weight depends on the place (moves that shift cells down a row),
 * products with the same loss are combined first: [i] -= t, [i - 1] += t loses t * (i - (i - 1)) = t. */
#include "check/progress/decrease.h"

typedef bool (*component_test)(struct assumptions *f, int game, const struct expr *component, const void *context);

void assumptions_move(struct assumptions *f, const struct move *m)
{
    for (size_t i = 0; i < m->gen_count; i++) assumptions_gen(f, &m->gens[i]);
    for (size_t i = 0; i < m->condition_count; i++) assumptions_assume(f, m->conditions[i], true);
}

/* ---- every component of a result */

static bool every(struct assumptions *f, int game, const struct expr *e, component_test test, const void *context);

static bool every_branch(struct assumptions *f, int game, const struct expr *e, component_test test,
                         const void *context)
{
    for (int i = 0; i < 2; i++) {
        struct assumptions_mark mark = assumptions_mark(f);
        assumptions_assume(f, e->kids[0], i == 0);
        bool good = every(f, game, e->kids[1 + i], test, context);
        assumptions_rewind(f, mark);
        if (!good) return false;
    }
    return true;
}

static bool every_part(struct assumptions *f, int game, const struct expr *e, component_test test, const void *context)
{
    switch (e->kind) {
    case EXPR_END: return true;
    case EXPR_GAME: return test(f, game, e, context);
    case EXPR_SUM:
        for (size_t i = 0; i < e->count; i++)
            if (!every(f, game, e->kids[i], test, context)) return false;
        return true;
    case EXPR_COMPOUND:
        for (size_t i = 1; i < e->count; i++)
            if (!every(f, game, e->kids[i], test, context)) return false;
        return true;
    case EXPR_SUM_FOR:
        for (size_t i = 0; i < e->gen_count; i++) assumptions_gen(f, &e->gens[i]);
        if (e->kids[1]) assumptions_assume(f, e->kids[1], true);
        return every(f, game, e->kids[0], test, context);
    case EXPR_LET: assumptions_bind(f, e); return every(f, game, e->kids[1], test, context);
    default: return false;
    }
}

static bool every(struct assumptions *f, int game, const struct expr *e, component_test test, const void *context)
{
    if (e->kind == EXPR_IF) return every_branch(f, game, e, test, context);
    struct assumptions_mark mark = assumptions_mark(f);
    bool good = every_part(f, game, e, test, context);
    assumptions_rewind(f, mark);
    return good;
}

/* ---- scalars */

static const struct linear_form *flag_form(struct assumptions *f, const struct expr *e)
{
    if (e->kind == EXPR_BOOL) return linear_constant(&f->work, e->value);
    if (e->kind == EXPR_FIELD) return linear_variable(&f->work, assumptions_field_var(e->index));
    if (e->kind == EXPR_NOT) return linear_scale(&f->work, flag_form(f, e->kids[0]), -1, 1);
    return NULL;
}

static const struct linear_form *scalar_form(struct assumptions *f, const struct expr *e)
{
    return e->type == TYPE_BOOL ? flag_form(f, e) : assumptions_form(f, e);
}

/* ---- rows and grids: a lower bound of the loss by an update */

struct loss {
    const struct linear_form *amount, *weight; /* amount * weight; weight a form over places */
};
struct losses {
    struct assumptions *f;
    int64_t weight, step;
    struct loss items[16];
    size_t count;
    const struct linear_form *sum; /* the sum of the linear losses */
};

static void add_linear(struct losses *l, const struct linear_form *form, int64_t factor)
{
    l->sum = linear_sum(&l->f->work, l->sum, 1, form, factor);
}

/* Combines losses of the same amount, or of opposite amounts, by adding their weights. */
static bool add_loss(struct losses *l, const struct linear_form *amount, const struct linear_form *weight)
{
    if (!amount || !weight) return false;
    const struct linear_form *minus = linear_scale(&l->f->work, amount, -1, 0);
    for (size_t i = 0; i < l->count; i++) {
        struct loss *have = &l->items[i];
        int64_t sign = linear_compare(have->amount, amount) == 0           ? 1
                       : minus && linear_compare(have->amount, minus) == 0 ? -1
                                                                           : 0;
        if (!sign) continue;
        have->weight = linear_sum(&l->f->work, have->weight, 1, weight, sign);
        return have->weight != NULL;
    }
    if (l->count == sizeof l->items / sizeof *l->items) return false;
    l->items[l->count++] = (struct loss){amount, weight};
    return true;
}

static bool one_cell(struct losses *l, const struct expr *base, const struct update *u)
{
    struct linear_work *work = &l->f->work;
    const struct linear_form *value = assumptions_form(l->f, u->value), *amount = value;
    if (u->op == '+') amount = linear_scale(work, value, -1, 0);
    if (u->op == '=') {
        const struct expr *cell = made_cell(l->f, base, u);
        if (!cell) return false;
        amount = linear_sum(work, assumptions_form(l->f, cell), 1, value, -1);
    }
    const struct linear_form *weight = linear_constant(work, l->weight);
    if (l->step) weight = linear_sum(work, assumptions_form(l->f, u->low[0]), l->step, weight, 1);
    return add_loss(l, amount, weight);
}

static bool inside(struct assumptions *f, const struct expr *index, const struct update *u, int dim)
{
    const struct linear_form *at = assumptions_form(f, index), *low = assumptions_form(f, u->low[dim]);
    const struct linear_form *high = u->high[dim] ? assumptions_form(f, u->high[dim]) : low;
    return assumptions_prove(f, linear_sum(&f->work, at, 1, low, -1), 0) &&
           assumptions_prove(f, linear_sum(&f->work, high, 1, at, -1), 0);
}

/* Setting a range of cells to 0 loses at least as much as any one cell in it of which something is known. */
static bool cleared_cells(struct losses *l, const struct expr *base, const struct update *u)
{
    struct assumptions *f = l->f;
    int64_t value;
    const struct linear_form *form = assumptions_form(f, u->value);
    if (u->op != '=' || !form || !linear_is_constant(form, &value) || value != 0 || l->step) return false;
    size_t count = f->terms.count;
    for (size_t i = 0; i < count; i++) {
        const struct expr *cell = f->terms.data[i].expr;
        if (!cell || cell->kind != EXPR_INDEX || (int)cell->count != 1 + u->dims || !expr_equal(cell->kids[0], base))
            continue;
        bool in = true;
        for (int d = 0; in && d < u->dims; d++) in = inside(f, cell->kids[1 + d], u, d);
        if (!in) continue;
        add_linear(l, assumptions_form(f, cell), l->weight);
        break;
    }
    return true;
}

/* A product that is not linear counts as much as is proved: if both factors are at least 1, the amount; if they are
 * not negative, 0. */
static bool canonical_form(struct losses *l)
{
    for (size_t i = 0; i < l->count; i++) {
        int64_t factor;
        struct loss *loss = &l->items[i];
        if (linear_is_constant(loss->weight, &factor)) add_linear(l, loss->amount, factor);
        else if (linear_is_constant(loss->amount, &factor)) add_linear(l, loss->weight, factor);
        else if (!assumptions_prove(l->f, loss->amount, 0) || !assumptions_prove(l->f, loss->weight, 0)) return false;
        else if (assumptions_prove(l->f, loss->weight, 1)) add_linear(l, loss->amount, 1);
    }
    return true;
}

/* A lower bound of the loss when field `field` (not a tree) of a game that is alone in its circle becomes e; NULL if
 * none is known. */
static const struct linear_form *row_loss(struct assumptions *f, const struct measure *m, int field,
                                          const struct expr *e)
{
    if (m->weight[field] == 0 && m->row_step[field] == 0) return linear_constant(&f->work, 0);
    if (e->kind == EXPR_FIELD && e->index == field) return linear_constant(&f->work, 0);
    if (e->type == TYPE_NODES && m->weight[field] < 0) /* the nodes outside the set count */
        return subset_grows(f, e, field) ? linear_constant(&f->work, -m->weight[field]) : NULL;
    if (e->type == TYPE_NODES) { /* a subset loses one node or none */
        if (subset_is_proper(f, e, field)) return linear_constant(&f->work, m->weight[field]);
        return subset_holds(f, e, field) ? linear_constant(&f->work, 0) : NULL;
    }
    if (e->kind != EXPR_WITH || e->kids[0]->kind != EXPR_FIELD || e->kids[0]->index != field) return NULL;
    struct losses l = {
        .f = f, .weight = m->weight[field], .step = m->row_step[field], .sum = linear_constant(&f->work, 0)};
    for (size_t i = 0; i < e->update_count; i++) {
        const struct update *u = &e->updates[i];
        bool range = u->high[0] || u->high[1];
        if (range ? !cleared_cells(&l, e->kids[0], u) : !one_cell(&l, e->kids[0], u)) return NULL;
    }
    return canonical_form(&l) ? l.sum : NULL;
}

/* ---- the three tests */

static bool same_circle(const struct assumptions *f, int a, int b)
{
    return f->ck->games.data[a].component == f->ck->games.data[b].component;
}

/* The weight of the fields that are numbers and trees in the state. */
static const struct linear_form *weight_before(struct assumptions *f, const struct game *from)
{
    const struct linear_form *sum = linear_constant(&f->work, 0);
    for (size_t i = 0; i < from->field_count; i++) {
        const struct linear_form *form = NULL;
        if (from->fields[i].kind <= FIELD_BOOL) form = linear_variable(&f->work, assumptions_field_var((int)i));
        else if (from->fields[i].kind == FIELD_TREE && from->measure.weight[i]) form = size_of_field(f, (int)i);
        else continue;
        sum = linear_sum(&f->work, sum, 1, form, from->measure.weight[i]);
    }
    return sum;
}

/* A field of one game may become a field of another game, with another weight, so the total weight of numbers and
 * trees is compared, before and after. */
static const struct linear_form *linear_difference(struct assumptions *f, int game, const struct expr *e)
{
    const struct game *to = &f->ck->model->games[e->game];
    const struct linear_form *sum = weight_before(f, &f->ck->model->games[game]);
    for (size_t i = 0; i < to->field_count; i++) {
        int64_t weight = to->measure.weight[i];
        if (to->fields[i].kind == FIELD_TREE)
            sum = weight ? linear_sum(&f->work, sum, 1, size_most(f, e->kids[i]), -weight) : sum;
        else if (to->fields[i].kind > FIELD_BOOL)
            sum = linear_sum(&f->work, sum, 1, row_loss(f, &to->measure, (int)i, e->kids[i]), 1);
        else if (weight) sum = linear_sum(&f->work, sum, 1, scalar_form(f, e->kids[i]), -weight);
    }
    return sum;
}

static bool falls_linearly(struct assumptions *f, int game, const struct expr *e, const void *context)
{
    (void)context;
    if (!same_circle(f, game, e->game)) return true;
    if (e->start >= 0) return false;
    return assumptions_prove(f, linear_difference(f, game, e), 1);
}

static bool falls_in_order(struct assumptions *f, int game, const struct expr *e, const void *context)
{
    const int *order = context;
    if (!same_circle(f, game, e->game)) return true;
    if (e->start >= 0) return false;
    for (size_t i = 0; i < e->count; i++) {
        const struct linear_form *old = linear_variable(&f->work, assumptions_field_var(order[i]));
        const struct linear_form *fall = linear_sum(&f->work, old, 1, scalar_form(f, e->kids[order[i]]), -1);
        if (assumptions_prove(f, fall, 1)) return true;
        if (!assumptions_prove(f, fall, 0)) return false;
    }
    return false;
}

static bool rises_nowhere(struct assumptions *f, int game, const struct expr *e, const void *context)
{
    (void)context;
    if (e->game != game || e->start >= 0) return false;
    for (size_t i = 0; i < e->count; i++) {
        const struct linear_form *old = linear_variable(&f->work, assumptions_field_var((int)i));
        if (!assumptions_prove(f, linear_sum(&f->work, old, 1, scalar_form(f, e->kids[i]), -1), 0)) return false;
    }
    return true;
}

bool decrease_everywhere(struct assumptions *f, int game, const struct expr *result, void *context)
{
    return every(f, game, result, falls_linearly, context);
}

bool decrease_in_order(struct assumptions *f, int game, const struct expr *result, const int *order)
{
    return every(f, game, result, falls_in_order, order);
}

bool decrease_nowhere_up(struct assumptions *f, int game, const struct expr *result)
{
    return every(f, game, result, rises_nowhere, NULL);
}
