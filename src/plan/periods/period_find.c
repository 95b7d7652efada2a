/* SPDX-License-Identifier: MIT */
/* A single ask; a solver that proves a period is cheaper than one that observes one. */
#include "plan/periods/period_find.h"
#include "plan/periods/mixed.h"
#include "solve/heap/tables.h"

static enum status of_mixed(struct env *env, int game, uint64_t last, int above, struct arena *arena,
                            struct period *period, const char **solver)
{
    struct mixed m;
    enum status st = mixed_find(env, game, last, above, arena, &m);
    *period = m.period;
    *solver = m.solver;
    return st;
}

enum status period_find(struct env *env, int game, uint64_t last, struct arena *arena, struct period *period,
                        const char **solver)
{
    return period_from(env, game, last, 0, arena, period, solver);
}

enum status period_from(struct env *env, int game, uint64_t last, int above, struct arena *arena, struct period *period,
                        const char **solver)
{
    struct ask *ask = arena_alloc(arena, sizeof *ask);
    struct result result = {0};
    struct plan *plan;
    const char *ignored;
    *period = (struct period){0};
    *solver = NULL;
    if (!ask) return ST_NO_MEMORY;
    if (last > UINT32_MAX - 2) last = UINT32_MAX - 2;
    *ask = (struct ask){.what = Q_PERIOD, .game = game, .last = last};
    enum status st = plan_make(env, ask, arena, &plan);
    if (st != ST_OK) return st;
    if (!plan->chosen && !plan->over_budget && !tables_possible(env, game, &ignored) && !env->terms.only &&
        !env->model->misere)
        return of_mixed(env, game, last, above, arena, period, solver);
    st = plan_run(env, plan, arena, &result);
    *period = result.period;
    if (plan->chosen) *solver = plan->chosen->by->name;
    return st;
}
