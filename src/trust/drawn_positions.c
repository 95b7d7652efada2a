/* SPDX-License-Identifier: MIT */
/* A sample draws each field independently. Numbers come from three sources in turn: small ones, any up to a few
 * hundred, and the literals of the rule and its parameters with their neighbours. */
#include <string.h>
#include "base/hash.h"
#include "trust/drawn_positions.h"

enum {
    LITERALS_MOST = WINDOW_LITERALS,
    LITERAL_MOST = 4096,
    NUMBER_BITS = 8,
    CELL_BITS = 3,
    ROW_LONGEST = 12,
    GRID_WIDEST = 5,
    TRIES_EACH = 10
};

struct draw {
    const struct env *env;
    const struct game *game;
    uint64_t state;
    int64_t literals[LITERALS_MOST], literal_most; /* those up to it in size */
    size_t literal_count;
    cell_vec cells;
};

/* ---- literals ---------------------------------------------------------------------------------------------------- */
static void note_literal(struct draw *d, int64_t value)
{
    if (value < -d->literal_most || value > d->literal_most || d->literal_count == LITERALS_MOST) return;
    for (size_t i = 0; i < d->literal_count; i++)
        if (d->literals[i] == value) return;
    d->literals[d->literal_count++] = value;
}

static void note_param(struct draw *d, int param)
{
    const struct param_value *value = &d->env->params[param];
    if (d->env->model->params[param].kind != PARAM_SET) note_literal(d, value->value);
    for (size_t i = 0; i < value->set_count; i++) note_literal(d, value->set[i]);
}

static void note_expr(struct draw *d, const struct expr *e);

static void note_domain(struct draw *d, const struct domain *domain)
{
    if (!domain) return;
    if (domain->kind == DOMAIN_PARAM) note_param(d, domain->index);
    note_expr(d, domain->low);
    note_expr(d, domain->high);
    note_expr(d, domain->limit);
    for (size_t i = 0; i < domain->item_count; i++) note_expr(d, domain->items[i]);
}

static void note_expr(struct draw *d, const struct expr *e)
{
    if (!e) return;
    if (e->kind == EXPR_INT) note_literal(d, e->value);
    if (e->kind == EXPR_PARAM) note_param(d, e->index);
    note_domain(d, e->domain);
    for (size_t i = 0; i < e->count; i++) note_expr(d, e->kids[i]);
    for (size_t i = 0; i < e->gen_count; i++) note_domain(d, &e->gens[i].domain);
    for (size_t i = 0; i < e->update_count; i++) {
        note_expr(d, e->updates[i].value);
        for (int k = 0; k < e->updates[i].dims; k++) {
            note_expr(d, e->updates[i].low[k]);
            note_expr(d, e->updates[i].high[k]);
        }
    }
}

static void note_game(struct draw *d)
{
    note_expr(d, d->game->canon);
    note_expr(d, d->game->invariant);
    for (size_t m = 0; m < d->game->move_count; m++) {
        const struct move *move = &d->game->moves[m];
        for (size_t i = 0; i < move->gen_count; i++) note_domain(d, &move->gens[i].domain);
        for (size_t i = 0; i < move->condition_count; i++) note_expr(d, move->conditions[i]);
        note_expr(d, move->result);
    }
}

size_t window_literals(const struct env *env, int game, int64_t literals[WINDOW_LITERALS])
{
    struct draw d = {.env = env, .game = &env->model->games[game], .literal_most = INT64_MAX};
    note_game(&d);
    memcpy(literals, d.literals, d.literal_count * sizeof *literals);
    return d.literal_count;
}

/* ---- drawing ----------------------------------------------------------------------------------------------------- */
static uint64_t draw_below(struct draw *d, uint64_t bound) { return random_next(&d->state) % bound; }

static int64_t draw_number(struct draw *d, unsigned bits)
{
    if (d->literal_count && draw_below(d, 3) == 0) {
        int64_t value = d->literals[draw_below(d, d->literal_count)] + (int64_t)draw_below(d, 3) - 1;
        if (value >= 0 && value < (int64_t)4 << bits) return value;
    }
    return (int64_t)draw_below(d, (uint64_t)2 << draw_below(d, bits));
}

static bool draw_row(struct draw *d, bool ascending)
{
    int64_t length = draw_number(d, 4), cell = 0;
    unsigned bits = (unsigned)draw_below(d, CELL_BITS) + 1;
    if (length > ROW_LONGEST) length = ROW_LONGEST;
    if (!vec_push(&d->cells, length)) return false;
    size_t from = d->cells.count;
    for (int64_t i = 0; i < length; i++)
        if (!vec_push(&d->cells, draw_number(d, bits))) return false;
    for (size_t i = from + 1; ascending && i < d->cells.count; i++) /* insertion sort of a dozen cells */
        for (size_t j = i; j > from && d->cells.data[j] < d->cells.data[j - 1]; j--) {
            cell = d->cells.data[j];
            d->cells.data[j] = d->cells.data[j - 1];
            d->cells.data[j - 1] = cell;
        }
    return true;
}

static bool draw_grid(struct draw *d)
{
    uint64_t rows = 1 + draw_below(d, GRID_WIDEST), columns = 1 + draw_below(d, GRID_WIDEST);
    uint64_t kinds = draw_below(d, 2) ? 2 : 4;
    if (!vec_push(&d->cells, (int64_t)rows) || !vec_push(&d->cells, (int64_t)columns)) return false;
    for (uint64_t i = 0; i < rows * columns; i++)
        if (!vec_push(&d->cells, (int64_t)draw_below(d, kinds))) return false;
    return true;
}

/* A tree with up to a dozen edges, each on the previous one or lower, all possible heights being equally likely. */
static bool draw_tree(struct draw *d)
{
    int64_t heights[ROW_LONGEST];
    uint64_t count = draw_below(d, ROW_LONGEST + 1);
    for (uint64_t i = 0; i < count; i++)
        heights[i] = 1 + (i ? (int64_t)draw_below(d, (uint64_t)heights[i - 1] + 1) : 0);
    if (tree_sort(heights, count) != ST_OK || !vec_push(&d->cells, (int64_t)count)) return false;
    for (uint64_t i = 0; i < count; i++)
        if (!vec_push(&d->cells, heights[i])) return false;
    return true;
}

/* About half of the first nodes of a graph, or a few of them. */
static bool draw_nodes(struct draw *d, const struct graph *graph)
{
    uint64_t reach = 1 + draw_below(d, graph->node_count < 2 * ROW_LONGEST ? graph->node_count : 2 * ROW_LONGEST);
    uint64_t one_in = 1 + draw_below(d, 4);
    size_t head = d->cells.count;
    if (!vec_push(&d->cells, 0)) return false;
    for (uint64_t v = 0; v < reach; v++) {
        if (draw_below(d, one_in)) continue;
        if (!vec_push(&d->cells, (int64_t)v)) return false;
        d->cells.data[head]++;
    }
    return true;
}

static bool draw_field(struct draw *d, size_t field)
{
    const struct model *model = d->env->model;
    switch (d->game->fields[field].kind) {
    case FIELD_NAT: return vec_push(&d->cells, draw_number(d, NUMBER_BITS));
    case FIELD_INT:
        return vec_push(&d->cells, draw_below(d, 2) ? draw_number(d, NUMBER_BITS) : -draw_number(d, NUMBER_BITS));
    case FIELD_BOOL: return vec_push(&d->cells, (int64_t)draw_below(d, 2));
    case FIELD_ROW: return draw_row(d, false);
    case FIELD_BAG: return draw_row(d, true);
    case FIELD_GRID: return draw_grid(d);
    case FIELD_TREE: return draw_tree(d);
    case FIELD_NODES: return draw_nodes(d, &model->graphs[model->games[d->game->fields[field].graph].graph]);
    case FIELD_NODE: break;
    }
    uint64_t nodes = model->graphs[d->game->graph].node_count;
    return vec_push(&d->cells, nodes ? (int64_t)draw_below(d, nodes) : 0);
}

static bool listed(const struct sums *sums, const struct component *component)
{
    for (size_t i = 0; i < sums->count; i++) {
        struct component other = sums_component(sums, i, 0);
        if (component_compare(&other, component) == 0) return true;
    }
    return false;
}

enum status drawn_positions(const struct env *env, int game, size_t limit, uint64_t seed, struct sums *out)
{
    struct draw d = {.env = env, .game = &env->model->games[game], .state = seed, .literal_most = LITERAL_MOST};
    enum status st = ST_OK;
    size_t most = out->count + limit;
    if (d.game->kind != GAME_RULES || d.game->field_count == 0) return ST_OK;
    note_game(&d);
    for (size_t tries = 0; st == ST_OK && tries < limit * TRIES_EACH && out->count < most; tries++) {
        bool legal = false;
        d.cells.count = 0;
        for (size_t f = 0; st == ST_OK && f < d.game->field_count; f++)
            if (!draw_field(&d, f)) st = ST_NO_MEMORY;
        struct component component = {game, (uint32_t)d.cells.count, d.cells.data};
        if (st == ST_OK) st = vm_legal(env->vm, &component, &legal);
        if (st == ST_OK && legal && !listed(out, &component) && !sums_add(out, &component, 1)) st = ST_NO_MEMORY;
        if (st == ST_OK && tries % 512 == 511) st = budget_check(env->budget);
    }
    vec_free(&d.cells);
    return st;
}
