/* SPDX-License-Identifier: MIT */
/* A rule on one row whose moves look at a few cells side by side, as a list of those: "these become those".
 *
 *     struct row_rule rule;
 *     st = row_rule_make(env, &component, &rule);      // Clobber: 1 2 -> . 1, 1 2 -> 2 ., 2 1 -> . 2, 2 1 -> 1 .
 *     if (st == ST_OK && rule.known) n = row_rule_code(&rule, &component, cells);     // codes; 0 is the final value
 *
 * A *run* is a longest stretch of cells that do not hold the final value d. The options of a row are those of its
 * runs, one at a time: where `from` stands in a run, `to` may be put in its place; `left_end`, `right_end`: only where
 * the run begins or ends with it. As d stays where it is, a row is the disjunctive sum of its runs, and a run is the
 * same game wherever it stands.
 *
 * Theorem. So it is for rows of all lengths, if windows_find (proof/parts/windows.h) has proved the rule movable with
 * margin 0, no window is wider than w cells, and on a row of 5w cells the rule multiplied out (proof/ground) has none
 * but moves of at most w cells, none of which looks at cells of two runs, or beyond the cell that ends one.
 * Proof. With margin 0 it is proved that whether a piece is enabled follows from what the cells at its constant distances
 * hold, where a cell outside of the row counts as d. So enabled moves are the same wherever these cells stand, on rows
 * of any length, and those on 5w cells whose cells lie all at least w from either end are all there are: an instance
 * whose window stands in the middle has all that it asks or writes there, since it writes a cell of its window and
 * nothing that is as wide as w more. Of their cells those that hold something else than d are side by side, so in one
 * run; others are d, and end it. []  What a move does not ask is tried with every value, so `from` says all.
 *
 * A *ring* (row_reach.h) has such a list too, if d is a value that no move on a ring of 5w cells changes, w cells being its arc, and the
 * rule multiplied out on this one has no other moves than in the row. Where a cell holds d the ring is the row that begins behind it.
 * Proof. By the theorem there an instance is a function of the cells of its arc, the same at all places and on both rings. An option of an
 * instance in the middle of the short one, its arc within the middle fifth, is made by moves of the list that write there, so all
 * cells of these are in the middle three fifths: such a move is made by an instance whose arc holds the cells that it changes. So with the
 * cells about any place of the ring put there, the options at this place are those of the list, and the other way round. Then it is as
 * with rows, all of whose windows are arcs, and d stands at both ends of a row that is cut out of a ring. []
 *
 * And so has a *row of one length* n, at least 5w, of which row_reach.h proves that its places are those of a row of m = 5w cells, if
 * that one multiplied out does what the list does on a row that goes on with `pads` cells which hold 0, and then with d (row_ends.h).
 * Proof. What stands beyond the ends, and d itself, is never changed. (1) Let an instance at place p lead from x to y. Take q = p if
 * p <= 2w, as far from the last cell as p if that is less than 2w, else a place of the middle fifth of the short row; let x' be
 * the short row that holds about q what x holds about p, as far as 2w cells from it, d elsewhere. The notes at both places are the
 * same, so the instance at q changes x' in the same way. A move of the list does that; it has at most w cells, one that is changed
 * among them, and may ask for one cell more on either side, all within what x' has of x: so it does that in x. (2) Let a move of
 * the list lead from x to y, on cells a to b, at most w of them. Put it on the short row at the same place if a < 2w, as far
 * from the end if b > n + 1 - 2w, and at 2w otherwise. There some instance makes these changes. Its place is less than w from a
 * cell that is changed; so that place and the one that is it in the long row are at the same distance from the same end, or both more
 * than w from either end. So the notes are the same, and that instance makes these changes in the long row. []
 *
 * Where moves erase nothing, a list with *walls* is tried (row_walls.h), of rows of one length and rings. By the proofs above the
 * options of a row are those of the list, as they need no d where no move of the list asks where a run ends.
 *
 * An *invariant* is left out of all this: these are theorems about the moves on all rows. Both kinds of proof are of games whose moves are
 * proved to keep it (`kept`, windows_find), so the options of a row that it allows are the same with it and without.
 *
 * Values are those of the row and those that moves write, at most ROW_CODES. Not for rules with other fields. */
#ifndef CGI_SOLVE_SEARCH_ROW_RULE_H
#define CGI_SOLVE_SEARCH_ROW_RULE_H
#include "base/vec.h"
#include "play/options/env.h"
#include "solve/search/row_reach.h"

enum { ROW_CODES = 12, ROW_MOVES = 1024, ROW_PADS = 2 };
struct row_move {
    unsigned char length;
    bool left_end, right_end;
    unsigned char from[ROW_SPAN], to[ROW_SPAN]; /* codes; `from` has no 0, `to` has one at least, or new walls */
};
struct row_rule {
    bool known;
    int game;
    bool ring;              /* it is one of rings */
    size_t cells;           /* of rows or rings with so many cells; 0: of rows of any length */
    struct row_reach reach; /* of rows of one length, and rings */
    size_t pads[2];         /* so many cells of code `pad` stand before and behind a row */
    unsigned char pad;
    int64_t values[ROW_CODES]; /* of the codes */
    size_t value_count;        /* without edges; of a list with walls 0 is among them, which no cell holds */
    size_t walls; /* so many of them side by side cut a row (row_walls.h); 0: the list is none with walls */
    bool is_wall[ROW_CODES];
    size_t span; /* cells of the longest move */
    VEC(struct row_move) moves;
};
/* ST_OK or ST_NO_MEMORY. Free with row_rule_free. */
enum status row_rule_make(const struct env *env, const struct component *row, struct row_rule *rule);
void row_rule_free(struct row_rule *rule);
/* Is it known, or known not to be, of this row or ring too? If another length has the same arcs, its list is the same; `cells` is
 * the last length. What its cells hold is another question (row_rule_code). */
enum status row_rule_serves(const struct env *env, const struct component *row, struct row_rule *rule, bool *serves);
/* What is proved of all rows of the game, if a list of them could be known; NULL: at most one of this length, or a ring, could. */
const struct state_windows *row_rule_windows(const struct env *env, const struct component *row);
/* Could it be known, of the row or of the ring? Cheap. */
bool row_rule_may_be(const struct env *env, const struct component *row);
/* The codes of its cells, of which there must be room for all; false if it holds other values. */
bool row_rule_code(const struct row_rule *rule, const struct component *row, unsigned char *cells);
/* Puts its pads about a row of so many codes, of which there is room for ROW_PADS more at either end; returns how many cells it has
 * then. */
size_t row_rule_pad(const struct row_rule *rule, unsigned char *cells, size_t count);

#endif
