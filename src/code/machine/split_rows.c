/* SPDX-License-Identifier: MIT */
/* Rows move down all at once, when there is no room for another block. */
#include "code/machine/split_rows.h"
#include <string.h>
#include "base/mem.h"

enum { BLOCKS_AHEAD = 16, OVER = 3 * SPLIT_OVER }; /* words that shift() may read beyond a row's end */

static size_t row_bytes(const struct split_rows *r) { return r->values * r->stride * sizeof *r->bits; }

enum status split_rows_open(struct split_rows *r, size_t values, uint64_t n, uint64_t reach,
                            const struct budget *budget)
{
    *r = (struct split_rows){.values = values, .reach = (reach + 63) / 64 * 64};
    uint64_t ahead = r->reach / 2 > BLOCKS_AHEAD * SPLIT_BLOCK ? r->reach / 2 : BLOCKS_AHEAD * SPLIT_BLOCK;
    r->stride = (size_t)((r->reach + ahead) / 64) + OVER;
    r->origin = (int64_t)n - (int64_t)r->reach;
    enum status st = budget_fits(budget, row_bytes(r) + values);
    if (st != ST_OK) return st;
    r->bits = mem_alloc(row_bytes(r));
    r->used = mem_alloc(values);
    if (r->bits && r->used) return ST_OK;
    split_rows_free(r);
    return ST_NO_MEMORY;
}

void split_rows_add(struct split_rows *r, uint64_t n, uint32_t value)
{
    uint64_t bit = (uint64_t)((int64_t)n - r->origin);
    r->bits[value * r->stride + bit / 64] |= (uint64_t)1 << bit % 64;
    r->used[value] = true;
}

void split_rows_advance(struct split_rows *r, uint64_t n)
{
    uint64_t end = (uint64_t)((int64_t)n - r->origin) + SPLIT_BLOCK;
    if (end <= (r->stride - OVER) * 64) return;
    size_t drop = (size_t)(end - SPLIT_BLOCK - r->reach) / 64, keep = r->stride - drop;
    for (size_t v = 0; v < r->values; v++) {
        uint64_t *row = r->bits + v * r->stride;
        if (!r->used[v]) continue;
        memmove(row, row + drop, keep * sizeof *row);
        memset(row + keep, 0, drop * sizeof *row);
    }
    r->origin += (int64_t)(drop * 64);
}

const uint64_t *split_rows_from(const struct split_rows *r, uint32_t value, int64_t at)
{
    return r->bits + value * r->stride + (at - r->origin) / 64;
}

void split_rows_free(struct split_rows *r)
{
    mem_free(r->bits, row_bytes(r));
    mem_free(r->used, r->values);
    *r = (struct split_rows){0};
}
