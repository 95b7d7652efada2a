/* SPDX-License-Identifier: MIT */
/* As a shell of POSIX takes it: nothing is special between single quotes but these. */
#include "answer/lists/claim_replay.h"
#include <inttypes.h>
#include <string.h>
#include "play/options/print.h"

static bool as_written(const struct param *p, const struct param_value *v)
{
    if (p->kind != PARAM_SET) return p->value == v->value;
    bool same = p->set_count == v->set_count;
    for (size_t i = 0; same && i < v->set_count; i++) same = p->set[i] == v->set[i];
    return same;
}

static void add_set(const struct env *env, size_t i, struct text *text)
{
    const struct param_value *v = &env->params[i];
    bool set = env->model->params[i].kind == PARAM_SET;
    text_puts(text, set ? " --set '" : " --set ");
    param_name_print(env->model, i, text);
    if (env->model->params[i].kind == PARAM_BOOL) text_add(text, "=%s", v->value ? "true" : "false");
    else if (!set) text_add(text, "=%" PRId64, v->value);
    for (size_t k = 0; set && k < v->set_count; k++) text_add(text, "%s%" PRId64, k ? "," : "={", v->set[k]);
    if (set) text_puts(text, v->set_count ? "}'" : "={}'");
}

const char *claim_replay(const struct env *env, const char *position, int mover, struct arena *arena)
{
    struct text text = {0};
    if (strchr(position, '\'')) return NULL;
    text_add(&text, "'%s'", position);
    if (mover) text_add(&text, " --mover %d", mover);
    for (size_t i = 0; i < env->model->param_count; i++)
        if (!as_written(&env->model->params[i], &env->params[i])) add_set(env, i, &text);
    return print_keep(arena, &text);
}
