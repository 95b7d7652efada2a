/* SPDX-License-Identifier: MIT */
/* The graph of the positions that can be reached from given ones.
 *
 *     st = explore_root(env, &explored, components, count, mover, &node);   // numbers the position
 *     st = explore_all(env, &explored, mover != 0);                         // expands it and all that it leads to
 *     struct digraph g = explore_graph(&explored);
 *
 * Nodes are canonical sums, as byte strings in a table; they are expanded in the order of their numbers, so the
 * adjacency arrays only grow. If a budget ends the expansion, the result so far is kept and can be continued. */
#ifndef CGI_SOLVE_GRAPH_EXPLORE_H
#define CGI_SOLVE_GRAPH_EXPLORE_H
#include "solve/graph/labels.h"
#include "play/cells/sums.h"

enum status explore_root(struct env *env, struct explored *explored, const struct component *sum, size_t count,
                         int mover, uint32_t *node);
enum status explore_all(struct env *env, struct explored *explored, bool with_mover);
struct digraph explore_graph(const struct explored *explored);
/* The position of a node: its components are appended to `cells` and `parts`. */
enum status explore_position(const struct explored *explored, uint32_t node, bool with_mover, cell_vec *cells,
                             struct sums *sum, int *mover);
void explore_free(struct explored *explored);

#endif
