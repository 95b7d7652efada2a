/* SPDX-License-Identifier: MIT */
/* The moves that are left of a part of a board, freed of all that makes no difference to it.
 *
 *     struct board_moves *b = board_moves_make(&ground, &arena);          // NULL: memory ran out
 *     struct part_moves p;
 *     if (part_moves_read(b, &state, &p))                                 // false: it is not small
 *         for (size_t i = 0; i < p.move_count; i++) ... p.terms[p.moves[i].first], ...
 *
 * A path of three nodes of which one may be taken with its neighbours has three cells that hold code 1 and three
 * moves: {0: asks 1, puts 0; 1: puts 0}, {0: puts 0; 1: asks 1, puts 0; 2: puts 0} and {1: puts 0; 2: asks 1, puts
 * 0}. The same is left of any path of three nodes of any graph, of three pins in a row, and of much else.
 *
 * Theorem. Two parts of which the same is left, with the cells numbered in some order, have the same value.
 * Proof. Of all moves of the board those can still be made in the part that need no cell that is final in it, now or
 * later (masks.h). What they ask of final cells is so, and what they write there is there; so terms of final cells
 * are left out. Let a cell hold what it holds now and whatever moves that are left write to it, at most: a move that
 * asks for something else cannot be made, and is left out; if that is one code only, asking for it is left out. Both
 * again until nothing changes; each time the moves that can be made from any position of the part stay as they were.
 * Now a cell that no move asks for makes no difference to what can be made, so neither does what is written to it,
 * and it is left out. Positions of the part become contents of the cells that are left; in corresponding ones
 * corresponding moves can be made and lead to corresponding ones. By induction, as play ends, values are equal. []
 * Premise: play on the board ends.
 *
 * Reading takes time O(moves that need cells of the part alone, with their terms), again for each time that something
 * is left out. */
#ifndef CGI_SOLVE_SEARCH_PART_MOVES_H
#define CGI_SOLVE_SEARCH_PART_MOVES_H
#include "proof/ground/ground.h"

enum { PART_CELLS = 64, PART_MOVES = 512, PART_TERMS = 2048, PART_ANY = GROUND_VALUES /* asks or puts nothing */ };

/* What a move asks of a cell and puts there, as codes. */
struct part_term {
    uint8_t cell;
    uint8_t asks, puts;
    uint8_t role; /* both: 1 ... */
};
struct part_move {
    uint16_t first, count; /* of the terms */
};
struct part_moves {
    size_t cell_count, move_count, term_count;
    uint8_t codes[PART_CELLS]; /* what each cell holds */
    struct part_move moves[PART_MOVES];
    struct part_term terms[PART_TERMS];
};

struct board_moves;
/* In the arena. The ground must outlive it, but for the order of its moves. */
struct board_moves *board_moves_make(const struct ground *g, struct arena *arena);
bool part_moves_read(const struct board_moves *b, const struct ground_mask *state, struct part_moves *part);

#endif
