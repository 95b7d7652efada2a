/* SPDX-License-Identifier: MIT */
/* Cells that stay, and cut a row although moves look at them.
 *
 *     move paint(i in 1..len(s), c in 1..3) where s[i] == 0 and s[i - 1] != c and s[i + 1] != c -> r(s with { [i] = c })
 *
 * Nothing is erased, so no value ends runs (row_rule.h). But a painted cell stays, and no move looks past it: `0 0 2 0 0 0` is the sum of
 * `0 0 2` and `2 0 0 0`. The list of such a rule has codes of its own: 0 is held by no cell, and stands between runs; code k + 1 is code k
 * of the rule multiplied out; and the last one is an *edge*, which stands before and behind a row and which no move changes. So a move at
 * the end of a row is one that asks for an edge, and no move asks where a run begins.
 *
 *     st = row_walls_read(rule, &choices, width);           // rule->walls cells, 1 here, cut
 *     n = row_walls_cut(rule, cells, count, false, false, out);      // E 0 0 2 0 E  becomes  E 0 0 2 . 2 0 E
 *
 * A *wall* is a code that no move of the list changes. Let r be such that of no move r cells side by side of `from` are walls but at
 * its beginning or end, and that `to` of each move has r cells side by side that are walls, one of which it changes.
 * Theorem. A string in which r cells side by side, p to p + r - 1, are walls is the disjunctive sum of its cells up to p + r - 1, and
 * of those from p on. Of more than r walls at its beginning all but the last r may be left out; likewise at its end. Of a string that
 * begins and ends with r walls each option is a sum of such strings, each of fewer cells, and with fewer cells that are no walls in all.
 * Proof. A move made on cells to the left of p and to the right of p + r - 1 would have these r cells in its `from`, neither at its
 * beginning nor at its end. So each is made within one of the two strings, and what is made there is made in the whole; walls
 * stay. With a beginning of more than r walls a move that changes anything, which is a cell behind them, has at most r of them. A move
 * writes r walls with a new one among them; they are cut, or belong to the walls at the beginning or end, which are more than r then. Of
 * a string of n cells cut at p..q - 1, q - p >= r, the left one has p + r cells, which is less than n since there is a cell behind
 * q - 1 or, at the end, more than r walls; likewise the right one. [] */
#ifndef CGI_SOLVE_SEARCH_ROW_WALLS_H
#define CGI_SOLVE_SEARCH_ROW_WALLS_H
#include "proof/ground/ground.h"
#include "solve/search/row_rule.h"

/* No string of n cells is longer when it is cut. */
#define ROW_WALLS_ROOM(n) (2 * (n) + ROW_SPAN + 2)

/* Reads the list off a short row or ring, of arcs of so many cells, with edges for pads. rule->known: it is one with walls, and of a row
 * the list says all that the rule does there (row_box.h). ST_OK or ST_NO_MEMORY. */
enum status row_walls_read(struct row_rule *rule, const struct ground_choices *choices, size_t width);
/* The string with a 0 wherever it falls apart; `open`: more cells stand before it, or behind it, so nothing is left out there.
 * Returns how many cells `out` has, of which there must be ROW_WALLS_ROOM(count). Of a rule without walls it is copied. */
size_t row_walls_cut(const struct row_rule *rule, const unsigned char *cells, size_t count, bool open_left,
                     bool open_right, unsigned char *out);
/* Where the ring of so many cells, which stand there and once more, has `walls` walls; count: nowhere. There it is the row from this cell
 * on, of count + walls cells. */
size_t row_walls_of_ring(const struct row_rule *rule, const unsigned char *ring, size_t count);

#endif
