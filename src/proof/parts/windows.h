/* SPDX-License-Identifier: MIT */
/* Boards that fall apart during play: cells that can never change again separate the others.
 *
 *     game pins(s: row) {
 *       move one(i in 1..len(s)) where s[i] == 1 -> pins(s with { [i] = 0 })
 *       move two(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> pins(s with { [i] = 0, [i + 1] = 0 })
 *     }
 *     fine = windows_find(&search, &windows);
 *     // final: 0; windows {0}, {0, +1}, closed where a cell holds 0; so pins([1, 0, 1]) is pins([1]) + pins([1])
 *
 * The state is one row or grid s, and other fields, which no move changes but for numbers `beside` (below). A piece of the
 * normal form (normal.h) with its generators and places fixed is an *instance*; the cells that it reads or writes are its
 * *footprint*. A cell is *frozen* if it holds a final value: one that no enabled instance changes.
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
 * An invariant says of every cell that it is within bounds, and of numbers that no move changes what it likes. If d is within them, and
 * whatever a piece writes, then states of parts are positions, and the moves are those without it.
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
 * `beside`: numbers that pieces change which look at nothing but numbers, that no other piece looks at, and that no piece
 * changes where all are 0. So they are one part more: these numbers, and a board of one cell that holds d; in the
 * other parts they are 0.
 *
 * `mirrors`: the image of each case, with the cells counted from the other end, or with rows and columns exchanged, implies
 * a case. So images of moves are moves of the image, and as a mirror undoes itself, there are no others: equal parts up to such
 * images are one position.
 *
 * `movable`: s(C) is cut to the least rectangle that holds C and the frozen cells that it needs, widened by `margin` rows
 * and columns, or as far as the board goes; so equal parts at different places are one position. If it is not proved, s(C) is as
 * large as s. In the board so cut
 *   - an instance that has no cell in C changes none, by what is proved of all boards, so it is not enabled;
 *   - one that has a cell in C, and is enabled in s(C) or in what is cut, must be so in both.
 * Let the piece say nothing but of cells; that some of its places are on the board; what follows from these; and how far
 * the first place is from an edge, where it makes no difference from `room` cells on.
 *   margin 0       There is nothing of the last kind. Each place is one that is closed both with d in it and outside, so it is in
 *                  the rectangle; or it is only read, and d is 0, so it reads the same (a cell outside is 0).
 *   else           The margin is the width of the widest window and the greatest `room`: so all places are within s(C) or outside as
 *                  they are in what is cut, with the same cells, and so far from the edges as makes no difference. */
#ifndef CGI_PROOF_PARTS_WINDOWS_H
#define CGI_PROOF_PARTS_WINDOWS_H
#include "model/model.h"

struct search;
/* The search's normal form is of a rule that cannot fail (may_fail.h), of a game without its invariant. *windows is in the model's
 * arena, NULL if it is not proved. Returns false if memory runs out. */
bool windows_find(struct search *s, const struct state_windows **windows);
/* By the first piece of the search's normal form: false where windows_find finds nothing whatever the other pieces are. */
bool windows_may_be(struct search *s);

#endif
