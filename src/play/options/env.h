/* SPDX-License-Identifier: MIT */
/* The environment: what every answer about one model at one setting of its parameters needs.
 *
 *     struct env *env;
 *     st = env_open(model, code, &options, &env);                // plan/open_env.h
 *     st = values_of(env, components, count, values, NULL);
 *
 *     struct env_view view;                                      // the same on other terms, for a part of the work
 *     struct terms terms = env->terms;
 *     terms.plain = true;
 *     env_view_open(&view, env, &terms);
 *     st = outcomes_of(&view.env, ...);
 *     env_view_close(&view);
 *
 * A question is put on certain terms: who may answer, whether clauses are used, within what bounds. They are members of the
 * environment that is handed down and never change while it is answered; what is asked on other terms is asked of a view, a copy
 * that shares the store and the machine. Nothing is put back afterwards, and both may be used in turn. */
#ifndef CGI_PLAY_OPTIONS_ENV_H
#define CGI_PLAY_OPTIONS_ENV_H
#include "base/budget.h"
#include "base/diag.h"
#include "code/machine/calls.h"

struct terms {
    const char *only; /* --solver NAME: nobody else may answer; NULL: anybody */
    bool plain;       /* without `symmetric` and `canon` */
    bool alike; /* both players are known to have the same moves wherever play may go: the mover does not matter */
    uint64_t looks, states; /* of a view: bounds beside those of its environment (budget.h: budget_within); 0: none */
};

struct env {
    const struct model *model;
    const struct param_value *params;
    struct code *code; /* claims that fail have their two sides compiled into it */
    struct vm *vm;
    const struct script *script; /* NULL without Lua */
    struct budget *budget;
    struct diags *diags;
    struct store *store;         /* positions and their values, kept between questions (store.h) */
    const struct traits *traits; /* of the games, at these parameters and on these terms (traits.h) */
    struct host *plugins;        /* NULL with --no-plugins (host.h) */
    const struct gate *gate;     /* before claims are believed (plan/gate.h) */
    struct terms terms;
    uint64_t seed;                 /* for samples */
    const struct sources *sources; /* for quoting a check as it was written; NULL: it is printed from the model */
};

/* A copy of an environment on other terms. `env` must outlive it, and it must stay where it was opened. */
struct env_view {
    struct env env;
    struct vm vm;
    struct budget budget;
    struct diags diags; /* env_view_quiet: what fails in the view is reported here */
};
void env_view_open(struct env_view *view, const struct env *env, const struct terms *terms);
/* On the same terms, with diagnostics apart: for work whose failure may not count. diags_add(env->diags, &view.diags) makes it count. */
void env_view_quiet(struct env_view *view, const struct env *env);
void env_view_close(struct env_view *view);

#endif
