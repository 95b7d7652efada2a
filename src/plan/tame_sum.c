/* SPDX-License-Identifier: MIT */
/* Misère play of sums of games that plugins call tame, by the tame rule (tame.h): the player to move loses exactly
 * if all components are swaps and the xor X of their SG values is 1, or not all are and X is 0 (Conway 1976).
 * Tameness is the claim of the plugins, which the gate checks against search before it admits a pair. */
#include "plan/groups.h"
#include "plan/misere.h"

/* Slightly more than a closed form of the whole position (plugin/ask/solver.c), and less than any search. */
#define RULE_SECONDS 2e-8

static const struct plugin_info *tame_plugin(const struct env *env, const struct component *component)
{
    int plugin = host_plugin(env, component);
    const struct plugin_info *info = plugin >= 0 ? host_info(env->plugins, (size_t)plugin) : NULL;
    return info && info->usable && info->tame && plan_allows(env, info->name) ? info : NULL;
}

/* No reason is given if some component has no plugin, or if there are no sums. */
static bool concerns(const struct env *env, const struct ask *q)
{
    bool sums = false;
    if (q->what != Q_OUTCOME || q->play != PLAY_MISERE || q->remoteness) return false;
    for (size_t i = 0; i < q->count; i++) {
        sums |= q->positions[i].count > 1;
        for (size_t c = 0; c < q->positions[i].count; c++)
            if (!tame_plugin(env, &q->positions[i].components[c])) return false;
    }
    return sums;
}

static enum status group_all(struct planner *planner, const struct ask *q, struct groups *groups)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        const struct position *p = &q->positions[i];
        for (size_t c = 0; st == ST_OK && c < p->count; c++)
            st = groups_add(groups, planner->arena, true, &p->components[c], p->big ? p->big[c] : NULL, i);
    }
    return st;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    (void)self;
    if (!concerns(env, way->ask)) return;
    struct groups *groups = way->kept = arena_alloc(planner->arena, sizeof *groups);
    planner->status = groups ? group_all(planner, way->ask, groups) : ST_NO_MEMORY;
    if (planner->status != ST_OK) return;
    way->parts = arena_array(planner->arena, groups->count + 1, sizeof *way->parts);
    if (!way->parts) planner->status = ST_NO_MEMORY;
    way->cost.seconds = RULE_SECONDS;
    way->can = true;
    way->because = "value and swap of each component, by the plugins that call their games tame";
    for (size_t g = 0; planner->status == ST_OK && g < groups->count; g++) {
        struct plan *plan = planner_add(planner, way, group_ask(&groups->items[g], Q_PAIR, planner->arena));
        if (!plan) return;
        if (plan->chosen) continue;
        way->can = false;
        way->because = "a component has no closed form for its value and its outcome";
    }
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    const struct groups *groups = way->kept;
    struct tame_sum *sums = arena_array(arena, q->count + 1, sizeof *sums);
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    enum status st = sums && result->outcomes ? ST_OK : ST_NO_MEMORY;
    for (size_t g = 0; st == ST_OK && g < groups->count; g++) {
        const struct group *group = &groups->items[g];
        struct result part;
        st = plan_run(env, way->parts[g], arena, &part);
        for (size_t k = 0; st == ST_OK && k < group->count; k++)
            st = misere_add(&sums[group->owner[k]], &part.pairs[k], arena);
        if (st == ST_OK) st = grounds_merge(&part, arena, result);
    }
    for (size_t i = 0; st == ST_OK && i < q->count; i++)
        result->outcomes[i] = q->positions[i].count ? tame_outcome(&sums[i]) : OUTCOME_N;
    if (st != ST_OK) return st == ST_TOO_LARGE ? ST_UNSUPPORTED : st;
    struct grounds rule = {
        "tame sum", "closed form",
        "a loss if every component is a swap and the xor is 1, or some component is not and the xor is 0; "
        "their plugins claim that all are tame",
        "Conway 1976", NULL};
    return grounds_push(rule, arena, result);
}

const struct solver solver_tame_sum = {
    .name = "tame sum",
    .kind = "closed form",
    .summary = "outcomes of sums in misere play from the closed forms of games that plugins call tame",
    .trust = TRUST_CLAIMED,
    .stands_on_others = true,
    .any_size = true,
    .offer = offer,
    .run = run,
};
