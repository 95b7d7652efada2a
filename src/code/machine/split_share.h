/* SPDX-License-Identifier: MIT */
/* What several hands do of one block (split_blocks.h): rows of heaps are added to sets of options, each hand for target values of
 * its own; sets of heaps become sets of values, each hand for heaps of its own.
 *
 *     split_share_begin(b, 3);                               // at most three hands
 *     for (v...) split_share_value(b, v);                    // covered[v] is to be filled
 *     steps += split_share_rows(b, &b->rare, n, 0, b->often_count, &left);
 *     split_share_spread(b, values, n, count, true);
 *
 * A target value is of one hand and sees the same rows in the same order however many hands there are, so sets and steps are
 * the same for any number. Hands only make the shifted copies of rows more often, which are not counted as steps. */
#ifndef CGI_CODE_MACHINE_SPLIT_SHARE_H
#define CGI_CODE_MACHINE_SPLIT_SHARE_H
#include "code/machine/split_blocks.h"

/* Takes the memory of the hands: copies of this many words, rows of `spare`. What was taken is freed by split_share_free. */
enum status split_share_make(struct split_work *work, unsigned hands, size_t copies, size_t spare);
void split_share_free(struct split_work *work);
/* No value is to be filled; those to come are shared by that many hands. */
void split_share_begin(struct split_blocks *blocks, unsigned hands);
void split_share_value(struct split_blocks *blocks, uint32_t value);
/* Rows order[from..to) by these chunks. Returns the steps; *left: how many heaps the sets do not have, over all values. */
uint64_t split_share_rows(struct split_blocks *blocks, const split_chunks *chunks, uint64_t n, uint32_t from,
                          uint32_t to, uint64_t *left);
/* What each heap is known to have. `first`: of common values, and what heaps of `lonely` give, and nothing from before. */
void split_share_spread(struct split_blocks *blocks, struct value_view values, uint64_t n, size_t count, bool first);

/* So many words, zeroed, from a line of the cache on; freed with the same number. */
bool split_align(struct split_aligned *aligned, size_t words);
void split_unalign(struct split_aligned *aligned, size_t words);

#endif
