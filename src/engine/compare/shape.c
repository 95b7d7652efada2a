/* SPDX-License-Identifier: MIT */
/* Two graphs whose nodes have different names: is one the other under other names?
 *
 * Nodes get colours that say what can be seen from them: at first whether an arrow leads from a node to itself, then the colours
 * before and after it, until no more colours appear (McKay 1981). An isomorphism keeps colours, whatever they are made of, since
 * both graphs are looked at in the same way; so where the colours of the two sides differ there is none. That different nodes
 * have different colours is never relied upon but for what is found: its arrows are looked at in the end.
 *
 * A node that is alone with its colour on its side belongs to the one of that colour on the other, and says no more: who is
 * joined with it is seen in the others' colours. What is left without these nodes falls into parts without arrows between them.
 * To be isomorphic is an equivalence, so each part may be given the first part of the other side that it fits: if the graphs fit
 * at all, the rest still does. Within one part a node u of a colour is tried with every node of that colour on the other side, and
 * where none of them works the parts do not fit. The search is complete, and counted: it ends undecided when it has looked at
 * `most` nodes and arrows. */
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/compare/private.h"

enum found { FITS, FITS_NOT, STOPPED };
struct coloured {
    uint64_t colour;
    uint32_t node;
};
/* Some nodes of both graphs, as many of each; every list belongs to one call. */
struct part {
    struct coloured *list[2];
    size_t count;
};
/* Nodes `first` to `first + count - 1` of a list. */
struct piece {
    uint64_t signature; /* the same for pieces that fit */
    size_t first, count;
};
struct shapes {
    const struct graph *graph[2];
    uint64_t *colour[2], *next[2];
    uint32_t *group[2]; /* which part a node lies in; 0 when its partner is known */
    uint32_t *root[2];  /* towards a node that stands for its piece */
    uint32_t *map;
    uint32_t groups;
    uint64_t marks, work, most;
    struct budget *budget;
    struct arena *arena;
    enum status status;
};

static int by_colour(const void *a, const void *b)
{
    const struct coloured *x = a, *y = b;
    return x->colour != y->colour ? (x->colour > y->colour) - (x->colour < y->colour)
                                  : (x->node > y->node) - (x->node < y->node);
}

static int by_signature(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    return x->signature != y->signature ? (x->signature > y->signature) - (x->signature < y->signature)
                                        : (x->first > y->first) - (x->first < y->first);
}

/* ---- colours */

static void look_once(struct shapes *s, int side, const struct part *p)
{
    const struct graph *g = s->graph[side];
    uint64_t *colour = s->colour[side], *next = s->next[side];
    for (size_t k = 0; k < p->count; k++) next[p->list[side][k].node] = hash_mix(colour[p->list[side][k].node]);
    for (size_t k = 0; k < p->count; k++) {
        uint32_t u = p->list[side][k].node;
        s->work += 1 + g->first[u + 1] - g->first[u];
        for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++) {
            uint32_t v = g->to[i];
            if (s->group[side][v] != s->group[side][u]) continue;
            next[u] += hash_mix(colour[v] + 1);
            next[v] += hash_mix(colour[u] + 2);
        }
    }
    for (size_t k = 0; k < p->count; k++) colour[p->list[side][k].node] = next[p->list[side][k].node];
}

/* Brings both lists into the order of the colours; *colours: how many there are. False when the sides differ. */
static bool line_up(const struct shapes *s, const struct part *p, size_t *colours)
{
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < p->count; i++) p->list[side][i].colour = s->colour[side][p->list[side][i].node];
        qsort(p->list[side], p->count, sizeof *p->list[side], by_colour);
    }
    *colours = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (p->list[0][i].colour != p->list[1][i].colour) return false;
        *colours += i == 0 || p->list[0][i].colour != p->list[0][i - 1].colour;
    }
    return true;
}

/* Until no more colours appear. */
static enum found look(struct shapes *s, const struct part *p)
{
    size_t before = 0, count;
    s->groups++;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < p->count; i++) s->group[side][p->list[side][i].node] = s->groups;
    bool alike = line_up(s, p, &count);
    while (alike && count > before) { /* also once when all are alone: then what they see has to agree */
        s->status = budget_check(s->budget);
        if (s->status != ST_OK || s->work >= s->most) return STOPPED;
        before = count;
        for (int side = 0; side < 2; side++) look_once(s, side, p);
        alike = line_up(s, p, &count);
    }
    return alike ? FITS : FITS_NOT;
}

/* ---- parts */

static enum found solve(struct shapes *s, const struct part *p);

static void *room(struct shapes *s, size_t count, size_t size)
{
    void *block = arena_array(s->arena, count + 1, size);
    if (!block) s->status = ST_NO_MEMORY;
    return block;
}

/* The same question about these nodes alone, whose colours are as they were when it is answered with no. */
static enum found attempt(struct shapes *s, const struct part *from, const size_t first[2], size_t count)
{
    struct arena_mark mark = arena_mark(s->arena);
    struct part p = {.count = count};
    uint64_t *kept[2];
    enum found found = STOPPED;
    for (int side = 0; side < 2; side++) {
        kept[side] = room(s, count, sizeof **kept);
        p.list[side] = room(s, count, sizeof **p.list);
        if (!kept[side] || !p.list[side]) return STOPPED;
        memcpy(p.list[side], from->list[side] + first[side], count * sizeof **p.list);
        for (size_t i = 0; i < count; i++) kept[side][i] = s->colour[side][p.list[side][i].node];
    }
    found = solve(s, &p);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; found == FITS_NOT && i < count; i++)
            s->colour[side][from->list[side][first[side] + i].node] = kept[side][i];
    arena_rewind(s->arena, mark);
    return found;
}

/* A node of the smallest colour, with every node of that colour on the other side. */
static enum found branch(struct shapes *s, const struct part *p)
{
    size_t at = 0, least = p->count + 1;
    for (size_t i = 0, begin = 0; i < p->count; i++) {
        if (i + 1 < p->count && p->list[0][i + 1].colour == p->list[0][i].colour) continue;
        if (i + 1 - begin < least) least = i + 1 - (at = begin);
        begin = i + 1;
    }
    uint64_t old = p->list[0][at].colour, own = hash_mix(old ^ hash_mix(++s->marks));
    uint32_t u = p->list[0][at].node;
    enum found found = FITS_NOT;
    for (size_t i = at; i < at + least && found == FITS_NOT; i++) {
        uint32_t v = p->list[1][i].node;
        s->colour[0][u] = s->colour[1][v] = own;
        found = attempt(s, p, (const size_t[]){0, 0}, p->count);
        s->colour[0][u] = s->colour[1][v] = old;
    }
    return found;
}

/* ---- pieces: what arrows join */

static uint32_t root_of(uint32_t *root, uint32_t v)
{
    while (root[v] != v) v = root[v] = root[root[v]];
    return v;
}

/* Brings the list of one side into the order of the pieces; returns how many there are, 0 when memory is out. */
static size_t cut(struct shapes *s, int side, const struct part *p, struct piece **pieces)
{
    const struct graph *g = s->graph[side];
    struct coloured *list = p->list[side];
    uint32_t *root = s->root[side];
    size_t count = 0;
    if (!(*pieces = room(s, p->count, sizeof **pieces))) return 0;
    for (size_t i = 0; i < p->count; i++) root[list[i].node] = list[i].node;
    for (size_t k = 0; k < p->count; k++) {
        uint32_t u = list[k].node;
        for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++)
            if (s->group[side][g->to[i]] == s->group[side][u]) root[root_of(root, g->to[i])] = root_of(root, u);
    }
    for (size_t i = 0; i < p->count; i++) list[i].colour = root_of(root, list[i].node);
    qsort(list, p->count, sizeof *list, by_colour); /* the piece stands in for the colour */
    for (size_t i = 0; i < p->count; i++) {
        if (i == 0 || list[i].colour != list[i - 1].colour) (*pieces)[count++] = (struct piece){.first = i};
        (*pieces)[count - 1].signature += hash_mix(s->colour[side][list[i].node]);
        (*pieces)[count - 1].count++;
    }
    for (size_t i = 0; i < p->count; i++) list[i].colour = s->colour[side][list[i].node];
    qsort(*pieces, count, sizeof **pieces, by_signature);
    return count;
}

/* Piece number i of the first side with the first one left of the second that fits. */
static enum found match_piece(struct shapes *s, const struct part *p, struct piece *const pieces[2], size_t i,
                              size_t count)
{
    const struct piece *mine = &pieces[0][i];
    for (size_t k = i; k < count && pieces[1][k].signature == mine->signature; k++) {
        struct piece other = pieces[1][k];
        if (other.count != mine->count) continue;
        enum found found = attempt(s, p, (const size_t[]){mine->first, other.first}, mine->count);
        if (found == FITS_NOT) continue;
        pieces[1][k] = pieces[1][i];
        pieces[1][i] = other;
        return found;
    }
    return FITS_NOT;
}

static enum found match_pieces(struct shapes *s, const struct part *p)
{
    struct piece *pieces[2];
    size_t count = cut(s, 0, p, &pieces[0]), others = cut(s, 1, p, &pieces[1]);
    if (s->status != ST_OK) return STOPPED;
    if (count != others) return FITS_NOT;
    if (count == 1) {
        size_t colours;
        line_up(s, p, &colours);
        return branch(s, p);
    }
    for (size_t i = 0; i < count; i++)
        if (pieces[0][i].signature != pieces[1][i].signature) return FITS_NOT;
    enum found found = FITS;
    for (size_t i = 0; i < count && found == FITS; i++) found = match_piece(s, p, pieces, i, count);
    return found;
}

/* Pairs the nodes that are alone with their colour, and takes them out. */
static void take_out(struct shapes *s, struct part *p)
{
    struct coloured *a = p->list[0], *b = p->list[1];
    size_t left = 0;
    for (size_t begin = 0, end; begin < p->count; begin = end) {
        for (end = begin + 1; end < p->count && a[end].colour == a[begin].colour; end++) {
        }
        if (end == begin + 1) {
            s->map[a[begin].node] = b[begin].node;
            s->group[0][a[begin].node] = s->group[1][b[begin].node] = 0;
            continue;
        }
        for (size_t i = begin; i < end; i++, left++) a[left] = a[i], b[left] = b[i];
    }
    p->count = left;
}

static enum found solve(struct shapes *s, const struct part *from)
{
    struct part p = *from;
    enum found found = look(s, &p);
    if (found != FITS) return found;
    take_out(s, &p);
    return p.count ? match_pieces(s, &p) : FITS;
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

static bool open_shapes(struct shapes *s, struct part *all)
{
    for (int side = 0; side < 2; side++) {
        size_t n = all->count;
        const struct graph *g = s->graph[side];
        s->colour[side] = room(s, n, sizeof **s->colour);
        s->next[side] = room(s, n, sizeof **s->next);
        s->group[side] = room(s, n, sizeof **s->group);
        s->root[side] = room(s, n, sizeof **s->root);
        all->list[side] = room(s, n, sizeof **all->list);
        if (s->status != ST_OK) return false;
        for (uint32_t u = 0; u < n; u++) {
            all->list[side][u].node = u;
            for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++) s->colour[side][u] |= g->to[i] == u;
        }
    }
    return true;
}

enum status compare_shapes(const struct graph *a, const struct graph *b, uint64_t most, struct budget *budget,
                           struct arena *arena, uint32_t *map, struct shape_verdict *verdict)
{
    *verdict = (struct shape_verdict){.known = true};
    if (a->node_count != b->node_count || a->edge_count != b->edge_count) return ST_OK;
    struct part all = {.count = a->node_count};
    struct shapes s = {.graph = {a, b}, .map = map, .most = most, .budget = budget, .arena = arena};
    uint32_t *stamp = room(&s, all.count, sizeof *stamp);
    enum found found = stamp && open_shapes(&s, &all) ? solve(&s, &all) : STOPPED;
    verdict->steps = s.work;
    verdict->fits = found == FITS && compare_arrows(a, b, map, stamp);
    verdict->known =
        verdict->fits || found == FITS_NOT; /* two colours that happen to be one may have misled the search */
    return s.status;
}
