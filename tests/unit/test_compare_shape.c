/* SPDX-License-Identifier: MIT */
/* Graphs under other names, against every renaming there is. */
#include "engine/compare/private.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "claims.h"

enum { MOST = 8, STEPS = 1000000 };
static uint64_t seed = 5;

/* A graph by its matrix of arrows. */
struct matrix {
    uint32_t nodes;
    bool arrow[MOST * 16][MOST * 16];
};

static struct graph graph_from(const struct matrix *m, struct arena *arena)
{
    struct graph g = {.name = "g", .node_count = m->nodes};
    g.first = arena_array(arena, m->nodes + 2, sizeof *g.first);
    g.to = arena_array(arena, (size_t)m->nodes * m->nodes + 1, sizeof *g.to);
    for (uint32_t u = 0; u < m->nodes; u++) {
        for (uint32_t v = 0; v < m->nodes; v++)
            if (m->arrow[u][v]) g.to[g.edge_count++] = v;
        g.first[u + 1] = g.edge_count;
    }
    return g;
}

static struct shape_verdict shapes(const struct matrix *a, const struct matrix *b, uint64_t most)
{
    struct arena arena = {0};
    struct budget budget = {0};
    struct shape_verdict verdict;
    struct graph x = graph_from(a, &arena), y = graph_from(b, &arena);
    uint32_t *map = arena_array(&arena, x.node_count + 1, sizeof *map);
    assert_int_equal(compare_shapes(&x, &y, most, &budget, &arena, map, &verdict), ST_OK);
    bool good = true, used[MOST * 16] = {false};
    for (uint32_t u = 0; verdict.fits && u < a->nodes; u++) {
        good = good && !used[map[u]];
        used[map[u]] = true;
        for (uint32_t v = 0; v < a->nodes; v++) good = good && a->arrow[u][v] == b->arrow[map[u]][map[v]];
    }
    assert_true(good);
    assert_true(verdict.known || !verdict.fits);
    arena_free(&arena);
    return verdict;
}

/* Is b one of the renamings of a that begin with `map[0] .. map[done - 1]`? */
static bool any_renaming(const struct matrix *a, const struct matrix *b, uint32_t *map, uint32_t done)
{
    if (done == a->nodes) return true;
    for (uint32_t v = 0; v < b->nodes; v++) {
        bool good = a->arrow[done][done] == b->arrow[v][v];
        for (uint32_t u = 0; u < done && good; u++)
            good = map[u] != v && a->arrow[u][done] == b->arrow[map[u]][v] && a->arrow[done][u] == b->arrow[v][map[u]];
        map[done] = v;
        if (good && any_renaming(a, b, map, done + 1)) return true;
    }
    return false;
}

static bool obviously_fits(const struct matrix *a, const struct matrix *b)
{
    uint32_t map[MOST * 16];
    return a->nodes == b->nodes && any_renaming(a, b, map, 0);
}

static void shuffle(uint32_t *to, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) to[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = (uint32_t)(random_next(&seed) % i), kept = to[i - 1];
        to[i - 1] = to[k];
        to[k] = kept;
    }
}

static struct matrix renamed(const struct matrix *m)
{
    struct matrix out = {.nodes = m->nodes};
    uint32_t to[MOST * 16];
    shuffle(to, m->nodes);
    for (uint32_t u = 0; u < m->nodes; u++)
        for (uint32_t v = 0; v < m->nodes; v++) out.arrow[to[u]][to[v]] = m->arrow[u][v];
    return out;
}

/* Every node has `degree` arrows to it and from it: that many permutations, one over the other. */
static struct matrix regular(uint32_t nodes, unsigned degree)
{
    struct matrix m = {.nodes = nodes};
    for (unsigned d = 0; d < degree; d++) {
        uint32_t to[MOST * 16];
        shuffle(to, nodes);
        for (uint32_t u = 0; u < nodes; u++) m.arrow[u][to[u]] = true;
    }
    return m;
}

/* `count` rings of `length` nodes, from node `from` on; arrows both ways when `both`. */
static void add_rings(struct matrix *m, uint32_t count, uint32_t length, bool both)
{
    for (uint32_t k = 0; k < count; k++, m->nodes += length)
        for (uint32_t i = 0; i < length; i++) {
            uint32_t u = m->nodes + i, v = m->nodes + (i + 1) % length;
            m->arrow[u][v] = true;
            if (both) m->arrow[v][u] = true;
        }
}

CLAIM(all_graphs_of_three_nodes_are_told_apart)
{
    for (unsigned x = 0; x < 512; x++)
        for (unsigned y = 0; y < 512; y++) {
            struct matrix a = {.nodes = 3}, b = {.nodes = 3};
            for (unsigned i = 0; i < 9; i++) a.arrow[i / 3][i % 3] = x >> i & 1, b.arrow[i / 3][i % 3] = y >> i & 1;
            struct shape_verdict v = shapes(&a, &b, STEPS);
            assert_true(v.known);
            assert_int_equal(v.fits, obviously_fits(&a, &b));
        }
}

CLAIM(regular_graphs_are_told_apart)
{
    unsigned fitting = 0, differing = 0;
    for (int round = 0; round < 3000; round++) {
        uint32_t nodes = 2 + (uint32_t)(random_next(&seed) % (MOST - 1));
        unsigned degree = 1 + (unsigned)(random_next(&seed) % 3);
        struct matrix a = regular(nodes, degree), b = round % 2 ? renamed(&a) : regular(nodes, degree);
        struct shape_verdict v = shapes(&a, &b, STEPS);
        assert_true(v.known);
        assert_int_equal(v.fits, obviously_fits(&a, &b));
        fitting += v.fits;
        differing += !v.fits;
    }
    assert_true(fitting > 1000 && differing > 500);
}

CLAIM(rings_beside_each_other_are_told_apart)
{
    struct matrix a = {0}, b = {0}, c;
    add_rings(&a, 1, 2, false), add_rings(&a, 1, 3, false);
    add_rings(&b, 1, 3, false), add_rings(&b, 1, 2, false);
    assert_true(shapes(&a, &b, STEPS).fits);
    for (int both = 0; both < 2; both++) {
        a = b = (struct matrix){0};
        add_rings(&a, 20, 3, both), add_rings(&a, 12, 5, both);
        add_rings(&b, 15, 3, both), add_rings(&b, 15, 5, both);
        struct shape_verdict v = shapes(&a, &b, STEPS);
        assert_true(v.known && !v.fits);
        c = renamed(&a);
        assert_true(shapes(&a, &c, STEPS).fits);
    }
}

/* The rook's graph of a 4 by 4 board and Shrikhande's: every node has six neighbours, two neighbours have two in common, and
 * so have two others. Colours cannot tell them apart before nodes are taken. */
static void strongly_regular(struct matrix *rook, struct matrix *shrikhande)
{
    rook->nodes = shrikhande->nodes = 16;
    for (int u = 0; u < 16; u++)
        for (int v = 0; v < 16; v++) {
            int x = (v / 4 - u / 4 + 4) % 4, y = (v % 4 - u % 4 + 4) % 4;
            rook->arrow[u][v] = u != v && (x == 0 || y == 0);
            shrikhande->arrow[u][v] = (x == 0 && y % 2) || (y == 0 && x % 2) || (x == y && x % 2);
        }
}

CLAIM(strongly_regular_graphs_are_told_apart)
{
    struct matrix rook = {0}, shrikhande = {0}, other;
    strongly_regular(&rook, &shrikhande);
    struct shape_verdict v = shapes(&rook, &shrikhande, STEPS);
    assert_true(v.known && !v.fits);
    other = renamed(&rook);
    assert_true(shapes(&rook, &other, STEPS).fits);
    other = renamed(&shrikhande);
    assert_true(shapes(&shrikhande, &other, STEPS).fits);
}

CLAIM(what_is_not_decided_is_not_claimed)
{
    struct matrix rook = {0}, shrikhande = {0}, other;
    strongly_regular(&rook, &shrikhande);
    unsigned undecided = 0;
    other = renamed(&rook);
    for (uint64_t most = 1; most < 3000; most += 50) {
        struct shape_verdict differ = shapes(&rook, &shrikhande, most), same = shapes(&rook, &other, most);
        assert_false(differ.fits);
        assert_true(same.fits || !same.known);
        undecided += !differ.known + !same.known;
        assert_true(differ.known || differ.steps >= most);
    }
    assert_true(undecided > 0);
}

CLAIM(nodes_without_arrows_are_paired_at_once)
{
    struct matrix a = {.nodes = MOST * 16}, b = {.nodes = MOST * 16};
    assert_true(shapes(&a, &b, STEPS).fits);
    for (uint32_t u = 0; u < a.nodes; u++)
        for (uint32_t v = 0; v < a.nodes; v++) a.arrow[u][v] = b.arrow[u][v] = u != v;
    assert_true(shapes(&a, &b, 100 * STEPS).fits);
    b.arrow[3][4] = false, a.arrow[7][2] = false;
    assert_true(shapes(&a, &b, 100 * STEPS).fits);
}

CLAIMS(IT(all_graphs_of_three_nodes_are_told_apart), IT(regular_graphs_are_told_apart),
       IT(rings_beside_each_other_are_told_apart), IT(strongly_regular_graphs_are_told_apart),
       IT(what_is_not_decided_is_not_claimed), IT(nodes_without_arrows_are_paired_at_once))
