/* SPDX-License-Identifier: MIT */
/* Misere play of sums of tame games, by the tame rule (Conway 1976). Call a position a swap when its outcomes in normal and
 * misere play differ; in a tame game its SG value is then 0 or 1. A sum of tame positions is lost for the player to move
 * exactly where all components are swaps and the xor X of their SG values is 1, or some component is none and X is 0. That a
 * game is tame is the plugin's claim; what would contradict it ends the use of the plugin. */
#include "plugin/private.h"

bool tame_claimed(const struct env *env, const struct position *position)
{
    const char *reason;
    for (size_t i = 0; i < position->count; i++) {
        const struct integer *const *big;
        struct position one = ask_single(position, i, &big);
        const struct match *match = request_match(env, &one, PLAY_MISERE, &reason);
        if (!match || !(env->plugins->items.data[match->plugin]->plugin.capabilities & CGI_TAME)) return false;
    }
    return position->count > 0;
}

enum status tame_offer(const struct env *env, const struct position *position, struct arena *arena,
                       struct plugin_offer *offer)
{
    *offer = (struct plugin_offer){.outcome = true, .tame = true};
    for (size_t i = 0; offer->outcome && i < position->count; i++) {
        const struct integer *const *big;
        struct position one = ask_single(position, i, &big);
        struct plugin_offer value, outcome;
        int plugin;
        enum status st = host_offer(env, &one, PLAY_NORMAL, 0, arena, &value, &plugin);
        if (st == ST_OK) st = host_offer(env, &one, PLAY_MISERE, 0, arena, &outcome, &plugin);
        if (st != ST_OK) return st;
        offer->outcome = value.value && outcome.outcome;
        offer->reason = !value.value ? value.reason : !outcome.outcome ? outcome.reason : NULL;
        offer->seconds += value.seconds + outcome.seconds;
        offer->bytes = value.bytes > offer->bytes ? value.bytes : offer->bytes;
    }
    return ST_OK;
}

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

enum status tame_answer(const struct env *env, const struct position *position, struct arena *arena,
                        enum outcome *outcome)
{
    const struct integer *total = integer_from(arena, 0), *value;
    bool all_swaps = true, swap;
    int64_t small;
    for (size_t i = 0; total && i < position->count; i++) {
        enum status st = host_tame_component(env, position, i, arena, &value, &swap);
        if (st != ST_OK) return st;
        all_swaps = all_swaps && swap;
        total = integer_xor(arena, total, value);
    }
    if (!total) return ST_NO_MEMORY;
    bool lost = integer_fits(total, &small) && small == (all_swaps ? 1 : 0);
    *outcome = lost ? OUTCOME_P : OUTCOME_N;
    return ST_OK;
}
