/* SPDX-License-Identifier: MIT */
/* Labels of graphs against their definitions, on all small shapes of random graphs. */
#include "solve/graph/graph.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "solve/graph/kernels.h"
#include "solve/graph/smith.h"

enum { MOST = 12 };

/* A small graph, and the same as adjacency arrays. */
static bool edge[MOST][MOST];
static uint32_t first[MOST + 1], to[MOST * MOST];
static struct digraph graph;
static struct budget budget;

static void pack(uint32_t nodes)
{
    uint32_t count = 0;
    for (uint32_t u = 0; u < nodes; u++) {
        first[u] = count;
        for (uint32_t v = 0; v < nodes; v++)
            if (edge[u][v]) to[count++] = v;
    }
    first[nodes] = count;
    graph = (struct digraph){nodes, first, to};
}

/* Random edges; acyclic ones go down in a random order. Nodes below `closed` lead to such nodes only. */
static void draw(uint64_t seed, bool acyclic, uint32_t closed)
{
    uint64_t random = seed * 77 + 1;
    uint32_t nodes = 1 + (uint32_t)(random_next(&random) % MOST), rank[MOST];
    if (closed > nodes) closed = nodes;
    unsigned density = 1 + (unsigned)(random_next(&random) % 8);
    for (uint32_t u = 0; u < nodes; u++) rank[u] = (uint32_t)(random_next(&random) % 1000) * MOST + u;
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = 0; v < nodes; v++) {
            bool wanted = (random_next(&random) >> 20) % 16 < density;
            edge[u][v] = wanted && (!acyclic || rank[u] > rank[v]) && (u >= closed || v < closed);
        }
    pack(nodes);
}

/* ---- the definitions ------------------------------------------------------------------------------------------- */
static uint32_t obvious_sg(uint32_t u)
{
    bool seen[MOST + 1] = {false};
    uint32_t mex = 0;
    for (uint32_t v = 0; v < graph.nodes; v++)
        if (edge[u][v]) seen[obvious_sg(v)] = true;
    while (seen[mex]) mex++;
    return mex;
}

/* Who wins within `moves` moves, by the laws; remoteness is the first number of moves that suffices. */
static void obvious_labels(enum play play, unsigned char *outcome, uint32_t *remoteness)
{
    for (uint32_t u = 0; u < graph.nodes; u++) outcome[u] = OUTCOME_D, remoteness[u] = REMOTENESS_NONE;
    for (uint32_t round = 0; round <= graph.nodes; round++) {
        unsigned char before[MOST];
        memcpy(before, outcome, MOST);
        for (uint32_t u = 0; u < graph.nodes; u++) {
            bool some_p = false, all_n = true, end = true;
            for (uint32_t v = 0; v < graph.nodes; v++)
                if (edge[u][v]) some_p |= before[v] == OUTCOME_P, all_n &= before[v] == OUTCOME_N, end = false;
            if (before[u] != OUTCOME_D || (round == 0 && !end)) continue;
            enum outcome found = some_p ? OUTCOME_N : all_n ? OUTCOME_P : OUTCOME_D;
            if (end) found = play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
            outcome[u] = (unsigned char)found;
            if (found != OUTCOME_D) remoteness[u] = round;
        }
    }
}

/* Smith's definition, step by step, in no particular order. */
static void obvious_smith(uint32_t *values)
{
    bool changed = true;
    for (uint32_t u = 0; u < graph.nodes; u++) values[u] = SMITH_INFINITE;
    while (changed) {
        changed = false;
        for (uint32_t u = 0; u < graph.nodes; u++) {
            if (values[u] != SMITH_INFINITE) continue;
            uint32_t mex = 0;
            bool again = true, fine = true;
            while (again) {
                again = false;
                for (uint32_t v = 0; v < graph.nodes; v++)
                    if (edge[u][v] && values[v] == mex) again = true;
                mex += again;
            }
            for (uint32_t v = 0; v < graph.nodes; v++) {
                if (!edge[u][v] || values[v] != SMITH_INFINITE) continue;
                bool back = false;
                for (uint32_t w = 0; w < graph.nodes; w++) back |= edge[v][w] && values[w] == mex;
                fine &= back;
            }
            if (fine) values[u] = mex, changed = true;
        }
    }
}

static bool is_kernel(uint32_t set)
{
    for (uint32_t u = 0; u < graph.nodes; u++) {
        bool inside = set >> u & 1, hits = false;
        for (uint32_t v = 0; v < graph.nodes; v++) hits |= edge[u][v] && (set >> v & 1);
        if (inside == hits) return false;
    }
    return true;
}

/* ---- claims ---------------------------------------------------------------------------------------------------- */
CLAIM(an_order_exists_just_without_cycles)
{
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        draw(seed, seed % 2, 0);
        uint32_t order[MOST], at[MOST];
        bool acyclic, sound = true;
        assert_int_equal(digraph_order(&graph, &budget, order, &acyclic), ST_OK);
        if (seed % 2) assert_true(acyclic);
        if (!acyclic) continue;
        for (uint32_t i = 0; i < graph.nodes; i++) at[order[i]] = i;
        for (uint32_t u = 0; u < graph.nodes; u++)
            for (uint32_t v = 0; v < graph.nodes; v++) sound &= !edge[u][v] || at[v] < at[u];
        assert_true(sound);
    }
}

CLAIM(sg_values_are_mex_values)
{
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        draw(seed, true, 0);
        uint32_t order[MOST], sg[MOST];
        bool acyclic;
        digraph_order(&graph, &budget, order, &acyclic);
        assert_int_equal(graph_sg(&graph, order, &budget, sg), ST_OK);
        for (uint32_t u = 0; u < graph.nodes; u++) assert_int_equal(sg[u], obvious_sg(u));
    }
}

CLAIM(outcomes_and_remoteness_follow_the_laws)
{
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        draw(seed, seed % 3 == 0, 0);
        uint32_t order[MOST], remoteness[MOST], expected[MOST];
        unsigned char outcome[MOST], wanted[MOST];
        bool acyclic;
        digraph_order(&graph, &budget, order, &acyclic);
        for (int play = 0; play < 2; play++) {
            obvious_labels((enum play)play, wanted, expected);
            assert_int_equal(graph_label(&graph, 0, (enum play)play, &budget, outcome, remoteness), ST_OK);
            assert_memory_equal(outcome, wanted, graph.nodes);
            assert_memory_equal(remoteness, expected, 4 * graph.nodes);
            if (!acyclic) continue;
            assert_int_equal(graph_label_ordered(&graph, order, (enum play)play, &budget, outcome, remoteness), ST_OK);
            assert_memory_equal(outcome, wanted, graph.nodes);
            assert_memory_equal(remoteness, expected, 4 * graph.nodes);
        }
    }
}

CLAIM(smith_values_follow_their_definition)
{
    for (uint64_t seed = 1; seed <= 6000; seed++) {
        draw(seed, seed % 5 == 0, 0);
        uint32_t values[MOST], expected[MOST];
        obvious_smith(expected);
        assert_int_equal(smith_values(&graph, 0, &budget, values), ST_OK);
        assert_memory_equal(values, expected, 4 * graph.nodes);
        for (uint32_t u = 0; u < graph.nodes && seed % 5 == 0; u++) assert_int_equal(values[u], obvious_sg(u));
    }
}

CLAIM(labels_can_be_added_to)
{
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        uint32_t closed = 1 + (uint32_t)(seed % (MOST - 1)), values[MOST], expected[MOST], remoteness[MOST], far[MOST];
        unsigned char outcome[MOST], wanted[MOST];
        draw(seed, false, closed);
        if (closed > graph.nodes) closed = graph.nodes;
        struct digraph part = {closed, first, to};
        assert_int_equal(smith_values(&part, 0, &budget, values), ST_OK);
        assert_int_equal(smith_values(&graph, closed, &budget, values), ST_OK);
        obvious_smith(expected);
        assert_memory_equal(values, expected, 4 * graph.nodes);
        for (int play = 0; play < 2; play++) {
            obvious_labels((enum play)play, wanted, far);
            assert_int_equal(graph_label(&part, 0, (enum play)play, &budget, outcome, remoteness), ST_OK);
            assert_int_equal(graph_label(&graph, closed, (enum play)play, &budget, outcome, remoteness), ST_OK);
            assert_memory_equal(outcome, wanted, graph.nodes);
            assert_memory_equal(remoteness, far, 4 * graph.nodes);
        }
    }
}

/* Large graphs, labelled by the queue, and behind their first node, which is an end, by the buckets. */
CLAIM(large_graphs_are_labelled_the_same_in_both_ways)
{
    enum { NODES = 3000, EDGES = 3 * NODES };
    static uint32_t start[NODES + 1], list[EDGES], far[2][NODES];
    static unsigned char outcome[2][NODES];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint64_t random = seed;
        uint32_t count = 0, draws = 0;
        for (uint32_t u = 0; u < NODES; u++) {
            start[u] = count;
            bool ends = u == 0 || random_next(&random) % 32 == 0;
            for (uint64_t left = ends ? 0 : 1 + random_next(&random) % 3; left > 0; left--)
                list[count++] = (uint32_t)(random_next(&random) >> 20) % NODES;
        }
        start[NODES] = count;
        struct digraph whole = {NODES, start, list}, part = {1, start, list};
        for (int play = 0; play < 2; play++) {
            assert_int_equal(graph_label(&whole, 0, (enum play)play, &budget, outcome[0], far[0]), ST_OK);
            assert_int_equal(graph_label(&part, 0, (enum play)play, &budget, outcome[1], far[1]), ST_OK);
            assert_int_equal(graph_label(&whole, 1, (enum play)play, &budget, outcome[1], far[1]), ST_OK);
            assert_memory_equal(outcome[0], outcome[1], NODES);
            assert_memory_equal(far[0], far[1], sizeof far[0]);
            for (uint32_t u = 0; u < NODES; u++) draws += outcome[0][u] == OUTCOME_D;
        }
        assert_true(draws > 0);
    }
}

CLAIM(smith_sums_agree_with_the_product_graph)
{
    static uint32_t start[MOST * MOST + 1], list[2 * MOST * MOST * MOST], far[MOST * MOST];
    static unsigned char outcome[MOST * MOST];
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct arena arena = {0};
        draw(seed, false, 0);
        uint32_t n = graph.nodes, values[MOST], count = 0;
        assert_int_equal(smith_values(&graph, 0, &budget, values), ST_OK);
        for (uint32_t p = 0; p < n * n; p++) {
            start[p] = count;
            for (uint32_t v = 0; v < n; v++) {
                if (edge[p / n][v]) list[count++] = v * n + p % n;
                if (edge[p % n][v]) list[count++] = p / n * n + v;
            }
        }
        start[n * n] = count;
        struct digraph sum = {n * n, start, list};
        assert_int_equal(graph_label(&sum, 0, PLAY_NORMAL, &budget, outcome, far), ST_OK);
        for (uint32_t p = 0; p < n * n; p++) {
            struct smith_value parts[2];
            uint64_t number;
            assert_int_equal(smith_options(&graph, values, p / n, &arena, &parts[0]), ST_OK);
            assert_int_equal(smith_options(&graph, values, p % n, &arena, &parts[1]), ST_OK);
            assert_int_equal(smith_outcome(parts, 2, &number), outcome[p]);
        }
        arena_free(&arena);
    }
}

CLAIM(kernels_are_all_and_only_the_kernels)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        struct arena arena = {0};
        struct kernels kernels;
        unsigned char outcome[MOST];
        uint32_t far[MOST], count = 0;
        draw(seed, seed % 4 == 0, 0);
        graph_label(&graph, 0, PLAY_NORMAL, &budget, outcome, far);
        assert_int_equal(kernel_find(&graph, outcome, &budget, &arena, &kernels), ST_OK);
        assert_true(kernels.complete);
        for (uint32_t set = 0; set < 1u << graph.nodes; set++) count += is_kernel(set);
        assert_int_equal(kernels.count, count);
        uint32_t last = UINT32_MAX;
        for (size_t i = 0; i < kernels.count; i++) {
            uint32_t set = 0;
            for (uint32_t j = 0; j < kernels.sizes[i]; j++) set |= 1u << kernels.sets[i][j];
            assert_true(is_kernel(set) && set != last);
            last = set;
        }
        if (seed % 4 == 0) assert_int_equal(count, 1);
        arena_free(&arena);
    }
}

/* `count` copies of a pair of nodes that lead to each other: two kernels each. */
CLAIM(too_many_kernels_are_cut_off_and_said_to_be)
{
    enum { PAIRS = 30 };
    uint32_t starts[2 * PAIRS + 1], list[2 * PAIRS], far[2 * PAIRS];
    unsigned char outcome[2 * PAIRS];
    struct arena arena = {0};
    struct kernels kernels;
    for (uint32_t u = 0; u < 2 * PAIRS; u++) starts[u] = u, list[u] = u ^ 1;
    starts[2 * PAIRS] = 2 * PAIRS;
    struct digraph pairs = {2 * PAIRS, starts, list};
    graph_label(&pairs, 0, PLAY_NORMAL, &budget, outcome, far);
    assert_int_equal(outcome[0], OUTCOME_D);
    assert_int_equal(kernel_find(&pairs, outcome, &budget, &arena, &kernels), ST_OK);
    assert_int_equal(kernels.count, KERNEL_MAX);
    assert_false(kernels.complete);
    assert_non_null(kernels.reason);
    arena_free(&arena);
}

/* A node that leads to all of `count` nodes, which form a chain where each leads to all below (values 0, 1, 2, ...). */
CLAIM(large_values_are_counted_right)
{
    enum { COUNT = 200 };
    uint32_t *starts = calloc(COUNT + 1, 4), *list = calloc(COUNT * COUNT, 4), sg[COUNT], smith[COUNT], order[COUNT],
             count = 0;
    bool acyclic;
    for (uint32_t u = 0; u < COUNT; u++) {
        starts[u] = count;
        for (uint32_t v = 0; v < u; v++) list[count++] = v;
    }
    starts[COUNT] = count;
    struct digraph tower = {COUNT, starts, list};
    assert_int_equal(digraph_order(&tower, &budget, order, &acyclic), ST_OK);
    assert_int_equal(graph_sg(&tower, order, &budget, sg), ST_OK);
    assert_int_equal(smith_values(&tower, 0, &budget, smith), ST_OK);
    for (uint32_t u = 0; u < COUNT; u++) assert_true(sg[u] == u && smith[u] == u);
    free(starts);
    free(list);
}

CLAIM(a_chain_of_a_million_nodes_is_labelled)
{
    enum { N = 1000000 };
    uint32_t *starts = malloc(4 * (N + 1)), *list = malloc(4 * N), *order = malloc(4 * N), *sg = malloc(4 * N),
             *far = malloc(4 * N);
    unsigned char *outcome = malloc(N);
    bool acyclic;
    for (uint32_t u = 0; u < N; u++) starts[u] = u, list[u] = (u + 1) % N;
    starts[N] = N;
    struct digraph ring = {N, starts, list};
    assert_int_equal(digraph_order(&ring, &budget, order, &acyclic), ST_OK);
    assert_false(acyclic);
    assert_int_equal(graph_label(&ring, 0, PLAY_NORMAL, &budget, outcome, far), ST_OK);
    assert_int_equal(outcome[N / 2], OUTCOME_D);
    starts[N] = N - 1; /* the last node leads nowhere */
    assert_int_equal(digraph_order(&ring, &budget, order, &acyclic), ST_OK);
    assert_true(acyclic);
    assert_int_equal(graph_sg(&ring, order, &budget, sg), ST_OK);
    assert_int_equal(graph_label(&ring, 0, PLAY_NORMAL, &budget, outcome, far), ST_OK);
    assert_true(sg[0] == 1 && outcome[0] == OUTCOME_N && far[0] == N - 1);
    assert_int_equal(smith_values(&ring, 0, &budget, sg), ST_OK);
    assert_true(sg[0] == 1 && sg[1] == 0);
    free(starts), free(list), free(order), free(sg), free(far), free(outcome);
}

static bool labels_everything(void)
{
    uint32_t order[MOST], far[MOST], values[MOST];
    unsigned char outcome[MOST];
    struct arena arena = {0};
    struct kernels kernels;
    bool acyclic;
    draw(8, false, 0);
    bool ok = digraph_order(&graph, &budget, order, &acyclic) == ST_OK;
    ok = ok && graph_label(&graph, 0, PLAY_NORMAL, &budget, outcome, far) == ST_OK;
    ok = ok && smith_values(&graph, 0, &budget, values) == ST_OK;
    ok = ok && kernel_find(&graph, outcome, &budget, &arena, &kernels) == ST_OK;
    arena_free(&arena);
    return ok;
}

CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(labels_everything) > 8); }

CLAIM(budgets_end_the_work)
{
    struct budget tight = {.memory = mem_held() + 1};
    uint32_t order[MOST], far[MOST];
    unsigned char outcome[MOST];
    bool acyclic;
    for (uint64_t seed = 1; draw(seed, false, 0), graph.nodes < 6; seed++) continue;
    edge[0][1] = edge[1][0] = true;
    pack(graph.nodes);
    assert_int_equal(digraph_order(&graph, &tight, order, &acyclic), ST_MEMORY_BUDGET);
    assert_int_equal(graph_label(&graph, 0, PLAY_NORMAL, &tight, outcome, far), ST_MEMORY_BUDGET);
    assert_int_equal(smith_values(&graph, 0, &tight, far), ST_MEMORY_BUDGET);
}

CLAIMS(IT(an_order_exists_just_without_cycles), IT(sg_values_are_mex_values),
       IT(outcomes_and_remoteness_follow_the_laws), IT(smith_values_follow_their_definition),
       IT(labels_can_be_added_to), cmocka_unit_test(large_graphs_are_labelled_the_same_in_both_ways),
       IT(smith_sums_agree_with_the_product_graph), IT(kernels_are_all_and_only_the_kernels),
       IT(too_many_kernels_are_cut_off_and_said_to_be), IT(large_values_are_counted_right),
       IT(a_chain_of_a_million_nodes_is_labelled), IT(any_failed_allocation_is_survived), IT(budgets_end_the_work))
