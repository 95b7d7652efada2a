/* SPDX-License-Identifier: MIT */
/* What is won by parts with steps (parts.h), row by row: as values are (sets.h), with a bit for a set.
 *
 *     struct vectors_won w;
 *     st = vectors_won_open(&w, &parts, &box);                // box by vectors_box
 *     for (row ...) vectors_won_row(&w, row, at, losses, won);   // before the row's losses are looked for
 *     vectors_won_close(&w);
 *
 * Let W(x) say whether some option of x by a part loses: it does if W(x - h) for a step h, or if x - m loses for a seed
 * m. A row of W is an `or` of shifted rows, 64 positions at a time. Parts that lead to the same row are left out. */
#ifndef CGI_SOLVE_VECTORS_WON_H
#define CGI_SOLVE_VECTORS_WON_H
#include "solve/vectors/parts.h"

struct vectors_won {
    const struct vectors_parts *parts;
    const struct value_table *box;
    uint64_t words;
    uint64_t *rows[VECTORS_PARTS]; /* of W: as many as steps lead back, and one */
    uint64_t counts[VECTORS_PARTS];
    uint64_t work; /* words */
};
/* Parts and box stay. ST_OK or ST_NO_MEMORY; also then to be closed. */
enum status vectors_won_open(struct vectors_won *w, const struct vectors_parts *parts, const struct value_table *box);
void vectors_won_close(struct vectors_won *w);
/* at: the numbers of the row but the last. losses: of the whole box, by its strides. `won`: the row's, is added to. */
void vectors_won_row(struct vectors_won *w, uint64_t row, const int64_t *at, const uint64_t *losses, uint64_t *won);

#endif
