/* SPDX-License-Identifier: MIT */
/* Several hands at one question about a board: each leaves what another is at for later, all note what they find in the same table.
 *
 *     static enum status task(struct masks *own, void *context, uint64_t *known);    // asks the question with `own`
 *     st = mask_hands(m, 1 << 20, task, context, &known);
 *
 * The first hand that has the answer ends the others: `own->stop` is set then, which searches look at now and then, and the
 * statuses of those that were ended mean nothing. Each hand has a copy of the board with its own lists and budget, a number,
 * `own->hand`, and sees where the others are, `own->paths`. An answer does not depend on how many hands there are: each of them finds
 * the right one. What was known and found is in m->memo.
 * The first hand alone keeps what is found in a file now and then, and reports progress.
 * With one hand, or where memory does not suffice for more, the task is run with `m` itself. */
#ifndef CGI_SOLVE_SEARCH_MASK_HANDS_H
#define CGI_SOLVE_SEARCH_MASK_HANDS_H
#include "base/crew.h"
#include "solve/search/masks.h"

typedef enum status mask_task(struct masks *own, void *context, uint64_t *known);
/* `positions`: about how many will be noted. */
enum status mask_hands(struct masks *m, double positions, mask_task *task, void *context, uint64_t *known);
/* What each hand is searching, by depth: keys of parts, 0: nothing. */
enum { MASK_PATH = 64 };
struct mask_paths {
    unsigned hands;
    struct budget *whole;                    /* the outermost one of the question; */
    const struct budget *budgets[CREW_MOST]; /* and that of each hand, which takes from it when all have ended */
    _Atomic uint64_t keys[CREW_MOST][MASK_PATH];
};
/* How many entries the hands have added so far; for the first hand. */
uint64_t mask_hands_fresh(const struct mask_paths *paths);
/* How many hands that will be, if there is memory for them. */
unsigned mask_hands_count(const struct masks *m, double positions);

#endif
