/* SPDX-License-Identifier: MIT */
/* Collecting pieces of rows, and repeating a period without keeping what it makes. */
#include "solve/heap/blocks.h"
#include <string.h>
#include "base/mem.h"
#include "solve/heap/period.h"

enum status blocks_open(struct blocks *b, const struct ask *ask)
{
    *b = (struct blocks){.ask = ask};
    b->held = mem_alloc_raw(BLOCK_VALUES * sizeof *b->held);
    return b->held ? ST_OK : ST_NO_MEMORY;
}

void blocks_close(struct blocks *b)
{
    mem_free(b->held, b->held ? BLOCK_VALUES * sizeof *b->held : 0);
    b->held = NULL;
}

static enum status give(struct blocks *b, const struct box_block *block)
{
    uint32_t *kept = b->ask->box->values;
    for (uint64_t i = 0; kept && i < block->times; i++)
        memcpy(kept + block->from + i * block->count, block->values, block->count * sizeof *kept);
    return b->ask->sink ? b->ask->sink->take(b->ask->sink->context, block) : ST_OK;
}

static enum status give_held(struct blocks *b)
{
    struct box_block block = {b->next - b->held_count, b->held, b->held_count, 1};
    b->held_count = 0;
    return block.count ? give(b, &block) : ST_OK;
}

static enum status hold(struct blocks *b, const uint32_t *values, size_t count)
{
    enum status st = b->held_count + count > BLOCK_VALUES ? give_held(b) : ST_OK;
    if (st != ST_OK) return st;
    memcpy(b->held + b->held_count, values, count * sizeof *values);
    b->held_count += count;
    b->next += count;
    return ST_OK;
}

enum status blocks_add(struct blocks *b, const uint32_t *values, size_t count, uint64_t times)
{
    if (count == 0 || times == 0) return ST_OK;
    if (times == 1 && count < BLOCK_VALUES / 4) return hold(b, values, count);
    enum status st = give_held(b);
    struct box_block block = {b->next, values, count, times};
    b->next += count * times;
    return st == ST_OK ? give(b, &block) : st;
}

enum { NARROW_PIECE = 512 };
enum status blocks_add_view(struct blocks *b, struct value_view view, uint64_t at, uint64_t count)
{
    enum status st = ST_OK;
    uint32_t values[NARROW_PIECE];
    if (!view.narrow) return blocks_add(b, view.wide + at, (size_t)count, 1);
    for (uint64_t end = at + count; st == ST_OK && at < end; at += NARROW_PIECE) {
        size_t piece = end - at < NARROW_PIECE ? (size_t)(end - at) : NARROW_PIECE;
        for (size_t i = 0; i < piece; i++) values[i] = view.narrow[at + i];
        st = blocks_add(b, values, piece, 1);
    }
    return st;
}

enum status blocks_skip(struct blocks *b, uint64_t count)
{
    enum status st = ST_OK;
    uint32_t none[64];
    for (size_t i = 0; i < 64; i++) none[i] = VALUE_NONE;
    while (st == ST_OK && count) {
        size_t piece = count < 64 ? (size_t)count : 64;
        st = blocks_add(b, none, piece, 1);
        count -= piece;
    }
    return st;
}

/* The cells of the next position. */
static void place(const struct blocks *b, int64_t *cells)
{
    const struct value_table *box = b->ask->box;
    uint64_t rest = b->next;
    for (size_t f = 0; f < box->fields; f++) {
        cells[f] = box->low[f] + (int64_t)(rest / (uint64_t)box->stride[f]);
        rest %= (uint64_t)box->stride[f];
    }
}

/* How many of the positions that follow the next one in its row, itself included, are in the table or, with *none, are outside of
 * its states; 0: they are not filled yet. */
static uint64_t run_here(const struct blocks *b, const struct game_memory *memory, uint64_t *index, bool *none)
{
    const struct value_table *box = b->ask->box, *table = &memory->table;
    size_t last = box->fields - 1;
    int64_t cells[MODEL_MAX_FIELDS];
    place(b, cells);
    uint64_t row = (uint64_t)(box->low[last] + box->extent[last] - cells[last]);
    *index = 0;
    *none = false;
    for (size_t f = 0; f < box->fields; f++) {
        if (cells[f] >= table->low[f] + table->extent[f]) return 0;
        if (cells[f] < table->low[f]) *none = true;
        else *index += (uint64_t)((cells[f] - table->low[f]) * table->stride[f]);
    }
    uint64_t below = cells[last] < table->low[last] ? (uint64_t)(table->low[last] - cells[last]) : row;
    if (*none) return below < row ? below : row;
    if (*index >= memory->filled) return 0;
    if (table->stride[last] != 1) return 1; /* its fields are in another order (tables_filler) */
    uint64_t filled = memory->filled - *index;
    return filled < row ? filled : row;
}

static enum status add_bytes(struct blocks *b, const struct value_table *t, uint64_t index, uint64_t count)
{
    enum status st = ST_OK;
    uint32_t values[NARROW_PIECE];
    for (uint64_t at = 0; st == ST_OK && at < count; at += NARROW_PIECE) {
        size_t piece = count - at < NARROW_PIECE ? (size_t)(count - at) : NARROW_PIECE;
        for (size_t i = 0; i < piece; i++) values[i] = t->bytes[index + at + i];
        st = blocks_add(b, values, piece, 1);
    }
    return st;
}

static enum status add_from_table(struct blocks *b, const struct value_table *t, uint64_t index, uint64_t count)
{
    if (t->bytes) return add_bytes(b, t, index, count);
    return blocks_add_view(b, (struct value_view){t->values, t->narrow}, index, count);
}

enum status blocks_from_table(struct blocks *b, const struct game_memory *memory)
{
    enum status st = ST_OK;
    while (st == ST_OK && b->next < b->ask->box->count) {
        uint64_t index;
        bool none;
        uint64_t count = run_here(b, memory, &index, &none);
        if (count == 0) break;
        st = none ? blocks_skip(b, count) : add_from_table(b, &memory->table, index, count);
    }
    return st == ST_OK ? give_held(b) : st;
}

/* A unit of whole periods, at least a block long unless that is more than what is left, is given again and again. */
static enum status repeat(struct blocks *b, struct value_view values, uint64_t from, uint64_t period)
{
    const struct value_table *box = b->ask->box;
    uint64_t left = box->count - b->next, phase = ((uint64_t)box->low[0] + b->next - from) % period;
    uint64_t unit = period < BLOCK_VALUES ? BLOCK_VALUES / period * period : period;
    if (unit > left) unit = left;
    uint32_t *repeated = unit ? mem_alloc_raw((size_t)unit * sizeof *repeated) : NULL;
    if (unit == 0) return ST_OK;
    if (!repeated) return ST_NO_MEMORY;
    for (uint64_t i = 0, at = phase; i < unit; i++) {
        repeated[i] = value_view_at(values, from + at);
        if (++at == period) at = 0;
    }
    enum status st = blocks_add(b, repeated, (size_t)unit, left / unit);
    if (st == ST_OK) st = blocks_add(b, repeated, (size_t)(left % unit), 1);
    mem_free(repeated, (size_t)unit * sizeof *repeated);
    return st;
}

/* Arithmetic periods: no two stretches are the same. */
static enum status grow(struct blocks *b, struct value_view values, const struct period *period)
{
    const struct value_table *box = b->ask->box;
    enum status st = ST_OK;
    uint32_t piece[NARROW_PIECE];
    while (st == ST_OK && b->next < box->count) {
        uint64_t left = box->count - b->next, count = left < NARROW_PIECE ? left : NARROW_PIECE;
        for (uint64_t i = 0; i < count; i++) {
            uint64_t value;
            if (!period_value(period, values, (uint64_t)box->low[0] + b->next + i, &value) || value >= VALUE_NONE)
                return ST_TOO_LARGE;
            piece[i] = (uint32_t)value;
        }
        st = blocks_add(b, piece, (size_t)count, 1);
    }
    return st;
}

enum status blocks_repeat(struct blocks *b, struct value_view values, const struct period *period)
{
    return period->saltus ? grow(b, values, period) : repeat(b, values, period->preperiod, period->period);
}

enum status blocks_end(struct blocks *b)
{
    enum status st = blocks_skip(b, b->ask->box->count - b->next);
    return st == ST_OK ? give_held(b) : st;
}
