/* SPDX-License-Identifier: MIT */
/* Outcomes of a box of a rule that takes vectors of a fixed set (rule.h): of each position that loses, all from which
 * it can be reached are marked, 64 at a time.
 *
 *     struct vectors_marks m;
 *     st = vectors_open(&m, &rule, &box, budget);        // box by vectors_box; the set D up to its corner
 *     if (st == ST_OK) st = vectors_decide(&m, losses, misere);
 *     vectors_close(&m);                                 // m.losing, m.choices, ... tell what it took
 *
 * The argument. The options of x are x - d, d in D, so a position p that loses is an option of p + d for all d in D and
 * of no others; these win. All d are nowhere negative and none is 0, so options come before their positions row by row:
 * a position that no earlier loss has marked has no option that loses, and loses itself (in misere play, if it has an
 * option at all: if some d is nowhere greater than what there is). D is rows of bits, as the box is, so a loss costs a
 * shift and an `or` for each word of D that is not 0: much where few positions win, little where most do, as they do
 * wherever a heap may be made as small as one likes: then no two losses are on a line.
 *
 * That d is neither negative nor 0 is looked at when D is made: else, and where a condition has no value, it is
 * ST_UNSUPPORTED. */
#ifndef CGI_SOLVE_VECTORS_MARKS_H
#define CGI_SOLVE_VECTORS_MARKS_H
#include "base/vec.h"
#include "play/options/env.h"
#include "solve/vectors/rule.h"

/* The vectors with the same numbers but for the last. */
struct vectors_row {
    uint32_t at[MODEL_MAX_FIELDS]; /* these numbers */
    uint64_t row;                  /* how many rows of the box it is further on */
    uint32_t from, to;             /* its words that are not 0, and one more for shifts */
};
struct vectors_marks {
    const struct vectors_rule *rule;
    struct value_table box;
    struct budget *budget;
    uint64_t words, row_count; /* words of a row, without those between rows of D; rows of the box */
    uint64_t *set;             /* D: a row has a word 0 before it and one behind */
    uint64_t *won;
    size_t bytes_of_set, bytes_of_won;
    VEC(struct vectors_row) rows; /* those of D that are not empty, in order */
    int64_t x[TERM_VARIABLES];
    uint64_t since;                 /* work since the budget was asked */
    uint64_t losing, choices, span; /* losses found; values that were looked at; words in rows */
};
/* Extents must be set; strides and count are: rows begin with words. False: too large to be counted. */
bool vectors_box(struct value_table *box);
double vectors_bytes(const struct value_table *box);
enum status vectors_open(struct vectors_marks *m, const struct vectors_rule *rule, const struct value_table *box,
                         struct budget *budget);
/* losses: bits 0, by the strides of the box; set where the player to move loses. */
enum status vectors_decide(struct vectors_marks *m, uint64_t *losses, bool misere);
void vectors_close(struct vectors_marks *m);

#endif
