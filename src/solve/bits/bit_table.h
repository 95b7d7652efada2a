/* SPDX-License-Identifier: MIT */
/* Values of all positions of a rule on bits that can be reached from one, 64 at a time.
 *
 *     struct bit_table *t = bit_table_open(rule, start, budget);                  // start < 1 << rule->bits
 *     st = bit_table_reach(t, 1 << 20, &done);                     // after so much work it gives up: done false
 *     if (done) st = bit_values_fill(t, 8, false);                 // values below 8 are told apart
 *     if (bit_values_find(t, code, &value)) ...                     // 0 .. 7, or BIT_LARGE; false: it is not reached
 *     bit_table_free(t);
 *
 * A long run is kept in files (bit_kept.h), if somebody says so before it begins:
 *
 *     bit_kept_open(t, keep, words, began);
 *
 * A word has a bit for each of the 64 states that agree in all but the lowest six bits. What a move does to them is a
 * few operations on words: the states where it is possible are a word (bit_diagrams.h), and where it leads the high bits
 * are the same for all, the low ones shifts. Every move leads to a greater number (bit_rule.h), so what is reached is
 * found from below, and values from above: of each number below `planes` a word says in which states it is the value.
 * Within a word a state is valued when no option of it is left without a value.
 *     The least number that no option has: of states that have options of value 0, ..., v - 1 and none of value v it
 * is v. What is `planes` or more makes no difference to that.
 *     In misere play, with one plane: a state is lost if it has options and none of them is lost.
 *
 * Parts in which nothing is reached are passed over; words with nothing in them take no place but 12 bytes. Time: for
 * each word with something in it a few nanoseconds for each move that is possible there somewhere, and for each plane.
 * ST_MEMORY_BUDGET, ST_STATE_BUDGET (each position that is reached takes one when values are found first): there are no
 * values then. */
#ifndef CGI_SOLVE_BITS_BIT_TABLE_H
#define CGI_SOLVE_BITS_BIT_TABLE_H
#include "base/budget.h"
#include "solve/bits/bit_kept.h"
#include "solve/bits/bit_rule.h"

enum { BIT_BITS_MOST = 30, BIT_FLAGS = 4, BIT_PLANES = 8, BIT_PLANES_MOST = 64, BIT_LARGE = UINT32_MAX >> 1 };
struct bit_table {
    const struct bit_rule *rule;
    struct budget *budget;
    uint64_t start, word_count;
    void *block; /* for what follows */
    size_t block_bytes;
    uint64_t *reached;           /* of each word its states */
    uint64_t *flags[BIT_FLAGS];  /* which words have any; of that which words are not 0; and so on */
    uint32_t *slots;             /* of each word that has any, its number + 1 */
    bool has_reached, expects;   /* `expects`: it was said how many there may be */
    uint64_t taken;              /* states, from the budget's positions */
    uint64_t used, states, work; /* words, states; what it took */
    uint64_t from;               /* words before it have all that is reached, and what they lead to is marked */
    uint64_t passed;             /* states that were reported as progress, of those reached and then of those valued */
    uint64_t *values;            /* `planes` words for each word, the last one first; behind them 0 */
    uint64_t valued, judged;     /* how many of the words have their values, and the states of these */
    uint32_t planes;             /* 0: no values yet */
    bool misere;
    struct bit_kept kept;
};

/* How many bytes it takes without the values. */
uint64_t bit_table_bytes(const struct bit_rule *rule);
/* NULL: no memory, or not within the budget. */
struct bit_table *bit_table_open(const struct bit_rule *rule, uint64_t start, struct budget *budget);
void bit_table_free(struct bit_table *t);
/* Goes on where it gave up before. */
enum status bit_table_reach(struct bit_table *t, uint64_t allowed, bool *done);

/* ---- for bit_kept.c and bit_values.c ------------------------------------------------------------------------------------- */
struct bit_walk;
/* Nothing is reached but the start; false: no memory. */
bool bit_table_clear(struct bit_table *t);
/* More states of a word are reached. */
static inline void bit_table_mark(struct bit_table *t, uint32_t word, uint64_t states)
{
    uint64_t before = t->reached[word];
    t->reached[word] = before | states;
    for (size_t i = 0; !before && i < BIT_FLAGS; i++, word >>= BIT_LOW) {
        before = t->flags[i][word / 64];
        t->flags[i][word / 64] = before | UINT64_C(1) << (word & 63);
    }
}
/* All of what is reached in the word is known: it gets its number. */
static inline void bit_table_number(struct bit_table *t, uint32_t word)
{
    t->slots[word] = (uint32_t)++t->used;
    t->states += (uint64_t)__builtin_popcountll(t->reached[word]);
}
/* Where the values of a word are; of one that is not reached there are none: all are 0. */
static inline uint64_t *bit_table_values(const struct bit_table *t, uint32_t word)
{
    return t->values + (t->used - t->slots[word]) * t->planes;
}

#endif
