/* SPDX-License-Identifier: MIT */
/* Lists all options, then their outcomes, all at once, and then, within a budget of its own, their remoteness. */
#include "engine/play/rated_moves.h"
#include <string.h>
#include "base/vec.h"
#include "plan/outcomes.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "trust/assumed.h"

struct rated_listing {
    struct engine *engine;
    struct arena *arena;
    struct rated_moves *turn;
    size_t component;
    VEC(struct rated_move) options;
};

/* ---- options ---- */

static enum status copy_steps(struct rated_listing *l, const struct step *steps, size_t count,
                              struct rated_move *option)
{
    size_t values = 0;
    for (size_t i = 0; i < count; i++)
        if (steps[i].taken.move && steps[i].taken.values) values += steps[i].taken.move->gen_count;
    option->gens = arena_array(l->arena, values + 1, sizeof *option->gens);
    option->values = arena_array(l->arena, values + 1, sizeof *option->values);
    option->nodes = arena_array(l->arena, values + 1, sizeof *option->nodes);
    if (!option->gens || !option->values || !option->nodes) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const struct taken *taken = &steps[i].taken;
        for (size_t g = 0; taken->move && taken->values && g < taken->move->gen_count; g++) {
            const struct graph *graph = gen_graph(l->engine->model, &taken->move->gens[g]);
            struct text node = {0};
            value_print(graph, taken->values[g], &node);
            if (graph && !(option->nodes[option->gen_count] = print_keep(l->arena, &node))) return ST_NO_MEMORY;
            if (!graph) text_free(&node);
            option->gens[option->gen_count] = taken->move->gens[g].name;
            option->values[option->gen_count++] = taken->values[g];
        }
    }
    return ST_OK;
}

static enum status write_option(struct rated_listing *l, const struct step *steps, size_t count,
                                struct rated_move *option)
{
    const struct model *model = l->engine->model;
    const struct component *moved = &l->turn->position.components[l->component];
    bool named = l->turn->position.count > 1 || moved->game == POSITION_COMPOUND;
    struct text move = {0}, in = {0}, to = {0};
    for (size_t i = 0; i < count; i++) {
        if (i) text_puts(&move, " and ");
        print_step(model, &steps[i], named, &move);
    }
    component_print(model, moved, &in);
    print_sum(model, option->to.components, option->to.count, &to);
    option->name = steps[0].taken.move ? steps[0].taken.move->name : "step";
    option->move = print_keep(l->arena, &move);
    option->in = print_keep(l->arena, &in);
    option->text = print_keep(l->arena, &to);
    return option->move && option->in && option->text ? ST_OK : ST_NO_MEMORY;
}

static enum status take_option(void *context, const struct component *components, size_t count,
                               const struct step *steps, size_t step_count)
{
    struct rated_listing *l = context;
    const struct position *from = &l->turn->position;
    struct rated_move option = {.outcome = OUTCOME_UNKNOWN, .remoteness = UINT64_MAX};
    struct position *to = &option.to;
    if (l->options.count == RATED_OPTIONS) return ST_TOO_LARGE;
    to->components = arena_array(l->arena, from->count + count + 1, sizeof *to->components);
    if (!to->components) return ST_NO_MEMORY;
    for (size_t i = 0; i < from->count; i++) {
        if (i != l->component) to->components[to->count++] = from->components[i];
        for (size_t k = 0; i == l->component && k < count; k++)
            if (!component_copy(l->arena, &components[k], &to->components[to->count++])) return ST_NO_MEMORY;
    }
    enum status st = copy_steps(l, steps, step_count, &option);
    if (st == ST_OK) st = write_option(l, steps, step_count, &option);
    return st == ST_OK && !vec_push(&l->options, option) ? ST_NO_MEMORY : st;
}

static enum status list_options(struct rated_listing *l)
{
    struct rated_moves *turn = l->turn;
    enum status st = ST_OK;
    for (l->component = 0; st == ST_OK && l->component < turn->position.count; l->component++)
        st = options_each(l->engine->env, &turn->position.components[l->component], turn->mover, take_option, l);
    turn->options = arena_array(l->arena, l->options.count + 1, sizeof *turn->options);
    if (!turn->options) return ST_NO_MEMORY;
    if (l->options.count) memcpy(turn->options, l->options.data, l->options.count * sizeof *turn->options);
    turn->count = l->options.count;
    return st;
}

/* ---- rating ---- */

static enum status ask(struct env *env, struct rated_moves *turn, enum play play, struct arena *scratch, bool far)
{
    struct position *positions = arena_array(scratch, turn->count + 1, sizeof *positions);
    enum outcome *outcomes = arena_array(scratch, turn->count + 1, sizeof *outcomes);
    uint64_t *remoteness = arena_array(scratch, turn->count + 1, sizeof *remoteness);
    struct ask asked = {.play = play, .mover = turn->next_mover, .remoteness = far};
    if (!positions || !outcomes || !remoteness) return ST_NO_MEMORY;
    for (size_t i = 0; i < turn->count; i++) positions[i] = turn->options[i].to;
    enum status st = outcomes_of(env, positions, turn->count, &asked, outcomes, far ? remoteness : NULL, NULL);
    for (size_t i = 0; st == ST_OK && i < turn->count; i++) {
        turn->options[i].outcome = outcomes[i];
        if (far) turn->options[i].remoteness = remoteness[i];
    }
    return st;
}

/* Only improves the choice of moves, so failures are ignored. */
static enum status ask_remoteness(struct engine *engine, struct rated_moves *turn, enum play play,
                                  struct arena *scratch)
{
    struct env_view bounded, quiet;
    struct terms terms = engine->env->terms;
    terms.states = RATED_STATES;
    env_view_open(&bounded, engine->env, &terms);
    env_view_quiet(&quiet, &bounded.env);
    enum status st = ask(&quiet.env, turn, play, scratch, true);
    bool without = st == ST_STATE_BUDGET || st == ST_UNSUPPORTED || st == ST_MEMORY_BUDGET || st == ST_TOO_LARGE;
    if (!without) diags_add(&engine->diags, &quiet.diags);
    env_view_close(&quiet);
    env_view_close(&bounded);
    return without ? ST_OK : st;
}

/* The outcome of the position follows from those of its options. */
static enum outcome outcome_of(const struct rated_moves *turn, enum play play)
{
    if (turn->count == 0) return play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
    bool draw = false;
    for (size_t i = 0; i < turn->count; i++) {
        if (turn->options[i].outcome == OUTCOME_P) return OUTCOME_N;
        draw = draw || turn->options[i].outcome == OUTCOME_D;
    }
    return draw ? OUTCOME_D : OUTCOME_P;
}

enum status engine_rated_moves(struct engine *engine, const struct position *position, enum play play, int mover,
                               struct arena *arena, struct rated_moves *turn)
{
    struct rated_listing l = {.engine = engine, .arena = arena, .turn = turn};
    struct arena scratch = {0};
    struct text text = {0};
    bool matters = false;
    *turn = (struct rated_moves){.position = *position};
    if (position->big) return ST_TOO_LARGE;
    for (size_t i = 0; i < position->count; i++)
        matters = matters || traits_of(engine->env->traits, &position->components[i]).mover;
    if (matters || mover) turn->mover = mover == 2 ? 2 : 1;
    turn->next_mover = turn->mover ? 3 - turn->mover : 0;
    print_sum(engine->model, position->components, position->count, &text);
    turn->text = print_keep(arena, &text);
    enum status st = turn->text ? list_options(&l) : ST_NO_MEMORY;
    if (st == ST_OK && turn->count) st = ask(engine->env, turn, play, &scratch, false);
    if (st == ST_OK && turn->count && turn->count <= RATED_FAR_OPTIONS)
        st = ask_remoteness(engine, turn, play, &scratch);
    turn->outcome = outcome_of(turn, play);
    vec_free(&l.options);
    arena_free(&scratch);
    return st;
}

/* ---- choosing ---- */

static int class_of(enum outcome outcome) { return outcome == OUTCOME_P ? 0 : outcome == OUTCOME_D ? 1 : 2; }

static bool is_better(const struct rated_move *a, const struct rated_move *b)
{
    int x = class_of(a->outcome), y = class_of(b->outcome);
    if (x != y) return x < y;
    if (a->remoteness == UINT64_MAX || b->remoteness == UINT64_MAX) return false;
    if (x == 0) return a->remoteness < b->remoteness;
    return x == 2 && a->remoteness > b->remoteness;
}

size_t rated_best(const struct rated_moves *turn)
{
    size_t best = turn->count ? 0 : SIZE_MAX;
    for (size_t i = 1; i < turn->count; i++)
        if (is_better(&turn->options[i], &turn->options[best])) best = i;
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
