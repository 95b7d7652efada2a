/* SPDX-License-Identifier: MIT */
/* The graph of a position: every position that play can reach from it, with its outcome and value.
 *
 *     struct game_graph graph;
 *     struct graph_wanted wanted = {.play = PLAY_NORMAL, .mover = 0, .most = 1000};
 *     enum status st = engine_game_graph(engine, &position, &wanted, &graph);
 *     // graph.nodes[0] is the position asked about; the edges of node u are edges[first[u]] .. edges[first[u + 1] - 1]
 *     game_graph_free(&graph);                              // in every case
 *
 * Nodes are in breadth-first order, edges in the order of the moves, so the same question gives the same graph.
 * Positions are identified by their printed form, with the components of a sum in canonical order; if the mover
 * matters, a node is a position with its mover. Outcomes and values are computed on the graph itself, by backward
 * labelling, without solvers or plugins. If play can be infinite, some nodes may be draws. If a solver was named (--solver),
 * they are what it answers at each node, and if it cannot the status and the diagnostic are those of `analyze`.
 *
 * ST_TOO_LARGE for numbers beyond 64 bits; ST_STATE_BUDGET with a diagnostic if there are more than `most` nodes. Time
 * O(nodes + edges), besides printing. */
#ifndef CGI_ENGINE_GRAPH_GAME_GRAPH_H
#define CGI_ENGINE_GRAPH_GAME_GRAPH_H
#include "engine/open/engine.h"

struct graph_wanted {
    enum play play;
    int mover; /* 0: not specified */
    size_t most;
    bool unlabelled; /* no outcomes and values */
};
struct game_node {
    const char *position; /* "nim(3) + nim(5)" */
    int mover;            /* 0 if it does not matter */
    enum outcome outcome;
    bool has_value; /* in normal play, if the mover does not matter */
    bool infinite;  /* then infinity(K) */
    uint64_t value;
    const uint64_t *k;
    size_t k_count;
};
struct game_edge {
    uint32_t to;
    const char *move; /* "take(t = 2) in nim(5)" */
};
struct game_graph {
    struct arena arena;
    struct game_node *nodes;
    struct game_edge *edges;
    uint32_t *first;
    size_t node_count, edge_count;
    bool acyclic;
};
enum status engine_game_graph(struct engine *engine, const struct position *position, const struct graph_wanted *wanted,
                              struct game_graph *graph);
void game_graph_free(struct game_graph *graph);

#endif
