/* SPDX-License-Identifier: MIT */
/* Boards that fall apart during play: cells that can never change again separate the others.
 *
 *     game pins(s: row) {
 *       move one(i in 1..len(s)) where s[i] == 1 -> pins(s with { [i] = 0 })
 *       move two(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> pins(s with { [i] = 0, [i + 1] = 0 })
 *     }
 *     fine = windows_find(&normal, &scratch, &model->arena, &windows);
 *     // final: 0; windows {0}, {0, +1}, closed where a cell holds 0; so pins([1, 0, 1]) is pins([1]) + pins([1])
 *
 * The state is one row or grid s. A piece of the normal form (normal.h) with its generators and places fixed is an
 * *instance*; the cells that it reads or writes are its *footprint*. A cell is *frozen* if it holds a final value:
 * one that no enabled instance changes.
 *
 * Theorem. Let every enabled instance change some cell. Of a state s, join the cells of each footprint that are not
 * frozen, but leave out instances that are not enabled whatever the cells hold that are not frozen. For a part C of
 * the cells so joined let s(C) be s with a final value d in all cells but those of C and those frozen ones that
 * share a footprint with a cell of C, unless d rules that instance out in its place as they do. Then the game at s
 * is the disjunctive sum of the games at all s(C).
 * Proof. Frozen cells stay as they are, so in every state that follows s an enabled instance is one that was not
 * left out; its footprint is in one part C and in frozen cells, and it changes cells of C only. Whether it is
 * enabled is read off these cells, of which s(C) has the same ones; play elsewhere does not change them. So the
 * instances of C are enabled together in s and in s(C). Others are not enabled in what follows s(C): if the
 * footprint has a cell of C, it was left out, by frozen cells that s(C) has as well, or by d; if it has none, the
 * instance would change no cell that is not frozen, and so none. So the moves in s are those in the s(C), each in
 * one of them. [] Nothing is said of values: it holds in misere play, and for remoteness.
 *
 * What is proved, from the normal form, for all values of the parameters that it leaves open:
 *
 *   places     each piece leads to the same game with some cells replaced, no two of them one cell, all within the
 *              board, by natural numbers.
 *              Each cell that it reads or writes is at a constant distance from the first one that it writes; if only
 *              bounds of a distance are constant, every distance within them is a case of its own. It reads nothing
 *              else of the state but its size.
 *   changes    a piece where all cells that it writes stay as they are has no solution.
 *   final      a value v such that each piece with v at a place that it writes has v there afterwards.
 *   closed     the piece, with v at one of its places, has no solution.
 *
 * `movable`: the piece is its conditions on cells and that it writes within the board, which imply all that it says of
 * places. (A cell outside reads 0, so one that cannot be 0 is within.) 0 is final, and each cell that is written changes,
 * so it is in C. Then a board that holds s(C) up to rows and columns of 0 around it has the same moves, and equal parts
 * at different places are one position. If it is not proved, s(C) is as large as s. */
#ifndef CGI_PROOF_PARTS_WINDOWS_H
#define CGI_PROOF_PARTS_WINDOWS_H
#include "proof/normal/normal.h"

/* The normal form is of a rule that cannot fail (may_fail.h), whose one field is a row or a grid without an invariant.
 * *windows is in `arena`, NULL if it is not proved. Temporary memory is `scratch`. Returns false if memory runs out. */
bool windows_find(struct normal *normal, struct arena *scratch, struct arena *arena,
                  const struct state_windows **windows);

#endif
