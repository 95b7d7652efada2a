/* SPDX-License-Identifier: MIT */
/* Sets of places along a line, one for each value, and the member that is nearest to its end, or farthest from it.
 *
 *     struct level_sets s = {.length = 100, .nearest = true};
 *     if (!level_sets_add(&s, &arena, 3, 41)) return ST_NO_MEMORY;
 *     level_sets_next(&s, 3, 0, 99) == 41                 // the greatest member in 0..99; -1: there is none
 *
 * A word for 64 places of each value that occurs. What leads (the greatest member, or the least) is kept, so that a look at it is
 * O(1); others are looked for by words, of which a bit says whether they are empty. */
#ifndef CGI_SOLVE_DYNAMIC_LEVEL_SETS_H
#define CGI_SOLVE_DYNAMIC_LEVEL_SETS_H
#include <stdbool.h>
#include <stdint.h>
#include "base/arena.h"

struct level_set {
    uint64_t *words; /* NULL: empty */
    int64_t leads;   /* -1: empty */
};
struct level_sets {
    int64_t length;
    bool nearest; /* the greatest place leads, else the least */
    struct level_set *sets;
    uint64_t count;
};
/* False: no memory. */
bool level_sets_add(struct level_sets *s, struct arena *arena, uint64_t value, int64_t place);
void level_sets_remove(struct level_sets *s, uint64_t value, int64_t place);
/* The member in low..high that comes first, from the side that leads; -1: there is none. 0 <= low, high < length. */
int64_t level_sets_next(const struct level_sets *s, uint64_t value, int64_t low, int64_t high);

#endif
