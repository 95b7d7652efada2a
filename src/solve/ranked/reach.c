/* SPDX-License-Identifier: MIT */
/* By how much the summands of a number fall, place by place. */
#include "solve/ranked/reach.h"

enum { LOOKED_UP = 1 << 14 }; /* of longer tables no fall is known */
static const int64_t ANY_FALL = INT64_MAX;

/* By how much, at most, what is read at s is more than at s + by, where both are in 0..most. Tables hold what is less than 2^31 in
 * size modulo 2^32. */
static int64_t fall_by(const uint32_t *table, int64_t most, int64_t by)
{
    int64_t fall = INT64_MIN;
    if (most > LOOKED_UP) return ANY_FALL;
    for (int64_t s = by < 0 ? -by : 0; s <= most && s + by <= most; s++) {
        int64_t here = (int32_t)(table[s] - table[s + by]);
        if (here > fall) fall = here;
    }
    return fall == INT64_MIN ? 0 : fall;
}

/* Of a group: binomial coefficients, which grow faster and faster, so the fall from the greatest cell is the greatest. */
static int64_t fall_of_group(const uint32_t *table, int64_t most, int64_t less)
{
    return (int32_t)(table[most] - table[less < most ? most - less : 0]);
}

static int64_t jump_fall(const struct ranks *r, const struct jump *j)
{
    int64_t sum = 0;
    for (size_t i = 0; i < j->hop_count; i++) {
        size_t p = j->hops[i];
        bool even = r->units[r->unit_of[p]].kind == UNIT_SINGLE; /* each entry is as much more than the one before */
        int64_t fall = even ? -j->hop_by[i] * (int64_t)r->table[p][1] : fall_by(r->table[p], r->bound[p], j->hop_by[i]);
        if (fall == ANY_FALL) return ANY_FALL;
        sum += fall;
    }
    for (size_t i = 0; i < j->group_count; i++) {
        const struct unit *u = &r->units[j->groups[i]];
        int64_t less = 0;
        for (size_t p = u->first; p < u->first + u->count; p++)
            if (-(int64_t)j->by[p] > less) less = -(int64_t)j->by[p];
        for (size_t p = u->first; p < u->first + u->count; p++) sum += fall_of_group(r->table[p], u->most, less);
    }
    return sum;
}

uint64_t reach_of(const struct ranks *r, const struct paths *p)
{
    int64_t reach = 0;
    bool seen[JUMPS_MOST] = {false};
    for (size_t i = 0; i < p->trail_count; i++) {
        size_t jump = p->trails[i].jump;
        if (seen[jump]) continue;
        seen[jump] = true;
        int64_t fall = jump_fall(r, &p->jumps[jump]);
        if (fall > reach) reach = fall;
    }
    return (uint64_t)reach < r->size ? (uint64_t)reach : r->size;
}
