/* SPDX-License-Identifier: MIT */
/* Finite directed graphs in two arrays, and their order.
 *
 *     struct digraph g = {.nodes = n, .first = first, .to = to};            // u leads to to[first[u] .. first[u + 1])
 *     st = digraph_order(&g, budget, order, &acyclic);
 *
 * Time O(nodes + edges), without recursion; 4 bytes a node, a walk up to 8. Statuses: ST_OK, ST_NO_MEMORY or a budget's. */
#ifndef CGI_BASE_DIGRAPH_H
#define CGI_BASE_DIGRAPH_H
#include <stdbool.h>
#include <stdint.h>
#include "base/budget.h"
#include "base/vec.h"

struct digraph {
    uint32_t nodes;
    const uint32_t *first; /* nodes + 1 offsets into `to` */
    const uint32_t *to;
};
/* An order of the nodes in which what a node leads to stands before it. Where there is a cycle, *acyclic is false and
 * `order` (room for every node) is of no use. */
enum status digraph_order(const struct digraph *graph, struct budget *budget, uint32_t *order, bool *acyclic);
/* The walk from the first node from which a cycle can be reached, always along the first edge whose end a cycle can be reached from:
 * path.data[0], [1], .., and from the last of them back to path.data[back]. */
struct digraph_walk {
    bool found;
    VEC(uint32_t) path;
    size_t back;
};
/* Looks for it in no more than `most` steps, of at most 2 * nodes + edges; not found: there is no cycle, or more is to be looked at.
 * walk->path is to be freed in any case. */
enum status digraph_find_cycle(const struct digraph *graph, struct budget *budget, uint64_t most,
                               struct digraph_walk *walk);
/* Orders jump about in large graphs. Has the memory brought near where the list of `far` begins, and the list of
 * `soon`, which was `far` a while ago. */
static inline void digraph_bring_near(const struct digraph *graph, uint32_t far, uint32_t soon)
{
    __builtin_prefetch(graph->first + far);
    __builtin_prefetch(graph->to + graph->first[soon]);
}

#endif
