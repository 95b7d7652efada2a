/* SPDX-License-Identifier: MIT */
/* Inside the graph reader: what its two notations share. Not for other rooms.
 *
 *     graph_file.c   reads the file, chooses the notation, sorts the edges into adjacency arrays
 *     edges.c        edge lists
 *     dot.c          DOT
 *     names.c        the names of nodes and their numbers; places in a file too large to be a source */
#ifndef CGI_SYNTAX_GRAPHS_PRIVATE_H
#define CGI_SYNTAX_GRAPHS_PRIVATE_H
#include <stddef.h>
#include "base/vec.h"
#include "syntax/graphs/graph_file.h"

struct graph_edge {
    uint32_t from, to;
};
struct graph_reader {
    const struct graph_input *in;
    const char *name; /* for messages */
    const char *text, *end;
    VEC(struct graph_edge) edges;
    uint32_t node_count;
    VEC(const char *) names; /* if nodes have names: node_count of them */
    uint32_t *slots;         /* open addressing: node + 1, 0 if free */
    size_t slot_count;
    bool header;
};

/* The node with this name, created if it is new. `at` is where the name is, for messages. */
enum status graph_node(struct graph_reader *reader, const char *name, size_t length, const char *at, uint32_t *node);
enum status graph_add_edge(struct graph_reader *reader, const char *at, uint32_t from, uint32_t to);
/* The span of text[begin..end) in a new source that holds the line of `begin`; nowhere if memory runs out. */
struct span graph_span(struct graph_reader *reader, const char *begin, const char *end);
/* Describes the text at `at` in words that fit "found %s". */
const char *graph_found(struct graph_reader *reader, const char *at);
/* Checks the budget; to be called every million steps or so. */
enum status graph_check(const struct graph_reader *reader);

enum status graph_edges_read(struct graph_reader *reader);
enum status graph_dot_read(struct graph_reader *reader);
/* Does the text begin as a DOT graph does? */
bool graph_dot_likely(const struct graph_reader *reader);

#endif
