/* SPDX-License-Identifier: MIT */
/* Games on trees: green Hackenbush, von Neumann's Hackendot, Arc Kayles. A tree is told by the parents of its nodes: v[i] < i is
 * that of node i, and node 0, where it is there at all, is the root, whose parent is ROOT; GONE is a node that is not there any
 * more. Written down as brackets in brackets, the branches of a node in the order in which they are numbered. Without a word it
 * prints the expectations of the gallery; `trees rules SEED` and `trees misere SEED` print expectations about random trees. */
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

/* ---- random trees: the games on them, and what becomes of them. Which number a node has there is not known here, so a
 * tree that is made at a node must be what is made at some node. ---- */
static unsigned long seed;
static int below(int bound)
{
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((seed >> 33) % (unsigned long)bound);
}
static struct state random_tree(int most)
{
    struct state s = {.n = (short)(2 + below(most - 1))};
    int high = below(3);
    s.v[0] = ROOT;
    for (int i = 1; i < s.n; i++) s.v[i] = (short)(high && below(high + 1) ? i - 1 : below(i));
    return s;
}
/* t, where node i bears what u does, or that besides. */
static struct state grafted(const struct state *t, int i, const struct state *u, bool besides)
{
    struct state s = *t;
    for (int k = 1; k < t->n && !besides; k++)
        if (k != i && s.v[k] != GONE && bears(t, i, k)) s.v[k] = GONE;
    for (int k = 1; k < u->n; k++) s.v[s.n + k - 1] = (short)(u->v[k] == 0 ? i : s.n + u->v[k] - 1);
    s.n = (short)(s.n + u->n - 1);
    return s;
}
static void tell_made(const struct state *t, const char *what, const struct state *u, const char *behind,
                      const struct state *made, int root)
{
    printf("expect any(");
    write_branches(t, 0);
    printf("%s", what);
    if (u) write_branches(u, 0);
    printf("%s == ", behind);
    write_branches(made, root);
    printf(" for v in 0..%d%s)\n", t->n - 1, strstr(what, "{v}") ? " where v > 0" : "");
}
static void tell_changes(void)
{
    struct state t = random_tree(12), u = random_tree(6), made = without(&t, 1 + below(t.n - 1));
    int i = below(t.n);
    tell_made(&t, " - {v}", NULL, "", &made, 0);
    tell_made(&t, "[v]", NULL, "", &t, i);
    made = grafted(&t, i, &u, false);
    tell_made(&t, " with { [v] = ", &u, " }", &made, 0);
    made = grafted(&t, i, &u, true);
    tell_made(&t, " with { [v] += ", &u, " }", &made, 0);
    made = grafted(&t, 0, &u, true);
    tell_made(&t, " + ", &u, "", &made, 0);
    tell_made(&made, " - ", &u, "", &t, 0);
}
static void tell_games(bool misere)
{
    static const struct {
        const char *name;
        rule_fn *rule;
        write_fn *write;
    } games[] = {{"hackenbush", hackenbush, write_hackenbush},
                 {"hackendot", hackendot, write_sum},
                 {"arc_kayles", arc_kayles, write_sum}};
    for (int g = 0; g < 3; g++) {
        name = games[g].name;
        oracle_start(games[g].rule);
        for (int turn = 0; turn < 25; turn++) {
            struct state s = random_tree(11);
            struct facts f = traits_of(&s);
            printf(misere ? "expect %c(" : "expect sg(", f.misere_n ? 'N' : 'P');
            games[g].write(&s);
            printf(misere ? ")\n" : ") == %d\n", f.sg);
            if (misere) continue;
            printf("expect remoteness(");
            games[g].write(&s);
            printf(") == %d\n", f.remoteness);
        }
    }
}

int main(int count, char **words)
{
    if (count == 3) {
        bool misere = strcmp(words[1], "misere") == 0;
        seed = strtoul(words[2], NULL, 10) * 2654435769ul + 1;
        tell_games(misere);
        for (int turn = 0; turn < 25 && !misere; turn++) tell_changes();
        return 0;
    }
    tell_trees("hackenbush", hackenbush, write_hackenbush, 7);
    tell_trees("hackendot", hackendot, write_sum, 7);
    tell_trees("arc_kayles", arc_kayles, write_sum, 8);
    return 0;
}
