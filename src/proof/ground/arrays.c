/* SPDX-License-Identifier: MIT */
/* Cells of arrays stay open as numbers do: an item that is a cell of the board is that cell, whatever it holds. */
#include "model/arithmetic.h"
#include "proof/ground/private.h"

static bool make_array(struct ground_scope *s, size_t rows, size_t columns, struct ground_value *value)
{
    *value = (struct ground_value){.array = true, .rows = rows, .columns = columns};
    if (rows > GROUND_ELEMENTS || columns > GROUND_ELEMENTS || rows * columns > GROUND_ELEMENTS)
        return ground_refuse(s);
    if (!ground_spend(s, rows * columns)) return false;
    value->cells = arena_array(s->arena, rows * columns + 1, sizeof *value->cells);
    if (!value->cells) s->no_memory = true;
    return value->cells || ground_refuse(s);
}

bool ground_array_of(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    return ground_value_of(s, e, value) && (value->array || ground_refuse(s));
}

/* Takes item `at` of a row of numbers, or of a grid, whose first row tells how wide it is. */
static bool take_item(struct ground_scope *s, const struct expr *e, const struct ground_value *item, size_t at,
                      size_t count, struct ground_value *all)
{
    bool grid = e->type == TYPE_GRID;
    if ((item->array && !item->bits) != grid) return ground_refuse(s);
    if (at == 0 && !make_array(s, grid ? count : 1, grid ? item->columns : count, all)) return false;
    if (!grid) return ground_hold(s, item, &all->cells[at]);
    if (item->rows != 1 || item->columns != all->columns) return ground_refuse(s);
    for (size_t k = 0; k < all->columns; k++) all->cells[at * all->columns + k] = item->cells[k];
    return true;
}

bool ground_row_literal(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    bool fine = e->name || e->type == TYPE_BAG ? ground_refuse(s) : make_array(s, 1, 0, value);
    for (size_t i = 0; fine && i < e->count; i++) {
        struct ground_value item;
        fine = ground_value_of(s, e->kids[i], &item) && take_item(s, e, &item, i, e->count, value);
    }
    return fine;
}

/* What becomes of cell `cell`, which was asked here alone, for each of its values: *same the value that it has, *one always one number. */
static bool for_each_value(struct ground_scope *s, const struct expr *e, size_t cell, bool *same, int64_t *number,
                           bool *one)
{
    size_t asked = s->asked_count;
    *same = *one = true;
    const struct ground_held *held = ground_held_by(s, cell);
    for (size_t v = 0; v < held->count && (*same || *one); v++) {
        struct ground_value item;
        struct ground_number x;
        s->chosen[cell] = (signed char)v;
        if (!ground_value_of(s, e, &item)) return false;
        bool open = item.array || (item.number.cell >= 0 && item.number.cell != (int)cell);
        if (open || s->asked_count != asked) return *same = *one = false, true;
        if (!ground_class(s, item.number, &x)) return false;
        bool as_held = !x.added && (!x.merged || x.merged - 1u == s->piece_of[cell]);
        *same = *same && as_held && x.value == ground_held_value(s, cell, v);
        *one = *one && !x.merged && (v == 0 || x.value == *number);
        *number = x.value;
    }
    return true;
}

/* An item that asks for one cell need not know it if it is what the cell holds, whatever that is (`b[r, c] == 1 or r == i ? 1 : 0`
 * elsewhere than in row i, where cells hold 0 or 1), or if it does not depend on it. The cell stays open then. */
static bool item_of(struct ground_scope *s, const struct expr *e, struct ground_value *item)
{
    size_t before = s->asked_count;
    bool same, one;
    int64_t number = 0;
    if (!ground_value_of(s, e, item)) return false;
    if (item->array || s->asked_count != before + 1) return true;
    size_t cell = s->asked[before];
    signed char first = s->chosen[cell]; /* with which the item was found */
    if (!for_each_value(s, e, cell, &same, &number, &one)) return false;
    while (s->asked_count > before + (!same && !one)) s->chosen[s->asked[--s->asked_count]] = -1;
    if (same) item->number = ground_cell_number(cell);
    else if (one) item->number = ground_const(number);
    else s->chosen[cell] = first;
    return true;
}

/* Of one generator over a range or the cells of a row, without a condition. */
bool ground_row_made(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    int64_t *elements;
    struct ground_value row;
    const struct domain *d = &e->gens[0].domain;
    bool of_cells = e->gen_count == 1 && ground_is_of_cells(d);
    if (e->gen_count != 1 || e->kids[1] || (d->kind != DOMAIN_RANGE && !of_cells) || e->type == TYPE_BAG)
        return ground_refuse(s);
    size_t count = 0;
    bool fine = of_cells ? ground_array_of(s, d->low, &row) : ground_elements(s, d, &elements, NULL, &count);
    fine = fine && make_array(s, 1, 0, value);
    if (fine && of_cells) count = row.columns;
    for (size_t i = 0; fine && i < count; i++) {
        struct ground_value item;
        struct ground_local here = {e->gens[0].slot, {0}, s->locals};
        ground_of(of_cells ? row.cells[i] : ground_const(elements[i]), &here.value);
        s->locals = &here;
        fine = item_of(s, e->kids[0], &item) && take_item(s, e, &item, i, count, value);
        s->locals = here.next;
    }
    return fine;
}

bool ground_cell_at(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value row;
    size_t at = 0;
    bool outside = false; /* the other index may fail all the same */
    if (!ground_array_of(s, e->kids[0], &row)) return false;
    for (size_t k = 1; k < e->count; k++) {
        int64_t i;
        size_t bound = k + 1 == e->count ? row.columns : row.rows;
        if (!ground_number_of(s, e->kids[k], &i)) return false;
        outside |= i < 1 || (uint64_t)i > bound;
        if (!outside) at = at * bound + (size_t)i - 1;
    }
    if (outside) return ground_give(value, 0);
    *value = (struct ground_value){0};
    ground_of(row.cells[at], value);
    return true;
}

static bool index_in(struct ground_scope *s, const struct expr *e, size_t most, size_t *at)
{
    int64_t i;
    if (!ground_number_of(s, e, &i)) return false;
    if (i < 1 || (uint64_t)i > most) return ground_refuse(s);
    *at = (size_t)i - 1;
    return true;
}

/* All updates read the old row; to change a cell twice, or one that is not there, fails. */
static bool change(struct ground_scope *s, const struct update *u, const struct ground_value *x, bool *changed,
                   struct ground_number *cell)
{
    struct number sides[2] = {{0, NULL}, {0, NULL}}, sum;
    enum expr_kind kind = u->op == '+' ? EXPR_ADD : EXPR_SUB;
    if (*changed) return ground_refuse(s);
    *changed = true;
    if (u->op == '=') return ground_hold(s, x, cell);
    if (x->bits || cell->digits) return ground_change_bits(s, kind, x, cell);
    if (s->merges) return ground_change_merged(s, kind, x, cell);
    if (!ground_known(s, *cell, &sides[0].small) || !ground_known(s, x->number, &sides[1].small)) return false;
    if (!arithmetic_operate(&(struct arithmetic){0}, kind, sides, &sum)) return ground_refuse(s);
    *cell = ground_const(sum.small);
    return true;
}

static bool update(struct ground_scope *s, const struct update *u, struct ground_value *v, bool *changed)
{
    size_t low[2] = {0, 0}, high[2] = {0, 0};
    struct ground_value x;
    for (int k = 0; k < u->dims; k++) {
        int of = k + 2 - u->dims;
        size_t most = of ? v->columns : v->rows;
        if (!index_in(s, u->low[k], most, &low[of])) return false;
        high[of] = low[of];
        if (u->high[k] && !index_in(s, u->high[k], most, &high[of])) return false;
        if (high[of] < low[of]) return ground_refuse(s);
    }
    if (!ground_value_of(s, u->value, &x)) return false;
    bool fine = !x.array || x.bits || ground_refuse(s);
    for (size_t i = low[0]; i <= high[0]; i++)
        for (size_t k = low[1]; fine && k <= high[1]; k++)
            fine = change(s, u, &x, &changed[i * v->columns + k], &v->cells[i * v->columns + k]);
    return fine;
}

bool ground_with(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value old;
    if (!ground_array_of(s, e->kids[0], &old) || !make_array(s, old.rows, old.columns, value)) return false;
    bool *changed = arena_array(s->arena, old.rows * old.columns + 1, sizeof *changed);
    if (!changed) return s->no_memory = true, ground_refuse(s);
    for (size_t i = 0; i < old.rows * old.columns; i++) value->cells[i] = old.cells[i];
    bool fine = true;
    for (size_t i = 0; fine && i < e->update_count; i++) fine = update(s, &e->updates[i], value, changed);
    return fine;
}

bool ground_same_cells(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value a, b;
    if (e->kids[0]->type == TYPE_BAG || e->kids[1]->type == TYPE_BAG) return ground_refuse(s);
    if (!ground_array_of(s, e->kids[0], &a) || !ground_array_of(s, e->kids[1], &b)) return false;
    bool same = a.rows == b.rows && a.columns == b.columns;
    for (size_t i = 0; same && i < a.rows * a.columns; i++) {
        int64_t x, y;
        if (a.cells[i].cell >= 0 && a.cells[i].cell == b.cells[i].cell) continue;
        if (a.cells[i].digits && a.cells[i].digits == b.cells[i].digits) continue;
        if (!ground_known(s, a.cells[i], &x) || !ground_known(s, b.cells[i], &y)) return false;
        same = x == y;
    }
    return ground_give(value, same == (e->kind == EXPR_EQ));
}
