/* SPDX-License-Identifier: MIT */
/* Cells that stay (mask_constants.h) on boards of one word.
 *
 *     constant_words_open(c, move_count, live);                     // once for what is opened
 *     size_t count = constant_words_classes(c, live);               // of what is reached from there: c->classes
 *
 * With two values no move asks something else of a constant cell, and what a move asks of open cells is the set of these: the same classes
 * as elsewhere, in the same order, from two words a move, all of them side by side. Time O(moves that may still be made, times classes,
 * and times the moves of one effect).
 *
 * Where no two moves do the same (`apart`), of each effect one move is left at most. So all that are left are kept, and none has a choice:
 * what remains of the theorem is to join what each of them asks and writes of the open cells, and to add what it asks of the others. */
#ifndef CGI_SOLVE_SEARCH_CONSTANT_WORDS_H
#define CGI_SOLVE_SEARCH_CONSTANT_WORDS_H
#include "solve/search/mask_constants.h"

void constant_words_open(struct mask_constants *c, size_t moves, uint64_t live);
size_t constant_words_classes(struct mask_constants *c, uint64_t live);

#endif
