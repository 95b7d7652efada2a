/* SPDX-License-Identifier: MIT */
/* Breadth-first search over whole positions, identified by their printed form; then the labels of the resulting
 * graph, or those of the solver that was named. */
#include "engine/graph/game_graph.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "answer/answer.h"
#include "base/vec.h"
#include "play/options/print.h"
#include "solve/graph/smith.h"
#include "play/options/store.h"

struct walk_place {
    struct position position;
    int mover;
};
struct game_graph_walk {
    struct engine *engine;
    struct arena *arena; /* that of the graph: positions and texts live as long as it does */
    size_t most;
    struct position_table labels; /* numbers the nodes */
    VEC(struct walk_place) places;
    VEC(struct game_node) nodes;
    VEC(struct game_edge) edges;
    VEC(uint32_t) first;
    struct walk_place from; /* the position being expanded */
};

/* ---- walking ---- */

static enum status too_many(struct game_graph_walk *w)
{
    diag(&w->engine->diags, D_PLAY_GRAPH_TOO_LARGE, (struct span){0, 0, 0}, w->nodes.data[0].position, w->most);
    return ST_STATE_BUDGET;
}

static enum status add_node(struct game_graph_walk *w, const struct walk_place *place, uint32_t *node)
{
    struct text text = {0};
    bool fresh;
    print_sum(w->engine->model, place->position.components, place->position.count, &text);
    size_t length = text.length;
    const char *label = print_keep(w->arena, &text);
    if (!label) return ST_NO_MEMORY;
    char *key = arena_printf(w->arena, "%d%s", place->mover, label);
    if (!key) return ST_NO_MEMORY;
    enum status st = position_table_intern(&w->labels, (const unsigned char *)key, length + 1, node, &fresh);
    if (st != ST_OK || !fresh) return st;
    if (w->nodes.count == w->most) return too_many(w);
    struct game_node new_node = {.position = label, .mover = place->mover, .outcome = OUTCOME_UNKNOWN};
    return vec_push(&w->nodes, new_node) && vec_push(&w->places, *place) ? ST_OK : ST_NO_MEMORY;
}

static enum status add_option(void *context, const struct made_move *move)
{
    struct game_graph_walk *w = context;
    const struct position *from = &w->from.position;
    struct walk_place to = {.mover = w->from.mover ? 3 - w->from.mover : 0};
    struct text text = {0};
    struct game_edge edge;
    if (!position_after_kept(w->arena, from, move, &to.position)) return ST_NO_MEMORY;
    components_sort(to.position.components, to.position.count);
    traits_cancel_coins(w->engine->env->traits, &to.position);
    print_move(w->engine->model, move, move_needs_component(from, move), &text);
    edge.move = print_keep(w->arena, &text);
    enum status st = edge.move ? add_node(w, &to, &edge.to) : ST_NO_MEMORY;
    return st == ST_OK && !vec_push(&w->edges, edge) ? ST_NO_MEMORY : st;
}

static enum status expand(struct game_graph_walk *w, size_t node)
{
    enum status st = budget_check(w->engine->options.budget);
    w->from = w->places.data[node];
    if (!vec_push(&w->first, (uint32_t)w->edges.count)) return ST_NO_MEMORY;
    for (size_t c = 0; st == ST_OK && c < w->from.position.count; c++)
        st = options_each(w->engine->env, w->from.position.components, c, w->from.mover, add_option, w);
    return st == ST_OK && w->edges.count > UINT32_MAX / 2 ? ST_STATE_BUDGET : st;
}

static enum status check_legal(struct engine *engine, const struct position *position)
{
    bool legal = true;
    enum status st = position->big ? ST_TOO_LARGE : ST_OK;
    for (size_t i = 0; st == ST_OK && legal && i < position->count; i++) {
        const struct component *c = &position->components[i];
        if (c->game < 0) continue;
        st = vm_legal(engine->env->vm, c, &legal);
        if (legal) continue;
        struct text text = {0};
        component_print(engine->model, c, &text);
        diag(&engine->diags, D_POSITION_ILLEGAL, (struct span){0, 0, 0}, text_c(&text),
             engine->model->games[c->game].name,
             engine->model->games[c->game].invariant ? "keeps the invariant" : "has natural numbers");
        text_free(&text);
    }
    return legal ? st : ST_USAGE;
}

static enum status walk_all(struct game_graph_walk *w, const struct position *position, int mover)
{
    struct walk_place start = {.position = *position};
    bool matters = false;
    uint32_t node;
    enum status st = check_legal(w->engine, position);
    if (st != ST_OK) return st;
    for (size_t i = 0; i < position->count; i++)
        matters = matters || traits_of(w->engine->env->traits, &position->components[i]).mover;
    if (matters) start.mover = mover == 2 ? 2 : 1;
    components_sort(start.position.components, start.position.count);
    traits_cancel_coins(w->engine->env->traits, &start.position);
    st = add_node(w, &start, &node);
    for (size_t i = 0; st == ST_OK && i < w->nodes.count; i++) st = expand(w, i);
    return st == ST_OK && !vec_push(&w->first, (uint32_t)w->edges.count) ? ST_NO_MEMORY : st;
}

/* ---- labels ---- */

static enum status label_values(struct game_graph *graph, const struct digraph *g, struct budget *budget,
                                uint32_t *values)
{
    enum status st = smith_values(g, 0, budget, values);
    for (uint32_t u = 0; st == ST_OK && u < g->nodes; u++) {
        struct smith_value value;
        st = smith_options(g, values, u, &graph->arena, &value);
        struct game_node *node = &graph->nodes[u];
        node->has_value = true;
        node->infinite = value.infinite;
        node->value = value.value;
        node->k = value.k;
        node->k_count = value.k_count;
    }
    return st;
}

static enum status label(struct game_graph *graph, const struct graph_wanted *wanted, struct budget *budget)
{
    size_t n = graph->node_count;
    uint32_t *to = arena_array(&graph->arena, graph->edge_count + 1, sizeof *to);
    uint32_t *remoteness = arena_array(&graph->arena, n, sizeof *remoteness),
             *order = arena_array(&graph->arena, n, sizeof *order);
    unsigned char *outcome = arena_array(&graph->arena, n, 1);
    if (!to || !remoteness || !order || !outcome) return ST_NO_MEMORY;
    for (size_t i = 0; i < graph->edge_count; i++) to[i] = graph->edges[i].to;
    struct digraph g = {.nodes = (uint32_t)n, .first = graph->first, .to = to};
    enum status st = digraph_order(&g, budget, order, &graph->acyclic);
    if (st == ST_OK) st = graph_label(&g, 0, wanted->play, budget, outcome, remoteness);
    for (size_t i = 0; st == ST_OK && i < n; i++) graph->nodes[i].outcome = (enum outcome)outcome[i];
    bool values = wanted->play == PLAY_NORMAL && !graph->nodes[0].mover;
    return st == ST_OK && values ? label_values(graph, &g, budget, order) : st;
}

/* ---- labels of one solver ---- */

static enum status take_answer(struct game_graph *graph, const struct answer *answer, struct game_node *node)
{
    uint64_t *k = arena_array(&graph->arena, answer->loopy_count + 1, sizeof *k);
    if (!k) return ST_NO_MEMORY;
    node->outcome = answer->outcome;
    node->has_value = answer->has_sg || answer->has_loopy;
    node->infinite = answer->has_loopy;
    node->k = k;
    node->k_count = answer->loopy_count;
    if (node->k_count) memcpy(k, answer->loopy, node->k_count * sizeof *k);
    errno = 0;
    node->value = answer->has_sg ? strtoull(answer->sg, NULL, 10) : 0;
    return errno ? ST_TOO_LARGE : ST_OK;
}

/* With a winning move, so that the answer is compared with the options at each node. */
static enum status ask_solver(struct game_graph_walk *w, const struct graph_wanted *wanted, struct game_graph *graph)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < graph->node_count; i++) {
        struct arena arena = {0};
        struct answer answer;
        struct wanted asked = {
            .play = wanted->play, .mover = graph->nodes[i].mover, .outcome = true, .wins = true, .max_moves = 1};
        asked.sg = wanted->play == PLAY_NORMAL && !asked.mover;
        st = analyze(w->engine->env, &w->places.data[i].position, &asked, &arena, &answer);
        if (st == ST_OK) st = take_answer(graph, &answer, &graph->nodes[i]);
        arena_free(&arena);
    }
    return st;
}

/* ---- the graph ---- */

static enum status publish(struct game_graph_walk *w, struct game_graph *graph)
{
    graph->node_count = w->nodes.count;
    graph->edge_count = w->edges.count;
    graph->nodes = arena_array(w->arena, w->nodes.count, sizeof *graph->nodes);
    graph->edges = arena_array(w->arena, w->edges.count + 1, sizeof *graph->edges);
    graph->first = arena_array(w->arena, w->first.count, sizeof *graph->first);
    if (!graph->nodes || !graph->edges || !graph->first) return ST_NO_MEMORY;
    memcpy(graph->nodes, w->nodes.data, w->nodes.count * sizeof *graph->nodes);
    if (w->edges.count) memcpy(graph->edges, w->edges.data, w->edges.count * sizeof *graph->edges);
    memcpy(graph->first, w->first.data, w->first.count * sizeof *graph->first);
    return ST_OK;
}

enum status engine_game_graph(struct engine *engine, const struct position *position, const struct graph_wanted *wanted,
                              struct game_graph *graph)
{
    *graph = (struct game_graph){0};
    struct game_graph_walk w = {.engine = engine, .arena = &graph->arena, .most = wanted->most};
    w.labels.budget = engine->options.budget;
    enum status st = walk_all(&w, position, wanted->mover);
    if (st == ST_OK) st = publish(&w, graph);
    if (st == ST_OK && !wanted->unlabelled) st = label(graph, wanted, engine->options.budget);
    if (st == ST_OK && !wanted->unlabelled && engine->env->terms.only) st = ask_solver(&w, wanted, graph);
    position_table_free(&w.labels);
    vec_free(&w.places);
    vec_free(&w.nodes);
    vec_free(&w.edges);
    vec_free(&w.first);
    return st;
}

void game_graph_free(struct game_graph *graph) { arena_free(&graph->arena); }
