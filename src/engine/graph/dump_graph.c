/* SPDX-License-Identifier: MIT */
/* The graph of a position, as DOT that `graph ... from` reads. */
#include "engine/graph/dump_graph.h"
#include "engine/graph/game_graph.h"

static void put_node(const struct game_node *node, struct text *out)
{
    text_puts(out, " \"");
    for (const char *p = node->position; *p; p++) {
        if (*p == '"' || *p == '\\') text_putc(out, '\\');
        text_putc(out, *p);
    }
    if (node->mover) text_add(out, " (%d)", node->mover);
    text_putc(out, '"');
}

enum status engine_dump_graph(struct engine *engine, const struct position *position, struct text *out)
{
    struct graph_wanted wanted = {.most = SIZE_MAX, .unlabelled = true};
    struct game_graph graph;
    enum status st = engine_game_graph(engine, position, &wanted, &graph);
    if (st == ST_OK) text_puts(out, "digraph {\n");
    for (size_t i = 0; st == ST_OK && i < graph.node_count; i++) {
        text_putc(out, ' ');
        put_node(&graph.nodes[i], out);
        text_puts(out, " -> {");
        for (uint32_t e = graph.first[i]; e < graph.first[i + 1]; e++) put_node(&graph.nodes[graph.edges[e].to], out);
        text_puts(out, " }\n");
    }
    if (st == ST_OK) text_puts(out, "}\n");
    game_graph_free(&graph);
    return st == ST_OK && out->failed ? ST_NO_MEMORY : st;
}
