/* The set of the values of a range of a table, kept while the range moves: a running set.
 *
 *     struct range_mex r = {0};
 *     for each position: st = range_mex_follow(&r, values, low, high, budget, &serves, &work);     // values[low..high)
 *                        if (serves) mex = range_mex_free(&r, 0);      // the least number that is no value of the range
 *     range_mex_free_memory(&r);
 *
 * Values that stood in the table when they came into the range must not change while they are in it. A range that begins and
 * ends near the one before costs as many steps as its ends moved, whatever its length: the options `t in 1..n` of a heap
 * grow by one value a heap, those of `t in 1..min(m, n)` and `t in n / 3..n / 2` slide. A range that is short, or not near
 * the one before, or holds a VALUE_NONE, is not served: it is then cheaper (or needed) to look at the values one by one. So
 * no property of the rule is supposed; what is served is exact for any sequence of ranges.
 *
 * range_mex_free is quick when the number it gives grows slowly from one call to the next: all numbers below `least` are known
 * to be values. Else it reads a bit for each 64 values. Memory: 4 bytes a value and 1 bit, up to the greatest one. */
#ifndef CGI_CODE_MACHINE_RANGE_MEX_H
#define CGI_CODE_MACHINE_RANGE_MEX_H
#include <stdbool.h>
#include <stdint.h>
#include "base/budget.h"

enum { RUNNING_LEAST = 64 }; /* values in a range that is worth it */
struct range_mex {
    uint64_t asked_low, asked_high; /* the range asked about last */
    uint64_t low, high;             /* the range whose values are counted */
    uint64_t nones;                 /* VALUE_NONE in it */
    uint64_t *full, *bits;          /* are all bits of the word set; does the value occur */
    uint32_t *counts;               /* how often; `room` of them, a multiple of 4096, in one block with the others */
    uint64_t room, least;
};
/* ST_NO_MEMORY or a budget's status when the counts do not fit; *work: steps taken. high >= low. */
enum status range_mex_follow(struct range_mex *running, const uint32_t *values, uint64_t low, uint64_t high,
                             const struct budget *budget, bool *serves, uint64_t *work);
/* The least number from `from` on that is no value of the range counted last. */
uint64_t range_mex_free(struct range_mex *running, uint64_t from);
void range_mex_free_memory(struct range_mex *running);

#endif
