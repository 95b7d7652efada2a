/* Two graphs whose nodes have different names. Nodes of both get colours that say what can be seen from them: at first how many
 * arrows come and go, then the colours before and after them, until no more colours appear. Where several nodes share a colour
 * one of them is taken in each graph, as good as any other in all graphs but those made for the purpose, and looking goes on.
 * The colours only guess: what they pair is the same graph when its arrows are, which is looked at in the end. */
#include <stdlib.h>
#include <string.h>
#include "engine/compare/private.h"

enum { MOST_WORK = 50000000 };

struct shapes {
    const struct graph *graph[2];
    size_t nodes;     /* of each */
    uint64_t *colour; /* of the first graph, then of the second */
    uint64_t *next, *sorted;
    uint64_t work;
    uint64_t marks; /* nodes that were taken */
};
struct coloured {
    uint64_t colour;
    uint32_t node;
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
    return x ^ (x >> 32);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int by_colour(const void *a, const void *b)
{
    const struct coloured *x = a, *y = b;
    return x->colour != y->colour ? (x->colour > y->colour) - (x->colour < y->colour)
                                  : (x->node > y->node) - (x->node < y->node);
}

static size_t count_colours(const struct shapes *s)
{
    size_t all = 2 * s->nodes, count = 0;
    memcpy(s->sorted, s->colour, all * sizeof *s->sorted);
    qsort(s->sorted, all, sizeof *s->sorted, by_number);
    for (size_t i = 0; i < all; i++) count += i == 0 || s->sorted[i] != s->sorted[i - 1];
    return count;
}

static void look_once(struct shapes *s)
{
    for (size_t i = 0; i < 2 * s->nodes; i++) s->next[i] = mix(s->colour[i]);
    for (int side = 0; side < 2; side++) {
        const struct graph *g = s->graph[side];
        const uint64_t *colour = s->colour + (size_t)side * s->nodes;
        uint64_t *next = s->next + (size_t)side * s->nodes;
        for (uint32_t u = 0; u < g->node_count; u++)
            for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++) {
                next[u] += mix(colour[g->to[i]] + 1);
                next[g->to[i]] += mix(colour[u] + 2);
            }
    }
    uint64_t *before = s->colour;
    s->colour = s->next;
    s->next = before;
    s->work += 2 * (s->nodes + s->graph[0]->edge_count);
}

/* Until no more colours appear. */
static void look(struct shapes *s)
{
    size_t before = 0, count = count_colours(s);
    while (count > before && s->work < MOST_WORK) {
        before = count;
        look_once(s);
        count = count_colours(s);
    }
}

/* Pairs the nodes by colour. A colour that several have: one of each side gets a colour of its own, and `settled` is false. */
static bool pair_up(struct shapes *s, struct coloured *const list[2], uint32_t *map, bool *settled)
{
    *settled = true;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < s->nodes; i++)
            list[side][i] = (struct coloured){s->colour[(size_t)side * s->nodes + i], (uint32_t)i};
        qsort(list[side], s->nodes, sizeof *list[side], by_colour);
    }
    for (size_t i = 0; i < s->nodes; i++) {
        if (list[0][i].colour != list[1][i].colour) return false;
        map[list[0][i].node] = list[1][i].node;
        if (*settled && i > 0 && list[0][i].colour == list[0][i - 1].colour) {
            *settled = false;
            uint64_t own = mix(++s->marks) ^ list[0][i].colour;
            s->colour[list[0][i].node] = s->colour[s->nodes + list[1][i].node] = own;
        }
    }
    return true;
}

bool compare_arrows(const struct graph *a, const struct graph *b, const uint32_t *map, uint32_t *stamp)
{
    for (uint32_t u = 0; u < a->node_count; u++) {
        uint32_t v = map[u];
        if (a->first[u + 1] - a->first[u] != b->first[v + 1] - b->first[v]) return false;
        for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) stamp[b->to[i]] = u + 1;
        for (uint32_t i = a->first[u]; i < a->first[u + 1]; i++)
            if (stamp[map[a->to[i]]] != u + 1) return false;
    }
    return true;
}

bool compare_shapes(const struct graph *a, const struct graph *b, struct arena *arena, uint32_t *map, bool *no_memory)
{
    size_t n = a->node_count;
    if (n != b->node_count || a->edge_count != b->edge_count) return false;
    struct shapes s = {.graph = {a, b},
                       .nodes = n,
                       .colour = arena_array(arena, 2 * n + 1, sizeof *s.colour),
                       .next = arena_array(arena, 2 * n + 1, sizeof *s.next),
                       .sorted = arena_array(arena, 2 * n + 1, sizeof *s.sorted)};
    struct coloured *list[2] = {arena_array(arena, n + 1, sizeof **list), arena_array(arena, n + 1, sizeof **list)};
    uint32_t *stamp = arena_array(arena, n + 1, sizeof *stamp);
    *no_memory = !s.colour || !s.next || !s.sorted || !list[0] || !list[1] || !stamp;
    if (*no_memory) return false;
    for (bool settled = false; !settled;) {
        look(&s);
        if (s.work >= MOST_WORK || !pair_up(&s, list, map, &settled)) return false;
    }
    return compare_arrows(a, b, map, stamp);
}
