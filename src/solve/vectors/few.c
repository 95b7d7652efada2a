/* SPDX-License-Identifier: MIT */
#include "solve/vectors/few.h"
#include <string.h>
#include "base/mem.h"

/* How many rows a seed leads back, if its numbers but the last are in front of those of the row. */
static bool rows_back(const struct value_table *t, const uint32_t *seed, const int64_t *at, uint64_t *rows)
{
    bool all = true;
    *rows = 0;
    for (size_t c = 0; c + 1 < t->fields; c++) {
        *rows = *rows * (uint64_t)t->extent[c] + seed[c];
        all &= !at || seed[c] <= at[c];
    }
    return all;
}

static uint64_t rows_needed(const struct vectors_part *part, const struct value_table *box)
{
    uint64_t most = 0, rows;
    for (size_t i = 0; i < part->seeds.count; i++) {
        rows_back(box, part->seeds.data[i].at, NULL, &rows);
        if (rows > most) most = rows;
    }
    return most + 1;
}

double vectors_few_bytes(const struct vectors_part *part, const struct value_table *box)
{
    return 8 * ((double)rows_needed(part, box) + 1) * (double)box->extent[box->fields - 1];
}

/* Room for 64 more values. */
static enum status widen(struct vectors_few *f)
{
    size_t row = (size_t)f->columns * sizeof(uint64_t), bytes = (size_t)f->rows * row;
    if (f->words == VECTORS_FEW_WORDS) return ST_UNSUPPORTED;
    enum status st = budget_fits(f->budget, bytes + row);
    if (st != ST_OK) return st;
    f->bits[f->words] = mem_alloc(bytes);
    f->all[f->words] = mem_alloc(row);
    f->words++;
    return f->bits[f->words - 1] && f->all[f->words - 1] ? ST_OK : ST_NO_MEMORY;
}

enum status vectors_few_open(struct vectors_few *f, const struct vectors_part *part, struct value_table *table,
                             struct budget *budget)
{
    *f = (struct vectors_few){.part = part, .table = table, .budget = budget};
    f->columns = (uint64_t)table->extent[table->fields - 1];
    f->rows = rows_needed(part, table);
    return widen(f);
}

void vectors_few_close(struct vectors_few *f)
{
    size_t row = (size_t)f->columns * sizeof(uint64_t);
    for (size_t w = 0; w < f->words; w++) {
        if (f->bits[w]) mem_free(f->bits[w], (size_t)f->rows * row);
        if (f->all[w]) mem_free(f->all[w], row);
    }
    f->words = 0;
}

/* What all columns of the row see in earlier rows. */
static void look_back(struct vectors_few *f, uint64_t row, const int64_t *at)
{
    size_t last = f->table->fields - 1;
    for (size_t w = 0; w < f->words; w++) memset(f->all[w], 0, (size_t)f->columns * sizeof(uint64_t));
    for (size_t i = 0; i < f->part->seeds.count; i++) {
        const uint32_t *seed = f->part->seeds.data[i].at;
        uint64_t back, columns = f->columns - seed[last];
        if (!rows_back(f->table, seed, at, &back) || !back) continue;
        for (size_t w = 0; w < f->words; w++) {
            const uint64_t *restrict from = f->bits[w] + (row - back) % f->rows * f->columns;
            uint64_t *restrict to = f->all[w] + seed[last];
            for (uint64_t y = 0; y < columns; y++) to[y] |= from[y];
        }
        f->looked_up += columns * f->words;
    }
}

/* The value of column y: what it sees in this row is looked at now. `within`: the seeds that lead to this row. */
static enum status decide(struct vectors_few *f, uint64_t row, uint64_t y, size_t within)
{
    uint64_t here = row % f->rows * f->columns, value = 0;
    size_t last = f->table->fields - 1, w = 0;
    for (; w < f->words; w++) {
        uint64_t all = f->all[w][y];
        for (size_t i = 0; i < within; i++) {
            uint64_t back = f->part->seeds.data[i].at[last];
            if (back <= y) all |= f->bits[w][here + y - back];
        }
        if (~all) {
            value = w * 64 + (uint64_t)__builtin_ctzll(~all);
            break;
        }
    }
    if (w == f->words) {
        enum status st = widen(f);
        if (st != ST_OK) return st;
        value = w * 64;
    }
    f->bits[w][here + y] = (uint64_t)1 << value % 64;
    if (f->table->narrow) f->table->narrow[f->filled++] = (uint16_t)value;
    else f->table->values[f->filled++] = (uint32_t)value;
    return ST_OK;
}

/* The numbers of row filled / columns but the last. */
static void stand(struct vectors_few *f)
{
    const struct value_table *t = f->table;
    uint64_t row = f->filled / f->columns;
    for (size_t c = t->fields - 1; c-- > 0; row /= (uint64_t)t->extent[c])
        f->at[c] = (int64_t)(row % (uint64_t)t->extent[c]);
}

static enum status fill_row(struct vectors_few *f)
{
    uint64_t row = f->filled / f->columns;
    enum status st = budget_take_states(f->budget, f->columns);
    if (st == ST_OK) st = budget_check(f->budget);
    if (st != ST_OK) return st;
    look_back(f, row, f->at);
    for (size_t w = 0; w < f->words; w++)
        memset(f->bits[w] + row % f->rows * f->columns, 0, (size_t)f->columns * sizeof(uint64_t));
    for (uint64_t y = 0; st == ST_OK && y < f->columns; y++) st = decide(f, row, y, f->within);
    for (size_t c = f->table->fields - 1; c-- > 0; f->at[c] = 0)
        if (++f->at[c] < f->table->extent[c]) break;
    return st;
}

static enum status fill_to(void *kernel, uint64_t to)
{
    struct vectors_few *f = kernel;
    enum status st = ST_OK;
    while (st == ST_OK && f->filled < to) st = fill_row(f);
    return st;
}

/* What is carried are numbers of the last rows. */
static enum status pass_to(void *kernel, uint64_t to)
{
    struct vectors_few *f = kernel;
    uint64_t row = to / f->columns, from = row > f->rows ? row - f->rows : 0;
    enum status st = ST_OK;
    for (uint64_t at = from * f->columns; at < to; at++) {
        uint32_t value = value_table_at(f->table, at);
        uint64_t place = at / f->columns % f->rows * f->columns + at % f->columns;
        while (st == ST_OK && value >= 64 * f->words) st = widen(f);
        if (st != ST_OK) return st;
        for (size_t w = 0; w < f->words; w++) f->bits[w][place] = 0;
        f->bits[value / 64][place] = (uint64_t)1 << value % 64;
    }
    f->filled = to;
    stand(f);
    return ST_OK;
}

static void reset(void *kernel)
{
    struct vectors_few *f = kernel;
    f->filled = 0;
    stand(f);
}

enum status vectors_few_fill(struct vectors_few *f, const struct kept_rows *of)
{
    struct row_kernel kernel = {
        .kernel = f, .columns = f->columns, .filled = &f->filled, .fill = fill_to, .pass = pass_to, .reset = reset};
    uint64_t back;
    f->within = 0; /* seeds are listed by rows */
    while (f->within < f->part->seeds.count && rows_back(f->table, f->part->seeds.data[f->within].at, NULL, &back) &&
           !back)
        f->within++;
    return kept_rows_fill(of, &kernel, f->table->count);
}
