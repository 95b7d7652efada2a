/* SPDX-License-Identifier: MIT */
/* Values and outcomes of rules whose bound number is a limit (limits.h), where takes of one line of rows are followed from row to row.
 *
 *     struct dynamic_levels l = {.rule = &rule, .rows = rows, .sign = sign, .kind = LEVELS_VALUES};
 *     st = dynamic_fill_levels(&l, order, budget);           // dyn(n, q) with a move to dyn(n - t, 2 * t), t in 1..min(n, q)
 *     dynamic_level(&l, 4, 3) == 2                           // dyn(4, 3) has value 2: row 4 rises at 1, at 3 and at 4
 *     dynamic_levels_free(&l);
 *
 * Theorem. Let y be the bound number with its sign, and L(v) the least limit of the options of a row that have value v (each with the
 * bound number that it gets). The value of the position with y is greater than v if and only if y >= L(0), ..., y >= L(v).
 * Proof. Options are allowed from their limits on, so an option of value v is there from L(v) on; the value is the least number that
 * no option has. []
 * So a row of values rises with y, and is a list of numbers: from[v] = max(L(0), ..., L(v)), where value v + 1 begins. Of outcomes
 * the first one says all; in misere play a row is won, lost from `moves` on, and won from `won` on (limits.h).
 *
 * What is followed. Let a move take t of some fields, each multiplied by a constant of at least 0 (n - t, m - 2 * t), and let
 * the number that it gives depend on t alone. The rows from which it leads to row p are then p + t s, one for each t, and what
 * it leads to there has the y of t: as that rises with t (or falls), the value of p as an option changes only where it passes a
 * number of p's list, so as often as that has numbers. Rows wait for the next such place, and are in the set of their value until
 * then. Let also the limits of the move not fall in a row as t rises (or not rise). The least limit of a value is then that of the
 * nearest row (or farthest) in the set whose t is in the range and passes the other conditions. So a row takes a look into a set for
 * each value, and all together, of R rows with V values, O(R V) steps and words, not O(R R).
 *
 * That next numbers rise or fall is seen by looking at all of them; so it is of limits that depend on t alone; of others, by how
 * they are made (dynamic_rises). Moves that choose nothing are looked up. Other rules are ST_UNSUPPORTED, and so are those of which
 * a take leaves the box, or something may have no value; and rules with so many values that whole rows are as good. */
#ifndef CGI_SOLVE_DYNAMIC_LEVELS_H
#define CGI_SOLVE_DYNAMIC_LEVELS_H
#include "solve/dynamic/limits.h"

enum levels_kind { LEVELS_VALUES, LEVELS_NORMAL, LEVELS_MISERE };
struct dynamic_levels {
    const struct dynamic_rule *rule;
    struct value_table rows; /* as those of dynamic_limits */
    int sign;
    enum levels_kind kind;
    VEC(uint64_t) first; /* row r has from[first[r]] up to from[first[r + 1] - 1]; one more than rows */
    VEC(int64_t) from;   /* of each row ascending */
};
/* Does every move have that form, as far as is seen without looking at numbers? */
bool dynamic_levelled(const struct dynamic_rule *rule);
/* All rows. ST_OK, ST_UNSUPPORTED or the status of the budget, which has a state for each row. What is there is freed by the caller. */
enum status dynamic_fill_levels(struct dynamic_levels *l, const size_t *order, struct budget *budget);
/* How many numbers of the row's list are at most y: the value in LEVELS_VALUES. O(log V). */
uint64_t dynamic_level(const struct dynamic_levels *l, uint64_t row, int64_t y);
/* Outcomes as limits.h has them; its arrays have room for all rows. */
void dynamic_levels_to_limits(const struct dynamic_levels *l, struct dynamic_limits *limits);
void dynamic_levels_free(struct dynamic_levels *l);

#endif
