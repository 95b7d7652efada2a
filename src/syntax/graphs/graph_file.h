/* SPDX-License-Identifier: MIT */
/* Graph files: a DOT digraph or an edge list, read into adjacency arrays.
 *
 *     struct graph_input in = {.path = "moves.dot", .use = span, .sources = &sources, .diags = &diags, .arena = &arena};
 *     struct graph_file graph;
 *     enum status st = graph_file_read(&in, &graph);
 *     for (uint32_t i = graph.first[u]; i < graph.first[u + 1]; i++) visit(graph.to[i]);       // u leads to these
 *
 * DOT (chosen by the extension .dot or .gv, or by how the text begins): `strict`, `a -> b -> c`, `a -> {b c}`,
 * subgraphs (flattened), quoted names, ports and attributes (skipped), the comments of the language. An undirected
 * graph is refused. There is one graph per file; nodes are numbered in order of first appearance.
 *
 * Edge list: a line holds two names or numbers ("u v": u leads to v) or one (a node, possibly without edges). A # or %
 * begins a comment. If every name is a number, the nodes are those numbers in ascending order.
 *   - The first line may be the comment "# nodes N edges M". Then M edges must follow, and the nodes are 0..N-1, or
 *     1..N if they are numbered from 1; if they have names, at most N different ones.
 *   - A first line "N M" of numbers alone is taken as this header if exactly M edges between 0..N-1 follow and
 *     M >= N; `header` is then set and a note is reported. If M < N, or if the nodes could be 1..N, or if they
 *     have names, both readings are possible and the file is refused.
 *
 * Reading is O(bytes + nodes + edges). Repeated edges are dropped; successors keep their order. At most 2^31 - 1 nodes
 * and as many edges. Results live in in->arena; everything else is freed. A diagnostic points into a source that holds
 * only the offending line. */
#ifndef CGI_SYNTAX_GRAPHS_GRAPH_FILE_H
#define CGI_SYNTAX_GRAPHS_GRAPH_FILE_H
#include <stdbool.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/budget.h"
#include "base/diag.h"
#include "base/source.h"
#include "base/status.h"

#define GRAPH_FILE_MAX 0x7fffffffu /* nodes, and edges */

struct graph_input {
    const char *path; /* the file, as it is opened */
    const char *name; /* its name in messages; NULL: `path` */
    struct span use;  /* where the file is named, for files that cannot be read */
    struct sources *sources;
    struct diags *diags;
    struct budget *budget; /* NULL: no limits */
    struct arena *arena;
    size_t window; /* larger lists of numbers are read in windows of so many bytes; 0: 1 MiB */
};
struct graph_file {
    uint32_t node_count, edge_count;
    uint32_t *first; /* node_count + 1 offsets into `to` */
    uint32_t *to;
    const char **names; /* of the nodes; NULL: they are the numbers 0..node_count-1 */
    bool header;        /* the first line "N M" was taken as the counts of nodes and edges */
    uint32_t repeats;   /* edges that were dropped as repeats */
};

/* ST_INVALID with a diagnostic if the file cannot be read or is not such a graph; ST_NO_MEMORY; the status of a
 * budget. */
enum status graph_file_read(const struct graph_input *in, struct graph_file *graph);
/* The same from memory: text[length] must be NUL. Only the extension of in->path is used. */
enum status graph_file_parse(const struct graph_input *in, const char *text, size_t length, struct graph_file *graph);

#endif
