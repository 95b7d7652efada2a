/* SPDX-License-Identifier: MIT */
/* The settings of a sweep in their order. What is known of one is taken as if it had been run. */
#include "answer/lists/private.h"
#include <inttypes.h>
#include <string.h>
#include "answer/lists/claim_forever.h"
#include "plan/open_env.h"
#include "play/options/print.h"

enum status claim_open_sweep(struct check_trial *t)
{
    const struct check *c = t->check;
    enum status st = ST_OK;
    t->params = arena_array(t->arena, t->env->model->param_count + 1, sizeof *t->params);
    if (!t->params) return ST_NO_MEMORY;
    for (size_t i = 0; i < t->env->model->param_count; i++) {
        t->params[i] = t->env->params[i];
        if (!t->params[i].set_count) continue;
        int64_t *set = arena_array(t->arena, t->params[i].set_count, sizeof *set);
        if (!set) return ST_NO_MEMORY;
        memcpy(set, t->params[i].set, t->params[i].set_count * sizeof *set);
        t->params[i].set = set;
    }
    for (size_t i = 0; st == ST_OK && c->sweep && i < c->gen_count; i++) {
        if (c->sweep[i] < 0) continue;
        if (t->sweeps == MODEL_MAX_FIELDS) return ST_UNSUPPORTED;
        t->gen[t->sweeps] = i;
        st = vm_sweep_values(t->env->vm, t->number, i, t->arena, &t->values[t->sweeps], &t->count[t->sweeps]);
        t->sweeps++;
    }
    return st;
}

static bool next_setting(struct check_trial *t)
{
    for (size_t i = t->sweeps; i-- > 0;) {
        if (++t->at[i] < t->count[i]) return true;
        t->at[i] = 0;
    }
    return false;
}

static enum status name_setting(struct check_trial *t)
{
    struct text text = {0};
    for (size_t i = 0; i < t->sweeps; i++)
        text_add(&text, "%s%s = %" PRId64, i ? ", " : "", t->check->gens[t->gen[i]].name, t->values[i][t->at[i]]);
    const char *setting = print_keep(t->arena, &text);
    if (!setting) return ST_NO_MEMORY;
    if (!t->tried->counterexample || strstr(t->tried->counterexample, setting)) return ST_OK;
    t->tried->counterexample = arena_printf(t->arena, "%s; %s", setting, t->tried->counterexample);
    return t->tried->counterexample ? ST_OK : ST_NO_MEMORY;
}

/* At the setting at hand. */
static enum status run_here(struct check_trial *t, bool *holds)
{
    const char *theorem;
    int64_t low;
    for (size_t i = 0; i < t->sweeps; i++) t->params[t->check->sweep[t->gen[i]]].value = t->values[i][t->at[i]];
    enum status st = env_set_params(t->env, t->params);
    struct arena_mark mark = arena_mark(t->arena);
    if (st == ST_OK) st = claim_run_setting(t, holds);
    if (st == ST_OK && *holds && t->forever) t->forever = claim_forever(t->env, t->check, t->arena, &theorem, &low);
    if (st == ST_OK && !*holds) return name_setting(t);
    arena_rewind(t->arena, mark);
    return st;
}

static bool is_known(struct check_trial *t, uint64_t setting, uint64_t count)
{
    struct tried_setting s;
    if (!t->known || !t->known->passed(t->known->context, setting, count, &s)) return false;
    t->cases += s.cases;
    t->asker.asked += s.asked;
    t->forever &= s.forever;
    for (size_t i = 0; i < t->env->model->game_count; i++) t->asker.games[i] |= s.games[i];
    return true;
}

static struct param_value *own_params(struct check_trial *t)
{
    size_t count = t->env->model->param_count;
    struct param_value *own = arena_array(t->arena, count + 1, sizeof *own);
    if (own) memcpy(own, t->params, count * sizeof *own);
    return own;
}

/* The number of settings; 0: a parameter has no value. */
static uint64_t count_settings(const struct check_trial *t)
{
    uint64_t count = 1;
    for (size_t i = 0; i < t->sweeps; i++) {
        if (t->count[i] == 0) return 0;
        count = count > UINT64_MAX / t->count[i] ? UINT64_MAX : count * t->count[i];
    }
    return count;
}

enum status claim_run_sweep(struct check_trial *t, bool *holds)
{
    struct param_value *own = own_params(t);
    uint64_t count = count_settings(t), setting = 0;
    enum status st = ST_OK;
    if (!own) return ST_NO_MEMORY;
    if (count == 0) return ST_OK;
    t->forever = true;
    do {
        if (!is_known(t, setting++, count)) st = run_here(t, holds);
    } while (st == ST_OK && *holds && next_setting(t));
    enum status back = env_set_params(t->env, own);
    return st == ST_OK ? back : st;
}

enum status claim_try_setting(struct check_trial *t, uint64_t setting, bool *holds)
{
    enum status st = claim_open_sweep(t);
    struct param_value *own = st == ST_OK ? own_params(t) : NULL;
    if (st == ST_OK && !own) st = ST_NO_MEMORY;
    if (st != ST_OK || count_settings(t) == 0) return st;
    for (size_t i = t->sweeps; i-- > 0; setting /= t->count[i]) t->at[i] = (size_t)(setting % t->count[i]);
    t->forever = true;
    st = run_here(t, holds);
    enum status back = env_set_params(t->env, own);
    return st == ST_OK ? back : st;
}
