/* SPDX-License-Identifier: MIT */
/* A rule on a few bits, numbered so that every move leads to a greater number.
 *
 *     struct bit_source source = {.words = 1, .start = {..}, .move_count = 5, .write = ..., ...};
 *     st = bit_rule_make(&source, 28, 1 << 16, &rule, &more); // of a board, for what play from `start` can reach
 *     if (rule) bit_rule_code(rule, state, &code);            // code < 1 << rule->bits; more: it takes more work
 *     for (i < rule->move_count) ... rule->moves[i]                 // if `when` holds: code -> (code & ~write) | put
 *     bit_rule_free(rule);
 *
 * A bit of the state that no possible move changes is constant, and bits that begin alike and are always written alike
 * are one. Some bits are stored the other way round, and all in a new order.
 * Theorem. Let the bits be placed one after the other, from the highest on: a bit may be placed if no move that is
 * open may change it to 0, and it closes the moves whose condition says that it is 0 and that write 1. If all moves are
 * closed at last, each leads to a greater number. Proof. Of the bits that a move writes those above the one that closed
 * it do not fall, and that one rises. []
 * So play ends. Placing a bit only closes moves, so if one order does it the first that is found does. Each bit may be turned
 * round first; it is tried first whether none has to be, or all.
 *
 * Time: at most so many joins of diagrams, and a pass over the moves for each bit. */
#ifndef CGI_SOLVE_BITS_BIT_RULE_H
#define CGI_SOLVE_BITS_BIT_RULE_H
#include "base/status.h"
#include "solve/bits/bit_diagrams.h"

enum { BIT_STATE_WORDS = 4, BIT_STATE_BITS = 64 * BIT_STATE_WORDS, BIT_MOVES_MOST = 1 << 11 };

/* What a rule says of states of `words` words. */
struct bit_source {
    void *context;
    size_t words, move_count;
    uint64_t start[BIT_STATE_WORDS];
    /* The bits that a move writes, and what. */
    void (*write)(void *context, size_t move, uint64_t *write, uint64_t *put);
    /* May it be possible in a state that is `start` but for bits in `free`? True where that is not known. */
    bool (*may)(void *context, size_t move, const uint64_t *free, const uint64_t *start);
    /* Its condition. literals[i] is "bit i of the state is 1", or BIT_FALSE, BIT_TRUE; negations[i] that it is 0. */
    bit_ref (*when)(void *context, size_t move, struct bit_diagrams *d, const bit_ref *literals,
                    const bit_ref *negations);
};
struct bit_move {
    uint64_t write, put;
    bit_ref when;
};
#define BIT_CONSTANT 0xff
struct bit_rule {
    struct bit_diagrams diagrams;
    uint32_t bits; /* BIT_LOW at least: some of the lowest may be always 0 */
    size_t words;
    uint64_t start[BIT_STATE_WORDS], flip[BIT_STATE_WORDS];
    uint8_t place[BIT_STATE_BITS]; /* of each bit of a state */
    VEC(struct bit_move) moves;
};

/* ST_OK or ST_NO_MEMORY; *rule NULL: there is none of so many bits, or, if *more, it takes more than so much work. Of more bits, up to 64,
 * there is one where the ones or zeros of the state, which moves write no more of than of the others, leave few states (bit_ranks.h). */
enum status bit_rule_make(const struct bit_source *source, uint32_t most, uint64_t work, struct bit_rule **rule,
                          bool *more);
void bit_rule_free(struct bit_rule *rule);
/* False: constant bits are other ones, or bits that are one differ. */
bool bit_rule_code(const struct bit_rule *rule, const uint64_t *state, uint64_t *code);

#endif
