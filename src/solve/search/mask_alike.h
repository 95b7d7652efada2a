/* SPDX-License-Identifier: MIT */
/* Parts of one board that are the same but for the numbers of their cells, wherever they lie: one of them stands for all.
 *
 *     struct mask_alike alike = {.budget = budget};
 *     struct alike_part part = {.state = state};
 *     st = mask_alike_find(&alike, &ground, &arena, asked, &part);       // part.same: the one that was met first, or the state
 *     mask_alike_worked(&alike, &part, 5, 17);                     // of five cells; it took 17 positions
 *     mask_alike_free(&alike);
 *
 * That the two have the same value is proved each time from their moves (part_moves.h), so it does not matter what
 * the table forgets, nor whether labels are found to be the same for all parts that are. `same` may be another one
 * next time: an answer does not depend on it.
 *
 * Labels cost as much as some positions, by the terms of the moves that are left and the rounds that were made. They are found
 * for parts with so many cells as long as the positions that it took to value those that were found to be the same as
 * another one, or balanced, are more than that; else there is a pause, and a longer one each time. Before anything is
 * known of that, they cost half of the search at most. Memory: at most ALIKE_MOST entries, each about a hundred
 * bytes. */
#ifndef CGI_SOLVE_SEARCH_MASK_ALIKE_H
#define CGI_SOLVE_SEARCH_MASK_ALIKE_H
#include "base/budget.h"
#include "solve/search/part_balance.h"

enum {
    ALIKE_TERMS = 256, /* so many are looked at in the time of a position, and a labelling takes ALIKE_COST more */
    ALIKE_COST = 2,
    ALIKE_TRIAL = 1024, /* what labels cost in a trial, in positions */
    ALIKE_PAUSE = 4096, /* parts; each is twice as long as the one before */
    ALIKE_SHARE = 2,    /* of the search */
    ALIKE_FIRST = 1024, /* positions that labels may cost besides, */
    ALIKE_DENSE = 128,  /* and where cells are joined to many others */
    ALIKE_LEAST = 4,    /* cells */
    ALIKE_MOST = 1 << 18
};
struct alike_entry {
    struct ground_mask state;
    uint64_t work;
    struct part_labels labels;
};
struct alike_part {
    struct ground_mask state, same;
    uint64_t hash; /* 0: no labels were found */
    bool balanced; /* the value is 0 */
};
struct mask_alike {
    struct budget *budget; /* set by the owner */
    struct board_moves *moves;
    struct part_moves *part, *other;
    struct alike_entry **entries; /* in the pool; NULL: empty */
    struct arena pool;
    size_t room; /* a power of 2, or 0 */
    size_t used;
    uint64_t spent, saved; /* positions */
    struct alike_size {
        uint64_t spent, saved;   /* in this trial */
        uint64_t pause, pauses;  /* how much of it is left; how many there were */
        uint64_t worked, valued; /* what all took that were valued, and how many these were */
    } sizes[PART_CELLS + 1];
};
/* `asked`: how many positions were searched so far; `first`: what labels may cost besides their share of these. */
enum status mask_alike_find(struct mask_alike *alike, const struct ground *ground, struct arena *arena, uint64_t asked,
                            uint64_t first, struct alike_part *part);
void mask_alike_worked(struct mask_alike *alike, const struct alike_part *part, size_t cells, uint64_t work);
void mask_alike_free(struct mask_alike *alike);

#endif
