/* Graph files: a DOT digraph or an edge list, read into adjacency arrays.
 *
 *     struct graph_input in = {.path = "moves.dot", .use = span, .sources = &sources, .diags = &diags, .arena = &arena};
 *     struct graph_file graph;
 *     enum status st = graph_file_read(&in, &graph);
 *     for (uint32_t i = graph.first[u]; i < graph.first[u + 1]; i++) visit(graph.to[i]);       // u leads to these
 *
 * DOT (chosen by the ending .dot or .gv, or by how the text begins): `strict`, `a -> b -> c`, `a -> {b c}`, subgraphs
 * (flattened), quoted names, ports and attributes (skipped), the comments of the language. An undirected graph is
 * refused. One graph a file; nodes are numbered in the order in which they are first met.
 *
 * Edge list: a line holds two names or numbers ("u v": u leads to v) or one (a node, perhaps without edges). What
 * follows a # or % is a comment. When every name is a number, the nodes are those numbers in ascending order.
 *   - The first line may be the comment "# nodes N edges M". Then M edges must follow, and the nodes are 0..N-1, or
 *     1..N when they are numbered from 1; of names there may be at most N different ones.
 *   - A first line "N M" of numbers alone is taken as that header when exactly M edges between 0..N-1 follow and
 *     M >= N; `header` is then set and a note is reported. When M < N, or when the nodes could be 1..N, or when they
 *     have names, both readings are possible and the file is refused.
 *
 * Reading is O(bytes + nodes + edges). Repeats of an edge are left out, successors keep their order. At most 2^31 - 1
 * nodes and as many edges. Results live in in->arena; everything else is given back. A diagnostic points into a source
 * that holds the offending line only. */
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
    const char *path; /* the file, as it can be opened */
    const char *name; /* how messages call it; NULL: as `path` */
    struct span use;  /* where the file is asked for: for files that cannot be read */
    struct sources *sources;
    struct diags *diags;
    struct budget *budget; /* NULL: no limits */
    struct arena *arena;
};
struct graph_file {
    uint32_t node_count, edge_count;
    uint32_t *first; /* node_count + 1 offsets into `to` */
    uint32_t *to;
    const char **names; /* of the nodes; NULL: the numbers 0..node_count-1 themselves */
    bool header;        /* the first line "N M" was taken as the counts of nodes and edges */
    uint32_t repeats;   /* edges that were left out because they stood there already */
};

/* ST_INVALID with a diagnostic when the file cannot be read or is no such graph; ST_NO_MEMORY; a budget's status. */
enum status graph_file_read(const struct graph_input *in, struct graph_file *graph);
/* The same from memory: text[length] must be a NUL. in->path is only looked at for its ending. */
enum status graph_file_parse(const struct graph_input *in, const char *text, size_t length, struct graph_file *graph);

#endif
