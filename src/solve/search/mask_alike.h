/* SPDX-License-Identifier: MIT */
/* Parts of one board that are the same but for the numbers of their cells, wherever they lie: one of them stands for all.
 *
 *     struct mask_alike alike = {.budget = budget};
 *     struct alike_part part = {.state = state};
 *     st = mask_alike_find(&alike, &ground, &arena, &part);               // part.same: the one that was met first, or the state
 *     mask_alike_worked(&alike, &part, 17);                               // to value it took 17 positions
 *     mask_alike_free(&alike);
 *
 * That the two have the same value is proved each time from their moves (part_moves.h), so it does not matter what
 * the table forgets, nor whether labels are found to be the same for all parts that are. `same` may be another one
 * next time: an answer does not depend on it.
 *
 * Labels take as long as ALIKE_COST positions, about. They are found for parts with so many cells as long as the
 * positions that it took to value those that were found to be the same as another one are more than that; else there
 * is a pause, and a longer one each time. Memory: at most ALIKE_MOST entries, each about a hundred bytes. */
#ifndef CGI_SOLVE_SEARCH_MASK_ALIKE_H
#define CGI_SOLVE_SEARCH_MASK_ALIKE_H
#include "base/budget.h"
#include "solve/search/part_labels.h"

enum {
    ALIKE_COST = 4,
    ALIKE_TRIALS = 256,
    ALIKE_PAUSE = 16, /* the first is so many times as long as a trial, and each one twice as long as the one before */
    ALIKE_LEAST = 4,  /* cells */
    ALIKE_MOST = 1 << 18
};
struct alike_entry {
    struct ground_mask state;
    uint64_t work;
    struct part_labels labels; /* hash 0: empty */
};
struct alike_part {
    struct ground_mask state, same;
    uint64_t hash; /* 0: no labels were found */
};
struct mask_alike {
    struct budget *budget; /* set by the owner */
    struct board_moves *moves;
    struct part_moves *part, *other;
    struct alike_entry *entries;
    size_t room; /* a power of 2, or 0 */
    size_t used;
    struct alike_size {
        uint64_t tried, saved;  /* in this trial */
        uint64_t pause, pauses; /* how much of it is left; how many there were */
    } sizes[PART_CELLS + 1];
};
enum status mask_alike_find(struct mask_alike *alike, const struct ground *ground, struct arena *arena,
                            struct alike_part *part);
void mask_alike_worked(struct mask_alike *alike, const struct alike_part *part, uint64_t work);
void mask_alike_free(struct mask_alike *alike);

#endif
