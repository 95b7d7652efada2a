/* SPDX-License-Identifier: MIT */
/* Which field of one game is which of the other: in the order of the file, in another one (order.h), or as the cells of a row. */
#include <string.h>
#include "engine/compare/private.h"
#include "play/options/print.h"
#include "proof/match/order.h"
#include "proof/match/restate.h"

static const struct game *seen_game(const struct compare *c, int side)
{
    return &c->seen[side]->games[c->seen[side]->main_game];
}

static bool has_sets(const struct game *game)
{
    bool found = false;
    for (size_t i = 0; i < game->field_count; i++) found |= game->fields[i].kind == FIELD_NODES;
    return found;
}

/* "a is y, b is x" */
static enum status say_order(struct compare *c)
{
    const struct game *a = seen_game(c, 0), *b = seen_game(c, 1);
    if (order_is_identity(c->order, a->field_count) && !c->unpacked[0] && !c->unpacked[1]) return ST_OK;
    struct field_pair *pairs = arena_array(c->arena, a->field_count, sizeof *pairs);
    if (!pairs) return ST_NO_MEMORY;
    for (size_t i = 0; i < b->field_count; i++)
        pairs[c->order[i]] = (struct field_pair){{a->fields[c->order[i]].name, b->fields[i].name}};
    c->out->fields = pairs;
    c->out->field_count = a->field_count;
    return ST_OK;
}

enum status compare_fields(struct compare *c, bool *fit)
{
    const struct param_value *params[2] = {c->side[0]->params, c->side[1]->params};
    enum status st = ST_OK;
    *fit = false;
    for (int side = 0; side < 2; side++) {
        c->seen[side] = c->side[side]->model;
        c->unpacked[side] = false;
    }
    for (int side = 0; st == ST_OK && side < 2; side++) {
        const struct game *other = compare_game(c, !side);
        const struct model *seen = NULL;
        bool numbers = other->kind == GAME_RULES && other->field_count > 0;
        for (size_t i = 0; i < other->field_count; i++) numbers = numbers && field_is_number(other->fields[i].kind);
        const struct engine *e = c->side[side];
        if (numbers) st = restate_row(e->model, e->model->main_game, e->params, other->field_count, c->arena, &seen);
        if (!seen) continue;
        c->seen[side] = seen;
        c->unpacked[side] = true;
    }
    c->walked = c->unpacked[0]; /* rows of other lengths are many */
    const int games[2] = {c->seen[0]->main_game, c->seen[1]->main_game};
    if (st == ST_OK && !has_sets(seen_game(c, 0))) st = order_find(c->seen, games, params, 0, c->order, fit);
    return st == ST_OK && *fit ? say_order(c) : st;
}

/* ---- positions --------------------------------------------------------------------------------------------------- */
/* Where each field of a position begins, and how many cells it has. */
struct field_cells {
    uint32_t at, count;
};
static void split(const struct game *game, bool unpacked, const int64_t *cells, struct field_cells *fields,
                  size_t count)
{
    uint32_t at = unpacked ? 1 : 0;
    for (size_t i = 0; i < count; i++) {
        fields[i] = (struct field_cells){at, unpacked ? 1 : (uint32_t)field_length(game->fields[i].kind, cells + at)};
        at += fields[i].count;
    }
}

enum status compare_partner(const struct compare *c, int from, const struct component *position, int there,
                            struct arena *arena, struct component *partner)
{
    struct field_cells fields[MODEL_MAX_FIELDS];
    const struct model *model = c->side[from]->model, *other = c->side[!from]->model;
    const struct game *game = &model->games[position->game];
    bool main = position->game == model->main_game && there == other->main_game;
    int named[MODEL_MAX_FIELDS];
    const int *order = c->order;
    size_t count = main ? seen_game(c, from)->field_count : game->field_count;
    if (!main) {
        order_of_names(from ? &other->games[there] : game, from ? game : &other->games[there], named);
        order = named;
    }
    bool packs = main && c->unpacked[!from];
    int64_t *cells = arena_array(arena, position->count + (size_t)1, sizeof *cells);
    if (!cells) return ST_NO_MEMORY;
    split(game, main && c->unpacked[from], position->cells, fields, count);
    uint32_t at = 0;
    if (packs) cells[at++] = (int64_t)count;
    for (size_t i = 0; i < count; i++) {
        size_t source = 0;
        if (!from) source = (size_t)order[i];
        else
            while (order[source] != (int)i) source++;
        memcpy(cells + at, position->cells + fields[source].at, fields[source].count * sizeof *cells);
        at += fields[source].count;
    }
    *partner = (struct component){there, at, cells};
    return ST_OK;
}

enum status compare_pair_of(const struct compare *c, int from, const struct component *position, struct arena *arena,
                            struct component *both)
{
    both[from] = *position;
    both[from].game = c->side[from]->model->main_game;
    return compare_partner(c, from, &both[from], c->side[!from]->model->main_game, arena, &both[!from]);
}
