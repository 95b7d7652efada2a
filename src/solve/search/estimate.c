/* SPDX-License-Identifier: MIT */
/* Boxes multiply; components of one question share their box, so the largest counts. */
#include "solve/search/estimate.h"
#include "proof/family/chain.h"
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

/* ---- proved ------------------------------------------------------------------------------------------------------ */
/* A slot, the end of the key, the value; the key has at least one byte (position_table.h). */
enum { POSITION_BYTES = sizeof(struct table_slot) + sizeof(uint64_t) + sizeof(uint32_t) + 1 };

static const struct chain *chain_of(const struct env *env, int game)
{
    struct game_memory *memory = store_game(env->store, game);
    if (memory->chain) return memory->chain;
    struct chain *chain = arena_alloc(&env->store->settings_arena, sizeof *chain);
    if (!chain || chain_find(env->model, game, env->params, chain) != ST_OK) return NULL;
    return memory->chain = chain;
}

/* Positions that a clause identifies are stored once: of those that differ in the order of their fields, one in at
 * most fields! many. */
static uint64_t orders(const struct env *env, int game)
{
    const struct game *g = &env->model->games[game];
    uint64_t orders = 1;
    for (uint64_t i = 2; i <= g->field_count && g->symmetric && orders < UINT32_MAX; i++) orders *= i;
    return orders;
}

uint64_t estimate_least(const struct env *env, const struct component *component)
{
    uint64_t least = 1;
    int game = component->game;
    if (game < 0 || env->model->games[game].canon || !env->store->traits.games[game].scalars) return 0;
    const struct chain *chain = chain_of(env, game);
    for (uint32_t i = 0; chain && i < component->count; i++) {
        if (component->cells[i] < chain->threshold)
            return 0; /* the steps are proved only if all fields are at least that */
        if (chain->step[i] == 0) continue;
        uint64_t steps = (uint64_t)(component->cells[i] - chain->threshold) / (uint64_t)chain->step[i] + 1;
        if (__builtin_mul_overflow(least, steps, &least)) least = UINT64_MAX;
    }
    return chain ? least / orders(env, game) : 0;
}

bool estimate_too_many(const struct env *env, uint64_t positions, uint64_t *bytes)
{
    if (__builtin_mul_overflow(positions, (uint64_t)POSITION_BYTES, bytes)) *bytes = UINT64_MAX;
    return budget_fits(env->budget, *bytes) != ST_OK;
}
