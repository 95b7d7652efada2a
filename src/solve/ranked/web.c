/* SPDX-License-Identifier: MIT */
/* Nodes are found place by place, forwards; ways to go on are counted backwards. */
#include "solve/ranked/web.h"
#include <string.h>
#include "base/hash.h"

/* What is left to the cells from a place on, less their least values. */
struct bounds {
    int32_t low[TERM_CELLS], high[TERM_CELLS];
};
struct layer {
    struct bounds *nodes;
    size_t count, room, slot_count;
    uint32_t *slots; /* node + 1, by a hash of its bounds */
};
struct weaving {
    struct ranks *r;
    struct unit *u;
    struct arena *arena;
    size_t strands;
    bool fits, no_memory;
};

static void *take(struct weaving *w, size_t count, size_t size)
{
    void *new = arena_array(w->arena, count, size);
    w->no_memory |= !new;
    return new;
}

static uint64_t hash_of(const struct bounds *b)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < TERM_CELLS; i++)
        hash = hash_mix(hash ^ ((uint64_t)(uint32_t)b->low[i] << 32 | (uint32_t)b->high[i]));
    return hash;
}

static void place_node(struct layer *l, uint32_t node)
{
    size_t at = hash_of(&l->nodes[node]) & (l->slot_count - 1);
    while (l->slots[at]) at = (at + 1) & (l->slot_count - 1);
    l->slots[at] = node + 1;
}

static void grow(struct weaving *w, struct layer *l)
{
    size_t room = l->room ? 2 * l->room : 64;
    struct bounds *nodes = take(w, room, sizeof *nodes);
    uint32_t *slots = take(w, 4 * room, sizeof *slots);
    if (w->no_memory) return;
    if (l->count) memcpy(nodes, l->nodes, l->count * sizeof *nodes);
    *l = (struct layer){nodes, l->count, room, 4 * room, slots};
    for (uint32_t i = 0; i < l->count; i++) place_node(l, i);
}

static uint32_t node_of(struct weaving *w, struct layer *l, const struct bounds *b)
{
    if (l->count == l->room) grow(w, l);
    if (w->no_memory) return 0;
    for (size_t at = hash_of(b) & (l->slot_count - 1); l->slots[at]; at = (at + 1) & (l->slot_count - 1))
        if (memcmp(&l->nodes[l->slots[at] - 1], b, sizeof *b) == 0) return l->slots[at] - 1;
    l->nodes[l->count] = *b;
    place_node(l, (uint32_t)l->count);
    return (uint32_t)l->count++;
}

/* What a value at place p leaves to those after it; false: some cell has no value any more. */
static bool narrow(const struct weaving *w, const struct bounds *from, size_t p, int64_t v, struct bounds *to)
{
    const struct ranks *r = w->r;
    *to = *from;
    to->low[p] = to->high[p] = 0;
    for (size_t q = p + 1; q < w->u->first + w->u->count; q++) {
        int64_t above = r->gap[p][q] == RANKS_FREE ? 0 : v + r->gap[p][q];
        int64_t under = r->gap[q][p] == RANKS_FREE ? r->bound[q] : v - r->gap[q][p];
        if (above > r->bound[q] || under < 0) return false;
        if (above > to->low[q]) to->low[q] = (int32_t)above;
        if (under < to->high[q]) to->high[q] = (int32_t)under;
        if (to->low[q] > to->high[q]) return false;
    }
    return true;
}

static void weave(struct weaving *w, size_t p, const struct layer *here, struct layer *next)
{
    size_t width = (size_t)w->r->bound[p] + 1;
    w->strands += here->count * width;
    w->fits &= w->strands <= WEB_STRANDS;
    struct strand *strands = w->fits ? take(w, here->count * width, sizeof *strands) : NULL;
    w->r->web[p] = strands;
    for (size_t n = 0; n < here->count && strands && !w->no_memory; n++)
        for (size_t v = 0; v < width; v++, strands++) {
            const struct bounds *from = &here->nodes[n];
            struct bounds to;
            bool may = (int64_t)v >= from->low[p] && (int64_t)v <= from->high[p] && narrow(w, from, p, (int64_t)v, &to);
            *strands = (struct strand){may ? node_of(w, next, &to) : RANKS_NOWHERE, 0};
            if (w->no_memory) return;
        }
}

/* ways[n]: how often the places from p on can be filled from node n there. */
static void count_ways(struct weaving *w, size_t p, size_t nodes, const uint64_t *later, uint64_t *ways)
{
    size_t width = (size_t)w->r->bound[p] + 1;
    for (size_t n = 0; n < nodes; n++)
        for (size_t v = 0; v < width; v++) {
            struct strand *s = &w->r->web[p][n * width + v];
            s->add = (uint32_t)ways[n];
            if (s->next == RANKS_NOWHERE) continue;
            if (later[s->next] == 0) s->next = RANKS_NOWHERE;
            else ways[n] += later[s->next];
            w->fits &= ways[n] < RANKS_MOST;
        }
}

bool web_tables(struct ranks *r, struct unit *u, struct arena *arena, bool *fits)
{
    struct weaving w = {.r = r, .u = u, .arena = arena, .fits = true};
    struct layer layers[TERM_CELLS + 1] = {{0}};
    struct bounds all = {{0}, {0}};
    for (size_t k = 0; k < u->count; k++) all.high[u->first + k] = (int32_t)r->bound[u->first + k];
    node_of(&w, &layers[0], &all);
    for (size_t k = 0; k < u->count && w.fits && !w.no_memory; k++) weave(&w, u->first + k, &layers[k], &layers[k + 1]);
    uint64_t *later = NULL;
    for (size_t k = u->count + 1; k-- > 0 && w.fits && !w.no_memory;) {
        uint64_t *ways = take(&w, layers[k].count + 1, sizeof *ways);
        if (!ways) break;
        if (k == u->count) ways[0] = 1;
        else count_ways(&w, u->first + k, layers[k].count, later, ways);
        later = ways;
    }
    if (w.fits && !w.no_memory) u->size = later[0];
    *fits = w.fits;
    return !w.no_memory;
}

void web_multiply(struct ranks *r, const struct unit *u, uint32_t stride)
{
    uint64_t nodes = 1;
    for (size_t p = u->first; p < u->first + u->count; p++) {
        uint64_t count = nodes * (uint64_t)(r->bound[p] + 1);
        nodes = 0;
        for (uint64_t i = 0; i < count; i++) {
            struct strand *s = &r->web[p][i];
            s->add *= stride;
            if (s->next != RANKS_NOWHERE && s->next >= nodes) nodes = (uint64_t)s->next + 1;
        }
    }
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */
static const struct strand *strands_of(const struct ranks *r, size_t p, uint32_t node)
{
    return r->web[p] + node * (uint64_t)(r->bound[p] + 1);
}

/* The least values from place p on, from that node. */
static void least_from(const struct ranks *r, const struct unit *u, size_t p, uint32_t node, int64_t *x)
{
    for (; p < u->first + u->count; p++) {
        const struct strand *s = strands_of(r, p, node);
        int64_t v = 0;
        while (s[v].next == RANKS_NOWHERE) v++;
        x[r->order[p]] = r->least[p] + v;
        node = s[v].next;
    }
}

void web_least(const struct ranks *r, const struct unit *u, int64_t *x) { least_from(r, u, u->first, 0, x); }

bool web_next(const struct ranks *r, const struct unit *u, int64_t *x)
{
    uint32_t nodes[TERM_CELLS + 1] = {0};
    for (size_t k = 0; k < u->count; k++) {
        size_t p = u->first + k;
        nodes[k + 1] = strands_of(r, p, nodes[k])[x[r->order[p]] - r->least[p]].next;
    }
    for (size_t k = u->count; k-- > 0;) {
        size_t p = u->first + k;
        const struct strand *s = strands_of(r, p, nodes[k]);
        for (int64_t v = x[r->order[p]] - r->least[p] + 1; v <= r->bound[p]; v++) {
            if (s[v].next == RANKS_NOWHERE) continue;
            x[r->order[p]] = r->least[p] + v;
            least_from(r, u, p + 1, s[v].next, x);
            return true;
        }
    }
    return false;
}

void web_draw(const struct ranks *r, const struct unit *u, uint64_t *seed, int64_t *x)
{
    uint64_t stride = r->size;
    for (size_t i = 0; i <= r->unit_of[u->first]; i++) stride /= r->units[i].size;
    uint32_t left = (uint32_t)(random_next(seed) % u->size * stride), node = 0;
    for (size_t p = u->first; p < u->first + u->count; p++) {
        const struct strand *s = strands_of(r, p, node);
        int64_t v = r->bound[p];
        while (s[v].next == RANKS_NOWHERE || s[v].add > left) v--;
        left -= s[v].add;
        node = s[v].next;
        x[r->order[p]] = r->least[p] + v;
    }
}
