/* SPDX-License-Identifier: MIT */
/* Why no solver answers, from the ways of a plan. */
#include <string.h>
#include "plan/plan.h"

static void note_ways(struct env *env, const struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->ways[i].because)
            diag_note(env->diags, (struct span){0}, "%s: %s", plan->ways[i].by->name, plan->ways[i].because);
}

enum status plan_check_name(const struct host *plugins, const char *only, struct diags *diags)
{
    bool known = false;
    for (size_t i = 0; i < solver_count; i++) known |= strcmp(solvers[i]->name, only) == 0;
    for (size_t p = 0; plugins && p < host_count(plugins); p++) known |= strcmp(host_info(plugins, p)->name, only) == 0;
    if (known) return ST_OK;
    diag(diags, D_SOLVER_UNKNOWN, (struct span){0}, only);
    for (size_t i = 0; i < solver_count; i++)
        if (!solvers[i]->stands_on_others)
            diag_note(diags, (struct span){0}, "%s: %s", solvers[i]->name, solvers[i]->kind);
    return ST_USAGE;
}

/* Only a difference that is found shows that the rule is another one; a rule that is not recognised may still be the same. */
static enum status refuse_plugin(struct env *env, const struct ask *ask, const char *name)
{
    const struct component *first = ask->components  ? ask->components
                                    : ask->positions ? ask->positions[0].components
                                                     : NULL;
    struct arena arena = {0};
    const char *line = NULL;
    enum status st = first && first->game >= 0 ? host_nearest(env, first->game, name, &arena, &line) : ST_OK;
    if (st == ST_OK)
        diag(env->diags, D_SOLVER_CANNOT, (struct span){0}, name,
             line ? "its reference rule is not this rule" : "it is not proved that its reference rule is this rule");
    if (st == ST_OK && line) diag_note(env->diags, (struct span){0}, "the rules differ: %s", line);
    arena_free(&arena);
    return st == ST_OK ? ST_UNSUPPORTED : st;
}

/* The way of the solver that is named, to this question or to a part of it that nobody answers; NULL: none is, or it has no way. */
static const struct way *named_way(const struct env *env, const struct plan *plan)
{
    const struct way *way = NULL;
    for (size_t i = 0; env->terms.only && i < plan->count; i++)
        if (strcmp(plan->ways[i].by->name, env->terms.only) == 0) return &plan->ways[i];
    for (size_t i = 0; env->terms.only && i < plan->count; i++)
        for (size_t k = 0; !way && k < plan->ways[i].part_count; k++)
            if (!plan->ways[i].parts[k]->chosen) way = named_way(env, plan->ways[i].parts[k]);
    return way;
}

bool plan_lacks(const struct env *env, const struct plan *plan)
{
    const struct way *way = named_way(env, plan);
    return way && way->lacks != ST_OK;
}

void plan_note_before(const struct env *env, const struct plan *plan, const struct plan *before)
{
    const struct way *now = named_way(env, plan), *then = named_way(env, before);
    if (now && then && now->because && then->because && strcmp(now->because, then->because) != 0)
        diag_note(env->diags, (struct span){0}, "asked for the SG value it said: %s", then->because);
}

static enum status refuse_named(struct env *env, const struct plan *plan)
{
    const char *only = env->terms.only;
    const struct way *way = named_way(env, plan);
    if (way) {
        diag(env->diags, D_SOLVER_CANNOT, (struct span){0}, only, way->because ? way->because : "it gives no reason");
        if (way->lacks != ST_OK) return way->lacks;
        return plan->over_budget ? ST_MEMORY_BUDGET : ST_UNSUPPORTED;
    }
    for (size_t p = 0; env->plugins && p < host_count(env->plugins); p++)
        if (strcmp(host_info(env->plugins, p)->name, only) == 0) {
            const char *problem = host_info(env->plugins, p)->problem; /* of a plugin that is not used */
            if (!problem && plan->ask->what != Q_PERIOD) return refuse_plugin(env, plan->ask, only);
            diag(env->diags, D_SOLVER_CANNOT, (struct span){0}, only,
                 problem ? problem : "plugins answer for positions only");
            return ST_UNSUPPORTED;
        }
    for (size_t i = 0; i < solver_count; i++)
        if (strcmp(solvers[i]->name, only) == 0) {
            diag(env->diags, D_SOLVER_CANNOT, (struct span){0}, only,
                 solvers[i]->stands_on_others ? "it only combines answers of other solvers; name one of those"
                                              : "it does not answer questions of this kind");
            return ST_UNSUPPORTED;
        }
    return plan_check_name(env->plugins, only, env->diags);
}

enum status plan_refuse(struct env *env, const struct plan *plan)
{
    const struct ask *q = plan->ask;
    if (env->terms.only) return refuse_named(env, plan);
    if (plan->over_budget) return q->yields ? plan_too_much(env, plan) : ST_MEMORY_BUDGET;
    int game = plan_asked_game(q);
    const char *name = plan_asked_name(env, q);
    diag(env->diags, D_NO_SOLVER, game >= 0 ? env->model->games[game].span : (struct span){0}, name);
    note_ways(env, plan);
    return ST_UNSUPPORTED;
}
