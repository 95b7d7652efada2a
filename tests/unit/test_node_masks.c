/* SPDX-License-Identifier: MIT */
/* Rules on sets of nodes multiplied out (ground.h, sets.c), and searched as masks: against a search that runs the rule on every
 * position, on random graphs and random rules of which some fall into components and some do not hang together. */
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "proof/ground/ground.h"
#include "runtime_case.h"

enum { NODES = 7, SPARSE_NODES = 12 };
#define PATH "graph p { a -> b; b -> c; c -> d } "
#define GAME(moves) PATH "game g(s: nodes of p) { " moves " }"

/* How many moves a rule has on all nodes; -1: it is not multiplied out. */
static int moves_of(const char *rule, const char *term)
{
    struct runtime_case c;
    struct ground g;
    case_open(&c, rule);
    struct position p = case_position(&c, term);
    struct ground_from from = {
        c.env->model, p.components[0].game, c.env->params, p.components[0].cells, p.components[0].count, NULL, 0};
    assert_int_equal(ground_make(&from, &c.arena, &g), ST_OK);
    int count = g.cells ? (int)g.move_count : -1;
    case_close(&c);
    return count;
}

static const struct {
    const char *rule;
    int moves;
} rules[] = {
    {GAME("move m(v in s) -> g(s - {v})"), 4},
    {GAME("move m(v in s) -> g(s - {v} - adjacent(v))"), 4},
    {GAME("move m(v in s) -> sum(g(c) for c in components(s - {v} - adjacent(v)))"), 4},
    {GAME("move m(v in s, u in adjacent(v)) where u in s -> sum(g(c) for c in components(s - {u, v}))"), 3},
    {GAME("move m(v in s) where all(u in s for u in adjacent(v)) -> sum(g(c) for c in components(s - {v}))"), 4},
    {GAME("move m(v in s) where v != a and b not in s -> g(s - {v} - {b})"), 2},
    {GAME("move m(v in s) where s == {v} -> g({})"), 4},
    {GAME("move m(v in s) where len({u for u in adjacent(v) where u in s}) == 1 -> g(s - {v})"), 6},
    {GAME("move m(v in s) where len(s - {a}) < 2 -> g(s - {v})"), 7},
    {GAME("move m(v in s) -> g({u for u in s where u != v and u not in adjacent(v)})"), 4},
    /* two nodes that nothing joins may lie in two components */
    {GAME("move m(v in s, u in s) where u != v and u not in adjacent(v) -> sum(g(c) for c in components(s - {u, v}))"),
     -1},
    {GAME("move m(v in s, u in s) where u != v and u not in adjacent(v) -> g(s - {u, v})"), 3},
    /* it asks or takes a node that may be elsewhere */
    {GAME("move m(v in s) where a in s -> sum(g(c) for c in components(s - {v}))"), -1},
    {GAME("move m(v in s) where a not in s -> sum(g(c) for c in components(s - {v}))"), -1},
    {GAME("move m(v in s) where v != a -> sum(g(c) for c in components(s - {v} - {a}))"), -1},
    /* it needs none, or puts one back */
    {GAME("move m where a not in s and b not in s -> sum(g(c) for c in components(s - {c}))"), -1},
    {GAME("move m(v in s) where v != a -> sum(g(c) for c in components(s - {v} + {a}))"), -1},
    {GAME("move m(v in s) -> sum(g(c - {a}) for c in components(s - {v}))"), -1},
    {GAME("move m(v in s) -> g(component(s - {v}, a))"), -1},
};

CLAIM(moves_are_multiplied_out_where_sums_are_what_they_say)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        int found = moves_of(rules[i].rule, "g(p)");
        if (found != rules[i].moves) print_error("%s: %d, not %d\n", rules[i].rule, found, rules[i].moves);
        assert_int_equal(found, rules[i].moves);
    }
}

static void compare_set(const char *rule, unsigned set, size_t *used)
{
    struct runtime_case c, run;
    case_open(&c, rule);
    case_open(&run, rule);
    int64_t cells[1 + SPARSE_NODES] = {0};
    for (int v = 0; v < SPARSE_NODES; v++)
        if (set >> v & 1) cells[1 + cells[0]++] = v;
    struct component one = {c.env->model->game_count > 1 ? 1 : 0, (uint32_t)cells[0] + 1, cells};
    int64_t found = case_value_by(&c, "nimbers", &one, 1), all = case_value_by(&run, "hashed", &one, 1);
    if (found != all && found != -1) print_error("%s set %u: %d, not %d\n", rule, set, (int)found, (int)all);
    assert_true(found == all || found == -1);
    *used += found >= 0;
    case_close(&c);
    case_close(&run);
}

/* Here the nodes that are in the set are final, there both are not. */
CLAIM(sets_that_grow_have_values_too)
{
    static const char *const growing[] = {
        GAME("measure 4 - len(s) move m(v in p) where v not in s -> g(s + {v})"),
        GAME(
            "measure 4 - len(s) move m(v in p) where v not in s and adjacent(v) - s != {} -> g(s + {v} + adjacent(v))"),
        GAME(
            "measure 9 + 3 * (a in s ? 1 : 0) - len(s) move m(v in p) where v not in s and a in s -> g(s - {a} + {v})"),
    };
    for (size_t i = 0; i < sizeof growing / sizeof *growing; i++) {
        size_t used = 0;
        for (unsigned set = 0; set < 16; set++) compare_set(growing[i], set, &used);
        assert_int_equal(used, 16);
    }
}

/* ---- random rules ------------------------------------------------------------------------------------------------- */
static uint64_t seed;
static size_t below(size_t n) { return (size_t)(random_next(&seed) % n); }

#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

static void add_graph(struct text *rule)
{
    text_puts(rule, "graph p { ");
    for (int v = 0; v < NODES; v++) text_add(rule, "%sn%d", v ? "; " : "", v);
    for (int v = 1; v < NODES; v++)
        for (int u = 0; u < v; u++)
            if (below(3) == 0) text_add(rule, "; n%d -> n%d", u, v);
    text_puts(rule, " } ");
}

/* Of one node, or of two of which the second is chosen in several ways. */
static void add_move(struct text *rule, int number)
{
    bool two = below(2);
    text_add(rule, "move m%d(v in s%s) where %s", number,
             two ? PICK(", u in adjacent(v)", ", u in s", ", u in {w for w in s where w in adjacent(v)}") : "",
             two ? "u in s and u != v" : "v in s");
    if (below(2))
        text_add(rule, " and %s",
                 PICK("count(w in s for w in adjacent(v)) <= 1", "any(w not in s for w in adjacent(v))",
                      "count(w in s for w in adjacent(v)) % 2 == 0", "v != n2", "n3 not in s", "(n1 in s or v == n2)",
                      "all(w not in s for w in adjacent(v))", "adjacent(v) - s == {}", "s - {n0, n1, n2} != {n4, n5}"));
    const char *taken =
        two ? PICK("{v} - {u}", "{u} - {v} - adjacent(v)", "{u} - adjacent(u) - adjacent(v)")
            : PICK("{v}", "{v} - adjacent(v)", "{w for w in adjacent(v) where n5 not in adjacent(w)} - {v}",
                   "({v} + adjacent(v))", "{v} - {n0}");
    bool sum = below(3);
    text_add(rule, sum ? " -> sum(g(c) for c in components(s - %s)) " : " -> g(s - %s) ", taken);
}

CLAIM(values_are_those_of_a_search_that_runs_the_rule)
{
    size_t used = 0, grounded = 0, rules_made = 200;
    for (uint64_t i = 1; i <= rules_made; i++) {
        struct text rule = {0};
        seed = i * 0x9e3779b97f4a7c15;
        add_graph(&rule);
        text_puts(&rule, "game g(s: nodes of p) { ");
        for (size_t k = 0, moves = 1 + below(2); k < moves; k++) add_move(&rule, (int)k);
        text_puts(&rule, "}");
        grounded += moves_of(text_c(&rule), "g(p)") >= 0;
        for (unsigned set = (unsigned)below(64); set < 1u << NODES; set += 1 + (unsigned)below(60))
            compare_set(text_c(&rule), set, &used);
        text_free(&rule);
    }
    assert_true(used > 3 * rules_made && grounded > rules_made / 3 && grounded < rules_made);
}

/* Caterpillars whose edges span as many nodes as no other one does, so that no few strides say what is joined; without an edge, or
 * with one more, which may close a circle. */
static void add_sparse_graph(struct text *rule)
{
    size_t low = 0, high = SPARSE_NODES - 1, without = below(2 * SPARSE_NODES);
    text_puts(rule, "graph p { ");
    for (int v = 0; v < SPARSE_NODES; v++) text_add(rule, "%sn%d", v ? "; " : "", v);
    while (low < high) {
        if (high - low != without) text_add(rule, "; n%zu -> n%zu", low, high);
        if (below(2)) low++;
        else high--;
    }
    size_t u = below(SPARSE_NODES), v = below(SPARSE_NODES);
    if (below(2) && u < v) text_add(rule, "; n%zu -> n%zu", v, u);
    text_puts(rule, " } ");
}

CLAIM(values_on_sparse_graphs_are_those_of_a_search_that_runs_the_rule)
{
    static const char *const moves[] = {
        "move m(v in s) -> sum(g(c) for c in components(s - {v} - adjacent(v)))",
        "move m(v in s, u in adjacent(v)) where u in s -> sum(g(c) for c in components(s - {u, v}))",
        "move m(v in s) where any(u in s for u in adjacent(v)) -> sum(g(c) for c in components(s - {v}))",
        "move m(v in s) where count(u in s for u in adjacent(v)) == 2 -> g(s - {v} - adjacent(v)) move t(v in s) -> "
        "g(s - {v})"};
    size_t used = 0, asked = 0;
    for (uint64_t i = 1; i <= 24; i++) {
        struct text rule = {0};
        seed = i * 0x9e3779b97f4a7c15;
        add_sparse_graph(&rule);
        text_add(&rule, "game g(s: nodes of p) { %s }", moves[i % 4]);
        for (size_t k = 0; k < 5; k++, asked++)
            compare_set(text_c(&rule), k ? (unsigned)below(1u << SPARSE_NODES) : (1u << SPARSE_NODES) - 1, &used);
        text_free(&rule);
    }
    assert_int_equal(used, asked);
}

CLAIMS(IT(moves_are_multiplied_out_where_sums_are_what_they_say), IT(sets_that_grow_have_values_too),
       IT(values_are_those_of_a_search_that_runs_the_rule),
       IT(values_on_sparse_graphs_are_those_of_a_search_that_runs_the_rule))
