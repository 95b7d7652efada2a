/* SPDX-License-Identifier: MIT */
/* Conditions of several moves, looked up at once: diagrams whose ends are sets of moves.
 *
 *     struct together t = {0};
 *     if (!together_make(&t, &arena, &diagrams, conditions, count, 1024, places)) ...       // memory is out
 *     uint32_t set = together_set(&t, places[3].group, digits);                       // digits[l]: what the cell of level l holds
 *     if (set >> places[3].bit & 1) ...                                               // condition 3 holds
 *
 * Neighbouring conditions ask for the same cells, so a group of them takes as many steps as one alone does: at most one a cell.
 * A group takes conditions as they come, while its diagram stays small; one that is large alone is alone. An end is the set of those
 * conditions of its group that hold in all states that lead there, so by induction over the cells nothing is lost or added.
 *
 * Time: that of the nodes that are made, which is bounded for each condition that joins a group. */
#ifndef CGI_SOLVE_SEARCH_DIAGRAM_TOGETHER_H
#define CGI_SOLVE_SEARCH_DIAGRAM_TOGETHER_H
#include "base/arena.h"
#include "play/ground/diagram.h"

enum { TOGETHER_MOST = 31 /* conditions of a group */, TOGETHER_LEVEL_BITS = 6 };
#define TOGETHER_END UINT32_C(0x80000000)
/* Of moves that write near each other: by the first level that the move writes. */
struct together_condition {
    uint32_t root, level;
};
/* Where a condition is looked up. */
struct together_place {
    uint32_t group, bit;
};
/* Where what the cell holds leads to: TOGETHER_END with a set in the other bits, or the number of a step and, in the lowest bits, the
 * level that it asks for. */
struct together_step {
    uint32_t kids[DIAGRAM_VALUES];
};
struct together {
    struct together_step *steps;
    uint32_t *roots; /* of the groups */
    uint32_t group_count, step_count;
};

/* Places of `count` conditions, of which each that joins a group makes at most `most` new steps: the more, the fewer groups there are, and
 * the longer it takes. False: memory is out. */
bool together_make(struct together *t, struct arena *arena, const struct diagrams *d,
                   const struct together_condition *conditions, size_t count, size_t most,
                   struct together_place *places);

/* The way through a group: the levels that were asked for, and the steps that did. */
struct together_path {
    uint64_t asked;
    uint32_t at[DIAGRAM_CELLS];
};
static inline uint32_t together_level(uint32_t at) { return at & ((1u << TOGETHER_LEVEL_BITS) - 1); }
static inline uint32_t together_next(const struct together *t, uint32_t at, const uint8_t *digits)
{
    return t->steps[at >> TOGETHER_LEVEL_BITS].kids[digits[together_level(at)]];
}
/* The conditions of that group that hold: bit k for the one with that place; TOGETHER_END is set. */
static inline uint32_t together_set(const struct together *t, uint32_t group, const uint8_t *digits)
{
    uint32_t at = t->roots[group];
    while (!(at & TOGETHER_END)) at = together_next(t, at, digits);
    return at;
}
/* The same, and the way there. */
static inline uint32_t together_follow(const struct together *t, uint32_t group, const uint8_t *digits,
                                       struct together_path *path)
{
    uint32_t at = t->roots[group];
    for (path->asked = 0; !(at & TOGETHER_END); at = together_next(t, at, digits)) {
        path->asked |= UINT64_C(1) << together_level(at);
        path->at[together_level(at)] = at;
    }
    return at;
}
/* The same if only the cells of these levels have changed since that way was gone, which led to `set`: it is left where
 * the first of them is asked for, and where it is met again, behind the last of them, the rest is as it was. */
static inline uint32_t together_changed(const struct together *t, const struct together_path *path, uint64_t levels,
                                        const uint8_t *digits, uint32_t set)
{
    uint64_t met = path->asked & levels;
    if (!met) return set;
    uint32_t at = path->at[__builtin_ctzll(met)];
    for (;;) {
        at = together_next(t, at, digits);
        if (at & TOGETHER_END) return at;
        uint32_t level = together_level(at);
        if (path->asked >> level & 1 && path->at[level] == at && !(met >> level)) return set;
    }
}

/* What the cells of levels first, ..., first + 7 hold, by the bits of both planes. */
static inline void together_digits(uint8_t *digits, uint32_t first, uint64_t low, uint64_t high)
{
    /* Byte i of a spread byte is its bit i. */
    uint64_t a = (low >> first & 255) * 0x0101010101010101u & 0x8040201008040201u,
             b = (high >> first & 255) * 0x0101010101010101u & 0x8040201008040201u;
    a = (a + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
    b = (b + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
    for (uint32_t i = 0; i < 8; i++) digits[first + i] = (uint8_t)((a | b << 1) >> 8 * i);
}

#endif
