/* SPDX-License-Identifier: MIT */
/* Each stage passes what it cannot decide to the next as a smaller list. */
#include "plan/outcomes.h"
#include <string.h>
#include "plan/apart.h"
#include "play/options/canonical.h"
#include "play/options/store.h"
#include "solve/search/estimate.h"

struct batch {
    struct env *env;
    const struct position *positions;
    const struct ask *asked;
    enum outcome *outcomes;
    uint64_t *remoteness;
    struct used *used;
    bool told;       /* if no solver answers, the reason is reported */
    bool tries;      /* nothing is reported; values are, afterwards */
    size_t *waiting; /* indices of the positions not decided yet */
    size_t waiting_count;
};

/* ---- the positions that wait, in one ask -------------------------------------------------------------------------- */
static enum status ask_waiting(const struct batch *b, struct arena *arena, struct ask *ask)
{
    struct position *positions = arena_array(arena, b->waiting_count, sizeof *positions);
    if (!positions) return ST_NO_MEMORY;
    for (size_t i = 0; i < b->waiting_count; i++) positions[i] = b->positions[b->waiting[i]];
    ask->positions = positions;
    ask->count = b->waiting_count;
    return ST_OK;
}

/* Runs the plan of such an ask; then nothing waits. `last`: no stage follows. */
static enum status run_waiting(struct batch *b, struct env *env, struct plan *plan, struct arena *arena, bool last)
{
    struct result result = {0};
    enum status st = last ? plan_run(env, plan, arena, &result) : plan_run_else(env, plan, arena, &result);
    if (st != ST_OK) return st;
    for (size_t i = 0; i < b->waiting_count; i++) {
        b->outcomes[b->waiting[i]] = result.outcomes[i];
        if (b->remoteness) b->remoteness[b->waiting[i]] = result.remoteness ? result.remoteness[i] : UINT64_MAX;
    }
    b->waiting_count = 0;
    return used_grounds(b->used, &result, &env->store->settings_arena);
}

/* ---- one stage: plugins ------------------------------------------------------------------------------------------ */
/* Has each of its components a plugin? */
static bool all_closed(const struct env *env, const struct position *position)
{
    bool all = position->count > 0;
    for (size_t i = 0; all && i < position->count; i++) all = plan_solver_at(env, &position->components[i]) != NULL;
    return all;
}

enum status outcome_by_plugins(struct env *env, const struct position *position, enum play play, int mover,
                               enum outcome *outcome, struct used *used)
{
    struct ask ask = {.what = Q_OUTCOME, .play = play, .mover = mover, .positions = position, .count = 1};
    struct result result = {0};
    struct arena arena = {0};
    struct plan *plan;
    struct position parts;
    enum status st = apart_position(env, position, &arena, &parts, NULL);
    if (st == ST_OK) ask.positions = &parts;
    if (st == ST_OK) st = all_closed(env, ask.positions) ? plan_closed(env, &ask, &arena, &plan) : ST_UNSUPPORTED;
    if (st == ST_OK) st = plan_run(env, plan, &arena, &result);
    if (st == ST_OK) *outcome = result.outcomes[0];
    if (st == ST_OK) st = used_grounds(used, &result, &env->store->settings_arena);
    arena_free(&arena);
    return st == ST_TOO_LARGE ? ST_UNSUPPORTED : st;
}

/* Positions with first components of one game in one ask, which may leave some of them out. */
static enum status ask_together(struct batch *b, const size_t *which, size_t count, struct arena *arena)
{
    struct ask ask = {
        .what = Q_OUTCOME, .play = b->asked->play, .mover = b->asked->mover, .count = count, .some = true};
    struct position *positions = arena_array(arena, count, sizeof *positions);
    struct plan *plan;
    struct result result = {0};
    if (!positions) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) positions[i] = b->positions[which[i]];
    ask.positions = positions;
    enum status st = plan_closed(b->env, &ask, arena, &plan);
    if (st == ST_OK) st = plan_run(b->env, plan, arena, &result);
    for (size_t i = 0; st == ST_OK && i < count; i++) b->outcomes[which[i]] = result.outcomes[i];
    if (st == ST_UNSUPPORTED || st == ST_TOO_LARGE) return ST_OK;
    return st == ST_OK ? used_grounds(b->used, &result, &b->env->store->settings_arena) : st;
}

/* Those of the positions that begin with the game of the first: asked, and taken off the list. */
static enum status ask_first_game(struct batch *b, size_t *which, size_t *count)
{
    int game = component_rule(&b->positions[which[0]].components[0]);
    struct arena arena = {0};
    size_t same = 0, others = 0;
    size_t *mine = arena_array(&arena, *count, sizeof *mine);
    if (!mine) return ST_NO_MEMORY;
    for (size_t i = 0; i < *count; i++) {
        const struct position *p = &b->positions[which[i]];
        if (component_rule(&p->components[0]) != game) which[others++] = which[i];
        else if (all_closed(b->env, p)) mine[same++] = which[i];
    }
    *count = others;
    enum status st = same ? ask_together(b, mine, same, &arena) : ST_OK;
    arena_free(&arena);
    return st;
}

/* Those that plugins have decided are taken off the list; in misere play sums may still stand on the pairs of plugins. */
static enum status take_decided(struct batch *b)
{
    size_t left = 0;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < b->waiting_count; i++) {
        size_t at = b->waiting[i];
        const struct position *p = &b->positions[at];
        if (b->outcomes[at] != OUTCOME_UNKNOWN) continue;
        st = p->count > 1 && b->asked->play == PLAY_MISERE
                 ? outcome_by_plugins(b->env, p, b->asked->play, b->asked->mover, &b->outcomes[at], b->used)
                 : ST_UNSUPPORTED;
        if (st == ST_UNSUPPORTED) b->waiting[left++] = at, st = ST_OK;
        if (st == ST_OK && i % 4096 == 4095) st = budget_check(b->env->budget);
    }
    if (st == ST_OK) b->waiting_count = left;
    return st;
}

static enum status stage_plugins(struct batch *b)
{
    size_t count = b->waiting_count, *which = mem_alloc_raw((count + 1) * sizeof *which);
    enum status st = which ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; which && i < count; i++) which[i] = b->waiting[i];
    while (st == ST_OK && count) st = ask_first_game(b, which, &count);
    mem_free(which, which ? (b->waiting_count + 1) * sizeof *which : 0);
    return st == ST_OK ? take_decided(b) : st;
}

/* ---- one stage: a box of outcomes -------------------------------------------------------------------------------- */
/* Is it a search before a box that the best one fills as well? */
static bool tries_first(const struct plan *plan, const struct plan *best)
{
    return plan->chosen->by == &solver_try && best && plan->chosen->parts[1]->chosen->by == best->chosen->by;
}

enum status outcomes_cheapest_box(struct env *env, const struct ask *ask, struct arena *arena, struct plan **best)
{
    static const struct solver *const fillers[] = {&solver_lines, &solver_dynamic, &solver_vectors, &solver_table,
                                                   &solver_try,   &solver_ranked,  &solver_fields,  &solver_opening};
    struct planner planner = {.env = env, .arena = arena, .status = plan_open(env)};
    *best = NULL;
    for (size_t i = 0; planner.status == ST_OK && i < sizeof fillers / sizeof *fillers; i++) {
        double least = *best ? (*best)->chosen->cost.seconds : 1e30;
        if (fillers[i] == &solver_try && least < TRY_OUTCOME_SECONDS) continue;
        struct plan *plan = planner_by(&planner, ask, fillers[i]);
        if (!plan || !plan->chosen) continue;
        if (plan->chosen->cost.seconds < least || tries_first(plan, *best)) *best = plan;
    }
    return planner.status;
}

/* Is a solver that needs a period the only way to the value that takes less than the box? It may look for one in vain. */
static bool hangs_on_period(const struct plan *values, const struct plan *box)
{
    bool alone = values->chosen && strcmp(values->chosen->by->kind, "periodic") == 0;
    for (size_t i = 0; alone && i < values->count; i++) {
        const struct way *way = &values->ways[i];
        alone = way == values->chosen || !way->can || way->cost.seconds > box->chosen->cost.seconds;
    }
    return alone;
}

/* Runs that solver and no other; the values that it finds are kept. */
static enum status look_for_period(struct env *env, const struct plan *values, struct arena *arena, bool *found)
{
    struct result result = {0};
    struct plan *alone;
    enum status st = plan_by(env, values->ask, values->chosen->by, arena, &alone);
    if (st == ST_OK) st = plan_run_else(env, alone, arena, &result);
    *found = st == ST_OK;
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

enum status outcomes_by_boxes(struct env *env, const struct ask *ask, struct arena *arena, struct plan **plan)
{
    const struct position *first = &ask->positions[0];
    struct plan *box, *values;
    struct ask *value = arena_alloc(arena, sizeof *value);
    *plan = NULL;
    if (!value) return ST_NO_MEMORY;
    enum status st = outcomes_cheapest_box(env, ask, arena, &box);
    if (st != ST_OK || !box) return st;
    *value = (struct ask){.what = Q_VALUE, .components = first->components, .count = first->count, .yields = true};
    value->below = box->chosen->cost.seconds;
    st = plan_make(env, value, arena, &values);
    if (st != ST_OK) return st;
    bool cheaper = values->chosen && values->chosen->cost.seconds <= box->chosen->cost.seconds, found = cheaper;
    if (cheaper && hangs_on_period(values, box)) st = look_for_period(env, values, arena, &found);
    if (st == ST_OK && !found) *plan = box;
    return st;
}

static enum status stage_boxes(struct batch *b)
{
    struct arena arena = {0};
    struct plan *plan = NULL;
    struct ask ask = {.what = Q_OUTCOME};
    enum status st = ask_waiting(b, &arena, &ask);
    if (st == ST_OK) st = outcomes_by_boxes(b->env, &ask, &arena, &plan);
    if (st == ST_OK && plan) st = run_waiting(b, b->env, plan, &arena, false);
    arena_free(&arena);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* ---- one stage: is the value 0? ------------------------------------------------------------------------------------ */
/* Calls of budget_check, about a millisecond each, for a search before a table: some, and a part of the table's cost. */
#define SETS_TRY_SECONDS 0.05
#define SETS_TRY_MOST 20.0
#define SETS_TRY_LEAST 30.0
#define SETS_TRY_LOOKS 200.0
enum { SETS_MOST = 256, SEARCH_OPTIONS = 1 << 16 }; /* fewer options are all looked at (search_nimbers.c) */

static bool all_by_sets(const struct plan *plan)
{
    const struct way *way = plan->chosen;
    if (!way || plan_leaves_out(way->by)) return way;
    bool all = way->by == &solver_sum && way->part_count;
    for (size_t p = 0; all && p < way->part_count; p++) all = all_by_sets(way->parts[p]);
    return all;
}

/* How long a search may take before a table of numbered states that costs so much: 0, not at all. A search that leaves out options meets
 * few of the positions that a table fills (a bite wins at once), or nearly all. */
static uint64_t looks_before(const struct plan *plan)
{
    const struct way *way = plan->chosen;
    if (!way || way->cost.seconds < SETS_TRY_SECONDS) return 0;
    if (way->by == &solver_try && way->part_count == 2) way = way->parts[1]->chosen;
    double seconds = way->cost.seconds < SETS_TRY_MOST ? way->cost.seconds : SETS_TRY_MOST;
    return way->by == &solver_ranked ? (uint64_t)(SETS_TRY_LEAST + SETS_TRY_LOOKS * seconds) : 0;
}

/* Are the values of its parts known, so that nothing needs a plan? */
static enum status is_known(struct env *env, const struct component *component, bool *known)
{
    struct sums parts = {0};
    uint64_t value;
    enum status st = canonical_push(env, component, &parts);
    *known = st == ST_OK;
    for (size_t i = 0; i < parts.items.count && *known; i++) {
        struct component part = sums_item(&parts, i);
        *known = store_value(env->store, &part, &value);
    }
    sums_free(&parts);
    return st;
}

enum status outcomes_by_sets(struct env *env, const struct component *components, size_t count, bool *by_sets,
                             uint64_t *looks)
{
    struct arena arena = {0};
    struct plan *plan;
    struct ask ask = {.what = Q_VALUE, .components = components, .count = count, .yields = true};
    *by_sets = false;
    *looks = 0;
    bool large = false, known;
    enum status st = ST_OK;
    for (size_t i = 0; i < count && st == ST_OK; i++) {
        if (plan_solver_at(env, &components[i])) return ST_OK;
        if (large || estimate_value(env, &components[i]).options < SEARCH_OPTIONS) continue;
        st = is_known(env, &components[i], &known);
        large = !known;
    }
    if (st == ST_OK && large) st = plan_make(env, &ask, &arena, &plan);
    if (st == ST_OK && large) *by_sets = all_by_sets(plan);
    if (st == ST_OK && large && !*by_sets) *by_sets = (*looks = looks_before(plan)) > 0;
    arena_free(&arena);
    return st;
}

enum status outcomes_plan_sets(struct env *env, const struct ask *ask, struct arena *arena, struct plan **plan)
{
    enum status st = plan_by(env, ask, &solver_nimbers, arena, plan);
    return st == ST_OK && !(*plan)->chosen ? plan_by(env, ask, &solver_dfpn, arena, plan) : st; /* if it is named */
}

enum status outcomes_run_within(struct env *env, struct plan *plan, uint64_t looks, struct arena *arena,
                                struct result *result)
{
    struct env_view view;
    struct terms terms = env->terms;
    terms.looks = looks;
    env_view_open(&view, env, &terms);
    enum status st = plan_run_else(&view.env, plan, arena, result);
    env_view_close(&view);
    if (st != ST_STATE_BUDGET || !looks) return st;
    st = budget_check(env->budget);
    return st == ST_OK ? ST_UNSUPPORTED : st;
}

/* The positions that wait, by searches of up to so many looks (0: to their end); if that is not enough, they wait on. */
static enum status run_sets(struct batch *b, struct plan *plan, uint64_t looks, struct arena *arena)
{
    struct env_view view;
    struct terms terms = b->env->terms;
    terms.looks = looks;
    env_view_open(&view, b->env, &terms);
    enum status st = run_waiting(b, &view.env, plan, arena, false);
    env_view_close(&view);
    return st == ST_STATE_BUDGET && looks ? budget_check(b->env->budget) : st;
}

/* The first position stands for all of them. */
static enum status stage_sets(struct batch *b)
{
    const struct position *first = &b->positions[b->waiting[0]];
    struct arena arena = {0};
    struct plan *plan;
    struct ask ask = {.what = Q_OUTCOME};
    uint64_t looks = 0;
    bool by_sets = b->waiting_count <= SETS_MOST && !first->big;
    enum status st = by_sets ? outcomes_by_sets(b->env, first->components, first->count, &by_sets, &looks) : ST_OK;
    by_sets &= !looks || b->waiting_count == 1; /* all of a table serves many positions */
    if (st == ST_OK && by_sets) st = ask_waiting(b, &arena, &ask);
    for (size_t i = 0; st == ST_OK && by_sets && i < ask.count; i++)
        for (size_t j = 0; by_sets && j < ask.positions[i].count; j++)
            by_sets = !ask.positions[i].big && !plan_solver_at(b->env, &ask.positions[i].components[j]);
    if (st == ST_OK && by_sets) st = outcomes_plan_sets(b->env, &ask, &arena, &plan);
    if (st == ST_OK && by_sets) st = run_sets(b, plan, looks, &arena);
    arena_free(&arena);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* ---- one stage: SG values ---------------------------------------------------------------------------------------- */
/* refused NULL: that they need too much memory is reported. */
static enum status stage_values(struct batch *b, bool *refused)
{
    VEC(struct component) components = {0};
    enum status st = ST_OK;
    bool big = false;
    for (size_t i = 0; st == ST_OK && i < b->waiting_count; i++) {
        const struct position *p = &b->positions[b->waiting[i]];
        big |= p->big != NULL;
        for (size_t j = 0; st == ST_OK && j < p->count; j++)
            if (!vec_push(&components, p->components[j])) st = ST_NO_MEMORY;
    }
    uint64_t *values = st == ST_OK ? mem_alloc_raw((components.count + 1) * sizeof *values) : NULL;
    if (!values) st = ST_NO_MEMORY;
    else if (big) st = ST_TOO_LARGE;
    else if (refused) st = values_or_none(b->env, components.data, components.count, values, b->used, refused);
    else st = values_of(b->env, components.data, components.count, values, b->used);
    size_t at = 0;
    for (size_t i = 0; st == ST_OK && i < b->waiting_count; i++) {
        uint64_t sum = 0;
        for (size_t j = 0; j < b->positions[b->waiting[i]].count; j++) sum ^= values[at++];
        b->outcomes[b->waiting[i]] = sum ? OUTCOME_N : OUTCOME_P;
    }
    mem_free(values, values ? (components.count + 1) * sizeof *values : 0);
    vec_free(&components);
    if (st == ST_OK) b->waiting_count = 0;
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* ---- the last stage: the planner --------------------------------------------------------------------------------- */
static enum status stage_plan(struct batch *b, struct env *env)
{
    struct arena arena = {0};
    struct plan *plan;
    struct ask q = *b->asked;
    q.what = Q_OUTCOME;
    q.yields = b->tries;
    enum status st = ask_waiting(b, &arena, &q);
    for (size_t i = 0; st == ST_OK && i < q.count; i++)
        if (q.positions[i].big) st = ST_TOO_LARGE;
    if (st == ST_OK) st = plan_make(env, &q, &arena, &plan);
    if (st == ST_OK) st = run_waiting(b, env, plan, &arena, true);
    if (st == ST_UNSUPPORTED && b->told && !b->tries) st = plan_refuse(env, plan);
    arena_free(&arena);
    return st;
}

/* A clause that preserves values need not preserve the length of play, so remoteness is searched without such
 * clauses. */
static bool equal_only(const struct env *env)
{
    for (size_t g = 0; g < env->model->game_count; g++)
        if (store_game(env->store, (int)g)->clause == CLAUSE_EQUAL) return true;
    return false;
}

static enum status stage_search(struct batch *b)
{
    struct env *env = b->env;
    struct env_view view;
    struct terms terms = env->terms;
    terms.plain |= b->asked->remoteness && equal_only(env);
    if (terms.plain == env->terms.plain) return stage_plan(b, env);
    env_view_open(&view, env, &terms);
    enum status st = stage_plan(b, &view.env);
    env_view_close(&view);
    return st;
}

/* SG values need more memory than there is, but a search for outcomes stops at the first option that wins. */
static enum status stage_try(struct batch *b)
{
    struct env *env = b->env;
    struct env_view view;
    struct terms terms = env->terms;
    terms.looks = OUTCOMES_TRY;
    env_view_open(&view, env, &terms);
    b->tries = true;
    enum status st = stage_plan(b, &view.env);
    b->tries = false;
    env_view_close(&view);
    if (st != ST_UNSUPPORTED && st != ST_STATE_BUDGET) return st;
    st = budget_check(env->budget);
    return st == ST_OK ? stage_values(b, NULL) : st;
}

/* Without the empty sums, which the convention decides. */
static void wait_for_all(struct batch *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        b->outcomes[i] = OUTCOME_UNKNOWN;
        if (b->positions[i].count) b->waiting[b->waiting_count++] = i;
        else b->outcomes[i] = b->asked->play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
        if (b->positions[i].count == 0 && b->remoteness) b->remoteness[i] = 0;
    }
}

static enum status answer_parts(struct batch *b, size_t count)
{
    const struct ask *asked = b->asked;
    b->waiting = mem_alloc_raw((count + 1) * sizeof *b->waiting);
    if (!b->waiting) return ST_NO_MEMORY;
    enum status st = plan_open(b->env);
    wait_for_all(b, count);
    if (st == ST_OK && b->env->store->recognised && !asked->remoteness) st = stage_plugins(b);
    bool refused = false, by_values = asked->play == PLAY_NORMAL && !asked->mover && !asked->remoteness;
    if (st == ST_OK && b->waiting_count && by_values) st = stage_boxes(b);
    if (st == ST_OK && b->waiting_count && by_values) st = stage_sets(b);
    if (st == ST_OK && b->waiting_count && by_values) st = stage_values(b, b->env->terms.only ? NULL : &refused);
    if (st == ST_OK && b->waiting_count) st = refused ? stage_try(b) : stage_search(b);
    mem_free(b->waiting, (count + 1) * sizeof *b->waiting);
    return st;
}

/* States that are sums are taken apart first. */
static enum status answer(struct batch *b, size_t count)
{
    struct arena arena = {0};
    struct position *parts = arena_array(&arena, count, sizeof *parts);
    enum status st = parts ? plan_open(b->env) : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++)
        st = apart_position(b->env, &b->positions[i], &arena, &parts[i], NULL);
    b->positions = parts;
    if (st == ST_OK) st = answer_parts(b, count);
    arena_free(&arena);
    return st;
}

enum status outcomes_of(struct env *env, const struct position *positions, size_t count, const struct ask *asked,
                        enum outcome *outcomes, uint64_t *remoteness, struct used *used)
{
    struct batch b = {env, positions, asked, outcomes, remoteness, used, false, false, NULL, 0};
    return answer(&b, count);
}

enum status outcomes_told(struct env *env, const struct position *positions, size_t count, const struct ask *asked,
                          enum outcome *outcomes)
{
    struct batch b = {env, positions, asked, outcomes, NULL, NULL, true, false, NULL, 0};
    return answer(&b, count);
}
