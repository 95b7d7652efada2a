/* SPDX-License-Identifier: MIT */
/* What is known without values of all options: an outcome by a strategy, and whether its value is worth a search besides. */
#include "answer/value/private.h"
#include "answer/value/query_strategy.h"
#include "answer/value/position_check.h"
#include "plan/outcomes.h"
#include "solve/search/estimate.h"

#define AFFORDABLE_SECONDS 2.0

/* What a search would take for the values of options that images of moves leave out: where a plan rests on them, if only
 * for the turned board of another, its own cost is nothing. */
static double left_out(const struct env *env, const struct plan *plan)
{
    const struct way *way = plan->chosen;
    double seconds = 0;
    for (size_t i = 0; way && way->by == &solver_pairing && i < way->ask->count; i++)
        seconds += estimate_component(env, &way->ask->components[i]).options * 2e-7;
    for (size_t i = 0; way && i < way->part_count; i++) seconds += left_out(env, way->parts[i]);
    return seconds;
}

enum status query_affordable(struct query *q, bool *may)
{
    struct ask question = {.what = Q_VALUE, .components = q->position->components, .count = 1, .options = q->every};
    double seconds = 0, positions = 0;
    *may = false;
    if (q->big) {
        q->answer->sg_reason = "no closed form is known and the position is too large for search";
        return ST_OK;
    }
    for (size_t c = 0; c < q->position->count; c++) {
        struct plan *plan;
        question.components = &q->position->components[c];
        enum status st = plan_make(q->env, &question, q->arena, &plan);
        if (st != ST_OK) return st;
        if (!plan->chosen) {
            q->answer->sg_reason = plan->over_budget
                                       ? "no closed form is known and search needs more memory than the budget allows"
                                       : "no solver gives SG values for this rule";
            return ST_OK;
        }
        struct estimate about = estimate_component(q->env, question.components);
        seconds += plan->chosen->cost.seconds + left_out(q->env, plan);
        positions += about.positions;
    }
    *may = seconds <= AFFORDABLE_SECONDS || query_only_sg(q->wanted);
    if (!*may)
        q->answer->sg_reason = arena_printf(q->arena,
                                            "no closed form is known and search would need about %.2g positions "
                                            "(--ask sg insists)",
                                            positions);
    return *may || q->answer->sg_reason ? ST_OK : ST_NO_MEMORY;
}

static const struct solver *const strategies[] = {&solver_pairing, &solver_stealing};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

enum { LARGE = 1000000000 }; /* positions */

bool query_is_large(const struct query *q)
{
    double positions = 0;
    for (size_t c = 0; c < q->position->count; c++)
        positions += estimate_positions(q->env, &q->position->components[c]);
    return positions > LARGE;
}

static bool has_run(const struct plan *plan, const struct solver *const *which, size_t count)
{
    bool ran = false;
    const struct way *way = plan ? plan->chosen : NULL;
    for (size_t i = 0; way && i < count; i++) ran |= way->ran && way->by == which[i];
    for (size_t i = 0; way && way->ran && !ran && i < way->part_count; i++) ran = has_run(way->parts[i], which, count);
    return ran;
}

bool query_used_strategy(const struct query *q) { return has_run(q->plan, strategies, STRATEGIES); }

bool query_may_last(const struct query *q)
{
    static const struct solver *const searches[] = {&solver_wholesum};
    bool searched = !q->valued && !q->by_strategy && !q->plugin_outcome && has_run(q->plan, searches, 1);
    bool insists = q->wanted->wins && !q->wanted->sg; /* --ask wins */
    return searched && !insists && query_is_large(q);
}

static bool may_have_one(const struct query *q)
{
    bool allowed = false;
    for (size_t i = 0; i < STRATEGIES; i++) allowed |= plan_allows(q->env, strategies[i]->name);
    return allowed && q->position->count > 0 && !q->big && !q->plugin_outcome && !query_only_sg(q->wanted);
}

/* Its outcome, as a strategy has it. */
static enum status ask_strategy(struct query *q, const struct solver *strategy, bool *done)
{
    struct ask *ask = arena_alloc(q->arena, sizeof *ask);
    struct result result = {0};
    struct plan *plan;
    if (!ask) return ST_NO_MEMORY;
    *ask = query_ask(q, Q_OUTCOME);
    ask->positions = q->position;
    enum status st = plan_by(q->env, ask, strategy, q->arena, &plan);
    if (st == ST_OK) st = plan->chosen ? plan_run(q->env, plan, q->arena, &result) : ST_UNSUPPORTED;
    if (st != ST_OK) return st == ST_UNSUPPORTED ? ST_OK : st;
    *done = q->by_strategy = true;
    q->plan = plan;
    q->answer->outcome = result.outcomes[0];
    if (q->answer->outcome == OUTCOME_P) q->answer->has_sg = true, q->answer->sg = "0", q->answer->sg_reason = NULL;
    return used_grounds(&q->used, &result, q->arena);
}

static enum status is_offered(struct query *q, const struct solver *strategy, bool *offered)
{
    struct plan *plan;
    struct ask ask = query_ask(q, Q_OUTCOME);
    struct arena_mark mark = arena_mark(q->arena);
    ask.positions = q->position;
    enum status st = plan_by(q->env, &ask, strategy, q->arena, &plan);
    *offered = st == ST_OK && plan->chosen;
    arena_rewind(q->arena, mark);
    return st;
}

/* Nobody wants the value, and a box of outcomes takes no longer than a value that is found without a strategy may. */
static enum status is_boxed(struct query *q, bool *boxed)
{
    struct ask ask = query_ask(q, Q_OUTCOME);
    struct plan *box;
    struct arena_mark mark = arena_mark(q->arena);
    if (q->wanted->sg) return ST_OK;
    enum status st = outcomes_cheapest_box(q->env, &ask, q->arena, &box);
    *boxed = st == ST_OK && box && box->chosen->cost.seconds <= AFFORDABLE_SECONDS;
    arena_rewind(q->arena, mark);
    return st;
}

enum status query_strategy(struct query *q, bool *done)
{
    bool may = false;
    enum status st = ST_OK;
    if (!may_have_one(q)) return ST_OK;
    bool any = false; /* would one of them be asked at all? */
    for (size_t i = 0; st == ST_OK && i < STRATEGIES && !any; i++) st = is_offered(q, strategies[i], &any);
    if (st == ST_OK && any && !q->env->terms.only) st = is_boxed(q, &may);
    if (st == ST_OK && any && !may && !q->env->terms.only) st = query_affordable(q, &may);
    for (size_t i = 0; st == ST_OK && any && i < STRATEGIES && !may && !*done; i++)
        st = ask_strategy(q, strategies[i], done);
    if (!*done) q->answer->sg_reason = NULL;
    return st;
}
