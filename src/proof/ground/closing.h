/* SPDX-License-Identifier: MIT */
/* A board on which moves only close moves, as a board on which a cell says whether its move is still open.
 *
 *     struct ground_closing c;
 *     st = closing_find(&g, GROUND_WORDS, env->budget, &arena, &c);  // queens, whichever a placing writes: its own cell or all it attacks
 *     if (c.ground.cells) state = closing_state(&c, &state);     // a state of g as one of c.ground
 *
 * Let a move ask each cell for one of some values, its set A(cell), and write some cells. Moves of the list that write the same
 * and of which the sets differ at one cell at most are one move with the sets of both: it is possible where one of them is, and leads to
 * the same. (Snort: a neighbour is free or of the same colour.)
 * Theorem. For all moves i, j, and the cells that j writes, let one of these hold:
 *   (a) at some of them j puts a value that is not in A_i: j closes i;
 *   (b) at all of them j puts a value of A_i, and A_j is within A_i;
 * and let every move close itself. For a state s let S be the set of moves that are possible. Then the game at s is the game on S
 * in which whoever has the move chooses i in S, and S becomes S without all that i closes.
 * Proof. Let j be possible in s. By (a) a move that j closes is not possible afterwards. Of any other one what it asks of a cell
 * after j is what it was before: j does not write the cell, or it held a value of A_j, so of A_i, and holds one of A_i now (b). So it is
 * possible afterwards if and only if it was before, and the options of s have the sets that the rule on S says. By induction on the
 * number of open moves, which falls, the two games are equal. []
 * Theorem. Moves that close the same moves and are closed by the same are one: let it be open if one of them is.
 * Proof. The options of the members are the same, and each move closes all members or none. []
 *
 * The moves are those of a list of masks, or ways to move on a board of which cells hold many values (ground_make_choices): a queen of each
 * column, whose row is written.
 *
 * What no open move asks makes no difference then, spellings of one game become one board, and each cell needs no other one. Each
 * move is given a cell: the only one that it writes, else the only one that it needs, else the first that it writes; in the last case one
 * cell has a bit for each of at most two moves. Where in the others several moves have one cell (Col: a stone of each colour), the board
 * is a row with a cell for each move: what falls apart are moves then, not places, and its images are orders. Ways to move on a row of
 * numbers, each of one cell, are a grid instead: of the cells of the row, and of the values that are written, ascending. Nothing is made
 * (ground.cells 0) where that cannot be done, or where the new board has fewer images than the old one, or fewer slides and is no row.
 * Time and memory: the square of the number of moves, of which there are at most 2048 after those that are one are joined. */
#ifndef CGI_PROOF_GROUND_CLOSING_H
#define CGI_PROOF_GROUND_CLOSING_H
#include "proof/ground/ground.h"

struct ground_closing {
    struct ground ground;             /* its final value 0: no move of the cell is open; `values` are the codes */
    const struct ground_move *from;   /* the moves of the old board, */
    const struct ground_choice *ways; /* or its ways to move, joined, where there is no list of masks; */
    size_t from_count, from_words, from_values;
    const uint16_t *bits; /* and the bit of each in a state of the new one; */
    struct ground_limit
        limit; /* if there is one, each step adds `by`, and its bits are the last ground.steps (closing_counted.h) */
    int64_t by;
    bool nested; /* what a closed move would close is closed with it, as in Chomp: no promise, but few states */
};
/* Of at most so many words. ST_OK, ST_NO_MEMORY, or what the budget says of time and Ctrl-C (NULL: no budget). What it points to is in the
 * arena, or of `g`, of which the moves must stay in their order. */
enum status closing_find(const struct ground *g, size_t words, const struct budget *budget, struct arena *arena,
                         struct ground_closing *closing);
struct ground_mask closing_state(const struct ground_closing *closing, const struct ground_mask *state);
/* The same of a board of which cells hold many values, of which nothing is known about images. What it points to is in the arena, or of
 * `choices`. `codes`: of each of its `cells`
 * (ground_read). */
enum status closing_find_choices(const struct ground_choices *choices, const struct budget *budget, struct arena *arena,
                                 struct ground_closing *closing);
struct ground_mask closing_state_of(const struct ground_closing *closing, const uint8_t *codes, size_t cells);

#endif
