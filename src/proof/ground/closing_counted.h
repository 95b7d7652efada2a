/* SPDX-License-Identifier: MIT */
/* A board on which moves only close moves, beside a number that says how many are left.
 *
 *     st = closing_find_counted(&choices, budget, &arena, &c);       // before closing_find_choices
 *     if (c.ground.cells) state = closing_state_of(&c, codes, cells); // the open moves, and a bit for each step of the number
 *
 * A *counter* is a number beside the board that each way asks for one value, and makes smaller, to the same value as all others that ask
 * for it; and from each value from which there are ways these are the same on the board (at most five queens, those in hand beside the
 * board). Let the theorems of closing.h hold of these ways without the number.
 * Theorem. Let the number go on for k steps until there are no ways. The game at a state s with that number is the game on pairs (S, k)
 * in which, if k > 0, whoever has the move chooses i in S; then S becomes S without all that i closes, and k becomes k - 1.
 * Proof. A way is possible if it is on the board and the number is one from which there are ways, and leads to what it makes of
 * the board with the next number, which goes on for k - 1 steps. The rest is by induction on k, with what the first of these theorems
 * says of S. []
 * The k steps are k bits, the last of which goes with each move: bits are only cleared, as on any closing board. Each move needs one of
 * them, so nothing falls apart. Orders of the cells of S that take moves to moves do so where these bits stay.
 *
 * A *limit* (limits.c) does the same: each way is possible while a sum over the cells is less than a bound, and, besides, where it is
 * without that; and each makes the sum larger by the same d > 0 (at most five pieces, each move puts one). Theorem. The game at s is the
 * game on pairs (S, k), where k is (bound - sum) / d rounded up, and 0 where the sum is no less than the bound. Proof. There are ways if
 * and only if k > 0, and each leads to a sum that is larger by d, so to k - 1; the rest is as above. []
 *
 * The board is a row: a cell for each move, and then `ground.steps` cells for the counter. */
#ifndef CGI_PROOF_GROUND_CLOSING_COUNTED_H
#define CGI_PROOF_GROUND_CLOSING_COUNTED_H
#include "proof/ground/closing.h"

/* As closing_find_choices, where a number of more than two values is a counter. */
enum status closing_find_counted(const struct ground_choices *choices, const struct budget *budget, struct arena *arena,
                                 struct ground_closing *closing);

/* The same beside a limit (ground_make_limited). */
enum status closing_find_limited(struct ground_choices *choices, const struct budget *budget, struct arena *arena,
                                 struct ground_closing *closing);

#endif
