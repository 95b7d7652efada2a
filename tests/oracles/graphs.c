/* SPDX-License-Identifier: MIT */
/* Games on graphs: a token on a graph without cycles, Node Kayles. */
#include "oracle.h"

enum { NODES = 10 };
static bool edge[NODES][NODES];
static int nodes;

static void make_path(void)
{
    memset(edge, 0, sizeof edge);
    for (int i = 0; i + 1 < nodes; i++) edge[i][i + 1] = edge[i + 1][i] = true;
}
static void make_cycle(void)
{
    make_path();
    edge[0][nodes - 1] = edge[nodes - 1][0] = true;
}
static void make_star(void)
{
    memset(edge, 0, sizeof edge);
    for (int i = 1; i < nodes; i++) edge[0][i] = edge[i][0] = true;
}
static void make_complete(void)
{
    for (int i = 0; i < nodes; i++)
        for (int j = 0; j < nodes; j++) edge[i][j] = i != j;
}
/* The first and the second five: pentagon, spokes, pentagram. */
static void make_petersen(void)
{
    memset(edge, 0, sizeof edge);
    for (int i = 0; i < 5; i++) {
        int ends[3][2] = {{i, (i + 1) % 5}, {i, i + 5}, {i + 5, (i + 2) % 5 + 5}};
        for (int k = 0; k < 3; k++) edge[ends[k][0]][ends[k][1]] = edge[ends[k][1]][ends[k][0]] = true;
    }
}
/* The corners of a cube; neighbours differ in one digit. */
static void make_cube(void)
{
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) edge[i][j] = (i ^ j) == 1 || (i ^ j) == 2 || (i ^ j) == 4;
}

/* A node goes, and its neighbours with it. */
static void node_kayles(const struct state *s)
{
    for (int v = 0; v < nodes; v++) {
        if (!s->v[v]) continue;
        struct state t = *s;
        for (int u = 0; u < nodes; u++)
            if (u == v || edge[v][u]) t.v[u] = 0;
        option(t);
    }
}
static const char *graph_name;
/* One position for each part that hangs together. */
static void write_named(const struct state *s)
{
    int told = 0, left = 0;
    bool done[CELLS] = {false};
    for (int v = 0; v < s->n; v++) left += s->v[v];
    for (int v = 0; v < s->n; v++) {
        bool part[CELLS] = {false};
        if (!s->v[v] || done[v]) continue;
        part[v] = true;
        for (int turn = 0; turn < s->n; turn++)
            for (int i = 0; i < s->n; i++)
                for (int j = 0; j < s->n; j++) part[j] |= part[i] && edge[i][j] && s->v[j];
        printf("%snode_kayles(", told++ ? " + " : "");
        if (left < s->n) {
            printf("[");
            for (int i = 0; i < s->n; i++) printf("%s%d", i ? ", " : "", part[i]);
            printf("], ");
        }
        if (strncmp(graph_name, "arrows", 6) == 0) printf("%s)", graph_name);
        else printf("%s(%d))", graph_name, nodes);
        for (int i = 0; i < s->n; i++) done[i] |= part[i];
    }
    if (!told) printf("end");
}
static void tell_graph(const char *name, void (*make)(void), int low, int high)
{
    graph_name = name;
    for (nodes = low; nodes <= high; nodes++) {
        make();
        oracle_start(node_kayles);
        struct state s = {.n = (short)nodes};
        for (int i = 0; i < nodes; i++) s.v[i] = 1;
        tell_all(write_named, &s);
    }
}

/* A token on a graph: successors as letters. */
static const char *const *arrows;
static void walk(const struct state *s)
{
    for (const char *c = arrows[s->v[0]]; *c; c++) option(state_of(1, (int[]){*c - 'a'}));
}
static void write_node(const struct state *s) { printf("%s(%c)", heap_name, 'a' + s->v[0]); }
static void tell_token(const char *name, const char *const *successors, int count)
{
    heap_name = name;
    arrows = successors;
    oracle_start(walk);
    for (int i = 0; i < count; i++) {
        struct state s = state_of(1, &i);
        tell_all(write_node, &s);
    }
}

int main(void)
{
    static const char *const acyclic[] = {"bcd", "de", "d", "e", "", "ae", "bde", "gfc", "hab"};
    tell_graph("path", make_path, 1, 10);
    tell_graph("cycle", make_cycle, 3, 10);
    tell_graph("star", make_star, 2, 10);
    tell_graph("complete", make_complete, 1, 6);
    tell_graph("arrows(petersen)", make_petersen, 10, 10);
    tell_graph("arrows(cube)", make_cube, 8, 8);
    tell_token("token", acyclic, 9);
    return 0;
}
