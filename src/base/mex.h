/* SPDX-License-Identifier: MIT */
/* The mex: the least natural number that is not among some values.
 *
 *     struct mex m = {0};
 *     if (!mex_of(&m, values, count, &value)) return ST_NO_MEMORY;      // {0, 1, 3}: 2
 *     mex_free(&m);
 *
 * Values are marked with the number of the call, so nothing is cleared between calls. O(count) time, 4 bytes for each value
 * of the largest call. */
#ifndef CGI_BASE_MEX_H
#define CGI_BASE_MEX_H
#include <stdint.h>
#include "base/vec.h"

struct mex {
    VEC(uint32_t) stamps; /* of a number: the last call in which it was a value */
    uint32_t stamp;
};
/* False when memory is out. The mex is at most `count`. */
bool mex_of(struct mex *m, const uint32_t *values, size_t count, uint32_t *mex);
void mex_free(struct mex *m);

#endif
