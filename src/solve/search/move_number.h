/* SPDX-License-Identifier: MIT */
/* The cells of one number on a board of words: `width` of them from `first` on (ground.h).
 *
 *     size_t value = number_value(&state, n->first, n->width, n->by_cell);       // an index into the values of its piece
 */
#ifndef CGI_SOLVE_SEARCH_MOVE_NUMBER_H
#define CGI_SOLVE_SEARCH_MOVE_NUMBER_H
#include "proof/ground/ground.h"

/* by_cell: there is a cell for each value; else they are the digits of its word. */
static inline size_t number_value(const struct ground_mask *cells, size_t first, size_t width, bool by_cell)
{
    size_t value = 0;
    for (size_t i = 0; i < width; i++)
        if (ground_has(cells, first + i)) value |= by_cell ? i : (size_t)1 << i;
    return value;
}

static inline void number_cells(struct ground_mask *set, size_t first, size_t width)
{
    for (size_t i = 0; i < width; i++) ground_add(set, first + i);
}

#endif
