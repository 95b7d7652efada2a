/* SPDX-License-Identifier: MIT */
/* A rule compared with itself: does the mover matter, and the order of the fields? */
#include "proof/match/itself.h"
#include "proof/match/private.h"
#include "proof/normal/may_fail.h"

enum unify_result unify_movers(const struct model *model, int game, const struct param_value *params)
{
    struct unification kept = {0};
    struct arena scratch = {0};
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch}};
    struct unifier u = {
        .user = model, .ref = model, .user_params = params, .arena = &scratch, .space = &space, .turned = -1};
    const struct game *g = &model->games[game];
    bool *symbolic = arena_array(&scratch, model->param_count + 1, sizeof *symbolic);
    bool fine = unify_open(&u, &kept) && symbolic && g->kind == GAME_RULES;
    for (size_t i = 0; fine && i < model->game_count; i++) {
        struct unify_pair pair = {.user = (int)i, .ref = (int)i};
        for (int f = 0; f < MODEL_MAX_FIELDS; f++) pair.order[f] = f;
        fine = unify_push(&u, pair);
    }
    for (size_t p = 0; symbolic && p < model->param_count; p++) symbolic[p] = !params;
    struct normal_source source = {
        .model = model, .game = game, .params = params ? params : u.params, .symbolic = symbolic};
    struct normal *forms[2] = {NULL, NULL};
    fine = fine && !normal_may_fail_for_one(&source);
    for (source.mover = 1; fine && source.mover <= 2; source.mover++)
        fine = (forms[source.mover - 1] = unify_built(&u, &source)) != NULL;
    fine = fine && unify_same_options(&u, forms[0], forms[1]);
    enum unify_result found = u.no_memory || space.work.no_memory ? UNIFY_NO_MEMORY : fine ? UNIFY_YES : UNIFY_NO;
    vec_free(&u.pairs);
    arena_free(&scratch);
    unification_free(&kept);
    return found;
}

/* The game is unchanged when fields `first` and `first` + 1 are exchanged, and leads to no other game. */
static bool exchanges(struct unifier *u, int game, int first)
{
    struct unify_pair pair = {.user = game, .ref = game};
    for (int f = 0; f < MODEL_MAX_FIELDS; f++) pair.order[f] = f;
    pair.order[first] = first + 1;
    pair.order[first + 1] = first;
    if (!unify_push(u, pair)) return false;
    const struct normal *as_is = unify_normal_user(u, game),
                        *exchanged = as_is ? unify_normal_ref(u, &pair, false) : NULL;
    bool same = exchanged != NULL;
    /* a few options say it sooner where it is not */
    const struct unify_samples *samples = same ? unify_samples_draw(u, as_is, &pair, exchanged) : NULL;
    same = samples && !unify_samples_apart(samples) && unify_prove(u, as_is, exchanged);
    unify_pop(u, 0);
    return same;
}

enum unify_result unify_symmetric(const struct model *model, int game, const struct param_value *params)
{
    struct unification kept = {0};
    struct arena scratch = {0};
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch}};
    const struct game *g = &model->games[game];
    struct unifier u = {.user = model,
                        .ref = model,
                        .user_params = params,
                        .arena = &scratch,
                        .space = &space,
                        .cap = {-1, -1},
                        .turned = -1};
    if (g->uses_mover) u.mover = NORMAL_EITHER;
    bool opened = unify_open(&u, &kept), fine = opened && g->kind == GAME_RULES && !g->invariant && !g->loopy;
    const bool *leads = fine ? unify_games_of(&u, model, game) : NULL;
    for (size_t i = 0; leads && i < model->game_count; i++) fine = fine && (!leads[i] || (int)i == game);
    for (size_t p = 0; fine && p < model->param_count; p++) u.params[p] = params[p];
    for (size_t f = 0; fine && f + 1 < g->field_count; f++)
        fine = g->fields[f].kind == g->fields[f + 1].kind && exchanges(&u, game, (int)f);
    enum unify_result found = !opened || u.no_memory || space.work.no_memory ? UNIFY_NO_MEMORY
                              : fine                                         ? UNIFY_YES
                                                                             : UNIFY_NO;
    vec_free(&u.pairs);
    arena_free(&scratch);
    unification_free(&kept);
    return found;
}
