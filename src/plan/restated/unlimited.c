/* SPDX-License-Identifier: MIT */
/* A heap whose rule has an invariant, as the heap without it: what is known of heaps (codes, sets of takes, periods, lines) is known of
 * rules that say nothing but what a move is.
 *
 *     game officers(n) where n <= 1000000 { move .. }         asked about officers(500000):
 *     game officers(n) { move .. }                            about officers(500000), by its code
 *
 * Premises (proof/boxes): every move keeps the invariant, and without it no option has a greater number.
 * Theorem. Positions that the invariant allows have the same values and outcomes in both rules, under either convention. Proof. No move
 * asks for the invariant, so the options of an allowed position are the same in both, and all their components are allowed. By
 * induction over play, which ends from there in the one rule and so in the other. []
 * Of positions that it excludes nothing is said: the rule may fail there, or play go on for ever, and then another way answers. All of
 * a box are allowed if its greatest number is, where the invariant says no more than that the number is at most so much. */
#include <string.h>
#include "plan/groups.h"
#include "plan/plan.h"
#include "plan/restated/other_rule.h"
#include "play/options/traits.h"
#include "proof/boxes/boxes.h"

struct heap_rule {
    struct written_rule rule;
    bool below; /* the invariant says no more than that the number is at most so much */
};
static const struct tenant tenant = {
    .name = "unlimited", .size = sizeof(struct written_rules), .forget = written_rules_forget};

/* ---- the rule ------------------------------------------------------------------------------------------------------- */
/* Do both premises hold, and does the invariant say no more than how large a heap is? */
static enum status look(const struct env *env, struct heap_rule *r, bool *fine)
{
    struct boxes b;
    enum status st = boxes_open(env->model, r->rule.game, env->params, &b);
    *fine = st == ST_OK && boxes_keeps(&b);
    r->below = *fine && boxes_only_below(&b);
    boxes_done(&b);
    if (st != ST_OK || !*fine) return st;
    st = boxes_open(&r->rule.as.model, r->rule.game, env->params, &b);
    *fine = st == ST_OK && boxes_shrinks(&b);
    boxes_done(&b);
    return st;
}

static enum status write_rule(const struct env *env, struct written_rule *rule)
{
    struct heap_rule *r = (struct heap_rule *)rule;
    bool fine = true;
    const struct model *without = model_without_invariant(env->model, r->rule.game, &r->rule.as.arena);
    if (!without) return ST_NO_MEMORY;
    r->rule.as.model = *without;
    struct game *to = &r->rule.as.model.games[r->rule.game];
    for (size_t m = 0; m < to->move_count && fine; m++) fine = other_rule_leads_to(to->moves[m].result, r->rule.game);
    other_rule_plain(&r->rule.as, r->rule.game);
    to->solve_plugin = NULL;
    to->start_count = 0;
    to->kept = false;
    to->measure = other_rule_measure(&to->measure);
    enum status st = fine ? look(env, r, &fine) : ST_OK;
    to->shrinking = fine;
    return st == ST_OK && fine ? other_rule_open(env, env->terms.restated + 1, false, &r->rule.as) : st;
}

/* *out NULL: the game has no such rule. */
static enum status rule_of(const struct env *env, int game, struct heap_rule **out)
{
    struct written_rule *r;
    enum status st = written_rule_of(env, &tenant, game, sizeof **out, write_rule, &r);
    *out = (struct heap_rule *)r;
    return st;
}

/* ---- the other question --------------------------------------------------------------------------------------------- */
static bool is_heap(const struct env *env, int game)
{
    const struct game *g = &env->model->games[game];
    const struct game_traits *t = &env->traits->games[game];
    bool heap = g->kind == GAME_RULES && g->field_count == 1 && g->fields[0].kind == FIELD_NAT && g->invariant;
    return heap && !t->mover && !t->loopy && !t->folded && !t->coins && !t->graph;
}

/* The game that is asked about; -1: another question. */
static int asked_game(const struct ask *q)
{
    if (q->what == Q_BOX) return q->game;
    if ((q->what != Q_VALUE && q->what != Q_OUTCOME) || !q->count || q->closed || q->mover || q->heap) return -1;
    if (q->components) return q->components[0].game;
    return q->positions && q->positions[0].count ? q->positions[0].components[0].game : -1;
}

static bool are_heaps(const struct component *c, size_t count, int game)
{
    bool all = true;
    for (size_t i = 0; i < count && all; i++) all = c[i].game == game;
    return all;
}

/* Is all that is asked about of this game, and allowed? Positions are. */
static enum status suits(struct env *env, const struct heap_rule *r, const struct ask *q, bool *fine)
{
    if (q->what == Q_BOX) {
        int64_t top = q->box->low[0] + q->box->extent[0] - 1;
        const struct component last = {r->rule.game, 1, &top};
        *fine = false;
        return r->below && q->box->extent[0] > 0 ? vm_legal(env->vm, &last, fine) : ST_OK;
    }
    *fine = !ask_is_big(q) && (!q->components || are_heaps(q->components, q->count, r->rule.game));
    for (size_t i = 0; i < q->count && q->positions && *fine; i++)
        *fine = are_heaps(q->positions[i].components, q->positions[i].count, r->rule.game);
    return ST_OK;
}

static bool same(void *context, const struct component *from, struct arena *arena, struct component *to)
{
    (void)context;
    (void)arena;
    *to = *from;
    return true;
}

/* ---- the solver ------------------------------------------------------------------------------------------------------- */
struct heap_ask {
    struct heap_rule *rule;
    struct plan *plan;
};

static enum status plan_there(struct env *env, const struct ask *q, struct arena *arena, struct heap_ask *kept)
{
    bool fine;
    enum status st = suits(env, kept->rule, q, &fine);
    if (st != ST_OK || !fine) return st == ST_NO_MEMORY ? st : ST_OK;
    struct ask *other = other_ask(q, same, NULL, arena);
    if (!other) return ST_NO_MEMORY;
    st = plan_make(kept->rule->rule.as.env, other, arena, &kept->plan);
    if (st != ST_OK) kept->plan = NULL;
    return st == ST_NO_MEMORY ? st : ST_OK;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    struct heap_ask *kept = way->kept = arena_alloc(planner->arena, sizeof *kept);
    int game = asked_game(way->ask);
    if (!kept) planner->status = ST_NO_MEMORY;
    if (!kept || game < 0 || env->terms.restated >= RESTATED_MOST || !is_heap(env, game)) return;
    *kept = (struct heap_ask){0};
    if (env->terms.only && strcmp(env->terms.only, self->name) != 0) return;
    if (planner_answers(planner, way, PLANNER_QUICK)) return;
    enum status st = rule_of(env, game, &kept->rule);
    if (st == ST_OK && kept->rule) st = plan_there(planner->env, way->ask, planner->arena, kept);
    if (st != ST_OK) planner->status = st;
    if (!kept->plan || !kept->plan->chosen || other_rule_searches(kept->plan->chosen->by)) return;
    way->because = other_rule_words("without its invariant", kept->plan, planner->arena);
    way->cost = kept->plan->chosen->cost;
    way->can = way->because != NULL;
    if (!way->can) planner->status = ST_NO_MEMORY;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    struct heap_ask *kept = way->kept;
    struct result part = {0};
    const struct grounds item = {.name = "unlimited",
                                 .kind = "proof",
                                 .claim = "moves keep the invariant, so they are those without it",
                                 .source = ""};
    enum status st = written_rule_run(env, &kept->rule->rule, kept->plan, arena, &part);
    return st == ST_OK ? grounds_take(&part, item, arena, result) : st;
}

const struct solver solver_unlimited = {
    .name = "unlimited",
    .kind = "proof",
    .summary = "heaps whose moves keep an invariant, as heaps without it",
    .trust = TRUST_PROVED,
    .stands_on_others = true,
    .beyond = true,
    .offer = offer,
    .run = run,
};
