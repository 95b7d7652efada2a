/* SPDX-License-Identifier: MIT */
/* Labels of the nodes of a finite directed graph: SG values, outcomes, remoteness. An edge leads from a position to an
 * option of it; a node without edges is where play ends.
 *
 *     st = digraph_order(&g, budget, order, &acyclic);                       // digraph.h
 *     if (acyclic) st = graph_sg(&g, order, budget, sg);
 *     else st = graph_label(&g, 0, PLAY_NORMAL, budget, outcome, remoteness);
 *
 * The caller provides all arrays. Time O(nodes + edges) and no recursion, so chains may have any length. Statuses:
 * ST_OK, ST_NO_MEMORY or a budget's. */
#ifndef CGI_SOLVE_GRAPH_GRAPH_H
#define CGI_SOLVE_GRAPH_GRAPH_H
#include "base/digraph.h"
#include "solve/solver.h"

#define REMOTENESS_NONE UINT32_MAX /* a draw is infinitely far from its end */

/* SG values of an acyclic graph in such an order: the mex over the options, at most the number of options. */
enum status graph_sg(const struct digraph *graph, const uint32_t *order, struct budget *budget, uint32_t *sg);
/* Outcomes (enum outcome: P or N) and remoteness of an acyclic graph in such an order: the number of moves if the
 * winner hurries and the loser delays. */
enum status graph_label_ordered(const struct digraph *graph, const uint32_t *order, enum play play,
                                struct budget *budget, unsigned char *outcome, uint32_t *remoteness);

/* Outcomes and remoteness of any graph by labelling backwards from where play ends; a node that is never reached is
 * a draw (OUTCOME_D, REMOTENESS_NONE). Nodes below `begin` are already labelled and lead only to such nodes; they
 * are not changed. A node is P if all its options are N, and N if some option is P; ends are P in normal play and N
 * in misère play. */
enum status graph_label(const struct digraph *graph, uint32_t begin, enum play play, struct budget *budget,
                        unsigned char *outcome, uint32_t *remoteness);

/* The reversed edges, for nodes from `begin` on and edges between them: the predecessors of v are to[first[v -
 * begin] .. first[v - begin + 1]). Free with transpose_free. */
struct transpose {
    uint32_t nodes, edges;
    uint32_t *first, *to;
};
enum status graph_transpose(const struct digraph *graph, uint32_t begin, struct budget *budget,
                            struct transpose *turned);
void transpose_free(struct transpose *turned);

#endif
