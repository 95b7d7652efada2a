/* The question of `cgi period`: who may answer is found by period_find; --solver is looked at here. */
#include "runtime/audit.h"
#include "runtime/period.h"
#include "runtime/planner.h"
#include "runtime/store.h"

enum status find_period(struct env *env, int game, uint64_t last, struct arena *arena, struct period *period,
                        const char **solver)
{
    *period = (struct period){0};
    *solver = NULL;
    struct question q = {.quantity = Q_PERIOD, .game = game, .last = last};
    if (!env->store->facts.games[game].one_heap) {
        struct plan plan;
        enum status st = plan_make(env, &q, arena, &plan);
        return st == ST_OK ? plan_refuse(env, &q, &plan) : st;
    }
    enum status st = audit_rules(env);
    return st == ST_OK ? period_find(env, game, last, arena, period, solver) : st;
}
