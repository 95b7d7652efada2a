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
#include "base/mem.h"
#include "plan/groups.h"
#include "plan/plan.h"
#include "plan/restated/other_rule.h"
#include "play/options/store.h"
#include "play/options/traits.h"
#include "proof/boxes/boxes.h"

enum { HEAPS_MOST = 8 };

struct heap_rule {
    int game;
    bool below; /* the invariant says no more than that the number is at most so much */
    bool fails; /* it failed when it was run */
    struct other_rule as;
};
struct heap_rules {
    struct heap_rule *items[HEAPS_MOST];
    size_t count;
};
static void forget(void *kept)
{
    struct heap_rules *all = kept;
    while (all->count) {
        struct heap_rule *r = all->items[--all->count];
        other_rule_close(&r->as);
        mem_free(r, sizeof *r);
    }
}
static const struct tenant tenant = {.name = "unlimited", .size = sizeof(struct heap_rules), .forget = forget};

/* ---- the rule ------------------------------------------------------------------------------------------------------- */
/* Do both premises hold, and does the invariant say no more than how large a heap is? */
static enum status look(const struct env *env, struct heap_rule *r, bool *fine)
{
    struct boxes b;
    enum status st = boxes_open(env->model, r->game, env->params, &b);
    *fine = st == ST_OK && boxes_keeps(&b);
    r->below = *fine && boxes_only_below(&b);
    boxes_done(&b);
    if (st != ST_OK || !*fine) return st;
    st = boxes_open(&r->as.model, r->game, env->params, &b);
    *fine = st == ST_OK && boxes_shrinks(&b);
    boxes_done(&b);
    return st;
}

static enum status write_rule(const struct env *env, struct heap_rule *r)
{
    bool fine = true;
    const struct model *without = model_without_invariant(env->model, r->game, &r->as.arena);
    if (!without) return ST_NO_MEMORY;
    r->as.model = *without;
    struct game *to = &r->as.model.games[r->game];
    for (size_t m = 0; m < to->move_count && fine; m++) fine = other_rule_leads_to(to->moves[m].result, r->game);
    other_rule_plain(&r->as, r->game);
    to->solve_plugin = NULL;
    to->start_count = 0;
    to->kept = false;
    to->measure = other_rule_measure(&to->measure);
    enum status st = fine ? look(env, r, &fine) : ST_OK;
    to->shrinking = fine;
    return st == ST_OK && fine ? other_rule_open(env, env->terms.restated + 1, false, &r->as) : st;
}

/* *out NULL: the game has no such rule. */
static enum status rule_of(const struct env *env, int game, struct heap_rule **out)
{
    struct heap_rules *all = store_room(env, &tenant);
    *out = NULL;
    if (!all) return ST_NO_MEMORY;
    for (size_t i = 0; i < all->count && !*out; i++)
        if (all->items[i]->game == game) *out = all->items[i];
    if (!*out && all->count < HEAPS_MOST) {
        struct heap_rule *r = *out = mem_alloc(sizeof *r);
        if (!r) return ST_NO_MEMORY;
        r->game = game;
        all->items[all->count++] = r;
        enum status st = write_rule(env, r);
        if (st != ST_OK) return st;
    }
    if (*out && (!(*out)->as.env || (*out)->fails)) *out = NULL;
    if (*out) (*out)->as.budget = budget_within(env->budget, 0, 0);
    return ST_OK;
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
        const struct component last = {r->game, 1, &top};
        *fine = false;
        return r->below && q->box->extent[0] > 0 ? vm_legal(env->vm, &last, fine) : ST_OK;
    }
    *fine = !ask_is_big(q) && (!q->components || are_heaps(q->components, q->count, r->game));
    for (size_t i = 0; i < q->count && q->positions && *fine; i++)
        *fine = are_heaps(q->positions[i].components, q->positions[i].count, r->game);
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

/* Searches are left to the rule as it is written. */
static bool is_search(const struct solver *by)
{
    return by == &solver_hashed || by == &solver_nimbers || by == &solver_dfpn;
}

static enum status plan_there(struct env *env, const struct ask *q, struct arena *arena, struct heap_ask *kept)
{
    bool fine;
    enum status st = suits(env, kept->rule, q, &fine);
    if (st != ST_OK || !fine) return st == ST_NO_MEMORY ? st : ST_OK;
    struct ask *other = other_ask(q, same, NULL, arena);
    if (!other) return ST_NO_MEMORY;
    st = plan_make(kept->rule->as.env, other, arena, &kept->plan);
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
    if (!kept->plan || !kept->plan->chosen || is_search(kept->plan->chosen->by)) return;
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
    other_rule_begin(env, &kept->rule->as);
    enum status st = plan_run_else(kept->rule->as.env, kept->plan, arena, &part);
    kept->rule->fails = st == ST_RULE_FAILED || st == ST_INVALID || st == ST_USAGE;
    if (kept->rule->fails) return ST_UNSUPPORTED;
    if (st != ST_OK) return st;
    return grounds_take(&part, item, arena, result);
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
