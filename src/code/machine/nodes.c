/* SPDX-License-Identifier: MIT */
/* Sets of nodes of the machine: rows of ascending node numbers. The neighbours in a graph, ignoring direction, are
 * listed on first use; marks represent membership, so that a step costs as much as the nodes and edges it examines. */
#include <string.h>
#include "code/machine/private.h"

/* ---- neighbours ------------------------------------------------------------------------------------------------- */

/* Counts, or places, each edge at both its ends. Edges from a node to itself connect nothing. */
static void place_edges(const struct graph *g, uint32_t *fill, uint32_t *to)
{
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint32_t e = g->first[u]; e < g->first[u + 1]; e++) {
            uint32_t v = g->to[e];
            if (u == v) continue;
            if (to) {
                to[fill[u]] = v;
                to[fill[v]] = u;
            }
            fill[u]++;
            fill[v]++;
        }
}

/* Sorts each node's neighbours, by listing the nodes in ascending order at all their neighbours, and drops repeats. */
static void tidy(uint32_t nodes, struct near *near, uint32_t *fill, uint32_t *sorted)
{
    memcpy(fill, near->first, nodes * sizeof *fill);
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t e = near->first[u]; e < near->first[u + 1]; e++) {
            uint32_t v = near->to[e];
            if (fill[v] == near->first[v] || sorted[fill[v] - 1] != u) sorted[fill[v]++] = u;
        }
    uint32_t kept = 0;
    for (uint32_t u = 0; u < nodes; u++) {
        uint32_t from = near->first[u], count = fill[u] - from;
        near->first[u] = kept;
        memmove(near->to + kept, sorted + from, count * sizeof *near->to);
        kept += count;
    }
    near->first[nodes] = kept;
}

static void near_free(struct near *near, const struct graph *g)
{
    mem_free(near->first, near->first ? ((size_t)g->node_count + 1) * sizeof *near->first : 0);
    mem_free(near->to, near->to ? near->room * sizeof *near->to : 0);
    *near = (struct near){0};
}

static enum status near_make(const struct graph *g, struct near *near)
{
    uint32_t n = g->node_count;
    *near = (struct near){.room = 2 * (size_t)g->edge_count + 1};
    near->first = mem_alloc(((size_t)n + 1) * sizeof *near->first);
    near->to = mem_alloc(near->room * sizeof *near->to);
    uint32_t *fill = mem_alloc(((size_t)n + 1) * sizeof *fill), *sorted = mem_alloc(near->room * sizeof *sorted);
    bool fine = near->first && near->to && fill && sorted;
    if (fine) {
        place_edges(g, fill, NULL);
        for (uint32_t u = 0; u < n; u++) {
            near->first[u + 1] = near->first[u] + fill[u];
            fill[u] = near->first[u];
        }
        place_edges(g, fill, near->to);
        tidy(n, near, fill, sorted);
    }
    mem_free(fill, fill ? ((size_t)n + 1) * sizeof *fill : 0);
    mem_free(sorted, sorted ? near->room * sizeof *sorted : 0);
    if (!fine) near_free(near, g);
    return fine ? ST_OK : ST_NO_MEMORY;
}

static enum status near_get(struct machine *vm, int graph, const struct near **near)
{
    size_t graphs = vm->model->graph_count;
    if (!vm->near && !(vm->near = mem_alloc(graphs * sizeof *vm->near))) return ST_NO_MEMORY;
    *near = &vm->near[graph];
    return vm->near[graph].first ? ST_OK : near_make(&vm->model->graphs[graph], &vm->near[graph]);
}

void nodes_close(struct machine *vm)
{
    for (size_t i = 0; vm->near && i < vm->model->graph_count; i++) near_free(&vm->near[i], &vm->model->graphs[i]);
    mem_free(vm->near, vm->near ? vm->model->graph_count * sizeof *vm->near : 0);
    mem_free(vm->marks, vm->mark_count * sizeof *vm->marks);
}

/* ---- marks: marks[v] is the stamp of its last use --------------------------------------------------------------- */

/* Ensures that no node of the graph has the mark *stamp or *stamp + 1. */
static enum status marks_clear(struct machine *vm, int graph, uint32_t *stamp)
{
    uint32_t nodes = vm->model->graphs[graph].node_count;
    if (nodes > vm->mark_count) {
        uint32_t *marks = mem_resize(vm->marks, vm->mark_count * sizeof *marks, nodes * sizeof *marks);
        if (!marks) return ST_NO_MEMORY;
        memset(marks + vm->mark_count, 0, (nodes - vm->mark_count) * sizeof *marks);
        vm->marks = marks;
        vm->mark_count = nodes;
    }
    if (vm->stamp > UINT32_MAX - 4) {
        memset(vm->marks, 0, vm->mark_count * sizeof *vm->marks);
        vm->stamp = 0;
    }
    *stamp = vm->stamp + 1;
    vm->stamp += 2;
    return ST_OK;
}

/* ---- the operations --------------------------------------------------------------------------------------------- */

enum status nodes_all(const struct graph *g, struct array *a)
{
    enum status st = array_reserve(a, g->node_count);
    for (uint32_t v = 0; st == ST_OK && v < g->node_count; v++) a->own[v] = v;
    if (st == ST_OK) a->count = g->node_count;
    return st;
}

enum status nodes_less(struct array *a, const struct array *from, const struct array *take)
{
    enum status st = array_reserve(a, from->count);
    uint32_t count = 0, k = 0;
    for (uint32_t i = 0; st == ST_OK && i < from->count; i++) {
        while (k < take->count && take->cells[k] < from->cells[i]) k++;
        if (k == take->count || take->cells[k] != from->cells[i]) a->own[count++] = from->cells[i];
    }
    a->count = count;
    return st;
}

enum status nodes_join(struct array *a, const struct array *b, const struct array *c)
{
    enum status st = array_reserve(a, b->count + c->count);
    uint32_t count = 0, i = 0, k = 0;
    while (st == ST_OK && (i < b->count || k < c->count)) {
        bool first = k == c->count || (i < b->count && b->cells[i] <= c->cells[k]);
        int64_t v = first ? b->cells[i] : c->cells[k];
        if (first) i++;
        if (k < c->count && c->cells[k] == v) k++;
        a->own[count++] = v;
    }
    a->count = count;
    return st;
}

enum status nodes_adjacent(struct machine *vm, struct array *a, int64_t v, int graph)
{
    const struct near *near;
    enum status st = near_get(vm, graph, &near);
    bool inside = v >= 0 && v < (int64_t)vm->model->graphs[graph].node_count;
    uint32_t from = st == ST_OK && inside ? near->first[v] : 0,
             count = st == ST_OK && inside ? near->first[v + 1] - from : 0;
    if (st == ST_OK) st = array_reserve(a, count);
    for (uint32_t i = 0; st == ST_OK && i < count; i++) a->own[i] = near->to[from + i];
    if (st == ST_OK) a->count = count;
    return st;
}

/* Marks the nodes of `set` with the first stamp, and those connected to v through them with the second; `queue` has
 * room for all. */
static enum status reach_from(struct machine *vm, const struct array *set, int64_t v, int graph, int64_t *queue,
                              uint32_t *reached)
{
    const struct near *near;
    uint32_t stamp, found = 0;
    enum status st = near_get(vm, graph, &near);
    if (st == ST_OK) st = marks_clear(vm, graph, &stamp);
    if (st != ST_OK) return st;
    for (uint32_t i = 0; i < set->count; i++) vm->marks[set->cells[i]] = stamp;
    *reached = stamp + 1;
    if (v < 0 || v >= (int64_t)vm->model->graphs[graph].node_count || vm->marks[v] != stamp) return ST_OK;
    vm->marks[v] = *reached;
    queue[found++] = v;
    for (uint32_t at = 0; at < found; at++) {
        uint32_t u = (uint32_t)queue[at];
        for (uint32_t e = near->first[u]; e < near->first[u + 1]; e++) {
            uint32_t w = near->to[e];
            if (vm->marks[w] != stamp) continue;
            vm->marks[w] = *reached;
            queue[found++] = w;
        }
    }
    return ST_OK;
}

enum status nodes_component(struct machine *vm, struct array *a, const struct array *set, int64_t v, int graph)
{
    uint32_t reached = 0, count = 0;
    enum status st = array_reserve(a, set->count);
    if (st == ST_OK) st = reach_from(vm, set, v, graph, a->own, &reached);
    for (uint32_t i = 0; st == ST_OK && i < set->count; i++)
        if (vm->marks[set->cells[i]] == reached) a->own[count++] = set->cells[i];
    a->count = count;
    return st;
}

enum status nodes_part(struct machine *vm, struct array *rest, struct array *part, int graph, bool *more)
{
    uint32_t reached = 0, kept = 0, count = 0;
    *more = rest->count > 0;
    if (!*more) return ST_OK;
    enum status st = array_reserve(part, rest->count);
    if (st == ST_OK) st = reach_from(vm, rest, rest->cells[0], graph, part->own, &reached);
    for (uint32_t i = 0; st == ST_OK && i < rest->count; i++) {
        if (vm->marks[rest->own[i]] == reached) part->own[count++] = rest->own[i];
        else rest->own[kept++] = rest->own[i];
    }
    part->count = count;
    rest->count = kept;
    return st;
}
