/* SPDX-License-Identifier: MIT */
/* SG values of a box of a rule that takes many vectors of which most are kept by no steps (parts.h), as gcd(s, t) == 1.
 *
 *     struct vectors_crowd c;
 *     st = vectors_crowd_open(&c, &parts, &table, budget);      // parts.rest is C
 *     if (st == ST_OK) st = vectors_crowd_fill(&c, NULL);       // c.filled: how many values, also if it ends early
 *     vectors_crowd_close(&c);
 *
 * The argument. 64 positions of a row are a block, decided together, for v = 0, 1, 2, ... in turn: those that have no
 * value yet and no option of value v have it. Which of them have such an option by the crowd C is the union over all
 * earlier q of value v of C shifted to q: 64 bits of a row of C each, looked at until nothing is left. Where C is a
 * good part of all vectors a few q are enough, unless v is the value of one of the block: then all are looked at, but
 * these are few, or some of them would have been hits. Within the block positions are taken one after the other, and
 * mark by C what is behind them. Options by parts with steps are those of sets.h, of all positions of the block at
 * first: they are in earlier rows, since what leads to others of the row is in C.
 *
 * The q of value v are listed by their last numbers, so those that are not in front of the block are not looked at. */
#ifndef CGI_SOLVE_VECTORS_CROWD_H
#define CGI_SOLVE_VECTORS_CROWD_H
#include "solve/vectors/sets.h"

struct vectors_crowd_place {
    uint32_t column, row;
};
typedef VEC(struct vectors_crowd_place) vectors_crowd_list;
struct vectors_crowd {
    struct vectors_values sets; /* of the parts with steps, none of which leads to the same row */
    struct value_table *table;
    struct budget *budget;
    uint64_t words, rows, columns, filled;
    uint64_t *bits; /* C: a row has a word 0 before it and one behind */
    size_t bytes;
    bool within;                   /* some members lead to the same row */
    uint32_t least_column;         /* of members that lead to earlier rows: least last number */
    VEC(vectors_crowd_list) lists; /* by value: places in earlier rows, by columns */
    uint32_t *before;              /* [block * numbers + value]: how many of these are in front of the block */
    uint64_t blocks, numbers;
    VEC(struct vectors_crowd_place)
    here;                    /* in this row, by columns; row: which one of the same value was before, plus 1 */
    VEC(uint32_t) last_here; /* by value: the last one of these, plus 1 */
    uint32_t *row_at;        /* all numbers of each row but the last, if there are more than two */
    size_t row_at_bytes;
    uint64_t asked, visits; /* blocks times values that were asked about; places that were looked at for them */
};
/* C is the rest of the parts, and the parts have no member that leads to the same row. They stay. */
enum status vectors_crowd_open(struct vectors_crowd *c, const struct vectors_parts *parts, struct value_table *table,
                               struct budget *budget);
/* of: what is kept is not computed again; NULL: nothing is. */
enum status vectors_crowd_fill(struct vectors_crowd *c, const struct kept_rows *of);
void vectors_crowd_close(struct vectors_crowd *c);
/* Bytes beside the table. */
double vectors_crowd_bytes(const struct vectors_parts *parts, const struct value_table *box);

#endif
