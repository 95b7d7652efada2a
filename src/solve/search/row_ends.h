/* SPDX-License-Identifier: MIT */
/* Does a list of moves (row_rule.h) say all that a rule multiplied out does on a short row, at its ends too?
 *
 *     bool fine;
 *     st = row_ends_fit(&rule, &ground, &fine);   // rule.pads {0, 0}: the final value is beyond the ends; {1, 1}: first a cell with 0
 *
 * The row is thought to go on: with `pads` cells that hold the number 0, as a cell beyond the end is read, then with the final value. Each
 * move of the ground list is a condition on cells, some of which are asked, and the changes that it makes; so is each place of each move
 * of the list, with what it asks of pads decided. Theorem. If fine, the options of every row of that length are those of the
 * list on the row that goes on, and none of these changes a pad. Proof. Both are boxes of the short row that do the same (row_box.h). [] */
#ifndef CGI_SOLVE_SEARCH_ROW_ENDS_H
#define CGI_SOLVE_SEARCH_ROW_ENDS_H
#include "proof/ground/ground.h"
#include "solve/search/row_rule.h"

/* ST_OK or ST_NO_MEMORY. False as well where it takes too long to say. */
enum status row_ends_fit(const struct row_rule *rule, const struct ground *g, bool *fine);

#endif
