/* SPDX-License-Identifier: MIT */
/* A position whose options are positions of a simpler rule, to which no move leads back: by the values, or outcomes, of its options.
 *
 *     game d(n, last) { move take(t in 1..n) where (last == 0 and t < n) or t <= 2 * last -> d(n - t, t) }     d(1000, 0):
 *     mex of d(999, 1), d(998, 2), .. d(1, 999): in their rule t <= 2 * last (fields.c)
 *     game d(n, last, first) { .. where first == 1 and .. -> d(n - t, t, 0) }                                 d(1000, 0, 1)
 *     game c(n, open: bool) { move first where not open -> c(n - 1, true)  move hit(..) where open -> c(a, true) + .. }  c(1000, false)
 *
 * What holds of the first move alone (a limit that is not there yet, a flag) makes a rule one that no solver for many positions
 * reads, and that is a matter of one position. Which positions are so is seen from their shape (seen_rule.h); nothing rests on it, as
 * their options are what the rule says, and who answers for these looks at them himself. */
#include <string.h>
#include "base/mex.h"
#include "plan/groups.h"
#include "plan/plan.h"
#include "plan/restated/seen_rule.h"
#include "play/cells/sums.h"
#include "play/options/options.h"

#define SECONDS_A_POSITION 2e-7 /* that is an option */
enum { NUMBER_LEAST = 64, MANY_OPTIONS = 64, OPTIONS_MOST = 100000 };

/* Of how many components each option is the sum. */
struct option_sizes {
    size_t count, *of;
};

/* The one component that is asked about; NULL: there is none, or more than its value or outcome is wanted. */
static const struct component *asked(const struct ask *q)
{
    if (q->count != 1 || q->mover || q->remoteness || q->heap || q->closed || q->some || ask_is_big(q)) return NULL;
    if (q->what == Q_VALUE) return q->components;
    return q->what == Q_OUTCOME && q->positions[0].count == 1 ? q->positions[0].components : NULL;
}

/* With no larger number, the position is searched as soon. */
static int64_t least_number(const struct env *env) { return env->terms.only ? 0 : NUMBER_LEAST; }

static bool is_left(const struct env *env, const struct component *c, enum status *st)
{
    struct seen_shape shape;
    int64_t most = 0;
    for (uint32_t i = 0; i < c->count; i++) most = c->cells[i] > most ? c->cells[i] : most;
    if (most < least_number(env) || c->game < 0 || !seen_may_be_written(env, c->game)) return false;
    bool seen =
        seen_shape_of(&env->model->games[c->game], c, &shape); /* false where a flag is not what it is after a move */
    if (seen && !shape.left) *st = seen_shape_lower(env, c, &shape);
    return *st == ST_OK && shape.left;
}

/* Each option is a sum of positions of the game; few: there are not many of them. A rule that fails here is reported by who answers. */
static enum status list_options(struct env *env, const struct component *c, struct sums *options, bool *fine)
{
    struct env_view view;
    env_view_quiet(&view, env);
    enum status st = options_collect(&view.env, c, 0, OPTIONS_MOST, options, fine);
    bool failed = st == ST_RULE_FAILED || st == ST_INVALID || st == ST_UNSUPPORTED;
    env_view_close(&view);
    *fine = *fine && st == ST_OK && options->items.count > 0;
    for (size_t i = 0; *fine && i < options->count; i++)
        for (size_t k = 0; *fine && k < sums_size(options, i); k++)
            *fine = sums_component(options, i, k).game == c->game;
    return failed ? ST_OK : st;
}

/* The same question about all of them, of values about each of their components; option i is `of[i]` of these. NULL: memory is out. */
static struct ask *ask_of(const struct ask *q, const struct sums *options, struct option_sizes *sizes,
                          struct arena *arena)
{
    struct ask *other = arena_alloc(arena, sizeof *other);
    struct component *components = arena_array(arena, options->items.count + 1, sizeof *components);
    struct position *positions = arena_array(arena, options->count + 1, sizeof *positions);
    size_t at = 0;
    *sizes = (struct option_sizes){options->count, arena_array(arena, options->count + 1, sizeof *sizes->of)};
    if (!other || !components || !positions || !sizes->of) return NULL;
    for (size_t i = 0; i < options->count; i++) {
        sizes->of[i] = sums_size(options, i);
        positions[i] = (struct position){&components[at], sizes->of[i], NULL};
        for (size_t k = 0; k < sizes->of[i]; k++, at++) {
            struct component option = sums_component(options, i, k);
            if (!component_copy(arena, &option, &components[at])) return NULL;
        }
    }
    *other = *q;
    other->components = q->components ? components : NULL;
    other->positions = q->positions ? positions : NULL;
    other->count = q->components ? at : options->count;
    other->yields = true;
    other->options = false;
    return other;
}

/* A plan for the options by any solver, also where this one is named: it has no other way to answer. */
static struct plan *plan_of(struct planner *planner, struct way *way, const struct ask *other)
{
    struct env_view view;
    struct terms terms = planner->env->terms;
    struct plan *plan = NULL;
    if (!terms.only) return planner_add(planner, way, other);
    terms.only = NULL;
    env_view_open(&view, planner->env, &terms);
    planner->status = plan_make(&view.env, other, planner->arena, &plan);
    env_view_close(&view);
    if (plan) way->parts[way->part_count++] = plan;
    return plan;
}

static void offer_by_options(struct planner *planner, struct way *way, const struct component *c)
{
    struct sums options = {0};
    bool fine = true;
    planner->status = list_options(planner->env, c, &options, &fine);
    way->parts = arena_array(planner->arena, 1, sizeof *way->parts);
    struct option_sizes *sizes = way->kept = arena_alloc(planner->arena, sizeof *sizes);
    bool asks = planner->status == ST_OK && fine && sizes;
    struct ask *other = asks ? ask_of(way->ask, &options, sizes, planner->arena) : NULL;
    bool out = !way->parts || !sizes || (fine && !other);
    if (planner->status == ST_OK && out) planner->status = ST_NO_MEMORY;
    struct plan *plan = planner->status == ST_OK && other ? plan_of(planner, way, other) : NULL;
    bool many = options.count >= MANY_OPTIONS && options.items.count == options.count;
    bool named = planner->env->terms.only != NULL;
    const struct solver *by = plan && plan->chosen ? plan->chosen->by : NULL;
    /* few options are searched as soon with the position itself */
    if (by && (many || named || !(other_rule_searches(by) || by == &solver_wholesum || by == &solver_try))) {
        way->can = true;
        way->because = "its options, which are positions of a simpler rule";
        way->cost = plan->chosen->cost;
        way->cost.seconds += (double)options.count * SECONDS_A_POSITION;
    }
    sums_free(&options);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct component *c = asked(way->ask);
    if (!c || (env->terms.only && strcmp(env->terms.only, self->name) != 0)) return;
    if (is_left(env, c, &planner->status)) offer_by_options(planner, way, c);
}

static uint64_t value_by(const struct result *parts, const struct option_sizes *sizes, struct arena *arena)
{
    uint64_t *values = arena_array(arena, sizes->count + 1, sizeof *values);
    if (!values) return NO_VALUE;
    for (size_t i = 0, at = 0; i < sizes->count; i++) {
        values[i] = 0;
        for (size_t k = 0; k < sizes->of[i]; k++) values[i] ^= parts->values[at++];
    }
    return mex_of(values, sizes->count);
}

static enum outcome outcome_by(const struct result *options, size_t count, enum play play)
{
    bool wins = count == 0 && play == PLAY_MISERE;
    for (size_t i = 0; i < count; i++) wins |= options->outcomes[i] == OUTCOME_P;
    return wins ? OUTCOME_N : OUTCOME_P;
}

static enum status run_options(struct env *env, struct plan *plan, struct arena *arena, struct result *part)
{
    struct env_view view;
    struct terms terms = env->terms;
    if (!terms.only) return plan_run_else(env, plan, arena, part);
    terms.only = NULL;
    env_view_open(&view, env, &terms);
    enum status st = plan_run_else(&view.env, plan, arena, part);
    env_view_close(&view);
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    struct plan *plan = way->parts[0];
    struct result part = {0};
    struct grounds item = {.name = "opening",
                           .kind = "search",
                           .claim = "from its options, to none of which a move leads back",
                           .source = ""};
    enum status st = run_options(env, plan, arena, &part);
    if (st == ST_RULE_FAILED || st == ST_INVALID || st == ST_USAGE) return ST_UNSUPPORTED;
    if (st != ST_OK) return st;
    if (part.numbers) return ST_UNSUPPORTED; /* values beyond 63 bits */
    *result = (struct result){.positions = part.positions + 1};
    bool values = way->ask->what == Q_VALUE;
    result->values = values ? arena_array(arena, 1, sizeof *result->values) : NULL;
    result->outcomes = values ? NULL : arena_array(arena, 1, sizeof *result->outcomes);
    if (!result->values && !result->outcomes) return ST_NO_MEMORY;
    if (values && (*result->values = value_by(&part, way->kept, arena)) == NO_VALUE) return ST_NO_MEMORY;
    if (!values) *result->outcomes = outcome_by(&part, plan->ask->count, way->ask->play);
    st = grounds_merge(&part, arena, result);
    return st == ST_OK ? grounds_push(item, arena, result) : st;
}

const struct solver solver_opening = {
    .name = "opening",
    .kind = "search",
    .summary = "positions that no move leads back to, by their options, whose rule says less",
    .trust = TRUST_SEARCHED,
    .stands_on_others = true,
    .beyond = true,
    .offer = offer,
    .run = run,
};
