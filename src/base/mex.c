/* SPDX-License-Identifier: MIT */
/* Only values up to their number can matter, so there are no more marks than values. */
#include "base/mex.h"
#include <stdlib.h>
#include <string.h>

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

/* Marks of 2^32 calls ago must not count. */
static void next_stamp(struct mex *m)
{
    if (++m->stamp) return;
    memset(m->stamps.data, 0, m->stamps.count * sizeof *m->stamps.data);
    m->stamp = 1;
}

bool mex_marked(struct mex *m, const uint32_t *values, size_t count, uint32_t *mex)
{
    if (m->stamps.count < count + 1) {
        if (!vec_reserve(&m->stamps, count + 1 - m->stamps.count)) return false;
        while (m->stamps.count < count + 1) m->stamps.data[m->stamps.count++] = 0;
    }
    next_stamp(m);
    for (size_t i = 0; i < count; i++)
        if (values[i] <= count) m->stamps.data[values[i]] = m->stamp;
    uint32_t value = 0;
    while (value < count && m->stamps.data[value] == m->stamp) value++;
    *mex = value;
    return true;
}

void mex_free(struct mex *m) { vec_free(&m->stamps); }
