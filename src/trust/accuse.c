/* SPDX-License-Identifier: MIT */
/* A plugin that is wrong once is disabled; if the rule says `solve NAME`, its author is told instead. */
#include "trust/accuse.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "plugin/plugin.h"

enum status accuse_at(struct env *env, int game, int plugin, const char *position, const char *said, const char *found)
{
    struct component any = {.game = game};
    struct match *match = host_match_by(env, &any, plugin);
    if (!match || match->refuted) return ST_OK; /* it is out already */
    const struct plugin_info *info = host_info(env->plugins, (size_t)plugin);
    const struct game *g = &env->model->games[game];
    bool by_name = match->by_name;
    if (by_name) diag(env->diags, D_SOLVE_WRONG, g->solve_span, info->name, said, position, found);
    else diag(env->diags, D_PLUGIN_WRONG, g->span, info->name, said, position, found);
    match->refuted = true;
    if (!by_name) host_disable(env->plugins, (size_t)plugin, "it gave a wrong answer");
    return by_name ? ST_RULE_FAILED : ST_OK;
}

enum status accuse_plugin(struct env *env, int game, int plugin, const struct component *components, size_t count,
                          const char *said, const char *found)
{
    struct text text = {0};
    print_sum(env->model, components, count, &text);
    enum status st = text.failed ? ST_NO_MEMORY : accuse_at(env, game, plugin, text_c(&text), said, found);
    text_free(&text);
    return st;
}
