/* SPDX-License-Identifier: MIT */
/* Orders of graphs, and the cycle that is shown, against the definition: nodes are taken away while some lead nowhere. */
#include "base/digraph.h"
#include <string.h>
#include "base/hash.h"
#include "claims.h"

enum { NODES = 40, EDGES = 400 };
static uint32_t first[NODES + 2], to[EDGES];
static struct digraph graph = {.first = first, .to = to};
static struct budget none;

/* Which nodes reach a cycle? */
static void find_staying(bool *stays)
{
    bool more = true;
    for (uint32_t u = 0; u < graph.nodes; u++) stays[u] = true;
    while (more) {
        more = false;
        for (uint32_t u = 0; u < graph.nodes; u++) {
            bool some = false;
            for (uint32_t i = first[u]; i < first[u + 1]; i++) some |= stays[to[i]];
            more |= stays[u] && !some;
            stays[u] &= some;
        }
    }
}

static uint32_t staying_successor(const bool *stays, uint32_t u)
{
    uint32_t i = first[u];
    while (!stays[to[i]]) i++;
    return to[i];
}

static void check_walk(const bool *stays, const struct digraph_walk *walk)
{
    const uint32_t *path = walk->path.data;
    for (uint32_t u = 0; u < path[0]; u++) assert_false(stays[u]);
    assert_true(stays[path[0]]);
    for (size_t i = 0; i + 1 < walk->path.count; i++) assert_int_equal(path[i + 1], staying_successor(stays, path[i]));
    assert_true(walk->back < walk->path.count);
    assert_int_equal(path[walk->back], staying_successor(stays, path[walk->path.count - 1]));
}

static void check_order(bool cyclic)
{
    uint32_t order[NODES + 1], place[NODES + 1];
    bool acyclic;
    assert_int_equal(digraph_order(&graph, &none, order, &acyclic), ST_OK);
    assert_int_equal(acyclic, !cyclic);
    if (cyclic) return;
    for (uint32_t k = 0; k < graph.nodes; k++) place[order[k]] = k;
    for (uint32_t u = 0; u < graph.nodes; u++)
        for (uint32_t i = first[u]; i < first[u + 1]; i++) assert_true(place[to[i]] < place[u]);
}

static void check_graph(void)
{
    bool stays[NODES + 1], cyclic = false;
    struct digraph_walk walk;
    find_staying(stays);
    for (uint32_t u = 0; u < graph.nodes; u++) cyclic |= stays[u];
    uint64_t all = 2 * (uint64_t)graph.nodes + first[graph.nodes];
    assert_int_equal(digraph_find_cycle(&graph, &none, all, &walk), ST_OK);
    assert_int_equal(walk.found, cyclic);
    if (cyclic) check_walk(stays, &walk);
    vec_free(&walk.path);
    for (uint64_t most = 0; most < all; most += 1 + all / 8) {
        assert_int_equal(digraph_find_cycle(&graph, &none, most, &walk), ST_OK);
        assert_true(cyclic || !walk.found);
        if (walk.found) check_walk(stays, &walk);
        vec_free(&walk.path);
    }
    check_order(cyclic);
}

/* matrix[u * n + v]: u leads to v. */
static void fill(uint32_t n, const unsigned char *matrix)
{
    uint32_t count = 0;
    graph.nodes = n;
    for (uint32_t u = 0; u < n; u++) {
        first[u] = count;
        for (uint32_t v = 0; v < n; v++)
            if (matrix[u * n + v]) to[count++] = v;
    }
    first[n] = count;
}

CLAIM(all_small_graphs_have_the_walk_of_the_definition)
{
    for (uint32_t n = 0; n <= 4; n++)
        for (uint32_t set = 0; set < 1u << n * n; set++) {
            unsigned char matrix[16];
            for (uint32_t i = 0; i < n * n; i++) matrix[i] = set >> i & 1;
            fill(n, matrix);
            check_graph();
        }
}

CLAIM(random_graphs_have_the_walk_of_the_definition)
{
    uint64_t seed = 3;
    for (int round = 0; round < 4000; round++) {
        uint32_t n = 1 + (uint32_t)((seed = hash_mix(seed + 1)) % NODES), count = 0,
                 thin = 1 + (uint32_t)(seed >> 20) % 4;
        graph.nodes = n;
        for (uint32_t u = 0; u < n; u++) { /* mostly upwards, lists in any order */
            first[u] = count;
            for (uint32_t k = (uint32_t)((seed = hash_mix(seed + 1)) % (2 + thin)); k > 0; k--) {
                bool back = (seed = hash_mix(seed + 1)) % (8 * n) < (uint64_t)thin;
                uint32_t v = (uint32_t)(seed >> 32) % n;
                if (v > u || back) to[count++] = v;
            }
        }
        first[n] = count;
        check_graph();
    }
}

static bool orders(void)
{
    uint32_t order[NODES];
    bool acyclic;
    enum status st = digraph_order(&graph, &none, order, &acyclic);
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("status %d", (int)st);
    return st == ST_OK;
}

CLAIM(any_allocation_may_fail)
{
    static const unsigned char round[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0}, line[9] = {0, 1, 0, 0, 0, 0, 1, 0, 0};
    fill(3, round);
    assert_true(walk_failures(orders) >= 1);
    fill(3, line);
    assert_true(walk_failures(orders) >= 1);
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(all_small_graphs_have_the_walk_of_the_definition),
        IT(random_graphs_have_the_walk_of_the_definition),
        IT(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(claims, NULL, NULL);
}
