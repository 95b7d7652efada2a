/* SPDX-License-Identifier: MIT */
/* Many graphs are written in an order already, which one look over the edges tells; else nodes are taken when all that leads
 * to them is (Kahn 1962). */
#include "base/digraph.h"
#include "base/mem.h"

enum { AHEAD = 16 };

/* Do all edges lead to smaller numbers (down) or all to larger ones (up)? */
static void look_at_edges(const struct digraph *graph, bool *down, bool *up)
{
    *down = *up = true;
    for (uint32_t u = 0; u < graph->nodes && (*down || *up); u++)
        for (uint32_t i = graph->first[u]; i < graph->first[u + 1]; i++) {
            *down &= graph->to[i] < u;
            *up &= graph->to[i] > u;
        }
}

/* Takes nodes that nothing left leads to, last ones first; returns how many could be taken. */
static uint32_t take_free_nodes(const struct digraph *graph, uint32_t *waiting, uint32_t *order)
{
    uint32_t n = graph->nodes, tail = n, head = n;
    for (uint32_t i = 0; i < graph->first[n]; i++) waiting[graph->to[i]]++;
    for (uint32_t u = 0; u < n; u++)
        if (waiting[u] == 0) order[--tail] = u;
    while (head > tail) {
        uint32_t u = order[--head];
        if (head > tail + AHEAD) digraph_bring_near(graph, order[head - AHEAD], order[head - AHEAD / 2]);
        for (uint32_t i = graph->first[u]; i < graph->first[u + 1]; i++)
            if (--waiting[graph->to[i]] == 0) order[--tail] = graph->to[i];
    }
    return n - tail;
}

enum status digraph_order(const struct digraph *graph, struct budget *budget, uint32_t *order, bool *acyclic)
{
    bool down, up;
    look_at_edges(graph, &down, &up);
    *acyclic = down || up;
    if (*acyclic) {
        for (uint32_t u = 0; u < graph->nodes; u++) order[u] = down ? u : graph->nodes - 1 - u;
        return budget_check(budget);
    }
    size_t bytes = 4 * (size_t)graph->nodes;
    enum status st = budget_fits(budget, bytes);
    if (st != ST_OK) return st;
    uint32_t *waiting = mem_alloc(bytes);
    if (!waiting) return ST_NO_MEMORY;
    *acyclic = take_free_nodes(graph, waiting, order) == graph->nodes;
    mem_free(waiting, bytes);
    return budget_check(budget);
}
