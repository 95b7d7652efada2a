/* SPDX-License-Identifier: MIT */
/* Boards of which nothing falls apart while play goes on: pieces that slide or jump into what others leave.
 *
 *     if (never_apart(&ground, &state)) ...                       // of chips on a row; not of stones that are taken off it
 *
 * Cells are joined by moves that may still be made, those that need no cell which holds the final value (masks.h). Where no move writes
 * that value, the cells that hold it stay the same, and so do these moves: all positions are joined as the first one is. If that is one
 * class, no position has parts by them. A wall is such a final value, and so is GROUND_NO_VALUE, which no cell holds.
 * Cells that stay for ever without being final may divide a board as well (mask_constants.h): marks that a piece leaves behind it, where
 * the final value is a wall's. So no move may write a value that none takes from any cell. A piece may still be stuck, at an edge or
 * before another one, and divide what is left: that is not looked for any more.
 *
 * It decides which of two boards of one rule is searched, so it need not be so of each state: of another one, taken for a single part, the
 * values are the same. Time O(moves * words * values + classes * moves). */
#ifndef CGI_SOLVE_SEARCH_NEVER_APART_H
#define CGI_SOLVE_SEARCH_NEVER_APART_H
#include <stdbool.h>
#include "proof/ground/ground.h"

bool never_apart(const struct ground *g, const struct ground_mask *state);

#endif
