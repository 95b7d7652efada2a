/* SPDX-License-Identifier: MIT */
/* The cells of a state in one list, whatever its fields are.
 *
 *     struct reach_cells c;
 *     if (reach_read(&from, &c)) ...                   // g(7, [3, 4]): 7 3 4
 *     if (reach_write(&s, &c, slopes)) ...             // the scope's fields: cell k is c.cells[k] + slopes[i][k] q[i]
 *     if (reach_flatten(&c, after, cells)) ...         // and back, where the shape is the same
 *
 * At most REACH_CELLS of them. reach_write allocates in the scope's arena. */
#ifndef CGI_PROOF_REACH_CELLS_H
#define CGI_PROOF_REACH_CELLS_H
#include "proof/reach/private.h"

struct reach_cells {
    size_t fields, count;
    bool number[MODEL_MAX_FIELDS];
    size_t shape[MODEL_MAX_FIELDS][2]; /* rows, columns */
    int64_t cells[REACH_CELLS];
};
/* Is the game of a kind of which anything is proved? */
bool reach_understood(const struct reach_from *from);
bool reach_read(const struct reach_from *from, struct reach_cells *c);
bool reach_write(struct reach_scope *s, const struct reach_cells *c, const int64_t slopes[][REACH_CELLS]);
bool reach_flatten(const struct reach_cells *c, const struct reach_value *fields, struct boxed *cells);

#endif
