/* SPDX-License-Identifier: MIT */
/* Graphs of positions and their labels, kept between questions: explicit graphs, and the positions reachable under
 * rules with cycles.
 *
 *     const struct graph_labels *labels;
 *     st = labels_of_graph(env, graph, LABEL_VALUES, &labels);           // labels->values[node]
 *     st = labels_explore(env, components, count, 0, LABEL_MISERE, &explored, &node);
 *     st = labels_component(env, &component, &arena, &value);            // a number or infinity(K)
 *
 * Labels are computed when first asked for and kept until the parameters change (store_clear). Positions reached
 * later are added; since everything that old ones lead to is labelled, only the new ones are labelled. Positions are
 * canonical (canonical.h); if the mover matters a node is a position with its mover. Memory: an explicit graph takes
 * up to 4 bytes per node for each of its values and its remoteness, and 1 for an outcome; an explored
 * position takes about 40 bytes, 4 more per option, and its labels. */
#ifndef CGI_SOLVE_GRAPH_LABELS_H
#define CGI_SOLVE_GRAPH_LABELS_H
#include "base/vec.h"
#include "play/cells/position_table.h"
#include "solve/graph/kernels.h"
#include "solve/graph/smith.h"

enum { LABEL_VALUES = 1, LABEL_NORMAL = 2, LABEL_MISERE = 4 }; /* LABEL_NORMAL, LABEL_MISERE: outcome and remoteness */

struct graph_labels {
    struct digraph graph;
    bool acyclic;
    const uint32_t *order;     /* acyclic: the graph's */
    uint32_t *values;          /* SG values, or those of smith.h */
    unsigned char *outcome[2]; /* by enum play */
    uint32_t *remoteness[2];
};
struct explored {
    bool ends_apart;             /* a component in which neither player can move keeps its name if it is the only one */
    struct position_table table; /* packed sums; the number of a key is that of its node */
    VEC(uint32_t) first, to;     /* of the expanded nodes: first.count - 1 of them */
    VEC(uint32_t) values;
    VEC(unsigned char) outcome[2];
    VEC(uint32_t) remoteness[2];
};
enum status labels_of_graph(struct env *env, int graph, unsigned wanted, const struct graph_labels **labels);
/* The node of a sum for the given mover (0 if the mover does not matter), with everything it reaches explored and
 * labelled. A rule that fails gives ST_RULE_FAILED. */
enum status labels_explore(struct env *env, const struct component *sum, size_t count, int mover, unsigned wanted,
                           const struct explored **explored, uint32_t *node);
/* The full value of one component in normal play. Not if the mover matters. */
enum status labels_component(struct env *env, const struct component *component, struct arena *arena,
                             struct smith_value *value);
/* The kernels of the explicit graph that the only component belongs to, or else of the positions reachable from
 * `sum`, each as "{a, c}"; *reason is NULL if the list is complete. */
enum status labels_kernels(struct env *env, const struct component *sum, size_t count, struct arena *arena,
                           const char ***kernels, size_t *kernel_count, const char **reason);

#endif
