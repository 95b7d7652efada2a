/* SPDX-License-Identifier: MIT */
/* A plugin as a solver: its offers and its answers, through the questions of ask.c, at any size. Its answers are
 * claims (TRUST_CLAIMED), which plan_run admits. */
#include "plugin/private.h"

/* The assumed cost of a closed form: less than any table, so that it is used wherever it answers. */
#define CALL_SECONDS 1e-8

int host_plugin(const struct env *env, const struct component *component)
{
    const struct match *match = host_match(env, component);
    return match ? match->plugin : -1;
}

/* A position of an ask: a whole one, or one of its components. */
static struct position asked_position(const struct ask *ask, size_t i, struct component *one,
                                      const struct integer *const **cells)
{
    if (ask->positions) return ask->positions[i];
    *one = ask->components[i];
    *cells = ask->big ? ask->big[i] : NULL;
    return (struct position){one, 1, *cells ? cells : NULL};
}

static bool is_tame(const struct env *env, const struct way *way, const struct position *position)
{
    int rule = component_rule(&position->components[0]);
    return host_info(env->plugins, way->by->plugin)->tame && store_game(env->store, rule)->vouched >= 0;
}

/* Value and outcome of one component, each by its closed form. */
static enum status offer_pair(const struct env *env, const struct position *one, struct arena *arena, struct way *way)
{
    struct plugin_offer value = {0}, outcome = {0};
    int plugin;
    if (!is_tame(env, way, one)) {
        way->because = "it does not vouch for tameness, or was wrong about it";
        return ST_OK;
    }
    enum status st = host_offer(env, one, PLAY_NORMAL, 0, arena, &value, &plugin);
    if (st == ST_OK) st = host_offer(env, one, PLAY_MISERE, 0, arena, &outcome, &plugin);
    way->can = value.value && outcome.outcome;
    way->because = way->can ? "a closed form of value and outcome" : !value.value ? value.reason : outcome.reason;
    return st;
}

static bool can_answer(const struct env *env, const struct ask *ask, const struct plugin_offer *gives)
{
    switch (ask->what) {
    case Q_VALUE: return gives->value && ask->play == PLAY_NORMAL;
    case Q_OUTCOME: return gives->outcome && !ask->remoteness;
    case Q_WINS: return gives->wins;
    case Q_OPTIONS: return host_has_options(env, &ask->components[0]);
    default: return false;
    }
}

/* *mine false: the position belongs to another plugin or to none, and no reason is given. */
static enum status offer_position(const struct env *env, struct planner *planner, const struct position *position,
                                  struct way *way, bool *mine)
{
    const struct ask *ask = way->ask;
    int plugin = -1;
    *mine = position->count > 0 && host_plugin(env, &position->components[0]) == (int)way->by->plugin;
    for (size_t i = 0; *mine && i < position->count; i++)
        if (host_plugin(env, &position->components[i]) < 0) {
            way->because = "no plugin's reference rule is this rule";
            return ST_OK;
        }
    if (!*mine) return ST_OK;
    if (ask->what == Q_PAIR) return offer_pair(env, position, planner->arena, way);
    if (ask->some) return way->can = true, ST_OK;
    struct plugin_offer *gives = way->kept = arena_alloc(planner->arena, sizeof *gives);
    if (!gives) return ST_NO_MEMORY;
    enum status st = host_offer(env, position, ask->play, ask->mover, planner->arena, gives, &plugin);
    if (st != ST_OK) return st;
    way->can = can_answer(env, ask, gives) && plugin == (int)way->by->plugin;
    way->because = way->can        ? "a closed form"
                   : gives->reason ? gives->reason
                                   : "it has no closed form for this question";
    return ST_OK;
}

/* Where several plugins fit, the one that fits best is asked first. */
static double call_seconds(const struct env *env, const struct ask *ask, int plugin)
{
    const struct component *first = ask->components ? ask->components : ask->positions[0].components;
    const struct match *match = &env->store->recognised->games[component_rule(first)];
    double seconds = CALL_SECONDS;
    for (; match && match->plugin != plugin; match = match->next) seconds *= 1.25;
    return seconds;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *ask = way->ask;
    struct env asked = *env;
    enum status st = ST_OK;
    bool mine = true;
    asked.terms.plugin = (int)self->plugin + 1;
    if (ask->what == Q_SEQUENCE || ask->what == Q_BOX || ask->what == Q_PERIOD) return;
    bool alike = ask->what == Q_VALUE || ask->some; /* of one game, so one answer suffices */
    size_t count = alike ? ask->count > 0 : ask->count;
    for (size_t i = 0; st == ST_OK && mine && i < count && (i == 0 || way->can); i++) {
        struct component one;
        const struct integer *const *cells;
        struct position position = asked_position(ask, i, &one, &cells);
        st = offer_position(&asked, planner, &position, way, &mine);
    }
    if (!mine) way->can = false, way->because = NULL;
    if (mine && count) way->cost.seconds = call_seconds(env, ask, (int)self->plugin);
    if (planner->status == ST_OK) planner->status = st;
}

/* From the first value beyond 63 bits on, all values are integers. */
static enum status begin_numbers(struct arena *arena, const struct ask *ask, size_t before, struct result *result)
{
    const struct integer **numbers = arena_array(arena, ask->count + 1, sizeof *numbers);
    for (size_t i = 0; numbers && i < before; i++)
        if (result->values[i] != NO_VALUE && !(numbers[i] = integer_from(arena, (int64_t)result->values[i])))
            return ST_NO_MEMORY;
    result->numbers = numbers;
    return numbers ? ST_OK : ST_NO_MEMORY;
}

/* May the position be left out? A plugin that fails on the way has not answered at all: what it said before is not
 * used, and nobody else answers in its name. */
static bool may_leave_out(const struct env *env, const struct ask *ask)
{
    return ask->some && host_info(env->plugins, (size_t)env->terms.plugin - 1)->usable;
}

static enum status run_values(struct env *env, const struct ask *ask, struct arena *arena, struct result *result)
{
    result->values = arena_array(arena, ask->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < ask->count; i++) {
        struct component one;
        const struct integer *const *cells, *value;
        struct position position = asked_position(ask, i, &one, &cells);
        struct arena_mark mark = arena_mark(arena);
        int64_t small = 0;
        enum status st = host_value(env, &position, 0, arena, &value);
        bool left_out = st == ST_UNSUPPORTED && may_leave_out(env, ask);
        bool large = st == ST_OK && !integer_fits(value, &small);
        if (left_out) st = ST_OK;
        if (st == ST_OK && large && !result->numbers) st = begin_numbers(arena, ask, i, result);
        if (st == ST_OK && i % 4096 == 4095) st = budget_check(env->budget);
        if (st != ST_OK) return st;
        result->values[i] = left_out || large ? NO_VALUE : (uint64_t)small;
        if (result->numbers) result->numbers[i] = left_out ? NULL : value;
        else arena_rewind(arena, mark);
    }
    return ST_OK;
}

static enum status run_pairs(struct env *env, const struct ask *ask, struct arena *arena, struct result *result)
{
    result->pairs = arena_array(arena, ask->count + 1, sizeof *result->pairs);
    enum status st = result->pairs ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < ask->count; i++) {
        struct component one;
        const struct integer *const *cells;
        struct position position = asked_position(ask, i, &one, &cells);
        st = host_tame_component(env, &position, 0, arena, &result->pairs[i].value, &result->pairs[i].swap);
        if (st == ST_OK && i % 4096 == 4095) st = budget_check(env->budget);
    }
    return st;
}

static enum status run_moves(struct env *env, const struct ask *ask, struct arena *arena, struct result *result)
{
    if (ask->what == Q_WINS)
        return host_wins(env, &ask->positions[0], ask->play, ask->mover, ask->most, arena, &result->moves,
                         &result->move_count, &result->moves_complete, &result->moves_some);
    struct component one;
    const struct integer *const *cells;
    struct position position = asked_position(ask, 0, &one, &cells);
    return host_options(env, &position, 0, ask->value, ask->most, arena, &result->moves, &result->move_count,
                        &result->moves_complete);
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
        if (st == ST_UNSUPPORTED && may_leave_out(env, ask)) st = ST_OK, result->outcomes[i] = OUTCOME_UNKNOWN;
        if (st == ST_OK && i % 4096 == 4095) st = budget_check(env->budget);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct plugin_info *info = host_info(env->plugins, way->by->plugin);
    struct env asked = *env;
    asked.terms.plugin = (int)way->by->plugin + 1;
    result->claim = info->claim;
    result->source = info->source;
    switch (way->ask->what) {
    case Q_VALUE: return run_values(&asked, way->ask, arena, result);
    case Q_PAIR: return run_pairs(&asked, way->ask, arena, result);
    case Q_OUTCOME: return run_outcomes(&asked, way->ask, arena, result);
    default: return run_moves(&asked, way->ask, arena, result);
    }
}

enum status plugin_solvers(const struct host *host, struct arena *arena, struct recognition *known)
{
    size_t plugins = host_count(host);
    known->solvers = arena_array(arena, plugins + 1, sizeof *known->solvers);
    if (!known->solvers) return ST_NO_MEMORY;
    for (size_t p = 0; p < plugins; p++) {
        bool any = false;
        const struct plugin_info *info = host_info(host, p);
        for (size_t g = 0; g < known->count; g++)
            for (struct match *m = &known->games[g]; m; m = m->next) {
                if (m->plugin != (int)p) continue;
                m->solver = &known->solvers[known->solver_count];
                any = true;
            }
        if (!any) continue;
        known->solvers[known->solver_count++] = (struct solver){.name = info->name,
                                                                .kind = "closed form",
                                                                .summary = info->summary,
                                                                .trust = TRUST_CLAIMED,
                                                                .any_size = true,
                                                                .also = ALSO(Q_PAIR) | ALSO(Q_WINS) | ALSO(Q_OPTIONS),
                                                                .offer = offer,
                                                                .run = run,
                                                                .plugin = p};
    }
    return ST_OK;
}
