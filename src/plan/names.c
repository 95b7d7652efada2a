/* SPDX-License-Identifier: MIT */
/* What is asked about, in words, and what would take too much for it. */
#include "plan/plan.h"
#include "play/options/print.h"

const char *plan_part_name(const struct env *env, const struct ask *ask, struct arena *arena)
{
    struct text text = {0};
    struct position sum = {(struct component *)ask->components, ask->count, (const struct integer *const **)ask->big};
    position_print(env->model, ask->positions ? &ask->positions[0] : &sum, &text);
    return print_keep(arena, &text);
}

int plan_asked_game(const struct ask *q)
{
    if (q->components && q->count) return q->components[0].game;
    return q->positions && q->count && q->positions[0].count ? q->positions[0].components[0].game : q->game;
}

const char *plan_asked_name(const struct env *env, const struct ask *q)
{
    int game = plan_asked_game(q);
    return game >= 0 ? env->model->games[game].name : "this position";
}

enum status plan_too_much(struct env *env, const struct plan *plan)
{
    struct text text = {0};
    for (size_t i = 0; i < plan->count; i++) {
        const struct way *way = &plan->ways[i];
        if (way->too_large) text_add(&text, "%s%s: %s", text.length ? "; " : "", way->by->name, way->because);
    }
    diag(env->diags, D_TOO_MUCH, (struct span){0}, plan_asked_name(env, plan->ask), text_c(&text));
    bool failed = text.failed;
    text_free(&text);
    return failed ? ST_NO_MEMORY : ST_MEMORY_BUDGET;
}
