/* SPDX-License-Identifier: MIT */
/* The sets of one position, made from those of others (sets.h).
 *
 *     const uint64_t *set = sets_at(v, &v->sets[i], row, y, index, narrow);      // after vectors_place
 *     if (full_of(set) <= w) ... set[1 + w]
 *
 * Inlined where rows are filled: a position takes some nanoseconds. */
#ifndef CGI_SOLVE_VECTORS_CELL_H
#define CGI_SOLVE_VECTORS_CELL_H
#include "solve/vectors/sets.h"

/* The head of a set: how many words are full, and from where on all are 0. What is before the former is not kept. */
static inline uint32_t full_of(const uint64_t *set) { return (uint32_t)*set; }
static inline uint32_t top_of(const uint64_t *set) { return (uint32_t)(*set >> 32); }
static inline uint64_t head(uint64_t full, uint64_t top) { return full | top << 32; }

static inline void empty(uint64_t *set)
{
    for (uint64_t w = 0, top = top_of(set); w < top; w++) set[1 + w] = 0;
    *set = 0;
}

/* One step: the set of the line, which is changed. */
static inline __attribute__((always_inline)) uint64_t *one_step(const struct vectors_values *v, struct vectors_sets *s,
                                                                uint64_t row, int64_t y)
{
    int64_t column = y, columns = (int64_t)s->columns, back = s->part->steps[0][v->table->fields - 1];
    if (s->on[0]) {
        column += s->turn[row % s->rows];
        if (column >= columns) column -= columns;
    } else column %= columns;
    uint64_t *set = s->sets + (row % s->rows * s->columns + (uint64_t)column) * (v->words + 1);
    if (!s->source_count || y < back) empty(set);
    return set;
}

/* Several steps: the union of the sets that they come from. */
static inline __attribute__((always_inline)) uint64_t *several(struct vectors_values *v, struct vectors_sets *s,
                                                               uint64_t row, int64_t y)
{
    const uint64_t *from[VECTORS_STEPS];
    size_t count = 0;
    uint64_t full = 0, top = 0, *set = s->sets + (row % s->rows * s->columns + (uint64_t)y) * (v->words + 1);
    for (size_t i = 0; i < s->source_count; i++) {
        if (s->columns_back[i] > y) continue;
        const uint64_t *source = from[count++] = s->sources[i] + (uint64_t)(y - s->columns_back[i]) * (v->words + 1);
        if (full_of(source) > full) full = full_of(source);
        if (top_of(source) > top) top = top_of(source);
    }
    uint64_t *restrict words = set + 1;
    uint64_t old = top_of(set);
    for (uint64_t w = full; w < top; w++) {
        uint64_t all = 0;
        for (size_t i = 0; i < count; i++) all |= from[i][1 + w];
        words[w] = all;
    }
    for (uint64_t w = top; w < old; w++) words[w] = 0;
    v->joined += top - full;
    *set = head(full, top);
    return set;
}

static inline uint64_t value_of(const struct value_table *t, uint64_t at, bool narrow)
{
    return narrow ? t->narrow[at] : t->values[at];
}

static inline __attribute__((always_inline)) void add_seeds(const struct vectors_values *v,
                                                            const struct vectors_sets *s, uint64_t *set, int64_t y,
                                                            uint64_t at, bool narrow)
{
    uint64_t full = full_of(set), top = top_of(set);
    for (size_t i = 0; i < s->seed_count; i++) {
        if (s->seeds[i].column > y) continue;
        uint64_t value = value_of(v->table, at - s->seeds[i].back, narrow), word = value / 64;
        if (word < full) continue;
        set[1 + word] |= (uint64_t)1 << value % 64;
        if (word >= top) top = word + 1;
    }
    while (full < top && !~set[1 + full]) full++;
    *set = head(full, top);
}

/* What the part shows to column y of the row, which has this index in the table. narrow: a constant. */
static inline __attribute__((always_inline)) const uint64_t *sets_at(struct vectors_values *v, struct vectors_sets *s,
                                                                     uint64_t row, int64_t y, uint64_t at, bool narrow)
{
    uint64_t *set = s->sets;
    if (s->one) set = one_step(v, s, row, y);
    else if (s->part->step_count) set = several(v, s, row, y);
    else empty(set);
    add_seeds(v, s, set, y, at, narrow);
    return set;
}

#endif
