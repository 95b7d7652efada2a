/* SPDX-License-Identifier: MIT */
/* Values of all states of a rule on bits in which no move makes more ones, numbered as subsets, a byte each: coins that move to free
 * cells, and coins that are taken.
 *
 *     struct bit_subsets *s;
 *     st = bit_subsets_open(rule, start, budget, &s);       // s NULL: moves may make more ones, and more zeros; or there are too many
 *     if (s->work < 1 << 20) st = bit_subsets_fill(s, false);
 *     if (bit_subsets_find(s, code, false, &value)) ...     // false: it is not numbered, or the table is not filled so
 *     bit_subsets_free(s);
 *
 * With k ones at the start there are C(n, k) states if moves keep that number, and else those of fewer ones as well: a layer for each.
 * Where moves never make more zeros, zeros are counted. Their numbers are in the order of the states as numbers, layer by layer
 * (bit_ranks.h). So many bits do as leave no more states than BIT_RANKS_MOST: five coins on 64 cells, seven on 40.
 *     Premises, read from the moves: of what a move writes its condition says so much that it makes no more ones than there were; and
 * each move leads to a greater number (bit_rule.h). So layers of fewer ones first, and in a layer great states before small ones, every
 * option of a state comes before it. States that are less than the start are passed over: nothing leads to them. Others than those that
 * are reached have values as well, as their moves have the same premises.
 *
 * Time: for each state one step for each cell that a pattern asks (bit_patterns.h), and a few for each option. Values: the least number
 * that no option has, below 255; in misere play 0 for a state that is lost, else 1. */
#ifndef CGI_SOLVE_BITS_BIT_SUBSETS_H
#define CGI_SOLVE_BITS_BIT_SUBSETS_H
#include "base/budget.h"
#include "solve/bits/bit_patterns.h"
#include "solve/bits/bit_ranks.h"
#include "solve/bits/bit_rule.h"

struct bit_subsets {
    const struct bit_rule *rule;
    struct budget *budget;
    uint32_t bits, most, least; /* so many ones has a state, of `bits` */
    uint64_t start, turned;     /* all states are stored with these bits turned: all, where zeros are counted */
    struct arena arena;
    struct bit_patterns patterns; /* turned as well */
    struct bit_ranks ranks;
    uint8_t *values;
    uint64_t walk, left; /* while it is filled: the next state of the layer, or what is not in it; so many are left */
    uint32_t layer;
    uint64_t count;         /* numbers */
    uint64_t states, taken; /* with values; taken from the budget */
    uint64_t work;          /* of filling, in steps of some 5 nanoseconds */
    uint32_t
        few; /* values below it are taken together in one word, until there are others; less than 64 in tests only */
    bool filled, misere, failed; /* failed: a value is too large */
};

/* ST_OK or ST_NO_MEMORY. Memory is taken when it is filled. The rule must outlive it. */
enum status bit_subsets_open(struct bit_rule *rule, uint64_t start, struct budget *budget,
                             struct bit_subsets **subsets);
void bit_subsets_free(struct bit_subsets *subsets);
uint64_t bit_subsets_bytes(const struct bit_subsets *subsets);
/* Is it a state of the table, filled or not? */
bool bit_subsets_has(const struct bit_subsets *subsets, uint64_t code);
/* How many words of 64 states have some that are numbered, at most. */
double bit_subsets_words(const struct bit_subsets *subsets);
/* ST_OK, also if it failed; or what the budget says. Done already: nothing. */
enum status bit_subsets_fill(struct bit_subsets *subsets, bool misere);
bool bit_subsets_find(const struct bit_subsets *subsets, uint64_t code, bool misere, uint32_t *value);

#endif
