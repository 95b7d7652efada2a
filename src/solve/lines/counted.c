/* SPDX-License-Identifier: MIT */
/* Rows of which some sets are left by options: how often each value is there is counted. */
#include "solve/lines/sets.h"

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

void lines_fill_counted(struct lines *l)
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
