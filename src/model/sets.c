/* SPDX-License-Identifier: MIT */
/* The named sets: see sets.h. */
#include "model/sets.h"
#include <string.h>

const struct named_set *named_set(enum domain_kind kind)
{
#define NAMED_SET_ROW(kind, name, number, infinite) [DOMAIN_##kind - DOMAIN_SQUARES] = {name, number, infinite},
    static const struct named_set sets[] = {NAMED_SETS(NAMED_SET_ROW)};
#undef NAMED_SET_ROW
    return kind >= DOMAIN_SQUARES && kind <= DOMAIN_DIVISORS ? &sets[kind - DOMAIN_SQUARES] : NULL;
}

bool set_is_infinite(enum domain_kind kind)
{
    const struct named_set *set = named_set(kind);
    return set && set->infinite;
}

bool set_takes_number(enum domain_kind kind)
{
    const struct named_set *set = named_set(kind);
    return set && set->takes_number;
}

enum domain_kind set_of_name(const char *name, bool takes_number)
{
    for (enum domain_kind kind = DOMAIN_SQUARES; named_set(kind); kind++)
        if (named_set(kind)->takes_number == takes_number && strcmp(named_set(kind)->name, name) == 0) return kind;
    return DOMAIN_RANGE;
}

struct set_walk set_first(void) { return (struct set_walk){1, 1}; }

bool set_next(struct set_walk *walk, enum domain_kind kind, int64_t number)
{
    int64_t x = walk->x;
    switch (kind) {
    case DOMAIN_SQUARES: return walk->before++, !__builtin_mul_overflow(walk->before, walk->before, &walk->x);
    case DOMAIN_FIB: return !__builtin_add_overflow(x, walk->before, &walk->x) && (walk->before = x, true);
    case DOMAIN_POWERS: return !__builtin_mul_overflow(x, number, &walk->x);
    default: return !__builtin_add_overflow(x, 1, &walk->x);
    }
}
