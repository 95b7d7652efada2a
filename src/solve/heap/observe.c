/* SPDX-License-Identifier: MIT */
/* A sequence is made longer and looked at again, so that a budget leaves a partial result. */
#include "solve/heap/observe.h"
#include "play/options/store.h"
#include "solve/heap/periodic.h"
#include "solve/heap/tables.h"

enum { FIRST_LOOK = 1024, OBSERVE_LOOKS = 1 << 20 };
#define OBSERVE_HEAPS (1u << 20)

/* Heaps 0..last by the rule, observed in steps, so that a budget leaves a partial result; stops after about `work`
 * steps. */
static enum status observe_rule(struct env *env, int game, uint64_t last, uint64_t work, struct period *period)
{
    const struct game_memory *memory = store_game(env->store, game);
    uint64_t before = vm_work(env->vm);
    enum status st = ST_OK;
    for (uint64_t to = FIRST_LOOK; st == ST_OK; to += to / 4) {
        int64_t high = (int64_t)(to < last ? to : last);
        st = tables_cover(env, game, &high);
        if (st == ST_OK && (uint64_t)high < last && vm_work(env->vm) - before < work) continue;
        uint64_t count = memory->filled < last ? memory->filled : last + 1;
        enum status looked = period_observe(memory->table.values, count, period);
        return looked != ST_OK ? looked : st;
    }
    return st;
}

/* Without `last` the work is bounded, because options may differ in cost: as it is counted between two steps and, if
 * heaps suddenly cost much more, as budget_check counts it (budget.h). */
static enum status observe_default(struct env *env, int game, struct period *period)
{
    struct env_view view;
    struct terms terms = env->terms;
    terms.looks = OBSERVE_LOOKS;
    env_view_open(&view, env, &terms);
    view.env.keep = NULL; /* how far it goes must not depend on files */
    enum status st = observe_rule(&view.env, game, OBSERVE_HEAPS, SEARCH_WORK, period);
    bool ended = st == ST_STATE_BUDGET && view.budget.looks_used > OBSERVE_LOOKS;
    env_view_close(&view);
    return ended ? ST_OK : st;
}

enum status period_by_family(struct env *env, int game, struct periodic *p, uint64_t last, struct period *period)
{
    enum status st = last ? periodic_reach(env, game, p, last, UINT64_MAX)
                          : periodic_reach(env, game, p, periodic_limit(&p->family), SEARCH_WORK);
    *period = p->period;
    if (period->found) return st;
    if (st == ST_OK && p->family.set_count) return period_by_rule(env, game, last, period); /* it goes further */
    const struct game_memory *memory = store_game(env->store, game);
    uint64_t count = last && last < memory->sequence_count ? last + 1 : memory->sequence_count;
    enum status looked = period_observe_view(value_view(&memory->sequence), count, period);
    return looked != ST_OK ? looked : st;
}

enum status period_by_rule(struct env *env, int game, uint64_t last, struct period *period)
{
    return last ? observe_rule(env, game, last, UINT64_MAX, period) : observe_default(env, game, period);
}
