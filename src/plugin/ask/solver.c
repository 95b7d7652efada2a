/* SPDX-License-Identifier: MIT */
/* A plugin as a solver: its offers, and its values and outcomes within 64 bits, through the questions of ask.c. What it says is a
 * claim (TRUST_CLAIMED), which plan_run lets in. */
#include "plugin/private.h"

/* What a closed form is taken to cost: less than any table, so that it is asked wherever it answers. */
#define CALL_SECONDS 1e-8

int host_plugin(const struct env *env, const struct component *component)
{
    const struct recognition *known = env->store->recognised;
    int rule = component_rule(component);
    if (!known || rule < 0 || (size_t)rule >= known->count || store_game(env->store, rule)->plugin_disagreed) return -1;
    return known->games[rule].plugin;
}

/* *mine false: the position is another plugin's, or nobody's, and nothing is said of it. */
static enum status offer_position(const struct env *env, struct planner *planner, const struct position *position,
                                  struct way *way, bool *mine)
{
    const struct ask *ask = way->ask;
    struct plugin_offer gives = {0};
    int plugin = -1;
    *mine = position->count > 0 && host_plugin(env, &position->components[0]) == (int)way->by->plugin;
    for (size_t i = 0; *mine && i < position->count; i++)
        if (host_plugin(env, &position->components[i]) < 0) {
            way->because = "no plugin's reference rule is this rule";
            return ST_OK;
        }
    if (!*mine) return ST_OK;
    enum status st = host_offer(env, position, ask->play, ask->mover, planner->arena, &gives, &plugin);
    if (st != ST_OK) return st;
    bool can = ask->what == Q_VALUE ? gives.value && ask->play == PLAY_NORMAL : gives.outcome && !ask->remoteness;
    way->can = can && plugin == (int)way->by->plugin;
    way->because = way->can ? "a closed form" : gives.reason ? gives.reason : "it has no closed form for this question";
    return ST_OK;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *ask = way->ask;
    enum status st = ST_OK;
    bool mine = true;
    (void)self;
    if (ask->what != Q_VALUE && ask->what != Q_OUTCOME) return;
    size_t count = ask->what == Q_VALUE ? ask->count > 0 : ask->count; /* one game, one answer */
    for (size_t i = 0; st == ST_OK && mine && i < count && (i == 0 || way->can); i++) {
        struct component one;
        struct position position = {&one, 1, NULL};
        if (ask->what == Q_VALUE) one = ask->components[i];
        else position = ask->positions[i];
        st = offer_position(env, planner, &position, way, &mine);
    }
    if (!mine) way->can = false, way->because = NULL;
    way->cost.seconds = CALL_SECONDS;
    if (planner->status == ST_OK) planner->status = st;
}

static enum status run_values(struct env *env, const struct ask *ask, struct arena *arena, struct result *result)
{
    result->values = arena_array(arena, ask->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < ask->count; i++) {
        struct component one = ask->components[i];
        struct position position = {&one, 1, NULL};
        struct arena_mark mark = arena_mark(arena);
        const struct integer *value;
        int64_t small;
        enum status st = host_value(env, &position, 0, arena, &value);
        if (st == ST_OK && !integer_fits(value, &small)) st = ST_TOO_LARGE;
        if (st != ST_OK) return st;
        result->values[i] = (uint64_t)small;
        arena_rewind(arena, mark);
        if (i % 4096 == 4095 && (st = budget_check(env->budget)) != ST_OK) return st;
    }
    return ST_OK;
}

static enum status run_outcomes(struct env *env, const struct ask *ask, struct arena *arena, struct result *result)
{
    result->outcomes = arena_array(arena, ask->count + 1, sizeof *result->outcomes);
    if (!result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; i < ask->count; i++) {
        const struct position *position = &ask->positions[i];
        enum status st = ST_OK;
        struct arena_mark mark = arena_mark(arena);
        if (position->count == 0) result->outcomes[i] = ask->play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
        else st = host_outcome(env, position, ask->play, ask->mover, arena, &result->outcomes[i]);
        arena_rewind(arena, mark);
        if (st == ST_OK && i % 4096 == 4095) st = budget_check(env->budget);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct plugin_info *info = host_info(env->plugins, way->by->plugin);
    result->claim = info->claim;
    result->source = info->source;
    return way->ask->what == Q_VALUE ? run_values(env, way->ask, arena, result)
                                     : run_outcomes(env, way->ask, arena, result);
}

enum status plugin_solvers(const struct host *host, struct arena *arena, struct recognition *known)
{
    size_t plugins = host_count(host);
    known->solvers = arena_array(arena, plugins + 1, sizeof *known->solvers);
    if (!known->solvers) return ST_NO_MEMORY;
    for (size_t p = 0; p < plugins; p++) {
        bool any = false;
        const struct plugin_info *info = host_info(host, p);
        for (size_t g = 0; g < known->count; g++) any |= known->games[g].plugin == (int)p;
        if (!any) continue;
        known->solvers[known->solver_count++] = (struct solver){.name = info->name,
                                                                .kind = "closed form",
                                                                .summary = info->summary,
                                                                .trust = TRUST_CLAIMED,
                                                                .offer = offer,
                                                                .run = run,
                                                                .plugin = p};
    }
    return ST_OK;
}
