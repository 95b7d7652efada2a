/* SPDX-License-Identifier: MIT */
/* Conditions of several moves, looked up at once: diagrams whose ends are sets of moves.
 *
 *     struct together t = {0};
 *     if (!together_make(&t, &arena, &diagrams, roots, count, places)) ...            // memory is out
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
    uint32_t group_count;
};

/* Places of `count` conditions, in the order in which they are likely to have cells in common. False: memory is out. */
bool together_make(struct together *t, struct arena *arena, const struct diagrams *d, const uint32_t *roots,
                   size_t count, struct together_place *places);

/* The conditions of that group that hold: bit k for the one with that place; TOGETHER_END is set. */
static inline uint32_t together_set(const struct together *t, uint32_t group, const uint8_t *digits)
{
    uint32_t at = t->roots[group];
    while (!(at & TOGETHER_END))
        at = t->steps[at >> TOGETHER_LEVEL_BITS].kids[digits[at & ((1u << TOGETHER_LEVEL_BITS) - 1)]];
    return at;
}

#endif
