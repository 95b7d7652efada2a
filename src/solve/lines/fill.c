/* SPDX-License-Identifier: MIT */
/* A position's value is the first bit that no set of its lines has. Rows of a block are filled together, each a
 * position behind the one before: then several positions are in work at once, and a set that several rows use is
 * near. Where every option is nowhere greater than the position (nested.below), it is in a row before, or in the same
 * one; and at the same column or before, so it is computed earlier. Other rules are filled row by row. Where every
 * ray lets x - u enter, the commonest case, the number of rays is known to the compiler, and nothing is asked of a
 * position. */
#include <string.h>
#include "solve/lines/private.h"

static inline void mark(uint64_t *set, uint32_t *full, uint32_t value)
{
    set[value / 64] |= (uint64_t)1 << value % 64;
    uint32_t k = *full;
    while (set[k] == UINT64_MAX) k++; /* no set has all values */
    *full = k;
}

static inline bool holds_at(const uint64_t *filter, int64_t j) { return !filter || filter[j / 64] >> j % 64 & 1; }

/* ---- blocks that are filled at the same time (together.c) -------------------------------------------------------- */
/* How far the block may be filled now: d is the first column of its first row that is not filled. Waits if it may not at all. */
static int64_t may_go_to(const struct lines *l, int64_t d, int64_t end)
{
    if (!l->done) return end;
    int64_t stop = end - d < l->tile ? end : d + l->tile;
    for (unsigned tries = 0; l->ahead && atomic_load_explicit(l->ahead, memory_order_acquire) < stop; tries++)
        crew_breathe(tries);
    return stop;
}

/* Columns that all rows of the block have. */
static void have_gone_to(const struct lines *l, int64_t stop)
{
    if (l->done) atomic_store_explicit(l->done, stop - (int64_t)l->rows + 1, memory_order_release);
}

/* ---- plain rays -------------------------------------------------------------------------------------------------- */
struct cursor {
    uint64_t *bits;
    uint32_t *full;
    const struct line_option *leave; /* of a window; else NULL */
    const uint64_t *filter;
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
                                                             size_t words, uint32_t value, bool known, int64_t j,
                                                             bool filters)
{
    for (size_t i = 0; i < count; i++) {
        if (filters && !holds_at(c[i].filter, j)) {
        } else if (known) c[i].bits[value / 64] |= (uint64_t)1 << value % 64;
        else mark(c[i].bits, c[i].full, value);
        c[i].bits += step[i] * (int64_t)words;
        c[i].full += step[i];
    }
}

static inline struct cursor cursor_at(const struct line_ray *r, const struct line_row *w, uint64_t line, size_t words)
{
    return (struct cursor){r->bits + line * words, r->full + line, r->window ? w->leave : NULL, w->enter->filter};
}

static inline __attribute__((always_inline)) void store_at(struct lines *l, bool narrow, uint64_t at, uint32_t value)
{
    if (narrow) l->narrow[at] = (uint16_t)value; /* it fits (lines_narrow) */
    else l->values[at] = value;
}

static inline uint32_t stored_at(const struct lines *l, bool narrow, uint64_t at)
{
    return narrow ? l->narrow[at] : l->values[at];
}

/* What is no option at j any more is in its set, and there alone (windows.c). */
static inline void leave_window(const struct lines *l, bool narrow, const struct line_option *o, int64_t j,
                                uint64_t *bits, uint32_t *full)
{
    if (j < o->from || j >= o->to) return;
    uint32_t value = stored_at(l, narrow, (uint64_t)(o->at + o->step * j));
    bits[value / 64] &= ~((uint64_t)1 << value % 64);
    if (*full > value / 64) *full = value / 64;
}

static inline __attribute__((always_inline)) void fill_plain(struct lines *l, size_t count, bool narrow, bool known,
                                                             bool windows, bool filters)
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
                plain_mark(at[k], count, step, l->words, value, known, s - k, filters);
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

/* ---- sets that options leave ------------------------------------------------------------------------------------- */
static void count_in(const struct lines *l, const struct line_ray *r, uint64_t line, uint32_t value)
{
    uint64_t k = value / 64, *word = r->bits + line * l->words + k;
    if (r->counts[line * 64 * l->words + value]++ != 0) return;
    *word |= (uint64_t)1 << value % 64;
    if (*word == UINT64_MAX) r->heaped[line * l->heaps + k / 64] |= (uint64_t)1 << k % 64;
}

static void count_out(const struct lines *l, const struct line_ray *r, uint64_t line, uint32_t value)
{
    uint64_t k = value / 64;
    if (--r->counts[line * 64 * l->words + value] != 0) return;
    r->bits[line * l->words + k] &= ~((uint64_t)1 << value % 64);
    r->heaped[line * l->heaps + k / 64] &= ~((uint64_t)1 << k % 64);
    if (r->full[line] > k) r->full[line] = (uint32_t)k;
}

/* The first bit from `from` on that the set does not have. */
static uint32_t free_from(const struct lines *l, const struct line_ray *r, uint64_t line, uint32_t from)
{
    const uint64_t *set = r->bits + line * l->words, *heaped = r->heaped + line * l->heaps;
    uint64_t k = from / 64, word = ~set[k] >> from % 64;
    if (word) return from + (uint32_t)__builtin_ctzll(word);
    k++;
    if (r->counts) {
        uint64_t full = heaped[k / 64] | (((uint64_t)1 << k % 64) - 1);
        for (k /= 64; full == UINT64_MAX;) full = heaped[++k];
        k = k * 64 + (uint64_t)__builtin_ctzll(~full);
    } else {
        while (set[k] == UINT64_MAX) k++;
    }
    return (uint32_t)(k * 64) + (uint32_t)__builtin_ctzll(~set[k]);
}

/* ---- any rays ---------------------------------------------------------------------------------------------------- */
/* A position: the lines whose options count, and values that are options of it alone. */
struct position_here {
    uint64_t line[NESTED_MOST_RAYS];
    const struct line_ray *rays[NESTED_MOST_RAYS]; /* `count` of them, and their lines */
    uint64_t lines[NESTED_MOST_RAYS];
    size_t count, alone_count;
    bool counted;
    uint32_t alone[NESTED_MOST_RAYS * NESTED_MOST_ENTERING];
};

static inline uint64_t line_at(const struct line_ray *r, const struct line_row *w, int64_t j)
{
    return r->alone ? w->line + (uint64_t)(r->cycle > 1 ? j % r->cycle : 0) : w->line + (uint64_t)(r->step * j);
}

/* Do the ray's options count at j? */
static inline bool counts_at(const struct lines *l, const struct line_ray *r, const struct line_row *w, int64_t j)
{
    bool counts = j >= w->from && j < w->to && holds_at(w->gate, j);
    for (size_t k = 0; counts && k < r->ray->divide_count; k++) {
        const struct nested_remainder *d = &r->ray->divides[k];
        counts = (w->rest[k] + d->form.of[l->table->fields - 1] * j) % d->modulus == 0;
    }
    return counts;
}

static inline bool value_of(const struct lines *l, const struct line_option *o, int64_t j, uint32_t *value)
{
    if (j < o->from || j >= o->to || !holds_at(o->filter, j)) return false;
    int64_t at = o->at + o->step * j;
    if (o->divisor > 1) {
        if ((o->rest + o->rest_step * j) % o->divisor != 0) return false;
        at /= o->divisor;
    }
    *value = l->narrow ? l->narrow[at] : l->values[at];
    return true;
}

static inline void enter(struct lines *l, const struct line_ray *r, const struct line_row *w, uint64_t line, int64_t j,
                         struct position_here *p)
{
    uint32_t value;
    for (size_t k = 0; k < r->ray->leave_count; k++)
        if (value_of(l, &w->leave[k], j, &value)) count_out(l, r, line, value);
    for (size_t k = 0; k < r->ray->enter_count; k++) {
        if (!value_of(l, &w->enter[k], j, &value)) continue;
        if (r->counts) count_in(l, r, line, value);
        else if (r->set) mark(r->bits + line * l->words, r->full + line, value);
        else p->alone[p->alone_count++] = value;
    }
}

static inline uint64_t all_bits(const uint64_t *const *sets, size_t count, uint32_t k, const struct position_here *p)
{
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) word |= sets[i][k];
    for (size_t i = 0; i < p->alone_count; i++)
        if (p->alone[i] / 64 == k) word |= (uint64_t)1 << p->alone[i] % 64;
    return word;
}

/* Some set has each word before k. A line may lack one small number for ever, which others have: then many words are
 * full together, and are passed a few at a time. Words behind the last one of a set are read, and do not matter: one
 * before them is not full. */
static inline uint32_t free_of_bits(const struct lines *l, const struct position_here *p, uint32_t k)
{
    const uint64_t *sets[NESTED_MOST_RAYS];
    for (size_t i = 0; i < p->count; i++) sets[i] = p->rays[i]->bits + p->lines[i] * l->words;
    for (unsigned tried = 0;; k++) {
        uint64_t word = all_bits(sets, p->count, k, p);
        if (word != UINT64_MAX) return k * 64 + (uint32_t)__builtin_ctzll(~word);
        for (bool full = ++tried > 1; full && p->count > 0;) {
            uint64_t together[LINES_STRIDE] = {0}, every = UINT64_MAX;
            for (size_t i = 0; i < p->count; i++)
                for (size_t w = 0; w < LINES_STRIDE; w++) together[w] |= sets[i][k + 1 + w];
            for (size_t w = 0; w < LINES_STRIDE; w++) every &= together[w];
            full = every == UINT64_MAX;
            if (full) k += LINES_STRIDE;
        }
    }
}

/* No number that each of them has is free, so what all of them lack is at or behind the least that some one of them lacks. */
static uint32_t free_of_counted(const struct lines *l, const struct position_here *p)
{
    uint32_t value = 0;
    for (size_t i = 0; i < p->count; i++) {
        uint32_t *full = p->rays[i]->full + p->lines[i], least = free_from(l, p->rays[i], p->lines[i], *full * 64);
        *full = least / 64;
        if (least > value) value = least;
    }
    return p->count == 1 && p->alone_count == 0 ? value : free_of_bits(l, p, value / 64);
}

static uint32_t any_value(struct lines *l, size_t row, int64_t j)
{
    struct position_here p;
    int64_t row_length = l->table->extent[l->table->fields - 1];
    uint32_t k = 0;
    p.count = p.alone_count = 0;
    p.counted = false;
    for (size_t i = 0; i < l->count; i++) {
        const struct line_ray *r = &l->rays[i];
        const struct line_row *w = &r->rows[row];
        uint64_t line = p.line[i] = r->set ? line_at(r, w, j) : 0;
        bool counts = counts_at(l, r, w, j);
        if (!r->before && (r->set || counts)) enter(l, r, w, line, j, &p);
        if (r->window) leave_window(l, l->narrow, w->leave, j, r->bits + line * l->words, r->full + line);
        if (!r->set || !counts) continue;
        if (r->full[line] > k) k = r->full[line];
        p.counted |= r->counts != NULL;
        p.rays[p.count] = r;
        p.lines[p.count++] = line;
    }
    uint32_t value = l->known    ? stored_at(l, l->narrow, l->at + (uint64_t)((int64_t)row * row_length + j))
                     : p.counted ? free_of_counted(l, &p)
                                 : free_of_bits(l, &p, k);
    for (size_t i = 0; i < l->count; i++)
        if (l->rays[i].before && holds_at(l->rays[i].rows[row].enter->filter, j))
            mark(l->rays[i].bits + p.line[i] * l->words, l->rays[i].full + p.line[i], value);
    return value;
}

static void fill_any(struct lines *l)
{
    int64_t extent = l->table->extent[l->table->fields - 1], rows = (int64_t)l->rows;
    int64_t end = l->to + rows - 1;
    for (int64_t d = l->from, stop; d < end; d = stop) {
        stop = may_go_to(l, d, end);
        for (int64_t s = d; s < stop; s++)
            for (int64_t k = s < l->to ? 0 : s - l->to + 1; k < rows && k <= s; k++)
                store_at(l, l->narrow, l->at + (uint64_t)(k * extent + s - k), any_value(l, (size_t)k, s - k));
        have_gone_to(l, stop);
    }
}

static inline __attribute__((always_inline)) void fill_rays_of(struct lines *l, size_t count, bool windows,
                                                               bool filters)
{
    bool narrow = l->narrow != NULL;
    if (l->known && narrow) fill_plain(l, count, true, true, windows, filters);
    else if (l->known) fill_plain(l, count, false, true, windows, filters);
    else if (narrow) fill_plain(l, count, true, false, windows, filters);
    else fill_plain(l, count, false, false, windows, filters);
}

static inline __attribute__((always_inline)) void fill_rays(struct lines *l, size_t count)
{
    if (l->filtered) fill_rays_of(l, count, false, true); /* not with windows (layout.c) */
    else if (l->windows) fill_rays_of(l, count, true, false);
    else fill_rays_of(l, count, false, false);
}

void lines_fill(struct lines *l)
{
    uint64_t row = (uint64_t)l->table->extent[l->table->fields - 1];
    if (l->half && !l->known) clear_half(l);
    switch (l->plain ? l->count : 0) {
    case 1: fill_rays(l, 1); break;
    case 2: fill_rays(l, 2); break;
    case 3: fill_rays(l, 3); break;
    case 4: fill_rays(l, 4); break;
    default: fill_any(l);
    }
    if (l->done) atomic_store_explicit(l->done, INT64_MAX, memory_order_release);
    l->positions = l->at + (l->rows > 1 ? l->rows * row : (uint64_t)l->to);
}
