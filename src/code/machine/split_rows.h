/* SPDX-License-Identifier: MIT */
/* For each value the set of heaps that have it, as bits over heaps; of the last heaps only, as many as are needed.
 *
 *     struct split_rows rows;
 *     st = split_rows_open(&rows, 256, n, reach, budget);        // heaps n - reach and later, values below 256
 *     split_rows_add(&rows, n, 17);                              // heap n has value 17
 *     split_rows_advance(&rows, n + SPLIT_BLOCK);                // SPLIT_BLOCK more from there; old ones may go
 *     const uint64_t *bits = split_rows_from(&rows, 17, at);     // bit k of them: heap at + k
 *
 * A row of which nothing was written costs an address only. Memory: values * (reach + max(reach / 2, 16 blocks)) bits. */
#ifndef CGI_CODE_MACHINE_SPLIT_ROWS_H
#define CGI_CODE_MACHINE_SPLIT_ROWS_H
#include <stdbool.h>
#include "base/budget.h"
#include "code/machine/split_sweep.h"

struct split_rows {
    uint64_t *bits; /* `values` rows of `stride` words */
    bool *used;
    size_t values, stride;
    uint64_t reach; /* a multiple of 64 */
    int64_t origin; /* the heap of bit 0; below 0 at the beginning, where no bits are set */
};
/* reach is rounded up to a multiple of 64. ST_NO_MEMORY or ST_MEMORY_BUDGET. */
enum status split_rows_open(struct split_rows *rows, size_t values, uint64_t n, uint64_t reach,
                            const struct budget *budget);
/* Not below `origin`, nor SPLIT_BLOCK or more beyond the last n that was opened with or advanced to. */
void split_rows_add(struct split_rows *rows, uint64_t n, uint32_t value);
/* n - n of split_rows_open is a multiple of SPLIT_BLOCK. */
void split_rows_advance(struct split_rows *rows, uint64_t n);
/* `at`: a multiple of 64 from the n of split_rows_open. */
const uint64_t *split_rows_from(const struct split_rows *rows, uint32_t value, int64_t at);
void split_rows_free(struct split_rows *rows);

#endif
