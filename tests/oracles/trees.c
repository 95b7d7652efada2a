/* Games on trees: green Hackenbush, von Neumann's Hackendot, Arc Kayles. A tree is told by the parents of its nodes: v[i] < i is
 * that of node i, and node 0, where it is there at all, is the root, whose parent is ROOT; GONE is a node that is not there any
 * more. Written down as brackets in brackets, the branches of a node in the order in which they are numbered. */
#include "oracle.h"

enum { ROOT = -1, GONE = -2 };

static bool bears(const struct state *s, int low, int node)
{
    while (node > low && s->v[node] >= 0) node = s->v[node];
    return node == low;
}
static struct state without(const struct state *s, int node) /* and all that it bears */
{
    struct state t = *s;
    for (int k = 0; k < s->n; k++)
        if (s->v[k] != GONE && bears(s, node, k)) t.v[k] = GONE;
    return t;
}
static void write_branches(const struct state *s, int node)
{
    bool told = false;
    printf("[");
    for (int k = node + 1; k < s->n; k++) {
        if (s->v[k] != node) continue;
        if (told) printf(", ");
        write_branches(s, k);
        told = true;
    }
    printf("]");
}

/* An edge goes, with all that it bears: the node at its upper end. */
static void hackenbush(const struct state *s)
{
    for (int i = 1; i < s->n; i++)
        if (s->v[i] != GONE) option(without(s, i));
}
/* What is asked about is written as one tree, what is left of it as a sum of what stands on the ground. */
static void write_hackenbush(const struct state *s)
{
    bool whole = true, told = false;
    for (int k = 0; k < s->n; k++) whole &= s->v[k] != GONE;
    if (whole) {
        printf("hackenbush(");
        write_branches(s, 0);
        printf(")");
        return;
    }
    for (int k = 1; k < s->n; k++) {
        if (s->v[k] != 0) continue;
        printf("%shackenbush([", told ? " + " : "");
        write_branches(s, k);
        printf("])");
        told = true;
    }
    if (!told) printf("end");
}

/* In what follows a state is a sum of trees: nodes whose parent is gone are roots. */
static struct state unrooted(struct state s)
{
    for (int k = 0; k < s.n; k++)
        if (s.v[k] >= 0 && s.v[s.v[k]] == GONE) s.v[k] = ROOT;
    return s;
}
static const char *name;
static void write_sum(const struct state *s)
{
    bool told = false;
    for (int k = 0; k < s->n; k++) {
        if (s->v[k] != ROOT) continue;
        printf("%s%s(", told ? " + " : "", name);
        write_branches(s, k);
        printf(")");
        told = true;
    }
    if (!told) printf("end");
}
/* A node goes, with the nodes between it and its root. */
static void hackendot(const struct state *s)
{
    for (int i = 0; i < s->n; i++) {
        struct state t = *s;
        if (s->v[i] == GONE) continue;
        for (int k = i; k >= 0; k = s->v[k]) t.v[k] = GONE;
        option(unrooted(t));
    }
}
/* Two nodes that an edge joins go. */
static void arc_kayles(const struct state *s)
{
    for (int i = 0; i < s->n; i++) {
        struct state t = *s;
        if (s->v[i] < 0) continue;
        t.v[i] = t.v[s->v[i]] = GONE;
        option(unrooted(t));
    }
}

/* All trees of n nodes but the root: every row of heights that starts with 1 and rises by at most one. */
static void all_trees(int n, int at, struct state *s, int *heights, write_fn *write)
{
    if (at > n) {
        s->n = (short)(n + 1);
        tell_all(write, s);
        return;
    }
    for (int h = 1; h <= heights[at - 1] + 1; h++) {
        int parent = at - 1;
        while (heights[parent] >= h) parent--;
        heights[at] = h;
        s->v[at] = (short)parent;
        all_trees(n, at + 1, s, heights, write);
    }
}
static void tell_trees(const char *game, rule_fn *rule, write_fn *write, int most)
{
    name = game;
    oracle_start(rule);
    for (int n = 0; n <= most; n++) {
        struct state s = {0};
        int heights[CELLS] = {0};
        s.v[0] = ROOT;
        all_trees(n, 1, &s, heights, write);
    }
}

int main(void)
{
    tell_trees("hackenbush", hackenbush, write_hackenbush, 7);
    tell_trees("hackendot", hackendot, write_sum, 7);
    tell_trees("arc_kayles", arc_kayles, write_sum, 8);
    return 0;
}
