/* SPDX-License-Identifier: MIT */
/* Order ideals, numbered without gaps.
 *
 *     struct ideal_ranks ranks;
 *     st = ideal_ranks_make(&rule, 1 << 18, &arena, &ranks);   // a diagram of so many steps; size 0: there is none
 *     if (ideal_rank(&ranks, &rule, &state, &rank)) ...        // rank < ranks.size; Chomp on 10 x 10: 184756 with the whole board the last
 *
 * The free bits of a rule stand one after the other and are cut into *pieces*. Of a piece its *patterns* are what its bits can be, as
 * numbers whose first bit counts most, ascending. A state is a pattern of each piece, and its rank is the number of states before it in
 * the lexicographic order of these: so a set has a greater rank than each of its subsets, whatever the order of bits.
 *     What patterns the next pieces may have depends on which of their bits are needed to be 0, or 1, by bits before them: that is
 * a *node* of the diagram (Bryant 1986; ranks by counting: Knuth, The Art of Computer Programming 7.2.1.3 and 7.1.4). A step from a node
 * by a pattern adds the number of states that go on from there with smaller patterns.
 *     `sums`: what a pattern adds is the same at every node, so a rank is a sum of one number a piece, as of rows that get shorter and
 * shorter. Bits are tried ascending and descending, for that and for few ways through the pieces before the last one.
 * Time: steps * words. */
#ifndef CGI_SOLVE_IDEALS_IDEAL_RANKS_H
#define CGI_SOLVE_IDEALS_IDEAL_RANKS_H
#include "solve/ideals/ideal_rule.h"

enum { IDEAL_PATTERNS = 80 /* of a piece, at most */ };
/* Where a pattern leads: to the row of steps from `next` on, of the next piece; 0: no state goes on so. */
struct ideal_step {
    uint32_t add, next;
};
struct ideal_piece {
    size_t first, end;  /* its bits: these of `order` */
    uint64_t *patterns; /* the first bit is the highest */
    uint32_t pattern_count, node_count;
    struct ideal_step *steps; /* pattern_count for each node, after as many of a node from which nothing goes on */
    uint32_t *adds;           /* sums: of each pattern */
};
struct ideal_ranks {
    uint16_t order[IDEAL_BITS];
    size_t bit_count, piece_count;
    struct ideal_piece pieces[IDEAL_BITS];
    uint64_t size, step_count;
    uint64_t way_count; /* patterns that a walk through all states chooses, of the pieces before the last one */
    bool sums;
};
/* ST_OK or ST_NO_MEMORY. What it points to is in the arena. */
enum status ideal_ranks_make(const struct ideal_rule *rule, uint64_t steps, struct arena *arena,
                             struct ideal_ranks *ranks);
/* The pattern of a piece in a state, by its number; SIZE_MAX: it is none of them. */
size_t ideal_pattern(const struct ideal_ranks *r, const struct ideal_piece *piece, const struct ground_mask *state);
/* False: the state is none of those that are numbered. */
bool ideal_rank(const struct ideal_ranks *ranks, const struct ideal_rule *rule, const struct ground_mask *state,
                uint32_t *rank);

#endif
