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
    bool grid;
    int64_t rows, columns;
    const int64_t *cells;
    size_t beside[MODEL_MAX_FIELDS], beside_count; /* where numbers stand that are another part */
    uint32_t *frozen;                              /* of a cell: the bit of its value, if that is final; else 0 */
    uint32_t *parent, *part;                       /* the least cell of its class is its root */
    bool *moves;                                   /* a move joins this cell to others, or is of it alone */
    uint32_t classes;                              /* of cells that are not frozen */
    uint32_t part_count;
    VEC(struct seen_cell) seen;
    uint32_t *seen_by; /* of a frozen cell: the part that saw it last, or NO_PART */
    size_t unseen;     /* frozen cells that are not the filler and that no part has seen yet */
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
    b->classes -= x != y;
    if (x < y) b->parent[y] = x;
    else b->parent[x] = y;
}

static void join_all(struct board *b, const uint32_t *cells, size_t count)
{
    for (size_t i = 1; i < count; i++) join(b, cells[0], cells[i]);
    if (count) b->moves[cells[0]] = true;
}

static uint32_t frozen_bit(const struct board *b, int64_t value)
{
    return value >= 0 && value < WINDOW_VALUES ? b->windows->final & 1u << value : 0;
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

/* Joins the cells of a window that are not frozen, unless frozen cells or the edge of the board rule the move out. */
static void join_window(struct board *b, const struct move_window *w, int64_t row, int64_t column)
{
    uint32_t cell, cells[WINDOW_CELLS];
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (!find_cell(b, &w->cells[i], row, column, &cell)) {
            if (w->cells[i].closed & WINDOW_OUTSIDE) return;
        } else if (!b->frozen[cell]) {
            cells[count++] = cell;
        } else if (b->frozen[cell] & w->cells[i].closed) {
            return;
        }
    }
    join_all(b, cells, count);
}

/* The same for a place where all of the window is on the board: `at`, its cells at these distances. */
static void join_inside(struct board *b, const struct move_window *w, const int64_t *distances, int64_t at)
{
    uint32_t cells[WINDOW_CELLS];
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        uint32_t cell = (uint32_t)(at + distances[i]), frozen = b->frozen[cell];
        if (frozen & w->cells[i].closed) return;
        if (!frozen) cells[count++] = cell;
    }
    join_all(b, cells, count);
}

static bool see_cell(struct board *b, uint32_t part, uint32_t frozen)
{
    if (part == NO_PART || part == b->seen_by[frozen]) return true;
    b->unseen -= b->seen_by[frozen] == NO_PART;
    b->seen_by[frozen] = part;
    return vec_push(&b->seen, (struct seen_cell){part, frozen});
}

/* Windows that share a frozen cell with a part: it may decide whether they are moves, so it stays as it is. */
static bool see_window(struct board *b, const struct move_window *w, int64_t row, int64_t column)
{
    uint32_t cell, frozen;
    for (size_t i = 0; i < w->count; i++) {
        if (!find_cell(b, &w->cells[i], row, column, &frozen)) continue;
        if (!b->frozen[frozen] || b->cells[frozen] == b->windows->filler) continue;
        if (b->part_count == 1 && b->seen_by[frozen] != NO_PART) continue;
        uint32_t both = b->frozen[frozen] | 1u << b->windows->filler;
        if ((w->cells[i].closed & both) == both) continue; /* the filler rules it out as well */
        for (size_t k = 0; k < w->count; k++) {
            if (!find_cell(b, &w->cells[k], row, column, &cell) || b->frozen[cell]) continue;
            if (!see_cell(b, b->part[cell], frozen)) return false;
        }
    }
    return true;
}

static void number_parts(struct board *b, size_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (b->moves[i]) b->moves[root(b, i)] = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = root(b, i);
        if (first < i) b->part[i] = b->part[first];
        else b->part[i] = b->moves[i] ? b->part_count++ : NO_PART;
    }
}

/* All places on the board of a window; those where all of it is on the board are the most. */
static void join_windows(struct board *b, const struct move_window *w)
{
    int64_t distances[WINDOW_CELLS];
    struct extent e = {0, 0, 0, 0};
    for (size_t i = 0; i < w->count; i++) {
        const struct window_cell *c = &w->cells[i];
        distances[i] = c->row * b->columns + c->column;
        if (c->row < e.top) e.top = c->row;
        if (c->row > e.bottom) e.bottom = c->row;
        if (c->column < e.left) e.left = c->column;
        if (c->column > e.right) e.right = c->column;
    }
    for (int64_t row = 0; row < b->rows; row++) {
        bool inside = row + e.top >= 0 && row + e.bottom < b->rows;
        for (int64_t column = 0; column < b->columns; column++) {
            if (inside && column + e.left >= 0 && column + e.right < b->columns)
                join_inside(b, w, distances, row * b->columns + column);
            else join_window(b, w, row, column);
        }
    }
}

static bool see_windows(struct board *b, const struct move_window *w)
{
    bool fine = true;
    for (int64_t row = 0; row < b->rows; row++)
        for (int64_t column = 0; fine && column < b->columns; column++) fine = see_window(b, w, row, column);
    return fine;
}

/* ---- the parts as boards -------------------------------------------------------------------------------------------- */
static void widen(struct extent *e, int64_t row, int64_t column)
{
    if (row < e->top) e->top = row;
    if (row > e->bottom) e->bottom = row;
    if (column < e->left) e->left = column;
    if (column > e->right) e->right = column;
}

static size_t extent_cells(const struct extent *e)
{
    return (size_t)(e->bottom - e->top + 1) * (size_t)(e->right - e->left + 1);
}

static void add_margin(const struct board *b, struct extent *e)
{
    const int *margin = b->windows->margin;
    e->top = e->top > margin[0] ? e->top - margin[0] : 0;
    e->left = e->left > margin[1] ? e->left - margin[1] : 0;
    e->bottom = e->bottom + margin[0] < b->rows ? e->bottom + margin[0] : b->rows - 1;
    e->right = e->right + margin[1] < b->columns ? e->right + margin[1] : b->columns - 1;
}

static struct extent *measure_parts(struct board *b)
{
    struct extent *extents = arena_array(b->arena, b->part_count + 1u, sizeof *extents);
    if (!extents) return NULL;
    for (uint32_t p = 0; p < b->part_count; p++)
        extents[p] = b->windows->movable ? (struct extent){b->rows, -1, b->columns, -1}
                                         : (struct extent){0, b->rows - 1, 0, b->columns - 1};
    const uint32_t *part = b->part;
    for (int64_t row = 0; row < b->rows; row++)
        for (int64_t column = 0; column < b->columns; column++, part++)
            if (*part != NO_PART) widen(&extents[*part], row, column);
    for (size_t i = 0; i < b->seen.count; i++) {
        const struct seen_cell *seen = &b->seen.data[i];
        widen(&extents[seen->part], seen->cell / b->columns, seen->cell % b->columns);
    }
    for (uint32_t p = 0; p < b->part_count; p++) add_margin(b, &extents[p]);
    return extents;
}

/* Of the state's numbers the one at `at`, in a part with so many cells of the board. */
static int64_t *number_in(const struct board *b, struct component *part, size_t at, size_t count)
{
    size_t cells = (size_t)(b->rows * b->columns);
    bool after = at > (size_t)(b->cells - b->from->cells);
    return (int64_t *)part->cells + (after ? at - cells + count : at);
}

/* The component of each part, all cells the filler. */
static struct component *blank_parts(struct board *b, const struct extent *extents)
{
    struct component *parts = arena_array(b->arena, b->part_count + 1u, sizeof *parts);
    uint32_t rest = b->from->count - (uint32_t)(b->rows * b->columns); /* numbers besides the cells of the board */
    size_t before = (size_t)(b->cells - b->from->cells);
    for (uint32_t p = 0; parts && p < b->part_count; p++) {
        size_t count = extent_cells(&extents[p]);
        int64_t *cells = arena_array(b->arena, count + rest, sizeof *cells);
        if (!cells) return NULL;
        for (size_t i = 0; i < before; i++) cells[i] = b->from->cells[i];
        for (size_t i = before; i < rest; i++)
            cells[count + i] = b->cells[b->rows * b->columns + (int64_t)(i - before)];
        if (b->grid) cells[before - 2] = extents[p].bottom - extents[p].top + 1;
        cells[before - 1] = extents[p].right - extents[p].left + 1;
        for (size_t i = 0; i < count; i++) cells[before + i] = b->windows->filler;
        parts[p] = (struct component){b->from->game, (uint32_t)count + rest, cells};
        for (size_t i = 0; i < b->beside_count; i++) *number_in(b, &parts[p], b->beside[i], count) = 0;
    }
    return parts;
}

static void copy_cell(const struct board *b, const struct extent *e, struct component *part, int64_t row,
                      int64_t column)
{
    int64_t *cells = (int64_t *)part->cells + (b->cells - b->from->cells);
    cells[(row - e->top) * (e->right - e->left + 1) + column - e->left] = b->cells[row * b->columns + column];
}

/* ---- mirror images --------------------------------------------------------------------------------------------------- */
/* A part's cells, of which an image is looked at. */
struct image {
    const int64_t *cells;
    int64_t rows, columns;
    uint32_t mirrors;
};

static int64_t image_cell(const struct image *i, int64_t row, int64_t column)
{
    bool turn = i->mirrors & MIRROR_TURN;
    int64_t r = turn ? column : row, c = turn ? row : column;
    if (i->mirrors & MIRROR_ROWS) r = i->rows - 1 - r;
    if (i->mirrors & MIRROR_COLUMNS) c = i->columns - 1 - c;
    return i->cells[r * i->columns + c];
}

static int64_t image_rows(const struct image *i) { return i->mirrors & MIRROR_TURN ? i->columns : i->rows; }

static bool is_less(const struct image *a, const struct image *b)
{
    int64_t rows = image_rows(a), columns = a->rows * a->columns / rows;
    if (rows != image_rows(b)) return rows < image_rows(b);
    for (int64_t row = 0; row < rows; row++)
        for (int64_t column = 0; column < columns; column++) {
            int64_t x = image_cell(a, row, column), y = image_cell(b, row, column);
            if (x != y) return x < y;
        }
    return false;
}

/* The part becomes the least of its images. */
static bool mirror_part(const struct board *b, struct component *part)
{
    size_t before = (size_t)(b->cells - b->from->cells);
    int64_t *cells = (int64_t *)part->cells + before;
    struct image least = {cells, b->grid ? cells[-2] : 1, cells[-1], 0}, other = least;
    for (other.mirrors = 1; other.mirrors <= b->windows->mirrors; other.mirrors++)
        if (!(other.mirrors & ~b->windows->mirrors) && is_less(&other, &least)) least = other;
    if (!least.mirrors) return true;
    int64_t rows = image_rows(&least), columns = least.rows * least.columns / rows;
    int64_t *out = arena_array(b->arena, (size_t)(rows * columns), sizeof *out);
    if (!out) return false;
    for (int64_t row = 0; row < rows; row++)
        for (int64_t column = 0; column < columns; column++)
            out[row * columns + column] = image_cell(&least, row, column);
    if (b->grid) cells[-2] = rows;
    cells[-1] = columns;
    memcpy(cells, out, (size_t)(rows * columns) * sizeof *out);
    return true;
}

/* Numbers beside the board are a part with a board of one cell. */
static bool add_beside(struct board *b, struct sums *out)
{
    bool any = false;
    struct extent one = {0, 0, 0, 0};
    uint32_t parts = b->part_count;
    for (size_t i = 0; i < b->beside_count; i++) any |= b->from->cells[b->beside[i]] != 0;
    if (!any) return true;
    b->part_count = 1;
    struct component *part = blank_parts(b, &one);
    b->part_count = parts;
    if (!part) return false;
    for (size_t i = 0; i < b->beside_count; i++) *number_in(b, part, b->beside[i], 1) = b->from->cells[b->beside[i]];
    return sums_push(out, part);
}

static enum status write_parts(struct board *b, struct sums *out)
{
    struct extent *extents = measure_parts(b);
    size_t all = 0;
    if (!extents) return ST_NO_MEMORY;
    for (uint32_t p = 0; p < b->part_count; p++) all += extent_cells(&extents[p]);
    if (all > BOARD_CELLS_MOST) return sums_push(out, b->from) ? ST_OK : ST_NO_MEMORY;
    struct component *parts = blank_parts(b, extents);
    if (!parts) return ST_NO_MEMORY;
    const uint32_t *part = b->part;
    for (int64_t row = 0; row < b->rows; row++)
        for (int64_t column = 0; column < b->columns; column++, part++)
            if (*part != NO_PART) copy_cell(b, &extents[*part], &parts[*part], row, column);
    for (size_t i = 0; i < b->seen.count; i++) {
        const struct seen_cell *seen = &b->seen.data[i];
        copy_cell(b, &extents[seen->part], &parts[seen->part], seen->cell / b->columns, seen->cell % b->columns);
    }
    bool fine = true;
    for (uint32_t p = 0; fine && p < b->part_count; p++) fine = mirror_part(b, &parts[p]) && sums_push(out, &parts[p]);
    return fine && add_beside(b, out) ? ST_OK : ST_NO_MEMORY;
}

static enum status fall_apart(struct board *b, struct sums *out)
{
    size_t count = (size_t)(b->rows * b->columns);
    b->frozen = arena_array(b->arena, count + 1, sizeof *b->frozen);
    b->parent = arena_array(b->arena, count + 1, sizeof *b->parent);
    b->part = arena_array(b->arena, count + 1, sizeof *b->part);
    b->moves = arena_array(b->arena, count + 1, sizeof *b->moves);
    b->seen_by = arena_array(b->arena, count + 1, sizeof *b->seen_by);
    if (!b->frozen || !b->parent || !b->part || !b->moves || !b->seen_by) return ST_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        b->parent[i] = i;
        b->frozen[i] = frozen_bit(b, b->cells[i]);
        b->seen_by[i] = NO_PART;
        b->unseen += b->frozen[i] && b->cells[i] != b->windows->filler;
        b->classes += !b->frozen[i];
    }
    /* Once several cells are one class, which has a move as something joined them, no window changes that. */
    bool several = b->classes > 1, look = b->unseen > 0;
    for (size_t w = 0; w < b->windows->count && !(several && b->classes == 1); w++)
        join_windows(b, &b->windows->windows[w]);
    number_parts(b, count);
    /* What one part alone has seen is all that there is to see. */
    for (size_t w = 0; look && b->part_count && w < b->windows->count && (b->part_count > 1 || b->unseen); w++)
        if (!see_windows(b, &b->windows->windows[w])) return ST_NO_MEMORY;
    return write_parts(b, out);
}

/* Where the board is among the numbers of the state, and where are those beside it. */
static void find_board(const struct game *game, struct board *b)
{
    const int64_t *at = b->from->cells;
    for (size_t f = 0; f < game->field_count; f++) {
        enum field_kind kind = game->fields[f].kind;
        bool grid = kind == FIELD_GRID;
        if (b->windows->beside >> f & 1) b->beside[b->beside_count++] = (size_t)(at - b->from->cells);
        if (!grid && kind != FIELD_ROW && kind != FIELD_BAG) {
            at++;
            continue;
        }
        int64_t rows = grid ? *at++ : 1, columns = *at++;
        if (f == (size_t)b->windows->field) b->grid = grid, b->rows = rows, b->columns = columns, b->cells = at;
        at += rows * columns;
    }
}

enum status board_parts(const struct env *env, const struct component *component, struct sums *out)
{
    struct board b = {.windows = board_of(env, component), .from = component, .arena = &env->store->scratch};
    find_board(&env->model->games[component->game], &b);
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
