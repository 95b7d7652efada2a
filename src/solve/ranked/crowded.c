/* SPDX-License-Identifier: MIT */
/* Bounds from below, unit by unit. */
#include "solve/ranked/crowded.h"

static uint64_t capped(uint64_t a) { return a < RANKS_MOST ? a : RANKS_MOST; }

/* Of a chain: the sums up to two neighbouring places, while those before are 0; what is behind them can be filled. */
static uint64_t chain_least(const struct ranks *r, const struct unit *u)
{
    size_t end = u->first + u->count - (u->exact ? 1 : 0); /* the last sum of an exact one is no choice */
    if (end == u->first || (u->exact && r->bound[end] < u->most)) return 1;
    int64_t high = r->bound[end - 1], low = end - u->first < 2 ? 0 : r->bound[end - 2];
    if (high > u->most) high = u->most;
    if (low > high) low = high;
    return (uint64_t)(low + 1) * (uint64_t)(high + 1) - (uint64_t)low * (uint64_t)(low + 1) / 2;
}

static uint64_t unit_least(const struct ranks *r, const struct unit *u)
{
    uint64_t ways = 1;
    switch (u->kind) {
    case UNIT_SINGLE: return (uint64_t)u->most + 1;
    case UNIT_CHAIN: return chain_least(r, u);
    case UNIT_GROUP:
        for (size_t k = 1; k <= u->count; k++) ways = capped(ways * ((uint64_t)u->most + k) / k);
        return ways;
    default: return 1;
    }
}

uint64_t crowded_least(const struct ranks *r)
{
    uint64_t least = 1;
    for (size_t i = 0; i < r->unit_count; i++) least = capped(least * capped(unit_least(r, &r->units[i])));
    return least;
}
