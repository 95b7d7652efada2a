/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_sample.h"
#include "base/hash.h"

enum { PLAYS = 64, LONGEST = 256 };
/* Of many boards: states of a word with any that are reached, and steps for each move of such a word. */
#define STATES_A_WORD 24
#define STEPS_A_MOVE 1.2

static bool holds(const struct bit_diagrams *d, bit_ref when, uint64_t code)
{
    while (!bit_is_word(when)) {
        const struct bit_node *n = &d->nodes.data[when];
        when = n->kids[code >> n->bit & 1];
    }
    return bit_word(d, when) >> (code & 63) & 1;
}

/* The sum of the products of one game. */
static double play_once(const struct bit_rule *r, uint64_t code, uint64_t *seed)
{
    double product = 1, sum = 1;
    for (uint32_t depth = 1; depth <= LONGEST; depth++) {
        uint64_t count = 0, next = code;
        for (size_t i = 0; i < r->moves.count; i++) {
            const struct bit_move *move = &r->moves.data[i];
            if (!holds(&r->diagrams, move->when, code)) continue;
            if (random_next(seed) % ++count == 0) next = (code & ~move->write) | move->put;
        }
        if (!count) break;
        product *= (double)count / depth;
        sum += product;
        code = next;
    }
    return sum;
}

double bit_sample_states(const struct bit_rule *r, uint64_t start)
{
    uint64_t seed = 1;
    double sum = 0, all = 1;
    for (uint32_t i = 0; i < r->bits; i++) all *= 2;
    for (int i = 0; i < PLAYS; i++) sum += play_once(r, start, &seed) / PLAYS;
    return sum < all ? sum : all;
}

double bit_sample_words(const struct bit_rule *r, double states)
{
    double words = 1, with = states / STATES_A_WORD + 1;
    for (uint32_t i = BIT_LOW; i < r->bits; i++) words *= 2;
    return words < with ? words : with;
}

double bit_sample_words_work(const struct bit_rule *r, double words, uint32_t planes)
{
    double work = words * ((double)r->moves.count * STEPS_A_MOVE + 2);
    return work * (planes ? 2 + planes / 4.0 : 1);
}

double bit_sample_work(const struct bit_rule *r, double states, uint32_t planes)
{
    return bit_sample_words_work(r, bit_sample_words(r, states), planes);
}
