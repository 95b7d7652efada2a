/* SPDX-License-Identifier: MIT */
/* Runs of options that step through rows by the same amount, of moves whose conditions (but those on the bound number) and next limit
 * read nothing but what is taken: n - t, 2 * t where t % 3 != 0. The next limits are then the same in all rows, and are kept; what is
 * forbidden has LIMITS_NEVER for its limit, which is less than no row's `won`, so an option costs one comparison. In normal play. */
#include "solve/dynamic/cap.h"
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/private.h"

enum { KEPT_MOST = 1 << 24 };

enum status dynamic_steps_open(const struct dynamic_limits *l, const struct dynamic_move *m, struct arena *arena,
                               struct dynamic_steps *s)
{
    bool fits = !l->misere && !m->ends && m->value_count == 1 && !term_cells_read(m->after[l->rule->bound]);
    for (size_t i = 0; i < m->filter[1].count; i++) fits &= !term_cells_read(m->filter[1].items[i]);
    *s = (struct dynamic_steps){0};
    size_t most = 64;
    for (size_t c = 0; c < l->rows.fields && fits; c++) {
        fits = c == l->rule->bound || term_linear(m->after[c], &s->after[c]);
        if (most < KEPT_MOST) most += (size_t)l->rows.extent[c];
    }
    if (!fits) return ST_OK;
    s->most = most < KEPT_MOST ? most : KEPT_MOST;
    s->next = arena_array(arena, s->most + LANES_MOST, sizeof *s->next);
    return s->next ? ST_OK : ST_NO_MEMORY;
}

/* Next limits of what is taken, 0 to `high`. False: they are not all known. */
static bool make_next(const struct dynamic_limits *l, const struct dynamic_move *m, struct dynamic_rows *r,
                      int64_t high, struct dynamic_steps *s)
{
    if (high >= (int64_t)s->most) return false;
    while (!s->ended && (int64_t)s->count <= high) {
        int64_t *next = s->next + s->count, passes[LANES_MOST], low = l->rows.low[l->rule->bound];
        r->x[TERM_CELLS] = (int64_t)s->count;
        s->ended = !lanes_at(m->after[l->rule->bound], r->x, TERM_CELLS, LANES_MOST, next);
        for (size_t i = 0; !s->ended && i < LANES_MOST; i++) {
            s->ended = next[i] < low || next[i] >= DYNAMIC_SMALL;
            next[i] *= l->sign;
        }
        for (size_t k = 0; !s->ended && k < m->filter[1].count; k++) {
            s->ended = !lanes_at(m->filter[1].items[k], r->x, TERM_CELLS, LANES_MOST, passes);
            for (size_t i = 0; i < LANES_MOST && !s->ended; i++) next[i] = passes[i] ? next[i] : LIMITS_NEVER;
        }
        if (!s->ended) s->count += LANES_MOST;
    }
    return (int64_t)s->count > high;
}

/* The row that the move leads to, if it is an earlier one. */
static bool row_of(const struct dynamic_limits *l, const struct dynamic_rows *r, const struct dynamic_steps *s,
                   int64_t *row)
{
    *row = 0;
    for (size_t c = 0; c < l->rows.fields; c++) {
        if (c == l->rule->bound) continue;
        int64_t offset = linear_at(&s->after[c], r->x) - l->rows.low[c];
        if (offset < 0 || offset >= l->rows.extent[c]) return false;
        *row += offset * l->rows.stride[c];
    }
    return (uint64_t)*row < r->at;
}

/* Rows at both ends are in the box and earlier, and linear, so those between are too. */
bool dynamic_steps_begin(const struct dynamic_limits *l, const struct dynamic_move *m, struct dynamic_rows *r,
                         int64_t low, int64_t high, struct dynamic_steps *s)
{
    int64_t last;
    if (!s->next || low < 0 || low > high || !make_next(l, m, r, high, s)) return false;
    r->x[TERM_CELLS] = high;
    if (!row_of(l, r, s, &last)) return false;
    r->x[TERM_CELLS] = low;
    if (!row_of(l, r, s, &s->row)) return false;
    s->step = low < high ? (last - s->row) / (high - low) : 0;
    return true;
}

int64_t dynamic_steps_next(const struct dynamic_limits *l, const struct dynamic_steps *s, int64_t from, int64_t to,
                           int64_t row)
{
    const int64_t *next = s->next, *won = l->won;
    for (int64_t t = from; t <= to; t++, row += s->step)
        if (next[t] < won[row]) return t;
    return to + 1;
}
