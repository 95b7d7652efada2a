/* SPDX-License-Identifier: MIT */
/* The minimal excludant: the least natural number that is not among some values.
 *
 *     uint64_t values[] = {3, 0, 1, 0};
 *     mex_of(values, 4)                                                     // 2; the array is sorted now
 *
 *     struct mex m = {0};                                                   // for many lists of values, one after another
 *     if (!mex_marked(&m, values, count, &value)) return ST_NO_MEMORY;
 *     mex_free(&m);
 */
#ifndef CGI_BASE_MEX_H
#define CGI_BASE_MEX_H
#include <stdint.h>
#include "base/vec.h"

/* The least natural number that is not among the values, which it sorts: O(count log count). */
uint64_t mex_of(uint64_t *values, size_t count);

/* Values are marked with the number of the call, so nothing is cleared between calls. 4 bytes for each value of the largest
 * call. */
struct mex {
    VEC(uint32_t) stamps; /* of a number: the last call in which it was a value */
    uint32_t stamp;
};
/* O(count). False when memory is out. */
bool mex_marked(struct mex *m, const uint32_t *values, size_t count, uint32_t *mex);
void mex_free(struct mex *m);

#endif
