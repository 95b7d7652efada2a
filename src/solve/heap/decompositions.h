/* SPDX-License-Identifier: MIT */
/* Moves from a heap to a given SG value, for take-and-break rules with a proved period: by residues, so that a heap of
 * any size takes no longer than one of about preperiod + period tokens.
 *
 *     struct decompositions ways = {.env = env, .game = game, .periodic = p, .emit = emit, .context = context};
 *     st = decompositions_of(&ways, heap, target);      // emit is called for every set of heaps that a move may leave, with nim-sum target
 *
 * In ascending order of the tokens taken, then of the heaps that are left; each set once, whatever the order of its
 * heaps. Heaps below the preperiod are considered one by one. Above, the value of a heap is that of its residue, so
 * for each residue of one heap it is decided once whether the other one fits; those that fit are then enumerated.
 * Time: digits * (preperiod + period + number emitted); for rules that leave three heaps (preperiod + period)^2. */
#ifndef CGI_SOLVE_HEAP_DECOMPOSITIONS_H
#define CGI_SOLVE_HEAP_DECOMPOSITIONS_H
#include "solve/heap/periodic.h"

/* heaps: `count` of them, none empty, ascending; in the arena of the call. A status other than ST_OK stops the
 * enumeration. */
typedef enum status (*decompositions_emit)(void *context, const struct integer *const *heaps, size_t count);
struct decompositions {
    struct env *env;
    int game;
    const struct periodic *periodic;
    decompositions_emit emit;
    void *context;
    struct arena arena; /* used during the call */
};
/* Is it a rule of this kind that leaves all pairs, with a proved period? */
bool decompositions_known(const struct env *env, int game);
enum status decompositions_of(struct decompositions *ways, const struct integer *heap, uint64_t target);

#endif
