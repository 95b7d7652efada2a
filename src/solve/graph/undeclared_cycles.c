/* SPDX-License-Identifier: MIT */
/* The components are explored together as one graph, one root each; it has an order exactly if it has no cycle. */
#include "solve/graph/undeclared_cycles.h"
#include "base/mem.h"
#include "play/options/cycle_report.h"
#include "solve/graph/explore.h"
#include "play/options/component_table.h"
#include "play/options/store.h"

static bool suspect(const struct env *env, const struct component *component)
{
    struct game_traits traits = traits_of(env->traits, component);
    return traits.watched && !traits.loopy && !traits.graph;
}

/* Adds the suspect components of the explored nodes from `from` on as roots: for both players, since one may have
 * moved elsewhere, except that a component that is alone is added only for the player to move. */
static enum status add_roots(struct env *env, const struct explored *explored, uint32_t from, bool with_mover,
                             struct explored *own)
{
    cell_vec cells = {0};
    struct sums sum = {0};
    enum status st = ST_OK;
    for (uint32_t node = from; st == ST_OK && node < explored->table.count; node++) {
        int mover;
        uint32_t root;
        sums_clear(&sum);
        cells.count = 0;
        st = explore_position(explored, node, with_mover, &cells, &sum, &mover);
        for (size_t i = 0; st == ST_OK && i < sums_size(&sum, 0); i++) {
            struct component component = sums_component(&sum, 0, i);
            if (!suspect(env, &component)) continue;
            bool alone = with_mover && sums_size(&sum, 0) == 1;
            for (int m = with_mover; st == ST_OK && m <= 2 * with_mover; m++)
                if (!alone || m == mover) st = explore_root(env, own, &component, 1, m, &root);
        }
    }
    vec_free(&cells);
    sums_free(&sum);
    return st;
}

struct step_back {
    uint32_t node, next; /* the next edge to follow */
};

/* The nodes of some cycle, in order; the graph has one. Depth first: an edge to a node on the path closes it. */
static enum status find_cycle(const struct digraph *graph, id_vec *cycle)
{
    VEC(struct step_back) path = {0};
    unsigned char *seen = mem_alloc(graph->nodes + 1u); /* 1: on the path, 2: done */
    enum status st = seen ? ST_OK : ST_NO_MEMORY;
    for (uint32_t root = 0; st == ST_OK && root < graph->nodes && cycle->count == 0; root++) {
        if (seen[root]) continue;
        if (!vec_push(&path, (struct step_back){root, graph->first[root]})) st = ST_NO_MEMORY;
        seen[root] = 1;
        while (st == ST_OK && path.count && cycle->count == 0) {
            struct step_back *top = &path.data[path.count - 1];
            if (top->next == graph->first[top->node + 1]) {
                seen[top->node] = 2;
                path.count--;
                continue;
            }
            uint32_t to = graph->to[top->next++];
            size_t at = path.count;
            if (seen[to] == 0 && !vec_push(&path, (struct step_back){to, graph->first[to]})) st = ST_NO_MEMORY;
            while (seen[to] == 1 && path.data[at - 1].node != to) at--;
            for (size_t i = at - 1; st == ST_OK && seen[to] == 1 && i < path.count; i++)
                if (!vec_push(cycle, path.data[i].node)) st = ST_NO_MEMORY;
            if (seen[to] == 0) seen[to] = 1;
        }
    }
    mem_free(seen, seen ? graph->nodes + 1u : 0);
    vec_free(&path);
    return st;
}

static enum status report(struct env *env, const struct explored *own, bool with_mover)
{
    struct digraph graph = explore_graph(own);
    id_vec cycle = {0};
    struct sums path = {0};
    cell_vec cells = {0};
    int first = 0, mover;
    enum status st = find_cycle(&graph, &cycle);
    for (size_t i = 0; st == ST_OK && i < cycle.count; i++) {
        cells.count = 0;
        st = explore_position(own, cycle.data[i], with_mover, &cells, &path, &mover);
        if (i == 0) first = mover;
    }
    if (st == ST_OK) st = cycle_report(env, &path, first);
    vec_free(&cycle);
    vec_free(&cells);
    sums_free(&path);
    return st;
}

enum status undeclared_cycles_explored(struct env *env, const struct explored *explored, uint32_t from, bool with_mover)
{
    bool any = false, acyclic = true;
    for (size_t g = 0; g < env->model->game_count; g++) any |= env->traits->games[g].watched;
    if (!any) return ST_OK;
    struct explored own = {0};
    enum status st = add_roots(env, explored, from, with_mover, &own);
    if (st == ST_OK) st = explore_all(env, &own, with_mover);
    struct digraph graph = explore_graph(&own);
    uint32_t *order = st == ST_OK ? mem_alloc(((size_t)graph.nodes + 1) * sizeof *order) : NULL;
    if (st == ST_OK && !order) st = ST_NO_MEMORY;
    if (st == ST_OK && graph.nodes) st = digraph_order(&graph, env->budget, order, &acyclic);
    if (st == ST_OK && !acyclic) st = report(env, &own, with_mover);
    mem_free(order, order ? ((size_t)graph.nodes + 1) * sizeof *order : 0);
    explore_free(&own);
    return st;
}
