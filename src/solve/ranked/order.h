/* SPDX-License-Identifier: MIT */
/* Which cells a numbering takes first, and in which units (ranks.h).
 *
 *     if (!order_cells(&u, &exchange, starts, count, &r)) return r.why;
 *
 * Greedily: a unit may be next if every move that leaves the units before it as they are leaves it as well or makes it fall. */
#ifndef CGI_SOLVE_RANKED_ORDER_H
#define CGI_SOLVE_RANKED_ORDER_H
#include "solve/ranked/ranks.h"

enum { ORDER_CHAIN_MOST = 1 << 20 };
/* Fills in all but tables and sizes. False, and r->why: there is none. */
bool order_cells(const struct unrolled *u, const struct exchange *x, const int64_t (*starts)[TERM_CELLS], size_t count,
                 struct ranks *r);

#endif
