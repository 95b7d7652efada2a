/* SPDX-License-Identifier: MIT */
/* Periods are observed row by row (period.h); one that all chosen rows have together is tried from the present column on. The premises are
 * named as in rows.h. */
#include "solve/rows/rows.h"
#include <inttypes.h>
#include <string.h>
#include "base/checked.h"
#include "base/mem.h"
#include "base/numbers.h"
#include "solve/heap/period.h"
#include "solve/rows/private.h"

enum { FIRST_COLUMNS = 512 };
#define THEOREM                                                                                                        \
    "rows of two numbers (after Dress, Flammenkamp and Pink 1999, Landman 2002): what decides the values of the row "  \
    "repeats, raised by a constant (induction on mex)"

/* One try. */
struct trial {
    struct walk *w;
    bool *chosen;
    int64_t *saltus, *set_saltus; /* of period steps */
    uint64_t period;
    uint64_t **before; /* per set: as it was at b */
    struct arena *arena;
    struct rows *out;
};

/* ---- which rows -------------------------------------------------------------------------------------------------- */
static void choose(struct trial *t, int64_t row)
{
    const struct lanes *l = t->w->lanes;
    int64_t width = l->low + l->modulus;
    memset(t->chosen, 0, (size_t)l->rows * sizeof *t->chosen);
    t->chosen[row] = true;
    for (int64_t i = row; i >= 0; i--) { /* no row leads to a later one */
        for (int64_t c = 0; t->chosen[i] && c < l->modulus; c++) {
            const struct walk_options *o = &t->w->options[i * l->modulus + c];
            for (size_t k = 0; k < o->near_count; k++) t->chosen[o->near[k].row] = true;
            for (int64_t s = 0; o->set >= 0 && s < l->rows * width; s++)
                if (s % width >= l->low && t->w->sets[o->set].source[s]) t->chosen[s / width] = true;
        }
    }
}

/* ---- what is tried ----------------------------------------------------------------------------------------------- */
static bool join(uint64_t *a, uint64_t b, uint64_t most)
{
    uint64_t times = b / number_gcd(*a, b);
    return times <= most / *a && (*a *= times, true);
}

static enum status observe(struct trial *t, struct period *seen, bool *found)
{
    const struct walk *w = t->w;
    enum status st = ST_OK;
    t->period = (uint64_t)w->lanes->modulus;
    *found = true;
    for (int64_t i = 0; st == ST_OK && *found && i < w->lanes->rows; i++) {
        if (!t->chosen[i]) continue;
        st = period_observe(w->g + (size_t)i * w->columns, w->next, &seen[i]);
        *found = st == ST_OK && seen[i].found && seen[i].saltus >= 0 && join(&t->period, seen[i].period, w->next);
    }
    for (int64_t i = 0; *found && i < w->lanes->rows; i++)
        if (t->chosen[i]) t->saltus[i] = seen[i].saltus * (int64_t)(t->period / seen[i].period);
    return st;
}

/* (2), for rows without a set, and (4), for sets that are shared. */
static bool give_sets(struct trial *t)
{
    const struct walk *w = t->w;
    for (size_t s = 0; s < w->set_count; s++) t->set_saltus[s] = -1;
    for (int64_t i = 0; i < w->lanes->rows; i++)
        for (int64_t c = 0; t->chosen[i] && c < w->lanes->modulus; c++) {
            int s = w->options[i * w->lanes->modulus + c].set;
            if (s < 0 && t->saltus[i]) return false;
            if (s >= 0 && t->set_saltus[s] >= 0 && t->set_saltus[s] != t->saltus[i]) return false;
            if (s >= 0) t->set_saltus[s] = t->saltus[i];
        }
    return true;
}

/* ---- (1) and (2) ------------------------------------------------------------------------------------------------- */
static bool window_repeats(const struct trial *t, uint64_t b)
{
    const struct walk *w = t->w;
    for (int64_t i = 0; i < w->lanes->rows; i++)
        for (uint64_t n = b - (uint64_t)w->lanes->reach - 1; t->chosen[i] && n < b; n++) {
            const uint32_t *g = w->g + (size_t)i * w->columns;
            if ((int64_t)g[n + t->period] != g[n] + t->saltus[i]) return false;
        }
    return true;
}

static bool set_repeats(const struct trial *t, size_t s)
{
    const uint64_t *now = t->w->sets[s].bits, *before = t->before[s];
    uint64_t saltus = (uint64_t)t->set_saltus[s];
    for (uint64_t v = 0; v < t->w->top; v++) {
        bool expected = v < saltus || walk_has(before, v - saltus);
        if (walk_has(now, v) != expected) return false;
    }
    return true;
}

static enum status keep_sets(struct trial *t)
{
    for (size_t s = 0; s < t->w->set_count; s++) {
        if (t->set_saltus[s] < 0) continue;
        if (!t->before[s] && !(t->before[s] = arena_array(&t->w->arena, t->w->words, sizeof **t->before)))
            return ST_NO_MEMORY;
        memcpy(t->before[s], t->w->sets[s].bits, t->w->words * sizeof **t->before);
    }
    return ST_OK;
}

static enum status try_row(struct trial *t, struct period *seen, bool *proved)
{
    struct walk *w = t->w;
    uint64_t b = w->next;
    *proved = false;
    enum status st = observe(t, seen, proved);
    bool likely = *proved && w->columns - b >= t->period && give_sets(t);
    *proved = false;
    if (st == ST_OK && likely) st = keep_sets(t);
    if (st != ST_OK || !likely) return st;
    struct walk_watch watch = {t->chosen, t->saltus, t->set_saltus, true};
    if (!walk_to(w, b + t->period, &watch) || !watch.holds || !window_repeats(t, b)) return ST_OK;
    *proved = true;
    for (size_t s = 0; s < w->set_count; s++) *proved = *proved && (t->set_saltus[s] < 0 || set_repeats(t, s));
    return ST_OK;
}

/* ---- the least period -------------------------------------------------------------------------------------------- */
static enum status say_premises(const struct trial *t, int64_t row)
{
    const struct lanes *l = t->w->lanes;
    uint64_t b = t->w->next - t->period;
    t->out->premises[row] = arena_printf(
        t->arena,
        "play ends; from %" PRId64 " on options lie at most %" PRId64 " before their number, below %" PRId64
        ", or between in whole residues modulo %" PRId64 "; what decides values at %" PRIu64 " does so at %" PRIu64,
        l->from, l->reach, l->low, l->modulus, b, b + t->period);
    return t->out->premises[row] ? ST_OK : ST_NO_MEMORY;
}

/* The differences of the row repeat every P from e on. */
static enum status least(const struct trial *t, int64_t row)
{
    struct period *period = &t->out->periods[row];
    const uint32_t *g = t->w->g + (size_t)row * t->w->columns;
    uint64_t p = t->period, e = t->w->next - t->period - (uint64_t)t->w->lanes->reach - 1;
    uint32_t *steps = mem_alloc_raw((size_t)t->period * sizeof *steps);
    if (!steps) return ST_NO_MEMORY;
    for (uint64_t k = 0; k < p; k++) steps[k] = g[e + k + 1] - g[e + k];
    enum status st = period_least(steps, &p);
    mem_free(steps, (size_t)t->period * sizeof *steps);
    int64_t saltus = (int64_t)g[e + p] - g[e];
    while (e > 0 && (int64_t)g[e - 1 + p] - g[e - 1] == saltus) e--;
    *period = (struct period){.found = true, .proved = true, .preperiod = e, .period = p, .saltus = saltus};
    period->theorem = THEOREM;
    return st == ST_OK ? say_premises(t, row) : st;
}

static enum status try_rows(struct trial *t, struct period *seen, bool *all)
{
    struct period *periods = t->out->periods;
    enum status st = ST_OK;
    *all = true;
    for (int64_t row = 0; st == ST_OK && row < t->w->lanes->rows; row++) {
        bool proved;
        if (periods[row].found) continue;
        choose(t, row);
        st = try_row(t, seen, &proved);
        *all = *all && proved;
        for (int64_t i = 0; st == ST_OK && proved && i <= row; i++)
            if (t->chosen[i] && !periods[i].found) st = least(t, i);
    }
    return st;
}

static enum status search(struct trial *t)
{
    struct walk *w = t->w;
    struct arena *arena = &w->arena;
    size_t rows = (size_t)w->lanes->rows;
    struct period *seen = arena_array(arena, rows, sizeof *seen);
    t->chosen = arena_array(arena, rows, sizeof *t->chosen);
    t->saltus = arena_array(arena, rows, sizeof *t->saltus);
    t->set_saltus = arena_array(arena, w->set_count + 1, sizeof *t->set_saltus);
    t->before = arena_array(arena, w->set_count + 1, sizeof *t->before);
    if (!seen || !t->chosen || !t->saltus || !t->set_saltus || !t->before) return ST_NO_MEMORY;
    bool all = false;
    enum status st = ST_OK;
    uint64_t to = FIRST_COLUMNS;
    while (to < 2 * (uint64_t)w->lanes->from) to *= 2;
    for (; st == ST_OK && !all && to <= w->columns / 2; to *= 2) {
        if (!walk_to(w, to > w->next ? to : w->next, NULL)) break;
        st = try_rows(t, seen, &all);
    }
    return st;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */
static enum status hand_over(const struct walk *w, struct arena *arena, struct rows *out)
{
    out->count = w->next;
    uint32_t *values = arena_array(arena, (size_t)out->rows * (size_t)out->count + 1, sizeof *values);
    if (!values) return ST_NO_MEMORY;
    for (int64_t i = 0; i < out->rows; i++)
        memcpy(values + (size_t)i * out->count, w->g + (size_t)i * w->columns, out->count * sizeof *values);
    for (int64_t i = 0; i < out->rows; i++) out->periods[i].to = out->count ? out->count - 1 : 0;
    out->values = values;
    return ST_OK;
}

enum status rows_prove(const struct lanes *lanes, uint64_t last, struct arena *arena, struct rows *out)
{
    struct walk w;
    struct trial t = {.w = &w};
    *out = (struct rows){.rows = lanes->rows};
    out->periods = arena_array(arena, (size_t)lanes->rows + 1, sizeof *out->periods);
    out->premises = arena_array(arena, (size_t)lanes->rows + 1, sizeof *out->premises);
    if (!out->periods || !out->premises) return ST_NO_MEMORY;
    enum status st = walk_open(&w, lanes, last && last < ROWS_COLUMNS ? last + 1 : ROWS_COLUMNS);
    t.arena = arena;
    t.out = out;
    if (st == ST_OK && !w.too_large) st = search(&t);
    if (st == ST_OK && !w.too_large && last) walk_to(&w, w.columns, NULL);
    if (st == ST_OK && !w.too_large) st = hand_over(&w, arena, out);
    walk_close(&w);
    return st;
}
