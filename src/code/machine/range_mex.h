/* SPDX-License-Identifier: MIT */
/* The set of values in a range of a table, maintained while the range moves.
 *
 *     struct range_mex r = {0};
 *     struct range_values v = {values, NULL};
 *     for each position: st = range_mex_follow(&r, v, low, high, budget, &serves, &work);     // values[low..high)
 *                        if (serves) mex = range_mex_free(&r, 0);      // the least number missing in the range
 *     range_mex_free_memory(&r);
 *
 * A value must not change while it is in the range. If a range begins and ends near the one before, it costs as many
 * steps as its ends have moved, whatever its length: the options `t in 1..n` of a heap grow by one value per heap,
 * those of `t in 1..min(m, n)` and `t in n / 3..n / 2` slide. A range that is short, or far from the one before, or
 * contains VALUE_NONE is not served: then examining the values one by one is cheaper (or required). So no property of
 * the rule is assumed; the result is exact for any sequence of ranges.
 *
 * range_mex_free is fast if its result grows slowly from one call to the next: all numbers below `least` are known to
 * be values. Otherwise it reads one bit for every 64 values. Memory: 4 bytes and 1 bit per value, up to the greatest
 * one. */
#ifndef CGI_CODE_MACHINE_RANGE_MEX_H
#define CGI_CODE_MACHINE_RANGE_MEX_H
#include <stdbool.h>
#include <stdint.h>
#include "base/budget.h"

enum { RUNNING_LEAST = 64 }; /* the shortest range for which it pays */
struct range_mex {
    uint64_t asked[2];     /* the range of the last call: low, high */
    uint64_t low, high;    /* the range whose values are counted */
    uint64_t nones;        /* VALUE_NONE in it */
    uint64_t *full, *bits; /* are all bits of the word set; does the value occur */
    uint32_t *counts;      /* how often; `room` of them, a multiple of 4096, in one block with the others */
    uint64_t room, least;
};
struct range_values {
    const uint32_t *values;
    const uint16_t *narrow; /* instead of them */
};
/* ST_NO_MEMORY or the status of a budget if the counts do not fit; *work: steps taken. high >= low. */
enum status range_mex_follow(struct range_mex *running, struct range_values values, uint64_t low, uint64_t high,
                             const struct budget *budget, bool *serves, uint64_t *work);
/* The least number >= `from` that is not a value of the range counted last. */
uint64_t range_mex_free(struct range_mex *running, uint64_t from);
void range_mex_free_memory(struct range_mex *running);

#endif
