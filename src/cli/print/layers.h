/* SPDX-License-Identifier: MIT */
/* Places the nodes of a graph: layers from top to bottom, with all edges downwards except those that close a cycle.
 *
 *     struct layers layers;
 *     enum status st = layers_place(&graph, widths, &arena, &layers);       // widths[i]: of node i in pixels
 *     draw(layers.spots[i].x, layers.spots[i].y);                          // the centre of node i
 *
 * The layer of a node is the length of the longest path to it from the first node (edges that close a cycle, found by
 * depth-first search, count reversed). Within a layer nodes are ordered by the mean place of their neighbours
 * (Sugiyama, Tagawa and Toda 1981), in sweeps down and up; then each is moved towards the mean of its neighbours as far
 * as the order allows. An edge over several layers has a bend in each of them. Integers only, so that the same graph is
 * drawn the same everywhere. Time O((edges + bends) log) for each of a fixed number of sweeps; beyond LAYERS_MAX_BENDS
 * bends edges are drawn straight. */
#ifndef CGI_CLI_PRINT_LAYERS_H
#define CGI_CLI_PRINT_LAYERS_H
#include "engine/graph/game_graph.h"

#define LAYERS_MAX_BENDS 20000u
#define LAYERS_NODE_HEIGHT 36
#define LAYERS_STEP 92 /* from layer to layer */

struct spot {
    int64_t x, y, width;
    uint32_t layer;
    uint32_t place; /* its place in the layer, from the left */
};
/* An edge as it is drawn: through spots[bend] .. spots[bend + bend_count - 1], from its upper end to its lower end. */
struct route {
    uint32_t from, to; /* as in the graph; each pair once */
    size_t edge;       /* the first edge of the graph between them */
    uint32_t bend, bend_count;
    bool upwards; /* it closes a cycle: `to` is the upper end */
};
struct layers {
    struct spot *spots; /* the graph's nodes, then the bends */
    size_t spot_count;
    struct route *routes;
    size_t route_count;
    int64_t width, height;
};
enum status layers_place(const struct game_graph *graph, const int64_t *widths, struct arena *arena,
                         struct layers *layers);

#endif
