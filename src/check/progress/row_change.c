/* SPDX-License-Identifier: MIT */
/* The change of a row, bag or grid, bounded from below.
 *
 * An update loses, at each updated cell, old value minus new value, times the cell's weight. If the weight depends on the place
 * (moves that shift cells down a row), products with the same loss are combined first: [i] -= t, [i - 1] += t loses
 * t * (i - (i - 1)) = t. Comprehensions: rebuilt_change.c; lexicographic order: row_order.c.
 *
 * Room: let B be so large that no cell which a move writes exceeds it. Then sum(max(B - x, 0)) loses at least new - old at a
 * cell that is written: B - new is not negative, and max(B - old, 0) >= B - old. B is a number, or depends on what stays
 * during play, and there are finitely many moves, so one B serves all. The row must keep its length. */
#include "check/progress/row_change.h"

enum { FIXED_STEPS = 5000 };

/* ---- which field a row is made of */

const struct rebuilt *losses_rebuilt(const struct fall *x, const struct expr *e)
{
    for (size_t i = 0; i < x->rebuilt_count; i++)
        if (x->rebuilt[i].whole == e) return &x->rebuilt[i];
    return NULL;
}

int row_origin(const struct fall *x, const struct expr *e)
{
    const struct rebuilt *r;
    switch (e->kind) {
    case EXPR_FIELD: return e->index;
    case EXPR_WITH: return row_origin(x, e->kids[0]);
    case EXPR_ROW_FOR: r = losses_rebuilt(x, e); return r ? row_origin(x, r->base) : -1;
    case EXPR_CALL:
        return e->index == BUILTIN_SORT || e->index == BUILTIN_REVERSE || e->index == BUILTIN_TRANSPOSE ||
                       e->index == BUILTIN_COMPONENT
                   ? row_origin(x, e->kids[0])
                   : -1;
    default: return -1;
    }
}

/* ---- adding losses */

/* The number that a form surely is, where one is known. */
static const struct linear_form *fixed(struct losses *l, const struct linear_form *form)
{
    struct linear_bounds b;
    struct assumptions *f = l->f;
    if (!form || form->count == 0) return form;
    f->work.steps = FIXED_STEPS;
    bool known = linear_range(&f->work, f->items.data, f->items.count, form, &b) && !b.empty && b.has_low && b.has_high;
    return known && b.low == b.high ? linear_constant(&f->work, b.low) : form;
}

bool losses_add(struct losses *l, const struct linear_form *form, int64_t factor)
{
    l->sum = linear_sum(&l->f->work, l->sum, 1, form, factor);
    return l->sum != NULL;
}

bool losses_count(struct losses *l, int64_t count)
{
    return losses_add(l, linear_constant(&l->f->work, count), l->factor);
}

/* Combines losses of the same amount, or of opposite amounts, by adding their weights. */
static bool add_loss(struct losses *l, const struct linear_form *amount, const struct linear_form *weight)
{
    if (!amount || !weight) return false;
    if (weight->count) amount = fixed(l, amount);
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

/* A product that is not linear counts as much as is proved: if both factors are at least 1, the amount; if they are
 * not negative, 0. */
static bool canonical_form(struct losses *l)
{
    for (size_t i = 0; i < l->count; i++) {
        int64_t factor;
        struct loss *loss = &l->items[i];
        if (linear_is_constant(loss->weight, &factor)) losses_add(l, loss->amount, factor);
        else if (linear_is_constant(loss->amount, &factor)) losses_add(l, loss->weight, factor);
        else if (!assumptions_prove(l->f, loss->amount, 0) || !assumptions_prove(l->f, loss->weight, 0)) return false;
        else if (assumptions_prove(l->f, loss->weight, 1)) losses_add(l, loss->amount, 1);
    }
    return true;
}

/* ---- one cell */

bool losses_positive(struct losses *l, const struct linear_form *form)
{
    return form && assumptions_prove(l->f, form, 1);
}

/* Is it 0, if it is natural? */
bool losses_zero(struct losses *l, const struct linear_form *form)
{
    return form && assumptions_prove(l->f, linear_scale(&l->f->work, form, -1, 0), 0);
}

static struct expr *the_field(struct losses *l)
{
    static const enum type types[] = {[FIELD_ROW] = TYPE_ROW, [FIELD_BAG] = TYPE_BAG, [FIELD_GRID] = TYPE_GRID};
    enum field_kind kind = l->f->ck->model->games[l->x->from].fields[l->field].kind;
    return made_expr(l->f, EXPR_FIELD, types[kind], l->field, NULL, 0);
}

/* Wherever `then` is positive, is `first` too? Both are natural. */
bool losses_positive_with(struct losses *l, const struct linear_form *first, const struct linear_form *then)
{
    struct assumptions_mark mark = assumptions_mark(l->f);
    if (!first || !then) return false;
    assumptions_at_least(l->f, then, -1);
    bool good = assumptions_prove(l->f, first, 1);
    assumptions_rewind(l->f, mark);
    return good;
}

static const struct linear_form *above_value(struct losses *l, const struct linear_form *form)
{
    return form ? linear_scale(&l->f->work, form, 1, -l->value) : NULL;
}

bool losses_passes(struct losses *l, const struct linear_form *form)
{
    if (l->of == CELLS_EMPTY) return losses_positive(l, form);
    const struct linear_form *above = above_value(l, form);
    return above && assumptions_prove(l->f, above, 0) && losses_zero(l, above);
}

bool losses_counts(struct losses *l, const struct linear_form *form)
{
    if (l->of == CELLS_EMPTY) return losses_zero(l, form);
    struct assumptions_mark mark = assumptions_mark(l->f);
    const struct linear_form *above = above_value(l, form);
    if (above) assumptions_add(l->f, above, true);
    bool good = above && assumptions_contradictory(l->f);
    assumptions_rewind(l->f, mark);
    return good;
}

bool losses_passes_with(struct losses *l, const struct linear_form *now, const struct linear_form *old)
{
    if (l->of == CELLS_EMPTY) return losses_positive_with(l, now, old);
    struct assumptions_mark mark = assumptions_mark(l->f);
    const struct linear_form *above = above_value(l, old);
    if (above) assumptions_add(l->f, above, true);
    bool good = above && losses_passes(l, now);
    assumptions_rewind(l->f, mark);
    return good;
}

const struct linear_form *losses_length(struct losses *l)
{
    struct expr *field = the_field(l);
    struct expr *call = field ? size_call(l->f, BUILTIN_LEN, field) : NULL;
    return call ? assumptions_form(l->f, call) : NULL;
}

/* The weight of the cell at `place`; a grid has none by place. */
static const struct linear_form *weight_at(struct losses *l, const struct expr *place)
{
    struct linear_work *w = &l->f->work;
    if (l->of == CELLS_SUM || l->of == CELLS_ROOM) return linear_constant(w, l->factor);
    const struct linear_form *at = place ? assumptions_form(l->f, place) : NULL;
    if (l->of == CELLS_PLACES) return linear_scale(w, at, l->factor, 0);
    return linear_scale(w, linear_sum(w, losses_length(l), 1, at, -1), l->factor, l->factor);
}

/* A cell becomes another number at the same place. */
bool losses_cell(struct losses *l, const struct linear_form *old, const struct linear_form *now,
                 const struct expr *place)
{
    if (!old || !now) return false;
    switch (l->of) {
    case CELLS_LENGTH: return true;
    case CELLS_FILLED:
        if (losses_zero(l, now)) return losses_count(l, losses_positive(l, old));
        return losses_positive_with(l, old, now) || losses_count(l, -1);
    case CELLS_EMPTY:
    case CELLS_OTHER:
        if (losses_passes(l, now)) return losses_count(l, losses_counts(l, old));
        return losses_passes_with(l, now, old) || losses_count(l, -1);
    case CELLS_ROOM:
        return form_is_capped(l->f, now) && add_loss(l, linear_sum(&l->f->work, now, 1, old, -1), weight_at(l, place));
    default: return add_loss(l, linear_sum(&l->f->work, old, 1, now, -1), weight_at(l, place));
    }
}

/* ---- updates */

static bool one_cell(struct losses *l, const struct expr *base, const struct update *u)
{
    struct linear_work *work = &l->f->work;
    const struct linear_form *value = assumptions_form(l->f, u->value), *amount = value;
    const struct expr *place = u->dims == 1 ? u->low[0] : NULL;
    if (l->of == CELLS_FILLED || losses_in_row(l) || l->of == CELLS_ROOM || u->op == '=') {
        const struct expr *cell = made_cell(l->f, base, u);
        const struct linear_form *old = cell ? assumptions_form(l->f, cell) : NULL;
        if (u->op != '=') value = linear_sum(work, old, 1, value, u->op == '+' ? 1 : -1);
        return losses_cell(l, old, value, place);
    }
    if (l->of == CELLS_LENGTH) return true;
    if (u->op == '+') amount = linear_scale(work, value, -1, 0);
    return add_loss(l, amount, weight_at(l, place));
}

static bool inside(struct assumptions *f, const struct expr *index, const struct update *u, int dim)
{
    const struct linear_form *at = assumptions_form(f, index), *low = assumptions_form(f, u->low[dim]);
    const struct linear_form *high = u->high[dim] ? assumptions_form(f, u->high[dim]) : low;
    return assumptions_prove(f, linear_sum(&f->work, at, 1, low, -1), 0) &&
           assumptions_prove(f, linear_sum(&f->work, high, 1, at, -1), 0);
}

/* Setting a range of cells to 0 loses at least as much as any one cell in it of which something is known. */
static bool range_of_cells(struct losses *l, const struct expr *base, const struct update *u)
{
    struct assumptions *f = l->f;
    const struct linear_form *form = assumptions_form(f, u->value);
    if (l->of == CELLS_LENGTH) return true;
    if (u->op != '=' || (losses_in_row(l) ? !losses_passes(l, form) : !losses_zero(l, form))) return false;
    if (l->of == CELLS_PLACES || l->of == CELLS_BACK || l->of == CELLS_ROOM) return false;
    size_t count = f->terms.count;
    for (size_t i = 0; i < count; i++) {
        const struct expr *cell = f->terms.data[i].expr;
        if (!cell || cell->kind != EXPR_INDEX || (int)cell->count != 1 + u->dims || !expr_equal(cell->kids[0], base))
            continue;
        bool in = true;
        for (int d = 0; in && d < u->dims; d++) in = inside(f, cell->kids[1 + d], u, d);
        if (in) return losses_cell(l, assumptions_form(f, cell), form, NULL);
    }
    return true;
}

/* ---- rows written out: cell i is compared with cell i of the field */

/* [s[i] - a]: all its cells together are no more than one cell of the field, so the field loses at least that cell's rest. */
static bool written_within(struct losses *l, const struct expr *e)
{
    struct assumptions *f = l->f;
    const struct linear_form *sum = linear_constant(&f->work, 0);
    for (size_t i = 0; i < e->count; i++) sum = linear_sum(&f->work, sum, 1, assumptions_form(f, e->kids[i]), 1);
    size_t count = sum ? f->terms.count : 0;
    for (size_t i = 0; i < count; i++) {
        const struct expr *cell = f->terms.data[i].expr;
        if (!cell || cell->kind != EXPR_INDEX || cell->count != 2 || cell->kids[0]->kind != EXPR_FIELD) continue;
        if (cell->kids[0]->index != l->field) continue;
        const struct linear_form *rest =
            linear_sum(&f->work, linear_variable(&f->work, FIRST_TERM + (int)i), 1, sum, -1);
        if (assumptions_prove(f, rest, 0)) return losses_add(l, rest, l->factor);
    }
    return false;
}

static bool written_loses(struct losses *l, const struct expr *e)
{
    struct linear_work *w = &l->f->work;
    struct expr *field = the_field(l);
    const struct linear_form *all = losses_length(l);
    int64_t count = (int64_t)e->count;
    if (!field || e->name || e->type == TYPE_GRID || l->of == CELLS_ROOM) return false;
    if (l->of == CELLS_LENGTH) return losses_add(l, linear_scale(w, all, 1, -count), l->factor);
    if (l->of == CELLS_SUM && written_within(l, e)) return true;
    if (losses_in_row(l) && !assumptions_prove(l->f, all, count)) return false;
    if (l->of == CELLS_BACK && !losses_zero(l, linear_scale(w, all, 1, -count))) return false;
    for (int64_t i = 1; i <= count + 2; i++) {
        struct expr *place = expr_create_int(l->f->ck->scratch, (struct span){0}, i);
        struct expr *cell = place ? made_expr(l->f, EXPR_INDEX, TYPE_INT, 0, (struct expr *[]){field, place}, 2) : NULL;
        const struct linear_form *old = cell ? assumptions_form(l->f, cell) : NULL,
                                 *now = i <= count ? assumptions_form(l->f, e->kids[i - 1]) : linear_constant(w, 0);
        if (i > count && (losses_in_row(l) || l->of == CELLS_BACK)) break;
        if (!losses_cell(l, old, now, place)) return false;
    }
    return true;
}

/* ---- the whole */

static bool called_loses(struct losses *l, const struct expr *e)
{
    bool by_place = l->of == CELLS_PLACES || l->of == CELLS_BACK;
    switch ((enum builtin)e->index) {
    case BUILTIN_SORT:
    case BUILTIN_REVERSE:
    case BUILTIN_TRANSPOSE: return !by_place && losses_row(l, e->kids[0]);
    case BUILTIN_COMPONENT: /* some cells become 0 */
        return !losses_in_row(l) && l->of != CELLS_ROOM && losses_row(l, e->kids[0]) &&
               (l->of == CELLS_LENGTH || cells_are_natural(l->f, e->kids[0]));
    default: return false;
    }
}

bool losses_row(struct losses *l, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_FIELD: return e->index == l->field;
    case EXPR_ROW: return written_loses(l, e);
    case EXPR_ROW_FOR: return rebuilt_loses(l, e);
    case EXPR_CALL: return called_loses(l, e);
    case EXPR_WITH:
        if (!losses_row(l, e->kids[0]) || !cells_are_natural(l->f, e->kids[0])) return false;
        for (size_t i = 0; i < e->update_count; i++) {
            const struct update *u = &e->updates[i];
            if (u->high[0] || u->high[1] ? !range_of_cells(l, e->kids[0], u) : !one_cell(l, e->kids[0], u))
                return false;
        }
        return true;
    default: return false;
    }
}

const struct linear_form *row_drop(struct fall *x, int field, const struct weight *w, const struct expr *e)
{
    struct losses l = {.x = x,
                       .f = x->f,
                       .of = w->cells,
                       .field = field,
                       .factor = w->factor,
                       .value = w->value,
                       .sum = linear_constant(&x->f->work, 0)};
    if (e->kind == EXPR_FIELD && e->index == field) return l.sum;
    if (l.of == CELLS_LATE || l.of == CELLS_EARLY) {
        return order_falls(&l, e) ? l.sum : NULL;
    }
    return losses_row(&l, e) && canonical_form(&l) ? l.sum : NULL;
}
