/* SPDX-License-Identifier: MIT */
/* The minimal excludant.
 *
 *     uint64_t values[] = {3, 0, 1, 0};
 *     mex_of(values, 4)                    // 2; the array is sorted now
 */
#ifndef CGI_BASE_MEX_H
#define CGI_BASE_MEX_H
#include <stddef.h>
#include <stdint.h>

/* The least natural number that is not among the values, which it sorts: O(count log count). */
uint64_t mex_of(uint64_t *values, size_t count);

#endif
