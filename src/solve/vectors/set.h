/* SPDX-License-Identifier: MIT */
/* The set D of what may be taken by a rule (rule.h), up to the corner of a box: as rows of bits.
 *
 *     struct vectors_set d;
 *     st = vectors_set_open(&d, &rule, &box, budget);        // box by vectors_box
 *     if (st == ST_OK) ... d.bits + row * (d.words + 2) + 1, d.rows
 *     vectors_set_close(&d);
 *
 * Conditions are evaluated at all choices that there are at the corner. That members are neither negative nor 0 is
 * looked at: else, and where a condition has no value, it is ST_UNSUPPORTED. */
#ifndef CGI_SOLVE_VECTORS_SET_H
#define CGI_SOLVE_VECTORS_SET_H
#include "base/vec.h"
#include "play/options/env.h"
#include "solve/vectors/rule.h"

enum { VECTORS_WORK_BETWEEN_LOOKS = 1 << 20 };
/* The vectors with the same numbers but for the last. */
struct vectors_row {
    uint32_t at[MODEL_MAX_FIELDS]; /* these numbers */
    uint64_t row;                  /* how many rows of the box it is further on */
    uint32_t from, to;             /* its words that are not 0, and one more for shifts */
};
struct vectors_set {
    const struct vectors_rule *rule;
    struct value_table box;
    struct budget *budget;
    uint64_t words, row_count; /* words of a row, without those between rows of D; rows of the box */
    uint64_t *bits;            /* D: a row has a word 0 before it and one behind */
    size_t bytes;
    VEC(struct vectors_row) rows; /* those of D that are not empty, in order */
    int64_t x[TERM_VARIABLES];
    uint64_t since, choices; /* work since the budget was asked; values that were looked at */
};
/* Extents must be set; strides and count are: rows begin with words. False: too large to be counted. */
bool vectors_box(struct value_table *box);
double vectors_set_bytes(const struct value_table *box);
enum status vectors_set_open(struct vectors_set *d, const struct vectors_rule *rule, const struct value_table *box,
                             struct budget *budget);
/* How many choices there are at the corner of the box, counted up to `most`; negative: a range has no ends there. */
double vectors_set_choices(const struct vectors_rule *rule, const struct value_table *box, double most);
/* Lists the rows of `bits`, which vectors_set_open does. ST_OK or ST_NO_MEMORY. */
enum status vectors_list_rows(struct vectors_set *d);
void vectors_set_close(struct vectors_set *d);
/* Work was done, about a nanosecond each: asks the budget now and then. */
static inline enum status vectors_look(struct vectors_set *d, uint64_t work)
{
    d->since += work;
    if (d->since < VECTORS_WORK_BETWEEN_LOOKS) return ST_OK;
    d->since = 0;
    return budget_check(d->budget);
}

#endif
