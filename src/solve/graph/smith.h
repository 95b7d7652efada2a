/* SPDX-License-Identifier: MIT */
/* Values of positions whose play may go on for ever (Smith 1966; Fraenkel and Yesha 1986): a number, or infinity(K).
 *
 *     st = smith_values(&g, 0, budget, values);                     // SMITH_INFINITE where there is no number
 *     st = smith_options(&g, values, u, &arena, &value);            // of an infinite one, the set K
 *     outcome = smith_outcome(sum, count);                          // of a sum, one value a component
 *
 * Definition: repeat until nothing changes: a node without a value gets m when m is the mex of its options' values and
 * every option without a value has itself an option of value m. What stays without is infinity(K), K being the values of
 * its options. The order does not matter; here m = 0, 1, 2, ... in turn, each by counting backwards.
 *
 * Sums, normal play: all numbers: their xor. One infinity(K) and numbers of xor x: N when x is in K, else a draw. Two or
 * more infinities: a draw. On acyclic graphs the values are the SG values.
 *
 * Time O(edges * (1 + greatest value)), memory O(nodes + edges). */
#ifndef CGI_SOLVE_GRAPH_SMITH_H
#define CGI_SOLVE_GRAPH_SMITH_H
#include "solve/graph/graph.h"

#define SMITH_INFINITE UINT32_MAX

struct smith_value {
    bool infinite;
    uint64_t value;    /* when not infinite */
    const uint64_t *k; /* when infinite: K, ascending */
    size_t k_count;
};
/* Values of the nodes from `begin` on; those below have theirs and lead to such nodes only. */
enum status smith_values(const struct digraph *graph, uint32_t begin, struct budget *budget, uint32_t *values);
/* The value of one node in full; K lives in the arena. */
enum status smith_options(const struct digraph *graph, const uint32_t *values, uint32_t node, struct arena *arena,
                          struct smith_value *value);
/* N, P or D (normal play). The xor of the numbers is written to *number when no component is infinite. */
enum outcome smith_outcome(const struct smith_value *sum, size_t count, uint64_t *number);

#endif
