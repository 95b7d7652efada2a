/* SPDX-License-Identifier: MIT */
/* Sets of nodes of an explicit graph. A name in { } is a node where a set of nodes is expected, and a graph's own
 * name is the set of all its nodes. Every such expression carries its graph; sets of different graphs are never
 * mixed. */
#include "check/private.h"
#include <string.h>

/* ---- graphs */

static const struct graph *graph_of(const struct checker *ck, int game)
{
    return &ck->model->graphs[ck->model->games[game].graph];
}

int graph_named(struct checker *ck, const char *name)
{
    int game = scope_find(ck, name) || field_find(ck, name) >= 0 ? -1 : game_find(ck, name);
    return game >= 0 && ck->model->games[game].kind == GAME_GRAPH ? game : -1;
}

static bool graph_fits(struct checker *ck, int graph, struct span span)
{
    if (ck->games.count && ck->games.data[graph].broken) return false;
    const struct graph *g = graph_of(ck, graph);
    if (g->node_count <= NODES_MAX) return true;
    diag(ck->diags, D_NODES_TOO_MANY, span, NODES_MAX, g->name, g->node_count);
    return false;
}

struct expr *read_graph(struct checker *ck, int graph, struct span span)
{
    struct expr *e = graph_fits(ck, graph, span) ? expr_new(ck, EXPR_NODES_ALL, TYPE_NODES, span, 0) : NULL;
    if (e) e->game = graph;
    return e;
}

bool check_nodes_fields(struct checker *ck, int game)
{
    const struct game *g = &ck->model->games[game];
    bool good = true;
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind == FIELD_NODES) good = graph_fits(ck, g->fields[i].graph, g->fields[i].span) && good;
    for (size_t s = 0; s < g->start_count; s++)
        for (size_t i = 0; i < g->starts[s].field_count; i++) {
            const struct field *field = &g->starts[s].fields[i];
            if (field->kind == FIELD_NODES) good = graph_fits(ck, field->graph, field->span) && good;
        }
    return good;
}

struct expr *expect_graph(struct checker *ck, struct expr *e, int graph)
{
    if (!e || e->game == graph) return e;
    diag(ck->diags, e->type == TYPE_NODE ? D_OTHER_GRAPH : D_NODES_OF_ANOTHER, e->span, ck->model->games[graph].name);
    return NULL;
}

/* The graph of the first node, set of nodes or graph that is named in something expected to be a set of nodes; -1 if
 * none. A comprehension has variables of its own and gets its graph from its body. */
static int graph_named_in(struct checker *ck, const struct ast *a)
{
    if (!a || a->kind == AST_COMPREHENSION) return -1;
    if (a->kind == AST_NAME) {
        const struct local *local = scope_find(ck, a->name);
        if (local)
            return !local->unknown && (local->type == TYPE_NODE || local->type == TYPE_NODES) ? local->graph : -1;
        int field = field_find(ck, a->name);
        if (field < 0) return graph_named(ck, a->name);
        const struct field *f = &ck->model->games[ck->scope->game].fields[field];
        return f->kind == FIELD_NODES ? f->graph : -1;
    }
    int graph = -1;
    for (uint32_t i = a->kind == AST_CONDITIONAL; i < a->count && graph < 0; i++)
        graph = graph_named_in(ck, a->kids[i]);
    return graph;
}

/* The graph in which a node's bare name is looked up if its place does not determine one: that of the state, or the
 * only one. */
static int usual_graph(const struct checker *ck)
{
    const struct model *m = ck->model;
    int found = -1;
    if (ck->scope->game >= 0)
        for (size_t i = 0; i < m->games[ck->scope->game].field_count; i++)
            if (m->games[ck->scope->game].fields[i].kind == FIELD_NODES)
                return m->games[ck->scope->game].fields[i].graph;
    for (size_t i = 0; i < m->game_count; i++)
        if (m->games[i].kind == GAME_GRAPH) found = found == -1 ? (int)i : -2;
    return found;
}

int graph_meant(struct checker *ck, const struct ast *a)
{
    int graph = graph_named_in(ck, a);
    if (graph < 0) graph = usual_graph(ck);
    return graph >= 0 && !(ck->games.count && ck->games.data[graph].broken) ? graph : -1;
}

/* ---- one node */

static void suggest_nodes(struct checker *ck, const struct graph *graph, const char *name)
{
    if (graph->names)
        diag_suggest(ck->diags, name, graph->names, graph->node_count < 10000 ? graph->node_count : 10000);
    else diag_note(ck->diags, graph->span, "its nodes are the numbers 0 to %ld", (long)graph->node_count - 1);
}

/* Is there both a variable that holds a node and a node of the same name? Then neither may be assumed. */
static bool is_ambiguous(struct checker *ck, const struct ast *a, const struct graph *graph)
{
    const struct local *local = a->kind == AST_NAME ? scope_find(ck, a->name) : NULL;
    if (!local || local->type != TYPE_NODE) return false;
    diag(ck->diags, D_NODE_OR_VARIABLE, a->span, a->name, graph->name);
    diag_note(ck->diags, local->span, "the variable is introduced here");
    return true;
}

struct expr *check_node(struct checker *ck, const struct ast *a, int game, const char *what)
{
    const struct graph *graph = graph_of(ck, game);
    const char *spelling = a->kind == AST_NAME ? a->name : a->kind == AST_NUMBER ? a->text : NULL;
    int64_t node = spelling ? graph_find_node(graph, spelling) : -1;
    if (node >= 0) {
        struct expr *e = is_ambiguous(ck, a, graph) ? NULL : expr_new(ck, EXPR_NODE, TYPE_NODE, a->span, 0);
        if (!e) return NULL;
        e->game = game;
        e->index = (int)node;
        return e;
    }
    bool value = a->kind == AST_NAME && (scope_find(ck, a->name) || field_find(ck, a->name) >= 0);
    if (spelling && !value) {
        diag(ck->diags, D_UNKNOWN_NODE, a->span, graph->name, spelling);
        suggest_nodes(ck, graph, spelling);
        return NULL;
    }
    return expect_graph(ck, check_typed(ck, a, TYPE_NODE, what), game);
}

/* ---- sets */

static const struct local *node_variable(struct checker *ck, const struct ast *a)
{
    const struct local *local = a && a->kind == AST_NAME ? scope_find(ck, a->name) : NULL;
    return local && local->type == TYPE_NODE ? local : NULL;
}

static bool is_comprehension(const struct ast *a)
{
    return a->count == 1 && a->kids[0] && a->kids[0]->kind == AST_COMPREHENSION;
}

bool is_nodes_set(struct checker *ck, const struct ast *a, int want)
{
    if (wants(want, TYPE_NODES)) return true;
    if (want == TYPE_POSITION || want == TYPE_POSITIONS) return false;
    return is_comprehension(a) || (a->count && node_variable(ck, a->kids[0]));
}

/* { v for v in s where ... } */
static struct expr *check_nodes_for(struct checker *ck, const struct ast *a, int graph)
{
    struct expr *e = check_comprehension(ck, a->kids[0], a->span, graph >= 0 ? want_nodes(TYPE_NODE, graph) : WANT_ANY);
    if (!e) return NULL;
    if (e->kids[0]->type != TYPE_NODE) {
        diag(ck->diags, D_COMPREHENSION_MISPLACED, a->kids[0]->span);
        return NULL;
    }
    if (graph >= 0 && !expect_graph(ck, e->kids[0], graph)) return NULL;
    e->kind = EXPR_NODES_FOR;
    e->type = TYPE_NODES;
    return expr_typed_like(e, e->kids[0]);
}

/* Was a mistake reported in something named here, or in the graphs of the file? */
static bool has_unknown(struct checker *ck, const struct ast *a)
{
    for (uint32_t i = 0; i < a->count; i++) {
        const struct local *local =
            a->kids[i] && a->kids[i]->kind == AST_NAME ? scope_find(ck, a->kids[i]->name) : NULL;
        if (local && local->unknown) return true;
    }
    for (size_t i = 0; i < ck->games.count; i++)
        if (ck->model->games[i].kind == GAME_GRAPH && ck->games.data[i].broken) return true;
    return false;
}

struct expr *check_nodes_set(struct checker *ck, const struct ast *a, int want)
{
    int graph = want_graph(want);
    if (is_comprehension(a)) return check_nodes_for(ck, a, graph);
    if (graph < 0) graph = graph_meant(ck, a);
    if (graph < 0) {
        if (!has_unknown(ck, a)) diag(ck->diags, D_NODES_OF_WHICH, a->span);
        return NULL;
    }
    struct expr *e = expr_new(ck, EXPR_NODES, TYPE_NODES, a->span, a->count);
    bool good = e != NULL;
    for (uint32_t i = 0; e && i < a->count; i++) {
        e->kids[i] = a->kids[i] ? check_node(ck, a->kids[i], graph, "an element of a set of nodes") : NULL;
        good = good && e->kids[i];
    }
    if (good) e->game = graph;
    return good ? e : NULL;
}

struct expr *check_nodes_between(struct checker *ck, const struct ast *a, struct expr *left)
{
    bool less = a->op == OP_SUB;
    struct expr *right = check_expr(ck, a->kids[1], want_like(left));
    right = expect_type(ck, right, TYPE_NODES, less ? "the operand of '-'" : "the operand of '+'");
    right = expect_graph(ck, right, left->game);
    struct expr *e = expr_two(ck, less ? EXPR_NODES_LESS : EXPR_NODES_JOIN, TYPE_NODES, a->span, left, right);
    return expr_typed_like(e, left);
}

/* ---- adjacent(v) and component(s, v) */

struct expr *check_nodes_call(struct checker *ck, const struct ast *a, enum builtin builtin, int want)
{
    bool part = builtin == BUILTIN_PART;
    size_t arguments = part ? 2 : 1;
    if (a->count != arguments) {
        diag(ck->diags, D_ARGUMENT_COUNT, a->span, a->name, "", arguments, part ? "s" : "", a->count);
        return NULL;
    }
    struct expr *set = NULL;
    int graph = want_graph(want);
    if (part) {
        if (graph < 0) graph = usual_graph(ck);
        set = check_expr(ck, a->kids[0], graph >= 0 ? want_nodes(TYPE_NODES, graph) : WANT_ANY);
        set = expect_type(ck, set, TYPE_NODES, "argument 1 of 'component'");
        if (!set) return NULL;
        graph = set->game;
    }
    const struct local *variable = node_variable(ck, a->kids[part]);
    if (!part && variable) graph = variable->graph;
    if (graph < 0) graph = usual_graph(ck);
    const char *what = part ? "argument 2 of 'component'" : "argument 1 of 'adjacent'";
    struct expr *node =
        graph >= 0 ? check_node(ck, a->kids[part], graph, what) : check_typed(ck, a->kids[part], TYPE_NODE, what);
    if (!node || !graph_fits(ck, node->game, a->span)) return NULL;
    struct expr *e = part ? expr_two(ck, EXPR_CALL, TYPE_NODES, a->span, set, node)
                          : expr_one(ck, EXPR_CALL, TYPE_NODES, a->span, node);
    if (e) e->index = (int)builtin;
    return expr_typed_like(e, node);
}
