/* SPDX-License-Identifier: MIT */
/* The positions that play can reach, as text that `graph ... from` reads.
 *
 *     enum status st = engine_dump_graph(engine, &position, &out);    // digraph { "nim(2)" -> { "nim(1)" "end" } ... }
 *
 * O(positions + moves), besides the time to print them. */
#ifndef CGI_ENGINE_GRAPH_DUMP_GRAPH_H
#define CGI_ENGINE_GRAPH_DUMP_GRAPH_H
#include "engine/open/engine.h"

/* One line per reachable position, with its options. Sorts the components of `position`. ST_UNSUPPORTED for compounds,
 * ST_TOO_LARGE for numbers beyond 64 bits, or the status of a budget. */
enum status engine_dump_graph(struct engine *engine, const struct position *position, struct text *out);

#endif
