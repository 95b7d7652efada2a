/* SPDX-License-Identifier: MIT */
/* What a plugin that calls its game tame says of one component: its SG value, and whether it is a swap (tame.h). In
 * a tame game the value of a swap is 0 or 1; a counterexample disables the plugin. */
#include "plugin/private.h"

enum status host_tame_component(const struct env *env, const struct position *position, size_t i, struct arena *arena,
                                const struct integer **value, bool *swap)
{
    static const struct span nowhere;
    const struct integer *const *big;
    struct position one = ask_single(position, i, &big);
    enum outcome misere;
    const char *reason;
    int64_t small;
    enum status st = host_value(env, position, i, arena, value);
    if (st == ST_OK) st = host_outcome(env, &one, PLAY_MISERE, 0, arena, &misere);
    if (st != ST_OK) return st;
    *swap = ((*value)->sign == 0) != (misere == OUTCOME_P);
    if (!*swap || (integer_fits(*value, &small) && small <= 1)) return ST_OK;
    const struct match *match = request_match(env, &one, PLAY_MISERE, &reason);
    if (!match) return ST_UNSUPPORTED;
    struct loaded *plugin = env->plugins->items.data[match->plugin];
    host_disable(env->plugins, (size_t)match->plugin, "a position contradicts its claim that the game is tame");
    if (env->diags) diag(env->diags, D_PLUGIN_FAILED, nowhere, plugin->info.name, plugin->info.problem);
    return ST_UNSUPPORTED;
}
