/* SPDX-License-Identifier: MIT */
/* The positions that play can reach, as text that `graph ... from` reads.
 *
 *     enum status st = engine_dump_graph(engine, &position, &out);    // digraph { "nim(2)" -> { "nim(1)" "end" } ... }
 *
 * O(positions + moves), besides the time to print them. */
#ifndef CGI_ENGINE_GRAPH_DUMP_GRAPH_H
#define CGI_ENGINE_GRAPH_DUMP_GRAPH_H
#include "engine/open/engine.h"

/* One line for each node of the graph (game_graph.h), with what its moves lead to, once a move; a node is named by its
 * position, and where the mover matters by that too: "nim(2) (1)". Statuses as engine_game_graph. */
enum status engine_dump_graph(struct engine *engine, const struct position *position, struct text *out);

#endif
