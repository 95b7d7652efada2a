/* SPDX-License-Identifier: MIT */
/* The order is asked of the rule of numbers, so a rule with rows is written twice if its numbers are to stand in another one. */
#include "plan/restated/seen_rule.h"
#include "plan/restated/seen_coordinates.h"
#include <string.h>
#include "base/mem.h"
#include "play/options/traits.h"
#include "play/options/store.h"
#include "proof/boxes/boxes.h"
#include "proof/restate/substitution.h"

enum { SHAPES_MOST = 8 };
/* Fields that are 0 in no option where they are not 0, and of which some move asks for 0. */
struct seen_starts {
    int game;
    bool field[MODEL_MAX_FIELDS];
};
struct seen_rules {
    struct seen_rule *items[SHAPES_MOST];
    struct seen_starts starts[SHAPES_MOST];
    size_t count, start_count;
};

static void close_rule(struct seen_rule *r)
{
    other_rule_close(&r->as);
    mem_free(r, sizeof *r);
}

static void forget(void *kept)
{
    struct seen_rules *all = kept;
    while (all->count) close_rule(all->items[--all->count]);
    all->start_count = 0;
}

static const struct tenant tenant = {.name = "fields", .size = sizeof(struct seen_rules), .forget = forget};

/* ---- shapes --------------------------------------------------------------------------------------------------------- */
/* What the results of a rule have in a field: it as it was, or a constant, the same in all that have one. */
struct seen_results {
    bool constant;
    int64_t value;
};

/* The number, or truth, that is written there. */
static bool is_written(const struct expr *e, int64_t *value)
{
    *value = e->kind == EXPR_BOOL && e->value;
    return e->kind == EXPR_BOOL || (e->kind == EXPR_INT && e->number && integer_fits(e->number, value));
}

/* Do all positions of this result have the field so? Those of other games are none of the shape's anyhow. */
static bool keeps(const struct expr *e, int field, struct seen_results *r)
{
    int64_t value;
    if (e->kind == EXPR_GAME) {
        const struct expr *arg = (size_t)field < e->count ? e->kids[field] : NULL;
        if (!arg || (arg->kind == EXPR_FIELD && arg->index == field)) return arg != NULL;
        if (!is_written(arg, &value) || (r->constant && r->value != value)) return false;
        *r = (struct seen_results){true, value};
        return true;
    }
    bool fine = e->kind == EXPR_IF || e->kind == EXPR_LET || e->kind == EXPR_SUM || e->kind == EXPR_END;
    for (size_t i = 0; i < e->count && fine; i++)
        if (e->kids[i] && e->kids[i]->type == TYPE_POSITION) fine = keeps(e->kids[i], field, r);
    return fine;
}

static bool are_so(const struct game *game, size_t field, struct seen_results *r)
{
    bool so = game->move_count > 0;
    *r = (struct seen_results){0};
    for (size_t m = 0; m < game->move_count && so; m++)
        so = game->moves[m].result && keeps(game->moves[m].result, (int)field, r);
    return so;
}

/* The number or the cells of a field, from cell `*at` of the state on. */
static bool add_field(const struct game *game, size_t f, const struct component *component, uint32_t *at,
                      struct seen_shape *shape)
{
    struct seen_results results;
    bool row = shape->length[f] >= 0, fixed = are_so(game, f, &results);
    if (fixed && results.constant && results.value != component->cells[*at]) {
        shape->left = true;
        fixed = false;
    }
    if (!fixed && game->fields[f].kind == FIELD_BOOL) return false;
    if (shape->length[f] > SEEN_CELLS_MOST + SEEN_FIXED_MOST) return false;
    for (int64_t i = 0; i < (row ? shape->length[f] : 1); i++, ++*at) {
        struct substitution_cell cell = {(int)f, row ? (int)i : -1};
        if (fixed ? shape->fixed_count == SEEN_FIXED_MOST : shape->count == SEEN_CELLS_MOST) return false;
        if (fixed) {
            shape->fixed[shape->fixed_count++] = (struct substitution_fixed){cell, component->cells[*at]};
            continue;
        }
        shape->at[shape->count] = *at;
        shape->cell[shape->count++] = cell;
    }
    return true;
}

/* Grids of few cells. */
static bool grid_length(int64_t rows, int64_t columns, size_t f, struct seen_shape *shape)
{
    enum { MOST = SEEN_CELLS_MOST + SEEN_FIXED_MOST };
    if (rows < 1 || columns < 1 || rows > MOST || columns > MOST) return false;
    shape->columns[f] = columns;
    shape->length[f] = rows * columns;
    return true;
}

bool seen_shape_of(const struct game *game, const struct component *component, struct seen_shape *shape)
{
    uint32_t at = 0;
    *shape = (struct seen_shape){.fields = game->field_count};
    if (game->kind != GAME_RULES) return false;
    for (size_t f = 0; f < game->field_count; f++) {
        enum field_kind kind = game->fields[f].kind;
        bool grid = kind == FIELD_GRID;
        if (!grid && kind != FIELD_ROW && kind != FIELD_NAT && kind != FIELD_BOOL) return false;
        int64_t rows = grid ? component->cells[at++] : 1;
        shape->length[f] = grid || kind == FIELD_ROW ? component->cells[at++] : -1;
        if (!grid) shape->columns[f] = 0;
        else if (!grid_length(rows, shape->length[f], f, shape)) return false;
        if (!add_field(game, f, component, &at, shape)) return false;
    }
    return shape->count > 0;
}

/* NULL: memory is out. */
static const struct seen_starts *starts_of(const struct env *env, int game)
{
    static const struct seen_starts none = {0};
    struct seen_rules *all = store_room(env, &tenant);
    struct boxes b;
    if (!all) return NULL;
    for (size_t i = 0; i < all->start_count; i++)
        if (all->starts[i].game == game) return &all->starts[i];
    if (all->start_count == SHAPES_MOST) return &none;
    struct seen_starts *own = &all->starts[all->start_count];
    *own = (struct seen_starts){.game = game};
    enum status st = boxes_open(env->model, game, env->params, &b);
    for (size_t f = 0; st == ST_OK && f < env->model->games[game].field_count; f++)
        own->field[f] = boxes_leaves_zero(&b, f);
    boxes_done(&b);
    if (st != ST_OK) return NULL;
    all->start_count++;
    return own;
}

enum status seen_shape_lower(const struct env *env, const struct component *component, struct seen_shape *shape)
{
    const struct seen_starts *starts = starts_of(env, component->game);
    if (!starts) return ST_NO_MEMORY;
    for (size_t i = 0; i < shape->count; i++) {
        if (shape->cell[i].cell >= 0 || !starts->field[shape->cell[i].field]) continue;
        bool more = component->cells[shape->at[i]] > 0;
        shape->low[i] = more;
        shape->lowered |= more;
        shape->left |= !more;
    }
    return ST_OK;
}

bool seen_may_be_written(const struct env *env, int game)
{
    const struct game *g = &env->model->games[game];
    const struct game_traits *t = &env->traits->games[game];
    bool fine = g->kind == GAME_RULES && !g->split && g->field_count > 0;
    return fine && !t->mover && !t->loopy && !t->folded && !t->coins && !t->graph;
}

bool seen_shape_same(const struct seen_shape *a, const struct seen_shape *b)
{
    if (a->fields != b->fields || memcmp(a->length, b->length, a->fields * sizeof *a->length) != 0) return false;
    if (memcmp(a->columns, b->columns, a->fields * sizeof *a->columns) != 0) return false;
    bool same = true; /* of the same game: of a field that is fixed all cells are */
    if (a->fixed_count != b->fixed_count || a->count != b->count) return false;
    for (size_t i = 0; i < a->fixed_count; i++)
        same &= a->fixed[i].value == b->fixed[i].value && a->fixed[i].cell.field == b->fixed[i].cell.field;
    for (size_t i = 0; i < a->count; i++) same &= a->low[i] == b->low[i];
    return same;
}

bool seen_shape_grids(const struct seen_shape *shape)
{
    bool grids = false;
    for (size_t f = 0; f < shape->fields; f++) grids |= shape->columns[f] > 0;
    return grids;
}

static bool has_rows(const struct seen_shape *shape)
{
    bool rows = false;
    for (size_t f = 0; f < shape->fields; f++) rows |= shape->length[f] >= 0;
    return rows;
}

/* ---- the other rule ------------------------------------------------------------------------------------------------- */
static enum status open_rule(const struct env *env, struct seen_rule *r)
{
    bool fine;
    enum status st = seen_coordinates(r, env, &fine);
    if (st != ST_OK || !fine) return st;
    /* What seen_coordinates tries of these fields it has tried, but for numbers that are counted from another end. */
    return other_rule_open(env, seen_moved(r) ? RESTATED_MOST : env->terms.restated + 1, !r->shape.lowered, &r->as);
}

enum status seen_rule_of(const struct env *env, int game, const struct seen_shape *shape, struct seen_rule **out)
{
    struct seen_rules *all = store_room(env, &tenant);
    *out = NULL;
    if (!all) return ST_NO_MEMORY;
    for (size_t i = 0; i < all->count && !*out; i++)
        if (all->items[i]->game == game && seen_shape_same(&all->items[i]->shape, shape)) *out = all->items[i];
    if (!*out && all->count < SHAPES_MOST) {
        struct seen_rule *r = *out = mem_alloc(sizeof *r);
        if (!r) return ST_NO_MEMORY;
        r->game = game;
        r->shape = *shape;
        r->rows = has_rows(shape);
        r->anew = r->rows || shape->fixed_count > 0 || shape->lowered;
        all->items[all->count++] = r;
        enum status st = open_rule(env, r);
        if (st != ST_OK) return st;
    }
    if (*out && !(*out)->as.env) *out = NULL;
    if (*out) (*out)->as.budget = budget_within(env->budget, 0, 0);
    return ST_OK;
}
