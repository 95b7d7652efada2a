/* SPDX-License-Identifier: MIT */
/* By meaning: rows that are made on the way, cell by cell, and what is connected in them. */
#include <string.h>
#include "play/ground/private.h"

/* ---- rows ------------------------------------------------------------------------------------------------------------- */
/* The cells that were found since there were `first`. */
static bool take_cells(struct ground_work *w, size_t first, struct ground_row *row)
{
    row->count = w->cells.count - first;
    const struct cases **cells = ground_alloc(w, (row->count + 1) * sizeof *cells);
    if (!cells) return false;
    if (row->count) memcpy(cells, w->cells.data + first, row->count * sizeof *cells);
    row->cells = cells;
    w->cells.count = first;
    return true;
}

static bool add_cell(struct ground_work *w, const struct cases *cell)
{
    if (w->cells.count >= GROUND_ROW_MOST * GROUND_ROW_MOST) return ground_refuse(w);
    if (!w->refused && !vec_push(&w->cells, cell)) w->no_memory = w->refused = true;
    return !w->refused;
}

static bool add_row(struct ground_work *w, const struct ground_row *row)
{
    for (size_t i = 0; i < row->count; i++)
        if (!add_cell(w, row->cells[i])) return false;
    return true;
}

/* Of a row one cell, of a grid one row; whether there is one must not depend on the board. */
static bool one_item(struct ground_walk *walk)
{
    struct ground_work *w = walk->work;
    const struct expr *e = walk->context;
    struct ground_row row;
    uint32_t when = e->count > 1 && e->kids[1] ? ground_truth(w, e->kids[1]) : FORMULA_TRUE;
    if (w->refused || when > FORMULA_TRUE) return ground_refuse(w);
    if (when == FORMULA_FALSE) return true;
    if (e->type != TYPE_GRID) return add_cell(w, ground_number(w, e->kids[0]));
    return ground_row(w, e->kids[0], &row) && row.count == walk->first && add_row(w, &row);
}

static bool made_by_walk(struct ground_work *w, const struct expr *e, size_t columns, struct ground_row *row)
{
    struct ground_walk walk = {
        .work = w, .gens = e->gens, .count = e->gen_count, .body = one_item, .context = e, .first = columns};
    size_t first = w->cells.count;
    ground_each(&walk, 0);
    return !w->refused && take_cells(w, first, row);
}

static bool of_items(struct ground_work *w, const struct expr *e, struct ground_row *row)
{
    size_t first = w->cells.count;
    for (size_t i = 0; i < e->count && !w->refused; i++) {
        bool number = e->kids[i]->type == TYPE_INT || e->kids[i]->type == TYPE_BOOL;
        if (!number) ground_refuse(w);
        else add_cell(w, ground_number(w, e->kids[i]));
    }
    return !w->refused && take_cells(w, first, row);
}

/* A field that stays. */
static bool of_numbers(struct ground_work *w, const int64_t *numbers, size_t count, struct ground_row *row)
{
    size_t first = w->cells.count;
    for (size_t i = 0; i < count && !w->refused; i++) add_cell(w, ground_constant(w, numbers[i]));
    return !w->refused && take_cells(w, first, row);
}

static bool is_board(const struct ground_work *w, const struct expr *e)
{
    if (e->kind == EXPR_FIELD) return e->index == w->ground->field;
    if (e->kind == EXPR_LOCAL) return w->locals[e->index].board != NULL;
    return e->kind == EXPR_WITH && is_board(w, e->kids[0]);
}

bool ground_is_made(const struct ground_work *w, const struct expr *e)
{
    return ground_by_meaning(w) && e->type == TYPE_ROW &&
           (e->kind == EXPR_ROW || e->kind == EXPR_ROW_FOR || e->kind == EXPR_CALL ||
            (e->kind == EXPR_LOCAL && w->locals[e->index].row.cells));
}

bool ground_row(struct ground_work *w, const struct expr *e, struct ground_row *row)
{
    *row = (struct ground_row){0};
    if (w->refused || w->steps == 0 || e->type != TYPE_ROW) return ground_refuse(w);
    w->steps--;
    if (is_board(w, e)) {
        row->cells = ground_board(w, e);
        row->count = (size_t)w->ground->columns;
        return row->cells != NULL;
    }
    switch (e->kind) {
    case EXPR_FIELD:
        if (w->game->fields[e->index].kind != FIELD_ROW) return ground_refuse(w);
        return of_numbers(w, w->fields[e->index], (size_t)w->sizes[e->index][1], row);
    case EXPR_LOCAL: return *row = w->locals[e->index].row, row->cells ? true : ground_refuse(w);
    case EXPR_LET: return ground_bind(w, e) && ground_row(w, e->kids[1], row);
    case EXPR_ROW: return of_items(w, e, row);
    case EXPR_ROW_FOR: return made_by_walk(w, e, 0, row);
    case EXPR_CALL: return e->index == BUILTIN_COMPONENT ? ground_connected(w, e, row) : ground_refuse(w);
    default: return ground_refuse(w);
    }
}

bool ground_grid(struct ground_work *w, const struct expr *e, size_t columns, struct ground_row *row)
{
    size_t first = w->cells.count;
    struct ground_row one;
    if (w->refused || w->steps == 0 || e->type != TYPE_GRID) return ground_refuse(w);
    if (e->kind == EXPR_FIELD && e->index != w->ground->field) {
        const int64_t *size = w->sizes[e->index];
        if (size[1] != (int64_t)columns) return ground_refuse(w);
        return of_numbers(w, w->fields[e->index], (size_t)(size[0] * size[1]), row);
    }
    if (e->kind == EXPR_ROW_FOR) return made_by_walk(w, e, columns, row);
    if (e->kind != EXPR_ROW) return ground_refuse(w);
    for (size_t i = 0; i < e->count; i++) {
        if (!ground_row(w, e->kids[i], &one) || one.count != columns) return ground_refuse(w);
        if (!add_row(w, &one)) return false;
    }
    return take_cells(w, first, row);
}

/* ---- what is connected ---------------------------------------------------------------------------------------------- */
/* The conditions of cells 0 .. count - 1 under which they are connected with cell `from`: the least ones such that `from` is if it
 * is `on`, and a cell that is on if one beside it is. Cells are gone through from near `from` to far and back, and of one only those beside
 * it are looked at that have changed since it was asked last: what the others say is in its condition already, as conditions only
 * grow. In the end none has changed, so these are a solution; and it is the least, as each step says no more than any solution does. */
struct connecting {
    size_t count;
    const bool *beside; /* count x count, symmetric */
    const uint32_t *on;
    uint32_t *with;
    size_t order[FORMULA_CELLS], found;                           /* from near to far, as far as they can be reached */
    uint32_t steps, changed[FORMULA_CELLS], asked[FORMULA_CELLS]; /* when: in steps */
};

static void find_near(struct connecting *c, size_t from)
{
    uint64_t seen = UINT64_C(1) << from;
    c->order[c->found++] = from;
    for (size_t at = 0; at < c->found; at++)
        for (size_t k = 0; k < c->count; k++) {
            if (!c->beside[c->order[at] * c->count + k] || seen >> k & 1) continue;
            seen |= UINT64_C(1) << k;
            c->order[c->found++] = k;
        }
}

/* Has its condition changed? */
static bool connect_one(struct formulas *f, struct connecting *c, size_t i)
{
    uint32_t some = FORMULA_FALSE;
    for (size_t k = 0; k < c->count; k++)
        if (c->beside[i * c->count + k] && c->changed[k] > c->asked[i]) some = formula_either(f, some, c->with[k]);
    c->asked[i] = ++c->steps;
    some = formula_either(f, c->with[i], formula_both(f, c->on[i], some));
    if (some == c->with[i]) return false;
    c->with[i] = some;
    c->changed[i] = ++c->steps;
    return true;
}

static void connect(struct ground_work *w, struct connecting *c, size_t from)
{
    bool changes = true;
    for (size_t i = 0; i < c->count; i++) c->with[i] = i == from ? c->on[i] : FORMULA_FALSE;
    find_near(c, from);
    c->changed[from] = ++c->steps;
    for (bool back = false; changes && !w->formulas->failed; back = !back) {
        changes = false;
        for (size_t k = 0; k < c->found; k++)
            changes |= connect_one(w->formulas, c, c->order[back ? c->found - 1 - k : k]);
    }
    if (w->formulas->failed) ground_refuse(w);
}

static uint32_t is_on(struct ground_work *w, const struct cases *cell)
{
    uint32_t on = FORMULA_FALSE;
    for (uint32_t i = 0; i < cell->count; i++)
        if (cell->of[i].value != 0) on = formula_either(w->formulas, on, cell->of[i].when);
    return on;
}

/* The square grid of a call, known: symmetric, and without what is outside the row. */
static bool *find_beside(struct ground_work *w, const struct expr *grid, size_t count)
{
    struct ground_row cells;
    size_t columns = grid->kind == EXPR_FIELD ? (size_t)w->sizes[grid->index][1] : count;
    bool *beside = ground_alloc(w, count * count + 1);
    if (!beside || !ground_grid(w, grid, columns, &cells)) return NULL;
    memset(beside, 0, count * count + 1);
    for (size_t i = 0; i < cells.count && i / columns < count; i++) {
        size_t a = i / columns, b = i % columns;
        if (!ground_is_known(cells.cells[i])) return ground_refuse(w), NULL;
        if (b < count && cells.cells[i]->of[0].value != 0) beside[a * count + b] = beside[b * count + a] = true;
    }
    return beside;
}

/* Asked for each cell of the result, they are found once. */
static const uint32_t *find_connected(struct ground_work *w, const struct expr *grid, const uint32_t *on, size_t count,
                                      size_t from)
{
    const void *about = grid->kind == EXPR_FIELD ? (const void *)w->fields[grid->index] : NULL;
    for (const struct ground_found *f = w->joined; about && f; f = f->next)
        if (f->about == about && f->count == 2 * count + 1 && f->ids[0] == from &&
            memcmp(f->ids + 1, on, count * sizeof *on) == 0)
            return f->ids + 1 + count;
    struct ground_found *found = arena_alloc(&w->kept, sizeof *found + (2 * count + 1) * sizeof *found->ids);
    const bool *beside = find_beside(w, grid, count);
    if (!found) w->no_memory = w->refused = true;
    if (w->refused) return NULL;
    *found = (struct ground_found){about, w->joined, 2 * count + 1};
    found->ids[0] = (uint32_t)from;
    memcpy(found->ids + 1, on, count * sizeof *on);
    struct connecting c = {.count = count, .beside = beside, .on = on, .with = found->ids + 1 + count};
    connect(w, &c, from);
    w->joined = found;
    return found->ids + 1 + count;
}

/* component(s, g, v): the cell that is asked about is known. */
bool ground_connected(struct ground_work *w, const struct expr *e, struct ground_row *row)
{
    struct ground_row cells;
    if (!ground_row(w, e->kids[0], &cells)) return false;
    const struct cases *at = ground_number(w, e->kids[2]);
    uint32_t *on = ground_alloc(w, (cells.count + 1) * sizeof *on);
    const struct cases **made = ground_alloc(w, (cells.count + 1) * sizeof *made);
    if (w->refused || !ground_is_known(at) || cells.count > FORMULA_CELLS) return ground_refuse(w);
    bool inside = at->of[0].value >= 1 && at->of[0].value <= (int64_t)cells.count;
    for (size_t i = 0; i < cells.count; i++) on[i] = is_on(w, cells.cells[i]);
    const uint32_t *with = inside ? find_connected(w, e->kids[1], on, cells.count, (size_t)at->of[0].value - 1) : NULL;
    const struct cases *none = ground_constant(w, 0);
    for (size_t i = 0; i < cells.count && !w->refused; i++)
        made[i] = inside ? ground_choose(w, with[i], cells.cells[i], none) : none;
    *row = (struct ground_row){cells.count, made};
    return !w->refused;
}
