/* SPDX-License-Identifier: MIT */
/* Expressions over a box, kind by kind. What is not understood is unknown, a truth value then 0 or 1. */
#include "model/arithmetic.h"
#include "model/sets.h"
#include "proof/reach/private.h"

static const struct reach_value nothing = {.kind = REACH_NOTHING};

static struct reach_value number(struct boxed x)
{
    return (struct reach_value){.kind = x.known ? REACH_NUMBER : REACH_NOTHING, .number = x};
}

static struct reach_value unsure(const struct expr *e)
{
    return e->type == TYPE_BOOL ? number(boxed_between(0, 1)) : nothing;
}

struct boxed reach_number_of(struct reach_scope *s, const struct expr *e)
{
    struct reach_value v = reach_value_of(s, e);
    return v.kind == REACH_NUMBER ? v.number : (struct boxed){.known = false};
}

bool reach_holds(struct reach_scope *s, const struct expr *e)
{
    struct boxed x = reach_number_of(s, e);
    return boxed_true(&s->box, &x);
}

bool reach_never(struct reach_scope *s, const struct expr *e)
{
    struct boxed x = reach_number_of(s, e);
    return boxed_false(&s->box, &x);
}

static struct boxed truth_not(const struct reach_scope *s, const struct boxed *x)
{
    return boxed_between(boxed_false(&s->box, x), !boxed_true(&s->box, x));
}

static struct boxed truth_and(const struct reach_scope *s, const struct boxed *x, const struct boxed *y)
{
    return boxed_between(boxed_true(&s->box, x) && boxed_true(&s->box, y),
                         !boxed_false(&s->box, x) && !boxed_false(&s->box, y));
}

static struct boxed truth_or(const struct reach_scope *s, const struct boxed *x, const struct boxed *y)
{
    return boxed_between(boxed_true(&s->box, x) || boxed_true(&s->box, y),
                         !boxed_false(&s->box, x) || !boxed_false(&s->box, y));
}

/* ---- domains ----------------------------------------------------------------------------------------------------- */
static int constants(const int64_t *from, size_t count, struct boxed *out, int most)
{
    if (count > (size_t)most) return -1;
    for (size_t i = 0; i < count; i++) out[i] = boxed_constant(from[i]);
    return (int)count;
}

int reach_elements(struct reach_scope *s, const struct domain *d, struct boxed *out, int most)
{
    int64_t low, high;
    struct boxed a, b;
    struct reach_value row;
    switch (d->kind) {
    case DOMAIN_RANGE:
        if (!d->high) return -1;
        a = reach_number_of(s, d->low);
        b = reach_number_of(s, d->high);
        if (!boxed_is_constant(&a, &low) || !boxed_is_constant(&b, &high)) return -1;
        if (low > high) return 0;
        if ((uint64_t)high - (uint64_t)low >= (uint64_t)most) return -1;
        for (int i = 0; i <= (int)(high - low); i++) out[i] = boxed_constant(low + i);
        return (int)(high - low) + 1;
    case DOMAIN_SET:
        if (d->item_count > (size_t)most) return -1;
        for (size_t i = 0; i < d->item_count; i++)
            if (!(out[i] = reach_number_of(s, d->items[i])).known) return -1;
        return (int)d->item_count;
    case DOMAIN_PARAM: return constants(s->params[d->index].set, s->params[d->index].set_count, out, most);
    case DOMAIN_ELEMENTS:
        if (d->low->type != TYPE_ROW && d->low->type != TYPE_BAG) return -1;
        row = reach_value_of(s, d->low);
        if (row.kind != REACH_ROW || row.columns > (size_t)most) return -1;
        for (size_t i = 0; i < row.columns; i++) out[i] = row.cells[i];
        return (int)row.columns;
    default: return -1;
    }
}

static struct boxed in_range(struct reach_scope *s, const struct domain *d, const struct boxed *x)
{
    struct boxed low = reach_number_of(s, d->low), high = boxed_constant(INT64_MAX);
    if (d->high) high = reach_number_of(s, d->high);
    struct boxed above = boxed_compare(&s->box, EXPR_GE, x, &low), below = boxed_constant(1);
    if (d->high) below = boxed_compare(&s->box, EXPR_LE, x, &high);
    return truth_and(s, &above, &below);
}

static struct reach_value in(struct reach_scope *s, const struct expr *e)
{
    struct boxed x = reach_number_of(s, e->kids[0]), of = {.known = false}, any = boxed_constant(0), items[REACH_CELLS];
    int64_t a, b = 0;
    bool holds;
    if (!x.known) return unsure(e);
    if (e->domain->kind == DOMAIN_RANGE) return number(in_range(s, e->domain, &x));
    if (set_takes_number(e->domain->kind)) of = reach_number_of(s, e->domain->low);
    else of = boxed_constant(0);
    if (boxed_is_constant(&x, &a) && boxed_is_constant(&of, &b) &&
        arithmetic_member(e->domain->kind, number_small(a), number_small(b), &holds))
        return number(boxed_constant(holds));
    int count = reach_elements(s, e->domain, items, REACH_CELLS);
    for (int i = 0; i < count; i++) {
        struct boxed same = boxed_compare(&s->box, EXPR_EQ, &x, &items[i]);
        any = truth_or(s, &any, &same);
    }
    return count < 0 ? unsure(e) : number(any);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
struct reach_value reach_make(struct reach_scope *s, size_t rows, size_t columns)
{
    struct reach_value v = {.kind = REACH_ROW, .rows = rows, .columns = columns};
    if (rows > REACH_CELLS || columns > REACH_CELLS || rows * columns > REACH_CELLS) return nothing;
    v.cells = arena_array(s->arena, rows * columns + 1, sizeof *v.cells);
    if (v.cells) return v;
    s->no_memory = true;
    return nothing;
}

bool reach_sort(const struct reach_scope *s, struct boxed *cells, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0; k--) {
            struct boxed fine = boxed_compare(&s->box, EXPR_LE, &cells[k - 1], &cells[k]);
            if (boxed_true(&s->box, &fine)) break;
            struct boxed other = boxed_compare(&s->box, EXPR_GE, &cells[k - 1], &cells[k]), first = cells[k - 1];
            if (!boxed_true(&s->box, &other)) return false;
            cells[k - 1] = cells[k];
            cells[k] = first;
        }
    return true;
}

static struct reach_value row_literal(struct reach_scope *s, const struct expr *e)
{
    size_t columns = e->count;
    struct reach_value first = nothing;
    if (e->name) return nothing;
    if (e->type == TYPE_GRID) {
        if (e->count) first = reach_value_of(s, e->kids[0]);
        if (first.kind != REACH_ROW) return nothing;
        columns = first.columns;
    }
    struct reach_value v = reach_make(s, e->type == TYPE_GRID ? e->count : 1, columns);
    for (size_t i = 0; v.kind == REACH_ROW && i < e->count; i++) {
        struct reach_value one = reach_value_of(s, e->kids[i]);
        if (e->type != TYPE_GRID) {
            if (one.kind != REACH_NUMBER) return nothing;
            v.cells[i] = one.number;
            continue;
        }
        if (one.kind != REACH_ROW || one.columns != columns) return nothing;
        for (size_t k = 0; k < columns; k++) v.cells[i * columns + k] = one.cells[k];
    }
    if (v.kind == REACH_ROW && e->type == TYPE_BAG && !reach_sort(s, v.cells, columns)) return nothing;
    return v;
}

/* Of one generator over a range or a parameter, whose order is plain, and not a grid. */
static struct reach_value row_made(struct reach_scope *s, const struct expr *e)
{
    struct boxed items[REACH_CELLS];
    if (e->gen_count != 1 || e->type == TYPE_GRID) return nothing;
    if (e->gens[0].domain.kind != DOMAIN_RANGE && e->gens[0].domain.kind != DOMAIN_PARAM) return nothing;
    int count = reach_elements(s, &e->gens[0].domain, items, REACH_CELLS);
    struct reach_value v = count < 0 ? nothing : reach_make(s, 1, (size_t)count);
    if (v.kind != REACH_ROW) return nothing;
    v.columns = 0;
    for (int i = 0; i < count && v.kind == REACH_ROW; i++) {
        struct reach_local here = {e->gens[0].slot, number(items[i]), s->locals};
        s->locals = &here;
        bool left_out = e->kids[1] && reach_never(s, e->kids[1]);
        struct boxed x = left_out ? boxed_constant(0) : reach_number_of(s, e->kids[0]);
        if (!x.known || (e->kids[1] && !left_out && !reach_holds(s, e->kids[1]))) v.kind = REACH_NOTHING;
        else if (!left_out) v.cells[v.columns++] = x;
        s->locals = here.next;
    }
    if (v.kind == REACH_ROW && e->type == TYPE_BAG && !reach_sort(s, v.cells, v.columns)) return nothing;
    return v;
}

/* From 1 on; false: not known, or outside. */
static bool index_in(struct reach_scope *s, const struct expr *e, size_t most, size_t *at)
{
    int64_t i;
    struct boxed x = reach_number_of(s, e);
    if (!boxed_is_constant(&x, &i) || i < 1 || (uint64_t)i > most) return false;
    *at = (size_t)i - 1;
    return true;
}

static struct reach_value cell_at(struct reach_scope *s, const struct expr *e)
{
    struct reach_value row = reach_value_of(s, e->kids[0]);
    int64_t i, at = 0, bound;
    if (row.kind != REACH_ROW) return nothing;
    for (size_t k = 1; k < e->count; k++) {
        struct boxed x = reach_number_of(s, e->kids[k]);
        bound = (int64_t)(k + 1 == e->count ? row.columns : row.rows);
        if (!boxed_is_constant(&x, &i)) return nothing;
        if (i < 1 || i > bound) return number(boxed_constant(0));
        at = at * (k + 1 == e->count ? bound : 1) + i - 1;
    }
    return number(row.cells[at]);
}

/* All updates read the old row; what changes a cell twice, or one that is not there, fails. */
static bool update(struct reach_scope *s, const struct update *u, struct reach_value *v, bool *changed)
{
    size_t low[2] = {0, 0}, high[2];
    struct boxed x = reach_number_of(s, u->value);
    size_t most[2] = {u->dims == 2 ? v->rows : v->columns, v->columns};
    for (int k = 0; k < u->dims; k++) {
        if (!index_in(s, u->low[k], most[k], &low[k])) return false;
        high[k] = low[k];
        if (u->high[k] && !index_in(s, u->high[k], most[k], &high[k])) return false;
    }
    if (u->dims != 2) low[1] = low[0], high[1] = high[0], low[0] = high[0] = 0;
    for (size_t i = low[0]; i <= high[0]; i++)
        for (size_t j = low[1]; j <= high[1]; j++) {
            struct boxed *cell = &v->cells[i * v->columns + j];
            if (changed[i * v->columns + j]) return false;
            changed[i * v->columns + j] = true;
            *cell = u->op == '=' ? x : boxed_operate(&s->box, u->op == '+' ? EXPR_ADD : EXPR_SUB, cell, &x);
        }
    return true;
}

static struct reach_value with(struct reach_scope *s, const struct expr *e)
{
    bool changed[REACH_CELLS] = {false};
    struct reach_value old = reach_value_of(s, e->kids[0]);
    struct reach_value v = old.kind == REACH_ROW ? reach_make(s, old.rows, old.columns) : nothing;
    for (size_t i = 0; v.kind == REACH_ROW && i < v.rows * v.columns; i++) v.cells[i] = old.cells[i];
    for (size_t i = 0; v.kind == REACH_ROW && i < e->update_count; i++)
        if (!update(s, &e->updates[i], &v, changed)) v.kind = REACH_NOTHING;
    return v;
}

static struct boxed same_cells(const struct reach_scope *s, const struct reach_value *a, const struct reach_value *b)
{
    struct boxed all = boxed_constant(1);
    if (a->kind != REACH_ROW || b->kind != REACH_ROW) return boxed_between(0, 1);
    if (a->rows != b->rows || a->columns != b->columns) return boxed_constant(0);
    for (size_t i = 0; i < a->rows * a->columns; i++) {
        struct boxed same = boxed_compare(&s->box, EXPR_EQ, &a->cells[i], &b->cells[i]);
        all = truth_and(s, &all, &same);
    }
    return all;
}

/* ---- folds ------------------------------------------------------------------------------------------------------- */
static bool fold_one(struct reach_scope *s, const struct expr *e, struct boxed *all, bool *any)
{
    struct boxed when = e->kids[1] ? reach_number_of(s, e->kids[1]) : boxed_constant(1), x = boxed_constant(1), none;
    if (boxed_false(&s->box, &when)) return true;
    bool sure = boxed_true(&s->box, &when);
    if (e->kids[0]) x = reach_number_of(s, e->kids[0]);
    switch ((enum fold)e->index) {
    case FOLD_ANY:
        if (!sure) x = truth_and(s, &when, &x);
        *all = truth_or(s, all, &x);
        return true;
    case FOLD_ALL:
        none = truth_not(s, &when);
        x = truth_or(s, &none, &x);
        *all = truth_and(s, all, &x);
        return true;
    case FOLD_SUM:
    case FOLD_COUNT:
        none = boxed_constant(0);
        if (!sure) x = boxed_join(&s->box, &x, &none);
        *all = boxed_operate(&s->box, EXPR_ADD, all, &x);
        return all->known;
    case FOLD_MIN:
    case FOLD_MAX:
        if (!sure || !x.known) return false;
        if (!*any) *all = x;
        else *all = e->index == FOLD_MIN ? boxed_least(&s->box, all, &x) : boxed_greatest(&s->box, all, &x);
        *any = true;
        return all->known;
    default: return false;
    }
}

static bool fold_from(struct reach_scope *s, const struct expr *e, size_t gen, struct boxed *all, bool *any)
{
    if (gen == e->gen_count) return fold_one(s, e, all, any);
    struct boxed items[REACH_CELLS];
    int count = reach_elements(s, &e->gens[gen].domain, items, REACH_CELLS);
    bool fine = count >= 0;
    for (int i = 0; i < count && fine; i++) {
        struct reach_local here = {e->gens[gen].slot, number(items[i]), s->locals};
        s->locals = &here;
        fine = s->steps > 0 && fold_from(s, e, gen + 1, all, any);
        s->locals = here.next;
    }
    return fine;
}

/* A set has each element once, a domain as it is written may repeat one: that matters to sums. */
static struct reach_value fold(struct reach_scope *s, const struct expr *e)
{
    bool any = false;
    struct boxed all = boxed_constant(e->index == FOLD_ALL);
    bool once = e->index == FOLD_SUM || e->index == FOLD_COUNT || e->index == FOLD_XOR;
    for (size_t i = 0; i < e->gen_count && once; i++)
        if (e->gens[i].domain.kind == DOMAIN_SET || e->gens[i].domain.kind == DOMAIN_ELEMENTS) return unsure(e);
    bool fine = fold_from(s, e, 0, &all, &any);
    return fine && (any || (e->index != FOLD_MIN && e->index != FOLD_MAX)) ? number(all) : unsure(e);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */
static struct reach_value of_row(struct reach_scope *s, const struct expr *e)
{
    struct reach_value row = reach_value_of(s, e->kids[0]), v;
    struct boxed all = boxed_constant(1);
    if (row.kind != REACH_ROW) return unsure(e);
    switch ((enum builtin)e->index) {
    case BUILTIN_LEN: return number(boxed_constant((int64_t)row.columns));
    case BUILTIN_ROWS: return number(boxed_constant((int64_t)row.rows));
    case BUILTIN_COLS: return number(boxed_constant((int64_t)row.columns));
    case BUILTIN_SORTED:
    case BUILTIN_INCREASING:
        for (size_t i = 1; i < row.columns; i++) {
            struct boxed fine = boxed_compare(&s->box, e->index == BUILTIN_SORTED ? EXPR_LE : EXPR_LT,
                                              &row.cells[i - 1], &row.cells[i]);
            all = truth_and(s, &all, &fine);
        }
        return number(all);
    case BUILTIN_REVERSE:
    case BUILTIN_SORT:
        v = reach_make(s, 1, row.columns);
        for (size_t i = 0; v.kind == REACH_ROW && i < row.columns; i++)
            v.cells[i] = row.cells[e->index == BUILTIN_SORT ? i : row.columns - 1 - i];
        return v.kind != REACH_ROW || (e->index == BUILTIN_SORT && !reach_sort(s, v.cells, v.columns)) ? nothing : v;
    default: return unsure(e);
    }
}

static struct reach_value of_numbers(const struct reach_scope *s, const struct expr *e, const struct boxed *x)
{
    int64_t values[ARITHMETIC_ARGUMENTS], value;
    struct boxed all = x[0], two = boxed_constant(2), zero = boxed_constant(0), one = boxed_constant(1);
    bool constant = true;
    for (size_t i = 0; i < e->count; i++) constant &= boxed_is_constant(&x[i], &values[i]);
    if (constant)
        return builtin_value((enum builtin)e->index, values, e->count, &value) ? number(boxed_constant(value))
                                                                               : unsure(e);
    switch ((enum builtin)e->index) {
    case BUILTIN_MIN:
    case BUILTIN_MAX:
        for (size_t i = 1; i < e->count; i++)
            all = e->index == BUILTIN_MIN ? boxed_least(&s->box, &all, &x[i]) : boxed_greatest(&s->box, &all, &x[i]);
        return number(all);
    case BUILTIN_ABS:
        two = boxed_operate(&s->box, EXPR_SUB, &zero, &x[0]);
        return number(boxed_greatest(&s->box, &x[0], &two));
    case BUILTIN_ODD:
    case BUILTIN_EVEN:
        all = boxed_operate(&s->box, EXPR_MOD, &x[0], &two);
        return number(boxed_compare(&s->box, EXPR_EQ, &all, e->index == BUILTIN_ODD ? &one : &zero));
    default: break;
    }
    if (e->type == TYPE_BOOL) return unsure(e);
    enum builtin_range range = builtin_info((enum builtin)e->index)->range;
    return range == RANGE_NATURAL ? number(boxed_between(0, INT64_MAX)) : nothing;
}

static struct reach_value call(struct reach_scope *s, const struct expr *e)
{
    struct boxed x[ARITHMETIC_ARGUMENTS];
    if (e->count < 1 || e->count > ARITHMETIC_ARGUMENTS) return unsure(e);
    if (e->kids[0]->type == TYPE_ROW || e->kids[0]->type == TYPE_BAG || e->kids[0]->type == TYPE_GRID)
        return of_row(s, e);
    if (e->type > TYPE_BOOL) return nothing;
    for (size_t i = 0; i < e->count; i++)
        if (e->kids[i]->type > TYPE_BOOL || !(x[i] = reach_number_of(s, e->kids[i])).known) return unsure(e);
    return of_numbers(s, e, x);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */
static struct reach_value local(const struct reach_scope *s, const struct expr *e)
{
    const struct reach_local *l = s->locals;
    while (l && l->slot != e->index) l = l->next;
    return l ? l->value : unsure(e);
}

static struct reach_value either(struct reach_scope *s, const struct expr *e)
{
    struct boxed when = reach_number_of(s, e->kids[0]);
    if (boxed_true(&s->box, &when)) return reach_value_of(s, e->kids[1]);
    if (boxed_false(&s->box, &when)) return reach_value_of(s, e->kids[2]);
    struct boxed a = reach_number_of(s, e->kids[1]), b = reach_number_of(s, e->kids[2]);
    return e->type <= TYPE_BOOL && a.known && b.known ? number(boxed_join(&s->box, &a, &b)) : unsure(e);
}

static struct reach_value let(struct reach_scope *s, const struct expr *e)
{
    struct reach_local here = {e->index, reach_value_of(s, e->kids[0]), s->locals};
    s->locals = &here;
    struct reach_value v = reach_value_of(s, e->kids[1]);
    s->locals = here.next;
    return v;
}

static struct reach_value connect(struct reach_scope *s, const struct expr *e)
{
    struct boxed a = reach_number_of(s, e->kids[0]), b, zero = boxed_constant(0);
    if (e->kind == EXPR_NOT) return number(truth_not(s, &a));
    if (e->kind == EXPR_NEG) return a.known ? number(boxed_operate(&s->box, EXPR_SUB, &zero, &a)) : nothing;
    if (e->kind == EXPR_AND && boxed_false(&s->box, &a)) return number(boxed_constant(0));
    if (e->kind == EXPR_OR && boxed_true(&s->box, &a)) return number(boxed_constant(1));
    b = reach_number_of(s, e->kids[1]);
    if (e->kind == EXPR_AND) return number(truth_and(s, &a, &b));
    if (e->kind == EXPR_OR) return number(truth_or(s, &a, &b));
    return number(boxed_compare(&s->box, EXPR_EQ, &a, &b)); /* iff */
}

static struct reach_value operate(struct reach_scope *s, const struct expr *e)
{
    enum type type = e->kids[0]->type;
    if (type == TYPE_ROW || type == TYPE_BAG || type == TYPE_GRID) {
        struct reach_value a = reach_value_of(s, e->kids[0]), b = reach_value_of(s, e->kids[1]);
        struct boxed same = same_cells(s, &a, &b);
        return number(e->kind == EXPR_EQ ? same : truth_not(s, &same));
    }
    if (type > TYPE_BOOL) return unsure(e);
    struct boxed a = reach_number_of(s, e->kids[0]), b = reach_number_of(s, e->kids[1]);
    if (!a.known || !b.known) return unsure(e);
    return number(boxed_operate(&s->box, e->kind, &a, &b));
}

struct reach_value reach_value_of(struct reach_scope *s, const struct expr *e)
{
    if (s->steps == 0) return nothing;
    s->steps--;
    switch (e->kind) {
    case EXPR_INT:
        return e->number && !integer_fits(e->number, &(int64_t){0}) ? nothing : number(boxed_constant(e->value));
    case EXPR_BOOL: return number(boxed_constant(e->value));
    case EXPR_FIELD: return s->fields[e->index];
    case EXPR_PARAM: return e->type <= TYPE_BOOL ? number(boxed_constant(s->params[e->index].value)) : nothing;
    case EXPR_LOCAL: return local(s, e);
    case EXPR_MOVER: return number(s->mover ? boxed_constant(s->mover) : boxed_between(1, 2));
    case EXPR_NEG:
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IFF: return connect(s, e);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE: return operate(s, e);
    case EXPR_IF: return either(s, e);
    case EXPR_LET: return let(s, e);
    case EXPR_IN: return e->count ? in(s, e) : unsure(e);
    case EXPR_INDEX: return cell_at(s, e);
    case EXPR_ROW: return row_literal(s, e);
    case EXPR_ROW_FOR: return row_made(s, e);
    case EXPR_WITH: return with(s, e);
    case EXPR_CALL: return call(s, e);
    case EXPR_FOLD: return fold(s, e);
    default: return unsure(e);
    }
}
