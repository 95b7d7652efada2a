/* SPDX-License-Identifier: MIT */
/* Rings that are cut at two places at once.
 *
 *     if (strip_find_walls(s)) ...                              // NoGo on a ring: 1 2 and 2 1
 *     uint8_t way = strip_ring_way(s, 7, 2, w, v);              // 2 0 1 2 0 0 1, read from the place between its ends on, and
 *     strip = strip_ring_apply(ring, 2, way, &right);           // the one after its third cell: the rings 2 0 1 and 2 0 0 1
 *
 * A ring that is open at one place is a row, which is no ring of other cells; so no rule of a few cells side by side cuts it. Two places
 * do. A *wall* is a final cell, or two of them side by side, that parts the ring if there is another one.
 *
 * Theorem. Let a ring have one wall at its end (its last cell, and perhaps its first) and another at a cell between. Each of the pieces,
 * from the one to the other, is a ring as well, perhaps with one more final cell at its end. If the instances on the whole, the cells of
 * both walls being known, are those on both pieces, theirs and the added ones known, together, then the ring is the sum of the pieces.
 * Proof. That of strips.h: which cells are known makes no difference to it. [] Again it is proved of each length, place and content, when
 * it is first needed. Which walls are tried is found on a small ring. */
#ifndef CGI_SOLVE_SEARCH_STRIP_RINGS_H
#define CGI_SOLVE_SEARCH_STRIP_RINGS_H
#include "solve/search/strip_rules.h"

/* A wall: STRIP_WALL_ENDS * the first value + the second, or + STRIP_VALUES if it is one cell. */
enum { STRIP_WALL_ENDS = STRIP_VALUES + 1, STRIP_WALLS = STRIP_VALUES * STRIP_WALL_ENDS, STRIP_RING_LEAST = 4 };

/* s->walls; once it is known whether the strips are rings. False: memory is out. */
bool strip_find_walls(struct strips *s);
/* How the ring with this wall at its last cell and that one at `cell` is cut: STRIP_NONE or a way. 0 < cell < size - 2. */
uint8_t strip_find_ring_way(struct strips *s, uint32_t size, uint32_t cell, uint32_t last, uint32_t wall);
static inline uint8_t *strip_ring_known(const struct strips *s, uint32_t size, uint32_t cell, uint32_t last,
                                        uint32_t wall)
{
    return &s->boards[size].cuts[(cell * STRIP_WALLS + last) * STRIP_WALLS + wall];
}
static inline uint8_t strip_ring_way(struct strips *s, uint32_t size, uint32_t cell, uint32_t last, uint32_t wall)
{
    uint8_t known = *strip_ring_known(s, size, cell, last, wall);
    return known == STRIP_UNKNOWN ? strip_find_ring_way(s, size, cell, last, wall) : known;
}
/* The pieces. */
uint64_t strip_ring_apply(uint64_t ring, uint32_t cell, uint8_t way, uint64_t *right);

#endif
