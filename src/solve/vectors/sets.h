/* SPDX-License-Identifier: MIT */
/* SG values of a box of a rule that takes vectors of a fixed set, from sets of values that follow from one another.
 *
 *     struct vectors_values v;
 *     st = vectors_values_open(&v, &parts, &table, false, budget);     // table: values or narrow, the last stride 1
 *     if (st == ST_OK) st = vectors_fill(&v, NULL);                    // v.filled: how many, also if it ends early
 *     vectors_values_close(&v);
 *
 * The argument. Let U(x) be the set of values of the options of x by one part. With parts.h, U(x) is the union of U(x -
 * h) for all steps h that leave x - h in the box, and of the values of x - m for all seeds m that do. The value of x is
 * the least number in none of the sets of its parts. All of these are of positions in front of x, in order of rows.
 *
 * A set is words of bits. U(x) has at least what U(x - h) has, so words that are full once stay full: these are not
 * kept any more, and what is copied are those between the first one that is not full and the last one that is not 0.
 * Where there is one step alone, a set is changed and not copied: there is one for each line in the direction of the
 * step. No value is greater than the longest play, and each move makes some number less. */
#ifndef CGI_SOLVE_VECTORS_SETS_H
#define CGI_SOLVE_VECTORS_SETS_H
#include "solve/heap/kept_rows.h"
#include "solve/vectors/parts.h"

/* A seed in a row: of column y, the position `back` before, where column <= y. */
struct vectors_source {
    int64_t column;
    uint64_t back;
};
/* A part's sets. A set is a head, then words: what it has is the full ones, then those below `top`. */
struct vectors_sets {
    const struct vectors_part *part;
    uint64_t *sets;
    size_t bytes;
    bool one;                   /* one step, and sets are changed */
    uint64_t on[VECTORS_STEPS]; /* how many rows each step leads on */
    uint64_t rows, columns;     /* of sets that are kept */
    int64_t *turn; /* of each row, if there is one step: its set of column y is at (y + turn) mod columns */
    struct vectors_source *seeds;
    size_t seed_count;                      /* in this row */
    const uint64_t *sources[VECTORS_STEPS]; /* in this row: column 0 of the row that a step comes from */
    int64_t columns_back[VECTORS_STEPS];    /* and how far it leads */
    size_t source_count;
};
struct vectors_values {
    const struct vectors_parts *parts;
    struct value_table *table;
    struct budget *budget;
    bool apart; /* sets of one row may be looked at together, while the row is there */
    struct vectors_sets sets[VECTORS_PARTS];
    uint64_t words, filled, since;
    uint64_t looked_up, joined, scanned; /* seeds; words of sets that were joined, or looked at for what they lack */
};
/* How many values there may be: as many as the longest play has moves, and 0. */
uint64_t vectors_numbers(const struct value_table *box);
/* May values be kept in 16 bits? */
bool vectors_narrow(const struct value_table *box);
enum status vectors_values_open(struct vectors_values *v, const struct vectors_parts *parts, struct value_table *table,
                                bool apart, struct budget *budget);
/* Bytes for sets and seeds. */
double vectors_values_bytes(const struct vectors_parts *parts, const struct value_table *box, bool apart);
/* The row whose numbers but the last are `at` comes next, all before being there. */
void vectors_place(struct vectors_values *v, uint64_t row, const int64_t *at);
/* From row filled / columns on, all before being there: not the first one only if no part has steps. of: what is kept
 * is not computed again; NULL: nothing is. */
enum status vectors_fill(struct vectors_values *v, const struct kept_rows *of);
/* As they were opened. */
void vectors_values_clear(struct vectors_values *v);
/* Have the sets room for the values at these places of the table? */
bool vectors_fit(const struct vectors_values *v, uint64_t from, uint64_t count);
void vectors_values_close(struct vectors_values *v);

#endif
