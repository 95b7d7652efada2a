/* SPDX-License-Identifier: MIT */
/* What ways to move do, by hashes. */
#include "solve/search/longer_board.h"
#include <stdlib.h>
#include "base/hash.h"

static int compare_hashes(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Does at least half of them what another one does? Each has a hash of that: two that are equal by chance decide which board is searched,
 * and no value. */
static bool do_the_same(uint64_t *hashes, size_t count)
{
    size_t effects = 0;
    if (count) qsort(hashes, count, sizeof *hashes, compare_hashes);
    for (size_t i = 0; i < count; i++) effects += !i || hashes[i] != hashes[i - 1];
    return 2 * effects <= count;
}

enum status longer_than_masks(const struct ground_choices *choices, const struct ground *closing, struct arena *arena,
                              bool *longer)
{
    size_t values = choices->board.value_count, planes = values > 2 ? 2 : 1;
    *longer = false;
    if (values > GROUND_VALUES || planes * choices->board.span >= closing->words) return ST_OK;
    uint64_t *hashes = arena_array(arena, choices->count + 1, sizeof *hashes);
    if (!hashes) return ST_NO_MEMORY;
    for (size_t i = 0; i < choices->count; i++) {
        const struct ground_choice *way = &choices->ways[i];
        hashes[i] = hash_bytes(&way->write, sizeof way->write) ^ hash_bytes(way->puts, values * sizeof *way->puts);
    }
    return *longer = do_the_same(hashes, choices->count), ST_OK;
}

enum status longer_most(const struct ground *board, struct arena *arena, size_t *words)
{
    bool falls;
    *words = GROUND_WORDS;
    uint64_t *hashes = arena_array(arena, board->move_count + 1, sizeof *hashes);
    if (!hashes) return ST_NO_MEMORY;
    for (size_t i = 0; i < board->move_count; i++) {
        struct ground_mask effect[2] = {board->moves[i].write, board->moves[i].put};
        hashes[i] = hash_bytes(effect, sizeof effect);
    }
    if (!do_the_same(hashes, board->move_count)) return ST_OK;
    enum status st = ground_falls(board, &falls);
    if (st == ST_OK && falls) *words = board->words;
    return st;
}
