/* SPDX-License-Identifier: MIT */
/* About how long a table of bits will take (bit_table.h), from games at random: rough figures, for offers only.
 *
 *     double states = bit_sample_states(rule, start);                // no three side by side on 5 x 5: 3e6
 *     double work = bit_sample_work(rule, states, 8);                // as bit_table_reach and bit_values_fill count it
 *
 * After d moves of a game with l(1), ..., l(d) of them to choose from, the mean of the product of these over d! is the
 * number of states d moves away, where the same moves in any order come to the same (Knuth 1975). */
#ifndef CGI_SOLVE_BITS_BIT_SAMPLE_H
#define CGI_SOLVE_BITS_BIT_SAMPLE_H
#include "solve/bits/bit_rule.h"

double bit_sample_states(const struct bit_rule *rule, uint64_t start);
/* Words with some of that many states. */
double bit_sample_words(const struct bit_rule *rule, double states);
/* `planes` 0: only what is reached. */
double bit_sample_work(const struct bit_rule *rule, double states, uint32_t planes);
/* The same of so many words with some. */
double bit_sample_words_work(const struct bit_rule *rule, double words, uint32_t planes);

#endif
