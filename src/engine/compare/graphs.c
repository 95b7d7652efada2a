/* SPDX-License-Identifier: MIT */
/* Explicit graphs are finite, so they are compared whole. Nodes of two graphs belong together when they are called the same;
 * where no two are, the graphs may still be one under other names (shape.c). Beside a rule a node is the position it is
 * called: 3 in a game of one number, or "nim(3) + nim(5)", as `cgi graph` names them. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "engine/compare/private.h"
#include "engine/open/position.h"
#include "solve/graph/labels.h"
#include "play/options/print.h"

enum { NAMES_SHOWN = 4, SHAPE_STEPS = 50000000 };

/* A graph's nodes by their names. */
struct nodes {
    const struct graph *graph;
    int game;
    struct named_arrow {
        const char *name;
        uint32_t node;
    } * sorted;
    const char **names;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct named_arrow *)a)->name, ((const struct named_arrow *)b)->name);
}

static enum status read_nodes(struct compare *c, int side, struct nodes *nodes)
{
    const struct model *model = c->side[side]->model;
    const struct graph *g = &model->graphs[compare_game(c, side)->graph];
    *nodes = (struct nodes){.graph = g, .game = model->main_game};
    nodes->sorted = arena_array(c->arena, g->node_count + (size_t)1, sizeof *nodes->sorted);
    nodes->names = arena_array(c->arena, g->node_count + (size_t)1, sizeof *nodes->names);
    if (!nodes->sorted || !nodes->names) return ST_NO_MEMORY;
    for (uint32_t i = 0; i < g->node_count; i++) {
        nodes->names[i] = g->names ? g->names[i] : arena_printf(c->arena, "%" PRIu32, i);
        if (!nodes->names[i]) return ST_NO_MEMORY;
        nodes->sorted[i] = (struct named_arrow){nodes->names[i], i};
    }
    qsort(nodes->sorted, g->node_count, sizeof *nodes->sorted, by_name);
    return ST_OK;
}

/* Pairs of nodes that belong together; map[a] is b, UINT32_MAX where there is none. */
static size_t pair_names(const struct nodes *a, const struct nodes *b, uint32_t *map)
{
    size_t paired = 0, k = 0;
    for (uint32_t i = 0; i < a->graph->node_count; i++) map[i] = UINT32_MAX;
    for (uint32_t i = 0; i < a->graph->node_count; i++) {
        while (k < b->graph->node_count && strcmp(b->sorted[k].name, a->sorted[i].name) < 0) k++;
        if (k == b->graph->node_count || strcmp(b->sorted[k].name, a->sorted[i].name) != 0) continue;
        map[a->sorted[i].node] = b->sorted[k].node;
        paired++;
    }
    return paired;
}

static struct component node_component(const struct nodes *n, const int64_t *cell)
{
    return (struct component){n->game, 1, cell};
}

/* ---- two graphs -------------------------------------------------------------------------------------------------- */
static const char *value_words(struct arena *arena, const struct smith_value *v)
{
    if (!v->infinite) return arena_printf(arena, "%" PRIu64, v->value);
    struct text text = {0};
    text_puts(&text, "infinity{");
    for (size_t i = 0; i < v->k_count; i++) text_add(&text, "%s%" PRIu64, i ? ", " : "", v->k[i]);
    text_puts(&text, "}");
    return print_keep(arena, &text);
}

static bool same_value(const struct smith_value *x, const struct smith_value *y)
{
    if (x->infinite != y->infinite) return false;
    if (!x->infinite) return x->value == y->value;
    return x->k_count == y->k_count && (!x->k_count || memcmp(x->k, y->k, x->k_count * sizeof *x->k) == 0);
}

/* The position of one side as it is written, where they differ. */
static enum status name_position(struct compare *c, int side, const struct position *position)
{
    struct text text = {0};
    print_sum(c->side[side]->model, position->components, position->count, &text);
    return (c->out->position[side] = print_keep(c->arena, &text)) ? ST_OK : ST_NO_MEMORY;
}

static enum status name_nodes(struct compare *c, const struct nodes *nodes, const int64_t cells[2])
{
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) {
        struct component component = node_component(&nodes[side], &cells[side]);
        st = name_position(c, side, &(struct position){&component, 1, NULL});
    }
    return st;
}

/* Values in full, infinity(K) included. */
static enum status compare_node_values(struct compare *c, const struct nodes *nodes, const int64_t cells[2])
{
    struct smith_value value[2];
    struct arena scratch = {0};
    enum status st = budget_check(c->side[0]->options.budget);
    for (int side = 0; st == ST_OK && side < 2; side++) {
        struct component component = node_component(&nodes[side], &cells[side]);
        st = labels_component(c->side[side]->env, &component, &scratch, &value[side]);
    }
    if (st == ST_OK && !same_value(&value[0], &value[1])) {
        c->found = true;
        c->out->verdict = COMPARE_DIFFER;
        c->out->is_sg = true;
        for (int side = 0; st == ST_OK && side < 2; side++)
            if (!(c->out->value[side] = value_words(c->arena, &value[side]))) st = ST_NO_MEMORY;
        if (st == ST_OK) st = name_nodes(c, nodes, cells);
    }
    if (st == ST_OK) c->out->positions++;
    arena_free(&scratch);
    return st;
}

/* Outcomes, all at once. */
static enum status compare_node_outcomes(struct compare *c, const struct nodes *nodes, const uint32_t *map)
{
    size_t n = nodes[0].graph->node_count, count = 0, at;
    struct position *positions[2];
    int64_t *cells = arena_array(c->arena, 2 * n + 1, sizeof *cells);
    struct component *components = arena_array(c->arena, 2 * n + 1, sizeof *components);
    for (int side = 0; side < 2; side++) positions[side] = arena_array(c->arena, n + 1, sizeof **positions);
    if (!cells || !components || !positions[0] || !positions[1]) return ST_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        if (map[i] == UINT32_MAX) continue;
        for (int side = 0; side < 2; side++) {
            size_t k = 2 * count + (size_t)side;
            cells[k] = side ? map[i] : i;
            components[k] = node_component(&nodes[side], &cells[k]);
            positions[side][count] = (struct position){&components[k], 1, NULL};
        }
        count++;
    }
    enum status st = compare_positions(c, positions, count, c->arena, &at);
    if (st == ST_OK) c->out->positions = count;
    for (int side = 0; st == ST_OK && c->found && side < 2; side++) st = name_position(c, side, &positions[side][at]);
    return st;
}

/* What the nodes of the first graph are called in the second, as far as there is room. */
static const char *renamed_words(struct compare *c, const struct nodes *nodes, const uint32_t *map)
{
    struct text text = {0};
    uint32_t n = nodes[0].graph->node_count;
    text_puts(&text, "the same arrows between nodes of other names: ");
    for (uint32_t i = 0; i < n && i < NAMES_SHOWN; i++)
        text_add(&text, "%s%s is %s", i ? ", " : "", nodes[1].names[map[i]], nodes[0].names[i]);
    if (n > NAMES_SHOWN) text_puts(&text, ", ...");
    return print_keep(c->arena, &text);
}

static enum status same_rules(struct compare *c, const char *why)
{
    c->out->verdict = COMPARE_SAME_RULES;
    c->out->why = why;
    return why ? ST_OK : ST_NO_MEMORY;
}

/* No two nodes are called the same. */
static enum status compare_renamed(struct compare *c, const struct nodes *nodes, uint32_t *map)
{
    struct shape_verdict shape = {.known = true};
    bool same_play = c->wanted->play[0] == c->wanted->play[1];
    enum status st = ST_OK;
    if (same_play)
        st = compare_shapes(nodes[0].graph, nodes[1].graph, SHAPE_STEPS, c->side[0]->options.budget, c->arena, map,
                            &shape);
    if (st != ST_OK) return st;
    if (shape.fits) return same_rules(c, renamed_words(c, nodes, map));
    const char *why =
        !same_play ? "one is played in normal and one in misere play"
        : shape.known
            ? "their arrows do not fit under other names"
            : arena_printf(c->arena, "no other names under which their arrows fit were found within %" PRIu64 " steps",
                           shape.steps);
    if (!why) return ST_NO_MEMORY;
    diag(&c->side[0]->diags, D_COMPARE_NODES, (struct span){0, 0, 0}, compare_game(c, 0)->name,
         compare_game(c, 1)->name, why);
    return ST_USAGE;
}

static enum status compare_two(struct compare *c)
{
    struct nodes nodes[2];
    enum status st = read_nodes(c, 0, &nodes[0]);
    if (st == ST_OK) st = read_nodes(c, 1, &nodes[1]);
    if (st != ST_OK) return st;
    size_t n[2] = {nodes[0].graph->node_count, nodes[1].graph->node_count};
    uint32_t *map = arena_array(c->arena, n[0] + 1, sizeof *map),
             *stamp = arena_array(c->arena, n[1] + 1, sizeof *stamp);
    if (!map || !stamp) return ST_NO_MEMORY;
    size_t paired = pair_names(&nodes[0], &nodes[1], map);
    if (paired == 0) return compare_renamed(c, nodes, map);
    bool all = paired == n[0] && paired == n[1], same_play = c->wanted->play[0] == c->wanted->play[1];
    if (all && same_play && compare_arrows(nodes[0].graph, nodes[1].graph, map, stamp))
        return same_rules(c, arena_strdup(c->arena, "the same nodes and arrows"));
    const struct graph *graphs[] = {nodes[0].graph, nodes[1].graph};
    const char **names[] = {nodes[0].names, nodes[1].names};
    st = compare_list_arrows(c, graphs, names, map);
    if (st == ST_OK && !c->values) st = compare_node_outcomes(c, nodes, map);
    for (uint32_t i = 0; st == ST_OK && c->values && !c->found && i < n[0]; i++)
        if (map[i] != UINT32_MAX) st = compare_node_values(c, nodes, (const int64_t[]){i, map[i]});
    c->out->to = c->out->positions;
    if (st != ST_OK || c->found || !all || !c->values) return st;
    c->out->verdict = COMPARE_SAME_VALUES;
    c->out->why = arena_printf(c->arena, "all %zu nodes were labelled in both graphs", paired);
    return c->out->why ? ST_OK : ST_NO_MEMORY;
}

/* ---- a graph and a rule ------------------------------------------------------------------------------------------ */
/* The position of the rule that a node is called; *is is false when its name is none. What reading it complained about is
 * forgotten. */
static enum status read_name(struct engine *engine, const char *name, struct position *position, bool *is)
{
    *is = false;
    bool may = isdigit((unsigned char)*name) || *name == '-' || strpbrk(name, "([") || strcmp(name, "end") == 0;
    if (!may) return ST_OK;
    size_t count = engine->diags.count, errors = engine->diags.errors;
    enum status st = engine_position(engine, &name, 1, position);
    *is = st == ST_OK && !position->big;
    engine->diags.count = count;
    engine->diags.errors = errors;
    return st == ST_USAGE || st == ST_INVALID || st == ST_TOO_LARGE ? ST_OK : st;
}

static enum status compare_with_rule(struct compare *c, int graph)
{
    struct nodes nodes;
    struct position *positions[2];
    enum status st = read_nodes(c, graph, &nodes);
    if (st != ST_OK) return st;
    size_t n = nodes.graph->node_count, count = 0, at;
    int64_t *cells = arena_array(c->arena, n + 1, sizeof *cells);
    struct component *components = arena_array(c->arena, n + 1, sizeof *components);
    for (int side = 0; side < 2; side++) positions[side] = arena_array(c->arena, n + 1, sizeof **positions);
    if (!cells || !components || !positions[0] || !positions[1]) return ST_NO_MEMORY;
    for (uint32_t i = 0; st == ST_OK && i < n; i++) {
        bool is;
        st = read_name(c->side[!graph], nodes.names[i], &positions[!graph][count], &is);
        if (st == ST_OK) st = budget_check(c->side[0]->options.budget);
        if (st != ST_OK || !is) continue;
        cells[count] = i;
        components[count] = node_component(&nodes, &cells[count]);
        positions[graph][count] = (struct position){&components[count], 1, NULL};
        count++;
    }
    if (st != ST_OK) return st;
    if (!count) {
        const struct game *rule = compare_game(c, !graph);
        diag(&c->side[0]->diags, D_COMPARE_NAMES, (struct span){0, 0, 0}, compare_game(c, graph)->name, rule->name,
             rule->name);
        return ST_USAGE;
    }
    st = compare_positions(c, positions, count, c->arena, &at);
    if (st == ST_OK) c->out->positions = c->out->to = count;
    for (int side = 0; st == ST_OK && c->found && side < 2; side++) st = name_position(c, side, &positions[side][at]);
    return st;
}

enum status compare_graphs(struct compare *c)
{
    bool first = compare_game(c, 0)->kind == GAME_GRAPH, second = compare_game(c, 1)->kind == GAME_GRAPH;
    c->out->nodes = true;
    return first && second ? compare_two(c) : compare_with_rule(c, first ? 0 : 1);
}
