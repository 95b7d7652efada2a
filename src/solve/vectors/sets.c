/* SPDX-License-Identifier: MIT */
#include "solve/vectors/sets.h"
#include <string.h>
#include "base/mem.h"
#include "solve/vectors/cell.h"

/* ---- room -------------------------------------------------------------------------------------------------------- */
uint64_t vectors_numbers(const struct value_table *box)
{
    uint64_t all = 1;
    for (size_t c = 0; c < box->fields; c++) all += (uint64_t)box->extent[c] - 1;
    return all;
}

bool vectors_narrow(const struct value_table *box) { return vectors_numbers(box) <= UINT16_MAX; }

static uint64_t rows_on(const struct value_table *box, const uint32_t *at)
{
    uint64_t rows = 0;
    for (size_t c = 0; c + 1 < box->fields; c++) rows = rows * (uint64_t)box->extent[c] + at[c];
    return rows;
}

static void size_up(struct vectors_sets *s, const struct value_table *box, bool apart)
{
    const struct vectors_part *part = s->part;
    size_t last = box->fields - 1;
    uint64_t most = 0;
    for (size_t i = 0; i < part->step_count; i++) {
        s->on[i] = rows_on(box, part->steps[i]);
        if (s->on[i] > most) most = s->on[i];
    }
    bool one = s->one = part->step_count == 1 && (most || !apart);
    s->rows = part->step_count == 0 || !most ? 1 : one ? most : most + 1;
    s->columns = part->step_count == 0 ? 1 : one && !most ? part->steps[0][last] : (uint64_t)box->extent[last];
}

double vectors_values_bytes(const struct vectors_parts *parts, const struct value_table *box, bool apart)
{
    double bytes = 0;
    for (size_t i = 0; i < parts->count; i++) {
        struct vectors_sets s = {.part = &parts->items[i]};
        size_up(&s, box, apart);
        bytes += 8 * (double)s.rows * (1 + (double)s.columns * (double)(vectors_numbers(box) / 64 + 2));
        bytes += (double)s.part->seeds.count * (double)(sizeof *s.seeds + sizeof *s.part->seeds.data);
    }
    return bytes;
}

static enum status open_sets(struct vectors_values *v, struct vectors_sets *s)
{
    uint64_t bytes;
    size_up(s, v->table, v->apart);
    if (__builtin_mul_overflow(s->rows * s->columns, (v->words + 1) * sizeof *s->sets, &bytes)) return ST_MEMORY_BUDGET;
    s->bytes = (size_t)bytes;
    enum status st = budget_fits(v->budget, s->bytes + s->part->seeds.count * sizeof *s->seeds);
    if (st != ST_OK) return st;
    s->sets = mem_alloc(s->bytes);
    s->turn = mem_alloc((size_t)s->rows * sizeof *s->turn);
    s->seeds = mem_alloc((s->part->seeds.count + 1) * sizeof *s->seeds);
    return s->sets && s->turn && s->seeds ? ST_OK : ST_NO_MEMORY;
}

enum status vectors_values_open(struct vectors_values *v, const struct vectors_parts *parts, struct value_table *table,
                                bool apart, struct budget *budget)
{
    *v = (struct vectors_values){.parts = parts, .table = table, .apart = apart, .budget = budget};
    v->words = (vectors_numbers(table) + 63) / 64;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < parts->count; i++) {
        v->sets[i].part = &parts->items[i];
        st = open_sets(v, &v->sets[i]);
    }
    return st;
}

void vectors_values_clear(struct vectors_values *v)
{
    for (size_t i = 0; i < v->parts->count; i++) {
        memset(v->sets[i].sets, 0, v->sets[i].bytes);
        memset(v->sets[i].turn, 0, (size_t)v->sets[i].rows * sizeof *v->sets[i].turn);
    }
}

void vectors_values_close(struct vectors_values *v)
{
    for (size_t i = 0; i < v->parts->count; i++) {
        struct vectors_sets *s = &v->sets[i];
        if (!s->part) continue;
        if (s->sets) mem_free(s->sets, s->bytes);
        if (s->turn) mem_free(s->turn, (size_t)s->rows * sizeof *s->turn);
        if (s->seeds) mem_free(s->seeds, (s->part->seeds.count + 1) * sizeof *s->seeds);
        s->part = NULL;
    }
}

/* ---- a row ------------------------------------------------------------------------------------------------------- */
static bool reaches_back(const struct value_table *t, const int64_t *at, const uint32_t *vector)
{
    bool all = true;
    for (size_t c = 0; c + 1 < t->fields; c++) all &= vector[c] <= at[c];
    return all;
}

/* What seeds and steps lead to from this row. */
static void place_one(struct vectors_values *v, struct vectors_sets *s, uint64_t row, const int64_t *at)
{
    const struct value_table *t = v->table;
    size_t last = t->fields - 1;
    s->seed_count = s->source_count = 0;
    for (size_t i = 0; i < s->part->seeds.count; i++) {
        const uint32_t *seed = s->part->seeds.data[i].at;
        if (!reaches_back(t, at, seed)) continue;
        uint64_t back = 0;
        for (size_t c = 0; c < t->fields; c++) back += seed[c] * (uint64_t)t->stride[c];
        s->seeds[s->seed_count++] = (struct vectors_source){seed[last], back};
    }
    v->looked_up += s->seed_count * (uint64_t)t->extent[last];
    for (size_t i = 0; i < s->part->step_count; i++) {
        if (!reaches_back(t, at, s->part->steps[i])) continue;
        uint64_t from = (row - s->on[i]) % s->rows;
        s->columns_back[s->source_count] = s->part->steps[i][last];
        s->sources[s->source_count++] = s->sets + from * s->columns * (v->words + 1);
    }
    if (!s->one || !s->on[0]) return;
    int64_t *turn = &s->turn[row % s->rows], columns = (int64_t)s->columns;
    *turn = s->source_count ? (*turn - s->columns_back[0] % columns + columns) % columns : 0;
}

void vectors_place(struct vectors_values *v, uint64_t row, const int64_t *at)
{
    for (size_t i = 0; i < v->parts->count; i++) place_one(v, &v->sets[i], row, at);
}

static inline void fill_row(struct vectors_values *v, uint64_t row, bool narrow)
{
    int64_t columns = v->table->extent[v->table->fields - 1];
    size_t count = v->parts->count;
    const uint64_t *sets[VECTORS_PARTS];
    for (int64_t y = 0; y < columns; y++) {
        uint64_t w = 0, all;
        for (size_t i = 0; i < count; i++) {
            const uint64_t *set = sets_at(v, &v->sets[i], row, y, v->filled, narrow);
            if (full_of(set) > w) w = full_of(set);
            sets[i] = set + 1;
        }
        for (;; w++) {
            v->scanned += count;
            all = 0;
            for (size_t i = 0; i < count; i++) all |= sets[i][w];
            if (~all) break;
        }
        uint64_t value = w * 64 + (uint64_t)__builtin_ctzll(~all);
        if (narrow) v->table->narrow[v->filled++] = (uint16_t)value;
        else v->table->values[v->filled++] = (uint32_t)value;
    }
}

/* The sets of the row, whose values are known. */
static inline void pass_row(struct vectors_values *v, uint64_t row, bool narrow)
{
    int64_t columns = v->table->extent[v->table->fields - 1];
    for (int64_t y = 0; y < columns; y++, v->filled++)
        for (size_t i = 0; i < v->parts->count; i++) sets_at(v, &v->sets[i], row, y, v->filled, narrow);
}

/* The numbers of a row but the last. */
static void numbers_of_row(const struct value_table *t, uint64_t row, int64_t *at)
{
    for (size_t c = t->fields - 1; c-- > 0; row /= (uint64_t)t->extent[c])
        at[c] = (int64_t)(row % (uint64_t)t->extent[c]);
}

static enum status fill_to(void *kernel, uint64_t to)
{
    struct vectors_values *v = kernel;
    const struct value_table *t = v->table;
    int64_t at[MODEL_MAX_FIELDS] = {0};
    uint64_t columns = (uint64_t)t->extent[t->fields - 1];
    numbers_of_row(t, v->filled / columns, at);
    while (v->filled < to) {
        enum status st = budget_take_states(v->budget, columns);
        if (st == ST_OK) st = budget_check(v->budget);
        if (st != ST_OK) return st;
        uint64_t row = v->filled / columns;
        vectors_place(v, row, at);
        if (t->narrow) fill_row(v, row, true);
        else fill_row(v, row, false);
        for (size_t c = t->fields - 1; c-- > 0; at[c] = 0)
            if (++at[c] < t->extent[c]) break;
    }
    return ST_OK;
}

static enum status pass_to(void *kernel, uint64_t to)
{
    struct vectors_values *v = kernel;
    const struct value_table *t = v->table;
    int64_t at[MODEL_MAX_FIELDS] = {0};
    uint64_t columns = (uint64_t)t->extent[t->fields - 1];
    while (v->filled < to) {
        enum status st = budget_check(v->budget);
        if (st != ST_OK) return st;
        if (!vectors_fit(v, v->filled, columns)) return ST_UNSUPPORTED;
        uint64_t row = v->filled / columns;
        numbers_of_row(t, row, at);
        vectors_place(v, row, at);
        if (t->narrow) pass_row(v, row, true);
        else pass_row(v, row, false);
    }
    return ST_OK;
}

bool vectors_fit(const struct vectors_values *v, uint64_t from, uint64_t count)
{
    uint32_t most = 0;
    for (uint64_t i = from; i < from + count; i++) {
        uint32_t value = value_table_at(v->table, i);
        if (value > most) most = value;
    }
    return most < v->words * 64;
}

static void reset(void *kernel)
{
    struct vectors_values *v = kernel;
    vectors_values_clear(v);
    v->filled = 0;
}

/* Sets and where they are turned to, part by part. */
static size_t carried(void *kernel, size_t part, void **bytes)
{
    struct vectors_values *v = kernel;
    if (part / 2 >= v->parts->count) return 0;
    struct vectors_sets *s = &v->sets[part / 2];
    *bytes = part % 2 ? (void *)s->turn : (void *)s->sets;
    return part % 2 ? (size_t)s->rows * sizeof *s->turn : s->bytes;
}

/* The greatest number is the value of the corner at most, which is nobody's option: so some number is missing in each
 * set, and in any that are looked at together. */
static bool is_set(const struct vectors_values *v, const uint64_t *set)
{
    uint64_t greatest = vectors_numbers(v->table) - 1;
    uint32_t full = full_of(set), top = top_of(set);
    bool fine = full <= top && top <= v->words && full < v->words;
    for (uint64_t w = fine ? top : v->words; w < v->words; w++) fine &= !set[1 + w];
    return fine && set[v->words] >> greatest % 64 == 0;
}

static bool sound(const void *kernel)
{
    const struct vectors_values *v = kernel;
    bool fine = true;
    for (size_t i = 0; i < v->parts->count; i++) {
        const struct vectors_sets *s = &v->sets[i];
        for (uint64_t k = 0; k < s->rows; k++) fine &= s->turn[k] >= 0 && s->turn[k] < (int64_t)s->columns;
        for (uint64_t k = 0; k < s->rows * s->columns; k++) fine &= is_set(v, s->sets + k * (v->words + 1));
    }
    return fine;
}

enum status vectors_fill(struct vectors_values *v, const struct kept_rows *of)
{
    const struct value_table *t = v->table;
    struct row_kernel kernel = {.kernel = v,
                                .columns = (uint64_t)t->extent[t->fields - 1],
                                .filled = &v->filled,
                                .fill = fill_to,
                                .pass = pass_to,
                                .reset = reset,
                                .carried = carried,
                                .sound = sound};
    for (size_t i = 0; i < v->parts->count; i++)
        if (v->sets[i].rows > kernel.window) kernel.window = v->sets[i].rows;
    return kept_rows_fill(of, &kernel, t->count);
}
