/* SPDX-License-Identifier: MIT */
/* What all ways of filling rows do with sets and with the table. Inline: it is done for each position and ray.
 *
 *     mark(set, &full, 5);                                  // 5 is in the set; words before `full` have all bits
 *     for (int64_t d = l->from, stop; d < end; d = stop) {
 *         stop = may_go_to(l, d, end);                      // waits for the block before (together.c)
 *         ...                                               // positions d .. stop - 1 of the first row, and those beside them
 *         have_gone_to(l, stop);
 *     } */
#ifndef CGI_SOLVE_LINES_SETS_H
#define CGI_SOLVE_LINES_SETS_H
#include "solve/lines/private.h"

static inline void mark(uint64_t *set, uint32_t *full, uint32_t value)
{
    set[value / 64] |= (uint64_t)1 << value % 64;
    uint32_t k = *full;
    while (set[k] == UINT64_MAX) k++; /* no set has all values */
    *full = k;
}

static inline bool holds_at(const uint64_t *filter, int64_t j) { return !filter || filter[j / 64] >> j % 64 & 1; }

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

static inline __attribute__((always_inline)) void store_at(struct lines *l, bool narrow, uint64_t at, uint32_t value)
{
    if (narrow) l->narrow[at] = (uint16_t)value; /* it fits (lines_narrow) */
    else l->values[at] = value;
}

static inline uint32_t stored_at(const struct lines *l, bool narrow, uint64_t at)
{
    return narrow ? l->narrow[at] : l->values[at];
}

/* Where the option of j is; false: there is none. */
static inline bool option_at(const struct line_option *o, int64_t j, int64_t *at)
{
    if (j < o->from || j >= o->to || !holds_at(o->filter, j)) return false;
    *at = o->at + o->step * j;
    if (o->divisor == 1) return true;
    if ((o->rest + o->rest_step * j) % o->divisor != 0) return false;
    *at /= o->divisor;
    return true;
}

static inline bool value_of(const struct lines *l, const struct line_option *o, int64_t j, uint32_t *value)
{
    int64_t at;
    bool is = option_at(o, j, &at);
    if (is) *value = stored_at(l, l->narrow, (uint64_t)at);
    return is;
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

#endif
