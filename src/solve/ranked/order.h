/* SPDX-License-Identifier: MIT */
/* Which cells a numbering takes first, and in which units (ranks.h).
 *
 *     st = order_cells(&u, &exchange, &orders, starts, count, &r);
 *     if (st == ST_OK && !r.why) ...
 *
 * Greedily: a unit may be next if every move that leaves the units before it as they are leaves it as well or makes it fall. */
#ifndef CGI_SOLVE_RANKED_ORDER_H
#define CGI_SOLVE_RANKED_ORDER_H
#include "solve/ranked/ranks.h"

enum { ORDER_CHAIN_MOST = 1 << 20, ORDER_MOST = 1 << 20 };
/* Fills in all but tables and sizes; r->why: NULL, or why there is no order. `orders`: what cells keep; NULL: nothing is used. ST_OK or
 * ST_NO_MEMORY. */
enum status order_cells(const struct unrolled *u, const struct exchange *x, const struct orders *orders,
                        const int64_t (*starts)[TERM_CELLS], size_t count, struct ranks *r);

#endif
