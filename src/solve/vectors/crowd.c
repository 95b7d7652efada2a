/* SPDX-License-Identifier: MIT */
#include "solve/vectors/crowd.h"
#include <string.h>
#include "base/mem.h"
#include "solve/vectors/cell.h"

enum { BLOCK = 64, BYTES_A_PLACE = 12, SOON = 6 }; /* lists have room for some more */

/* ---- opening ----------------------------------------------------------------------------------------------------- */
static void fill_bits(struct vectors_crowd *c, const struct plane *rest)
{
    c->least_column = UINT32_MAX;
    for (uint64_t r = 0; r < c->rows; r++) {
        uint64_t *to = c->bits + r * (c->words + 2) + 1;
        memcpy(to, rest->bits + r * c->words, (size_t)c->words * sizeof *to);
        uint64_t w = 0;
        while (w < c->words && !to[w]) w++;
        if (r == 0 || w == c->words) continue;
        uint32_t least = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(to[w]);
        if (least < c->least_column) c->least_column = least;
    }
}

static enum status list_row_numbers(struct vectors_crowd *c, const struct plane *box)
{
    size_t leading = box->fields - 1;
    c->row_at_bytes = (size_t)c->rows * leading * sizeof *c->row_at;
    c->row_at = mem_alloc(c->row_at_bytes);
    if (!c->row_at) return ST_NO_MEMORY;
    for (uint64_t r = 0; r < c->rows; r++) plane_row(box, r, c->row_at + r * leading);
    return ST_OK;
}

static uint64_t bytes_before(const struct vectors_crowd *c) { return (c->blocks + 1) * c->numbers * sizeof *c->before; }

enum status vectors_crowd_open(struct vectors_crowd *c, const struct vectors_parts *parts, struct value_table *table,
                               struct budget *budget)
{
    *c = (struct vectors_crowd){.table = table, .budget = budget, .words = parts->rest.words, .rows = parts->rest.rows};
    c->columns = (uint64_t)table->extent[table->fields - 1];
    c->bytes = (size_t)(c->rows * (c->words + 2)) * sizeof *c->bits;
    c->blocks = c->words;
    c->numbers = vectors_numbers(table);
    enum status st = vectors_values_open(&c->sets, parts, table, true, budget);
    if (st == ST_OK) st = budget_fits(budget, c->bytes + bytes_before(c) + table->count * BYTES_A_PLACE);
    if (st != ST_OK) return st;
    c->bits = mem_alloc(c->bytes);
    c->before = mem_alloc((size_t)bytes_before(c));
    if (!c->bits || !c->before) return ST_NO_MEMORY;
    fill_bits(c, &parts->rest);
    for (uint64_t w = 0; w < c->words; w++) c->within |= c->bits[1 + w] != 0;
    return table->fields > 2 ? list_row_numbers(c, &parts->rest) : ST_OK;
}

void vectors_crowd_close(struct vectors_crowd *c)
{
    if (c->sets.parts) vectors_values_close(&c->sets);
    if (c->bits) mem_free(c->bits, c->bytes);
    if (c->before) mem_free(c->before, (size_t)bytes_before(c));
    if (c->row_at) mem_free(c->row_at, c->row_at_bytes);
    for (size_t v = 0; v < c->lists.count; v++) vec_free(&c->lists.data[v]);
    vec_free(&c->lists);
    vec_free(&c->here);
    vec_free(&c->last_here);
    c->bits = NULL;
    c->before = c->row_at = NULL;
}

double vectors_crowd_bytes(const struct vectors_parts *parts, const struct value_table *box)
{
    double cells = 1;
    for (size_t i = 0; i < box->fields; i++) cells *= (double)box->extent[i];
    double before = 4 * (double)vectors_numbers(box) * (double)(box->extent[box->fields - 1] / BLOCK + 2);
    return vectors_values_bytes(parts, box, true) + cells * (BYTES_A_PLACE + 1.0 / 8) + before;
}

/* ---- what places of one value show ------------------------------------------------------------------------------- */
/* C from column `by` on, which may be negative down to -63, `rows` further on. */
static inline uint64_t seen_at(const struct vectors_crowd *c, uint64_t rows, int64_t by)
{
    const uint64_t *at = c->bits + rows * (c->words + 2) + 1 + (by >> 6);
    unsigned shift = (unsigned)(by & 63);
    return at[0] >> shift | at[1] << 1 << (63 - shift);
}

static inline bool is_ahead(const struct vectors_crowd *c, uint64_t row, uint64_t of)
{
    size_t leading = c->table->fields - 1;
    const uint32_t *a = c->row_at + row * leading, *b = c->row_at + of * leading;
    bool all = true;
    for (size_t i = 0; i < leading; i++) all &= a[i] >= b[i];
    return all;
}

/* How many places of the list are before a column, known to be from `low` to `high`. */
static size_t places_before(const vectors_crowd_list *list, uint64_t column, size_t low, size_t high)
{
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list->data[middle].column < column) low = middle + 1;
        else high = middle;
    }
    return low;
}

static inline uint64_t without_place(struct vectors_crowd *c, const struct vectors_crowd_place *place, uint64_t row,
                                     int64_t first, uint64_t open)
{
    c->visits++;
    if (c->row_at && !is_ahead(c, row, place->row)) return open;
    return open & ~seen_at(c, row - place->row, first - (int64_t)place->column);
}

/* Those of `open`, positions of the block from column `first` on, that have no option of value v by C. First by places
 * that show something of the whole block, then by those in its columns, of which fewer count when fewer are open. */
static uint64_t without(struct vectors_crowd *c, uint64_t v, uint64_t row, int64_t first, uint64_t open)
{
    c->asked++;
    for (uint32_t k = c->within && v < c->last_here.count ? c->last_here.data[v] : 0; open && k;) {
        const struct vectors_crowd_place *place = &c->here.data[k - 1];
        open &= ~seen_at(c, 0, first - (int64_t)place->column);
        k = place->row;
        c->visits++;
    }
    if (!open || v >= c->lists.count) return open;
    const vectors_crowd_list *list = &c->lists.data[v];
    const uint32_t *before_next = c->before + ((uint64_t)first / BLOCK + 1) * c->numbers + v;
    size_t before = before_next[-(int64_t)c->numbers], k = before;
    if (v + SOON < c->lists.count && before_next[SOON - (int64_t)c->numbers])
        __builtin_prefetch(c->lists.data[v + SOON].data + before_next[SOON - (int64_t)c->numbers] - 1);
    while (open && k > 0) open = without_place(c, &list->data[--k], row, first, open);
    for (k = *before_next; open && k > before;) {
        uint64_t end = (uint64_t)first + BLOCK - (uint64_t)__builtin_clzll(open), old = open;
        end = end > c->least_column ? end - c->least_column : 0;
        if (list->data[k - 1].column >= end) k = places_before(list, end, before, k);
        while (k > before && open == old) open = without_place(c, &list->data[--k], row, first, open);
        if (open == old) break;
    }
    return open;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */
static enum status put(struct vectors_crowd *c, uint64_t column, uint64_t value)
{
    while (c->last_here.count <= value)
        if (!vec_push(&c->last_here, 0)) return ST_NO_MEMORY;
    uint32_t *last = &c->last_here.data[value];
    if (!vec_push(&c->here, (struct vectors_crowd_place){(uint32_t)column, *last})) return ST_NO_MEMORY;
    *last = (uint32_t)c->here.count;
    if (c->table->narrow) c->table->narrow[c->filled + column] = (uint16_t)value;
    else c->table->values[c->filled + column] = (uint32_t)value;
    return ST_OK;
}

/* Bit i of word k becomes bit k of word i (Warren, Hacker's Delight 2002, 7-3). */
static void transpose(uint64_t *a)
{
    uint64_t mask = 0x00000000ffffffffu;
    for (unsigned j = 32; j; j >>= 1, mask ^= mask << j)
        for (unsigned k = 0; k < 64; k = (k + j + 1) & ~j) {
            uint64_t t = (a[k] >> j ^ a[k + j]) & mask;
            a[k] ^= t << j;
            a[k + j] ^= t;
        }
}

struct block {
    uint64_t row, open;
    int64_t first;
    const uint64_t *sets[BLOCK][VECTORS_PARTS];
    uint64_t by_sets[BLOCK]; /* of each value: the positions that have options of it by parts with steps */
};

/* Which of 64 values from 64 * word on the positions have by parts. */
static void look_at_sets(const struct vectors_crowd *c, struct block *b, uint64_t word)
{
    size_t count = c->sets.parts->count;
    for (size_t i = 0; i < BLOCK; i++) {
        b->by_sets[i] = 0;
        for (size_t k = 0; k < count && b->open >> i & 1; k++)
            b->by_sets[i] |= word < full_of(b->sets[i][k]) ? ~(uint64_t)0 : b->sets[i][k][1 + word];
    }
    transpose(b->by_sets);
}

/* Those that take the value, one after the other. */
static enum status take(struct vectors_crowd *c, struct block *b, uint64_t value, uint64_t open)
{
    enum status st = ST_OK;
    while (open && st == ST_OK) {
        int i = __builtin_ctzll(open);
        b->open &= ~((uint64_t)1 << i);
        open &= ~((uint64_t)1 << i) & ~seen_at(c, 0, -(int64_t)i);
        st = put(c, (uint64_t)b->first + (uint64_t)i, value);
    }
    return st;
}

static enum status fill_block(struct vectors_crowd *c, struct block *b)
{
    size_t count = c->sets.parts->count;
    uint64_t width = c->columns - (uint64_t)b->first;
    enum status st = ST_OK;
    b->open = width < BLOCK ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
    for (size_t i = 0; count && i < BLOCK && i < width; i++)
        for (size_t k = 0; k < count; k++) {
            int64_t y = b->first + (int64_t)i;
            uint64_t at = c->filled + (uint64_t)y;
            b->sets[i][k] = c->table->narrow ? sets_at(&c->sets, &c->sets.sets[k], b->row, y, at, true)
                                             : sets_at(&c->sets, &c->sets.sets[k], b->row, y, at, false);
        }
    for (uint64_t word = 0; b->open && st == ST_OK; word++) {
        if (count) look_at_sets(c, b, word);
        for (uint64_t v = 0; v < BLOCK && b->open && st == ST_OK; v++) {
            uint64_t open = count ? b->open & ~b->by_sets[v] : b->open;
            if (open) open = without(c, word * 64 + v, b->row, b->first, open);
            if (open) st = take(c, b, word * 64 + v, open);
        }
    }
    return st;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
/* Puts the places of the row into the lists, each behind all of its column. */
static enum status list_row(struct vectors_crowd *c, uint64_t row)
{
    while (c->lists.count < c->last_here.count)
        if (!vec_push(&c->lists, (vectors_crowd_list){0})) return ST_NO_MEMORY;
    for (uint64_t v = 0; v < c->last_here.count; v++) {
        vectors_crowd_list *list = &c->lists.data[v];
        for (uint32_t k = c->last_here.data[v]; k; k = c->here.data[k - 1].row) {
            struct vectors_crowd_place place = {c->here.data[k - 1].column, (uint32_t)row};
            uint32_t *before = c->before + place.column / BLOCK * c->numbers + v;
            size_t at = places_before(list, (uint64_t)place.column + 1, before[0], before[c->numbers]);
            for (uint64_t b = place.column / BLOCK; b < c->blocks; b++) c->before[(b + 1) * c->numbers + v]++;
            if (!vec_reserve(list, 1)) return ST_NO_MEMORY;
            memmove(list->data + at + 1, list->data + at, (list->count - at) * sizeof place);
            list->data[at] = place;
            list->count++;
        }
        c->last_here.data[v] = 0;
    }
    c->here.count = 0;
    return ST_OK;
}

/* The numbers of row filled / columns but the last; the row. */
static uint64_t stand(const struct vectors_crowd *c, int64_t *at)
{
    uint64_t row = c->filled / c->columns, rest = row;
    for (size_t k = c->table->fields - 1; k-- > 0; rest /= (uint64_t)c->table->extent[k])
        at[k] = (int64_t)(rest % (uint64_t)c->table->extent[k]);
    return row;
}

static enum status fill_row(struct vectors_crowd *c, struct block *b)
{
    int64_t at[MODEL_MAX_FIELDS];
    enum status st = budget_take_states(c->budget, c->columns);
    b->row = stand(c, at);
    if (c->sets.parts->count) vectors_place(&c->sets, b->row, at);
    for (b->first = 0; st == ST_OK && (uint64_t)b->first < c->columns; b->first += BLOCK) {
        st = budget_check(c->budget);
        if (st == ST_OK) st = fill_block(c, b);
    }
    if (st == ST_OK) st = list_row(c, b->row);
    if (st == ST_OK) c->filled += c->columns;
    return st;
}

static enum status fill_to(void *kernel, uint64_t to)
{
    struct vectors_crowd *c = kernel;
    struct block *b = mem_alloc(sizeof *b);
    enum status st = b ? ST_OK : ST_NO_MEMORY;
    while (st == ST_OK && c->filled < to) st = fill_row(c, b);
    if (b) mem_free(b, sizeof *b);
    return st;
}

/* ---- rows whose values are known --------------------------------------------------------------------------------- */
static enum status pass_row(struct vectors_crowd *c)
{
    int64_t at[MODEL_MAX_FIELDS];
    uint64_t row = stand(c, at);
    enum status st = budget_check(c->budget);
    if (st == ST_OK && !vectors_fit(&c->sets, c->filled, c->columns)) st = ST_UNSUPPORTED;
    if (st == ST_OK && c->sets.parts->count) vectors_place(&c->sets, row, at);
    for (uint64_t y = 0; st == ST_OK && y < c->columns; y++) {
        for (size_t k = 0; k < c->sets.parts->count; k++) {
            if (c->table->narrow) sets_at(&c->sets, &c->sets.sets[k], row, (int64_t)y, c->filled + y, true);
            else sets_at(&c->sets, &c->sets.sets[k], row, (int64_t)y, c->filled + y, false);
        }
        st = put(c, y, value_table_at(c->table, c->filled + y));
    }
    if (st == ST_OK) st = list_row(c, row);
    if (st == ST_OK) c->filled += c->columns;
    return st;
}

static enum status pass_to(void *kernel, uint64_t to)
{
    struct vectors_crowd *c = kernel;
    enum status st = ST_OK;
    while (st == ST_OK && c->filled < to) st = pass_row(c);
    return st;
}

static void reset(void *kernel)
{
    struct vectors_crowd *c = kernel;
    vectors_values_clear(&c->sets);
    memset(c->before, 0, (size_t)bytes_before(c));
    for (size_t v = 0; v < c->lists.count; v++) c->lists.data[v].count = 0;
    for (size_t v = 0; v < c->last_here.count; v++) c->last_here.data[v] = 0;
    c->here.count = 0;
    c->filled = 0;
}

enum status vectors_crowd_fill(struct vectors_crowd *c, const struct kept_rows *of)
{
    struct row_kernel kernel = {
        .kernel = c, .columns = c->columns, .filled = &c->filled, .fill = fill_to, .pass = pass_to, .reset = reset};
    return kept_rows_fill(of, &kernel, c->table->count);
}
