/* SPDX-License-Identifier: MIT */
/* Too many states to be numbered, as is seen before tables are made, which are as long as a cell may be large.
 *
 *     if (crowded_least(&r) >= RANKS_MOST) ...        // a heap of 300000 and a bound up to 300000: no table is made
 *
 * Units that stand alone and groups are counted. Of a chain those states are counted in which the cells before the last two that
 * are free are 0: a sum up to one of these is any number up to its bound, and not less than the one before; in an exact chain the last
 * cell is what is left. Lines and webs have one at least. So there are as many at least as it says, and it takes no memory. */
#ifndef CGI_SOLVE_RANKED_CROWDED_H
#define CGI_SOLVE_RANKED_CROWDED_H
#include "solve/ranked/ranks.h"

/* `r`: with its units, no tables yet; each `most` below 2^24. At most r.size as ranks_open finds it; at most RANKS_MOST. */
uint64_t crowded_least(const struct ranks *r);

#endif
