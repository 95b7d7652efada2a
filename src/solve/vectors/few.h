/* SPDX-License-Identifier: MIT */
/* SG values of a box of a rule that takes few vectors, of which no step keeps anything (parts.h: all are seeds).
 *
 *     struct vectors_few f;
 *     st = vectors_few_open(&f, &part, &table, budget);
 *     if (st == ST_OK) st = vectors_few_fill(&f, NULL);         // f.filled: how many values, also if it ends early
 *     vectors_few_close(&f);
 *
 * Each value v is kept as the bit v of a number, so the set of the values of x's options is an `or` of as many numbers
 * as there are seeds; for a row and a seed of an earlier row that is a loop over the row. Numbers have 64 bits more
 * whenever a value does not fit: before it there was none, so theirs are 0. */
#ifndef CGI_SOLVE_VECTORS_FEW_H
#define CGI_SOLVE_VECTORS_FEW_H
#include "solve/heap/kept_rows.h"
#include "solve/vectors/parts.h"

enum { VECTORS_FEW_WORDS = 4 };
struct vectors_few {
    const struct vectors_part *part;
    struct value_table *table;
    struct budget *budget;
    uint64_t rows, columns, filled;
    uint64_t *bits[VECTORS_FEW_WORDS]; /* of each 64 values: `rows` rows, the ones that seeds reach */
    uint64_t *all[VECTORS_FEW_WORDS];  /* what is seen from the columns of this row */
    size_t words, within;              /* within: seeds that lead to the same row */
    int64_t at[MODEL_MAX_FIELDS];      /* of the row */
    uint64_t looked_up;                /* numbers */
};
enum status vectors_few_open(struct vectors_few *f, const struct vectors_part *part, struct value_table *table,
                             struct budget *budget);
/* of: what is kept is not computed again; NULL: nothing is. ST_UNSUPPORTED: a value is 64 * VECTORS_FEW_WORDS or more.
 * */
enum status vectors_few_fill(struct vectors_few *f, const struct kept_rows *of);
void vectors_few_close(struct vectors_few *f);
/* How many bytes, with one number a value. */
double vectors_few_bytes(const struct vectors_part *part, const struct value_table *box);

#endif
