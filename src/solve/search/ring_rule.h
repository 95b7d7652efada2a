/* SPDX-License-Identifier: MIT */
/* A rule on one row that is a ring: its moves look at cells at constant distances around it.
 *
 *     move two(i in 1..len(s)) where s[i] == 1 and s[i % len(s) + 1] == 1 -> ring(s with { [i] = 0, [i % len(s) + 1] = 0 })
 *     struct ring_reach reach;                      // distances 0 and 1, so arcs of two cells
 *     fine = ring_reach_find(env, &component, &reach);
 *
 * Of each move one generator i runs over as many numbers as the ring has cells, and the move reads it in indices of cells alone, and the
 * length of the row there and in conditions that read nothing else. An index is evaluated for every i, on this ring and on one of
 * RING_SHORT times the arc: on both it is a cell of the row, at a distance from i that is the same for all i, forwards less
 * backwards, and the same on both. A condition on the length comes out the same on both. A name may stand for a number made of i and the
 * length, which has a value for every i, and then it is read as these are.
 *
 * Theorem. Then what the instance of i does is the same function of the cells about place i, at these distances, for every i and on both
 * rings, and so is whether it fails. Proof. Its conditions, and what it writes and where, are expressions of these cells, of other
 * generators, whose ranges are such expressions too, and of what is the same on both; indices and numbers made of i do not fail. []
 * That both rings are read alike is seen from *notes*: each decision of the walk is one, with the expression that it is about. If all are
 * the same, then the same expressions were met in the same order, and the same was found of each.
 * So the moves of this ring, an arc of `width` cells at each place, are those that the short ring has in the middle (row_rule.h). */
#ifndef CGI_SOLVE_SEARCH_RING_RULE_H
#define CGI_SOLVE_SEARCH_RING_RULE_H
#include "play/options/env.h"

enum { RING_SHORT = 5, RING_SPAN = 12, RING_NOTES = 256 };
struct ring_reach {
    size_t width; /* of the arc that holds all distances, at least 2, at most RING_SPAN */
    size_t count; /* of notes, in the order in which the rule has them */
    struct ring_note {
        const void *of; /* an expression, or the generator i */
        enum { RING_AROUND, RING_INDEX, RING_TRUTH, RING_NAME } kind;
        int value; /* the distance; 0 or 1, else it is no condition on the length; is it a number, is it local */
    } notes[RING_NOTES];
};
/* False: it is not proved, or the ring is shorter than RING_SHORT arcs. O(cells times the length of the rule), in a
 * bounded number of steps. */
bool ring_reach_find(const struct env *env, const struct component *ring, struct ring_reach *reach);
/* Do they say the same of every expression? Then their rings have the same moves. */
bool ring_reach_same(const struct ring_reach *a, const struct ring_reach *b);
/* Could it be found? By a few numbers i alone. */
bool ring_may_be(const struct env *env, const struct component *ring);

#endif
