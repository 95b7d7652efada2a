/* SPDX-License-Identifier: MIT */
/* A board whose moves have conditions of any kind, each a diagram (play/ground/diagram.h): what is connected, how many of some cells, no
 * three in a line; all that cannot be listed as cells which hold certain values.
 *
 *     struct diagram_board *b;
 *     st = diagram_board_make(env, &component, &b);         // NULL: the rule is not understood
 *     if (diagram_board_code(b, &component, &state)) ...     // a position of that board, two bits a cell
 *     diagram_board_open(b, &state);
 *     for (size_t at = 0; diagram_board_next(b, &at); at++) ... diagram_board_after(b, at) ...
 *     diagram_board_free(b);
 *
 * The moves are those of ground.h, by meaning; the theorem there says that in each state the options are what the instances lead to
 * whose conditions hold. Conditions are looked up by going down diagrams, several at once (diagram_together.h),
 * or as sets of cells that must not all be full (diagram_sets.h).
 *
 * A move after which something falls leads to what is held after its writes, which a walk from the roots finds.
 *
 * Images: an order of the cells and one of the values such that the image of each instance (condition, writes) is an instance.
 * Theorem. Then a state and its image are the same game. Proof. Instances are finitely many, and different ones have
 * different images, so all are images; one is possible in a state exactly if its image is in the image of the state, and what they lead to
 * are images again. [] Where something falls, roots go to roots and cells beside each other to such, and 0 stays 0; so paths from roots
 * go to such paths, and the image of what is held is held in the image.
 * Cells are tried in the orders that a row or grid suggests, or the arrows of a grid beside the board, as far as there are few; what is
 * one is decided by the diagrams alone, which are equal exactly if they mean the same. */
#ifndef CGI_SOLVE_SEARCH_DIAGRAM_BOARD_H
#define CGI_SOLVE_SEARCH_DIAGRAM_BOARD_H
#include "play/options/env.h"

/* Bit l of `low` and `high`: what the cell of level l holds. */
struct diagram_state {
    uint64_t low, high;
};
struct diagram_board;

/* ST_OK or ST_NO_MEMORY. *board NULL: the rule is not understood, or its diagrams grow too large. */
enum status diagram_board_make(const struct env *env, const struct component *component, struct diagram_board **board);
/* The same, a law that all moves ask (diagram_law.h) being looked up as such where it has more than so many steps. */
enum { DIAGRAM_LAW_STEPS = 1024 /* of fewer several conditions are looked up together */ };
enum status diagram_board_make_lawful(const struct env *env, const struct component *component, uint32_t law_steps,
                                      struct diagram_board **board);
void diagram_board_free(struct diagram_board *b);
/* For another hand: the same board, with moves of its own in the arena, with which it ends. NULL: no memory. */
struct diagram_board *diagram_board_share(const struct diagram_board *b, struct arena *arena);
bool diagram_board_code(const struct diagram_board *b, const struct component *component, struct diagram_state *state);
/* Is it proved that play ends: each move brings a cell to rest, or all make the sum of the cells less, or more? */
bool diagram_board_ends(const struct diagram_board *b);
uint32_t diagram_board_cells(const struct diagram_board *b);
uint32_t diagram_board_moves(const struct diagram_board *b);
/* How many orders of cells and values together are images that are listed; how many there are with those that these generate. */
uint32_t diagram_board_images(const struct diagram_board *b);
uint32_t diagram_board_all_images(const struct diagram_board *b);
/* The least image of a state. */
struct diagram_state diagram_board_least(const struct diagram_board *b, const struct diagram_state *state);
/* How many cells may still change. */
uint32_t diagram_board_room(const struct diagram_board *b, const struct diagram_state *state);

/* ---- options: of the state that was opened last --------------------------------------------------------------------- */
void diagram_board_open(struct diagram_board *b, const struct diagram_state *state);
/* The next move that is possible from place *at of the list of moves on; false: there is none. */
bool diagram_board_next(struct diagram_board *b, size_t *at);
/* Where it leads to; the least image of that, with the room it has. The images of what is open and of what the move writes are known, so
 * this is two operations for each image. */
struct diagram_state diagram_board_after(const struct diagram_board *b, size_t at);
struct diagram_state diagram_board_least_after(const struct diagram_board *b, size_t at, uint32_t *room);
/* How many moves are possible after that one, which is possible too; by a law, of those that are possible now. */
uint32_t diagram_board_replies(struct diagram_board *b, size_t at);
/* The move at that place is tried a little earlier from now on. */
void diagram_board_prefer(struct diagram_board *b, size_t at);

#endif
