/* SPDX-License-Identifier: MIT */
/* Ways are offered in the order of solvers.def, which breaks ties; the plugins' come last and win by their cost. */
#include "plan/plan.h"
#include <inttypes.h>
#include <string.h>
#include "play/options/print.h"
#include "play/options/store.h"
#include "solve/search/estimate.h"
#include "plan/gate.h"
#include "plan/private.h"

const struct solver *const solvers[] = {
#define SOLVER(identifier) &solver_##identifier,
#include "solve/solvers.def"
#undef SOLVER
};
const size_t solver_count = sizeof solvers / sizeof *solvers;

bool plan_allows(const struct env *env, const char *name)
{
    return !env->terms.only || strcmp(env->terms.only, name) == 0;
}

enum status plan_open(struct env *env)
{
    enum status st = ST_OK;
    if (env->plugins && !env->store->recognised)
        st = host_recognise(env->plugins, env->model, env->params, env->terms.only, env->diags,
                            &env->store->settings_arena, &env->store->recognised);
    return st == ST_OK && env->gate ? env->gate->open(env) : st;
}

const struct solver *plan_solver_at(const struct env *env, const struct component *component)
{
    const struct match *match = host_match(env, component);
    return match && plan_allows(env, match->solver->name) ? match->solver : NULL;
}

/* ---- choosing ---------------------------------------------------------------------------------------------------- */
static bool is_kind(const struct way *way, const char *kind) { return strcmp(way->by->kind, kind) == 0; }

/* The quicker one; where both take milliseconds what may find a period comes before a table, as it says more. */
static bool is_better(const struct way *way, const struct way *than)
{
    bool quick = way->cost.seconds < PLANNER_QUICK && than->cost.seconds < PLANNER_QUICK;
    if (quick && is_kind(way, "periodic") && is_kind(than, "table")) return true;
    if (quick && is_kind(way, "table") && is_kind(than, "periodic")) return false;
    return way->cost.seconds < than->cost.seconds;
}

static void choose(struct plan *plan)
{
    plan->chosen = NULL;
    for (size_t i = 0; i < plan->count; i++) {
        struct way *way = &plan->ways[i];
        if (plan->ask->closed && way->by->trust != TRUST_CLAIMED) continue;
        if (way->can && (!plan->chosen || is_better(way, plan->chosen))) plan->chosen = way;
    }
}

/* `text` says how much it needs; it is kept. */
static enum status refuse_memory(const struct env *env, struct plan *plan, struct way *way, struct text *text,
                                 struct arena *arena)
{
    text_puts(text, ", more than the memory budget of ");
    print_bytes((double)env->budget->memory, text);
    way->can = false;
    way->too_large = plan->over_budget = true;
    way->because = print_keep(arena, text);
    return way->because ? ST_OK : ST_NO_MEMORY;
}

static enum status turn_down(const struct env *env, struct plan *plan, struct way *way, struct arena *arena)
{
    const struct cost *cost = &way->cost;
    if (!way->can) return ST_OK;
    uint64_t least_bytes;
    if (cost->least && estimate_too_many(env, cost->least, &least_bytes)) {
        struct text text = {0};
        text_add(&text, "it visits at least %" PRIu64 " positions, which take ", cost->least);
        print_bytes((double)least_bytes, &text);
        return refuse_memory(env, plan, way, &text, arena);
    }
    if (cost->rough || cost->bytes < 1 ||
        budget_fits(env->budget, cost->bytes < 1e18 ? (uint64_t)cost->bytes : UINT64_MAX) == ST_OK)
        return ST_OK;
    struct text text = {0};
    text_puts(&text, "it needs about ");
    print_bytes(cost->bytes, &text);
    return refuse_memory(env, plan, way, &text, arena);
}

/* Room for every solver, and one more. */
static size_t room_of_all(const struct env *env)
{
    const struct recognition *known = env->store->recognised;
    return solver_count + (known ? known->solver_count : 0) + 1;
}

static struct plan *open_plan(struct planner *planner, const struct ask *ask, size_t room)
{
    struct plan *plan = arena_alloc(planner->arena, sizeof *plan);
    struct way *ways = arena_array(planner->arena, room, sizeof *ways);
    if (plan && ways) *plan = (struct plan){.ask = ask, .ways = ways};
    else planner->status = ST_NO_MEMORY;
    return plan && ways ? plan : NULL;
}

/* Heads of coins on one place cancel in every position, but if more than an SG value is asked for, only a search of
 * whole sums takes that into account. */
static void refuse_coins(const struct env *env, struct way *way)
{
    const struct ask *ask = way->ask;
    if (!way->can || ask->what != Q_OUTCOME || way->by == &solver_wholesum) return;
    for (size_t i = 0; i < ask->count && way->can; i++)
        if (traits_coins_meet(env->traits, &ask->positions[i], ask->play == PLAY_MISERE || ask->remoteness))
            way->can = false;
    if (!way->can) way->because = "heads on one place cancel, which it does not take into account";
}

#define AGAIN_SECONDS 0.004 /* what takes less is taken as it is where another way has failed */

bool plan_has_values(const struct env *env) { return env->terms.plain == env->store->plain; }

/* Is another one named? A part of a sum is for the solver of that, which is allowed. */
static bool is_other(const struct env *env, const struct solver *solver, const struct ask *ask)
{
    return ask->what != Q_PAIR && !solver->stands_on_others && !plan_allows(env, solver->name);
}

static void offer_way(struct planner *planner, const struct solver *solver, const struct ask *ask, struct way *way)
{
    *way = (struct way){.by = solver, .ask = ask};
    bool large = !solver->any_size && ask_is_big(ask);
    if (large && solver->stands_on_others) return;
    if (is_other(planner->env, solver, ask)) {
        way->because = "another solver was asked for";
        return;
    }
    bool values = ask->what == Q_VALUE || ask->what == Q_SEQUENCE || ask->what == Q_BOX;
    if (values && !plan_has_values(planner->env))
        way->because = "SG values with clauses and without have no common store";
    else if (large) way->because = "a number is too large for search";
    else solver->offer(solver, planner->env, planner, way);
    refuse_coins(planner->env, way);
}

static void note_quickest(struct planner *planner, const struct plan *plan, const struct way *way)
{
    planner->asked = plan->ask;
    planner->quickest = way->by;
    planner->least = way->cost.seconds;
}

static void ask_solver(struct planner *planner, struct plan *plan, const struct solver *solver)
{
    struct way *way = &plan->ways[plan->count];
    if (planner->status != ST_OK) return;
    if (plan->ask->what >= Q_PAIR && !(solver->also & ALSO(plan->ask->what))) return;
    offer_way(planner, solver, plan->ask, way);
    if (!way->can && !way->because) return;
    if (planner->status == ST_OK) planner->status = turn_down(planner->env, plan, way, planner->arena);
    if (way->can && (planner->asked != plan->ask || way->cost.seconds < planner->least))
        note_quickest(planner, plan, way);
    plan->count++;
}

static struct plan *close_plan(struct planner *planner, struct plan *plan)
{
    choose(plan);
    return planner->status == ST_OK ? plan : NULL;
}

/* Of the ways that can; an argument that may say nothing is none of them. */
static double least_seconds(const struct plan *plan)
{
    double least = 1e30;
    for (const struct way *way = plan->ways; way < plan->ways + plan->count; way++)
        if (way->can && way->by != &solver_stealing && way->cost.seconds < least) least = way->cost.seconds;
    return least < 1e30 ? least : 0;
}

/* What it costs, where its offer gave the least that it may be. */
static void refine(struct planner *planner, struct plan *plan, struct way *way)
{
    way->put_off = false;
    way->by->refine(planner->env, planner, way);
    if (planner->status == ST_OK) planner->status = turn_down(planner->env, plan, way, planner->arena);
}

/* The least of them all stays what it is: what was put off takes longer. */
static void refine_least(struct planner *planner, struct plan *plan)
{
    for (size_t i = 0; i < plan->count && planner->status == ST_OK; i++) {
        struct way *way = &plan->ways[i];
        if (way->can && way->put_off && way->cost.seconds <= least_seconds(plan)) refine(planner, plan, way);
    }
}

/* A solver that is named has nothing to be compared with. */
static void look_closer(struct planner *planner, struct plan *plan)
{
    refine_least(planner, plan);
    choose(plan);
    for (size_t i = 0; i < plan->count && planner->status == ST_OK; i++) {
        struct way *way = &plan->ways[i];
        if (way->can && way->by->look && !planner->env->terms.only) way->by->look(planner, way, least_seconds(plan));
    }
}

static struct plan *plan_of_one(struct planner *planner, const struct ask *ask, const struct solver *solver,
                                bool refined)
{
    struct plan *plan = open_plan(planner, ask, 1);
    if (!plan) return NULL;
    ask_solver(planner, plan, solver);
    if (refined) refine_least(planner, plan);
    return close_plan(planner, plan);
}

struct plan *planner_by(struct planner *planner, const struct ask *ask, const struct solver *solver)
{
    return plan_of_one(planner, ask, solver, true);
}

struct plan *planner_try(struct planner *planner, const struct ask *ask, const struct solver *solver)
{
    return plan_of_one(planner, ask, solver, false);
}

static bool ask_known(struct plan *plan, const struct plan *before, const struct solver *solver)
{
    for (size_t i = 0; before && i < before->count; i++)
        if (before->ways[i].by == solver && before->ways[i].failed) {
            plan->ways[plan->count++] = before->ways[i];
            return true;
        }
    return false;
}

/* Every solver; those that have failed in the plan before stay as they are. */
static void ask_all(struct planner *planner, struct plan *plan, const struct plan *before)
{
    const struct recognition *known = planner->env->store->recognised;
    for (size_t i = 0; i < solver_count; i++) {
        if (solvers[i] == &solver_sum && plan->ask->what != Q_OPTIONS) continue;
        if (!ask_known(plan, before, solvers[i])) ask_solver(planner, plan, solvers[i]);
    }
    for (size_t i = 0; known && i < known->solver_count; i++)
        if (!ask_known(plan, before, &known->solvers[i])) ask_solver(planner, plan, &known->solvers[i]);
    look_closer(planner, plan);
}

/* Values are asked of one game at a time: anything that must first be split is a sum, and only the solver for sums
 * is asked. */
struct plan *planner_part(struct planner *planner, const struct ask *ask)
{
    struct plan *plan = open_plan(planner, ask, room_of_all(planner->env));
    if (!plan) return NULL;
    if (ask->what == Q_VALUE && !ask->apart) ask_solver(planner, plan, &solver_sum);
    if (plan->count || planner->status != ST_OK) return close_plan(planner, plan);
    if (plan->ways[0].part_count == 1) return plan->ways[0].parts[0]; /* there is nothing to combine */
    plan->of_all = true;
    ask_all(planner, plan, NULL);
    return close_plan(planner, plan);
}

struct plan *planner_add(struct planner *planner, struct way *way, const struct ask *ask)
{
    if (!ask) planner->status = ST_NO_MEMORY;
    struct plan *plan = ask ? planner_part(planner, ask) : NULL;
    if (plan) way->parts[way->part_count++] = plan;
    return plan;
}

enum status plan_make(struct env *env, const struct ask *ask, struct arena *arena, struct plan **plan)
{
    struct planner planner = {.env = env, .arena = arena, .status = plan_open(env)};
    *plan = planner.status == ST_OK ? planner_part(&planner, ask) : NULL;
    return planner.status;
}

enum status plan_by(struct env *env, const struct ask *ask, const struct solver *solver, struct arena *arena,
                    struct plan **plan)
{
    struct planner planner = {.env = env, .arena = arena, .status = plan_open(env)};
    *plan = planner.status == ST_OK ? planner_by(&planner, ask, solver) : NULL;
    return planner.status;
}

/* Every plugin that fits, in the order of preference; refuted ones have nothing to offer. */
static void ask_plugins(struct planner *planner, struct plan *plan, const struct component *first)
{
    for (const struct match *m = host_match(planner->env, first); m; m = m->next) {
        ask_solver(planner, plan, m->solver);
        if (planner->env->terms.plugin) break;
    }
}

static size_t fitting(const struct env *env, const struct component *first)
{
    size_t count = 0;
    for (const struct match *m = host_match(env, first); m; m = m->next) count++;
    return count;
}

enum status plan_closed(struct env *env, const struct ask *ask, struct arena *arena, struct plan **out)
{
    struct planner planner = {.env = env, .arena = arena, .status = plan_open(env)};
    const struct component *first = ask->positions ? ask->positions[0].components : ask->components;
    *out = NULL;
    if (planner.status != ST_OK) return planner.status;
    struct plan *plan = open_plan(&planner, ask, fitting(env, first) + 1);
    if (!plan) return planner.status;
    ask_plugins(&planner, plan, first);
    if (ask->what == Q_OUTCOME && !ask->some) ask_solver(&planner, plan, &solver_tame_sum);
    *out = close_plan(&planner, plan);
    return planner.status;
}

struct plan *planner_others(struct planner *planner, const struct plan *plan, const struct ask *ask)
{
    struct plan *others = open_plan(planner, ask, plan->count);
    if (!others) return NULL;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->ways[i].can && &plan->ways[i] != plan->chosen) ask_solver(planner, others, plan->ways[i].by);
    return close_plan(planner, others);
}

/* ---- after a run ------------------------------------------------------------------------------------------------- */
/* What failed was quicker than what is left, and others may have offered nothing beside it, or looked at their cost less closely. */
static enum status ask_again(struct env *env, struct plan *plan, struct arena *arena)
{
    struct planner planner = {.env = env, .arena = arena, .status = ST_OK};
    if (!plan->of_all || (plan->chosen && plan->chosen->cost.seconds < AGAIN_SECONDS)) return ST_OK;
    const struct plan before = *plan;
    plan->ways = arena_array(arena, room_of_all(env), sizeof *plan->ways);
    if (!plan->ways) return ST_NO_MEMORY;
    plan->count = 0;
    ask_all(&planner, plan, &before);
    choose(plan);
    return planner.status;
}

/* The way that failed is not taken again; it may now know why. */
static enum status after_failure(struct env *env, struct plan *plan, struct arena *arena)
{
    struct planner planner = {.env = env, .arena = arena, .status = ST_OK};
    struct way *failed = plan->chosen, later = {0};
    if (!failed->by->stands_on_others) offer_way(&planner, failed->by, failed->ask, &later);
    /* without a part that was refuted it may answer in another way (misere) */
    if (later.can && later.part_count < failed->part_count) {
        *failed = later;
        choose(plan);
        return planner.status;
    }
    failed->can = false;
    failed->failed = true;
    failed->because = later.because && !later.can ? later.because : "it turned out to have no answer for this position";
    refine_least(&planner, plan); /* what was put off as slower than the failed way may be what is taken */
    choose(plan);
    return planner.status;
}

/* What fills a box has failed, and what else fills one would fail as well. */
static void drop_beyond(struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct way *way = &plan->ways[i];
        if (!way->can || !way->by->beyond) continue;
        way->can = false;
        way->failed = true;
        way->because = "the rule fails at a position of its box, which need not be reached";
    }
    choose(plan);
}

enum status plan_next(struct env *env, struct plan *plan, bool beyond, struct arena *arena)
{
    if (beyond) drop_beyond(plan);
    enum status st = beyond ? ST_OK : after_failure(env, plan, arena);
    return st == ST_OK ? ask_again(env, plan, arena) : st;
}

enum status plan_update(struct env *env, struct plan *plan, struct arena *arena)
{
    struct planner planner = {.env = env, .arena = arena, .status = ST_OK};
    if (plan->chosen) note_quickest(&planner, plan, plan->chosen);
    for (size_t i = 0; i < plan->count; i++) {
        struct way *way = &plan->ways[i], later;
        if (way->can || way->by->stands_on_others) continue;
        offer_way(&planner, way->by, way->ask, &later);
        if (!later.can && later.because) way->because = later.because;
    }
    return planner.status;
}
