/* SPDX-License-Identifier: MIT */
/* Lists all options, then their outcomes, all at once, and then, within a budget of its own, their remoteness. */
#include "engine/play/rated_moves.h"
#include <string.h>
#include "answer/moves/reply.h"
#include "base/vec.h"
#include "plan/outcomes.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "trust/assumed.h"

struct rated_listing {
    struct engine *engine;
    struct arena *arena;
    struct rated_moves *rated;
    VEC(struct rated_move) options;
};

/* ---- options ---- */

static enum status take_option(void *context, const struct made_move *move)
{
    struct rated_listing *l = context;
    const struct position *from = &l->rated->position;
    struct rated_move option = {.remoteness = UINT64_MAX};
    struct text in = {0};
    if (l->options.count == RATED_OPTIONS) {
        diag(&l->engine->diags, D_TOO_MANY_MOVES, (struct span){0}, l->rated->text, RATED_OPTIONS);
        return ST_TOO_LARGE;
    }
    if (!position_after_kept(l->arena, from, move, &option.to)) return ST_NO_MEMORY;
    component_print(l->engine->model, &from->components[move->component], &in);
    option.in = print_keep(l->arena, &in);
    enum status st = reply_make(l->engine->model, from, move, l->arena, &option.reply);
    return st == ST_OK && !(option.in && vec_push(&l->options, option)) ? ST_NO_MEMORY : st;
}

static enum status list_options(struct rated_listing *l)
{
    struct rated_moves *rated = l->rated;
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && c < rated->position.count; c++)
        st = options_each(l->engine->env, rated->position.components, c, rated->mover, take_option, l);
    rated->options = arena_array(l->arena, l->options.count + 1, sizeof *rated->options);
    if (!rated->options) return ST_NO_MEMORY;
    if (l->options.count) memcpy(rated->options, l->options.data, l->options.count * sizeof *rated->options);
    rated->count = l->options.count;
    return st;
}

/* ---- rating ---- */

static enum status ask(struct env *env, struct rated_moves *rated, enum play play, struct arena *scratch, bool far)
{
    struct position *positions = arena_array(scratch, rated->count + 1, sizeof *positions);
    enum outcome *outcomes = arena_array(scratch, rated->count + 1, sizeof *outcomes);
    uint64_t *remoteness = arena_array(scratch, rated->count + 1, sizeof *remoteness);
    struct ask asked = {.play = play, .mover = rated->next_mover, .remoteness = far};
    if (!positions || !outcomes || !remoteness) return ST_NO_MEMORY;
    for (size_t i = 0; i < rated->count; i++) positions[i] = rated->options[i].to;
    enum status st = far ? outcomes_of(env, positions, rated->count, &asked, outcomes, remoteness, NULL)
                         : outcomes_told(env, positions, rated->count, &asked, outcomes);
    for (size_t i = 0; st == ST_OK && i < rated->count; i++) {
        rated->options[i].reply.outcome = outcomes[i];
        if (far) rated->options[i].remoteness = remoteness[i];
    }
    return st;
}

/* Only improves the choice of moves, so failures are ignored. */
static enum status ask_remoteness(struct engine *engine, struct rated_moves *rated, enum play play,
                                  struct arena *scratch)
{
    struct env_view bounded, quiet;
    struct terms terms = engine->env->terms;
    terms.states = RATED_STATES;
    env_view_open(&bounded, engine->env, &terms);
    env_view_quiet(&quiet, &bounded.env);
    enum status st = ask(&quiet.env, rated, play, scratch, true);
    bool without = st == ST_STATE_BUDGET || st == ST_UNSUPPORTED || st == ST_MEMORY_BUDGET || st == ST_TOO_LARGE;
    if (!without) diags_add(&engine->diags, &quiet.diags);
    env_view_close(&quiet);
    env_view_close(&bounded);
    return without ? ST_OK : st;
}

/* The outcome of the position follows from those of its options. */
static enum outcome outcome_of(const struct rated_moves *rated, enum play play)
{
    if (rated->count == 0) return play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
    bool draw = false;
    for (size_t i = 0; i < rated->count; i++) {
        if (rated->options[i].reply.outcome == OUTCOME_P) return OUTCOME_N;
        draw = draw || rated->options[i].reply.outcome == OUTCOME_D;
    }
    return draw ? OUTCOME_D : OUTCOME_P;
}

enum status engine_rated_moves(struct engine *engine, const struct position *position, enum play play, int mover,
                               struct arena *arena, struct rated_moves *rated)
{
    struct rated_listing l = {.engine = engine, .arena = arena, .rated = rated};
    struct arena scratch = {0};
    struct text text = {0};
    bool matters = false;
    *rated = (struct rated_moves){.position = *position};
    if (position->big) return ST_TOO_LARGE;
    for (size_t i = 0; i < position->count; i++)
        matters = matters || traits_of(engine->env->traits, &position->components[i]).mover;
    if (matters || mover) rated->mover = mover == 2 ? 2 : 1;
    rated->next_mover = rated->mover ? 3 - rated->mover : 0;
    print_sum(engine->model, position->components, position->count, &text);
    rated->text = print_keep(arena, &text);
    enum status st = rated->text ? list_options(&l) : ST_NO_MEMORY;
    if (st == ST_OK && rated->count) st = ask(engine->env, rated, play, &scratch, false);
    if (st == ST_OK && rated->count && rated->count <= RATED_FAR_OPTIONS)
        st = ask_remoteness(engine, rated, play, &scratch);
    rated->outcome = outcome_of(rated, play);
    vec_free(&l.options);
    arena_free(&scratch);
    return st;
}

/* ---- choosing ---- */

static int class_of(enum outcome outcome) { return outcome == OUTCOME_P ? 0 : outcome == OUTCOME_D ? 1 : 2; }

static bool is_better(const struct rated_move *a, const struct rated_move *b)
{
    int x = class_of(a->reply.outcome), y = class_of(b->reply.outcome);
    if (x != y) return x < y;
    if (a->remoteness == UINT64_MAX || b->remoteness == UINT64_MAX) return false;
    if (x == 0) return a->remoteness < b->remoteness;
    return x == 2 && a->remoteness > b->remoteness;
}

size_t rated_best(const struct rated_moves *rated)
{
    size_t best = rated->count ? 0 : SIZE_MAX;
    for (size_t i = 1; i < rated->count; i++)
        if (is_better(&rated->options[i], &rated->options[best])) best = i;
    return best;
}

bool rated_same(const struct position *a, const struct position *b)
{
    struct arena arena = {0};
    bool same = a->count == b->count;
    struct component *x = arena_array(&arena, a->count + 1, sizeof *x),
                     *y = arena_array(&arena, b->count + 1, sizeof *y);
    same = same && x && y;
    for (size_t i = 0; same && i < a->count; i++) {
        x[i] = a->components[i];
        y[i] = b->components[i];
    }
    if (same) {
        components_sort(x, a->count);
        components_sort(y, b->count);
    }
    for (size_t i = 0; same && i < a->count; i++) same = component_compare(&x[i], &y[i]) == 0;
    arena_free(&arena);
    return same;
}

enum status engine_note_assumed(struct engine *engine) { return assumed_note(engine->env, engine->model->main_game); }
