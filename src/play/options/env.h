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
 * A question is asked on certain terms: which solver may answer, whether clauses are used, within which bounds. They
 * are members of the environment passed down and never change while it is answered. Questions on other terms use a
 * view, a copy that shares the store and the machine. SG values have one store: a view with another `plain` has none.
 * Nothing has to be restored afterwards, and both may be used alternately. */
#ifndef CGI_PLAY_OPTIONS_ENV_H
#define CGI_PLAY_OPTIONS_ENV_H
#include "base/budget.h"
#include "base/diag.h"
#include "code/machine/calls.h"

enum native_use {
    NATIVE_WORTH,
    NATIVE_NEVER,
    NATIVE_ALWAYS
}; /* where it saves time; not at all; before anything is filled */
struct terms {
    const char *only; /* --solver NAME: the only solver that may answer; NULL: any */
    int plugin;       /* 1 + the plugin that is asked about games that several recognise; 0: the one that fits best */
    bool plain;       /* without `symmetric` and `canon` */
    bool whole;       /* states that are sums are not taken apart (split.h) */
    bool alike;       /* both players are known to have the same moves everywhere in play: the mover does not matter */
    bool exact;       /* few and large asks: each has a plan of its own, and tables grow no further */
    int restated;     /* how often the rule was written in other numbers already (plan/restated/seen_rule.h) */
    bool settled;     /* and its fields are those that were found then: others were tried */
    bool singly;      /* the questions of a claim one at a time (answer/lists/claim_ahead.h) */
    enum native_use native; /* tables by compiled code (vm_hasten) */
    uint64_t looks, states; /* of a view: bounds within those of its environment (budget_within); 0: none */
};

struct env {
    const struct model *model;
    const struct param_value *params;
    struct code *code; /* if a claim fails, its two sides are compiled into it */
    struct vm *vm;
    const struct script *script; /* NULL without Lua */
    struct budget *budget;
    struct diags *diags;
    struct store *store;         /* positions and their values, kept between questions (store.h) */
    const struct traits *traits; /* of the games, at these parameters and on these terms (traits.h) */
    struct host *plugins;        /* NULL with --no-plugins (plugin.h) */
    struct keep *keep;           /* values of long runs in files (keep.h); NULL: nothing is kept */
    const struct gate *gate;     /* before claims are believed (plan/gate.h) */
    struct terms terms;
    uint64_t seed;                 /* for samples */
    const struct sources *sources; /* for quoting a check as written; NULL: it is printed from the model */
};

/* A copy of an environment on other terms. `env` must outlive it, and it must not be moved in memory. */
struct env_view {
    struct env env;
    struct vm vm;
    struct budget budget;
    struct diags diags; /* env_view_quiet: failures in the view are reported here */
};
void env_view_open(struct env_view *view, const struct env *env, const struct terms *terms);
/* On the same terms, with separate diagnostics: for work whose failure may not matter. If it does, call
 * diags_add(env->diags, &view.diags). */
void env_view_quiet(struct env_view *view, const struct env *env);
void env_view_close(struct env_view *view);

#endif
