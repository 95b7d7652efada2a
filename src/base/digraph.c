/* SPDX-License-Identifier: MIT */
/* Many graphs are written in an order already, which one look over the edges tells; else nodes are taken when all that leads
 * to them is (Kahn 1962). */
#include "base/digraph.h"
#include "base/mem.h"

enum {
    AHEAD = 16,
    GLANCE = 16 /* a cycle that is met in so small a part of a graph need not wait until the rest is ordered */
};

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

/* Nodes are looked at in depth, first ones first, until an edge leads back to the path to where it begins. Until then no cycle was met, so
 * whatever has been left behind reaches none: all nodes before path[0] and, at each node of the path, all edges before the one that is
 * followed. So path[0] is the first node that reaches a cycle, and each edge of the path the first whose end does; and so is the one that
 * leads back. seen[u]: 0, or 1 and the edges of u that were looked at, or LEFT. */
static enum status look_in_depth(const struct digraph *graph, uint32_t *seen, uint64_t most, struct digraph_walk *walk)
{
    enum { LEFT = UINT32_MAX };
    for (uint32_t root = 0; root < graph->nodes; root++) {
        if (seen[root]) continue;
        if (!vec_push(&walk->path, root)) return ST_NO_MEMORY;
        seen[root] = 1;
        while (walk->path.count) {
            uint32_t u = walk->path.data[walk->path.count - 1], edge = graph->first[u] + seen[u] - 1;
            if (most-- == 0) return ST_OK;
            if (edge == graph->first[u + 1]) {
                seen[u] = LEFT;
                walk->path.count--;
                continue;
            }
            uint32_t v = graph->to[edge];
            seen[u]++;
            if (seen[v] == LEFT) continue;
            if (seen[v]) return walk->found = true, walk->back = v, ST_OK;
            if (!vec_push(&walk->path, v)) return ST_NO_MEMORY;
            seen[v] = 1;
        }
    }
    return ST_OK;
}

enum status digraph_find_cycle(const struct digraph *graph, struct budget *budget, uint64_t most,
                               struct digraph_walk *walk)
{
    size_t bytes = 4 * (size_t)graph->nodes;
    *walk = (struct digraph_walk){.found = false};
    enum status st = budget_fits(budget, bytes);
    if (st != ST_OK) return st;
    uint32_t *seen = mem_alloc(bytes);
    if (!seen) return ST_NO_MEMORY;
    st = look_in_depth(graph, seen, most, walk);
    mem_free(seen, bytes);
    if (walk->found) {
        size_t at = walk->path.count - 1;
        while (walk->path.data[at] != walk->back) at--;
        walk->back = at;
    }
    return st == ST_OK ? budget_check(budget) : st;
}

/* Is there a cycle that is met soon? */
static enum status glance(const struct digraph *graph, struct budget *budget, bool *cycle)
{
    struct digraph_walk walk;
    enum status st =
        digraph_find_cycle(graph, budget, ((uint64_t)graph->nodes + graph->first[graph->nodes]) / GLANCE, &walk);
    *cycle = walk.found;
    vec_free(&walk.path);
    return st;
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
    bool cycle = false;
    enum status st = budget_fits(budget, bytes);
    if (st == ST_OK) st = glance(graph, budget, &cycle);
    if (st != ST_OK || cycle) return st;
    uint32_t *waiting = mem_alloc(bytes);
    if (!waiting) return ST_NO_MEMORY;
    *acyclic = take_free_nodes(graph, waiting, order) == graph->nodes;
    mem_free(waiting, bytes);
    return budget_check(budget);
}
