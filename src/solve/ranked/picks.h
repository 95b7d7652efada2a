/* SPDX-License-Identifier: MIT */
/* Conditions on the last value of a move that read one other value or one cell at most: which values fulfil them is a
 * word of bits for each number that this one may be, found once.
 *
 *     struct picks *picks = picks_make(arena, level, last);          // where odd(t); where s != t; where a - t != 1
 *     uint64_t some;
 *     if (picks && picks_at(picks, x, low, high, &some)) ...         // bits of low..high, from low on
 *
 * All conditions hold at a value, in the order in which they stand, as the language asks. A word is used only if none
 * of them is without a value at any of 0..picks->most, until one before it fails; what lies beyond that is not in it. */
#ifndef CGI_SOLVE_RANKED_PICKS_H
#define CGI_SOLVE_RANKED_PICKS_H
#include "solve/ranked/shots.h"

enum { PICKS_VALUES = 64 };
struct picks {
    const struct test *tests;
    size_t test_count;
    int last, other;                   /* in x; other < 0: nothing else is read */
    int64_t most;                      /* below PICKS_VALUES */
    unsigned char known[PICKS_VALUES]; /* by the other number; 0: not yet, 1: it is `bits`, 2: some value has none */
    uint64_t bits[PICKS_VALUES];
};
/* Of a level with tests, whose value is number `last`; values above `most` are not asked for often. NULL and *no_memory
 * as it was: they read something else. */
struct picks *picks_make(struct arena *arena, const struct level *level, int last, int64_t most, bool *no_memory);
bool picks_find(struct picks *picks, const int64_t *x, size_t row);
/* False: they must be looked at otherwise. low <= high. */
static inline bool picks_at(struct picks *picks, const int64_t *x, int64_t low, int64_t high, uint64_t *some)
{
    uint64_t row = picks->other < 0 ? 0 : (uint64_t)x[picks->other];
    if (low < 0 || high > picks->most || row >= PICKS_VALUES) return false;
    if (picks->known[row] != 1 && !picks_find(picks, x, row)) return false;
    *some = picks->bits[row] >> low & ~UINT64_C(0) >> (63 - (high - low));
    return true;
}

#endif
