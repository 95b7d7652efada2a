/* SPDX-License-Identifier: MIT */
/* Coin-turning: a row of coins, a move turns some of them, the rightmost of these from heads to tails. A position is the
 * whole row, as it lies. Places count from 0. As a sum of heads it has the same value and outcome, but other moves when a head
 * is turned to tails, so misere play and remoteness are not told. */
#include "oracle.h"

enum { COINS = 9 };
static struct state turned(const struct state *s, int count, const int *places)
{
    struct state t = *s;
    for (int i = 0; i < count; i++) t.v[places[i]] = (short)!t.v[places[i]];
    return t;
}
static void upto(const struct state *s, int most)
{
    for (int n = 0; n < s->n; n++) {
        if (!s->v[n]) continue;
        option(turned(s, 1, (int[]){n}));
        for (int a = 0; a < n; a++) {
            option(turned(s, 2, (int[]){n, a}));
            for (int b = 0; most >= 3 && b < a; b++) option(turned(s, 3, (int[]){n, a, b}));
        }
    }
}
static void turtles(const struct state *s) { upto(s, 2); }
static void mock_turtles(const struct state *s) { upto(s, 3); }
static void ruler(const struct state *s)
{
    for (int n = 0; n < s->n; n++) {
        struct state t = *s;
        for (int a = n; s->v[n] && a >= 0; a--) {
            t.v[a] = (short)!t.v[a];
            option(t);
        }
    }
}
static void turnips(const struct state *s)
{
    for (int n = 0; n < s->n; n++)
        for (int d = 1; s->v[n] && 2 * d <= n; d++) option(turned(s, 3, (int[]){n, n - d, n - 2 * d}));
}

static void write_coins(const struct state *s)
{
    int heads = 0;
    for (int i = 0; i < s->n; i++)
        if (s->v[i]) printf("%s%s(%d)", heads++ ? " + " : "", heap_name, i);
    if (!heads) printf("end");
}
static void tell(const char *name, rule_fn *rule)
{
    heap_name = name;
    oracle_start(rule);
    for (unsigned set = 0; set < 1u << COINS; set++) {
        struct state s = {.n = COINS};
        for (int i = 0; i < COINS; i++) s.v[i] = (short)(set >> i & 1);
        int sg = traits_of(&s).sg;
        printf("sg(");
        write_coins(&s);
        printf(") == %d\n%c(", sg, sg ? 'N' : 'P');
        write_coins(&s);
        printf(")\n");
        tell_wins(write_coins, &s, false);
    }
}

/* The same over one head, for longer rows: the values of the rest are xors of what lies further left. */
static int value[200];
static void tell_values(const char *name, int top, int runs)
{
    for (int n = 0; n <= top; n++) {
        bool seen[4096] = {false};
        if (runs) {
            for (int a = n, x = 0; a >= 0; x ^= a > 0 ? value[a - 1] : 0, a--) seen[x] = true;
        } else {
            for (int d = 1; 2 * d <= n; d++) seen[value[n - d] ^ value[n - 2 * d]] = true;
        }
        while (seen[value[n]]) value[n]++;
        printf("sg(%s(%d)) == %d\n", name, n, value[n]);
    }
    memset(value, 0, sizeof value);
}

int main(void)
{
    tell("turtles", turtles);
    tell("mock_turtles", mock_turtles);
    tell("ruler", ruler);
    tell("turnips", turnips);
    tell_values("ruler", 130, 1);
    tell_values("turnips", 130, 0);
    return 0;
}
