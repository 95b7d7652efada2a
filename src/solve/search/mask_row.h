/* SPDX-License-Identifier: MIT */
/* States of a row whose parts may be moved (masks.h), with the parts in one order, side by side.
 *
 *     struct ground_mask key = mask_row_least(m, &state); // pins 1 1 1 0 0 1 0 1 1: 1 0 1 1 0 1 1 1 0
 *
 * Of how many kinds its parts are says a state in any play, so 2^n states of a row become few: those with the same
 * runs in another order, elsewhere, or turned, are one.
 *
 * Theorem. Let a move *reach over* d cells if that is the greatest distance between neighbours among its first and
 * last cell and the cells that it needs. Let parts be written to a row of final cells, each moved to where there is
 * room for it, with at least as many cells between two of them as any move reaches over. Then the state is the sum
 * of these parts.
 * Proof. Let a move that may be made there, now or later, have cells in two parts. No cell that it needs lies
 * between them, since these are final. So two neighbours of those above lie on both sides of all the cells in
 * between, further apart than it reaches over. So each move has its cells in one part, where it is as in the part by
 * itself (ground.h: slides). [] The parts of a state and their least images are what they are in masks.h; all of it
 * holds in any play. */
#ifndef CGI_SOLVE_SEARCH_MASK_ROW_H
#define CGI_SOLVE_SEARCH_MASK_ROW_H
#include "solve/search/masks.h"

/* How many cells stay between parts; 0: it is no such row. Of a board with a list of moves. Time O(moves * cells). */
size_t mask_row_gap(const struct ground *g);
/* The same game as the state. Where the parts have no room side by side, or m->row_gap is 0, its least image
 * (mask_parts.h). */
struct ground_mask mask_row_least(const struct masks *m, const struct ground_mask *state);

#endif
