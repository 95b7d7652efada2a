/* The positions that play can reach, as text that `graph ... from` reads.
 *
 *     enum status st = engine_dump_graph(engine, &position, &out);           // digraph { "nim(2)" -> { "nim(1)" "end" } ... }
 *
 * O(positions + moves), and the time to print them. */
#ifndef CGI_ENGINE_GRAPH_DUMP_GRAPH_H
#define CGI_ENGINE_GRAPH_DUMP_GRAPH_H
#include "engine/open/engine.h"

/* The positions that can be reached, as an edge list that `graph ... from` reads: one line a position with its options. */
enum status engine_dump_graph(struct engine *engine, const struct position *position, struct text *out);

#endif
