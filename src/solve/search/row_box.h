/* SPDX-License-Identifier: MIT */
/* Do two lists of changes do the same on a short row? A change is a *box*: each cell holds one of a set of values, and some become
 * others.
 *
 *     fine = row_boxes_same(&rule, &list, cells, &steps);     // {0} in cell 3 becomes 1, and the others hold anything
 *
 * Theorem. If so, in every state the options are the same. Proof. Each box is covered by those of the other list that write the same to the
 * same cells: one that meets it is cut off, which leaves a box for each cell that it asks, and each of these is covered. [] */
#ifndef CGI_SOLVE_SEARCH_ROW_BOX_H
#define CGI_SOLVE_SEARCH_ROW_BOX_H
#include "base/vec.h"
#include "solve/search/row_rule.h"

enum { BOX_CELLS = ROW_SHORT * ROW_SPAN, BOX_KEEP = 0xff, BOXES_MOST = 1 << 14 };
struct row_box {
    uint64_t may[BOX_CELLS];     /* a bit a code */
    unsigned char to[BOX_CELLS]; /* BOX_KEEP: as it is */
};
typedef VEC(struct row_box) row_boxes;
/* False as well where that takes too many steps. */
bool row_boxes_same(const row_boxes *a, const row_boxes *b, size_t cells, uint64_t *steps);
/* Puts a box with the changes of `box` to the list, where each changed cell is another one afterwards: as many as there are ways for
 * written cells to stay. One that changes nothing: false, as where there is no room. */
bool row_boxes_add(row_boxes *list, const struct row_box *box, size_t cells, bool *no_memory);

#endif
