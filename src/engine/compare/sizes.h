/* SPDX-License-Identifier: MIT */
/* All states of a game by size: 0, 1, 2, ... numbers in all, however many fields.
 *
 *     st = sizes_each(game, 3, take, context);     // take(context, &component) for (0, 3), (1, 2), (2, 1), (3, 0)
 *
 * The size of a state is the sum of its numbers without their signs; a row or bag also counts its cells, a grid its
 * squares, a truth value is 0 or 1. Ascending by cells, sizes of rows first. Invariants are not looked at. Games of graph
 * nodes have no sizes. `take` ends the walk by returning another status than ST_OK, which is handed back. */
#ifndef CGI_ENGINE_COMPARE_SIZES_H
#define CGI_ENGINE_COMPARE_SIZES_H
#include "code/machine/position.h"

typedef enum status (*sizes_take)(void *context, const struct component *component);
enum status sizes_each(const struct model *model, int game, uint64_t size, sizes_take take, void *context);

#endif
