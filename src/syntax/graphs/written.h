/* SPDX-License-Identifier: MIT */
/* Graphs that are written in rule files: their nodes as they stand, numbered in order of first use.
 *
 *     st = written_graph_open(&in, &graph);
 *     st = written_graph_node(graph, "a", 1, place, true);             // `a ->`, which leads to b and c:
 *     st = written_graph_ahead(graph, &offset);                        // ` b c; b -> c`, as far as the text is plain
 *     st = written_graph_close(graph, &edges);
 *
 * An edge is the node that opens it and those that it leads to, perhaps none. O(bytes); 8 bytes for each place of a node. Statuses:
 * ST_OK or ST_NO_MEMORY. */
#ifndef CGI_SYNTAX_GRAPHS_WRITTEN_H
#define CGI_SYNTAX_GRAPHS_WRITTEN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/status.h"

/* Where a node stands. */
struct written_node {
    uint32_t begin;     /* an offset; the name stands there */
    uint32_t node : 31; /* its number */
    uint32_t opens_edge : 1;
};
enum { WRITTEN_RUN = 1024 };
struct written_edges {
    struct written_node **runs; /* the places in reading order, so many in a run; the first opens an edge */
    const char **names;         /* of the nodes */
    uint32_t place_count, node_count, edge_count;
};
static inline const struct written_node *written_place(const struct written_edges *edges, uint32_t place)
{
    return &edges->runs[place / WRITTEN_RUN][place % WRITTEN_RUN];
}
/* The place after those of the edge that is opened at `place`. */
static inline uint32_t written_edge_end(const struct written_edges *edges, uint32_t place)
{
    do place++;
    while (place < edges->place_count && !written_place(edges, place)->opens_edge);
    return place;
}

struct written_input {
    const char *text; /* of the whole file, and a NUL */
    size_t length;
    struct arena *arena;                              /* where what is read is kept */
    bool (*is_name)(const char *name, size_t length); /* or is this word reserved? */
};
struct written_graph;
enum status written_graph_open(const struct written_input *in, struct written_graph **graph);
/* The next node. opens: an arrow follows; then, up to the end of the edge, the nodes behind it are those that it leads to. */
enum status written_graph_node(struct written_graph *graph, const char *name, size_t length, uint32_t begin,
                               bool opens);
/* `;` */
void written_graph_end_edge(struct written_graph *graph);
/* Reads on from text + *at, where a node, or the end of an edge, may stand, and moves *at on: to a node, behind which something stands that
 * is not plain (or nowhere). Plain are names and numbers, arrows, `;`, blanks and comments, in their right order. */
enum status written_graph_ahead(struct written_graph *graph, uint32_t *at);
/* What was read, in the arena. */
enum status written_graph_close(struct written_graph *graph, struct written_edges *edges);
/* NULL may be freed. */
void written_graph_free(struct written_graph *graph);

#endif
