/* SPDX-License-Identifier: MIT */
/* A board is known by its game, its numbers beside the cells and the values that its cells may hold. */
#include "play/options/ends.h"
#include <string.h>
#include "play/options/store.h"
#include "proof/ground/ground.h"

enum { SOON_STEPS = 1 << 19 /* some milliseconds */ };

struct tried_board {
    int game;
    size_t count; /* of the numbers of the component that was tried */
    bool made;    /* else it could not be multiplied out */
    bool ran_out; /* it was not, in as few steps as it had */
    struct ground_layout layout;
    int64_t *others, *scratch; /* numbers beside the board; room for `count` */
    size_t other_count;
    bool ends;
};
struct tried_boards {
    struct tried_board *boards[ENDS_BOARDS];
    size_t count;
};

static void forget(void *kept)
{
    struct tried_boards *t = kept;
    for (size_t i = 0; i < t->count; i++) {
        mem_free(t->boards[i]->others, 2 * t->boards[i]->count * sizeof(int64_t));
        mem_free(t->boards[i], sizeof *t->boards[i]);
    }
    t->count = 0;
}

static const struct tenant ends_tenant = {.name = "ends", .size = sizeof(struct tried_boards), .forget = forget};

/* Where one could not be multiplied out, others as large are not tried. */
static bool is_on(const struct tried_board *b, const struct component *c)
{
    if (b->game != c->game) return false;
    uint8_t codes[GROUND_CELLS];
    size_t count;
    if (b->count != c->count || !b->made) return b->count == c->count;
    return ground_read(&b->layout, c->cells, c->count, codes, b->scratch, &count) && count == b->other_count &&
           (!count || memcmp(b->scratch, b->others, count * sizeof *b->others) == 0);
}

/* Clauses take other positions for equal, and might lead back. */
static bool may_be_tried(const struct env *env, const struct component *c)
{
    const struct traits *t = env->traits;
    if (c->game < 0 || t->games[c->game].has_clause || env->model->games[c->game].kind != GAME_RULES) return false;
    return c->count > 0;
}

/* Beside the binary digits of a number there may be numbers that hold many values. */
static enum status make_board(const struct env *env, const struct ground_from *from, struct arena *arena,
                              struct ground *g)
{
    enum status st = ground_make(from, arena, g);
    if (st != ST_OK || g->cells || from->steps || !ground_has_digits(&env->model->games[from->game])) return st;
    return ground_make_words(from, GROUND_WORDS_STEPS, arena, g);
}

/* In so many steps, 0: as many as a board is worth. False: memory is out. */
static bool fill_board(const struct env *env, const struct component *c, uint64_t steps, struct tried_board *b)
{
    struct ground_from from = {env->model, c->game, env->params, c->cells, c->count, env->budget, steps};
    struct arena arena = {0};
    struct ground g;
    *b = (struct tried_board){.game = c->game, .count = c->count};
    bool fine = make_board(env, &from, &arena, &g) == ST_OK && ground_falls(&g, &b->ends) == ST_OK;
    uint8_t codes[GROUND_CELLS];
    b->layout = g.layout;
    b->ran_out = g.ran_out;
    arena_free(&arena);
    if (fine) fine = (b->others = mem_alloc(2 * b->count * sizeof *b->others)) != NULL;
    if (!fine) return false;
    b->scratch = b->others + b->count;
    b->made = g.cells && ground_read(&b->layout, c->cells, c->count, codes, b->others, &b->other_count);
    return true;
}

/* What few steps say is kept if play ends. NULL: memory is out, or nothing is kept; *ran_out: for want of steps. */
static struct tried_board *try_board(const struct env *env, const struct component *c, uint64_t steps,
                                     struct tried_boards *t, bool *ran_out)
{
    struct tried_board *b = mem_alloc(sizeof *b);
    bool fine = b && fill_board(env, c, steps, b);
    *ran_out = fine && b->ran_out;
    if (fine && (!steps || (b->made && b->ends))) return t->boards[t->count++] = b;
    if (fine) mem_free(b->others, 2 * b->count * sizeof(int64_t));
    if (b) mem_free(b, sizeof *b);
    return NULL;
}

/* *room: where one may be made, if none is known; else NULL. */
static const struct tried_board *known_board(const struct env *env, const struct component *c,
                                             struct tried_boards **room)
{
    *room = NULL;
    if (!may_be_tried(env, c)) return NULL;
    struct tried_boards *t = store_room(env, &ends_tenant);
    for (size_t i = 0; t && i < t->count; i++)
        if (is_on(t->boards[i], c)) return t->boards[i];
    if (t && t->count < ENDS_BOARDS) *room = t;
    return NULL;
}

/* NULL: nothing is known. */
static const struct tried_board *board_of(const struct env *env, const struct component *c)
{
    bool ran_out;
    struct tried_boards *room;
    const struct tried_board *known = known_board(env, c, &room);
    return room ? try_board(env, c, 0, room, &ran_out) : known;
}

bool ends_soon(const struct env *env, const struct component *component)
{
    bool ran_out = false;
    struct tried_boards *room;
    (void)known_board(env, component, &room);
    if (room) (void)try_board(env, component, SOON_STEPS, room, &ran_out);
    return !ran_out;
}

void ends_too_long(const struct env *env, const struct component *component)
{
    struct tried_boards *t = store_room(env, &ends_tenant);
    if (!t || t->count == ENDS_BOARDS || ground_has_digits(&env->model->games[component->game])) return;
    struct tried_board *b = mem_alloc(sizeof *b);
    if (!b) return;
    *b = (struct tried_board){.game = component->game, .count = component->count};
    t->boards[t->count++] = b;
}

static bool is_proved(const struct env *env, const struct component *c)
{
    const struct tried_board *b = board_of(env, c);
    return b && b->ends;
}

double ends_states(const struct env *env, const struct component *component)
{
    bool digits = false;
    double states = 1;
    if (component->game < 0 || !ground_has_digits(&env->model->games[component->game])) return 0;
    const struct tried_board *b = board_of(env, component);
    for (size_t i = 0; b && b->made && i < b->layout.count; i++) {
        const struct ground_piece *piece = &b->layout.pieces[i];
        double values = (double)(piece->value_count - (piece->values[0] == GROUND_NO_VALUE));
        digits |= piece->bits;
        for (size_t k = 0; k < piece->rows * piece->columns && states < 1e30; k++) states *= values;
    }
    return digits ? states : 0;
}

bool ends_watched(const struct env *env, const struct component *components, size_t count)
{
    bool watched = false;
    for (size_t i = 0; !watched && i < count; i++)
        watched = traits_of(env->traits, &components[i]).watched && !is_proved(env, &components[i]);
    return watched;
}

bool ends_proved(const struct env *env, int game)
{
    const struct tried_boards *t = store_room(env, &ends_tenant);
    bool any = false, all = t != NULL;
    for (size_t i = 0; t && i < t->count; i++) {
        if (t->boards[i]->game != game) continue;
        any = true;
        all = all && t->boards[i]->ends;
    }
    return any && all && t->count < ENDS_BOARDS;
}
