/* SPDX-License-Identifier: MIT */
#include <string.h>
#include "proof/match/difference.h"
#include "proof/match/order.h"

enum { ORDERS_MOST = 24, OPERATIONS = 20000, BLOCKS_MOST = 2000000 };

static bool alike(const struct field *a, const struct field *b)
{
    return a->kind == b->kind || (field_is_number(a->kind) && field_is_number(b->kind));
}

static bool kinds_fit(const struct game *a, const struct game *b, const int *order)
{
    bool fit = a->field_count == b->field_count;
    for (size_t i = 0; fit && i < a->field_count; i++)
        fit = alike(&a->fields[order ? order[i] : (int)i], &b->fields[i]);
    return fit;
}

bool order_fits(const struct game *a, const struct game *b, const int *order)
{
    return a->kind == GAME_RULES && b->kind == GAME_RULES && kinds_fit(a, b, order);
}

bool order_is_identity(const int *order, size_t count)
{
    size_t i = 0;
    while (i < count && order[i] == (int)i) i++;
    return i == count;
}

static int named(const struct game *game, const char *name)
{
    for (size_t i = 0; i < game->field_count; i++)
        if (strcmp(game->fields[i].name, name) == 0) return (int)i;
    return -1;
}

bool order_of_names(const struct game *a, const struct game *b, int *order)
{
    bool all = a->field_count == b->field_count;
    for (size_t i = 0; all && i < b->field_count; i++) all = (order[i] = named(a, b->fields[i].name)) >= 0;
    if (all && order_fits(a, b, order)) return true;
    for (size_t i = 0; i < b->field_count; i++) order[i] = (int)i;
    return order_fits(a, b, order);
}

/* ---- orders ------------------------------------------------------------------------------------------------------ */
struct orders {
    const struct model *const *models;
    const int *games;
    const struct param_value *const *params;
    const struct game *a, *b;
    int fixed[MODEL_MAX_FIELDS]; /* by names; -1: free */
    int at[MODEL_MAX_FIELDS], *best;
    size_t least, tried, below;
    uint64_t blocks;   /* of isl, beyond which no more orders are tried */
    bool stop, single; /* single: there is no other order */
    enum status st;
};

/* How many moves are different; SIZE_MAX: not known. */
static size_t moves_of(struct orders *o)
{
    struct arena scratch = {0};
    struct rule_difference d;
    struct difference_wanted wanted = {.operations = OPERATIONS, .order = o->at, .below = o->below};
    o->st = difference_find(o->models, o->games, o->params, wanted, &scratch, &d);
    size_t moves = 0;
    for (int side = 0; side < 2; side++) moves += d.only[side].count + d.only[side].unwritten;
    bool known = o->st == ST_OK && d.known;
    o->blocks += d.blocks;
    arena_free(&scratch);
    return known ? moves : SIZE_MAX;
}

/* A rule whose difference is out of reach in one order is so in the others, unless it is so for its size. Each gets a fifth of the
 * work of the difference that is asked for in the end. */
static void take(struct orders *o)
{
    size_t moves = o->single ? 0 : moves_of(o);
    o->tried++;
    if (o->tried == 1 || moves < o->least) {
        o->least = moves;
        memcpy(o->best, o->at, o->b->field_count * sizeof *o->best);
    }
    o->stop = o->st != ST_OK || moves == 0 || (moves == SIZE_MAX && !o->below) || o->tried == ORDERS_MOST ||
              o->blocks > BLOCKS_MOST;
}

static void walk(struct orders *o, size_t i, uint64_t used)
{
    if (i == o->b->field_count) {
        take(o);
        return;
    }
    for (size_t f = 0; f < o->a->field_count && !o->stop; f++) {
        bool is_fixed = o->fixed[i] >= 0;
        if (used >> f & 1 || (is_fixed && o->fixed[i] != (int)f) || !alike(&o->a->fields[f], &o->b->fields[i]))
            continue;
        o->at[i] = (int)f;
        walk(o, i + 1, used | UINT64_C(1) << f);
    }
}

/* The rest is free; it stays so when names are in the way. */
static uint64_t fix_names(struct orders *o)
{
    uint64_t used = 0;
    for (size_t i = 0; i < o->b->field_count; i++) {
        int f = named(o->a, o->b->fields[i].name);
        o->fixed[i] = f >= 0 && alike(&o->a->fields[f], &o->b->fields[i]) ? f : -1;
        if (o->fixed[i] >= 0) used |= UINT64_C(1) << f;
    }
    return used;
}

enum status order_find(const struct model *const models[2], const int games[2],
                       const struct param_value *const params[2], size_t below, int *order, bool *fit)
{
    struct orders o = {.models = models,
                       .games = games,
                       .params = params,
                       .a = &models[0]->games[games[0]],
                       .b = &models[1]->games[games[1]],
                       .best = order,
                       .below = below,
                       .st = ST_OK};
    *fit = false;
    if (o.a->field_count != o.b->field_count) return ST_OK;
    uint64_t named_ones = fix_names(&o);
    size_t left = o.b->field_count - (size_t)__builtin_popcountll(named_ones);
    o.single = left <= 1 || o.a->kind != GAME_RULES || o.b->kind != GAME_RULES;
    walk(&o, 0, 0);
    if (!o.tried) {
        for (size_t i = 0; i < o.b->field_count; i++) o.fixed[i] = -1;
        o.single = o.b->field_count <= 1 || o.a->kind != GAME_RULES || o.b->kind != GAME_RULES;
        walk(&o, 0, 0);
    }
    *fit = o.tried > 0;
    return o.st;
}
