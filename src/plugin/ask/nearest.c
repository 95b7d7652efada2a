/* SPDX-License-Identifier: MIT */
/* How a rule differs from a plugin's, in one line. */
#include <string.h>
#include "plugin/private.h"
#include "proof/match/difference.h"
#include "proof/match/order.h"
#include "proof/match/restate.h"
#include "proof/match/unify.h"

/* A difference of more moves than this says no more than that the rules are others. */
enum { MOVES_MOST = 3 };

/* The parameters at which the reference gives most of the user's options; NULL: it gives none of them. */
static const struct param_value *nearest_params(const struct env *env, const struct model *user, int game,
                                                const struct model *reference, struct unification *how,
                                                struct arena *arena, enum status *st)
{
    if (!reference->param_count && reference->games[reference->main_game].field_count == 1) {
        const struct param_value *none = model_defaults(reference, arena);
        if (!none) *st = ST_NO_MEMORY;
        return none;
    }
    enum unify_result found = unify_games(user, game, env->params, reference, reference->main_game, how);
    if (found == UNIFY_NO_MEMORY) *st = ST_NO_MEMORY;
    if (found == UNIFY_YES || *st != ST_OK) return NULL;
    if (how->params || reference->param_count) return how->params;
    const struct param_value *none = model_defaults(reference, arena);
    if (!none) *st = ST_NO_MEMORY;
    return none;
}

static void put_side(const struct rule_only *only, const char *name, struct text *out)
{
    for (size_t i = 0; i < only->count; i++)
        text_add(out, "%s%s%s", i ? ", " : "; only ", i ? "" : name, i ? "" : ": "), text_puts(out, only->moves[i]);
}

/* *moves: how many are different; 0 when that is not known, or they are not below `below`. */
static enum status describe(const struct env *env, const struct model *user, int game, const struct loaded *plugin,
                            size_t below, struct arena *arena, const char **line, size_t *moves)
{
    const struct model *models[2] = {user, plugin->reference};
    const int games[2] = {game, plugin->reference->main_game};
    struct unification how = {0};
    struct rule_difference d = {0};
    struct text text = {0};
    int order[MODEL_MAX_FIELDS];
    bool fit = false;
    enum status st = ST_OK;
    const struct param_value *params[2] = {env->params, nearest_params(env, user, game, models[1], &how, arena, &st)};
    struct difference_wanted wanted = {.below = below, .order = order, .as_row = {user != env->model, false}};
    if (params[1]) st = order_find(models, games, params, below, order, &fit);
    if (st == ST_OK && fit) st = difference_find(models, games, params, wanted, arena, &d);
    *moves = d.known && d.exact ? d.only[0].count + d.only[1].count : 0;
    if (st == ST_OK && *moves) {
        text_puts(&text, plugin->info.name);
        if (models[1]->param_count) text_puts(&text, " at ");
        params_print(models[1], params[1], &text);
        put_side(&d.only[1], plugin->info.name, &text);
        put_side(&d.only[0], "this rule", &text);
        *line = text.failed ? NULL : arena_strdup(arena, text_c(&text));
        if (!*line) st = ST_NO_MEMORY;
    }
    text_free(&text);
    unification_free(&how);
    return st;
}

/* The game as the plugin's may be: as it is, or its row of known length as numbers. NULL: they have nothing in common. */
static enum status seen_for(const struct env *env, int game, const struct loaded *plugin, struct arena *arena,
                            const struct model **seen)
{
    const struct game *mine = &env->model->games[game];
    const struct game *theirs = reference_game(plugin);
    *seen = host_worth_a_proof(mine, plugin) ? env->model : NULL;
    if (*seen || !theirs) return ST_OK;
    bool numbers = theirs->kind == GAME_RULES && theirs->field_count > 1 && (mine->uses_mover || !theirs->uses_mover);
    for (size_t i = 0; i < theirs->field_count; i++) numbers = numbers && field_is_number(theirs->fields[i].kind);
    return numbers ? restate_row(env->model, game, env->params, theirs->field_count, arena, seen) : ST_OK;
}

static enum status nearest_of(const struct env *env, int game, const char *name, struct arena *arena, const char **line)
{
    size_t least = MOVES_MOST + 1;
    enum status st = ST_OK;
    *line = NULL;
    if (env->model->games[game].kind != GAME_RULES) return ST_OK;
    for (size_t i = 0; st == ST_OK && env->plugins && i < env->plugins->items.count; i++) {
        const struct loaded *plugin = env->plugins->items.data[i];
        const struct model *seen = NULL;
        const char *said = NULL;
        size_t moves = 0;
        if (name && strcmp(name, plugin->info.name) != 0) continue;
        st = seen_for(env, game, plugin, arena, &seen);
        if (st == ST_OK && seen) st = reference_read(plugin);
        if (!reference_game(plugin)) continue;
        if (st == ST_OK && seen) st = describe(env, seen, game, plugin, least, arena, &said, &moves);
        if (!moves) continue;
        least = moves;
        *line = said;
    }
    return st;
}

static bool is_fitted(const struct env *env, int game)
{
    const struct recognition *known = env->store->recognised;
    return known && (size_t)game < known->count && known->games[game].plugin >= 0;
}

/* Of a sum whose whole is near to no plugin: its first part that is, and that no plugin fits. */
enum status host_nearest(const struct env *env, int game, const char *name, struct arena *arena, const char **line)
{
    const struct state_split *split = env->model->games[game].split;
    enum status st = nearest_of(env, game, name, arena, line);
    for (size_t i = 0; st == ST_OK && !*line && split && i < split->count; i++) {
        int part = split->parts[i].game;
        if (!name && is_fitted(env, part)) continue;
        st = nearest_of(env, part, name, arena, line);
        if (st != ST_OK || !*line) continue;
        *line = arena_printf(arena, "of the part %s: %s", env->model->games[part].name, *line);
        if (!*line) st = ST_NO_MEMORY;
    }
    return st;
}
