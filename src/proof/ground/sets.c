/* SPDX-License-Identifier: MIT */
/* Sets of nodes of an explicit graph as boards: a row with a cell for each node of the graph, 1 for those in the set. */
#include "proof/ground/private.h"

static bool no_room(struct ground_scope *s)
{
    s->no_memory = s->refused = true;
    return false;
}

/* The empty set. */
static bool make_set(struct ground_scope *s, int graph, struct ground_value *value)
{
    size_t count = ground_graph(s->from, graph)->node_count;
    if (count > GROUND_CELLS) return ground_refuse(s);
    if (!ground_spend(s, count)) return false;
    *value = (struct ground_value){.array = true, .rows = 1, .columns = count};
    value->cells = arena_array(s->arena, count + 1, sizeof *value->cells);
    for (size_t i = 0; value->cells && i < count; i++) value->cells[i] = ground_const(0);
    return value->cells || no_room(s);
}

static bool set_of(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    return e->type == TYPE_NODES ? ground_value_of(s, e, value) : ground_refuse(s);
}

static bool node_of(struct ground_scope *s, const struct expr *e, const struct ground_value *set, size_t *node)
{
    int64_t v;
    if (!ground_number_of(s, e, &v)) return false;
    if (v < 0 || (uint64_t)v >= set->columns) return ground_refuse(s);
    *node = (size_t)v;
    return true;
}

static bool literal(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    size_t node;
    bool fine = make_set(s, e->game, value);
    for (size_t i = 0; fine && i < e->count; i++) {
        fine = node_of(s, e->kids[i], value, &node);
        if (fine) value->cells[node].value = 1;
    }
    return fine;
}

/* The nodes of a that are not in b, or those of either: a node is asked in one of them where the other does not decide. */
static bool combine(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value a, b;
    bool join = e->kind == EXPR_NODES_JOIN;
    if (!set_of(s, e->kids[0], &a) || !set_of(s, e->kids[1], &b) || !make_set(s, e->game, value)) return false;
    if (a.columns != value->columns || b.columns != value->columns) return ground_refuse(s);
    for (size_t i = 0; i < a.columns; i++) {
        struct ground_number x = a.cells[i], y = b.cells[i], *out = &value->cells[i];
        int64_t in_b;
        if (x.cell < 0 && x.value == join) *out = x; /* in a of a union, not in a of a difference */
        else if (join && x.cell < 0) *out = y;
        else if (!ground_known(s, y, &in_b)) return false;
        else if (join) *out = in_b ? ground_const(1) : x;
        else *out = in_b ? ground_const(0) : x;
    }
    return true;
}

static bool adjacent(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    const struct graph *g = ground_graph(s->from, e->game);
    size_t v;
    if (!make_set(s, e->game, value) || !node_of(s, e->kids[0], value, &v)) return false;
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++) {
            uint32_t w = g->to[i];
            if (u != w && (u == v || w == v)) value->cells[u == v ? w : u].value = 1;
        }
    return true;
}

/* {v for v in t where C}: of a node of which C holds what t says; t need not be asked. Other comprehensions are refused. */
static bool made(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    const struct expr *body = e->kids[0];
    if (e->gen_count != 1 || e->gens[0].domain.kind != DOMAIN_ELEMENTS || body->kind != EXPR_LOCAL ||
        body->index != e->gens[0].slot)
        return ground_refuse(s);
    struct ground_value from;
    if (!set_of(s, e->gens[0].domain.low, &from) || !make_set(s, e->game, value)) return false;
    if (from.columns != value->columns) return ground_refuse(s);
    bool fine = true;
    for (size_t i = 0; fine && i < from.columns; i++) {
        int64_t when = 1;
        if (from.cells[i].cell < 0 && !from.cells[i].value) continue;
        struct ground_local here = {e->gens[0].slot, {.number = ground_const((int64_t)i)}, s->locals};
        s->locals = &here;
        fine = !e->kids[1] || ground_number_of(s, e->kids[1], &when);
        s->locals = here.next;
        if (fine && when) value->cells[i] = from.cells[i];
    }
    return fine;
}

bool ground_set_of(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    switch (e->kind) {
    case EXPR_NODES: return literal(s, e, value);
    case EXPR_NODES_FOR: return made(s, e, value);
    case EXPR_NODES_LESS:
    case EXPR_NODES_JOIN: return combine(s, e, value);
    case EXPR_NODES_ALL:
        if (!make_set(s, e->game, value)) return false;
        for (size_t i = 0; i < value->columns; i++) value->cells[i].value = 1;
        return true;
    case EXPR_CALL: return e->index == BUILTIN_ADJACENT ? adjacent(s, e, value) : ground_refuse(s);
    default: return ground_refuse(s);
    }
}

bool ground_size_of(struct ground_scope *s, const struct expr *e, struct ground_value *value)
{
    struct ground_value set;
    int64_t in, count = 0;
    if (!set_of(s, e, &set)) return false;
    for (size_t v = 0; v < set.columns; v++) {
        if (!ground_known(s, set.cells[v], &in)) return false;
        count += in;
    }
    return ground_give(value, count);
}

bool ground_in_set(struct ground_scope *s, const struct expr *node, const struct expr *set, int64_t *in)
{
    struct ground_value value;
    size_t v;
    return set_of(s, set, &value) && node_of(s, node, &value, &v) && ground_known(s, value.cells[v], in);
}

bool ground_members(struct ground_scope *s, const struct expr *set, int64_t **elements,
                    const struct ground_number **held, size_t *count)
{
    struct ground_value value;
    if (!set_of(s, set, &value)) return false;
    struct ground_number *in = arena_array(s->arena, value.columns + 1, sizeof *in);
    *elements = arena_array(s->arena, value.columns + 1, sizeof **elements);
    if (!in || !*elements) return no_room(s);
    *held = in;
    *count = 0;
    for (size_t v = 0; v < value.columns; v++) {
        if (value.cells[v].cell < 0 && !value.cells[v].value) continue;
        in[*count] = value.cells[v];
        (*elements)[(*count)++] = (int64_t)v;
    }
    return true;
}

/* ---- games that are the sum of what their sets fall into ------------------------------------------------------------ */
static bool joined(const struct graph *g, size_t a, size_t b)
{
    for (uint32_t i = g->first[a]; i < g->first[a + 1]; i++)
        if (g->to[i] == b) return true;
    for (uint32_t i = g->first[b]; i < g->first[b + 1]; i++)
        if (g->to[i] == a) return true;
    return false;
}

/* Does the graph join the needed nodes to each other, and each node of the foot to one of them? */
static bool hangs_together(const struct ground *g, const struct graph *graph, const struct ground_move *m)
{
    struct ground_mask reached = {{0}};
    size_t first = 0;
    while (first < g->cells && !ground_has(&m->need, first)) first++;
    if (first == g->cells) return false;
    ground_add(&reached, first);
    for (bool more = true; more;) {
        more = false;
        for (size_t v = 0; v < g->cells; v++) {
            if (ground_has(&reached, v) || !(ground_has(&m->need, v) || ground_has(&m->foot, v))) continue;
            for (size_t u = 0; u < g->cells && !ground_has(&reached, v); u++)
                if (ground_has(&reached, u) && ground_has(&m->need, u) && joined(graph, u, v)) ground_add(&reached, v);
            more |= ground_has(&reached, v);
        }
    }
    bool all = true;
    for (size_t v = 0; all && v < g->cells; v++)
        all = ground_has(&reached, v) || !(ground_has(&m->need, v) || ground_has(&m->foot, v));
    return all;
}

bool ground_sums(const struct ground *g, const struct graph *graph)
{
    if (g->layout.pieces[0].values[0] != 0 || g->cells != graph->node_count) return false;
    for (size_t i = 0; i < g->move_count; i++) {
        for (size_t w = 0; w < g->words; w++)
            if (g->moves[i].put.words[w]) return false;
        if (!hangs_together(g, graph, &g->moves[i])) return false;
    }
    return true;
}
