/* SPDX-License-Identifier: MIT */
/* A board is known by its game, its numbers beside the cells and the values that its cells may hold. */
#include "play/options/ends.h"
#include <string.h>
#include "play/options/store.h"
#include "proof/ground/ground.h"

struct tried_board {
    int game;
    size_t count; /* of the numbers of the component that was tried */
    bool made;    /* else it could not be multiplied out */
    struct ground_layout layout;
    int64_t *others, *scratch; /* numbers beside the board; room for `count` */
    size_t other_count;
    bool ends;
};
struct tried_boards {
    struct tried_board boards[ENDS_BOARDS];
    size_t count;
};

static void forget(void *kept)
{
    struct tried_boards *t = kept;
    for (size_t i = 0; i < t->count; i++) mem_free(t->boards[i].others, 2 * t->boards[i].count * sizeof(int64_t));
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

/* NULL: memory is out. */
static struct tried_board *try_board(const struct env *env, const struct component *c, struct tried_boards *t)
{
    struct ground_from from = {env->model, c->game, env->params, c->cells, c->count};
    struct arena arena = {0};
    struct ground g;
    struct tried_board b = {.game = c->game, .count = c->count};
    bool fine = ground_make(&from, &arena, &g) == ST_OK && ground_falls(&g, &b.ends) == ST_OK;
    uint8_t codes[GROUND_CELLS];
    b.layout = g.layout;
    arena_free(&arena);
    if (fine) fine = (b.others = mem_alloc(2 * b.count * sizeof *b.others)) != NULL;
    if (!fine) return NULL;
    b.scratch = b.others + b.count;
    b.made = g.cells && ground_read(&b.layout, c->cells, c->count, codes, b.others, &b.other_count);
    t->boards[t->count] = b;
    return &t->boards[t->count++];
}

static bool is_proved(const struct env *env, const struct component *c)
{
    if (!may_be_tried(env, c)) return false;
    struct tried_boards *t = store_room(env, &ends_tenant);
    for (size_t i = 0; t && i < t->count; i++)
        if (is_on(&t->boards[i], c)) return t->boards[i].ends;
    if (!t || t->count == ENDS_BOARDS) return false;
    const struct tried_board *b = try_board(env, c, t);
    return b && b->ends;
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
        if (t->boards[i].game != game) continue;
        any = true;
        all = all && t->boards[i].ends;
    }
    return any && all && t->count < ENDS_BOARDS;
}
