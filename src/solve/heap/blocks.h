/* SPDX-License-Identifier: MIT */
/* The values of a box, handed on block by block: to the array of the box if it has one, to the sink of the ask if it
 * has one.
 *
 *     struct blocks blocks;
 *     st = blocks_open(&blocks, ask);
 *     st = blocks_from_table(&blocks, memory);           // what the kept table has by now, as often as it grows
 *     if (st == ST_OK) st = blocks_end(&blocks);         // the rest: nothing that is in the table
 *     blocks_close(&blocks);
 *
 * Small pieces are collected to blocks of BLOCK_VALUES; memory is bounded by that and by one period. */
#ifndef CGI_SOLVE_HEAP_BLOCKS_H
#define CGI_SOLVE_HEAP_BLOCKS_H
#include "base/value_run.h"
#include "play/options/store.h"
#include "solve/solver.h"

enum { BLOCK_VALUES = 1 << 15 };
struct blocks {
    const struct ask *ask;
    uint32_t *held; /* values before index `next` that were not given yet; room for BLOCK_VALUES */
    size_t held_count;
    uint64_t next;
};
/* ST_OK or ST_NO_MEMORY. blocks_close may be called after either. */
enum status blocks_open(struct blocks *blocks, const struct ask *ask);
void blocks_close(struct blocks *blocks);
/* The next `count` values, `times` times. The statuses of the sink. */
enum status blocks_add(struct blocks *blocks, const uint32_t *values, size_t count, uint64_t times);
/* The next `count` values, from the one at `at` on. */
enum status blocks_add_view(struct blocks *blocks, struct value_view values, uint64_t at, uint64_t count);
/* The next `count` positions are none: they lie outside of the states of the game. */
enum status blocks_skip(struct blocks *blocks, uint64_t count);
/* The positions of the box from `next` on whose values the filled part of the kept table has, up to the first one that is missing.
 * Where the table is in the order of the box too, a row at a time. */
enum status blocks_from_table(struct blocks *blocks, const struct game_memory *memory);
/* The values of heaps from `next` on of a sequence that goes on for ever with the period, which is found; `values` has at least
 * preperiod + period of them. Boxes of one field. ST_TOO_LARGE where the values have grown out of the box. */
enum status blocks_repeat(struct blocks *blocks, struct value_view values, const struct period *period);
/* Gives what is held; positions that are left are none. */
enum status blocks_end(struct blocks *blocks);

#endif
