/* SPDX-License-Identifier: MIT */
/* A position's value is the first bit that no set of its lines has. Rows of a block are filled together, each a
 * position behind the one before: then several positions are in work at once, and a set that several rows use is
 * near. Where every option is nowhere greater than the position (nested.below), it is in a row before, or in the same
 * one; and at the same column or before, so it is computed earlier. Other rules are filled row by row. Where every
 * ray lets x - u enter and counts everywhere, the commonest case, the number of rays is known to the compiler, and
 * nothing is asked of a position; mixed.c and counted.c fill others. */
#include <string.h>
#include "solve/lines/sets.h"

/* ---- plain rays -------------------------------------------------------------------------------------------------- */
struct cursor {
    uint64_t *bits;
    uint32_t *full;
    const struct line_option *leave; /* of a window; else NULL */
};

static inline __attribute__((always_inline)) uint32_t plain_value(const struct cursor *c, size_t count)
{
    uint32_t k = 0;
    uint64_t word;
    for (size_t i = 0; i < count; i++) k = *c[i].full > k ? *c[i].full : k;
    for (;; k++) {
        word = 0;
        for (size_t i = 0; i < count; i++) word |= c[i].bits[k];
        if (word != UINT64_MAX) break;
    }
    return k * 64 + (uint32_t)__builtin_ctzll(~word);
}

/* The value is in all sets; the next position of the row has the next ones. Where nothing is looked for, `full` may say
 * less than it could: whoever marks next goes on from there. */
static inline __attribute__((always_inline)) void plain_mark(struct cursor *c, size_t count, const int64_t *step,
                                                             size_t words, uint32_t value, bool known)
{
    for (size_t i = 0; i < count; i++) {
        if (known) c[i].bits[value / 64] |= (uint64_t)1 << value % 64;
        else mark(c[i].bits, c[i].full, value);
        c[i].bits += step[i] * (int64_t)words;
        c[i].full += step[i];
    }
}

static inline struct cursor cursor_at(const struct line_ray *r, const struct line_row *w, uint64_t line, size_t words)
{
    return (struct cursor){r->bits + line * words, r->full + line, r->window ? w->leave : NULL};
}

static inline __attribute__((always_inline)) void fill_plain(struct lines *l, size_t count, bool narrow, bool known,
                                                             bool windows)
{
    struct cursor at[LINES_ROWS][LINES_PLAIN];
    int64_t step[LINES_PLAIN], extent = l->table->extent[l->table->fields - 1], rows = (int64_t)l->rows;
    int64_t first = l->half ? l->x[l->table->fields - 2] : l->to - 1; /* the last column of the first row */
    for (size_t i = 0; i < count; i++) {
        const struct line_ray *r = &l->rays[i];
        step[i] = r->alone ? 0 : r->step;
        for (size_t k = 0; k < l->rows; k++)
            at[k][i] = cursor_at(r, &r->rows[k], r->rows[k].line + (uint64_t)(step[i] * l->from), l->words);
    }
    int64_t last = first + (l->half ? rows - 1 : 0), end = last + rows;
    for (int64_t d = l->from, stop; d < end; d = stop) {
        stop = may_go_to(l, d, end);
        for (int64_t s = d; s < stop; s++)
            for (int64_t k = s > last ? s - last : 0; k < rows && k <= s; k++) {
                if (l->half && s - k > first + k) continue;
                uint64_t place = l->at + (uint64_t)(k * extent + s - k);
                for (size_t i = 0; windows && i < count; i++)
                    if (at[k][i].leave) leave_window(l, narrow, at[k][i].leave, s - k, at[k][i].bits, at[k][i].full);
                uint32_t value = known ? stored_at(l, narrow, place) : plain_value(at[k], count);
                if (!known) store_at(l, narrow, place, value);
                plain_mark(at[k], count, step, l->words, value, known);
            }
        have_gone_to(l, stop);
    }
}

/* What is not computed is 0 until lines_mirror writes it, so that rows are the same whenever they are read. */
static void clear_half(struct lines *l)
{
    int64_t extent = l->table->extent[l->table->fields - 1], first = l->x[l->table->fields - 2];
    for (int64_t k = 0; k < (int64_t)l->rows; k++) {
        uint64_t at = l->at + (uint64_t)(k * extent + first + k + 1);
        size_t count = (size_t)(extent - first - k - 1);
        if (l->narrow) memset(l->narrow + at, 0, count * sizeof *l->narrow);
        else memset(l->values + at, 0, count * sizeof *l->values);
    }
}

static inline __attribute__((always_inline)) void fill_rays_of(struct lines *l, size_t count, bool windows)
{
    bool narrow = l->narrow != NULL;
    if (l->known && narrow) fill_plain(l, count, true, true, windows);
    else if (l->known) fill_plain(l, count, false, true, windows);
    else if (narrow) fill_plain(l, count, true, false, windows);
    else fill_plain(l, count, false, false, windows);
}

static inline __attribute__((always_inline)) void fill_rays(struct lines *l, size_t count)
{
    if (l->windows) fill_rays_of(l, count, true);
    else fill_rays_of(l, count, false);
}

void lines_fill(struct lines *l)
{
    uint64_t row = (uint64_t)l->table->extent[l->table->fields - 1];
    if (l->half && !l->known) clear_half(l);
    switch (l->counted ? -1 : l->plain ? (int)l->count : 0) {
    case 1: fill_rays(l, 1); break;
    case 2: fill_rays(l, 2); break;
    case 3: fill_rays(l, 3); break;
    case 4: fill_rays(l, 4); break;
    case 0: lines_fill_mixed(l); break;
    default: lines_fill_counted(l);
    }
    if (l->done) atomic_store_explicit(l->done, INT64_MAX, memory_order_release);
    l->positions = l->at + (l->rows > 1 ? l->rows * row : (uint64_t)l->to);
}
