/* SPDX-License-Identifier: MIT */
/* One try at the theorems of growth.h, and the premises of the second one, for rules that are known by bricks.
 *
 *     t.mark++;
 *     growth_put_bricks(&t, n, false);                // seen[v] == mark: v is the value of an option that may take more
 *     if (growth_bricks_meet(&t, n)) ...              // perhaps an option has the value that must be free */
#ifndef CGI_SOLVE_HEAP_GROWTH_BRICKS_H
#define CGI_SOLVE_HEAP_GROWTH_BRICKS_H
#include "solve/heap/growth.h"

struct growth {
    const uint32_t *g;
    uint64_t count;
    const struct family *f;
    int64_t e, p, s, from, reach, c; /* from: B */
    unsigned w;
    int64_t steps;        /* left */
    uint32_t *seen, mark; /* seen[v] == mark; room for every value and xor */
    uint64_t room;
    int64_t *last; /* last[v]: the greatest heap of T(n) with the value v, where seen[v] == mark */
};

static inline void growth_put(struct growth *t, uint64_t value, int64_t heap)
{
    if (t->seen[value] != t->mark || t->last[value] < heap) t->last[value] = heap;
    t->seen[value] = t->mark;
}
/* The values of T(n), or of the options with a movable heap. */
void growth_put_bricks(struct growth *t, int64_t n, bool movable);
/* May an option have the value SG(n + P), as far as its bits show? */
bool growth_bricks_meet(struct growth *t, int64_t n);

#endif
