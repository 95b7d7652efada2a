/* SPDX-License-Identifier: MIT */
/* A view is a copy: changes to its environment are stored in the view itself. */
#include "play/options/env.h"
#include "play/options/store.h"

void env_view_open(struct env_view *view, const struct env *env, const struct terms *terms)
{
    *view = (struct env_view){.env = *env, .vm = *env->vm};
    bool bounded = terms->looks || terms->states;
    if (bounded) {
        view->budget = budget_within(env->budget, terms->looks, terms->states);
        view->env.budget = view->vm.budget = &view->budget;
    }
    view->env.terms = *terms;
    view->env.terms.looks = view->env.terms.states = 0; /* the budget enforces them already */
    view->env.traits = terms->alike ? &env->store->alike : &env->store->traits;
    view->env.vm = &view->vm;
}

void env_view_quiet(struct env_view *view, const struct env *env)
{
    env_view_open(view, env, &env->terms);
    view->env.diags = view->vm.diags = &view->diags;
}

void env_view_close(struct env_view *view) { diags_free(&view->diags); }
