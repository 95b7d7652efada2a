/* SPDX-License-Identifier: MIT */
#include "solve/vectors/won.h"
#include <string.h>
#include "base/mem.h"

/* How many rows a vector leads back; false: it leads out of the box from this row. at NULL: from none. */
static bool rows_back(const struct value_table *box, const uint32_t *vector, const int64_t *at, uint64_t *rows)
{
    bool inside = true;
    *rows = 0;
    for (size_t c = 0; c + 1 < box->fields; c++) {
        *rows = *rows * (uint64_t)box->extent[c] + vector[c];
        inside &= !at || vector[c] <= at[c];
    }
    return inside;
}

enum status vectors_won_open(struct vectors_won *w, const struct vectors_parts *parts, const struct value_table *box)
{
    *w = (struct vectors_won){.parts = parts, .box = box};
    w->words = (uint64_t)(box->extent[box->fields - 1] + 63) / 64;
    for (size_t i = 0; i < parts->count; i++) {
        uint64_t most = 0, rows;
        for (size_t k = 0; k < parts->items[i].step_count; k++) {
            rows_back(box, parts->items[i].steps[k], NULL, &rows);
            if (rows > most) most = rows;
        }
        w->counts[i] = most + 1;
        w->rows[i] = mem_alloc((size_t)(w->counts[i] * w->words) * sizeof **w->rows);
        if (!w->rows[i]) return ST_NO_MEMORY;
    }
    return ST_OK;
}

void vectors_won_close(struct vectors_won *w)
{
    for (size_t i = 0; i < VECTORS_PARTS; i++)
        if (w->rows[i]) mem_free(w->rows[i], (size_t)(w->counts[i] * w->words) * sizeof **w->rows);
    *w = (struct vectors_won){.parts = NULL};
}

/* Adds the row, moved `by` columns on. From the last word on, so that both may be one row. */
static void add_moved(struct vectors_won *w, uint64_t *to, const uint64_t *from, uint64_t by)
{
    uint64_t on = by / 64;
    unsigned shift = (unsigned)(by % 64);
    for (uint64_t k = w->words; k-- > on;) {
        uint64_t word = from[k - on] << shift;
        if (shift && k > on) word |= from[k - on - 1] >> (64 - shift);
        to[k] |= word;
    }
    w->work += w->words;
}

void vectors_won_row(struct vectors_won *w, uint64_t row, const int64_t *at, const uint64_t *losses, uint64_t *won)
{
    size_t last = w->box->fields - 1;
    uint64_t back;
    for (size_t i = 0; i < w->parts->count; i++) {
        const struct vectors_part *part = &w->parts->items[i];
        uint64_t *here = w->rows[i] + row % w->counts[i] * w->words;
        if (part->within) continue;
        memset(here, 0, (size_t)w->words * sizeof *here);
        for (size_t k = 0; k < part->seeds.count; k++)
            if (rows_back(w->box, part->seeds.data[k].at, at, &back))
                add_moved(w, here, losses + (row - back) * w->words, part->seeds.data[k].at[last]);
        for (size_t k = 0; k < part->step_count; k++)
            if (rows_back(w->box, part->steps[k], at, &back) && back)
                add_moved(w, here, w->rows[i] + (row - back) % w->counts[i] * w->words, part->steps[k][last]);
        for (size_t k = 0; k < part->step_count; k++)
            if (rows_back(w->box, part->steps[k], at, &back) && !back)
                for (uint64_t by = part->steps[k][last]; by < w->words * 64; by *= 2) add_moved(w, here, here, by);
        for (uint64_t k = 0; k < w->words; k++) won[k] |= here[k];
    }
}
