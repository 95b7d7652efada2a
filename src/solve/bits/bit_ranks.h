/* SPDX-License-Identifier: MIT */
/* Subsets of so many bits by number.
 *
 *     struct bit_ranks r;
 *     if (bit_ranks_set(&r, 33, 5, 5))                             // false: there are more than BIT_RANKS_MOST
 *         if (bit_ranks_fill(&r)) number = bit_rank(&r, 4, false, 0x10000f); // 4: r.pieces; false: all have as many ones
 *     bit_ranks_free(&r);
 *
 * Those of `least` ones come first, those of `most` last. One with its ones at c_1 < ... < c_j is number C(c_1, 1) + ... + C(c_j, j) among
 * those of j (Lehmer's combinatorial number system), which is their order as numbers.
 *     The sum is taken by pieces, of at most 16 bits each, from the lowest on: what the ones of a piece add is known of the piece and how
 * many ones are below it, which are counted in the upper bits of the sum. Where all subsets have as many ones the highest piece tells of
 * itself how many are below it. What no subset needs may be anything; of the others each summand is at most the number, which is less than
 * 2^27, and so no sum leaves its bits. The counts leave 32 bits if there are more than 31 ones: then there is no table. */
#ifndef CGI_SOLVE_BITS_BIT_RANKS_H
#define CGI_SOLVE_BITS_BIT_RANKS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/bits.h"

enum {
    BIT_RANKS_BITS = 64,
    BIT_RANKS_MOST = 1 << 26,
    BIT_RANK_PIECES = 4,
    BIT_RANK_FEW = 2 /* pieces of at most 32 bits */,
    BIT_RANK_COUNT = 27 /* ones are counted from this bit on */
};
struct bit_ranks {
    uint32_t bits, least, most, pieces, piece_bits;
    uint64_t count;
    uint32_t columns[BIT_RANK_PIECES]; /* 1, or one for each number of ones below */
    uint32_t *tables[BIT_RANK_PIECES]; /* [piece * columns + ones below] */
};

/* How many subsets of so many bits have as many ones; BIT_RANKS_MOST + 1 if they are more. */
uint64_t bit_ranks_choose(uint64_t bits, uint64_t ones);
/* All from `least` to `most`; more than BIT_RANKS_MOST if they are more. */
uint64_t bit_ranks_count(uint64_t bits, uint64_t least, uint64_t most);
/* Without memory yet. At most 64 bits. */
bool bit_ranks_set(struct bit_ranks *r, uint32_t bits, uint32_t least, uint32_t most);
/* Steps and bytes of the tables. */
uint64_t bit_ranks_entries(const struct bit_ranks *r);
/* False: no memory. Filled already: nothing. */
bool bit_ranks_fill(struct bit_ranks *r);
void bit_ranks_free(struct bit_ranks *r);

static inline __attribute__((always_inline)) uint32_t bit_rank(const struct bit_ranks *r, uint32_t pieces, bool layers,
                                                               uint64_t state)
{
    uint64_t mask = (UINT64_C(1) << r->piece_bits) - 1;
    uint32_t sum = r->tables[0][state & mask], ones = 0;
    if (pieces == BIT_RANK_FEW && layers) ones = bits_of(state & mask); /* sooner than to wait for the sum */
    for (uint32_t i = 1; i < pieces; i++) {
        uint64_t piece = (state >>= r->piece_bits) & mask;
        bool alone = !layers && i == pieces - 1;
        if (pieces > BIT_RANK_FEW) ones = sum >> BIT_RANK_COUNT;
        sum += r->tables[i][alone ? piece : piece * r->columns[i] + ones];
    }
    return sum & ((UINT32_C(1) << BIT_RANK_COUNT) - 1);
}

#endif
