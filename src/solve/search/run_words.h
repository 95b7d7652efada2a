/* SPDX-License-Identifier: MIT */
/* SG values of short runs (row_rule.h), each as the string of its codes.
 *
 *     struct run_words words = {.rule = &rule, .table = {.budget = budget}};
 *     st = run_words_value(&words, (const unsigned char[]){1, 2, 1}, 3, &value);
 *     run_words_free(&words);
 *
 * Depth first, with memory, by the definition: the mex over all moves of the nim-sum of the runs that are left. A move
 * erases a cell, so a value is at most the number of cells, and so is the depth. At most RUN_WORDS_MOST runs:
 * ST_UNSUPPORTED. */
#ifndef CGI_SOLVE_SEARCH_RUN_WORDS_H
#define CGI_SOLVE_SEARCH_RUN_WORDS_H
#include "play/cells/position_table.h"
#include "solve/search/row_rule.h"

enum { RUN_LONGEST = 63, RUN_WORDS_MOST = 1 << 21 };
struct run_words {
    const struct row_rule *rule;
    struct position_table table;
    uint64_t steps;
};
/* At most RUN_LONGEST cells, none of them 0. ST_OK, ST_NO_MEMORY, ST_UNSUPPORTED, or what the budget says. */
enum status run_words_value(struct run_words *words, const unsigned char *run, size_t length, uint32_t *value);
/* The same of any cells: the nim-sum of their runs. */
enum status run_words_sum(struct run_words *words, const unsigned char *cells, size_t length, uint32_t *value);
void run_words_free(struct run_words *words);

/* May the move be made in the run with its first cell at `at`? */
static inline bool row_move_fits(const struct row_move *m, const unsigned char *run, size_t length, size_t at)
{
    if (m->length > length || at > length - m->length) return false;
    if ((m->left_end && at) || (m->right_end && at + m->length < length)) return false;
    bool same = true;
    for (size_t i = 0; same && i < m->length; i++) same = run[at + i] == m->from[i];
    return same;
}

#endif
