/* SPDX-License-Identifier: MIT */
/* The innermost loops of split_blocks.h, once for each width of vectors that processors have.
 *
 *     const struct split_sweep *by = split_sweep_widest();           // the widest that this processor has
 *     by->shift(copies, words, row, 0xff);                           // copies 0..7: the row from its bit 0..7 on
 *     struct sweep_task t = {.copies = copies, .lists = lists, .covered = covered, .live = live, .live_count = count,
 *                            .alive = alive, .value = w};
 *     by->cover(&t);                                                 // sets of heaps that have an option of value v
 *     by->spread(covered, 64, 0, words, inside);                     // for each of 512 heaps the set of these v < 64
 *
 * All of them compute the same, to the last bit and step; tests run each one that the processor has. */
#ifndef CGI_CODE_MACHINE_SPLIT_SWEEP_H
#define CGI_CODE_MACHINE_SPLIT_SWEEP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPLIT_VALUES_MOST = 2048 };
enum { SPLIT_BLOCK = 1024, SPLIT_WORDS = SPLIT_BLOCK / 64, SPLIT_SHIFTS = 8, SPLIT_OVER = 16 };
enum { SPLIT_SET_STEPS = 1 }; /* what adding a set costs, in steps of about a nanosecond */
enum { SPLIT_SPREAD = 8 };    /* words of sets that are spread at once */
/* For each value c the places, in bytes from the copies' start, of SPLIT_WORDS words: at[first[c]] up to
 * at[first[c + 1] - 1]. The `count` values that have any are in `order`, those with most places first: a processor
 * foresees the rounds of a loop whose number hardly changes from one value to the next. */
struct sweep_lists {
    uint32_t *first;
    uint16_t *at, *order;
    size_t count;
};
struct sweep_task {
    const uint64_t *copies;
    struct sweep_lists lists;
    uint64_t (*covered)[SPLIT_WORDS]; /* a set for each value */
    uint16_t *live;                   /* the values whose sets are not full; those that become full are removed */
    size_t live_count;
    uint8_t *alive; /* alive[v]: is v one of them, 1 or 0; for all values v */
    uint32_t value;
    uint64_t steps; /* sets added */
};
struct split_sweep {
    const char *name;
    /* copies + s * (words + SPLIT_OVER): the row from bit s on, for each s in `shifts`. The row has 2 * SPLIT_OVER words
     * beyond `words`, a multiple of 8. */
    void (*shift)(uint64_t *copies, size_t words, const uint64_t *row, unsigned shifts);
    /* Adds to covered[v], v in live, the sets listed for v ^ value, until it is full. */
    void (*cover)(struct sweep_task *task);
    /* The first a in [from, to) for which values[a] ^ values[sum - a] == value, or a multiple of some number of places
     * less; `to` if there is none. */
    uint64_t (*find)(const uint32_t *values, uint64_t sum, uint64_t from, uint64_t to, uint32_t value);
    uint64_t (*find_narrow)(const uint16_t *values, uint64_t sum, uint64_t from, uint64_t to, uint16_t value);
    /* How many of SPLIT_BLOCK bits are 0. */
    uint64_t (*missing)(const uint64_t *set);
    /* Bit j of covered[i][q], i < rows <= 64, is added to inside[(64 * q + j) * words] as bit i, for the SPLIT_SPREAD
     * words q from `from` on. */
    void (*spread)(const uint64_t (*covered)[SPLIT_WORDS], size_t rows, size_t from, size_t words, uint64_t *inside);
};
/* The number of them that this processor has; 0 is the plain one, the last the widest. */
size_t split_sweep_count(void);
const struct split_sweep *split_sweep_at(size_t index);
const struct split_sweep *split_sweep_widest(void);

#endif
