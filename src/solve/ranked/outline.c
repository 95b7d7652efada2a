/* SPDX-License-Identifier: MIT */
#include "solve/ranked/outline.h"

bool outline_fits(const struct ranks *r, const struct unit *unit)
{
    bool fits = unit->kind == UNIT_LINE && unit->most < OUTLINE_MOST;
    for (size_t p = unit->first; p + 1 < unit->first + unit->count && fits; p++)
        fits = r->gap[unit->rises ? p : p + 1][unit->rises ? p + 1 : p] >= 0; /* RANKS_FREE is less */
    return fits;
}

const uint32_t *outline_make(struct filling *f, const struct unit *u)
{
    size_t end = u->first + u->count;
    int64_t h = 0;
    f->outlined = u;
    for (size_t i = 0; i < u->count; i++) { /* from the least cell to the greatest */
        size_t p = u->rises ? u->first + i : end - i, cell = u->rises ? p : p - 1;
        const uint32_t *table = u->upto[p - u->first];
        uint32_t before = f->before[p];
        for (; h <= f->at[cell]; h++) f->outline[h] = u->rises ? before - table[h] : table[h] - before;
    }
    return f->outline;
}
