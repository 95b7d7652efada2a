/* SPDX-License-Identifier: MIT */
/* How many cells have to stay between parts of a row that stand side by side (mask_row.h).
 *
 *     m->row_gap = row_gap(&g);           // pins that are struck alone or with a neighbour: 1
 */
#ifndef CGI_SOLVE_SEARCH_ROW_GAP_H
#define CGI_SOLVE_SEARCH_ROW_GAP_H
#include "proof/ground/ground.h"

/* How many cells stay between parts; 0: it is no such row. Of a board with a list of moves. Time O(moves * cells). */
size_t row_gap(const struct ground *g);

#endif
