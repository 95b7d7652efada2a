/* SPDX-License-Identifier: MIT */
/* Values of all order ideals of a rule, in the order of their ranks.
 *
 *     struct ideal_table t;
 *     st = ideal_table_fill(&rule, &ranks, IDEAL_VALUES, budget, &t);
 *     if (st == ST_OK) ... ideal_table_value(&t, rank)      // its SG value; IDEAL_NORMAL, IDEAL_MISERE: 1 if who is to move wins, else 0
 *     ideal_table_free(&t);
 *
 * A move leads to a subset, which has a smaller rank (ideal_ranks.h), and from an ideal to an ideal: the theorems of ideal_rule.h are
 * about what moves keep, so they hold from each state that has what its bits need. So all options are valued before a state is, whether
 * play can reach it or not. Ideals are gone through piece after piece. Beside the pattern of a piece stands, of every move, which pattern
 * it leaves there, so with each piece that changes the numbers that options have so far are one step further; for the last piece,
 * which changes most often, they are looked up at once.
 * A byte an ideal, two where there are more than 253 moves (a value is at most the number of moves). About a nanosecond an option, or two
 * where ranks are no sums. ST_MEMORY_BUDGET, ST_STATE_BUDGET (each takes a position) are said before anything is filled. */
#ifndef CGI_SOLVE_IDEALS_IDEAL_FILL_H
#define CGI_SOLVE_IDEALS_IDEAL_FILL_H
#include "base/budget.h"
#include "solve/ideals/ideal_ranks.h"

enum ideal_question { IDEAL_VALUES, IDEAL_NORMAL, IDEAL_MISERE };
struct ideal_table {
    void *values; /* of `width` bytes each */
    size_t width;
    uint64_t size;
};
enum status ideal_table_fill(const struct ideal_rule *rule, const struct ideal_ranks *ranks,
                             enum ideal_question question, struct budget *budget, struct ideal_table *table);
void ideal_table_free(struct ideal_table *table);
/* The bytes that it takes, with what is made ready for it; and its work, in options that are looked up. */
uint64_t ideal_table_bytes(const struct ideal_rule *rule, const struct ideal_ranks *ranks);
uint64_t ideal_table_work(const struct ideal_rule *rule, const struct ideal_ranks *ranks);
static inline uint32_t ideal_table_value(const struct ideal_table *t, uint32_t rank)
{
    return t->width == 1 ? ((const uint8_t *)t->values)[rank] : ((const uint16_t *)t->values)[rank];
}

#endif
