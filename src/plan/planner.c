/* Offers are asked for in the order of solvers.def, which breaks ties; the plugin's comes last and wins by its cost. */
#include "plan/planner.h"
#include <inttypes.h>
#include <string.h>
#include "solve/search/estimate.h"
#include "play/options/print.h"
#include "play/options/store.h"

#define CALL_SECONDS 1e-7 /* what one call of a closed form is taken to cost */

bool plan_allows(const struct env *env, const char *name)
{
    return !env->only_solver || strcmp(env->only_solver, name) == 0;
}

enum status plan_recognise(struct env *env)
{
    if (!env->plugins || env->recognised) return ST_OK;
    return host_recognise(env->plugins, env->model, env->params, env->diags, &env->store->settings_arena,
                          &env->recognised);
}

int plan_plugin(const struct env *env, const struct component *component)
{
    int rule = component_rule(component);
    if (!env->recognised || rule < 0 || (size_t)rule >= env->recognised->count) return -1;
    if (store_game(env->store, rule)->plugin_disagreed) return -1;
    return env->recognised->games[rule].plugin;
}

/* ---- the plugin's offer ------------------------------------------------------------------------------------------ */
static enum status offer_position(struct env *env, const struct question *q, const struct position *position,
                                  struct arena *arena, struct offer *offer, int *plugin)
{
    struct plugin_offer gives = {0};
    for (size_t i = 0; i < position->count; i++)
        if (plan_plugin(env, &position->components[i]) < 0) {
            offer->reason = "no plugin's reference rule is this rule";
            return ST_OK;
        }
    enum status st = host_offer(env, position, q->play, q->mover, arena, &gives, plugin);
    if (st != ST_OK) return st;
    offer->can = *plugin >= 0 && (q->quantity == Q_VALUES ? gives.value && q->play == PLAY_NORMAL : gives.outcome);
    if (q->quantity == Q_OUTCOMES && q->remoteness) offer->can = false;
    offer->reason = offer->can     ? "a closed form"
                    : gives.reason ? gives.reason
                                   : "it has no closed form for this question";
    return ST_OK;
}

static enum status offer_plugin(struct env *env, const struct question *q, struct arena *arena, struct offer *offer,
                                int *plugin)
{
    *offer = (struct offer){.reason = "no plugin's reference rule is this rule", .strength = STRENGTH_CLOSED_FORM};
    *plugin = -1;
    enum status st = plan_recognise(env);
    if (st != ST_OK || !env->recognised || (q->quantity != Q_VALUES && q->quantity != Q_OUTCOMES)) return st;
    size_t count = q->count;
    for (size_t i = 0; st == ST_OK && i < count && (i == 0 || offer->can); i++) {
        struct component one;
        struct position position = {&one, 1, NULL};
        if (q->quantity == Q_VALUES) one = q->components[i];
        else position = q->positions[i];
        if (position.count) st = offer_position(env, q, &position, arena, offer, plugin);
        if (q->quantity == Q_VALUES) break; /* one game, one answer */
    }
    offer->seconds = CALL_SECONDS * (double)count;
    return st;
}

/* ---- choosing ------------------------------------------------------------------------------------------------------ */
static void choose(struct plan *plan)
{
    plan->chosen = PLAN_NOBODY;
    for (size_t i = 0; i < plan->count; i++) {
        plan->offers[i].chosen = false;
        if (!plan->offers[i].offer.can) continue;
        const struct offer *best = plan->chosen == PLAN_NOBODY ? NULL : &plan->offers[plan->chosen].offer;
        if (!best || plan->offers[i].offer.seconds < best->seconds) plan->chosen = i;
    }
    if (plan->chosen != PLAN_NOBODY) plan->offers[plan->chosen].chosen = true;
}

/* `text` says how much it needs; it is kept. */
static enum status refuse_memory(const struct env *env, struct plan *plan, struct offer *offer, struct text *text,
                                 struct arena *arena)
{
    text_puts(text, ", more than the memory budget of ");
    print_bytes((double)env->budget->memory, text);
    offer->can = false;
    plan->over_budget = true;
    offer->reason = print_keep(arena, text);
    return offer->reason ? ST_OK : ST_NO_MEMORY;
}

static enum status turn_down(struct env *env, struct plan *plan, struct offered *offered, struct arena *arena)
{
    struct offer *offer = &offered->offer;
    if (!offer->can) return ST_OK;
    if (!plan_allows(env, offered->solver)) {
        offer->can = false;
        offer->reason = "another solver was asked for";
        return ST_OK;
    }
    uint64_t least_bytes;
    if (offer->least && estimate_too_many(env, offer->least, &least_bytes)) {
        struct text text = {0};
        text_add(&text, "it meets at least %" PRIu64 " positions, which take ", offer->least);
        print_bytes((double)least_bytes, &text);
        return refuse_memory(env, plan, offer, &text, arena);
    }
    if (offer->rough || offer->bytes < 1 ||
        budget_fits(env->budget, offer->bytes < 1e18 ? (uint64_t)offer->bytes : UINT64_MAX) == ST_OK)
        return ST_OK;
    struct text text = {0};
    text_puts(&text, "it needs about ");
    print_bytes(offer->bytes, &text);
    return refuse_memory(env, plan, offer, &text, arena);
}

enum status plan_make(struct env *env, const struct question *q, struct arena *arena, struct plan *plan)
{
    *plan = (struct plan){.chosen = PLAN_NOBODY, .plugin = -1};
    plan->offers = arena_array(arena, solver_count + 1, sizeof *plan->offers);
    plan->solvers = arena_array(arena, solver_count + 1, sizeof *plan->solvers);
    if (!plan->offers || !plan->solvers) return ST_NO_MEMORY;
    for (size_t i = 0; i < solver_count; i++) {
        struct offered *o = &plan->offers[plan->count];
        plan->solvers[plan->count++] = solvers[i];
        *o = (struct offered){.solver = solvers[i]->name, .kind = solvers[i]->kind};
        solvers[i]->offer(env, q, arena, &o->offer);
    }
    struct offered *o = &plan->offers[plan->count];
    *o = (struct offered){.kind = "closed form"};
    enum status st = offer_plugin(env, q, arena, &o->offer, &plan->plugin);
    if (st == ST_OK && plan->plugin >= 0) {
        o->solver = host_info(env->plugins, (size_t)plan->plugin)->name;
        plan->count++;
    }
    for (size_t i = 0; st == ST_OK && i < plan->count; i++) st = turn_down(env, plan, &plan->offers[i], arena);
    choose(plan);
    return st;
}

static int asked_game(const struct question *q)
{
    if (q->quantity == Q_VALUES && q->count) return q->components[0].game;
    return q->quantity == Q_OUTCOMES && q->count && q->positions[0].count ? q->positions[0].components[0].game
                                                                          : q->game;
}

static const char *asked_name(const struct env *env, const struct question *q)
{
    int game = asked_game(q);
    return game >= 0 ? env->model->games[game].name : "this position";
}

/* What was turned down, with its numbers. Somebody else may have tried and found no answer. */
static enum status say_too_much(struct env *env, const struct question *q, const struct plan *plan)
{
    struct text text = {0};
    for (size_t i = 0; i < plan->count; i++) {
        const struct offer *o = &plan->offers[i].offer;
        if (o->reason && strstr(o->reason, "more than the memory budget"))
            text_add(&text, "%s%s: %s", text.length ? "; " : "", plan->offers[i].solver, o->reason);
    }
    diag(env->diags, D_TOO_MUCH, (struct span){0}, asked_name(env, q), text_c(&text));
    bool failed = text.failed;
    text_free(&text);
    return failed ? ST_NO_MEMORY : ST_MEMORY_BUDGET;
}

/* ---- running --------------------------------------------------------------------------------------------------------- */
static enum status run_plugin_values(struct env *env, const struct question *q, struct arena *arena,
                                     struct result *result)
{
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; i < q->count; i++) {
        struct component one = q->components[i];
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

static enum status run_plugin_outcomes(struct env *env, const struct question *q, struct arena *arena,
                                       struct result *result)
{
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    if (!result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; i < q->count; i++) {
        enum status st = ST_OK;
        struct arena_mark mark = arena_mark(arena);
        if (q->positions[i].count == 0) result->outcomes[i] = q->play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
        else st = host_outcome(env, &q->positions[i], q->play, q->mover, arena, &result->outcomes[i]);
        arena_rewind(arena, mark);
        if (st == ST_OK && i % 4096 == 4095) st = budget_check(env->budget);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static enum status run_chosen(struct env *env, const struct question *q, const struct plan *plan, struct arena *arena,
                              struct result *result)
{
    const struct solver *solver = plan->solvers[plan->chosen];
    if (solver) return solver->run(env, q, arena, result);
    const struct plugin_info *info = host_info(env->plugins, (size_t)plan->plugin);
    result->claim = info->claim;
    result->source = info->source;
    return q->quantity == Q_VALUES ? run_plugin_values(env, q, arena, result)
                                   : run_plugin_outcomes(env, q, arena, result);
}

enum status plan_answer(struct env *env, const struct question *q, struct plan *plan, struct arena *arena,
                        struct result *result)
{
    while (plan->chosen != PLAN_NOBODY) {
        *result = (struct result){0};
        enum status st = run_chosen(env, q, plan, arena, result);
        if (st != ST_UNSUPPORTED) return st;
        struct offer *failed = &plan->offers[plan->chosen].offer, later = {0};
        const struct solver *solver = plan->solvers[plan->chosen];
        if (solver) solver->offer(env, q, arena, &later); /* it may know why by now */
        failed->can = false;
        failed->reason = later.reason && !later.can ? later.reason : "it found that it has no answer for this position";
        choose(plan);
    }
    return plan->over_budget ? say_too_much(env, q, plan) : ST_UNSUPPORTED;
}

/* ---- refusing -------------------------------------------------------------------------------------------------------- */
static void note_offers(struct env *env, const struct plan *plan, bool names_only)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct offered *o = &plan->offers[i];
        if (names_only) diag_note(env->diags, (struct span){0}, "%s: %s", o->solver, o->kind);
        else if (o->offer.reason) diag_note(env->diags, (struct span){0}, "%s: %s", o->solver, o->offer.reason);
    }
}

static enum status refuse_named(struct env *env, const struct question *q, const struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        if (strcmp(plan->offers[i].solver, env->only_solver) == 0) {
            const char *reason = plan->offers[i].offer.reason;
            diag(env->diags, D_SOLVER_CANNOT, (struct span){0}, env->only_solver,
                 reason ? reason : "it gives no reason");
            return plan->over_budget ? ST_MEMORY_BUDGET : ST_UNSUPPORTED;
        }
    for (size_t p = 0; env->plugins && p < host_count(env->plugins); p++)
        if (strcmp(host_info(env->plugins, p)->name, env->only_solver) == 0) {
            diag(env->diags, D_SOLVER_CANNOT, (struct span){0}, env->only_solver,
                 q->quantity == Q_PERIOD ? "plugins answer for positions only" : "its reference rule is not this rule");
            return ST_UNSUPPORTED;
        }
    diag(env->diags, D_SOLVER_UNKNOWN, (struct span){0}, env->only_solver);
    note_offers(env, plan, true);
    return ST_USAGE;
}

enum status plan_refuse(struct env *env, const struct question *q, const struct plan *plan)
{
    if (env->only_solver) return refuse_named(env, q, plan);
    if (plan->over_budget) return ST_MEMORY_BUDGET;
    int game = asked_game(q);
    const char *name = asked_name(env, q);
    diag(env->diags, D_NO_SOLVER, game >= 0 ? env->model->games[game].span : (struct span){0}, name);
    note_offers(env, plan, false);
    return ST_UNSUPPORTED;
}
