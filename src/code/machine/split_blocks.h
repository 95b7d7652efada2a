/* SPDX-License-Identifier: MIT */
/* Values of heaps that split, a block of heaps at a time, where values are sparse (sparse_space.h).
 *
 *     struct split_blocks b = {.rule = &rule, .space = &space, .by = split_sweep_widest(), .alone = SPLIT_ALONE};
 *     if (split_blocks_may(&b, n)) st = split_blocks_fill(&b, values, n, to, budget, &done, &work);
 *     split_blocks_free(&b);                                  // values n .. done - 1 are right; done may be less than `to`
 *
 * The idea of taking 1024 heaps at once is that of M. Grossman's program for Officers (Games of No Chance 5, 2019), which takes rare
 * heaps one by one and common ones in parallel. For every value there is the set of heaps that have it, as bits, and for every v
 * the set of heaps of the block which have an option of value v.
 *
 *   1. A common value of a heap comes from a rare heap and another (sparse_space.h): for each rare r of value c and each w the heaps
 *      that are r + take beyond one of value w have an option of value w ^ c: a shifted row is added to the set of w ^ c.
 *      So every heap's least common values without such an option are known, but for options within the block.
 *   2. Rare values below these are sought along common heaps of small numbers in the same way. For almost all heaps all are found.
 *   3. The heaps of the block are settled in order. Each tells those after it that it is one of their options. What is still in doubt
 *      is looked for among all options (split_gives), so a new rare value is found at the heap where it occurs.
 *
 * Nothing is assumed about which heaps are rare or where they end; that, like the mask, only determines the work. Rare heaps that lie
 * too far up for a partner above them (2 r + take > n), or too lonely for a chunk of shifted rows, are marked heap by heap. */
#ifndef CGI_CODE_MACHINE_SPLIT_BLOCKS_H
#define CGI_CODE_MACHINE_SPLIT_BLOCKS_H
#include "base/crew.h"
#include "code/machine/sparse_space.h"
#include "code/machine/split_lists.h"
#include "code/machine/split_rows.h"

enum { SPLIT_ABOVE = 8, SPLIT_ALONE = 14000 };
struct split_near {
    uint32_t distance, value;
    uint64_t partners;
};
/* Words that begin with a line of the cache: a vector of them is then never on two. */
struct split_aligned {
    uint64_t *words; /* in `held` */
    void *held;
};
/* What one of those needs who fill a block together (split_share.h). */
struct split_hand {
    struct split_aligned copies;
    uint64_t *spare;
    uint16_t *live; /* its target values whose sets are not full */
    uint8_t *alive; /* alive[v]: is v among them */
    size_t live_count;
    uint64_t steps, left;
};
/* What is known of the heaps of a block. */
struct split_work {
    uint64_t (*covered)[SPLIT_WORDS]; /* covered[v]: heaps with an option of value v; in sets.words */
    struct split_aligned sets;
    uint64_t *inside; /* for each heap a set of values that options of it have */
    uint16_t *first;
    struct split_hand hands[CREW_MOST];
    unsigned hand_count, sharing;             /* that there are; that share this block */
    size_t dealt;                             /* values, to hands */
    size_t values, copies_words, spare_words; /* how many they are for */
    uint16_t bound[SPLIT_BLOCK],
        next[SPLIT_BLOCK]; /* next: another heap of the same bound; the first is first[bound] */
};
struct split_blocks {
    const struct split_rule *rule;
    struct sparse_space *space;
    const struct split_sweep *by;
    struct crew *crew;       /* of the budget */
    uint64_t alone;          /* up to so many steps of its rows a block is filled by one hand */
    uint64_t last, together; /* steps of the rows of the last block; blocks that several hands filled */
    /* what was made for heap `made` and is good from there on; made == 0: nothing */
    uint64_t made, next, blocks; /* next: the heap that the rows are ready for */
    size_t values;               /* a power of two; all values are below */
    uint32_t mask;
    unsigned flag;
    struct split_rows rows;
    split_chunks rare, tries;
    split_offsets lonely; /* marked heap by heap */
    VEC(struct split_near) near;
    uint64_t known;                       /* rare heaps of `space` that are in these lists */
    uint32_t *often, *order, often_count; /* how often a value occurs; the values that do, the most frequent first */
    struct split_work *work;
    uint32_t top;  /* the greatest value so far */
    unsigned rank; /* of the bound (split_settle.c): the number of free common values that may turn out to be taken */
};
/* Does it pay from heap n on, and is n large enough? */
bool split_blocks_may(const struct split_blocks *blocks, uint64_t n);
/* *work grows by the steps, about a nanosecond each. ST_OK also if it ends early because it no longer pays. */
enum status split_blocks_fill(struct split_blocks *blocks, struct value_run *values, uint64_t n, uint64_t to,
                              struct budget *budget, uint64_t *done, uint64_t *work);
void split_blocks_free(struct split_blocks *blocks);

/* A value that only splits with a rare heap can give to heap n (sparse_space.h). */
static inline bool split_common(const struct split_blocks *b, uint32_t value, uint64_t n)
{
    unsigned sum = (unsigned)(n ^ b->space->taken >> 1) & b->flag;
    return ((unsigned)__builtin_parity(value & b->mask) ^ sum) & 1;
}
/* Values from here on are left out of a block: hardly a heap has one. */
static inline uint32_t split_limit(const struct split_blocks *b)
{
    return b->top + SPLIT_ABOVE < b->values ? b->top + SPLIT_ABOVE : (uint32_t)b->values;
}
/* The heaps n + k, k < 64, of which the value is rare, as bits. */
static inline uint64_t split_rare_bits(const struct split_blocks *b, uint32_t value, uint64_t n)
{
    return (split_common(b, value, n) ? 0 : 0x5555555555555555u) |
           (split_common(b, value, n + 1) ? 0 : 0xaaaaaaaaaaaaaaaau);
}
/* Is heap n, of this value, a rare one? */
static inline bool split_rare(const struct split_blocks *b, uint64_t n, uint32_t value)
{
    return ((unsigned)__builtin_parity(value & b->mask) ^ (b->flag & (unsigned)n & 1)) != b->space->common;
}

#endif
