/* SPDX-License-Identifier: MIT */
/* The question of `cgi period`, and the report if no solver finds one. */
#include "answer/answer.h"
#include "plan/periods/period_find.h"
#include "plan/plan.h"
#include "play/options/store.h"
#include "solve/heap/tables.h"

static bool two_numbers(const struct game *game)
{
    return game->field_count == 2 && game->fields[0].kind == FIELD_NAT && game->fields[1].kind == FIELD_NAT;
}

static const char *no_period(const struct env *env, int game)
{
    const char *reason;
    if (env->model->misere) return "in misere play there are no SG values";
    if (!tables_possible(env, game, &reason)) return reason;
    if (env->traits->games[game].one_heap) return NULL;
    if (two_numbers(&env->model->games[game]))
        return "it has two numbers, and one of them must be held for a row, as `3 _` or `_ 3` after the file does";
    return "only heaps have a period, and its state is not one natural number without a condition";
}

enum status find_period(struct env *env, int game, uint64_t last, struct arena *arena, struct period *period,
                        const char **solver)
{
    struct ask q = {.what = Q_PERIOD, .game = game, .last = last};
    struct plan *plan;
    *period = (struct period){0};
    *solver = NULL;
    enum status st = env->model->misere ? ST_UNSUPPORTED : period_find(env, game, last, arena, period, solver);
    if (st != ST_UNSUPPORTED) return st;
    const char *reason = no_period(env, game);
    if (reason && !env->terms.only) {
        diag(env->diags, D_NO_PERIOD, env->model->games[game].span, env->model->games[game].name, reason);
        return ST_UNSUPPORTED;
    }
    st = plan_make(env, &q, arena, &plan);
    return st == ST_OK ? plan_refuse(env, plan) : st;
}
