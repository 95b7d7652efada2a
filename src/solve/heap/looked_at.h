/* SPDX-License-Identifier: MIT */
/* How many turns of its loops a table of outcomes takes, which is done with a position at its first option that loses.
 *
 *     struct looked_at l;
 *     if (looked_at(env, game, high, misere, &l)) seconds = cells * (l.turns * 2e-9 + l.along * 4e-10);   // of a position, on average
 *
 * Two smaller boxes of the same shape, one twice as large as the other, are filled, and what a position took in them is taken to grow on
 * as a power of the size: losses become rarer or not, as the rule will have it. Counted, not timed. Found once for a game and boxes of
 * about the same shape. Bounded: some 100000 turns. */
#ifndef CGI_SOLVE_HEAP_LOOKED_AT_H
#define CGI_SOLVE_HEAP_LOOKED_AT_H
#include "play/options/env.h"

struct looked_at {
    double turns, along; /* of loops; options along a ray (vm_price) */
};
/* A game for which vm_decidable, and whose moves stay in the box below a position. False: the rule fails there, or memory is out. */
bool looked_at(const struct env *env, int game, const int64_t *high, bool misere, struct looked_at *looked);

#endif
