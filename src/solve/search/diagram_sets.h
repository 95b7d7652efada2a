/* SPDX-License-Identifier: MIT */
/* Conditions that forbid sets of cells to be full: never three stones in a line, no square, no three numbers in arithmetic progression.
 *
 *     if (!diagram_sets_make(b, &g->meaning)) ...       // memory is out
 *     if (b->sets_known) ...                            // b->moves[i].sets
 *
 * Cells hold two values, and of each cell that moves write, all of them put the same value: call it a stone. Conditions are read into
 * sets of cells, for a node that asks of cell l from two lists, A of its kid without a stone there and B of its kid with one: A, and
 * {l} + S for each S in B in which no set of A lies. It is given up if a set of A has no set of B in it.
 *
 * Theorem. A condition holds exactly in the states in whose stones no set of its list lies, and none of the sets lies in another one.
 * Proof. By induction; nodes that end are {} and {{}}. Without a stone at l no {l} + S counts, and A says what holds. With one, B does:
 * if a set of A lies in the stones, so does one of B; if a set of B that was left out does, so does one of A. A and B are antichains;
 * sets of A do not have l, and a set with l that had one of A in it was left out. []
 *
 * The list of a condition is then the list of the least sets that break it, so two conditions are equal exactly if their lists are.
 *
 * Stones stay, so what is forbidden stays so. After a move the sets that lie in the stones and did not before have one of the cells that it
 * wrote: `closes` has these sets without those cells, for each move. */
#ifndef CGI_SOLVE_SEARCH_DIAGRAM_SETS_H
#define CGI_SOLVE_SEARCH_DIAGRAM_SETS_H
#include <stdbool.h>
#include <stdint.h>

enum { SETS_MOVES = 256 };
struct diagrams;
struct diagram_board;
struct diagram_state;
/* Where these cells are full, these moves are not possible: bits, by their numbers. */
struct diagram_close {
    uint64_t cells, moves[SETS_MOVES / 64];
};
/* Of a board with moves, before images are looked for. b->sets_known stays false where conditions are of another kind, or the sets too
 * many. False: memory is out. */
bool diagram_sets_make(struct diagram_board *b, const struct diagrams *d);
/* Is the move's condition, its cells moved to these levels, that of the other move? */
bool diagram_sets_same(const struct diagram_board *b, uint32_t move, const uint8_t *levels, uint32_t other);
/* Which moves are possible: b->able, by their numbers. */
void diagram_sets_open(struct diagram_board *b, const struct diagram_state *s);
/* How many of them still are after that one, which is possible too. */
uint32_t diagram_sets_replies(const struct diagram_board *b, uint32_t move);

#endif
