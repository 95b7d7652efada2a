/* SPDX-License-Identifier: MIT */
/* Rows, bags and grids of the machine: buffers that grow and are reused. */
#include <stdio.h>
#include <string.h>
#include "base/checked.h"
#include "base/golden.h"
#include "code/machine/private.h"

enum status array_reserve(struct array *a, uint32_t count)
{
    if (count > a->capacity) {
        uint64_t wanted = count < 8 ? 8 : count > UINT32_MAX / 2 ? count : (uint64_t)count + count / 2;
        int64_t *own = mem_resize(a->own, (size_t)a->capacity * sizeof *own, (size_t)wanted * sizeof *own);
        if (!own) return ST_NO_MEMORY;
        a->own = own;
        a->capacity = (uint32_t)wanted;
    }
    a->cells = a->own;
    return ST_OK;
}

enum status array_copy(struct array *a, const struct array *from)
{
    if (a == from) return ST_OK;
    enum status st = array_reserve(a, from->count);
    if (st != ST_OK) return st;
    if (from->count) memcpy(a->own, from->cells, from->count * sizeof *a->own);
    a->count = from->count;
    a->rows = from->rows;
    a->columns = from->columns;
    return ST_OK;
}

enum status array_push(struct frame *f, const struct ins *ins, struct array *a, int64_t value)
{
    if (a->count >= POSITION_MAX_CELLS) return fail_cells(f, ins, (uint64_t)a->count + 1);
    enum status st = array_reserve(a, a->count + 1);
    if (st == ST_OK) a->own[a->count++] = value;
    return st;
}

enum status array_zeckendorf(struct array *a, int64_t n)
{
    enum status st = array_reserve(a, GOLDEN_PARTS_MAX);
    if (st == ST_OK) a->count = (uint32_t)golden_zeckendorf(n, a->own);
    return st;
}

static void sift(int64_t *x, size_t root, size_t count)
{
    for (size_t kid; (kid = 2 * root + 1) < count; root = kid) {
        if (kid + 1 < count && x[kid + 1] > x[kid]) kid++;
        if (x[root] >= x[kid]) return;
        int64_t t = x[root];
        x[root] = x[kid];
        x[kid] = t;
    }
}

/* Insertion sort for rows that are short or nearly sorted, heapsort for long ones. */
void cells_sort(int64_t *x, size_t count)
{
    if (count > 64) {
        for (size_t i = count / 2; i > 0; i--) sift(x, i - 1, count);
        for (size_t end = count - 1; end > 0; end--) {
            int64_t t = x[0];
            x[0] = x[end];
            x[end] = t;
            sift(x, 0, end);
        }
        return;
    }
    for (size_t i = 1; i < count; i++) {
        int64_t t = x[i];
        size_t j = i;
        for (; j > 0 && x[j - 1] > t; j--) x[j] = x[j - 1];
        x[j] = t;
    }
}

void array_sort_unique(struct array *a)
{
    cells_sort(a->own, a->count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->count; i++)
        if (kept == 0 || a->own[kept - 1] != a->own[i]) a->own[kept++] = a->own[i];
    a->count = kept;
}

bool array_equal(const struct array *a, const struct array *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->cells, b->cells, a->count * sizeof *a->cells) == 0);
}

enum status array_touch(struct array *a)
{
    if (a->count > a->touched_capacity) {
        uint8_t *touched = mem_resize(a->touched, a->touched_capacity, a->count);
        if (!touched) return ST_NO_MEMORY;
        a->touched = touched;
        a->touched_capacity = a->count;
    }
    if (a->count) memset(a->touched, 0, a->count);
    a->touched_count = a->count;
    return ST_OK;
}

/* One cell: 0-based `at`; `name` for a message. */
static enum status store(struct frame *f, const struct ins *ins, struct array *a, uint32_t at, int64_t value, int op,
                         bool grid)
{
    if (a->touched[at]) {
        char name[64];
        long long column = grid ? at % a->columns + 1 : 0, row = grid ? at / a->columns + 1 : (long long)at + 1;
        if (grid) snprintf(name, sizeof name, "[%lld,%lld]", row, column);
        else snprintf(name, sizeof name, "[%lld]", row);
        return fail_at(f, ins, D_RUN_TWO_UPDATES, name);
    }
    a->touched[at] = 1;
    int64_t *cell = &a->own[at], old = *cell;
    if (op == 0) *cell = value;
    else if (op == 1 && !checked_add(old, value, cell)) return fail_overflow(f, ins, "+", old, value);
    else if (op == 2 && !checked_sub(old, value, cell)) return fail_overflow(f, ins, "-", old, value);
    return ST_OK;
}

enum status array_store(struct frame *f, const struct ins *ins, struct array *a, const int64_t *s, int op)
{
    int64_t low = s[0], high = s[1];
    if (low > high) return ST_OK;
    if (low < 1 || high > (int64_t)a->count)
        return fail_at(f, ins, D_RUN_ROW_WRITE, (long long)(low < 1 || low > (int64_t)a->count ? low : high),
                       (long long)a->count);
    enum status st = a->touched_count == a->count ? ST_OK : array_touch(a);
    for (int64_t i = low; i <= high && st == ST_OK; i++) st = store(f, ins, a, (uint32_t)(i - 1), s[2], op, false);
    return st;
}

enum status grid_store(struct frame *f, const struct ins *ins, struct array *a, const int64_t *s, int op)
{
    if (s[0] > s[1] || s[2] > s[3]) return ST_OK;
    int64_t rows = a->rows, columns = a->columns;
    if (s[0] < 1 || s[1] > rows || s[2] < 1 || s[3] > columns) {
        long long row = s[0] < 1 || s[0] > rows ? s[0] : s[1] > rows ? s[1] : s[0];
        long long column = s[2] < 1 || s[2] > columns ? s[2] : s[3] > columns ? s[3] : s[2];
        return fail_at(f, ins, D_RUN_GRID_WRITE, row, column, (long long)rows, (long long)columns);
    }
    enum status st = a->touched_count == a->count ? ST_OK : array_touch(a);
    for (int64_t i = s[0]; i <= s[1]; i++)
        for (int64_t j = s[2]; j <= s[3] && st == ST_OK; j++)
            st = store(f, ins, a, (uint32_t)((i - 1) * columns + j - 1), s[4], op, true);
    return st;
}

enum status grid_push(struct frame *f, const struct ins *ins, struct array *a, const struct array *row)
{
    if (a->rows > 0 && row->count != a->columns)
        return fail_at(f, ins, D_RUN_GRID_SHAPE, (long long)row->count, (long long)a->columns);
    uint64_t count = (uint64_t)a->count + row->count;
    if (count > POSITION_MAX_CELLS || a->rows >= POSITION_MAX_CELLS) return fail_cells(f, ins, count);
    enum status st = array_reserve(a, (uint32_t)count);
    if (st != ST_OK) return st;
    if (row->count) memcpy(a->own + a->count, row->cells, row->count * sizeof *a->own);
    a->count = (uint32_t)count;
    a->columns = row->count;
    a->rows++;
    return ST_OK;
}

enum status grid_fill(struct frame *f, const struct ins *ins, struct array *a, int64_t rows, int64_t columns,
                      int64_t value)
{
    if (rows < 0 || columns < 0) return fail_at(f, ins, D_RUN_GRID_SIZE, (long long)rows, (long long)columns);
    int64_t count;
    if (rows > POSITION_MAX_CELLS || columns > POSITION_MAX_CELLS)
        return fail_cells(f, ins, (uint64_t)(rows > columns ? rows : columns));
    if (!checked_mul(rows, columns, &count) || count > POSITION_MAX_CELLS) return fail_cells(f, ins, (uint64_t)count);
    enum status st = array_reserve(a, (uint32_t)count);
    if (st != ST_OK) return st;
    for (int64_t i = 0; i < count; i++) a->own[i] = value;
    a->count = (uint32_t)count;
    a->rows = (uint32_t)rows;
    a->columns = (uint32_t)columns;
    return ST_OK;
}

enum status grid_transpose(struct array *a, const struct array *from)
{
    uint32_t rows = from->rows, columns = from->columns;
    enum status st = array_reserve(a, from->count);
    if (st != ST_OK) return st;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) a->own[(size_t)j * rows + i] = from->cells[(size_t)i * columns + j];
    a->count = from->count;
    a->rows = columns;
    a->columns = rows;
    return ST_OK;
}

static bool joined(const struct array *grid, uint32_t i, uint32_t j)
{
    bool there = i < grid->rows && j < grid->columns && grid->cells[(size_t)i * grid->columns + j] != 0;
    bool back = j < grid->rows && i < grid->columns && grid->cells[(size_t)j * grid->columns + i] != 0;
    return there || back;
}

/* The cells found so far wait after the result until their neighbours are examined. Cells outside the grid are not
 * connected to any. */
enum status row_component(struct array *a, const struct array *row, const struct array *grid, int64_t cell)
{
    uint32_t n = row->count, reach = grid->rows > grid->columns ? grid->rows : grid->columns;
    enum status st = array_reserve(a, 2 * n);
    if (st != ST_OK) return st;
    a->count = n;
    for (uint32_t i = 0; i < n; i++) a->own[i] = 0;
    if (cell < 1 || cell > (int64_t)n || row->cells[cell - 1] == 0) return ST_OK;
    int64_t *queue = a->own + n;
    uint32_t found = 0;
    a->own[cell - 1] = row->cells[cell - 1];
    queue[found++] = cell - 1;
    for (uint32_t at = 0; at < found; at++)
        for (uint32_t i = 0; i < n && i < reach; i++) {
            if (a->own[i] != 0 || row->cells[i] == 0 || !joined(grid, (uint32_t)queue[at], i)) continue;
            a->own[i] = row->cells[i];
            queue[found++] = i;
        }
    return ST_OK;
}

void array_free(struct array *a)
{
    mem_free(a->own, (size_t)a->capacity * sizeof *a->own);
    mem_free(a->touched, a->touched_capacity);
}
