/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_ranks.h"
#include "base/mem.h"

enum { COUNTED_MOST = (1 << (32 - BIT_RANK_COUNT)) - 1 };

/* Each quotient is one more number of this kind, and they grow. */
uint64_t bit_ranks_choose(uint64_t n, uint64_t k)
{
    uint64_t ways = 1;
    if (k > n) return 0;
    for (uint64_t i = 1; i <= k && ways <= BIT_RANKS_MOST; i++) ways = ways * (n - k + i) / i;
    return ways <= BIT_RANKS_MOST ? ways : BIT_RANKS_MOST + 1;
}

uint64_t bit_ranks_count(uint64_t bits, uint64_t least, uint64_t most)
{
    uint64_t count = 0;
    for (uint64_t j = least; j <= most; j++) count += bit_ranks_choose(bits, j);
    return count;
}

bool bit_ranks_set(struct bit_ranks *r, uint32_t bits, uint32_t least, uint32_t most)
{
    *r = (struct bit_ranks){.bits = bits, .least = least, .most = most, .pieces = BIT_RANK_FEW};
    if (bits > 16 * BIT_RANK_FEW) r->pieces = BIT_RANK_PIECES;
    r->piece_bits = (bits + r->pieces - 1) / r->pieces;
    r->count = bit_ranks_count(bits, least, most);
    for (uint32_t i = 0; i < r->pieces; i++) {
        bool alone = i == 0 || (least == most && i == r->pieces - 1);
        r->columns[i] = alone ? 1 : most + 1;
    }
    return bits <= BIT_RANKS_BITS && most <= COUNTED_MOST && r->count <= BIT_RANKS_MOST;
}

static size_t room(const struct bit_ranks *r, uint32_t piece)
{
    return ((size_t)1 << r->piece_bits) * r->columns[piece];
}

uint64_t bit_ranks_entries(const struct bit_ranks *r)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < r->pieces; i++) all += room(r, i);
    return all;
}

void bit_ranks_free(struct bit_ranks *r)
{
    for (uint32_t i = 0; i < BIT_RANK_PIECES; i++) {
        mem_free(r->tables[i], r->tables[i] ? room(r, i) * sizeof(uint32_t) : 0);
        r->tables[i] = NULL;
    }
}

/* n over k, kept below 2^BIT_RANK_COUNT: no subset that has a number needs a greater one. */
typedef uint32_t binomials[BIT_RANKS_BITS + 1][COUNTED_MOST + 2];
static void find_binomials(const struct bit_ranks *r, binomials ways)
{
    uint32_t top = (UINT32_C(1) << BIT_RANK_COUNT) - 1;
    for (uint32_t n = 0; n <= BIT_RANKS_BITS; n++)
        for (uint32_t k = 0; k <= r->most + 1; k++) {
            uint32_t sum = !k ? 1 : n ? ways[n - 1][k - 1] + ways[n - 1][k] : 0;
            ways[n][k] = sum < top ? sum : top;
        }
}

#define ONE (UINT32_C(1) << BIT_RANK_COUNT)

static void fill_lowest(struct bit_ranks *r, binomials ways)
{
    uint32_t *table = r->tables[0];
    for (uint32_t bits = 1; bits < UINT32_C(1) << r->piece_bits; bits++) {
        uint32_t ones = bits_of(bits), top = 31 - (uint32_t)__builtin_clz(bits);
        if (ones <= r->most) table[bits] = table[bits ^ UINT32_C(1) << top] + ways[top][ones] + ONE;
    }
}

/* The lowest one of the piece, of which is known how many are below it, and the others. */
static void fill_piece(struct bit_ranks *r, uint32_t piece, binomials ways)
{
    uint32_t columns = r->columns[piece], from = piece * r->piece_bits, *table = r->tables[piece];
    bool alone = columns == 1, last = piece == r->pieces - 1;
    for (uint32_t below = 1; last && !alone && below <= r->most; below++)
        table[below] = (uint32_t)bit_ranks_count(r->bits, r->least, below - 1);
    for (uint32_t bits = 1; bits < UINT32_C(1) << r->piece_bits; bits++) {
        uint32_t ones = bits_of(bits), one = from + (uint32_t)__builtin_ctz(bits);
        if (ones > r->most || one >= BIT_RANKS_BITS) continue;
        uint32_t *entry = &table[(size_t)bits * columns], *rest = &table[(size_t)(bits & (bits - 1)) * columns];
        if (alone) entry[0] = rest[0] + ways[one][r->most - ones + 1] + ONE;
        for (uint32_t below = 0; !alone && below + ones <= r->most; below++)
            entry[below] = rest[below + 1] + ways[one][below + 1] + ONE;
    }
}

bool bit_ranks_fill(struct bit_ranks *r)
{
    binomials ways;
    find_binomials(r, ways);
    for (uint32_t i = 0; i < r->pieces; i++) {
        if (r->tables[i]) continue;
        r->tables[i] = mem_alloc(room(r, i) * sizeof(uint32_t));
        if (!r->tables[i]) return false;
        if (i) fill_piece(r, i, ways);
        else fill_lowest(r, ways);
    }
    return true;
}
