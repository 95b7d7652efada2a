/* SPDX-License-Identifier: MIT */
#include "base/numbers.h"
#include "engine/identify/private.h"

const struct heap_map heap_maps[] = {{1, 0, 1},  {1, -1, 1}, {1, 1, 1}, {1, -2, 1}, {1, 2, 1}, {1, -3, 1}, {1, 3, 1},
                                     {1, -4, 1}, {1, 4, 1},  {1, 0, 2}, {1, 1, 2},  {2, 0, 1}, {2, 1, 1},  {1, 0, 3},
                                     {1, 1, 3},  {1, 2, 3},  {3, 0, 1}, {3, 1, 1},  {3, 2, 1}, {1, 0, 4},  {1, -1, 2},
                                     {2, -1, 1}, {1, 1, 4},  {1, 2, 4}, {1, 3, 4},  {1, 0, 5}};
const size_t heap_map_count = sizeof heap_maps / sizeof *heap_maps;

bool heap_map_at(const struct heap_map *map, uint64_t n, uint64_t *m)
{
    int64_t at = map->times * (int64_t)n + map->offset;
    *m = at < 0 ? 0 : (uint64_t)(at / map->over);
    return at >= 0;
}

unsigned heap_map_cost(const struct heap_map *map)
{
    uint64_t offset = number_magnitude(map->offset);
    unsigned scale = (unsigned)(map->times + map->over);
    return (unsigned)offset + (offset || scale > 2 ? 2 : 0) + (scale > 2 ? scale : 0);
}

uint64_t heap_map_reach(const struct heap_map *map, uint64_t count)
{
    uint64_t m;
    return count && heap_map_at(map, count - 1, &m) ? m + 1 : 0;
}

static uint32_t seen_value(uint32_t value, bool outcomes) { return outcomes ? value != 0 : value; }

bool heap_map_fits(const struct heap_map *map, const struct own_heap *own, const uint32_t *values, size_t count,
                   bool outcomes)
{
    for (size_t n = own->from; n < own->count; n++) {
        uint64_t m;
        bool any = heap_map_at(map, n, &m);
        if (any && m >= count) break;
        if (seen_value(own->values[n], outcomes) != (any ? seen_value(values[m], outcomes) : 0)) return false;
    }
    return true;
}

/* The candidate's values as a sequence of the rule's heaps: heap n + over p takes times p more, and above the preperiod nothing
 * changes; so over p is a period of it, from the first heap whose partner has reached the preperiod. */
void heap_map_periods(const struct heap_map *map, const struct period *own, const struct period *other, uint64_t *heaps)
{
    uint64_t period = other->period * (uint64_t)map->over, common, start = 0, m;
    *heaps = 0;
    if (!own->saltus != !other->saltus || !own->period || !other->period) return;
    if (own->period > UINT32_MAX || other->period > UINT32_MAX / 16) return;
    while (start <= IDENTIFY_HEAPS * 8 && (!heap_map_at(map, start, &m) || m < other->preperiod)) start++;
    if (own->preperiod > start) start = own->preperiod;
    common = own->period / number_gcd(own->period, period) * period;
    if (start > IDENTIFY_HEAPS * 8 || common > IDENTIFY_HEAPS * 8) return;
    *heaps = start + (own->saltus ? 2 : 1) * common; /* what grows must grow by the same in a common period */
}
