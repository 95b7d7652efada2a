/* SPDX-License-Identifier: MIT */
/* The checked rule as the model's own text. */
#include "play/options/keep.h"
#include <inttypes.h>
#include "base/folder.h"
#include "play/options/env.h"

enum { WRITING_PART = 20 };

/* Each time anew: it may be removed at any time. */
const char *keep_folder(struct keep *keep)
{
    if (keep->find) keep->folder = folder_own("values", &keep->found) ? text_c(&keep->found) : NULL;
    return keep->folder;
}

bool keep_possible(const struct env *env)
{
    const struct model *m = env->model;
    return env->keep && !env->budget->outer && !m->graph_count && !m->lua_function_count && !m->lua_text_count;
}

uint64_t keep_after(uint64_t time, uint64_t pause)
{
    uint64_t later;
    return __builtin_add_overflow(time, pause, &later) ? UINT64_MAX : later;
}

uint64_t keep_first(const struct keep *keep, uint64_t began) { return keep_after(began, keep->begin); }

uint64_t keep_next(const struct keep *keep, uint64_t from)
{
    uint64_t now = budget_now_ns();
    return keep_after(now, (now - from) * WRITING_PART + keep->every);
}

static void write_params(const struct env *env, struct text *out)
{
    for (size_t i = 0; i < env->model->param_count; i++) {
        const struct param_value *p = &env->params[i];
        text_add(out, "value %zu %" PRId64, i, p->value);
        for (size_t k = 0; k < p->set_count; k++) text_add(out, " %" PRId64, p->set[k]);
        text_puts(out, "\n");
    }
}

void keep_words(const struct env *env, struct text *out)
{
    struct model rule = *env->model;
    rule.check_count = 0; /* expectations do not change values */
    text_add(out, "version %s\n", env->keep->version);
    write_params(env, out);
    model_dump(&rule, out);
}
