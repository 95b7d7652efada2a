/* SPDX-License-Identifier: MIT */
/* The change of a row, bag or grid, bounded from below.
 *
 * An update loses, at each updated cell, old value minus new value, times the cell's weight. If the weight depends on the place
 * (moves that shift cells down a row), products with the same loss are combined first: [i] -= t, [i - 1] += t loses
 * t * (i - (i - 1)) = t. A comprehension loses at its points what they lose; elsewhere it is proved, for a value of its
 * variables of which only the range and the condition are known, that the cell that is made is no more than the one it is
 * compared with. Different values are compared with different cells and cells are natural, so the sum over the row loses
 * nothing there, and cells that are compared with none only lose more. */
#include "check/progress/decrease.h"

enum { FIXED_STEPS = 5000 };

struct loss {
    const struct linear_form *amount, *weight; /* amount * weight; weight a form over places */
};
struct losses {
    struct fall *x;
    struct assumptions *f;
    enum cell_feature of;
    int field;
    int64_t factor;
    struct loss items[16];
    size_t count;
    const struct linear_form *sum; /* the sum of the linear losses */
};

/* ---- which field a row is made of */

static const struct rebuilt *rebuilt_of(const struct fall *x, const struct expr *e)
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
    case EXPR_ROW_FOR: r = rebuilt_of(x, e); return r ? row_origin(x, r->base) : -1;
    case EXPR_CALL:
        return e->index == BUILTIN_SORT || e->index == BUILTIN_REVERSE || e->index == BUILTIN_TRANSPOSE ||
                       e->index == BUILTIN_COMPONENT
                   ? row_origin(x, e->kids[0])
                   : -1;
    default: return -1;
    }
}

/* ---- forms */

/* The form of a number, of whose conditions as many as possible are decided: `j == i ? s[j] - t : s[j]` where j is i. */
static const struct linear_form *settled_form(struct losses *l, const struct expr *e)
{
    while (e->kind == EXPR_IF) {
        int branch = 0;
        for (int k = 0; k < 2 && !branch; k++) {
            struct assumptions_mark mark = assumptions_mark(l->f);
            assumptions_assume(l->f, e->kids[0], k != 0);
            if (assumptions_contradictory(l->f)) branch = k ? 2 : 1;
            assumptions_rewind(l->f, mark);
        }
        if (!branch) break;
        e = e->kids[branch];
    }
    return assumptions_form(l->f, e);
}

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

/* ---- adding losses */

static bool add_linear(struct losses *l, const struct linear_form *form, int64_t factor)
{
    l->sum = linear_sum(&l->f->work, l->sum, 1, form, factor);
    return l->sum != NULL;
}

static bool add_count(struct losses *l, int64_t count)
{
    return add_linear(l, linear_constant(&l->f->work, count), l->factor);
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
        if (linear_is_constant(loss->weight, &factor)) add_linear(l, loss->amount, factor);
        else if (linear_is_constant(loss->amount, &factor)) add_linear(l, loss->weight, factor);
        else if (!assumptions_prove(l->f, loss->amount, 0) || !assumptions_prove(l->f, loss->weight, 0)) return false;
        else if (assumptions_prove(l->f, loss->weight, 1)) add_linear(l, loss->amount, 1);
    }
    return true;
}

/* ---- one cell */

static bool positive(struct losses *l, const struct linear_form *form)
{
    return form && assumptions_prove(l->f, form, 1);
}

/* Is it 0, if it is natural? */
static bool is_zero(struct losses *l, const struct linear_form *form)
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
static bool positive_with(struct losses *l, const struct linear_form *first, const struct linear_form *then)
{
    struct assumptions_mark mark = assumptions_mark(l->f);
    if (!first || !then) return false;
    assumptions_at_least(l->f, then, -1);
    bool good = assumptions_prove(l->f, first, 1);
    assumptions_rewind(l->f, mark);
    return good;
}

static const struct linear_form *length(struct losses *l)
{
    struct expr *field = the_field(l);
    struct expr *call = field ? size_call(l->f, BUILTIN_LEN, field) : NULL;
    return call ? assumptions_form(l->f, call) : NULL;
}

/* The weight of the cell at `place`; a grid has none by place. */
static const struct linear_form *weight_at(struct losses *l, const struct expr *place)
{
    struct linear_work *w = &l->f->work;
    if (l->of == CELLS_SUM) return linear_constant(w, l->factor);
    const struct linear_form *at = place ? assumptions_form(l->f, place) : NULL;
    if (l->of == CELLS_PLACES) return linear_scale(w, at, l->factor, 0);
    return linear_scale(w, linear_sum(w, length(l), 1, at, -1), l->factor, l->factor);
}

/* A cell becomes another number at the same place. */
static bool cell_changes(struct losses *l, const struct linear_form *old, const struct linear_form *now,
                         const struct expr *place)
{
    if (!old || !now) return false;
    switch (l->of) {
    case CELLS_LENGTH: return true;
    case CELLS_FILLED:
        if (is_zero(l, now)) return add_count(l, positive(l, old));
        return positive_with(l, old, now) || add_count(l, -1);
    case CELLS_EMPTY:
        if (positive(l, now)) return add_count(l, is_zero(l, old));
        return positive_with(l, now, old) || add_count(l, -1);
    default: return add_loss(l, linear_sum(&l->f->work, old, 1, now, -1), weight_at(l, place));
    }
}

/* ---- updates */

static bool one_cell(struct losses *l, const struct expr *base, const struct update *u)
{
    struct linear_work *work = &l->f->work;
    const struct linear_form *value = assumptions_form(l->f, u->value), *amount = value;
    const struct expr *place = u->dims == 1 ? u->low[0] : NULL;
    if (l->of == CELLS_FILLED || l->of == CELLS_EMPTY || u->op == '=') {
        const struct expr *cell = made_cell(l->f, base, u);
        const struct linear_form *old = cell ? assumptions_form(l->f, cell) : NULL;
        if (u->op != '=') value = linear_sum(work, old, 1, value, u->op == '+' ? 1 : -1);
        return cell_changes(l, old, value, place);
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
    bool filling = l->of == CELLS_EMPTY;
    if (u->op != '=' || (filling ? !positive(l, form) : !is_zero(l, form))) return false;
    if (l->of == CELLS_PLACES || l->of == CELLS_BACK) return false;
    size_t count = f->terms.count;
    for (size_t i = 0; i < count; i++) {
        const struct expr *cell = f->terms.data[i].expr;
        if (!cell || cell->kind != EXPR_INDEX || (int)cell->count != 1 + u->dims || !expr_equal(cell->kids[0], base))
            continue;
        bool in = true;
        for (int d = 0; in && d < u->dims; d++) in = inside(f, cell->kids[1 + d], u, d);
        if (in) return cell_changes(l, assumptions_form(f, cell), form, NULL);
    }
    return true;
}

/* ---- comprehensions */

/* The place of a cell that is made: how many values before it, and 1; where some are left out it is no later. */
static const struct linear_form *made_place(struct losses *l, const struct rebuilt *r, const struct expr *value)
{
    struct linear_work *w = &l->f->work;
    return linear_scale(w, linear_sum(w, assumptions_form(l->f, value), 1, assumptions_form(l->f, r->low[0]), -1), 1,
                        1);
}

static bool in_base(struct losses *l, const struct rebuilt *r, const struct expr *cell)
{
    static const enum builtin sizes[2] = {BUILTIN_ROWS, BUILTIN_COLS};
    for (int d = 0; d < r->dims; d++) {
        const struct expr *call = size_call(l->f, r->dims == 1 ? BUILTIN_LEN : sizes[d], r->base);
        const struct linear_form *at = assumptions_form(l->f, cell->kids[1 + d]);
        const struct linear_form *size = call ? assumptions_form(l->f, call) : NULL;
        if (!assumptions_prove(l->f, at, 1)) return false;
        if (!assumptions_prove(l->f, linear_sum(&l->f->work, size, 1, at, -1), 0)) return false;
    }
    return true;
}

/* What is made of the cell stands at another place, perhaps. */
static bool cell_moves(struct losses *l, const struct rebuilt *r, const struct rebuilt_point *p,
                       const struct linear_form *old, const struct linear_form *now)
{
    const struct linear_form *place = made_place(l, r, p->value[0]), *at = assumptions_form(l->f, p->cell->kids[1]);
    if (!place || !at || !old || !now) return false;
    if (linear_compare(place, at) == 0) return cell_changes(l, old, now, p->cell->kids[1]);
    struct linear_work *w = &l->f->work;
    return l->of == CELLS_PLACES && assumptions_prove(l->f, linear_sum(w, at, 1, place, -1), 0) &&
           assumptions_prove(l->f, linear_sum(w, old, 1, now, -1), 0);
}

static bool point_changes(struct losses *l, const struct rebuilt *r, const struct rebuilt_point *p)
{
    if (p->fate == POINT_SAME || l->of == CELLS_LENGTH) return true;
    const struct linear_form *old = assumptions_form(l->f, p->cell), *now = settled_form(l, p->body);
    bool made = p->fate == POINT_MADE, in = l->of != CELLS_EMPTY || in_base(l, r, p->cell);
    if (l->of == CELLS_EMPTY && !in) return !made || positive(l, now) || add_count(l, -1);
    if (!made && l->of == CELLS_EMPTY) return add_count(l, is_zero(l, old));
    if (!made) return old && cell_changes(l, old, linear_constant(&l->f->work, 0), p->cell->kids[1]);
    if (l->of == CELLS_PLACES || l->of == CELLS_BACK) return cell_moves(l, r, p, old, now);
    return cell_changes(l, old, now, NULL);
}

/* Elsewhere: the cell that is made is no more than the one it is compared with. */
static bool rest_is_no_more(struct losses *l, const struct rebuilt *r)
{
    struct linear_work *w = &l->f->work;
    const struct expr *cell = rebuilt_cell(l->f, r);
    const struct linear_form *old = cell ? assumptions_form(l->f, cell) : NULL, *now = assumptions_form(l->f, r->body);
    if (!old || !now) return false;
    if (l->of == CELLS_FILLED) return positive_with(l, old, now);
    if (l->of == CELLS_EMPTY) return positive_with(l, now, old) && in_base(l, r, cell);
    if (!assumptions_prove(l->f, linear_sum(w, old, 1, now, -1), 0)) return false;
    if (l->of == CELLS_SUM) return true;
    const struct expr *variable = made_expr(l->f, EXPR_LOCAL, TYPE_INT, r->slot[0], NULL, 0);
    const struct linear_form *place = variable ? made_place(l, r, variable) : NULL,
                             *at = assumptions_form(l->f, cell->kids[1]);
    return assumptions_prove(l->f, linear_sum(w, at, 1, place, -1), 0);
}

/* By place from the end only where the length stays and every cell its place. */
static bool keeps_places(struct losses *l, const struct rebuilt *r)
{
    struct linear_work *w = &l->f->work;
    if (r->condition || r->dims != 1 || r->at[0]->kind != EXPR_LOCAL) return false;
    const struct linear_form *low = assumptions_form(l->f, r->low[0]), *high = assumptions_form(l->f, r->high[0]),
                             *all = length(l);
    int64_t first;
    return low && high && all && linear_is_constant(low, &first) && first == 1 &&
           assumptions_prove(l->f, linear_sum(w, all, 1, high, -1), 0) &&
           assumptions_prove(l->f, linear_sum(w, high, 1, all, -1), 0);
}

static bool shorter(struct losses *l, const struct rebuilt *r)
{
    struct linear_work *w = &l->f->work;
    const struct expr *call = size_call(l->f, BUILTIN_LEN, r->base);
    const struct linear_form *lost = call ? assumptions_form(l->f, call) : NULL;
    if (!r->none) {
        lost = linear_sum(w, lost, 1, assumptions_form(l->f, r->high[0]), -1);
        lost = linear_scale(w, linear_sum(w, lost, 1, assumptions_form(l->f, r->low[0]), 1), 1, -1);
        for (size_t i = 0; i < r->count; i++)
            if (r->points[i].fate == POINT_LEFT_OUT) lost = linear_scale(w, lost, 1, 1);
    }
    return add_linear(l, lost, l->factor);
}

/* The range is empty: the row is, and one cell is lost at least. */
static bool all_lost(struct losses *l, const struct rebuilt *r)
{
    if (!r->count || l->of == CELLS_EMPTY) return true;
    const struct linear_form *old = assumptions_form(l->f, r->points[0].cell);
    const struct linear_form *zero = linear_constant(&l->f->work, 0);
    if (l->of == CELLS_SUM || l->of == CELLS_FILLED) return cell_changes(l, old, zero, NULL);
    return l->of == CELLS_PLACES || l->of == CELLS_BACK;
}

/* Are the cells natural numbers? Of a row that is built anew, at the points and elsewhere. */
static bool row_is_natural(struct losses *l, const struct expr *e)
{
    const struct rebuilt *r = rebuilt_of(l->x, e);
    if (!r) return cells_are_natural(l->f, e);
    if (r->none) return true;
    struct assumptions_mark mark = assumptions_mark(l->f);
    rebuilt_elsewhere(l->f, r);
    bool good = assumptions_prove(l->f, assumptions_form(l->f, r->body), 0);
    assumptions_rewind(l->f, mark);
    for (size_t i = 0; i < r->count && good; i++)
        good = r->points[i].fate != POINT_MADE || assumptions_prove(l->f, settled_form(l, r->points[i].body), 0);
    return good;
}

static bool row_loses(struct losses *l, const struct expr *e);

static bool rebuilt_loses(struct losses *l, const struct expr *e)
{
    const struct rebuilt *r = rebuilt_of(l->x, e);
    if (!r || !row_loses(l, r->base)) return false;
    if (l->of == CELLS_LENGTH) return r->dims == 1 && (l->factor > 0 || !r->condition) && shorter(l, r);
    if (!row_is_natural(l, r->base)) return false;
    if (r->none) return all_lost(l, r);
    if (r->dims > 1 && (l->of == CELLS_PLACES || l->of == CELLS_BACK)) return false;
    if (l->of == CELLS_BACK && !keeps_places(l, r)) return false;
    struct assumptions_mark mark = assumptions_mark(l->f);
    rebuilt_elsewhere(l->f, r);
    bool good = rest_is_no_more(l, r);
    assumptions_rewind(l->f, mark);
    for (size_t i = 0; i < r->count && good; i++) good = point_changes(l, r, &r->points[i]);
    return good;
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
        if (assumptions_prove(f, rest, 0)) return add_linear(l, rest, l->factor);
    }
    return false;
}

static bool written_loses(struct losses *l, const struct expr *e)
{
    struct linear_work *w = &l->f->work;
    struct expr *field = the_field(l);
    const struct linear_form *all = length(l);
    int64_t count = (int64_t)e->count;
    if (!field || e->name || e->type == TYPE_GRID) return false;
    if (l->of == CELLS_LENGTH) return add_linear(l, linear_scale(w, all, 1, -count), l->factor);
    if (l->of == CELLS_SUM && written_within(l, e)) return true;
    if (l->of == CELLS_EMPTY && !assumptions_prove(l->f, all, count)) return false;
    if (l->of == CELLS_BACK && !is_zero(l, linear_scale(w, all, 1, -count))) return false;
    for (int64_t i = 1; i <= count + 2; i++) {
        struct expr *place = expr_create_int(l->f->ck->scratch, (struct span){0}, i);
        struct expr *cell = place ? made_expr(l->f, EXPR_INDEX, TYPE_INT, 0, (struct expr *[]){field, place}, 2) : NULL;
        const struct linear_form *old = cell ? assumptions_form(l->f, cell) : NULL,
                                 *now = i <= count ? assumptions_form(l->f, e->kids[i - 1]) : linear_constant(w, 0);
        if (i > count && (l->of == CELLS_EMPTY || l->of == CELLS_BACK)) break;
        if (!cell_changes(l, old, now, place)) return false;
    }
    return true;
}

/* ---- rows in lexicographic order, from either end; rows of one length */

struct change {
    const struct linear_form *place, *loss;
};

/* Do the others lie on the other side of this change? */
static bool decides(struct losses *l, const struct change *changes, size_t count, size_t at)
{
    int64_t sign = l->of == CELLS_LATE ? 1 : -1;
    for (size_t k = 0; k < count; k++) {
        if (k == at) continue;
        const struct linear_form *apart = linear_sum(&l->f->work, changes[at].place, sign, changes[k].place, -sign);
        if (!assumptions_prove(l->f, apart, 1)) return false;
    }
    return true;
}

/* Does the change that decides the order make the cell smaller? */
static bool is_smaller(struct losses *l, const struct change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (assumptions_prove(l->f, changes[i].loss, 1) && decides(l, changes, count, i)) return add_count(l, 1);
    return count == 0;
}

static bool updated_in_order(struct losses *l, const struct expr *e)
{
    struct change changes[8];
    if (e->kids[0]->kind != EXPR_FIELD || e->kids[0]->index != l->field || e->update_count > 8) return false;
    for (size_t i = 0; i < e->update_count; i++) {
        const struct update *u = &e->updates[i];
        const struct linear_form *value = assumptions_form(l->f, u->value);
        if (u->high[0] || u->dims != 1) return false;
        const struct expr *cell = made_cell(l->f, e->kids[0], u);
        changes[i].place = assumptions_form(l->f, u->low[0]);
        changes[i].loss = u->op == '-'   ? value
                          : u->op == '+' ? linear_scale(&l->f->work, value, -1, 0)
                          : cell         ? linear_sum(&l->f->work, assumptions_form(l->f, cell), 1, value, -1)
                                         : NULL;
    }
    return is_smaller(l, changes, e->update_count);
}

/* Are all cells that come before the point (from the end that counts) made as they were? Other points are looked at apart. */
static bool stays_before(struct losses *l, const struct rebuilt *r, const struct linear_form *place)
{
    struct linear_work *w = &l->f->work;
    int64_t sign = l->of == CELLS_LATE ? 1 : -1;
    struct assumptions_mark mark = assumptions_mark(l->f);
    rebuilt_elsewhere(l->f, r);
    const struct linear_form *v = linear_variable(w, assumptions_local_var(r->slot[0]));
    assumptions_at_least(l->f, linear_sum(w, v, sign, place, -sign), -1);
    const struct expr *cell = rebuilt_cell(l->f, r);
    const struct linear_form *old = cell ? assumptions_form(l->f, cell) : NULL, *now = assumptions_form(l->f, r->body);
    bool good = old && now && assumptions_prove(l->f, linear_sum(w, old, 1, now, -1), 0) &&
                assumptions_prove(l->f, linear_sum(w, old, -1, now, 1), 0);
    assumptions_rewind(l->f, mark);
    return good;
}

static bool rebuilt_in_order(struct losses *l, const struct rebuilt *r)
{
    struct change changes[REBUILT_POINTS];
    size_t count = 0;
    if (!r || r->none || r->base->kind != EXPR_FIELD || r->base->index != l->field || !keeps_places(l, r)) return false;
    for (size_t i = 0; i < r->count; i++) {
        const struct rebuilt_point *p = &r->points[i];
        if (p->fate != POINT_MADE) continue;
        const struct linear_form *before = assumptions_form(l->f, p->cell), *after = settled_form(l, p->body);
        if (before && after && linear_compare(before, after) == 0) continue;
        changes[count].place = assumptions_form(l->f, p->value[0]);
        changes[count++].loss = linear_sum(&l->f->work, before, 1, after, -1);
    }
    for (size_t i = 0; i < count; i++)
        if (assumptions_prove(l->f, changes[i].loss, 1) && decides(l, changes, count, i) &&
            stays_before(l, r, changes[i].place))
            return add_count(l, 1);
    return false;
}

/* ---- the whole */

static bool called_loses(struct losses *l, const struct expr *e)
{
    bool by_place = l->of == CELLS_PLACES || l->of == CELLS_BACK;
    switch ((enum builtin)e->index) {
    case BUILTIN_SORT:
    case BUILTIN_REVERSE:
    case BUILTIN_TRANSPOSE: return !by_place && row_loses(l, e->kids[0]);
    case BUILTIN_COMPONENT: /* some cells become 0 */
        return l->of != CELLS_EMPTY && row_loses(l, e->kids[0]) &&
               (l->of == CELLS_LENGTH || cells_are_natural(l->f, e->kids[0]));
    default: return false;
    }
}

static bool row_loses(struct losses *l, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_FIELD: return e->index == l->field;
    case EXPR_ROW: return written_loses(l, e);
    case EXPR_ROW_FOR: return rebuilt_loses(l, e);
    case EXPR_CALL: return called_loses(l, e);
    case EXPR_WITH:
        if (!row_loses(l, e->kids[0]) || !cells_are_natural(l->f, e->kids[0])) return false;
        for (size_t i = 0; i < e->update_count; i++) {
            const struct update *u = &e->updates[i];
            if (u->high[0] || u->high[1] ? !range_of_cells(l, e->kids[0], u) : !one_cell(l, e->kids[0], u))
                return false;
        }
        return true;
    default: return false;
    }
}

const struct linear_form *row_drop(struct fall *x, int field, enum cell_feature of, int64_t factor,
                                   const struct expr *e)
{
    struct losses l = {
        .x = x, .f = x->f, .of = of, .field = field, .factor = factor, .sum = linear_constant(&x->f->work, 0)};
    if (e->kind == EXPR_FIELD && e->index == field) return l.sum;
    if (of == CELLS_LATE || of == CELLS_EARLY) {
        bool good = e->kind == EXPR_WITH ? updated_in_order(&l, e) : rebuilt_in_order(&l, rebuilt_of(x, e));
        return good ? l.sum : NULL;
    }
    return row_loses(&l, e) && canonical_form(&l) ? l.sum : NULL;
}
