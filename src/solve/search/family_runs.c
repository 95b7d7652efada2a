/* SPDX-License-Identifier: MIT */
/* Pairs of ends wait in lists by the number of cells of their next run. */
#include "solve/search/family_runs.h"
#include <inttypes.h>
#include <string.h>
#include "base/mem.h"
#include "solve/heap/kept_rows.h"

enum { RUNS_A_ROW = 64 };

struct runs {
    struct families *f;
    uint32_t *first, *next; /* by number of cells, 1 + a pair; by pair */
    size_t rights, most;
    size_t cells;         /* of the runs that are valued now */
    uint32_t pair;        /* 1 + the next one of them; 0: none */
    uint64_t count, done; /* runs */
    uint16_t *values;     /* in this order; NULL: nothing is kept */
    uint16_t largest;     /* before the first one */
};

/* ---- the order --------------------------------------------------------------------------------------------------- */
static void wait_for(struct runs *q, size_t pair, size_t cells)
{
    if (cells > q->most) return;
    q->next[pair] = q->first[cells];
    q->first[cells] = (uint32_t)pair + 1;
}

/* To the first run. */
static void begin(void *kernel)
{
    struct runs *q = kernel;
    const struct families *f = q->f;
    memset(q->first, 0, (q->most + 1) * sizeof *q->first);
    q->count = q->done = q->cells = 0;
    q->f->largest = q->largest;
    for (size_t l = 0; l < f->ends[FAMILY_LEFT].count; l++)
        for (size_t r = 0; r < q->rights; r++) {
            const struct family_end *left = &f->ends[FAMILY_LEFT].data[l], *right = &f->ends[FAMILY_RIGHT].data[r];
            size_t cells = (size_t)left->length + right->length + family_least(f, left, right);
            if ((!f->wraps && right->phase < left->phase) || cells > q->most) continue;
            wait_for(q, l * q->rights + r, cells);
            q->count += f->wraps ? (q->most - cells) / f->period + 1 : 1;
        }
    q->pair = q->first[0];
}

/* The pair whose run comes next; there is one. */
static uint32_t next_pair(struct runs *q)
{
    while (!q->pair) q->pair = q->first[++q->cells];
    uint32_t now = q->pair - 1;
    q->pair = q->next[now];
    if (q->f->wraps) wait_for(q, now, q->cells + q->f->period);
    return now;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static enum status fill_to(void *kernel, uint64_t to)
{
    struct runs *q = kernel;
    enum status st = ST_OK;
    for (; st == ST_OK && q->done < to; q->done += st == ST_OK) {
        uint32_t pair = next_pair(q), left = (uint32_t)(pair / q->rights), right = (uint32_t)(pair % q->rights), value;
        st = family_run_value(q->f, left, right, q->cells, &value);
        if (st != ST_OK) continue;
        family_run_put(q->f, left, right, q->cells, value);
        if (q->values) q->values[q->done] = (uint16_t)value;
    }
    return st;
}

/* Values go to the table; none is greater than FAMILY_MOST. */
static enum status pass_to(void *kernel, uint64_t to)
{
    struct runs *q = kernel;
    for (; q->done < to; q->done++) {
        uint32_t pair = next_pair(q);
        family_run_put(q->f, (uint32_t)(pair / q->rights), (uint32_t)(pair % q->rights), q->cells, q->values[q->done]);
    }
    return ST_OK;
}

static struct journal_values values_now(const void *kernel)
{
    return (struct journal_values){.narrow = ((const struct runs *)kernel)->values};
}

/* ---- words ------------------------------------------------------------------------------------------------------- */
static void write_cells(struct text *out, const unsigned char *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) text_add(out, " %d", cells[i]);
    text_puts(out, "\n");
}

/* All that tells which run is at which place. */
static void write_words(const void *context, struct text *out)
{
    const struct families *f = context;
    text_add(out, "families of runs\ngame %d\nvalues", f->rule->game);
    for (size_t i = 0; i < f->rule->value_count; i++) text_add(out, " %" PRId64, f->rule->values[i]);
    text_add(out, "\ncore %s", f->wraps ? "wraps" : "ends");
    write_cells(out, f->core, f->period);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < f->ends[side].count; i++) {
            const struct family_end *e = &f->ends[side].data[i];
            text_add(out, "end %d phase %" PRIu32, side, e->phase);
            write_cells(out, e->cells, e->length);
        }
}

/* ---- filling ----------------------------------------------------------------------------------------------------- */
static enum status fill_kept(struct runs *q, const struct env *env)
{
    struct kept_name name = {write_words, q->f};
    struct value_table none = {.game = q->f->rule->game, .count = q->count};
    struct kept_rows of = {.env = env, .table = &none, .name = &name};
    struct row_kernel kernel = {.kernel = q,
                                .columns = RUNS_A_ROW,
                                .filled = &q->done,
                                .most = FAMILY_MOST,
                                .uncounted = true,
                                .fill = fill_to,
                                .pass = pass_to,
                                .reset = begin,
                                .values = values_now};
    uint64_t bytes = q->count * sizeof *q->values;
    if (env && keep_possible(env) && budget_fits(q->f->budget, bytes) == ST_OK)
        q->values = mem_alloc_raw((size_t)bytes);
    enum status st = kept_rows_fill(q->values ? &of : NULL, &kernel, q->count);
    mem_free(q->values, q->values ? (size_t)bytes : 0);
    return st;
}

enum status family_runs_fill(struct families *f, const struct env *env, size_t most)
{
    size_t rights = f->ends[FAMILY_RIGHT].count, pairs = f->ends[FAMILY_LEFT].count * rights;
    struct runs q = {.f = f,
                     .first = mem_alloc((most + 1) * sizeof *q.first),
                     .next = mem_alloc_raw((pairs + 1) * sizeof *q.next),
                     .rights = rights,
                     .most = most,
                     .largest = f->largest};
    enum status st = q.first && q.next ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK) begin(&q);
    if (st == ST_OK) st = fill_kept(&q, env);
    mem_free(q.first, q.first ? (most + 1) * sizeof *q.first : 0);
    mem_free(q.next, q.next ? (pairs + 1) * sizeof *q.next : 0);
    return st;
}
