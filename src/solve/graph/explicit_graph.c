/* SPDX-License-Identifier: MIT */
/* Explicit graphs: all nodes are labelled at once, in time and memory linear in the file. Without cycles the values
 * are SG values; with cycles a position may be a draw, and sums follow Smith's rule. */
#include "solve/graph/labels.h"
#include "play/options/store.h"

static const struct game *graph_game(const struct env *env, const struct component *component)
{
    if (component->game < 0 || env->model->games[component->game].kind != GAME_GRAPH) return NULL;
    return &env->model->games[component->game];
}

/* NULL if every component is a node; counts the edges reachable from them. */
static const char *refuse_components(const struct env *env, const struct component *components, size_t count,
                                     double *edges)
{
    for (size_t i = 0; i < count; i++) {
        const struct game *game = graph_game(env, &components[i]);
        if (!game) return "not every component is a node of an explicit graph";
        const struct graph *graph = &env->model->graphs[game->graph];
        double size = (double)graph->edge_count + graph->node_count;
        if (size > *edges) *edges = size;
    }
    return NULL;
}

static const char *refuse(const struct env *env, const struct ask *q, double *edges)
{
    if (q->what == Q_VALUE) return refuse_components(env, q->components, q->count, edges);
    if (q->what != Q_OUTCOME) return "it answers for positions of explicit graphs only";
    for (size_t i = 0; i < q->count; i++) {
        const struct position *position = &q->positions[i];
        const char *reason = refuse_components(env, position->components, position->count, edges);
        if (reason) return reason;
        if (position->count > 1 && (q->play == PLAY_MISERE || q->remoteness))
            return q->remoteness ? "the remoteness of a sum does not follow from its components"
                                 : "the misere outcome of a sum does not follow from its components";
    }
    return NULL;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self, (void)planner;
    double size = 0;
    const char *reason = refuse(env, q, &size);
    way->can = !reason;
    way->because = reason;
    way->cost = (struct cost){.seconds = 1e-8 * size, .bytes = 12 * size};
    if (way->can) way->because = "the graph is given, so its nodes can be labelled in one pass";
}

static enum status run_values(struct env *env, const struct ask *q, struct arena *arena, struct result *result)
{
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    result->claim = "mex of the options at every node, options before what leads to them";
    for (size_t i = 0; i < q->count; i++) {
        const struct graph_labels *g;
        enum status st = labels_of_graph(env, graph_game(env, &q->components[i])->graph, LABEL_VALUES, &g);
        if (st != ST_OK) return st;
        uint32_t value = g->values[q->components[i].cells[0]];
        if (!g->acyclic) {
            result->claim = "Smith's values of a graph with cycles";
            result->source = "C. A. B. Smith, 1966";
            if (value == SMITH_INFINITE) return ST_UNSUPPORTED; /* labels_component gives the full value */
        }
        result->values[i] = value;
        result->positions = g->graph.nodes;
    }
    return ST_OK;
}

/* A sum in normal play, from its components' values. */
static enum status sum_outcome(struct env *env, const struct position *position, struct arena *arena,
                               enum outcome *outcome)
{
    uint64_t number;
    struct smith_value *values = arena_array(arena, position->count + 1, sizeof *values);
    enum status st = values ? ST_OK : ST_NO_MEMORY;
    for (size_t j = 0; j < position->count && st == ST_OK; j++)
        st = labels_component(env, &position->components[j], arena, &values[j]);
    if (st == ST_OK) *outcome = smith_outcome(values, position->count, &number);
    return st;
}

static enum status node_outcome(struct env *env, const struct ask *q, size_t i, struct result *result)
{
    const struct component *node = &q->positions[i].components[0];
    const struct graph_labels *g;
    unsigned wanted = q->play == PLAY_MISERE ? LABEL_MISERE : LABEL_NORMAL;
    enum status st = labels_of_graph(env, graph_game(env, node)->graph, wanted, &g);
    if (st != ST_OK) return st;
    uint32_t remoteness = g->remoteness[q->play][node->cells[0]];
    result->outcomes[i] = g->outcome[q->play][node->cells[0]];
    if (q->remoteness) result->remoteness[i] = remoteness == REMOTENESS_NONE ? UINT64_MAX : remoteness;
    result->positions = g->graph.nodes;
    if (!g->acyclic) result->claim = "labelled backwards from where play ends; what is never reached is a draw";
    return ST_OK;
}

static enum status one_outcome(struct env *env, const struct ask *q, size_t i, struct arena *arena,
                               struct result *result)
{
    const struct position *position = &q->positions[i];
    if (position->count == 1) return node_outcome(env, q, i, result);
    if (position->count == 0) {
        result->outcomes[i] = q->play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
        if (q->remoteness) result->remoteness[i] = 0;
        return ST_OK;
    }
    result->claim = "the xor of the components' values, with cycles Smith's rule for sums";
    result->source = "C. A. B. Smith, 1966";
    struct arena_mark mark = arena_mark(arena);
    enum status st = sum_outcome(env, position, arena, &result->outcomes[i]);
    arena_rewind(arena, mark);
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    result->source = "";
    if (q->what == Q_VALUE) return run_values(env, q, arena, result);
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    result->remoteness = arena_array(arena, q->count + 1, sizeof *result->remoteness);
    if (!result->outcomes || !result->remoteness) return ST_NO_MEMORY;
    result->claim = "every node labelled from its options";
    enum status st = ST_OK;
    for (size_t i = 0; i < q->count && st == ST_OK; i++) st = one_outcome(env, q, i, arena, result);
    return st;
}

const struct solver solver_graph = {
    .name = "graph",
    .kind = "graph",
    .summary = "labels all nodes of an explicit graph in one pass; cycles are draws",
    .offer = offer,
    .run = run,
};
