/* Boxes multiply; components of one question share their box, so the largest counts. */
#include "solve/search/estimate.h"
#include "play/options/compound.h"
#include "play/options/store.h"

static double cap(double x) { return x < 1e30 ? x : 1e30; }

static struct estimate box(const int64_t *cells, size_t count)
{
    struct estimate e = {1, 0};
    double wide = 0;
    for (size_t i = 0; i < count; i++) {
        double cell = cells[i] < 0 ? -(double)cells[i] : (double)cells[i];
        e.positions = cap(e.positions * (cell + 1));
        wide += cell;
    }
    e.options = cap(e.positions * (wide / 2 + 1));
    return e;
}

struct estimate estimate_component(const struct env *env, const struct component *component)
{
    if (component->game != POSITION_COMPOUND) {
        const struct game *game = &env->model->games[component->game];
        if (game->kind != GAME_GRAPH) return box(component->cells, component->count);
        const struct graph *graph = &env->model->graphs[game->graph];
        return (struct estimate){graph->node_count, graph->edge_count};
    }
    struct compound_walk walk = compound_open(component);
    struct component inner;
    struct estimate e = {1, 1};
    while (compound_next(&walk, &inner)) {
        struct estimate part = estimate_component(env, &inner);
        e.positions = cap(e.positions * part.positions);
        e.options = cap(e.options * (part.options / part.positions + 1));
    }
    e.options = cap(e.options * e.positions);
    return e;
}

static struct estimate estimate_sum(const struct env *env, const struct position *position)
{
    struct estimate e = {1, 0};
    for (size_t i = 0; i < position->count; i++) {
        struct estimate part = estimate_component(env, &position->components[i]);
        e.positions = cap(e.positions * part.positions);
        e.options = cap(e.options + part.options / part.positions);
    }
    e.options = cap(e.options * e.positions);
    return e;
}

static struct estimate larger(struct estimate a, struct estimate b) { return a.options > b.options ? a : b; }

struct estimate estimate_search(const struct env *env, const struct ask *question)
{
    struct estimate e = {0, 0};
    if (question->what == Q_BOX) {
        int64_t top[MODEL_MAX_FIELDS];
        const struct value_table *b = question->box;
        for (size_t f = 0; f < b->fields; f++) top[f] = b->low[f] + b->extent[f] - 1;
        return box(top, b->fields);
    }
    for (size_t i = 0; i < question->count; i++)
        e = larger(e, question->what == Q_OUTCOME ? estimate_sum(env, &question->positions[i])
                                                  : estimate_component(env, &question->components[i]));
    return e;
}
