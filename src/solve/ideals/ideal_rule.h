/* SPDX-License-Identifier: MIT */
/* Which bits of a state stand only while others do, as all moves keep it.
 *
 *     struct ideal_rule rule;
 *     st = ideal_rule_make(&ground, &state, &arena, &rule);
 *     if (rule.move_count) ... ground_has(&rule.needs[b], a)    // Chomp: where square b is left, so is each square a above it
 *
 * Bits are those of states of a board (ground.h). Nothing is made (move_count 0) unless moves only change bits from 1 to 0, and each
 * one that is possible changes some.
 *     Theorem 1. Let F be a set of bits that are 1 in the state, such that every move whose condition a state may fulfil that is the given
 * one but for bits of F clears only bits of F, or bits that are 0 there, and raises none. Then all that can be reached is the given state
 * but for bits of F. Proof. By induction over play: a move that is possible is one of these. [] The smallest F is found: from none on,
 * with what moves that may be possible clear. Other moves are left out, and bits outside F are constants.
 *     Theorem 2. Let N be a set of pairs "b needs a" of bits of F, and call *gone* at a move the bits that it asks to be 0 and those that
 * need one of them by N, and so on. Let every such move that clears a bit a, which is not gone, also clear each b that needs a, unless b is
 * gone. Then in every state that can be reached, for each pair of N, a is 1 if b is. Proof. It holds in the given state, where all of F is
 * 1. Let it hold in a state where a move is possible: there what is gone at the move is 0. If b is 1 after it, b was 1 before, as no move
 * raises a bit, so b is not gone, and a was 1, and so is not gone either; as b is not cleared, a is not. [] The largest N is found: from
 * all pairs on, without those that some move does not keep, until all are kept. What is needed by what one needs is needed too.
 *     So what can be reached lies within the sets of bits that with each bit have all that it needs: the order ideals of a preorder
 * (Davey and Priestley 2002). It holds of any given state, whether it would be one of them by itself or not: needs are those among its
 * own bits.
 *     Theorem 3. If for each bit b of F some move asks for nothing but bits to be 1 that b needs, and clears b, and nothing but bits that
 * need b, then each order ideal can be reached (`all`). Proof. Let I be an ideal within J, which is reached, and not J. Of J without I
 * choose a bit b such that each bit of J that needs b is needed by b as well: there is one, as the bits are finitely many, and what needs
 * a bit outside I is outside I. The move of b is possible, since J has what b needs, and clears of J those bits that need b and that b
 * needs: all of them, by Theorem 2, and none of I. What is left has fewer bits than J. [] Then there are as many states as ideals.
 * Time: moves * bits + bits ^ 2, a few times. */
#ifndef CGI_SOLVE_IDEALS_IDEAL_RULE_H
#define CGI_SOLVE_IDEALS_IDEAL_RULE_H
#include "proof/ground/ground.h"

enum { IDEAL_BITS = 64 * GROUND_WORDS };
/* Possible where (state & care) == want; of free bits alone. */
struct ideal_move {
    struct ground_mask care, want, clear;
};
struct ideal_rule {
    size_t words;
    struct ground_mask start, free; /* the given state; the bits that moves clear */
    struct ideal_move *moves;
    size_t move_count;
    bool all;                                                    /* each order ideal can be reached */
    struct ground_mask needs[IDEAL_BITS], needed_by[IDEAL_BITS]; /* of each free bit, itself with them */
};
/* ST_OK or ST_NO_MEMORY. What it points to is in the arena. */
enum status ideal_rule_make(const struct ground *g, const struct ground_mask *state, struct arena *arena,
                            struct ideal_rule *rule);

#endif
