/* SPDX-License-Identifier: MIT */
/* By meaning: rows that are made on the way, cell by cell, and what is connected in them. */
#include <string.h>
#include "model/arithmetic.h"
#include "model/expr.h"
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
    if (e->kind == EXPR_LET) return ground_bind(w, e) && ground_grid(w, e->kids[1], columns, row);
    if (e->kind == EXPR_ROW_FOR) return made_by_walk(w, e, columns, row);
    if (e->kind != EXPR_ROW) return ground_refuse(w);
    for (size_t i = 0; i < e->count; i++) {
        if (!ground_row(w, e->kids[i], &one) || one.count != columns) return ground_refuse(w);
        if (!add_row(w, &one)) return false;
    }
    return take_cells(w, first, row);
}

/* ---- what is connected ---------------------------------------------------------------------------------------------- */
uint32_t ground_is_on(struct ground_work *w, const struct cases *cell)
{
    uint32_t on = FORMULA_FALSE;
    for (uint32_t i = 0; i < cell->count; i++)
        if (cell->of[i].value != 0) on = formula_either(w->formulas, on, cell->of[i].when);
    return on;
}

/* The square grid of a call, known: symmetric, and without what is outside the row. */
static void find_beside(struct ground_work *w, const struct expr *grid, size_t count, uint32_t *beside)
{
    struct ground_row cells;
    size_t columns = grid->kind == EXPR_FIELD ? (size_t)w->sizes[grid->index][1] : count;
    if (!ground_grid(w, grid, columns, &cells)) return;
    memset(beside, 0, count * count * sizeof *beside);
    for (size_t i = 0; i < cells.count && i / columns < count && !w->refused; i++) {
        size_t a = i / columns, b = i % columns;
        if (!ground_is_known(cells.cells[i])) ground_refuse(w);
        else if (b < count && cells.cells[i]->of[0].value != 0) beside[a * count + b] = beside[b * count + a] = 1;
    }
}

/* A grid is made once for what it reads. */
static bool read_grid(struct ground_work *w, const struct expr *grid, struct ground_connection *c)
{
    uint32_t key[GROUND_KEY + 1] = {(uint32_t)c->count};
    size_t keys, all = c->count * c->count;
    const void *about = grid->kind == EXPR_FIELD ? (const void *)w->fields[grid->index] : (const void *)grid;
    bool reads = ground_reads_known(w, grid, -1, key + 1, &keys);
    const struct ground_found *known =
        reads ? ground_found_before(w->grids, about, key, keys + 1, keys + 1 + all) : NULL;
    if (!known) {
        struct ground_found *found = arena_alloc(&w->kept, sizeof *found + (keys + 1 + all) * sizeof *found->ids);
        if (!found) w->no_memory = w->refused = true;
        if (w->refused) return false;
        *found = (struct ground_found){about, w->grids, keys + 1 + all};
        memcpy(found->ids, key, (keys + 1) * sizeof *key);
        find_beside(w, grid, c->count, found->ids + keys + 1);
        if (reads) w->grids = found;
        known = found;
    }
    c->about = reads ? known : NULL;
    c->beside = known->ids + keys + 1;
    return !w->refused;
}

static const uint32_t *known_connection(const struct ground_work *w, const struct ground_connection *c)
{
    for (const struct ground_found *f = w->joined; c->about && f; f = f->next)
        if (f->about == c->about && f->ids[0] == c->from && memcmp(f->ids + 1, c->on, c->count * sizeof *c->on) == 0)
            return f->ids + 1 + c->count;
    return NULL;
}

static const uint32_t *find_connected(struct ground_work *w, const struct ground_connection *c);

/* Where each cell is on where that of the board is, or it is known whether it is, but for one at most.
 * Theorem. What is connected is what is on the board as it is, with a value for each cell of which it is known, 0 or one that is not 0; and
 * of the other cell with the one where it is on, with 0 elsewhere.
 * Proof. It is a truth function of "cell k is on", k = 1, 2, ...; of the board only cell k says whether cell k is on, so to know the
 * cell is to know that. [] False: it is no such question. */
static bool by_the_board(struct ground_work *w, const struct ground_connection *c, uint32_t *with)
{
    const struct ground *g = w->ground;
    struct diagrams *d = &w->ground->meaning;
    uint32_t *open = ground_alloc(w, (c->count + 1) * sizeof *open);
    size_t known = 0, other = c->count;
    bool fits = !w->refused && c->about && c->count == ground_cell_count(g) && g->values > 1;
    for (size_t i = 0; fits && i < c->count; i++) {
        open[i] = ground_is_on(w, w->board[i]);
        known += c->on[i] != open[i];
        if (c->on[i] == open[i] || c->on[i] <= FORMULA_TRUE) continue;
        fits = other == c->count;
        other = i;
    }
    if (!fits || !known) return false;
    const uint32_t *whole =
        find_connected(w, &(struct ground_connection){c->about, c->beside, open, c->count, c->from});
    for (size_t i = 0; whole && i < c->count; i++) {
        with[i] = whole[i];
        for (size_t k = 0; k < c->count; k++)
            if (c->on[k] != open[k] && k != other)
                with[i] = diagram_with(d, with[i], g->meaning.level[k], c->on[k] == FORMULA_TRUE);
        if (other == c->count) continue;
        uint32_t on = formula_both(w->formulas, c->on[other], diagram_with(d, with[i], g->meaning.level[other], 1));
        uint32_t off = formula_both(w->formulas, formula_not(w->formulas, c->on[other]),
                                    diagram_with(d, with[i], g->meaning.level[other], 0));
        with[i] = formula_either(w->formulas, on, off);
    }
    if (g->meaning.failed) ground_refuse(w);
    return !w->refused;
}

void ground_note_beside(struct ground_work *w, const struct ground_connection *c)
{
    struct ground *g = w->ground;
    uint8_t cell[FORMULA_CELLS];
    uint32_t cells = g->rows * g->columns;
    if (!g->may_fall || w->fall.settled) return;
    w->fall.found = false;
    for (size_t i = 0; i < c->count; i++) {
        for (cell[i] = 0; cell[i] < cells && c->on[i] != ground_is_on(w, w->board[cell[i]]);) cell[i]++;
        if (cell[i] == cells && c->count == cells) cell[i] = (uint8_t)i; /* one that the move writes */
    }
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->count; k++)
            if (c->beside[i * c->count + k] && cell[i] < cells && cell[k] < cells && i != k)
                g->fall.beside[cell[i]] |= UINT64_C(1) << cell[k];
}

/* Asked for each cell of the result, they are found once. */
static const uint32_t *find_connected(struct ground_work *w, const struct ground_connection *c)
{
    const uint32_t *known = known_connection(w, c);
    if (known) return known;
    struct ground_found *found = arena_alloc(&w->kept, sizeof *found + (2 * c->count + 1) * sizeof *found->ids);
    if (!found) w->no_memory = w->refused = true;
    if (w->refused) return NULL;
    *found = (struct ground_found){.about = c->about, .count = 2 * c->count + 1};
    found->ids[0] = (uint32_t)c->from;
    memcpy(found->ids + 1, c->on, c->count * sizeof *c->on);
    uint32_t *with = found->ids + 1 + c->count;
    if (!by_the_board(w, c, with)) {
        if (w->refused) return NULL;
        ground_note_beside(w, c);
        ground_connect(w, &(struct ground_connecting){c->count, c->beside, c->on, with, c->on}, UINT64_C(1) << c->from);
    }
    found->next = w->joined;
    w->joined = found;
    return with;
}

bool ground_read_connection(struct ground_work *w, const struct expr *e, struct ground_row *cells,
                            struct ground_connection *c, bool *inside)
{
    if (!ground_row(w, e->kids[0], cells)) return false;
    const struct cases *at = ground_number(w, e->kids[2]);
    uint32_t *on = ground_alloc(w, (cells->count + 1) * sizeof *on);
    if (w->refused || !ground_is_known(at) || cells->count > FORMULA_CELLS) return ground_refuse(w);
    for (size_t i = 0; i < cells->count; i++) on[i] = ground_is_on(w, cells->cells[i]);
    *inside = at->of[0].value >= 1 && at->of[0].value <= (int64_t)cells->count;
    *c = (struct ground_connection){.on = on, .count = cells->count, .from = *inside ? (size_t)at->of[0].value - 1 : 0};
    return !*inside || read_grid(w, e->kids[1], c);
}

bool ground_connected(struct ground_work *w, const struct expr *e, struct ground_row *row)
{
    struct ground_row cells;
    struct ground_connection c;
    bool inside;
    if (!ground_read_connection(w, e, &cells, &c, &inside)) return false;
    const struct cases **made = ground_alloc(w, (cells.count + 1) * sizeof *made);
    const uint32_t *with = inside ? find_connected(w, &c) : NULL;
    const struct cases *none = ground_constant(w, 0);
    for (size_t i = 0; i < cells.count && !w->refused; i++)
        made[i] = inside ? ground_choose(w, with[i], cells.cells[i], none) : none;
    *row = (struct ground_row){cells.count, made};
    return !w->refused;
}

/* Two cells are connected from whichever of them it is asked: of a few roots asked from every cell few rows are made. */
const struct cases *ground_connected_cell(struct ground_work *w, const struct expr *e, int64_t at)
{
    struct ground_row cells;
    struct ground_connection c;
    bool inside;
    if (!ground_read_connection(w, e, &cells, &c, &inside)) return &ground_none;
    if (!inside || at < 1 || at > (int64_t)cells.count) return ground_constant(w, 0);
    size_t from = c.from, to = (size_t)at - 1;
    const uint32_t *with = known_connection(w, &c);
    c.from = to;
    const uint32_t *other = with ? NULL : known_connection(w, &c);
    c.from = from;
    if (!with && !other) with = find_connected(w, &c);
    if (w->refused) return &ground_none;
    return ground_choose(w, other ? other[from] : with[to], cells.cells[to], ground_constant(w, 0));
}

/* ---- is a cell connected with one of which something holds (reached.c) ------------------------------------------------- */
/* That the number of the cell, which is connected, is one that is asked for; false: one is that is not connected. */
static bool find_fits(struct ground_work *w, const struct ground_reaching *r, struct ground_reached *x)
{
    const struct cases *b = ground_number(w, r->asks->kids[1]);
    int64_t truth;
    if (w->refused || !ground_is_known(b)) return false;
    if (!arithmetic_small(r->asks->kind, 0, b->of[0].value, &truth) || truth) return false;
    for (size_t k = 0; k < x->c.count; k++) {
        const struct cases *cell = x->cells.cells[k];
        x->fits[k] = FORMULA_FALSE;
        for (uint32_t i = 0; i < cell->count; i++) {
            if (!arithmetic_small(r->asks->kind, cell->of[i].value, b->of[0].value, &truth)) return false;
            if (truth) x->fits[k] = formula_either(w->formulas, x->fits[k], cell->of[i].when);
        }
    }
    return !w->refused;
}

/* A local that stands for the board as it is; -1: none that is read does. */
struct board_slot {
    const struct ground_work *w;
    int slot;
};
static bool is_board_local(void *context, const struct expr *e)
{
    struct board_slot *b = context;
    if (e->kind != EXPR_LOCAL || !b->w->locals[e->index].board || b->w->locals[e->index].board != b->w->board)
        return false;
    b->slot = e->index;
    return true;
}

/* What the rest reads, but for the board and cells from `low` to `high`, of which it is asked; false: that is not known. */
static bool find_key(struct ground_work *w, const struct ground_reaching *r, int64_t low, int64_t high, uint32_t *key,
                     size_t *count)
{
    struct board_slot board = {w, -1};
    bool known = low >= 0 && high <= INT32_MAX;
    *count = 0;
    key[(*count)++] = (uint32_t)low;
    key[(*count)++] = (uint32_t)high;
    w->locals[r->slot] = (struct ground_local){.number = ground_constant(w, 1)};
    for (size_t i = 0; known && i < r->other_count; i++) expr_any(r->others[i], is_board_local, &board);
    for (size_t i = 0; known && i < r->other_count; i++) {
        size_t more = 0;
        known = ground_reads_known(w, r->others[i], board.slot, key + *count, &more);
        *count += more;
    }
    return known && !w->refused;
}

static void find_rest(struct ground_work *w, const struct ground_reaching *r, struct ground_reached *x, int64_t low,
                      int64_t high)
{
    for (size_t k = 0; k < x->c.count; k++) {
        int64_t cell = (int64_t)k + 1;
        x->rest[k] = cell >= low && cell <= high ? FORMULA_TRUE : FORMULA_FALSE;
        w->locals[r->slot] = (struct ground_local){.number = ground_constant(w, cell)};
        for (size_t i = 0; i < r->other_count && x->rest[k] != FORMULA_FALSE && !w->refused; i++)
            x->rest[k] = formula_both(w->formulas, x->rest[k], ground_truth(w, r->others[i]));
    }
}

/* That is the same whatever cell others are connected with, if it does not read which. */
static void recall_rest(struct ground_work *w, const struct ground_reaching *r, const struct expr *e,
                        struct ground_reached *x, int64_t low, int64_t high)
{
    uint32_t key[2 + GROUND_ASKED * GROUND_KEY];
    size_t count, cells = x->c.count;
    bool keeps = find_key(w, r, low, high, key, &count);
    const struct ground_found *known = keeps ? ground_found_before(w->reached, e, key, count, count + cells) : NULL;
    if (known) {
        memcpy(x->rest, known->ids + count, cells * sizeof *x->rest);
        return;
    }
    find_rest(w, r, x, low, high);
    if (!keeps || w->refused) return;
    struct ground_found *found = arena_alloc(&w->kept, sizeof *found + (count + cells) * sizeof *found->ids);
    if (!found) w->no_memory = w->refused = true;
    if (!found) return;
    *found = (struct ground_found){e, w->reached, count + cells};
    memcpy(found->ids, key, count * sizeof *key);
    memcpy(found->ids + count, x->rest, cells * sizeof *x->rest);
    w->reached = found;
}

bool ground_reached(struct ground_work *w, const struct expr *e, uint32_t *made)
{
    struct ground_reaching r;
    bool inside;
    *made = FORMULA_FALSE;
    if (!ground_is_reaching(e, &r)) return false;
    const struct cases *low = ground_number(w, e->gens[0].domain.low), *high = ground_number(w, e->gens[0].domain.high);
    if (w->refused || !ground_is_known(low) || !ground_is_known(high)) return false;
    struct ground_reached *x = ground_alloc(w, sizeof *x);
    if (!x || !ground_read_connection(w, r.call, &x->cells, &x->c, &inside)) return true;
    if (!inside || !find_fits(w, &r, x)) return false;
    recall_rest(w, &r, e, x, low->of[0].value, high->of[0].value);
    if (w->refused) return true;
    ground_note_beside(w, &x->c);
    *made = ground_reach(w, x);
    return true;
}
