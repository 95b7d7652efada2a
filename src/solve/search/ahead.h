/* SPDX-License-Identifier: MIT */
/* Searches that begin before one is chosen: a box of cells is the same whether play reaches a corner of it or all, so what is found in a
 * small part of the time that is foretold is found while the plan is made, and stays in the table.
 *
 *     uint64_t looks = ahead_looks(planner, q, seconds);      // 0: it is not begun. seconds: of the best way so far
 *     ...                                                     // list the options of so many positions at most
 *     if (found) way->cost = ahead_found();
 */
#ifndef CGI_SOLVE_SEARCH_AHEAD_H
#define CGI_SOLVE_SEARCH_AHEAD_H
#include "solve/solver.h"

enum { AHEAD_MOST = 1 << 14, AHEAD_BYTES = 1 << 26 };
#define AHEAD_LOOKS 1000.0 /* for each second that is foretold: as many lists of options */
#define AHEAD_LEAST 0.1    /* seconds: what takes less is not begun ahead */
#define AHEAD_SECONDS 0.01 /* of what was found so */

/* Of a single question, where there is room for what is noted. */
static inline uint64_t ahead_looks(const struct planner *planner, const struct ask *q, double seconds)
{
    seconds = ask_at_most(q, seconds);
    double looks = seconds * AHEAD_LOOKS;
    if (q->count != 1 || ask_is_big(q) || seconds < AHEAD_LEAST || ask_unwanted(q, AHEAD_SECONDS)) return 0;
    if (budget_fits(planner->env->budget, AHEAD_BYTES) != ST_OK) return 0;
    return looks < AHEAD_MOST ? (uint64_t)looks : AHEAD_MOST;
}

static inline struct cost ahead_found(void) { return (struct cost){AHEAD_SECONDS, 0, true, 0}; }

#endif
