/* SPDX-License-Identifier: MIT */
/* What a game over other states is to the plugin, in words: its claim speaks of the reference's numbers. */
#include "plugin/private.h"
#include <string.h>
#include "proof/restate/words.h"
#include "play/options/print.h"

static void put_match(const struct env *env, int rule, const struct match *match, struct text *out)
{
    const struct model *reference = env->plugins->items.data[match->plugin]->reference;
    substitution_print(&env->model->games[rule], &reference->games[reference->main_game], &match->view,
                       match->ref_view.unpacked, match->permutation, out);
}

static int plugin_called(const struct host *host, const char *name)
{
    for (size_t p = 0; host && p < host->items.count; p++)
        if (strcmp(host->items.data[p]->info.name, name) == 0) return (int)p;
    return -1;
}

const char *host_claim(const struct env *env, const struct component *components, size_t count, const char *name,
                       const char *claim, struct arena *arena)
{
    struct text text = {0};
    int plugin = plugin_called(env->plugins, name);
    for (size_t c = 0; c < count; c++) {
        const struct match *match = host_match_by(env, &components[c], plugin);
        int rule = component_rule(&components[c]);
        bool said = !match || restated_not_at_all(match);
        for (size_t d = 0; d < c && !said; d++) said = component_rule(&components[d]) == rule;
        if (said) continue;
        if (text.length) text_puts(&text, ", ");
        put_match(env, rule, match, &text);
    }
    if (text.length && *claim) text_puts(&text, ", where ");
    text_puts(&text, claim);
    return print_keep(arena, &text);
}
