/* SPDX-License-Identifier: MIT */
/* Parts in which whoever is second can answer with the image.
 *
 *     struct part_colours colours;
 *     part_colours_find(&p, &colours);
 *     if (part_is_balanced(&p, &colours)) ...                 // the value is 0; dominoes on a hypercube of three dimensions
 *
 * Theorem. Let a map of the cells of a part to themselves be its own inverse, and take what they hold and the moves to what they hold
 * and to the moves; and let the image of a cell that a move writes to be no cell that this move asks for or writes to.
 * Then the value is 0.
 * Proof. A move is answered by its image. That is a move that could be made before, by what the map is. What it asks for
 * or writes to are the images of the cells that the move asks for or writes to; if the move wrote to one of these, its
 * image (again: the map is its own inverse) would be a cell that the move asks for or writes to. So the answer can still
 * be made, and what both have written is taken to itself by the map. So whoever is second makes the last move. []
 *
 * A cell that is written to is not its own image, so the cells of each colour are even in number, mostly not: that is
 * looked at first, in the colours that labels need anyway. True is a proof; false may be for want of trials, of which there
 * are BALANCE_TRIALS refinements for each cell. Adds their rounds to those of the colours. */
#ifndef CGI_SOLVE_SEARCH_PART_BALANCE_H
#define CGI_SOLVE_SEARCH_PART_BALANCE_H
#include "solve/search/part_labels.h"

enum { BALANCE_TRIALS = 4 };
bool part_is_balanced(const struct part_moves *part, struct part_colours *colours);

#endif
