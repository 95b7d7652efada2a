/* SPDX-License-Identifier: MIT */
/* Moves that ask one thing of the board as they leave it, the *law*: in NoGo that each group has a free cell. It is kept once, where the
 * condition of each move by itself is about as large.
 *
 *     if (!diagram_law_find(b, &ground)) ...                // b->lawful: all moves ask the same law
 *     if (!diagram_law_keep(b, &ground.meaning, 1024)) ...        // no memory; b->lawful: it is looked up so
 *     diagram_law_open(b);                                  // b->law_able: the moves that are possible, by their places
 *
 * A move is possible if what it asks besides holds and the law does with what it writes (ground.h, ground_instance). So the way through the
 * diagram of the law is gone once for a state; for a move it is left where the first cell that the move writes is asked for.
 * Images: where an order of cells or values takes the law to itself and what a move asks besides to what its image does, it takes the
 * condition of the one to that of the other: the law with some cells known goes to the law with their images known. */
#ifndef CGI_SOLVE_SEARCH_DIAGRAM_LAW_H
#define CGI_SOLVE_SEARCH_DIAGRAM_LAW_H
#include "solve/search/diagram_images.h"

/* Once its moves are made, with what they ask besides. */
void diagram_law_find(struct diagram_board *b, const struct ground *g);
/* If it has more than so many steps. False: no memory. */
bool diagram_law_keep(struct diagram_board *b, const struct diagrams *d, uint32_t steps);
/* What a hand has of its own; false: no memory. Once conditions have places. */
bool diagram_law_scratch(struct diagram_board *b, struct arena *arena);
/* Of the state whose rests were looked up. */
void diagram_law_open(struct diagram_board *b);
/* How many of these moves are possible after that one too. */
uint32_t diagram_law_replies(struct diagram_board *b, const struct diagram_move *x);

#endif
