/* The probe's budget is the caller's with a bound on work in it. */
#include "plan/audit_env.h"
#include "base/mem.h"
#include "answer/answer.h"
#include "play/options/store.h"

enum { PROBE_STATES = 300000 };

struct audit_env {
    struct env *env;
    struct budget budget;
    struct diags diags;
};

static void renew_budget(struct budget *budget, const struct budget *outer, uint64_t looks)
{
    *budget = *outer;
    budget->progress = NULL;
    budget->looks = looks;
    budget->looks_used = 0;
    uint64_t states = budget->states_used + PROBE_STATES;
    if (!outer->states || states < outer->states) budget->states = states;
}

enum status audit_env_open(struct env *env, uint64_t looks, struct env **out)
{
    struct audit_env *probe = env->store->probe;
    *out = NULL;
    if (probe) {
        renew_budget(&probe->budget, env->budget, looks);
        *out = probe->env;
        return ST_OK;
    }
    probe = mem_alloc(sizeof *probe);
    if (!probe) return ST_NO_MEMORY;
    renew_budget(&probe->budget, env->budget, looks);
    struct env_options options = {
        .params = env->params, .script = env->script, .budget = &probe->budget, .diags = &probe->diags};
    enum status st = env_open(env->model, env->code, &options, &probe->env);
    if (st != ST_OK) {
        diags_free(&probe->diags);
        mem_free(probe, sizeof *probe);
        return st;
    }
    probe->env->store->plain = true;
    env->store->probe = probe;
    *out = probe->env;
    return ST_OK;
}

void audit_env_close(struct audit_env *probe)
{
    if (!probe) return;
    env_close(probe->env);
    diags_free(&probe->diags);
    mem_free(probe, sizeof *probe);
}

enum status audit_env_ends(struct env *env, enum status st)
{
    if (st == ST_OK || st == ST_NO_MEMORY) return st;
    return budget_check(env->budget);
}
