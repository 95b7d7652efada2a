/* SPDX-License-Identifier: MIT */
/* The ends of a level where they are plain: the greatest and the least of constants, of linear forms of one number, and of what is kept
 * for each number of one cell.
 *
 *     if (plain_ends_find(level, &ends)) ...                          // t in 1..min(3, a), t <= 5 - s
 *     int64_t low, high;
 *     if (plain_ends_at(&ends, x, &low, &high) && low <= high) ...
 *
 * Ends beyond VALUE_BOUND are cut to it. */
#ifndef CGI_SOLVE_RANKED_PLAIN_ENDS_H
#define CGI_SOLVE_RANKED_PLAIN_ENDS_H
#include "solve/ranked/rays.h"

/* False: they are not plain. Conditions of the level are not looked at. */
bool plain_ends_find(const struct level *level, struct plain_ends *ends);
/* False: nothing is kept for a number. */
static inline bool plain_ends_at(const struct plain_ends *ends, const int64_t *x, int64_t *low, int64_t *high)
{
    *low = ends->low;
    *high = ends->high;
    for (const struct plain_end *e = ends->lows; e < ends->lows + ends->low_count; e++) {
        int64_t end = e->constant + e->factor * x[e->variable];
        if (e->reading && !reading_at(e->reading, x, &end)) return false;
        if (end > *low) *low = end;
    }
    for (const struct plain_end *e = ends->highs; e < ends->highs + ends->high_count; e++) {
        int64_t end = e->constant + e->factor * x[e->variable];
        if (e->reading && !reading_at(e->reading, x, &end)) return false;
        if (end < *high) *high = end;
    }
    return true;
}
/* Is it empty whatever was cut? Then there are no values between them. */
static inline bool plain_ends_empty(int64_t low, int64_t high) { return low <= VALUE_BOUND && high >= -VALUE_BOUND; }

#endif
