/* SPDX-License-Identifier: MIT */
/* Two kinds of graph: the explicit ones of the model, labelled once, and three explored ones, which grow: single
 * sums without a mover (values and outcomes), and positions with a mover. Labels are complete up to some node; the
 * length of their arrays records how far. */
#include "solve/graph/labels.h"
#include "base/mem.h"
#include "solve/graph/explore.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "solve/graph/undeclared_cycles.h"

struct labels {
    struct graph_labels *graphs; /* graph_count of them; NULL: not opened yet */
    size_t graph_count;
    struct explored plain, moved; /* without and with a mover */
};

static void free_array(void *array, size_t count, size_t size) { mem_free(array, count * size); }

static void forget(void *kept)
{
    struct labels *labels = kept;
    for (size_t i = 0; labels->graphs && i < labels->graph_count; i++) {
        struct graph_labels *g = &labels->graphs[i];
        uint32_t n = g->graph.nodes;
        free_array(g->values, n, 4);
        for (int play = 0; play < 2; play++) {
            free_array(g->outcome[play], n, 1);
            free_array(g->remoteness[play], n, 4);
        }
    }
    mem_free(labels->graphs, labels->graphs ? labels->graph_count * sizeof *labels->graphs : 0);
    explore_free(&labels->plain);
    explore_free(&labels->moved);
}

static const struct tenant tenant = {"labels", sizeof(struct labels), false, forget};

static enum status open_labels(struct env *env, struct labels **out)
{
    struct labels *labels = *out = store_room(env, &tenant);
    if (!labels) return ST_NO_MEMORY;
    if (labels->graphs) return ST_OK;
    size_t count = labels->graph_count = env->model->graph_count;
    labels->graphs = mem_alloc(count * sizeof *labels->graphs);
    if (!labels->graphs) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const struct graph *graph = &env->model->graphs[i];
        labels->graphs[i].graph = (struct digraph){graph->node_count, graph->first, graph->to};
        labels->graphs[i].order = graph->order;
        labels->graphs[i].acyclic = graph->order != NULL;
    }
    return ST_OK;
}

/* ---- explicit graphs ------------------------------------------------------------------------------------------- */
static enum status take(struct budget *budget, uint64_t count, size_t size, void **array)
{
    enum status st = budget_fits(budget, count * size);
    if (st != ST_OK) return st;
    *array = mem_alloc(count * size);
    return *array ? ST_OK : ST_NO_MEMORY;
}

static enum status value_nodes(struct graph_labels *g, struct budget *budget)
{
    void *values = NULL;
    if (g->values) return ST_OK;
    enum status st = take(budget, g->graph.nodes, 4, &values);
    if (st == ST_OK && g->acyclic) st = graph_sg(&g->graph, g->order, budget, values);
    else if (st == ST_OK) st = smith_values(&g->graph, 0, budget, values);
    if (st == ST_OK) g->values = values;
    else free_array(values, g->graph.nodes, 4);
    return st;
}

static enum status label_nodes(struct graph_labels *g, enum play play, struct budget *budget)
{
    void *outcome = NULL, *remoteness = NULL;
    uint32_t n = g->graph.nodes;
    if (g->outcome[play]) return ST_OK;
    enum status st = take(budget, n, 1, &outcome);
    if (st == ST_OK) st = take(budget, n, 4, &remoteness);
    if (st == ST_OK && g->acyclic) st = graph_label_ordered(&g->graph, g->order, play, budget, outcome, remoteness);
    else if (st == ST_OK) st = graph_label(&g->graph, 0, play, budget, outcome, remoteness);
    if (st != ST_OK) {
        free_array(outcome, n, 1);
        free_array(remoteness, n, 4);
        return st;
    }
    g->outcome[play] = outcome;
    g->remoteness[play] = remoteness;
    return ST_OK;
}

enum status labels_of_graph(struct env *env, int graph, unsigned wanted, const struct graph_labels **out)
{
    struct labels *labels;
    enum status st = open_labels(env, &labels);
    if (st != ST_OK) return st;
    struct graph_labels *g = &labels->graphs[graph];
    *out = g;
    if (wanted & LABEL_VALUES) st = value_nodes(g, env->budget);
    if (st == ST_OK && wanted & LABEL_NORMAL) st = label_nodes(g, PLAY_NORMAL, env->budget);
    if (st == ST_OK && wanted & LABEL_MISERE) st = label_nodes(g, PLAY_MISERE, env->budget);
    return st;
}

/* ---- explored graphs ------------------------------------------------------------------------------------------- */
static enum status value_explored(struct explored *e, struct budget *budget)
{
    struct digraph graph = explore_graph(e);
    uint32_t begin = (uint32_t)e->values.count;
    if (begin == graph.nodes) return ST_OK;
    if (!vec_reserve(&e->values, graph.nodes - begin)) return ST_NO_MEMORY;
    enum status st = smith_values(&graph, begin, budget, e->values.data);
    if (st == ST_OK) e->values.count = graph.nodes;
    return st;
}

static enum status label_explored(struct explored *e, enum play play, struct budget *budget)
{
    struct digraph graph = explore_graph(e);
    uint32_t begin = (uint32_t)e->outcome[play].count;
    if (begin == graph.nodes) return ST_OK;
    if (!vec_reserve(&e->outcome[play], graph.nodes - begin)) return ST_NO_MEMORY;
    if (!vec_reserve(&e->remoteness[play], graph.nodes - begin)) return ST_NO_MEMORY;
    e->remoteness[play].count = begin;
    enum status st = graph_label(&graph, begin, play, budget, e->outcome[play].data, e->remoteness[play].data);
    if (st == ST_OK) e->outcome[play].count = e->remoteness[play].count = graph.nodes;
    return st;
}

static enum status label_all(struct explored *e, unsigned wanted, struct budget *budget)
{
    enum status st = ST_OK;
    if (wanted & LABEL_VALUES) st = value_explored(e, budget);
    if (st == ST_OK && wanted & LABEL_NORMAL) st = label_explored(e, PLAY_NORMAL, budget);
    if (st == ST_OK && wanted & LABEL_MISERE) st = label_explored(e, PLAY_MISERE, budget);
    return st;
}

/* A rule that fails somewhere leaves positions that cannot be expanded: they must not affect other questions. */
enum status labels_explore(struct env *env, const struct component *sum, size_t count, int mover, unsigned wanted,
                           const struct explored **explored, uint32_t *node)
{
    struct labels *labels;
    enum status st = open_labels(env, &labels);
    if (st != ST_OK) return st;
    struct explored *e = mover ? &labels->moved : &labels->plain;
    *explored = e;
    uint32_t from = e->first.count ? (uint32_t)e->first.count - 1 : 0;
    st = explore_root(env, e, sum, count, mover, node);
    if (st == ST_OK) st = explore_all(env, e, mover != 0);
    if (st == ST_OK) st = undeclared_cycles_explored(env, e, from, mover != 0);
    if (st == ST_OK) st = label_all(e, wanted, env->budget);
    if (st != ST_OK) {
        explore_free(e);
        *e = (struct explored){0};
    }
    return st;
}

static bool is_graph(const struct env *env, const struct component *component)
{
    return component->game >= 0 && env->model->games[component->game].kind == GAME_GRAPH;
}

enum status labels_component(struct env *env, const struct component *component, struct arena *arena,
                             struct smith_value *value)
{
    if (is_graph(env, component)) {
        const struct graph_labels *g;
        enum status st = labels_of_graph(env, env->model->games[component->game].graph, LABEL_VALUES, &g);
        return st == ST_OK ? smith_options(&g->graph, g->values, (uint32_t)component->cells[0], arena, value) : st;
    }
    const struct explored *explored;
    uint32_t node;
    enum status st = labels_explore(env, component, 1, 0, LABEL_VALUES, &explored, &node);
    struct digraph graph = st == ST_OK ? explore_graph(explored) : (struct digraph){0};
    return st == ST_OK ? smith_options(&graph, explored->values.data, node, arena, value) : st;
}

/* ---- kernels --------------------------------------------------------------------------------------------------- */
/* Names of nodes, for a list. */
struct cell_names {
    const struct env *env;
    const struct graph *graph;       /* of an explicit graph */
    const struct explored *explored; /* else */
    cell_vec cells;
    struct sums sum;
};

static enum status name_node(struct cell_names *n, uint32_t node, struct text *out)
{
    if (n->graph) {
        value_print(n->graph, node, out);
        return ST_OK;
    }
    int mover;
    sums_clear(&n->sum);
    enum status st = explore_position(n->explored, node, false, &n->cells, &n->sum, &mover);
    if (st == ST_OK) print_listed_sum(n->env->model, &n->sum, 0, out);
    return st;
}

static enum status name_set(struct cell_names *n, const uint32_t *set, uint32_t size, struct arena *arena,
                            const char **name)
{
    struct text out = {0};
    enum status st = ST_OK;
    text_putc(&out, '{');
    for (uint32_t i = 0; i < size && st == ST_OK; i++) {
        if (i) text_puts(&out, ", ");
        st = name_node(n, set[i], &out);
    }
    text_putc(&out, '}');
    *name = st == ST_OK && !out.failed ? arena_strndup(arena, text_c(&out), out.length) : NULL;
    text_free(&out);
    return st == ST_OK && !*name ? ST_NO_MEMORY : st;
}

static enum status list_kernels(struct cell_names *n, const struct digraph *graph, const unsigned char *outcome,
                                struct arena *arena, const char ***names, size_t *count, const char **reason)
{
    struct kernels kernels;
    struct arena scratch = {0};
    enum status st = kernel_find(graph, outcome, n->env->budget, &scratch, &kernels);
    if (st == ST_OK) {
        *names = arena_array(arena, kernels.count + 1, sizeof **names);
        *count = kernels.count;
        *reason = kernels.reason;
        if (!*names) st = ST_NO_MEMORY;
    }
    for (size_t i = 0; st == ST_OK && i < kernels.count; i++)
        st = name_set(n, kernels.sets[i], kernels.sizes[i], arena, &(*names)[i]);
    arena_free(&scratch);
    vec_free(&n->cells);
    sums_free(&n->sum);
    return st;
}

enum status labels_kernels(struct env *env, const struct component *sum, size_t count, struct arena *arena,
                           const char ***kernels, size_t *kernel_count, const char **reason)
{
    struct cell_names naming = {.env = env};
    *kernel_count = 0;
    *reason = "the mover matters, so the positions alone do not form a graph";
    for (size_t i = 0; i < count; i++)
        if (traits_of(env->traits, &sum[i]).mover) return ST_OK;
    if (count == 1 && is_graph(env, &sum[0])) {
        const struct graph_labels *g;
        int graph = env->model->games[sum[0].game].graph;
        enum status st = labels_of_graph(env, graph, LABEL_NORMAL, &g);
        naming.graph = &env->model->graphs[graph];
        return st == ST_OK
                   ? list_kernels(&naming, &g->graph, g->outcome[PLAY_NORMAL], arena, kernels, kernel_count, reason)
                   : st;
    }
    struct explored own = {.ends_apart = count == 1}; /* other questions must not add nodes here */
    uint32_t node;
    enum status st = explore_root(env, &own, sum, count, 0, &node);
    if (st == ST_OK) st = explore_all(env, &own, false);
    if (st == ST_OK) st = undeclared_cycles_explored(env, &own, 0, false);
    if (st == ST_OK) st = label_all(&own, LABEL_NORMAL, env->budget);
    struct digraph graph = explore_graph(&own);
    naming.explored = &own;
    if (st == ST_OK)
        st = list_kernels(&naming, &graph, own.outcome[PLAY_NORMAL].data, arena, kernels, kernel_count, reason);
    explore_free(&own);
    return st;
}
