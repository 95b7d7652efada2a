/* SPDX-License-Identifier: MIT */
#include "solve/vectors/plane.h"
#include <string.h>
#include "base/mem.h"

enum status plane_open(struct plane *p, size_t fields, const int64_t *extent)
{
    *p = (struct plane){.fields = fields, .rows = 1, .words = (uint64_t)(extent[fields - 1] + 63) / 64};
    memcpy(p->extent, extent, fields * sizeof *extent);
    for (size_t c = 0; c + 1 < fields; c++) p->rows *= (uint64_t)extent[c];
    p->bytes = (size_t)(p->rows * p->words) * sizeof *p->bits;
    p->bits = mem_alloc(p->bytes);
    return p->bits ? ST_OK : ST_NO_MEMORY;
}

void plane_close(struct plane *p)
{
    if (p->bits) mem_free(p->bits, p->bytes);
    p->bits = NULL;
}

enum status plane_copy(struct plane *p, const struct plane *from)
{
    enum status st = plane_open(p, from->fields, from->extent);
    if (st == ST_OK) memcpy(p->bits, from->bits, p->bytes);
    return st;
}

void plane_row(const struct plane *p, uint64_t row, uint32_t *at)
{
    for (size_t c = p->fields - 1; c-- > 0; row /= (uint64_t)p->extent[c])
        at[c] = (uint32_t)(row % (uint64_t)p->extent[c]);
}

uint64_t plane_count(const struct plane *p)
{
    uint64_t all = 0;
    for (uint64_t i = 0; i < p->rows * p->words; i++) all += (uint64_t)__builtin_popcountll(p->bits[i]);
    return all;
}

void plane_without(struct plane *p, const struct plane *other)
{
    for (uint64_t i = 0; i < p->rows * p->words; i++) p->bits[i] &= ~other->bits[i];
}

void plane_add(struct plane *p, const struct plane *other)
{
    for (uint64_t i = 0; i < p->rows * p->words; i++) p->bits[i] |= other->bits[i];
}

void plane_add_one(struct plane *p, const uint32_t *at)
{
    uint64_t row = 0, last = at[p->fields - 1];
    for (size_t c = 0; c + 1 < p->fields; c++) row = row * (uint64_t)p->extent[c] + at[c];
    p->bits[row * p->words + last / 64] |= (uint64_t)1 << last % 64;
}

void plane_add_row(struct plane *p, const struct plane *other)
{
    for (uint64_t i = 0; i < p->words; i++) p->bits[i] |= other->bits[i];
}

enum status plane_corner(const struct plane *p, const int64_t *extent, struct plane *out)
{
    uint32_t at[MODEL_MAX_FIELDS] = {0};
    enum status st = plane_open(out, p->fields, extent);
    int64_t end = extent[p->fields - 1];
    for (uint64_t r = 0; st == ST_OK && r < out->rows; r++) {
        uint64_t from = 0;
        plane_row(out, r, at);
        for (size_t c = 0; c + 1 < p->fields; c++) from = from * (uint64_t)p->extent[c] + at[c];
        memcpy(out->bits + r * out->words, p->bits + from * p->words, (size_t)out->words * sizeof *out->bits);
        if (end % 64) out->bits[(r + 1) * out->words - 1] &= ((uint64_t)1 << end % 64) - 1;
    }
    return st;
}

/* How many rows on a step leads. */
static uint64_t rows_on(const struct plane *p, const uint32_t *step)
{
    uint64_t rows = 0;
    for (size_t c = 0; c + 1 < p->fields; c++) rows = rows * (uint64_t)p->extent[c] + step[c];
    return rows;
}

static bool inside(const struct plane *p, const uint32_t *at, const uint32_t *step)
{
    bool in = true;
    for (size_t c = 0; c + 1 < p->fields; c++) in &= (int64_t)at[c] + step[c] < p->extent[c];
    return in;
}

static bool is_empty(const uint64_t *row, uint64_t words)
{
    uint64_t any = 0;
    for (uint64_t w = 0; w < words; w++) any |= row[w];
    return !any;
}

/* Leaves of the row what `next` has `by` bits on, or what is behind its end then. Both may be one row. */
static void keep_row(const struct plane *p, uint64_t *row, const uint64_t *next, int64_t by)
{
    int64_t end = p->extent[p->fields - 1] - by; /* from here on it leads out */
    for (uint64_t w = 0; w < p->words; w++) {
        int64_t first = (int64_t)w * 64;
        uint64_t out = end <= first ? ~(uint64_t)0 : end < first + 64 ? ~(uint64_t)0 << (end - first) : 0;
        row[w] &= plane_word(next, p->words, first + by) | out;
    }
}

/* From the last row on: that of d + step is as it stays. Within a row twice as far each time. */
void plane_keep(struct plane *p, const uint32_t *step)
{
    uint32_t at[MODEL_MAX_FIELDS] = {0};
    uint64_t on = rows_on(p, step);
    int64_t last = step[p->fields - 1], extent = p->extent[p->fields - 1];
    for (uint64_t r = p->rows; r-- > 0;) {
        uint64_t *row = p->bits + r * p->words;
        if (is_empty(row, p->words)) continue;
        plane_row(p, r, at);
        if (on) {
            if (inside(p, at, step)) keep_row(p, row, row + on * p->words, last);
        } else
            for (int64_t by = last; by < extent; by *= 2) keep_row(p, row, row, by);
    }
}

void plane_shift(const struct plane *p, const uint32_t *step, struct plane *out)
{
    uint32_t at[MODEL_MAX_FIELDS] = {0};
    uint64_t on = rows_on(p, step);
    int64_t last = step[p->fields - 1], extent = p->extent[p->fields - 1];
    for (uint64_t r = 0; r < p->rows; r++) {
        const uint64_t *row = p->bits + r * p->words;
        if (is_empty(row, p->words)) continue;
        plane_row(p, r, at);
        if (!inside(p, at, step)) continue;
        uint64_t *to = out->bits + (r + on) * p->words;
        for (uint64_t w = 0; w < p->words; w++) to[w] |= plane_word(row, p->words, (int64_t)w * 64 - last);
        if (extent % 64) to[p->words - 1] &= ((uint64_t)1 << extent % 64) - 1;
    }
}
