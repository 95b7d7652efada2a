/* SPDX-License-Identifier: MIT */
/* Node Kayles by sets of nodes as bits of a word: the value of each set is the mex over all its nodes, sets in ascending
 * order, without parts that hang together being looked at apart. Without a word it prints the expectations of the gallery;
 * `nodes rules SEED` prints a whole rule file about random graphs. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20 };
static int nodes;
static uint32_t near[MOST]; /* neighbours, without the node itself */
static unsigned char value[1u << MOST];
static const char *graph, *prefix; /* nodes are called prefix1, prefix2, ..; prefix NULL: a, b, .. */

static void join(int u, int v)
{
    near[u] |= 1u << v;
    near[v] |= 1u << u;
}
static void open_graph(const char *name, const char *letters, int count)
{
    graph = name;
    prefix = letters;
    nodes = count;
    memset(near, 0, sizeof near);
}
static uint32_t after(uint32_t set, int v) { return set & ~near[v] & ~(1u << v); }
static void solve(void)
{
    for (uint32_t set = 0; set < 1u << nodes; set++) {
        uint32_t seen = 0;
        for (int v = 0; v < nodes; v++)
            if (set >> v & 1) seen |= 1u << value[after(set, v)];
        value[set] = 0;
        while (seen >> value[set] & 1) value[set]++;
    }
}

/* ---- writing ---- */
static void write_name(int v)
{
    if (prefix) printf("%s%d", prefix, v + 1);
    else printf("%c", 'a' + v);
}
static void write_set(uint32_t set)
{
    const char *between = "";
    if (set == (1u << nodes) - 1) {
        printf("on_%s(%s)", graph, graph);
        return;
    }
    printf("on_%s({", graph);
    for (int v = 0; v < nodes; v++) {
        if (!(set >> v & 1)) continue;
        printf("%s", between);
        write_name(v);
        between = ", ";
    }
    printf("})");
}
/* One position for each part that hangs together. */
static void write_parts(uint32_t set)
{
    if (!set) printf("end");
    for (bool first = true; set; first = false) {
        uint32_t part = set & -set;
        for (int turn = 0; turn < nodes; turn++)
            for (int v = 0; v < nodes; v++)
                if (part >> v & 1) part |= near[v] & set;
        if (!first) printf(" + ");
        write_set(part);
        set &= ~part;
    }
}
static void tell_wins(uint32_t set)
{
    bool first = true;
    printf("wins(");
    write_set(set);
    printf(") == {");
    for (int v = 0; v < nodes; v++) {
        if (!(set >> v & 1) || value[after(set, v)]) continue;
        bool told = false;
        for (int u = 0; u < v; u++) told |= (set >> u & 1) && after(set, u) == after(set, v);
        if (told) continue;
        printf("%s", first ? " " : ", ");
        write_parts(after(set, v));
        first = false;
    }
    printf(" }\n");
}
static void tell(const char *before, uint32_t set)
{
    printf("%ssg(", before);
    write_set(set);
    printf(") == %d\n%s%c(", value[set], before, value[set] ? 'N' : 'P');
    write_set(set);
    printf(")\n%s", before);
    tell_wins(set);
}

/* ---- the gallery ---- */
static void gallery(void)
{
    open_graph("petersen", NULL, 10); /* pentagon, spokes, pentagram */
    for (int i = 0; i < 5; i++) {
        join(i, (i + 1) % 5);
        join(i, i + 5);
        join(i + 5, (i + 2) % 5 + 5);
    }
    solve();
    for (uint32_t set = 0; set < 1u << nodes; set++) tell("", set);
    open_graph("path", "p", 20);
    for (int i = 0; i < 19; i++) join(i, i + 1);
    solve();
    for (int n = 0; n <= 20; n++) tell("", (1u << n) - 1);
    open_graph("ring", "r", 12);
    for (int i = 0; i < 12; i++) join(i, (i + 1) % 12);
    solve();
    tell("", (1u << 12) - 1);
    open_graph("tree", "t", 18);
    for (int i = 2; i <= 18; i++) join(i - 1, (7 * i * i + 3 * i) % (i - 1));
    solve();
    tell("", (1u << 18) - 1);
    for (int i = 0; i < 18; i++) tell("", ((1u << 18) - 1) & ~(1u << i));
}

/* ---- rules ---- */
static uint64_t state;
static uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}
static void write_edge(int u, int v)
{
    printf("; ");
    write_name(u);
    printf(" -> ");
    write_name(v);
}
/* Written one way, the other way or both, in any order among the others; an edge from a node to itself joins nothing. */
static void write_edges(void)
{
    for (int v = 0; v < nodes; v++) {
        if (!draw(6)) write_edge(v, v);
        for (int u = 0; u < v; u++) {
            if (!(near[v] >> u & 1)) continue;
            uint32_t how = draw(3);
            if (how != 1) write_edge(u, v);
            if (how != 0) write_edge(v, u);
        }
    }
}
static void write_rules(const char *name, int shape)
{
    static const char letters[] = "xyzuw";
    char own[2] = {letters[shape], 0};
    open_graph(name, own, 5 + (int)draw(8));
    uint32_t one_in = 2 + draw(4);
    for (int v = 1; v < nodes; v++) {
        if (shape == 0 || shape == 1) join(v - 1, v);
        if (shape == 2) join(v, (int)draw((uint32_t)v)); /* a tree */
        for (int u = 0; u < v && shape > 2; u++)
            if (!draw(one_in)) join(u, v);
    }
    if (shape == 1) join(0, nodes - 1);
    printf("graph %s { ", name);
    for (int v = 0; v < nodes; v++) {
        printf("%s", v ? "; " : "");
        write_name(v);
    }
    write_edges();
    printf(" }\ngame on_%s(s: nodes of %s) {\n  start -> on_%s(%s)\n", name, name, name, name);
    printf("  move take(v in s) -> sum(on_%s(c) for c in components(s - {v} - adjacent(v)))\n", name);
    solve();
    for (int k = 0; k < 60; k++) {
        uint32_t set = draw(1u << nodes);
        tell("  expect ", set);
        printf("  expect %d == sg(by_rows([", value[set]); /* the same with the set as a row and the graph as a grid */
        for (int v = 0; v < nodes; v++) printf("%s%d", v ? ", " : "", set >> v & 1);
        printf("], arrows(%s)))\n", name);
    }
    tell("  expect ", (1u << nodes) - 1);
    printf("}\n");
}

int main(int count, char **words)
{
    if (count < 3 || strcmp(words[1], "rules") != 0) {
        gallery();
        return 0;
    }
    static const char *const names[] = {"line", "round", "wood", "thin", "thick"};
    state = strtoull(words[2], NULL, 10);
    printf("game by_rows(left: row, edge: grid) {\n  move take(v in 1..len(left)) where left[v] == 1\n"
           "    -> by_rows([u == v or edge[u, v] + edge[v, u] > 0 ? 0 : left[u] for u in 1..len(left)], edge)\n}\n");
    for (int i = 0; i < 5; i++) write_rules(names[i], i);
    return 0;
}
