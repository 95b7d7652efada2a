/* SPDX-License-Identifier: MIT */
/* What no move that is still to come asks, of a state of a board of words (proof/ground/ground.h).
 *
 *     struct move_reach *r = move_reach_make(&ground, &arena);                // NULL: nothing is gained by it, or no memory
 *     if (r) move_reach_clear(r, state.words);                                // squares that are cut off from the token are marked
 *
 * The *place* of a state is what the numbers hold that all moves ask (where the token stands; of some boards nothing). A move leads
 * from one place to one other. It is *shut* in a state where it asks a number for a value that this does not hold and that no move brings
 * about. *Near* is the place of the state and all that is reached from it by moves that are not shut, and such a move is *open* if it
 * begins at a place that is near. A number may be *cleared* if there is a value that no move asks it for.
 *
 * Theorem. Let t be the state s with some numbers that no open move of s asks, and that may be cleared, holding a value that no move asks
 * them for. Then s and t are the same game, move by move.
 * Proof. Let D be these numbers. What is reached in play from s has a place that is near, and is reached by open moves: a move that is
 * possible asks no value that was not held at first and cannot come. Those moves ask nothing of D. Now let u be reached from s, and v be u
 * but for numbers of D, each of which holds in v what no move asks it for, or what it holds in u. What is possible in u asks nothing of D
 * and is possible in v. What is possible in v asks no number of D for what no move asks; and if it asks one for what u holds as well, for
 * all such numbers, then it is possible in u and asks a number of D, which no move does. So the moves that are possible are the same, and
 * lead to states that are so related again: what a move writes is the same in both. [] */
#ifndef CGI_SOLVE_SEARCH_MOVE_REACH_H
#define CGI_SOLVE_SEARCH_MOVE_REACH_H
#include "base/arena.h"
#include "proof/ground/ground.h"

struct move_reach;
struct move_reach *move_reach_make(const struct ground *g, struct arena *arena);
/* Clears what may be cleared; true: the state is another one then. Time O(moves), most often much less. */
bool move_reach_clear(const struct move_reach *r, uint64_t *state);
/* Of the moves of a token among others, say: places, and what is near, are those of these moves alone; what comes about, and what may be
 * cleared, is so by all moves of the board. */
struct move_reach *move_reach_make_some(const struct ground *g, const struct ground_move *moves, size_t count,
                                        struct arena *arena);
/* Takes out of `left`, a set of what may be cleared, what open moves ask, and adds to `writes` what moves from near places write of what
 * may be cleared; all of it, if nothing is left. False: none of the moves begins at the place. */
bool move_reach_look(const struct move_reach *r, const uint64_t *state, uint64_t *left, uint64_t *writes);
const struct ground_mask *move_reach_may(const struct move_reach *r);
/* The numbers that all of these moves ask. */
const struct ground_mask *move_reach_place(const struct move_reach *r);
/* Is each place entered by one cell of its own? Then it takes some nanoseconds for each place that is near. */
bool move_reach_steps(const struct move_reach *r);

#endif
