/* SPDX-License-Identifier: MIT */
/* Running a plan: the chosen way, behind the gate, and then the next best. */
#include <string.h>
#include "play/options/store.h"
#include "plan/gate.h"
#include "plan/plan.h"
#include "plan/private.h"
#include "plan/rest.h"

/* Strings of a result may be in the question's arena: keep them as long as the store. */
static const char *keep(struct env *env, const char *text)
{
    return text && *text ? arena_strdup(&env->store->settings_arena, text) : "";
}

/* Records who computed a game's values, for answers that find them in the store. */
static enum status keep_note(struct env *env, int game, const struct solver *solver, const struct result *result)
{
    struct source_note *note = &store_game(env->store, game)->note;
    bool same = note->solver == solver && note->claim && result->claim && strcmp(note->claim, result->claim) == 0;
    if (same) return ST_OK;
    *note = (struct source_note){solver, keep(env, result->claim), keep(env, result->source), result->extent,
                                 result->positions};
    return note->claim && note->source ? ST_OK : ST_NO_MEMORY;
}

/* Without a gate, which could audit it, no claim is admitted. */
enum status plan_admit(struct env *env, const struct way *way, bool *holds)
{
    *holds = way->by->trust != TRUST_CLAIMED || way->by->stands_on_others;
    return env->gate && !way->by->stands_on_others ? env->gate->admit(env, way, holds) : ST_OK;
}

/* With its name in progress reports. */
static enum status run_named(struct env *env, struct way *way, struct arena *arena, struct result *result)
{
    struct budget *whole = budget_outermost(env->budget);
    const char *before = whole->by;
    if (!way->by->stands_on_others) whole->by = way->by->name;
    enum status st = way->by->run(env, way, arena, result);
    whole->by = before;
    return st;
}

static enum status run_way(struct env *env, struct way *way, struct arena *arena, struct result *result)
{
    const struct solver *by = way->by;
    bool holds;
    *result = (struct result){0};
    enum status st = plan_admit(env, way, &holds);
    if (st == ST_OK) st = holds ? run_named(env, way, arena, result) : ST_UNSUPPORTED;
    if (st != ST_OK || by->stands_on_others) return st;
    result->grounds = arena_alloc(arena, sizeof *result->grounds);
    if (!result->grounds) return ST_NO_MEMORY;
    *result->grounds = (struct grounds){by->name, by->kind, result->claim ? result->claim : "",
                                        result->source ? result->source : "", result->extent};
    result->ground_count = 1;
    bool values = way->ask->what == Q_VALUE && way->ask->count && by->trust != TRUST_CLAIMED;
    if (values) return keep_note(env, way->ask->components[0].game, by, result);
    return way->ask->what == Q_SEQUENCE ? keep_note(env, way->ask->game, by, result) : ST_OK;
}

/* Completes the result of the chosen way: the others are asked for what it has left out. ST_UNSUPPORTED: that is
 * everything. */
static enum status run_rest(struct env *env, const struct plan *plan, struct arena *arena, struct result *result)
{
    struct rest *rest = arena_alloc(arena, sizeof *rest);
    struct planner planner = {.env = env, .arena = arena, .status = ST_OK};
    struct result part = {0};
    if (result->numbers) return ST_TOO_LARGE;
    enum status st = rest ? rest_collect(plan->ask, result, arena, rest) : ST_NO_MEMORY;
    if (st != ST_OK || rest->ask.count == 0) return st;
    if (rest->ask.count == plan->ask->count) return ST_UNSUPPORTED;
    struct plan *others = planner_others(&planner, plan, &rest->ask);
    st = others ? plan_run(env, others, arena, &part) : planner.status;
    if (st == ST_UNSUPPORTED) return ST_OK; /* nobody knows them */
    return st == ST_OK ? rest_add(rest, &part, arena, result) : st;
}

static bool has_others(const struct plan *plan)
{
    bool any = false;
    for (size_t i = 0; i < plan->count; i++) any |= plan->ways[i].can && &plan->ways[i] != plan->chosen;
    return any;
}

/* Runs the chosen way; *next: there may be another. Where there was no room to begin, another may need less. */
static enum status run_chosen(struct env *env, struct plan *plan, struct arena *arena, struct result *result,
                              struct diags *beyond, bool *next)
{
    struct env_view view;
    bool apart = plan->chosen->by->beyond;
    uint64_t stored = budget_outermost(env->budget)->states_used;
    if (apart) env_view_quiet(&view, env);
    enum status st = run_way(apart ? &view.env : env, plan->chosen, arena, result);
    bool idle = st == ST_MEMORY_BUDGET && budget_outermost(env->budget)->states_used == stored;
    *next = st == ST_UNSUPPORTED || (apart && st == ST_RULE_FAILED) || (idle && has_others(plan));
    if (apart) diags_add(st == ST_RULE_FAILED ? beyond : env->diags, &view.diags);
    if (apart) env_view_close(&view);
    if (st == ST_OK && plan->ask->some) {
        st = run_rest(env, plan, arena, result);
        *next = st == ST_UNSUPPORTED;
    }
    plan->chosen->ran = st == ST_OK;
    return st;
}

/* `beyond`: reports of rules that failed where they need not be asked. */
static enum status run_plan(struct env *env, struct plan *plan, struct arena *arena, struct result *result,
                            struct diags *beyond)
{
    for (bool next; plan->chosen;) {
        enum status st = run_chosen(env, plan, arena, result, beyond, &next);
        if (!next) return st;
        st = plan_next(env, plan, st == ST_RULE_FAILED, arena);
        if (st != ST_OK) return st;
        if (beyond->failed) return ST_NO_MEMORY;
    }
    *result = (struct result){0};
    if (beyond->count) return ST_UNSUPPORTED;
    if (plan->over_budget && !plan->ask->closed && !plan->ask->yields) return plan_too_much(env, plan);
    return ask_is_big(plan->ask) ? ST_TOO_LARGE : ST_UNSUPPORTED;
}

enum status plan_run(struct env *env, struct plan *plan, struct arena *arena, struct result *result)
{
    struct diags beyond = {0};
    enum status st = run_plan(env, plan, arena, result, &beyond);
    if (st == ST_UNSUPPORTED && beyond.count) {
        diags_add(env->diags, &beyond);
        st = ST_RULE_FAILED;
    }
    diags_free(&beyond);
    return st;
}

enum status plan_run_else(struct env *env, struct plan *plan, struct arena *arena, struct result *result)
{
    struct diags beyond = {0};
    enum status st = run_plan(env, plan, arena, result, &beyond);
    diags_free(&beyond);
    return st;
}

enum status plan_answer(struct env *env, const struct ask *ask, struct arena *arena, struct result *result)
{
    struct plan *plan;
    enum status st = plan_make(env, ask, arena, &plan);
    return st == ST_OK ? plan_run(env, plan, arena, result) : st;
}
