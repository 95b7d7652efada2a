/* SPDX-License-Identifier: MIT */
/* Explicit graphs: edges become adjacency arrays and names become numbers; nodes are brought into an order, and cycles
 * in a graph not declared loopy are reported. */
#include "check/private.h"
#include <string.h>
#include "base/digraph.h"
#include "syntax/graphs/graph_file.h"

/* The edges in the order of their tails, each tail's as they stand; first[u + 1] is where the list of u begins, and then where it ends. */
static void sort_edges(const struct written_edges *edges, uint32_t *first, uint32_t *to)
{
    uint32_t tail = 0;
    for (uint32_t i = 0; i < edges->place_count; i++) {
        if (written_place(edges, i)->opens_edge) tail = written_place(edges, i)->node;
        else first[tail + 2]++;
    }
    for (uint32_t u = 0; u < edges->node_count; u++) first[u + 2] += first[u + 1];
    for (uint32_t i = 0; i < edges->place_count; i++) {
        if (written_place(edges, i)->opens_edge) tail = written_place(edges, i)->node;
        else to[first[tail + 1]++] = written_place(edges, i)->node;
    }
}

/* Removes repeats from every list, in place. Returns the edges that are left. */
static uint32_t drop_repeats(uint32_t nodes, uint32_t *first, uint32_t *to, uint32_t *stamps)
{
    uint32_t count = 0, begin = 0;
    for (uint32_t u = 0; u < nodes; u++) {
        uint32_t end = first[u + 1];
        first[u] = count;
        for (uint32_t e = begin; e < end; e++) {
            uint32_t v = to[e];
            if (stamps[v] == u + 1) continue;
            stamps[v] = u + 1;
            to[count++] = v;
        }
        begin = end;
    }
    first[nodes] = count;
    return count;
}

static bool read_edges(struct checker *ck, const struct written_edges *edges, struct graph *g)
{
    size_t nodes = edges->node_count;
    uint32_t *stamps = arena_array(ck->scratch, nodes + 1, sizeof *stamps);
    g->first = keep(ck, nodes + 2, sizeof *g->first);
    g->to = keep(ck, edges->place_count - edges->edge_count, sizeof *g->to);
    g->names = keep(ck, nodes, sizeof *g->names);
    if (!stamps || !g->first || !g->to || !g->names) return !(ck->no_memory = true);
    sort_edges(edges, g->first, g->to);
    g->edge_count = drop_repeats(edges->node_count, g->first, g->to, stamps);
    g->node_count = edges->node_count;
    for (size_t v = 0; v < nodes; v++) g->names[v] = keep_name(ck, edges->names[v]);
    return !ck->no_memory;
}

static bool read_file(struct checker *ck, const struct ast *a, struct graph *g)
{
    const char *path = resolve_path(ck, a->span.source, a->text);
    if (!path) return false;
    struct graph_input in = {.path = path,
                             .name = a->text,
                             .use = a->text_span.source ? a->text_span : a->span,
                             .sources = ck->in->sources,
                             .diags = ck->diags,
                             .arena = ck->arena};
    struct graph_file file;
    enum status st = graph_file_read(&in, &file);
    if (st != ST_OK) {
        if (st == ST_NO_MEMORY) ck->no_memory = true;
        return false;
    }
    g->node_count = file.node_count;
    g->edge_count = file.edge_count;
    g->first = file.first;
    g->to = file.to;
    g->names = file.names;
    return true;
}

void check_graph(struct checker *ck, int game)
{
    const struct ast *a = ck->games.data[game].ast;
    struct game *g = &ck->model->games[game];
    struct graph *graph = &ck->model->graphs[ck->model->graph_count];
    *graph = (struct graph){.name = g->name, .span = g->span};
    g->graph = (int)ck->model->graph_count++;
    bool good = a->kind == AST_GRAPH ? read_edges(ck, a->kids[0]->edges, graph) : read_file(ck, a, graph);
    if (good && graph->node_count == 0) {
        diag(ck->diags, D_EMPTY_GRAPH, g->span, g->name);
        good = false;
    }
    if (!good) ck->games.data[game].broken = true;
}

/* ---- cycles */

/* An order in which what a node leads to stands before it, kept with the graph; none if there is a cycle. */
static void find_order(struct checker *ck, struct graph *g)
{
    struct budget none = {0};
    struct digraph edges = {g->node_count, g->first, g->to};
    size_t bytes = (size_t)g->node_count * sizeof *g->order;
    struct arena_mark mark = arena_mark(ck->arena);
    uint32_t *order = arena_alloc(ck->arena, bytes);
    bool acyclic = false;
    if (!order || digraph_order(&edges, &none, order, &acyclic) != ST_OK) ck->no_memory = true;
    if (acyclic) g->order = order;
    else arena_rewind(ck->arena, mark);
}

static void add_node(struct text *out, const struct graph *g, uint32_t v)
{
    if (g->names) text_puts(out, g->names[v]);
    else text_add(out, "%u", v);
}

/* Shows the cycle from where so many steps of the walk end as there are nodes: in the cycle in any case. */
static void report_cycle(struct checker *ck, const struct game *game, const struct graph *g)
{
    enum { SHOWN = 20 };
    struct budget none = {0};
    struct digraph edges = {g->node_count, g->first, g->to};
    struct digraph_walk walk;
    struct text out = {0};
    if (digraph_find_cycle(&edges, &none, UINT64_MAX, &walk) != ST_OK) ck->no_memory = true;
    if (walk.found) {
        size_t back = walk.back, length = walk.path.count - back, from = g->node_count - back;
        for (size_t i = 0; i < length && i < SHOWN; i++) {
            add_node(&out, g, walk.path.data[back + (from + i) % length]);
            text_puts(&out, " -> ");
        }
        if (length > SHOWN) text_puts(&out, "... -> ");
        add_node(&out, g, walk.path.data[back + from % length]);
        diag(ck->diags, D_GRAPH_CYCLE, game->span, game->name);
        diag_note(ck->diags, (struct span){0}, "%s", text_c(&out));
    }
    if (out.failed) ck->no_memory = true;
    text_free(&out);
    vec_free(&walk.path);
}

/* A graph whose nodes are the state of some game is a board, not a game: its cycles are intended. */
static bool gives_nodes(const struct checker *ck, int graph)
{
    const struct model *m = ck->model;
    for (size_t i = 0; i < m->game_count; i++)
        for (size_t k = 0; k < m->games[i].field_count; k++)
            if (m->games[i].fields[k].kind == FIELD_NODES && m->games[i].fields[k].graph == graph) return true;
    return false;
}

void report_graph_cycles(struct checker *ck)
{
    for (size_t i = 0; i < ck->model->game_count && !ck->no_memory; i++) {
        struct game *game = &ck->model->games[i];
        if (game->kind != GAME_GRAPH) continue;
        struct graph *g = &ck->model->graphs[game->graph];
        find_order(ck, g);
        if (g->order) game->measure = (struct measure){.kind = MEASURE_GRAPH, .text = "steps to the end of the graph"};
        else if (!ck->no_memory && !game->loopy && !gives_nodes(ck, (int)i)) report_cycle(ck, game, g);
    }
}
