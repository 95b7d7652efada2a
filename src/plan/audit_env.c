/* SPDX-License-Identifier: MIT */
/* The plain environment's budget is the caller's with an additional bound on work. */
#include "plan/audit_env.h"
#include "base/mem.h"
#include "plan/open_env.h"
#include "play/options/store.h"

enum { PROBE_STATES = 300000 };

struct audit_env {
    struct env *env; /* NULL: not opened yet */
    struct budget budget;
    struct diags diags;
};

static void forget(void *kept)
{
    struct audit_env *plain = kept;
    env_close(plain->env);
    diags_free(&plain->diags);
}

static const struct tenant tenant = {"plain", sizeof(struct audit_env), true, forget};

/* The limits of the program; bounds of the current question end with it, but the plain environment does not. */
static void renew_budget(struct budget *budget, const struct budget *outer, uint64_t looks)
{
    while (outer->outer) outer = outer->outer;
    *budget = *outer;
    budget->progress = NULL;
    budget->looks = looks;
    budget->looks_used = 0;
    uint64_t states = budget->states_used + PROBE_STATES;
    if (!outer->states || states < outer->states) budget->states = states;
}

enum status audit_env_open(struct env *env, uint64_t looks, struct env **out)
{
    struct audit_env *plain = store_room(env, &tenant);
    *out = NULL;
    if (!plain) return ST_NO_MEMORY;
    renew_budget(&plain->budget, env->budget, looks);
    struct env_options options = {
        .params = env->params, .script = env->script, .plain = true, .budget = &plain->budget, .diags = &plain->diags};
    enum status st = plain->env ? ST_OK : env_open(env->model, env->code, &options, &plain->env);
    *out = plain->env;
    return st;
}

enum status audit_env_ends(struct env *env, enum status st)
{
    if (st == ST_OK || st == ST_NO_MEMORY) return st;
    return budget_check(env->budget);
}
