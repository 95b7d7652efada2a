/* SPDX-License-Identifier: MIT */
/* How two explicit graphs differ: the nodes and arrows that only one of them has, as the language writes them. */
#include <inttypes.h>
#include "engine/compare/private.h"
#include "play/options/print.h"

enum { NODES_MOST = 64, ARROWS_MOST = 16 };

struct arrows {
    struct compare *c;
    const struct graph *const *graph;
    const char **const *names;
    uint32_t *map[2], *stamp[2]; /* a node's partner on the other side, or UINT32_MAX */
};

static bool only_here(const struct arrows *a, int side, uint32_t to, uint32_t from)
{
    uint32_t there = a->map[side][to];
    return there == UINT32_MAX || a->map[side][from] == UINT32_MAX || a->stamp[!side][there] != from + 1;
}

/* "c -> b d" of the arrows that its partner does not have, or "e" for a node of its own; NULL: none. With `as_option` the
 * successors alone, as positions of that game. */
static enum status name_node(struct arrows *a, int side, uint32_t node, const char *as_option, const char **said)
{
    const struct graph *g = a->graph[side], *other = a->graph[!side];
    uint32_t there = a->map[side][node], count = 0;
    struct text text = {0};
    for (uint32_t i = there == UINT32_MAX ? 0 : other->first[there]; there != UINT32_MAX && i < other->first[there + 1];
         i++)
        a->stamp[!side][other->to[i]] = node + 1;
    if (!as_option) text_puts(&text, a->names[side][node]);
    for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++) {
        if (!only_here(a, side, g->to[i], node) || count++ >= ARROWS_MOST) continue;
        const char *to = a->names[side][g->to[i]];
        if (as_option) text_add(&text, "%s%s(%s)", count > 1 ? ", " : "", as_option, to);
        else text_add(&text, "%s%s", count > 1 ? " " : " -> ", to);
    }
    if (count > ARROWS_MOST) text_add(&text, " and %" PRIu32 " more", count - ARROWS_MOST);
    bool none = !count && (as_option || there != UINT32_MAX);
    *said = none ? NULL : print_keep(a->c->arena, &text);
    text_free(&text);
    return none || *said ? ST_OK : ST_NO_MEMORY;
}

static enum status list_side(struct arrows *a, int side)
{
    struct rule_only *only = &a->c->out->rules.only[side];
    only->moves = arena_array(a->c->arena, NODES_MOST, sizeof *only->moves);
    enum status st = only->moves ? ST_OK : ST_NO_MEMORY;
    for (uint32_t node = 0; st == ST_OK && node < a->graph[side]->node_count; node++) {
        const char *said;
        st = name_node(a, side, node, NULL, &said);
        if (!said) continue;
        if (only->count < NODES_MOST) only->moves[only->count++] = said;
        else only->unwritten++;
    }
    return st;
}

/* The first node of the first graph whose options differ. */
static enum status name_least(struct arrows *a)
{
    struct comparison *out = a->c->out;
    const char *games[2] = {compare_game(a->c, 0)->name, compare_game(a->c, 1)->name};
    enum status st = ST_OK;
    for (uint32_t node = 0; st == ST_OK && node < a->graph[0]->node_count; node++) {
        uint32_t there = a->map[0][node];
        if (there == UINT32_MAX) continue;
        st = name_node(a, 0, node, games[0], &out->least_own[0]);
        if (st == ST_OK) st = name_node(a, 1, there, games[1], &out->least_own[1]);
        if (st != ST_OK || (!out->least_own[0] && !out->least_own[1])) continue;
        out->least[0] = arena_printf(a->c->arena, "%s(%s)", games[0], a->names[0][node]);
        out->least[1] = arena_printf(a->c->arena, "%s(%s)", games[1], a->names[1][there]);
        return out->least[0] && out->least[1] ? ST_OK : ST_NO_MEMORY;
    }
    return st;
}

enum status compare_list_arrows(struct compare *c, const struct graph *const graph[2], const char **const names[2],
                                const uint32_t *map)
{
    struct arrows a = {.c = c, .graph = graph, .names = names};
    for (int side = 0; side < 2; side++) {
        a.map[side] = arena_array(c->arena, graph[side]->node_count + (size_t)1, sizeof **a.map);
        a.stamp[side] = arena_array(c->arena, graph[side]->node_count + (size_t)1, sizeof **a.stamp);
        if (!a.map[side] || !a.stamp[side]) return ST_NO_MEMORY;
        for (uint32_t i = 0; i < graph[side]->node_count; i++) a.map[side][i] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < graph[0]->node_count; i++) {
        a.map[0][i] = map[i];
        if (map[i] != UINT32_MAX) a.map[1][map[i]] = i;
    }
    c->out->rules.known = c->out->rules.exact = true;
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) st = list_side(&a, side);
    return st == ST_OK ? name_least(&a) : st;
}
