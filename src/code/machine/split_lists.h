/* SPDX-License-Identifier: MIT */
/* Where a row has to be read for one part of many splits, for a whole block of heaps.
 *
 *     struct split_chunk c;                                      // offsets: ascending distances, same partners
 *     st = split_chunk_make(&c, offsets, count, values);
 *     split_chunk_copies(&c, by, modulus, split_rows_from(rows, w, n - c.back), n - c.back, spare, copies);
 *     by->cover(&(struct sweep_task){copies, c.lists, covered, live, live_count, w, 0});
 *
 * If a heap of value c is one part of a split that takes t tokens, and place + t is its distance, then heaps n ..
 * n + SPLIT_BLOCK - 1 reach value w ^ c where the row of w is set from n - distance on. Rows are read from any bit: a
 * byte of one of eight copies, each shifted by one bit more. A chunk has offsets that lie close together, so that the
 * copies of a row between them stay in the nearest cache. */
#ifndef CGI_CODE_MACHINE_SPLIT_LISTS_H
#define CGI_CODE_MACHINE_SPLIT_LISTS_H
#include "base/status.h"
#include "base/vec.h"
#include "code/machine/split_rule.h"

enum { SPLIT_SPAN = 20480 }; /* heaps between the first and the last of a chunk */
struct split_offset {
    uint64_t place, distance;
    uint32_t value, kind;
    uint64_t partners; /* the residues of heaps that may be the other part */
};
typedef VEC(struct split_offset) split_offsets;
struct split_chunk {
    struct sweep_lists lists;
    size_t values, entries;
    uint64_t back; /* copies begin `back` heaps before the block; a multiple of 64 */
    size_t words;  /* of each copy */
    unsigned shifts;
    uint64_t partners;
};
typedef VEC(struct split_chunk) split_chunks;

/* By partners, then ascending by distance. */
void split_offsets_sort(split_offsets *offsets);
/* How many offsets from `from` on make a chunk. */
size_t split_chunk_extent(const split_offsets *offsets, size_t from);
/* The values of offsets are below `values`. */
enum status split_chunk_make(struct split_chunk *chunk, const struct split_offset *offsets, size_t count,
                             size_t values);
void split_chunk_free(struct split_chunk *chunk);
/* Words of the copies, and of a row without heaps of wrong residues. */
size_t split_copies_words(const struct split_chunk *chunk);
size_t split_spare_words(const struct split_chunk *chunk);
/* `row` begins with heap `at`. */
void split_chunk_copies(const struct split_chunk *chunk, const struct split_sweep *by, unsigned modulus,
                        const uint64_t *row, int64_t at, uint64_t *spare, uint64_t *copies);

#endif
