/* SPDX-License-Identifier: MIT */
/* Names for moves that are given by the heaps that they leave (solver.h: listed_move).
 *
 *     st = heap_names_all(&naming, component, moves, count);        // as move_names.h counts and keeps them
 *
 * Several moves of the rule may leave the same heaps: each is named. If some cannot be named at this size, the answer's
 * wins_reason says so. */
#ifndef CGI_ANSWER_MOVES_HEAP_NAMES_H
#define CGI_ANSWER_MOVES_HEAP_NAMES_H
#include "answer/moves/move_names.h"

enum status heap_names_all(struct move_names *naming, size_t component, const struct listed_move *moves, size_t count);

#endif
