/* SPDX-License-Identifier: MIT */
/* The machine checks what has 64 bits; larger numbers are checked by the normal form of the invariant. */
#include "answer/value/position_check.h"
#include <string.h>
#include "play/options/print.h"
#include "play/options/store.h"
#include "proof/normal/normal.h"
#include "trust/impartial.h"

static enum status refuse_position(struct query *q, size_t component, const char *wanted)
{
    struct position one = {&q->position->components[component], 1,
                           q->position->big ? &q->position->big[component] : NULL};
    struct text text = {0};
    const struct game *game = &q->env->model->games[one.components[0].game];
    position_print(q->env->model, &one, &text);
    diag(q->env->diags, D_POSITION_ILLEGAL, game->span, text_c(&text), game->name, wanted);
    if (game->invariant) diag_note(q->env->diags, game->invariant->span, "the invariant stands here");
    text_free(&text);
    return ST_USAGE;
}

static enum status too_large_for_invariant(struct query *q, size_t component)
{
    struct position one = {&q->position->components[component], 1, &q->position->big[component]};
    const struct game *game = &q->env->model->games[one.components[0].game];
    struct text text = {0};
    position_print(q->env->model, &one, &text);
    diag(q->env->diags, D_INVARIANT_TOO_LARGE, (struct span){0}, text_c(&text), game->name);
    diag_note(q->env->diags, game->invariant->span, "the invariant stands here");
    text_free(&text);
    return ST_TOO_LARGE;
}

/* Does a conjunction of the invariant's normal form hold? *known is false if that cannot be determined. */
static bool conjunction_holds(const struct normal_space *space, const struct linear_conjunction *c,
                              const struct integer *const *values, const struct normal_row *rows, struct arena *scratch,
                              bool *known)
{
    for (size_t i = 0; i < c->count; i++) {
        bool no_memory = false;
        const struct linear_constraint *k = &c->items[i];
        const struct integer *value =
            normal_evaluate(space, k->form, values, space->var_count, rows, scratch, &no_memory);
        if (!value) return *known = false;
        if (k->equality ? value->sign != 0 : value->sign < 0) return false;
    }
    return true;
}

static enum status big_invariant(struct query *q, size_t c, bool *holds, bool *known)
{
    const struct position *position = q->position;
    const struct game *game = &q->env->model->games[position->components[c].game];
    struct arena *scratch = &q->env->store->scratch;
    struct normal_space space = {.arena = scratch};
    struct normal_source source = {
        .model = q->env->model, .game = position->components[c].game, .params = q->env->params, .mover = NORMAL_EITHER};
    struct normal_row rows[MODEL_MAX_FIELDS];
    size_t first[MODEL_MAX_FIELDS];
    struct normal *normal;
    if (!normal_rows(game, position->big[c], position->components[c].count, rows, first)) return ST_TOO_LARGE;
    enum status st = normal_build(&space, &source, &normal);
    *holds = false;
    *known = st == ST_OK && normal->supported;
    if (!*known) return st;
    const struct integer **values = arena_array(scratch, space.var_count + 1, sizeof *values);
    if (!values) return ST_NO_MEMORY;
    for (size_t v = 0; v < space.var_count; v++)
        if (space.vars[v].kind == NORMAL_FIELD) values[v] = position->big[c][first[space.vars[v].index]];
    for (size_t u = 0; *known && !*holds && u < normal->invariant_count; u++)
        *holds = conjunction_holds(&space, &normal->invariant[u], values, rows, scratch, known);
    return ST_OK;
}

/* Big cells: checks signs, and the invariant by its normal form. */
static enum status check_big(struct query *q, size_t c)
{
    const struct game *game = &q->env->model->games[q->position->components[c].game];
    const struct integer *const *cells = q->position->big[c];
    struct normal_row rows[MODEL_MAX_FIELDS];
    size_t first[MODEL_MAX_FIELDS];
    if (!normal_rows(game, cells, q->position->components[c].count, rows, first)) return ST_TOO_LARGE;
    for (size_t i = 0; i < game->field_count; i++) {
        bool natural = game->fields[i].kind != FIELD_NAT || cells[first[i]]->sign >= 0;
        for (size_t k = 0; k < rows[i].count && natural; k++) natural = rows[i].cells[k]->sign >= 0;
        if (!natural) return refuse_position(q, c, "has natural numbers");
    }
    if (!game->invariant) return ST_OK;
    struct arena_mark mark = arena_mark(&q->env->store->scratch);
    bool holds, known;
    enum status st = big_invariant(q, c, &holds, &known);
    arena_rewind(&q->env->store->scratch, mark);
    if (st != ST_OK) return st;
    if (known) return holds ? ST_OK : refuse_position(q, c, "keeps the invariant");
    return too_large_for_invariant(q, c);
}

enum status query_check(struct query *q)
{
    for (size_t c = 0; c < q->position->count; c++) {
        const struct component *component = &q->position->components[c];
        bool legal = true;
        enum status st = ST_OK;
        if (query_is_big(q, c)) {
            q->big = true;
            st = check_big(q, c);
        } else if (component->game >= 0) {
            st = vm_legal(q->env->vm, component, &legal);
        }
        if (st != ST_OK) return st;
        if (!legal)
            return refuse_position(
                q, c, q->env->model->games[component->game].invariant ? "keeps the invariant" : "has natural numbers");
    }
    return ST_OK;
}

/* ---- what needs no computation ----------------------------------------------------------------------------------- */
const char *query_games(const struct query *q)
{
    struct text text = {0};
    const struct model *model = q->env->model;
    bool *said = arena_array(q->arena, model->game_count + 1, sizeof *said);
    bool any = false;
    for (size_t c = 0; said && c < q->position->count; c++) {
        const struct component *component = &q->position->components[c];
        int64_t game = component->game >= 0 ? component->game : component->cells[0]; /* the tag of a compound */
        size_t slot = game >= 0 ? (size_t)game : model->game_count;
        if (said[slot]) continue;
        said[slot] = true;
        text_add(&text, "%s%s", any ? " + " : "", game >= 0 ? model->games[game].name : "upto");
        any = true;
    }
    if (!any) text_puts(&text, model->game_count ? model->games[model->main_game].name : "");
    return print_keep(q->arena, &text);
}

static bool mover_matters(const struct query *q)
{
    for (size_t c = 0; c < q->position->count; c++)
        if (traits_of(q->env->traits, &q->position->components[c]).mover) return true;
    return false;
}

static bool mentions_mover(const struct query *q)
{
    for (size_t c = 0; c < q->position->count; c++) {
        int game = q->position->components[c].game;
        if (game >= 0 && q->env->model->games[game].reads_mover) return true;
    }
    return false;
}

static const char *proved_alike(const struct query *q)
{
    for (size_t c = 0; c < q->position->count; c++) {
        int game = q->position->components[c].game;
        if (game >= 0 && q->env->model->games[game].uses_mover)
            return "both players have the same moves, as the rule's normal form proves at these parameters";
    }
    return "both players have the same moves, as the rule's normal form proves";
}

/* For this query its games count as impartial: everything reachable was compared. */
static void forget_movers(struct query *q)
{
    struct terms terms = q->env->terms;
    terms.alike = true;
    env_view_open(&q->view, q->env, &terms);
    q->env = &q->view.env;
}

/* Which player moves, and does it matter? */
enum status query_movers(struct query *q)
{
    struct answer *a = q->answer;
    struct impartial found = {0};
    enum status st = ST_OK;
    bool matters = mover_matters(q);
    if (!matters && !mentions_mover(q)) return ST_OK;
    if (!matters) a->impartial = proved_alike(q);
    else if (!q->big) st = impartial_compare(q->env, q->position->components, q->position->count, q->arena, &found);
    if (st == ST_OK && found.alike) {
        a->impartial = arena_printf(
            q->arena, "both players have the same moves, compared at all %zu component%s that can be reached",
            found.positions, found.positions == 1 ? "" : "s");
        if (a->impartial) forget_movers(q);
        else st = ST_NO_MEMORY;
    }
    if (status_is_budget(st)) st = ST_OK; /* too much to compare: then it matters */
    a->with_mover = !a->impartial || q->wanted->mover;
    if (a->with_mover) a->mover = q->wanted->mover == 2 ? 2 : 1;
    if (!a->impartial) q->asked.mover = a->mover;
    else
        q->lister =
            q->wanted->mover == 2 ? 2 : 1; /* the positions are the same, but moves of other names may lead there */
    if (st != ST_OK || a->impartial || !query_only_sg(q->wanted)) return st;
    const struct game *game =
        &q->env->model->games[q->position->components[0].game < 0 ? 0 : q->position->components[0].game];
    diag(q->env->diags, D_SG_WANTED_OF_MOVER, game->span, a->position,
         found.where ? found.where : "the rule reads 'mover'");
    return ST_USAGE;
}

/* Cancels coins on one place where values do not take care of it: the position asked about has no such pairs. */
enum status query_coins(struct query *q)
{
    const struct position *typed = q->position;
    const struct traits *facts = q->env->traits;
    if (!traits_coins_meet(facts, typed, q->wanted->play == PLAY_MISERE || q->wanted->remoteness)) return ST_OK;
    struct position *meant = arena_alloc(q->arena, sizeof *meant);
    struct component *components = arena_array(q->arena, typed->count + 1, sizeof *components);
    const struct integer *const **big = arena_array(q->arena, typed->count + 1, sizeof *big);
    if (!meant || !components || !big) return ST_NO_MEMORY;
    memcpy(components, typed->components, typed->count * sizeof *components);
    if (typed->big) memcpy(big, typed->big, typed->count * sizeof *big);
    *meant = (struct position){components, typed->count, typed->big ? big : NULL};
    traits_cancel_coins(facts, meant);
    q->position = meant;
    return ST_OK;
}
