/* SPDX-License-Identifier: MIT */
/* Opening, changing the parameters, closing. */
#include "plan/open_env.h"
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"

/* The parameters are copied, so that a sweep may change them without affecting the caller's. */
static enum status copy_params(struct env *env, const struct param_value *params)
{
    struct param_value *own = arena_array(&env->store->settings_arena, env->model->param_count + 1, sizeof *own);
    if (!own) return ST_NO_MEMORY;
    for (size_t i = 0; i < env->model->param_count; i++) {
        own[i] = params[i];
        if (!params[i].set_count) continue;
        int64_t *set = arena_array(&env->store->settings_arena, params[i].set_count, sizeof *set);
        if (!set) return ST_NO_MEMORY;
        memcpy(set, params[i].set, params[i].set_count * sizeof *set);
        own[i].set = set;
    }
    env->params = own;
    return ST_OK;
}

enum status env_open(const struct model *model, struct code *code, const struct env_options *options, struct env **out)
{
    struct env *env = mem_alloc(sizeof *env);
    *out = NULL;
    if (!env) return ST_NO_MEMORY;
    *env = (struct env){.model = model,
                        .code = code,
                        .script = options->script,
                        .budget = options->budget,
                        .diags = options->diags,
                        .plugins = options->plugins,
                        .keep = options->keep,
                        .gate = options->gate,
                        .terms = {.only = options->only_solver,
                                  .plain = options->plain,
                                  .whole = options->whole,
                                  .restated = options->restated,
                                  .settled = options->settled,
                                  .native = options->native},
                        .seed = 1,
                        .sources = options->sources};
    enum status st = store_open(model, env->budget, &env->store);
    if (st == ST_OK) env->store->plain = options->plain;
    if (st == ST_OK) env->traits = &env->store->traits;
    if (st == ST_OK) st = copy_params(env, options->params);
    if (st == ST_OK) st = traits_movers(model, env->params, &env->store->traits);
    if (st == ST_OK) st = vm_open(code, env->params, env->script, env->budget, env->diags, &env->vm);
    if (st == ST_OK) *out = env;
    else env_close(env);
    return st;
}

enum status env_set_params(struct env *env, const struct param_value *params)
{
    struct arena old = env->store->settings_arena;
    env->store->settings_arena = (struct arena){0};
    if (copy_params(env, params) != ST_OK) {
        arena_free(&env->store->settings_arena);
        env->store->settings_arena = old;
        return ST_NO_MEMORY;
    }
    env->store->recognised = NULL;
    arena_free(&old); /* not earlier: `params` may be allocated there */
    store_clear(env->store);
    vm_set_params(env->vm, env->params);
    return traits_movers(env->model, env->params, &env->store->traits);
}

void env_close(struct env *env)
{
    if (!env) return;
    if (env->vm) vm_close(env->vm);
    if (env->store) arena_free(&env->store->settings_arena);
    store_close(env->store);
    mem_free(env, sizeof *env);
}
