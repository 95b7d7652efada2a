/* SPDX-License-Identifier: MIT */
/* Cells that stay (mask_constants.h) on boards of one word where no two moves do the same.
 *
 *     constant_words_open(c, move_count, live);                     // once for what is opened
 *     size_t count = constant_words_classes(c, live);               // of what is reached from there: c->classes
 *
 * Of each effect one move is left at most, so all that are left are kept, none has a choice, and with two values none asks something else
 * of a constant cell: what remains of the theorem is to join what each of them asks and writes of the open cells, and to add what it asks
 * of the others. Time O(moves that may still be made, times classes). */
#ifndef CGI_SOLVE_SEARCH_CONSTANT_WORDS_H
#define CGI_SOLVE_SEARCH_CONSTANT_WORDS_H
#include "solve/search/mask_constants.h"

void constant_words_open(struct mask_constants *c, size_t moves, uint64_t live);
size_t constant_words_classes(struct mask_constants *c, uint64_t live);

#endif
