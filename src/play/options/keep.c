/* SPDX-License-Identifier: MIT */
/* The checked rule as the model's own text. */
#include "play/options/keep.h"
#include <inttypes.h>
#include "base/folder.h"
#include "play/options/env.h"

const char *keep_folder(struct keep *keep)
{
    if (keep->find && folder_own("values", &keep->found)) keep->folder = text_c(&keep->found);
    keep->find = false;
    return keep->folder;
}

bool keep_possible(const struct env *env)
{
    const struct model *m = env->model;
    return env->keep && !env->budget->outer && !m->graph_count && !m->lua_function_count && !m->lua_text_count;
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
