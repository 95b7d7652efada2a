/* SPDX-License-Identifier: MIT */
/* Boxes of a rule with a bound cell (rule.h), row by row.
 *
 *     struct dynamic_rows r;
 *     st = dynamic_open(&r, &rule, &box, order, budget);   // box.stride of the bound cell is 1
 *     while (st == ST_OK && dynamic_next(&r)) st = dynamic_values(&r, values);    // or dynamic_outcomes
 *     dynamic_close(&r);
 *
 * The argument. Let the options of a row be p_1, ..., p_m, and A_i the set of bound numbers with which p_i is
 * allowed. The value of the position with bound number q is the least v such that q is in no A_i with value(p_i) =
 * v; so, for v = 0, 1, 2, ..., those of the numbers that are left that are in no such A_i have value v, and the
 * others are left. A set is a row of bits, and what one v does is some operations on words for each option of that
 * value, ended when the union has all that are left. Of outcomes, v = 0 decides. Sets that depend on one value of
 * the move alone are made once.
 *
 * A bound number beyond the box is looked up at its last one, where that makes no difference (cap.h).
 *
 * Every option must be in an earlier row, which is looked at, and not proved, here: if one is not and is allowed
 * with some number, it is ST_UNSUPPORTED. So it is where a condition has no value at some point that is looked at. */
#ifndef CGI_SOLVE_DYNAMIC_ROWS_H
#define CGI_SOLVE_DYNAMIC_ROWS_H
#include "base/vec.h"
#include "play/options/env.h"
#include "solve/dynamic/rule.h"

/* An option of the row that is being filled. */
struct dynamic_option {
    uint32_t next; /* the next one of the same value, plus 1; 0: none */
    const struct dynamic_move *move;
    int64_t values[DYNAMIC_VALUES];
};
/* Sets of a move that depend on its shared value: made when they are asked for. */
struct dynamic_shared {
    uint64_t **rows;
    size_t count; /* values 0..count - 1 are kept */
};
struct dynamic_rows {
    const struct dynamic_rule *rule;
    struct value_table box;
    const size_t *order; /* the cells but the bound one, the one with the largest stride first */
    struct budget *budget;
    struct arena arena;
    int64_t x[TERM_VARIABLES];
    bool started;
    bool limits;    /* filled by limits.h, a number a row: no other sets, and indices are those of rows */
    bool capped;    /* bound numbers beyond the box are as its last one */
    uint64_t at;    /* index of the row's first position */
    uint64_t since; /* work since the budget was last asked, about a nanosecond each */
    size_t words;
    uint64_t *ones, *row, *left, *some; /* a bit for each bound number */
    uint64_t *gates, *gate_at;          /* of each move, and the row for which it was made */
    struct dynamic_shared *shared;      /* one a move */
    VEC(struct dynamic_option) options;
    VEC(uint32_t) heads; /* by value: the first option of it, plus 1 */
};
/* The box has its fields in the order of the cells. ST_NO_MEMORY or the status of the budget. */
enum status dynamic_open(struct dynamic_rows *r, const struct dynamic_rule *rule, const struct value_table *box,
                         const size_t *order, struct budget *budget);
void dynamic_close(struct dynamic_rows *r);
/* Bytes for the sets of a box of these extents. */
double dynamic_bytes(const struct dynamic_rule *rule, const struct value_table *box);
/* The next row; false: there is none. */
bool dynamic_next(struct dynamic_rows *r);
/* The row that begins at that place of the box will be the next one. Nothing is carried from row to row but values. */
void dynamic_stand(struct dynamic_rows *r, uint64_t at);
/* The row's values, into the whole box; all before must be there. */
enum status dynamic_values(struct dynamic_rows *r, uint32_t *values);
/* The row's outcomes: a bit for each position of the box, 0 before, set where the mover loses. */
enum status dynamic_outcomes(struct dynamic_rows *r, uint64_t *losses, bool misere);

#endif
