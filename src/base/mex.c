/* SPDX-License-Identifier: MIT */
#include "base/mex.h"
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

uint64_t mex_of(uint64_t *values, size_t count)
{
    uint64_t least = 0;
    if (count) qsort(values, count, sizeof *values, compare);
    for (size_t i = 0; i < count && values[i] <= least; i++)
        if (values[i] == least) least++;
    return least;
}
