/* SPDX-License-Identifier: MIT */
/* The second half of a block: from sets of heaps to values (split_blocks.h).
 *
 *     steps = split_doubts(b, n, count);               // rare values below what is missing, sought for all heaps together
 *     settled = split_settle(b, values, n, count, &steps);
 *
 * split_settle writes values n .. n + settled - 1; less than count only if a value does not fit the sets any more. */
#ifndef CGI_CODE_MACHINE_SPLIT_SETTLE_H
#define CGI_CODE_MACHINE_SPLIT_SETTLE_H
#include "code/machine/split_blocks.h"

uint64_t split_doubts(struct split_blocks *blocks, uint64_t n, size_t count);
size_t split_settle(struct split_blocks *blocks, struct value_run *values, uint64_t n, size_t count, uint64_t *steps);

#endif
