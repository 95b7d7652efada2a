/* SPDX-License-Identifier: MIT */
#include "solve/ranked/picks.h"
#include <string.h>

struct picks *picks_make(struct arena *arena, const struct level *level, int last, int64_t most, bool *no_memory)
{
    uint64_t reads = 0;
    for (size_t i = 0; i < level->test_count; i++) reads |= level->tests[i].term->reads;
    reads &= ~term_bit(TERM_CELLS + last);
    bool one = !(reads & (reads - 1));
    if (!level->test_count || !one) return NULL;
    struct picks *picks = arena_alloc(arena, sizeof *picks);
    if (!picks) return *no_memory = true, NULL;
    memset(picks, 0, sizeof *picks);
    picks->tests = level->tests;
    picks->test_count = level->test_count;
    picks->last = TERM_CELLS + last;
    picks->other = reads ? __builtin_ctzll(reads) : -1;
    picks->most = most < PICKS_VALUES - 1 ? most : PICKS_VALUES - 1;
    return picks;
}

bool picks_find(struct picks *picks, const int64_t *x, size_t row)
{
    int64_t y[TERM_VARIABLES];
    bool fine = !picks->known[row];
    memcpy(y, x, sizeof y);
    for (int64_t v = 0; v <= picks->most && fine; v++) {
        int64_t holds = 1;
        y[picks->last] = v;
        for (size_t i = 0; i < picks->test_count && holds && fine; i++)
            fine = term_value_at(picks->tests[i].term, y, &holds);
        if (fine && holds) picks->bits[row] |= UINT64_C(1) << v;
    }
    picks->known[row] = fine ? 1 : 2;
    return fine;
}
