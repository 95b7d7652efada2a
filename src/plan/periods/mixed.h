/* SPDX-License-Identifier: MIT */
/* One-heap games whose moves lead to other games as well: each heap is valued by itself, by whatever solves it and its parts, and the
 * period is that of the theorem of shifts (solve/heap/period.h), with the periods of the other games.
 *
 *     struct mixed m;
 *     st = mixed_find(env, game, 0, 0, &arena, &m);        // as period_from (period_find.h)
 *     if (m.period.proved) value = m.values[period_index(&m.period, heap)];
 */
#ifndef CGI_PLAN_PERIODS_MIXED_H
#define CGI_PLAN_PERIODS_MIXED_H
#include "plan/plan.h"

struct mixed {
    struct period period;
    const char *solver;     /* of the heaps; NULL: none */
    const uint32_t *values; /* of heaps 0 .. period.to, in the arena */
};
/* ST_UNSUPPORTED if the state is not one heap, or play may go in circles, or the mover matters. */
enum status mixed_find(struct env *env, int game, uint64_t last, int above, struct arena *arena, struct mixed *out);

#endif
