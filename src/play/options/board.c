/* SPDX-License-Identifier: MIT */
/* Cells are joined by every move that may still be made; each class with such a move is a part. */
#include "play/options/board.h"
#include <string.h>
#include "play/options/store.h"

enum { NO_PART = UINT32_MAX };

/* A frozen cell that moves in a part look at. */
struct seen_cell {
    uint32_t part, cell;
};
struct board {
    const struct state_windows *windows;
    const struct component *from;
    struct arena *arena;
    int64_t rows, columns;
    const int64_t *cells;
    uint32_t *parent, *part; /* of a class the part is that of its root */
    bool *moves;             /* a move joins this cell to others, or is of it alone */
    uint32_t part_count;
    VEC(struct seen_cell) seen;
};
/* The least rectangle that holds a part: first row, last row, first column, last column. */
struct extent {
    int64_t top, bottom, left, right;
};

const struct state_windows *board_of(const struct env *env, const struct component *component)
{
    return component->game >= 0 && !env->terms.whole ? env->model->games[component->game].windows : NULL;
}

static uint32_t root(struct board *b, uint32_t cell)
{
    while (b->parent[cell] != cell) cell = b->parent[cell] = b->parent[b->parent[cell]];
    return cell;
}

static void join(struct board *b, uint32_t x, uint32_t y)
{
    x = root(b, x);
    y = root(b, y);
    if (x < y) b->parent[y] = x;
    else b->parent[x] = y;
}

static bool is_frozen(const struct board *b, int64_t value)
{
    return value >= 0 && value < WINDOW_VALUES && b->windows->final >> value & 1;
}

/* The cell of a window there; false if it is outside the board. */
static bool find_cell(const struct board *b, const struct window_cell *w, int64_t row, int64_t column, uint32_t *cell)
{
    row += w->row;
    column += w->column;
    bool inside = row >= 0 && row < b->rows && column >= 0 && column < b->columns;
    if (inside) *cell = (uint32_t)(row * b->columns + column);
    return inside;
}

/* Frozen cells, and the edge of the board, do not rule the move out. */
static bool may_be_made(const struct board *b, const struct move_window *w, int64_t row, int64_t column)
{
    for (size_t i = 0; i < w->count; i++) {
        uint32_t cell, closed = w->cells[i].closed;
        if (!find_cell(b, &w->cells[i], row, column, &cell)) {
            if (closed & WINDOW_OUTSIDE) return false;
        } else if (is_frozen(b, b->cells[cell]) && closed >> b->cells[cell] & 1) {
            return false;
        }
    }
    return true;
}

static void join_window(struct board *b, const struct move_window *w, int64_t row, int64_t column)
{
    uint32_t first = NO_PART, cell;
    if (!may_be_made(b, w, row, column)) return;
    for (size_t i = 0; i < w->count; i++) {
        if (!find_cell(b, &w->cells[i], row, column, &cell) || is_frozen(b, b->cells[cell])) continue;
        if (first == NO_PART) first = cell;
        join(b, first, cell);
    }
    if (first != NO_PART) b->moves[first] = true;
}

/* Windows that share a frozen cell with a part: it may decide whether they are moves, so it stays as it is. */
static bool see_window(struct board *b, const struct move_window *w, int64_t row, int64_t column)
{
    uint32_t cell, frozen;
    for (size_t i = 0; i < w->count; i++) {
        if (!find_cell(b, &w->cells[i], row, column, &frozen)) continue;
        if (!is_frozen(b, b->cells[frozen]) || b->cells[frozen] == b->windows->filler) continue;
        uint32_t both = 1u << b->cells[frozen] | 1u << b->windows->filler;
        if ((w->cells[i].closed & both) == both) continue; /* the filler rules it out as well */
        for (size_t k = 0; k < w->count; k++) {
            if (!find_cell(b, &w->cells[k], row, column, &cell) || is_frozen(b, b->cells[cell])) continue;
            uint32_t part = b->part[root(b, cell)];
            if (part != NO_PART && !vec_push(&b->seen, (struct seen_cell){part, frozen})) return false;
        }
    }
    return true;
}

static void number_parts(struct board *b, size_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (b->moves[i]) b->moves[root(b, i)] = true;
    for (uint32_t i = 0; i < count; i++) b->part[i] = b->moves[i] && b->parent[i] == i ? b->part_count++ : NO_PART;
}

/* All windows at all places of the board. */
static bool each_window(struct board *b, bool look)
{
    bool fine = true;
    for (size_t w = 0; w < b->windows->count; w++)
        for (int64_t row = 0; row < b->rows; row++)
            for (int64_t column = 0; fine && column < b->columns; column++) {
                if (look) fine = see_window(b, &b->windows->windows[w], row, column);
                else join_window(b, &b->windows->windows[w], row, column);
            }
    return fine;
}

/* ---- the parts as boards -------------------------------------------------------------------------------------------- */
static void widen(const struct board *b, struct extent *e, uint32_t cell)
{
    int64_t row = cell / b->columns, column = cell % b->columns;
    if (row < e->top) e->top = row;
    if (row > e->bottom) e->bottom = row;
    if (column < e->left) e->left = column;
    if (column > e->right) e->right = column;
}

static size_t extent_cells(const struct extent *e)
{
    return (size_t)(e->bottom - e->top + 1) * (size_t)(e->right - e->left + 1);
}

static struct extent *measure_parts(struct board *b, size_t count)
{
    struct extent *extents = arena_array(b->arena, b->part_count + 1u, sizeof *extents);
    if (!extents) return NULL;
    for (uint32_t p = 0; p < b->part_count; p++)
        extents[p] = b->windows->movable ? (struct extent){b->rows, -1, b->columns, -1}
                                         : (struct extent){0, b->rows - 1, 0, b->columns - 1};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t part = b->part[root(b, i)];
        if (part != NO_PART) widen(b, &extents[part], i);
    }
    for (size_t i = 0; i < b->seen.count; i++) widen(b, &extents[b->seen.data[i].part], b->seen.data[i].cell);
    return extents;
}

/* The component of each part, all cells the filler. */
static struct component *blank_parts(struct board *b, const struct extent *extents)
{
    struct component *parts = arena_array(b->arena, b->part_count + 1u, sizeof *parts);
    uint32_t sizes = b->from->count - (uint32_t)(b->rows * b->columns); /* cells before those of the board */
    for (uint32_t p = 0; parts && p < b->part_count; p++) {
        size_t count = extent_cells(&extents[p]);
        int64_t *cells = arena_array(b->arena, count + sizes, sizeof *cells);
        if (!cells) return NULL;
        cells[0] = sizes == 1 ? (int64_t)count : extents[p].bottom - extents[p].top + 1;
        if (sizes == 2) cells[1] = extents[p].right - extents[p].left + 1;
        for (size_t i = 0; i < count; i++) cells[sizes + i] = b->windows->filler;
        parts[p] = (struct component){b->from->game, (uint32_t)count + sizes, cells};
    }
    return parts;
}

static void copy_cell(const struct board *b, const struct extent *e, struct component *part, uint32_t cell)
{
    int64_t row = cell / b->columns - e->top, column = cell % b->columns - e->left;
    int64_t *cells = (int64_t *)part->cells + (b->from->count - (uint32_t)(b->rows * b->columns));
    cells[row * (e->right - e->left + 1) + column] = b->cells[cell];
}

static enum status write_parts(struct board *b, size_t count, struct sums *out)
{
    struct extent *extents = measure_parts(b, count);
    size_t all = 0;
    if (!extents) return ST_NO_MEMORY;
    for (uint32_t p = 0; p < b->part_count; p++) all += extent_cells(&extents[p]);
    if (all > BOARD_CELLS_MOST) return sums_push(out, b->from) ? ST_OK : ST_NO_MEMORY;
    struct component *parts = blank_parts(b, extents);
    if (!parts) return ST_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t part = b->part[root(b, i)];
        if (part != NO_PART) copy_cell(b, &extents[part], &parts[part], i);
    }
    for (size_t i = 0; i < b->seen.count; i++) {
        uint32_t part = b->seen.data[i].part;
        copy_cell(b, &extents[part], &parts[part], b->seen.data[i].cell);
    }
    bool fine = true;
    for (uint32_t p = 0; fine && p < b->part_count; p++) fine = sums_push(out, &parts[p]);
    return fine ? ST_OK : ST_NO_MEMORY;
}

static enum status fall_apart(struct board *b, struct sums *out)
{
    size_t count = (size_t)(b->rows * b->columns);
    b->parent = arena_array(b->arena, count + 1, sizeof *b->parent);
    b->part = arena_array(b->arena, count + 1, sizeof *b->part);
    b->moves = arena_array(b->arena, count + 1, sizeof *b->moves);
    if (!b->parent || !b->part || !b->moves) return ST_NO_MEMORY;
    bool look = false;
    for (uint32_t i = 0; i < count; i++) {
        b->parent[i] = i;
        look |= is_frozen(b, b->cells[i]) && b->cells[i] != b->windows->filler;
    }
    each_window(b, false);
    number_parts(b, count);
    if (look && !each_window(b, true)) return ST_NO_MEMORY;
    return write_parts(b, count, out);
}

enum status board_parts(const struct env *env, const struct component *component, struct sums *out)
{
    bool grid = env->model->games[component->game].fields[0].kind == FIELD_GRID;
    struct board b = {.windows = board_of(env, component), .from = component, .arena = &env->store->scratch};
    b.rows = grid ? component->cells[0] : 1;
    b.columns = component->cells[grid];
    b.cells = component->cells + 1 + grid;
    struct arena_mark mark = arena_mark(b.arena);
    enum status st = fall_apart(&b, out);
    vec_free(&b.seen);
    arena_rewind(b.arena, mark);
    return st;
}

enum status board_is_whole(const struct env *env, const struct component *component, bool *whole)
{
    struct sums parts = {0};
    *whole = true;
    if (!board_of(env, component)) return ST_OK;
    enum status st = board_parts(env, component, &parts);
    if (st == ST_OK) {
        struct component only = {0};
        if (parts.items.count == 1) only = sums_item(&parts, 0);
        *whole = parts.items.count == 1 && component_compare(&only, component) == 0;
    }
    sums_free(&parts);
    return st;
}
