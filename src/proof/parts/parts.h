/* SPDX-License-Identifier: MIT */
/* States that are sums: cells or fields that no move joins.
 *
 *     game r(h: row) { move take(i in 1..len(h), t in 1..h[i]) -> r(h with { [i] -= t }) }
 *
 *     st = parts_add(model, NULL);         // the model gets `game r.h(h) { move take(t in 1..h) -> r.h(h - t) }`,
 *                                    // and r([3, 5]) is known to be r.h(3) + r.h(5): model->games[r].split
 *
 * Theorem. Let S be states with k parts. If for each part p there is a relation R(p), such that the options of every state s are
 * exactly the states that differ from s in one part p, where (s[p], s'[p]) is in R(p), then the game at s is the disjunctive sum
 * of the games R(p) at s[p]: the states are the tuples of positions of a sum, and the moves are the same. Nothing is said of
 * values, so it holds in normal and in misère play, for remoteness, and whether play ends or not.
 *
 * What is proved, from the normal form (normal.h) with all parameters open, so for all their values. Numbers that no piece
 * changes are constants: R(p) may depend on them, and then they are fields of the part too. Each piece leaves all fields as they
 * are but for one part:
 *
 *   cells    of a row, a bag or a grid, each of them a part. The piece replaces one cell, at the index i, by one, none or several; it
 *            says of i and of len(h) that i is in 1..len(h), and no more (of a grid, the same in both directions); all its other
 *            constraints are over the cell h[i], what replaces it, constants and parameters. So R is the same for all cells,
 *            and it is the rule at rows of one cell.
 *   places   Where each piece replaces one cell by one and results are not sorted or turned (nor a bag), i and len(h) are constants
 *            of the cell, and so is k[i] for a row k that no piece changes. The constraints may be over these too: R(p) depends
 *            on them, and they are fields of the part. It is the rule at rows where all other cells are 0, in which the
 *            generator that is i, but for a constant, in each piece of the move is that number (proof/restate/place.c).
 *            Constraints that follow from the others are not looked at. Where a cell becomes none or several, states are no
 *            tuples of a fixed length; but the sum of a state's cells has the sums of its options' cells as its options, whatever
 *            the order of the cells, so by induction nothing that depends on options alone tells the two apart.
 *   fields   Numbers and truth values. The piece's constraints, after it is used that the others stay, are over this part and
 *            constants. R(p) is the rule where all else is 0, false or without cells, made of the moves that change p;
 *            if a move changes now one part and now another one, it is proved that it does not change those at 0.
 *
 *   An invariant that is a conjunction, each term over the numbers of one part, and that is proved to hold after each piece, is one of
 *   each part. The pieces are looked at without it.
 *
 * Refused: a rule that is not proved to leave only natural numbers (its mistake is to be told in its own words); one that may
 * fail while it runs (may_fail.h), since its normal form may have lost the failure; one with any other invariant; one that is
 * declared loopy; one whose options depend on the mover, where the game is no sum of impartial ones; one that leads to other
 * games. What cannot be proved here is no error: the game is searched whole.
 *
 * The rules of the parts are written by proof/restate. ST_OK or ST_NO_MEMORY; everything is in the model's arena. A game costs one
 * normal form, if it has cells or several numbers, and another one if rows are made anew and are no sums. */
#ifndef CGI_PROOF_PARTS_PARTS_H
#define CGI_PROOF_PARTS_PARTS_H
#include "base/status.h"
#include "model/model.h"

struct linear_answers;
/* `answers`: what was solved before (proof/linear/answers.h), or NULL; a rule whose measure was looked for (parts_fall) has its normal
 * form made a second time, with the same questions. */
enum status parts_add(struct model *model, struct linear_answers *answers);

/* Why play ends, where no weighted sum of a state falls:
 *
 *     game g(h: bag) { move split(i in 1..len(h), a in 1..h[i] / 2) where a < h[i] - a -> ... }       8 becomes 3 and 5
 *
 * Theorem (Dershowitz and Manna 1979). If every move takes one natural number out of a finite multiset and puts in none or
 * several smaller ones, play ends. *text: "each cell of h becomes smaller ones", in the model's arena, if every piece replaces one
 * cell of a row, a bag or a grid by such and leaves all else as it is, else NULL. Cells need not be parts for that, so what a piece
 * looks at does not matter. ST_OK or ST_NO_MEMORY; costs a normal form, if there are cells. */
enum status parts_fall(struct model *model, int game, struct linear_answers *answers, const char **text);

#endif
