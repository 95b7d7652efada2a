/* SPDX-License-Identifier: MIT */
/* Conditions on bits, decided from the highest bit down; what the lowest six say is a word with a bit for each of their
 * 64 states.
 *
 *     struct bit_diagrams d = {0};
 *     bit_ref a = bit_literal(&d, 9, true), b = bit_literal(&d, 2, false);       // bit 9 is 1, bit 2 is 0
 *     bit_ref both = bit_and(&d, a, b);
 *     while (!bit_is_word(both)) both = d.nodes.data[both].kids[state >> d.nodes.data[both].bit & 1];
 *     if (bit_word(&d, both) >> (state & 63) & 1) ...                            // it holds in this state
 *     bit_diagrams_free(&d);
 *
 * Reduced and ordered decision diagrams (Bryant 1986) whose ends are truth tables. Equal conditions have equal numbers.
 * Where memory runs out, or there is more work than `most` (0: as much as it takes), `failed` is set, and what is made
 * since means nothing. Time of a conjunction: at most the product of the nodes of both sides, which `work` counts. */
#ifndef CGI_SOLVE_BITS_BIT_DIAGRAMS_H
#define CGI_SOLVE_BITS_BIT_DIAGRAMS_H
#include "base/vec.h"

enum { BIT_LOW = 6, BIT_WORD_STATES = 1 << BIT_LOW };
typedef uint32_t bit_ref;
#define BIT_END UINT32_C(0x80000000)
#define BIT_FALSE BIT_END
#define BIT_TRUE (BIT_END | 1)
struct bit_node {
    uint32_t bit; /* BIT_LOW at least; those of its kids are lower */
    bit_ref kids[2];
};
struct bit_join {
    uint32_t kind;
    bit_ref a, b, made;
};
struct bit_diagrams {
    VEC(struct bit_node) nodes;
    VEC(uint64_t) words; /* the first are 0 and all ones, once anything is made */
    uint32_t *slots;     /* number + 1 of a node or word, with BIT_END for words; 0: empty */
    size_t slot_count;
    struct bit_join *joins; /* some of those that were made */
    uint64_t work, most;
    bool failed, no_memory;
};

/* The states of a word in which low bit k is 1. */
static inline uint64_t bit_low_states(uint32_t k)
{
    static const uint64_t states[BIT_LOW] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                             0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    return states[k];
}
static inline bool bit_is_word(bit_ref ref) { return ref & BIT_END; }
static inline uint64_t bit_word(const struct bit_diagrams *d, bit_ref ref) { return d->words.data[ref & ~BIT_END]; }

bit_ref bit_literal(struct bit_diagrams *d, uint32_t bit, bool value);
bit_ref bit_and(struct bit_diagrams *d, bit_ref a, bit_ref b);
bit_ref bit_or(struct bit_diagrams *d, bit_ref a, bit_ref b);
void bit_diagrams_free(struct bit_diagrams *d);

/* The bits that have one value wherever a condition holds, and that value; exact: it says no more. */
struct bit_cube {
    uint64_t care, want;
    bool exact;
};
/* Of each node: of d->nodes.count. NULL: no memory. Nothing must have failed. */
struct bit_cube *bit_cubes_make(const struct bit_diagrams *d);
/* Of any condition; of BIT_FALSE it means nothing. */
struct bit_cube bit_cube_of(const struct bit_diagrams *d, const struct bit_cube *nodes, bit_ref ref);

#endif
