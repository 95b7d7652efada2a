/* SPDX-License-Identifier: MIT */
/* Orient, layer, bend, order, place: each step is a pass over arrays of an arena. */
#include "cli/print/layers.h"
#include <stdlib.h>

enum { SWEEPS = 12, SHIFTS = 8, GAP = 24, BEND_WIDTH = 6, MARGIN = 20 };

/* The neighbour relation: links between spots of adjacent layers. */
struct link {
    uint32_t above, below;
};
struct order_key {
    int64_t key;
    uint32_t spot, place;
};
struct draft {
    const struct game_graph *graph;
    struct arena *arena;
    struct layers *out;
    struct link *links;
    size_t link_count;
    uint32_t *up_first, *up, *down_first, *down; /* neighbours of each spot in the layer above and below */
    uint32_t layer_count;
    uint32_t *layer_first, *by_layer; /* spots of each layer, from the left */
    struct order_key *keys;
};

/* ---- which edges, which way ---- */

static enum status list_routes(struct draft *d)
{
    const struct game_graph *g = d->graph;
    struct layers *out = d->out;
    uint32_t *seen = arena_array(d->arena, g->node_count + 1, sizeof *seen);
    out->routes = arena_array(d->arena, g->edge_count + 1, sizeof *out->routes);
    if (!seen || !out->routes) return ST_NO_MEMORY;
    for (uint32_t u = 0; u < g->node_count; u++)
        for (size_t e = g->first[u]; e < g->first[u + 1]; e++) {
            uint32_t v = g->edges[e].to;
            if (seen[v] == u + 1) continue;
            seen[v] = u + 1;
            out->routes[out->route_count++] = (struct route){.from = u, .to = v, .edge = e};
        }
    return ST_OK;
}

/* Depth-first search along the routes, which are listed at their upper node: one that leads back to the path closes a
 * cycle. */
static enum status orient(struct draft *d)
{
    size_t n = d->graph->node_count, count = d->out->route_count, depth = 0;
    size_t *next = arena_array(d->arena, n + 1, sizeof *next);
    uint32_t *path = arena_array(d->arena, n + 1, sizeof *path);
    unsigned char *state = arena_array(d->arena, n + 1, 1); /* 1: on the path, 2: finished */
    if (!next || !path || !state) return ST_NO_MEMORY;
    for (size_t r = count; r-- > 0;) next[d->out->routes[r].from] = r;
    path[depth++] = 0;
    state[0] = 1;
    while (depth) {
        uint32_t u = path[depth - 1];
        struct route *route = &d->out->routes[next[u]];
        if (next[u] >= count || route->from != u) {
            state[u] = 2;
            depth--;
            continue;
        }
        next[u]++;
        route->upwards = state[route->to] == 1;
        if (state[route->to]) continue;
        state[route->to] = 1;
        path[depth++] = route->to;
    }
    return ST_OK;
}

static uint32_t upper(const struct route *route) { return route->upwards ? route->to : route->from; }
static uint32_t lower(const struct route *route) { return route->upwards ? route->from : route->to; }

/* ---- layers ---- */

/* Lists the routes by their upper ends: out_first and out_list. */
static enum status list_downwards(struct draft *d, uint32_t **first, uint32_t **list, uint32_t *entering)
{
    size_t n = d->graph->node_count, count = d->out->route_count;
    uint32_t *at = arena_array(d->arena, n + 2, sizeof *at), *items = arena_array(d->arena, count + 1, sizeof *items);
    if (!at || !items) return ST_NO_MEMORY;
    for (size_t r = 0; r < count; r++) at[upper(&d->out->routes[r]) + 2]++;
    for (size_t u = 0; u < n; u++) at[u + 2] += at[u + 1];
    for (size_t r = 0; r < count; r++) {
        const struct route *route = &d->out->routes[r];
        items[at[upper(route) + 1]++] = (uint32_t)r;
        if (route->from != route->to) entering[lower(route)]++;
    }
    *first = at;
    *list = items;
    return ST_OK;
}

static enum status assign_layers(struct draft *d)
{
    size_t n = d->graph->node_count, head = 0, tail = 0;
    uint32_t *entering = arena_array(d->arena, n + 1, sizeof *entering),
             *queue = arena_array(d->arena, n + 1, sizeof *queue);
    uint32_t *first, *list;
    if (!entering || !queue) return ST_NO_MEMORY;
    enum status st = list_downwards(d, &first, &list, entering);
    if (st != ST_OK) return st;
    for (uint32_t u = 0; u < n; u++)
        if (!entering[u]) queue[tail++] = u;
    while (head < tail) {
        uint32_t u = queue[head++];
        for (uint32_t i = first[u]; i < first[u + 1]; i++) {
            const struct route *route = &d->out->routes[list[i]];
            struct spot *to = &d->out->spots[lower(route)];
            if (route->from == route->to) continue;
            if (to->layer < d->out->spots[u].layer + 1) to->layer = d->out->spots[u].layer + 1;
            if (--entering[lower(route)] == 0) queue[tail++] = lower(route);
        }
    }
    return ST_OK;
}

/* ---- bends and links ---- */

static size_t count_bends(const struct draft *d)
{
    size_t bends = 0;
    for (size_t r = 0; r < d->out->route_count; r++) {
        const struct route *route = &d->out->routes[r];
        if (route->from != route->to)
            bends += d->out->spots[lower(route)].layer - d->out->spots[upper(route)].layer - 1;
        if (bends > LAYERS_MAX_BENDS) return 0;
    }
    return bends;
}

static void bend_route(struct draft *d, struct route *route)
{
    struct spot *spots = d->out->spots;
    uint32_t top = upper(route), bottom = lower(route), above = top;
    route->bend = (uint32_t)d->out->spot_count;
    for (uint32_t layer = spots[top].layer + 1; layer < spots[bottom].layer; layer++) {
        uint32_t bend = (uint32_t)d->out->spot_count++;
        spots[bend] = (struct spot){.width = BEND_WIDTH, .layer = layer};
        d->links[d->link_count++] = (struct link){above, bend};
        above = bend;
        route->bend_count++;
    }
    d->links[d->link_count++] = (struct link){above, bottom};
}

/* Adds spots for the bends, and links between adjacent layers; long edges get no links if there are too many bends. */
static enum status bend_routes(struct draft *d, const int64_t *widths)
{
    size_t n = d->graph->node_count, bends = count_bends(d), count = d->out->route_count;
    struct spot *spots = arena_array(d->arena, n + bends + 1, sizeof *spots);
    d->links = arena_array(d->arena, count + bends + 1, sizeof *d->links);
    if (!spots || !d->links) return ST_NO_MEMORY;
    for (size_t u = 0; u < n; u++) {
        spots[u] = d->out->spots[u];
        spots[u].width = widths[u];
    }
    d->out->spots = spots;
    d->out->spot_count = n;
    for (size_t r = 0; r < count; r++) {
        struct route *route = &d->out->routes[r];
        if (route->from == route->to) continue;
        if (bends || spots[lower(route)].layer == spots[upper(route)].layer + 1) bend_route(d, route);
    }
    return ST_OK;
}

static enum status list_neighbours(struct draft *d, bool below, uint32_t **first, uint32_t **list)
{
    size_t n = d->out->spot_count;
    uint32_t *at = arena_array(d->arena, n + 2, sizeof *at),
             *items = arena_array(d->arena, d->link_count + 1, sizeof *items);
    if (!at || !items) return ST_NO_MEMORY;
    for (size_t i = 0; i < d->link_count; i++) at[(below ? d->links[i].above : d->links[i].below) + 2]++;
    for (size_t u = 0; u < n; u++) at[u + 2] += at[u + 1];
    for (size_t i = 0; i < d->link_count; i++) {
        const struct link *link = &d->links[i];
        items[at[(below ? link->above : link->below) + 1]++] = below ? link->below : link->above;
    }
    *first = at;
    *list = items;
    return ST_OK;
}

static enum status fill_layers(struct draft *d)
{
    size_t n = d->out->spot_count;
    for (size_t i = 0; i < n; i++)
        if (d->out->spots[i].layer >= d->layer_count) d->layer_count = d->out->spots[i].layer + 1;
    d->layer_first = arena_array(d->arena, d->layer_count + 2u, sizeof *d->layer_first);
    d->by_layer = arena_array(d->arena, n + 1, sizeof *d->by_layer);
    d->keys = arena_array(d->arena, n + 1, sizeof *d->keys);
    if (!d->layer_first || !d->by_layer || !d->keys) return ST_NO_MEMORY;
    for (size_t i = 0; i < n; i++) d->layer_first[d->out->spots[i].layer + 2]++;
    for (uint32_t l = 0; l < d->layer_count; l++) d->layer_first[l + 2] += d->layer_first[l + 1];
    for (uint32_t i = 0; i < n; i++) {
        struct spot *spot = &d->out->spots[i];
        uint32_t at = d->layer_first[spot->layer + 1]++;
        d->by_layer[at] = i;
        spot->place = at - d->layer_first[spot->layer];
    }
    return ST_OK;
}

/* ---- order within a layer ---- */

static int compare_keys(const void *a, const void *b)
{
    const struct order_key *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void order_layer(struct draft *d, uint32_t layer, bool by_above)
{
    uint32_t begin = d->layer_first[layer], count = d->layer_first[layer + 1] - begin;
    const uint32_t *first = by_above ? d->up_first : d->down_first, *list = by_above ? d->up : d->down;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t spot = d->by_layer[begin + i];
        int64_t sum = 0, n = first[spot + 1] - first[spot];
        for (uint32_t k = first[spot]; k < first[spot + 1]; k++) sum += d->out->spots[list[k]].place;
        d->keys[i] = (struct order_key){n ? sum * 65536 / n : (int64_t)i * 65536, spot, i};
    }
    qsort(d->keys, count, sizeof *d->keys, compare_keys);
    for (uint32_t i = 0; i < count; i++) {
        d->by_layer[begin + i] = d->keys[i].spot;
        d->out->spots[d->keys[i].spot].place = i;
    }
}

static void order_all(struct draft *d)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (uint32_t i = 1; i < d->layer_count; i++) {
            bool down = sweep % 2 == 0;
            order_layer(d, down ? i : d->layer_count - 1 - i, down);
        }
}

/* ---- coordinates ---- */

static int64_t least_distance(const struct spot *left, const struct spot *right)
{
    return (left->width + right->width) / 2 + GAP;
}

/* Moves each spot towards the mean of its neighbours. One pass pushes spots to the right, one to the left; the mean of
 * both keeps the distances. */
static void shift_layer(struct draft *d, uint32_t layer, bool by_above)
{
    uint32_t begin = d->layer_first[layer], count = d->layer_first[layer + 1] - begin;
    const uint32_t *first = by_above ? d->up_first : d->down_first, *list = by_above ? d->up : d->down;
    struct spot *spots = d->out->spots;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t spot = d->by_layer[begin + i];
        int64_t sum = 0, n = first[spot + 1] - first[spot];
        for (uint32_t k = first[spot]; k < first[spot + 1]; k++) sum += spots[list[k]].x;
        spots[spot].y = n ? sum / n : spots[spot].x; /* the wanted x; y is set later */
    }
    for (uint32_t i = 0; i < count; i++) {
        struct spot *spot = &spots[d->by_layer[begin + i]], *left = i ? &spots[d->by_layer[begin + i - 1]] : NULL;
        spot->x = spot->y;
        if (left && spot->x < left->x + least_distance(left, spot)) spot->x = left->x + least_distance(left, spot);
    }
    for (uint32_t i = count; i-- > 0;) {
        struct spot *spot = &spots[d->by_layer[begin + i]],
                    *right = i + 1 < count ? &spots[d->by_layer[begin + i + 1]] : NULL;
        if (right && spot->y > right->y - least_distance(spot, right)) spot->y = right->y - least_distance(spot, right);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct spot *spot = &spots[d->by_layer[begin + i]], *left = i ? &spots[d->by_layer[begin + i - 1]] : NULL;
        spot->x = (spot->x + spot->y) / 2;
        /* halving may lose a pixel */
        if (left && spot->x < left->x + least_distance(left, spot)) spot->x = left->x + least_distance(left, spot);
    }
}

static void place_all(struct draft *d)
{
    struct spot *spots = d->out->spots;
    int64_t least = INT64_MAX, most = 0;
    for (uint32_t layer = 0; layer < d->layer_count; layer++)
        for (uint32_t i = d->layer_first[layer] + 1; i < d->layer_first[layer + 1]; i++) {
            struct spot *left = &spots[d->by_layer[i - 1]], *spot = &spots[d->by_layer[i]];
            spot->x = left->x + least_distance(left, spot);
        }
    for (int sweep = 0; sweep < SHIFTS; sweep++)
        for (uint32_t i = 1; i < d->layer_count; i++) {
            bool down = sweep % 2 == 1;
            shift_layer(d, down ? i : d->layer_count - 1 - i, down);
        }
    for (size_t i = 0; i < d->out->spot_count; i++)
        if (spots[i].x - spots[i].width / 2 < least) least = spots[i].x - spots[i].width / 2;
    for (size_t i = 0; i < d->out->spot_count; i++) {
        spots[i].x += MARGIN - least;
        spots[i].y = MARGIN + LAYERS_NODE_HEIGHT / 2 + (int64_t)spots[i].layer * LAYERS_STEP;
        if (spots[i].x + spots[i].width / 2 > most) most = spots[i].x + spots[i].width / 2;
    }
    d->out->width = most + 2 * MARGIN; /* room for a loop on the right */
    d->out->height = 2 * MARGIN + LAYERS_NODE_HEIGHT + (int64_t)(d->layer_count - 1) * LAYERS_STEP;
}

enum status layers_place(const struct game_graph *graph, const int64_t *widths, struct arena *arena,
                         struct layers *layers)
{
    *layers = (struct layers){0};
    struct draft d = {.graph = graph, .arena = arena, .out = layers};
    layers->spots = arena_array(arena, graph->node_count + 1, sizeof *layers->spots);
    enum status st = layers->spots ? list_routes(&d) : ST_NO_MEMORY;
    if (st == ST_OK) st = orient(&d);
    if (st == ST_OK) st = assign_layers(&d);
    if (st == ST_OK) st = bend_routes(&d, widths);
    if (st == ST_OK) st = list_neighbours(&d, false, &d.up_first, &d.up);
    if (st == ST_OK) st = list_neighbours(&d, true, &d.down_first, &d.down);
    if (st == ST_OK) st = fill_layers(&d);
    if (st != ST_OK) return st;
    order_all(&d);
    place_all(&d);
    return ST_OK;
}
