/* SPDX-License-Identifier: MIT */
/* What a state of a board of diagrams is known by where its images generate more of them than are listed (mask_pivots.h).
 *
 *     if (!diagram_pivots_make(arena, cells, orders, count, exchanges, exchange_count, &pivots)) ...   // no memory
 *     if (pivots) least = diagram_pivots_least(pivots, &state);
 *
 * A product of images is an image: what takes each instance to an instance does so one after the other (diagram_board.h). Sums leave out
 * cells that hold 0, so there are pivots only where each exchange of values leaves 0 as it is. */
#ifndef CGI_SOLVE_SEARCH_DIAGRAM_PIVOTS_H
#define CGI_SOLVE_SEARCH_DIAGRAM_PIVOTS_H
#include "base/arena.h"
#include "solve/search/diagram_board.h"

struct diagram_pivots;
/* `orders`: of each level where it goes; `exchanges`: of each value what it becomes. In the arena; *pivots NULL: there are none. */
bool diagram_pivots_make(struct arena *arena, size_t cells, const uint8_t *const *orders, size_t count,
                         const uint8_t *const *exchanges, size_t exchange_count, struct diagram_pivots **pivots);
/* How many orders of cells there are. */
size_t diagram_pivots_order(const struct diagram_pivots *p);
/* The same for all images of the state, and one of them. */
struct diagram_state diagram_pivots_least(const struct diagram_pivots *p, const struct diagram_state *s);

/* The state with values exchanged in these cells, and 0 in all others. The 24 permutations of the 4 pairs of bits are the affine maps: of
 * a permutation the sum of all it has is 0, so what 3 becomes is the sum of what 0, 1 and 2 do, as in an affine map. */
static inline struct diagram_state diagram_exchanged(const uint8_t *to, const struct diagram_state *s, uint64_t cells)
{
    uint64_t first = to[0], low = to[0] ^ to[1], high = to[0] ^ to[2];
    return (struct diagram_state){
        (-(first & 1) ^ (-(low & 1) & s->low) ^ (-(high & 1) & s->high)) & cells,
        (-(first >> 1) ^ (-(low >> 1) & s->low) ^ (-(high >> 1) & s->high)) & cells,
    };
}
#endif
