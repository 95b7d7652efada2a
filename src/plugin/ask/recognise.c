/* SPDX-License-Identifier: MIT */
/* Which games are recognised by which plugin. A game is compared, by proof, with the reference rule of every plugin
 * whose fields could match. If several fit, the one that can answer most is chosen; among equals the most special
 * one, whose reference rule is a case of the other's; then the first one found. `solve NAME(args)` names a plugin
 * explicitly: it is used even if nothing is proved, and marked so that its answers are audited. `--solver NAME`
 * prefers that plugin to all others, but only for games that it is proved to fit. */
#include <string.h>
#include "proof/match/unify.h"
#include "plugin/private.h"
#include "plugin/ask/solve_as.h"
#include "proof/match/restate.h"

/* ---- cheap comparisons before a proof is attempted --------------------------------------------------------------- */
/* Single numbers may match each other; the larger kinds may not, except that a compound has no order. */
static enum field_kind shape_of(const struct game *game, enum field_kind kind)
{
    if (game->kind == GAME_COMPOUND && kind == FIELD_ROW) return FIELD_BAG;
    return kind == FIELD_ROW || kind == FIELD_BAG || kind == FIELD_GRID ? kind : FIELD_NAT;
}

static bool same_shapes(const struct game *a, const struct game *b)
{
    int balance[FIELD_TREE + 1] = {0};
    if (a->field_count != b->field_count) return false;
    for (size_t i = 0; i < a->field_count; i++) {
        if (a->fields[i].kind >= FIELD_NODE || b->fields[i].kind >= FIELD_NODE) return false;
        balance[shape_of(a, a->fields[i].kind)]++;
        balance[shape_of(b, b->fields[i].kind)]--;
    }
    for (size_t i = 0; i <= FIELD_TREE; i++)
        if (balance[i]) return false;
    return true;
}

const char *host_reference_problem(const struct model *reference)
{
    const struct game *game = reference->main_game >= 0 ? &reference->games[reference->main_game] : NULL;
    if (!game || game->kind == GAME_GRAPH) return "its reference rule has no game with fields";
    for (size_t i = 0; i < game->field_count; i++)
        if (game->fields[i].kind >= FIELD_NODE)
            return "its reference rule has a field of trees or nodes, and plugins are asked about numbers, rows, bags "
                   "and grids only";
    return NULL;
}

/* How the rules are compared: as they are, or through views. */
typedef enum unify_result comparison(const struct model *user, int game, const struct param_value *user_params,
                                     const struct model *ref, int ref_game, struct unification *out);

static bool worth_a_proof(const struct game *game, const struct loaded *plugin, comparison *by)
{
    const struct game *reference = reference_game(plugin);
    return reference && reference->kind == game->kind && (game->uses_mover || !reference->uses_mover) &&
           (by == unify_views ? unify_views_may(game, reference) : same_shapes(game, reference));
}

bool host_worth_a_proof(const struct game *game, const struct loaded *plugin)
{
    return worth_a_proof(game, plugin, unify_games);
}

/* ---- the best match ---------------------------------------------------------------------------------------------- */
static unsigned strength(const struct loaded *plugin)
{
    uint64_t known = CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME;
    return (unsigned)__builtin_popcountll(plugin->plugin.capabilities & known);
}

static bool copy_params(const struct model *reference, const struct param_value *from, struct arena *arena,
                        struct match *match)
{
    match->param_count = reference->param_count;
    match->params = arena_array(arena, reference->param_count, sizeof *match->params);
    if (!match->params) return false;
    for (size_t i = 0; i < reference->param_count; i++) {
        int64_t *set = arena_array(arena, from[i].set_count, sizeof *set);
        if (!set) return false;
        if (from[i].set_count) memcpy(set, from[i].set, from[i].set_count * sizeof *set);
        match->params[i] = (struct param_value){.value = from[i].value, .set = set, .set_count = from[i].set_count};
    }
    return true;
}

struct reference_search {
    struct host *host;
    const struct model *model;
    const struct param_value *params;
    struct arena *arena;
    bool too_large; /* the game last tried: no other plugin is then */
};

/* Fills in the match if the plugin's reference is proved to be this game; or sets s->too_large. */
static enum status try_plugin(struct reference_search *s, int game, size_t plugin, comparison *by, struct match *match)
{
    struct unification how;
    enum status st = reference_read(s->host->items.data[plugin]);
    const struct model *reference = s->host->items.data[plugin]->reference;
    if (st != ST_OK || !reference_game(s->host->items.data[plugin])) return st;
    enum unify_result result = by(s->model, game, s->params, reference, reference->main_game, &how);
    st = result == UNIFY_NO_MEMORY ? ST_NO_MEMORY : ST_OK;
    if (result == UNIFY_YES) {
        *match = (struct match){.plugin = (int)plugin,
                                .capped = how.capped,
                                .cap = how.cap,
                                .turns = how.turns,
                                .view = how.view,
                                .ref_view = how.ref_view};
        for (size_t i = 0; i < how.argument_count; i++) match->permutation[i] = how.arguments[i];
        if (!copy_params(reference, how.params, s->arena, match)) st = ST_NO_MEMORY;
    }
    s->too_large = how.too_large;
    unification_free(&how);
    return st;
}

/* Is the rule of plugin `a`, at its own parameters, a case of the rule of plugin `b`? */
static enum status is_case_of(const struct reference_search *s, size_t a, size_t b, bool *is)
{
    struct unification how;
    const struct model *special = s->host->items.data[a]->reference, *general = s->host->items.data[b]->reference;
    const struct param_value *params = model_defaults(special, s->arena);
    *is = false;
    if (!params) return ST_NO_MEMORY;
    enum unify_result result = unify_games(special, special->main_game, params, general, general->main_game, &how);
    unification_free(&how);
    *is = result == UNIFY_YES;
    return result == UNIFY_NO_MEMORY ? ST_NO_MEMORY : ST_OK;
}

/* Both fit and can answer as much: does `fresh` take precedence over `best`, which was found first? */
static enum status goes_before(const struct reference_search *s, size_t fresh, size_t best, bool *before)
{
    bool back = false;
    enum status st = is_case_of(s, fresh, best, before);
    if (st == ST_OK && *before) st = is_case_of(s, best, fresh, &back);
    *before = *before && !back;
    return st;
}

/* Puts `fresh` before `at`, which may be the first of the list (and moves then), or none: at its end. */
static enum status put_before(struct arena *arena, struct match *at, const struct match *fresh)
{
    struct match *moved = at->plugin >= 0 ? arena_alloc(arena, sizeof *moved) : NULL;
    if (at->plugin >= 0 && !moved) return ST_NO_MEMORY;
    if (moved) *moved = *at;
    *at = *fresh;
    at->next = moved;
    return ST_OK;
}

static enum status put_last(struct arena *arena, struct match *last, const struct match *fresh)
{
    last->next = arena_alloc(arena, sizeof *last->next);
    if (!last->next) return ST_NO_MEMORY;
    *last->next = *fresh;
    return ST_OK;
}

/* The list stays in order: who can do more goes first, and of equals the more special rule, or who was found first. */
static enum status add_match(const struct reference_search *s, struct match *list, const struct match *fresh)
{
    if (list->plugin < 0) return put_before(s->arena, list, fresh);
    unsigned own = strength(s->host->items.data[fresh->plugin]);
    struct match *at = list, *last = NULL;
    for (; at; last = at, at = at->next) {
        unsigned other = strength(s->host->items.data[at->plugin]);
        bool before = own > other;
        enum status st = own == other ? goes_before(s, (size_t)fresh->plugin, (size_t)at->plugin, &before) : ST_OK;
        if (st != ST_OK) return st;
        if (before) return put_before(s->arena, at, fresh);
    }
    return put_last(s->arena, last, fresh);
}

static enum status find_match_by(struct reference_search *s, int game, comparison *by, struct match *match)
{
    const struct game *g = &s->model->games[game];
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < s->host->items.count && !s->too_large; i++) {
        struct match fresh = {.plugin = -1};
        if (!worth_a_proof(g, s->host->items.data[i], by)) continue;
        st = try_plugin(s, game, i, by, &fresh);
        if (st == ST_OK && fresh.plugin >= 0) st = add_match(s, match, &fresh);
    }
    return st;
}

static enum status find_match(struct reference_search *s, int game, struct match *match)
{
    s->too_large = false;
    enum status st = find_match_by(s, game, unify_games, match);
    return st == ST_OK && match->plugin < 0 ? find_match_by(s, game, unify_views, match) : st;
}

/* Like try_plugin for one plugin: as the rule is written, or else through views. */
static enum status prove_plugin(struct reference_search *s, int game, size_t plugin, struct match *match)
{
    const struct game *g = &s->model->games[game];
    const struct loaded *p = s->host->items.data[plugin];
    enum status st = worth_a_proof(g, p, unify_games) ? try_plugin(s, game, plugin, unify_games, match) : ST_OK;
    if (st == ST_OK && match->plugin < 0 && worth_a_proof(g, p, unify_views))
        st = try_plugin(s, game, plugin, unify_views, match);
    return st;
}

/* ---- solve NAME(args) -------------------------------------------------------------------------------------------- */
static int find_plugin(const struct host *host, const char *name)
{
    for (size_t i = 0; i < host->items.count; i++)
        if (host->items.data[i]->info.usable && strcmp(host->items.data[i]->info.name, name) == 0) return (int)i;
    return -1;
}

static enum status report_unknown(const struct reference_search *s, const struct game *g, struct diags *diags)
{
    const char **names = arena_array(s->arena, s->host->items.count + 1, sizeof *names);
    size_t count = 0;
    if (!names) return ST_NO_MEMORY;
    for (size_t i = 0; i < s->host->items.count; i++)
        if (s->host->items.data[i]->info.usable) names[count++] = s->host->items.data[i]->info.name;
    diag(diags, D_SOLVE_UNKNOWN, g->solve_span, g->solve_plugin);
    diag_suggest(diags, g->solve_plugin, names, count);
    for (size_t i = 0; i < s->host->items.count; i++) {
        const struct plugin_info *info = &s->host->items.data[i]->info;
        if (!info->usable && strcmp(info->name, g->solve_plugin) == 0)
            diag_note(diags, g->solve_span, "'%s' was found, but %s", info->path, info->problem);
    }
    return ST_INVALID;
}

static bool equal_params(const struct match *a, const struct match *b)
{
    for (size_t i = 0; i < a->param_count; i++)
        if (a->params[i].value != b->params[i].value || a->params[i].set_count || b->params[i].set_count) return false;
    return true;
}

/* By proof if that gives the arguments written in the clause; else on the author's word. */
static enum status follow_solve(struct reference_search *s, int game, struct diags *diags, struct match *match)
{
    const struct game *g = &s->model->games[game];
    int plugin = find_plugin(s->host, g->solve_plugin);
    const struct loaded *p = plugin >= 0 ? s->host->items.data[plugin] : NULL;
    enum status st = p ? reference_read(p) : ST_OK;
    if (st != ST_OK) return st;
    const struct game *reference = p ? reference_game(p) : NULL;
    if (!reference) return report_unknown(s, g, diags);
    struct match named = {.plugin = plugin, .by_name = true, .capped = -1, .cap = -1}, proved = {.plugin = -1};
    for (size_t i = 0; i < g->field_count; i++) named.permutation[i] = (int)i;
    struct param_value *values = model_defaults(p->reference, s->arena);
    if (!values) return ST_NO_MEMORY;
    st = solve_arguments(s->model, game, s->params, p->reference, diags, values);
    if (st == ST_OK && !copy_params(p->reference, values, s->arena, &named)) st = ST_NO_MEMORY;
    if (st == ST_OK) st = prove_plugin(s, game, (size_t)plugin, &proved);
    if (st != ST_OK) return st;
    bool fits = proved.plugin >= 0 && (g->solve_arg_count == 0 || equal_params(&named, &proved));
    if (!fits && !same_shapes(g, reference))
        return diag(diags, D_SOLVE_SHAPE, g->solve_span, g->solve_plugin, reference->name, g->name);
    *match = fits ? proved : named;
    return ST_OK;
}

/* The plugin that was asked for, before the others. */
static enum status prefer(struct arena *arena, struct match *match, const struct match *named)
{
    for (struct match *before = match; before->next; before = before->next) {
        if (before->next->plugin != named->plugin) continue;
        before->next = before->next->next;
        break;
    }
    return put_before(arena, match, named);
}

static enum status recognise_game(struct reference_search *s, int game, int preferred, struct diags *diags,
                                  struct match *match)
{
    const struct game *g = &s->model->games[game];
    struct match named = {.plugin = -1};
    enum status st = ST_OK;
    if (g->solve_plugin) st = follow_solve(s, game, diags, match);
    else if (g->kind != GAME_GRAPH) st = find_match(s, game, match);
    if (st != ST_OK || preferred < 0 || match->plugin == preferred || g->kind == GAME_GRAPH) return st;
    st = prove_plugin(s, game, (size_t)preferred, &named);
    return st == ST_OK && named.plugin >= 0 ? prefer(s->arena, match, &named) : st;
}

enum status host_recognise(struct host *host, const struct model *model, const struct param_value *params,
                           const char *preferred, struct diags *diags, struct arena *arena,
                           struct recognition **recognition)
{
    struct reference_search search = {.host = host, .model = model, .params = params, .arena = arena};
    struct recognition *found = arena_alloc(arena, sizeof *found);
    enum status st = ST_OK;
    *recognition = found;
    if (!found) return ST_NO_MEMORY;
    found->count = model->game_count;
    found->games = arena_array(arena, model->game_count, sizeof *found->games);
    if (!found->games) return ST_NO_MEMORY;
    for (size_t i = 0; i < model->game_count; i++) found->games[i].plugin = -1;
    int plugin = preferred ? find_plugin(host, preferred) : -1;
    for (size_t i = 0; st == ST_OK && i < model->game_count; i++)
        st = recognise_game(&search, (int)i, plugin, diags, &found->games[i]);
    if (st == ST_OK) st = plugin_solvers(host, arena, found);
    return st == ST_OK && diags->failed ? ST_NO_MEMORY : st;
}
