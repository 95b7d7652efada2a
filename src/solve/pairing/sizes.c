/* SPDX-License-Identifier: MIT */
/* Parities of distances, and boards of few sizes. */
#include "solve/pairing/sizes.h"
#include <stdlib.h>
#include "code/machine/calls.h"
#include "play/options/board.h"
#include "solve/pairing/first_move.h"

enum { HALF_A_TURN = MIRROR_ROWS | MIRROR_COLUMNS };

/* ---- lost ------------------------------------------------------------------------------------------------------------ */
/* Do size + 1 and the sum of the distances have one parity, so that both places may be each other's images? */
static bool may_meet(int a, int b, bool odd) { return ((a + b) % 2 != 0) != odd; }

static bool meets(uint32_t image, bool row, const struct window_cell *d, const struct window_cell *e, uint32_t class)
{
    bool rows_odd = !row && class & 2, columns_odd = class & 1;
    bool rows = may_meet(d->row, e->row, rows_odd), columns = may_meet(d->column, e->column, columns_odd);
    if (row) return columns;
    switch (image) {
    case MIRROR_ROWS: return rows && d->column == e->column;
    case MIRROR_COLUMNS: return columns && d->row == e->row;
    case HALF_A_TURN: return rows && columns;
    case MIRROR_TURN: return d->row + d->column == e->row + e->column;
    default: return d->row - d->column == e->row - e->column;
    }
}

static bool move_meets(const struct move_window *move, uint32_t image, bool row, uint32_t class)
{
    bool any = false;
    for (size_t i = 0; !any && i < move->count; i++)
        for (size_t k = 0; !any && move->cells[i].written && k < move->count; k++)
            any = meets(image, row, &move->cells[i], &move->cells[k], class);
    return any;
}

uint32_t pairs_classes(const struct state_windows *windows, bool row, uint32_t image)
{
    uint32_t free = 0;
    for (uint32_t class = 0; class < (row ? 2 : SIZES_CLASSES); class ++) {
        bool any = false;
        for (size_t m = 0; !any && m < windows->move_count; m++)
            any = move_meets(&windows->moves[m], image, row, class);
        if (!any) free |= 1u << class;
    }
    return free;
}

/* ---- won --------------------------------------------------------------------------------------------------------------- */
static int64_t reach_of(const struct state_windows *windows)
{
    int64_t reach = 0;
    for (size_t m = 0; m < windows->move_count; m++) {
        const struct move_window *move = &windows->moves[m];
        for (size_t i = 0; i < move->count; i++)
            for (size_t k = 0; k < i; k++) {
                int64_t rows = labs((long)move->cells[i].row - move->cells[k].row),
                        columns = labs((long)move->cells[i].column - move->cells[k].column);
                if (rows > reach) reach = rows;
                if (columns > reach) reach = columns;
            }
    }
    return reach;
}

/* *known false: it is no position, or the rule fails on it. */
static enum status try_size(struct env *env, int game, bool row, int64_t rows, int64_t columns, int64_t value,
                            enum outcome *outcome, bool *known)
{
    int64_t cells[2 + SIZES_MOST * SIZES_MOST];
    size_t at = 0;
    if (!row) cells[at++] = rows;
    cells[at++] = columns;
    for (int64_t i = 0; i < rows * columns; i++) cells[at++] = value;
    struct component board = {game, (uint32_t)at, cells};
    struct position position = {&board, 1, NULL};
    struct first_move found = {.outcome = OUTCOME_UNKNOWN};
    enum status st = vm_legal(env->vm, &board, known);
    if (st == ST_OK && *known) st = first_move_by(env, &position, 1u << (row ? MIRROR_COLUMNS : HALF_A_TURN), &found);
    *outcome = found.outcome;
    *known = *known && st == ST_OK;
    return st == ST_RULE_FAILED ? ST_OK : st;
}

static void note(struct uniform_boards *b, int64_t rows, int64_t columns, enum outcome outcome)
{
    size_t class = (size_t)(b->row ? columns % 2 : 2 * (rows % 2) + columns % 2);
    int64_t least = b->row || rows > columns ? columns : rows;
    if (outcome != OUTCOME_P) b->lost[class] = least + 1 > b->lost[class] ? least + 1 : b->lost[class];
    if (outcome != OUTCOME_N) b->won[class] = least + 1 > b->won[class] ? least + 1 : b->won[class];
}

enum status pairs_uniform(struct env *env, int game, int64_t value, struct uniform_boards *boards)
{
    const struct game *g = &env->model->games[game];
    const struct state_windows *w = g->windows;
    *boards = (struct uniform_boards){.row = g->fields[0].kind != FIELD_GRID};
    if (!w || !w->movable || g->field_count != 1) return ST_OK;
    if (!(w->answers >> (boards->row ? MIRROR_COLUMNS : HALF_A_TURN) & 1)) return ST_OK;
    int64_t margin = w->margin[0] > w->margin[1] ? w->margin[0] : w->margin[1];
    int64_t last = SIZES_CHECKED(reach_of(w), margin) + 1;
    if (last > SIZES_MOST) return ST_OK;
    enum status st = ST_OK;
    bool known = true;
    struct env_view view; /* nobody asked about these boards, so nothing is said of those on which the rule fails */
    env_view_quiet(&view, env);
    for (size_t c = 0; c < SIZES_CLASSES; c++) boards->lost[c] = boards->won[c] = 1;
    for (int64_t rows = 1; st == ST_OK && known && rows <= (boards->row ? 1 : last); rows++)
        for (int64_t columns = 1; st == ST_OK && known && columns <= last; columns++) {
            enum outcome outcome;
            st = try_size(&view.env, game, boards->row, rows, columns, value, &outcome, &known);
            if (st == ST_OK && known) note(boards, rows, columns, outcome);
            if (st == ST_OK) st = budget_check(env->budget);
        }
    env_view_close(&view);
    for (size_t c = 0; c < SIZES_CLASSES; c++) { /* nothing of the last two sizes: nothing of any */
        if (boards->lost[c] > last - 1) boards->lost[c] = 0;
        if (boards->won[c] > last - 1) boards->won[c] = 0;
    }
    boards->known = st == ST_OK && known;
    return st;
}
