/* SPDX-License-Identifier: MIT */
/* Values of positions whose play need not end (Smith 1966; Fraenkel and Yesha 1986): a number, or infinity(K).
 *
 *     st = smith_values(&g, 0, budget, values);                     // SMITH_INFINITE if it is not a number
 *     st = smith_options(&g, values, u, &arena, &value);            // of an infinite one, the set K
 *     outcome = smith_outcome(sum, count);                          // of a sum, one value per component
 *
 * Definition: repeat until nothing changes: a node without a value gets m if m is the mex of its options' values and
 * every option without a value itself has an option of value m. Nodes that remain without one have the value
 * infinity(K), where K is the set of values of their options. The order does not matter; here m = 0, 1, 2, ... in turn,
 * each by counting backwards.
 *
 * Sums, normal play: all numbers: their xor. One infinity(K) and numbers of xor x: N when x is in K, else a draw. Two
 * or more infinities: a draw. On acyclic graphs the values are the SG values.
 *
 * Time O(edges * (1 + greatest value)), memory O(nodes + edges). */
#ifndef CGI_SOLVE_GRAPH_SMITH_H
#define CGI_SOLVE_GRAPH_SMITH_H
#include "solve/graph/graph.h"

#define SMITH_INFINITE UINT32_MAX

struct smith_value {
    bool infinite;
    uint64_t value;    /* if not infinite */
    const uint64_t *k; /* if infinite: K, ascending */
    size_t k_count;
};
/* Values of the nodes from `begin` on; those below already have theirs and lead only to such nodes. */
enum status smith_values(const struct digraph *graph, uint32_t begin, struct budget *budget, uint32_t *values);
/* The full value of one node; K lives in the arena. */
enum status smith_options(const struct digraph *graph, const uint32_t *values, uint32_t node, struct arena *arena,
                          struct smith_value *value);
/* N, P or D (normal play). The xor of the numbers is written to *number if no component is infinite. */
enum outcome smith_outcome(const struct smith_value *sum, size_t count, uint64_t *number);

#endif
