/* SPDX-License-Identifier: MIT */
/* Games in which a move may break a heap in two or more. Long tables of one heap follow G(sum) = xor of the parts (Sprague,
 * Grundy); sums and misere play are searched over rows of heaps, so they check that theorem as well. */
#include "oracle.h"

enum { HEAPS_MAX = 4100, PARTS = 3 };
/* A rule calls part(count, heaps) for each way a heap of n may go. */
typedef void breaking(int n, void (*part)(int count, const int *heaps));

static int values[HEAPS_MAX];
static bool seen[1 << 16];

static void mark(int count, const int *heaps)
{
    int x = 0;
    for (int i = 0; i < count; i++) x ^= values[heaps[i]];
    seen[x] = true;
}

static void fill(breaking *rule, int top)
{
    for (int n = 0; n <= top; n++) {
        memset(seen, 0, sizeof seen);
        rule(n, mark);
        int m = 0;
        while (seen[m]) m++;
        values[n] = m;
    }
}

static breaking *current;
static const struct state *whole;
static int at;

static void leave(int count, const int *heaps)
{
    struct state t = *whole;
    t.v[at] = (short)(count > 0 ? heaps[0] : 0);
    for (int i = 1; i < count; i++) t.v[t.n++] = (short)heaps[i];
    struct state sorted = {0}; /* empty heaps go when the game has no move in them; here none has */
    for (int i = 0; i < t.n; i++) {
        if (t.v[i] == 0) continue;
        int k = sorted.n++;
        for (; k > 0 && sorted.v[k - 1] > t.v[i]; k--) sorted.v[k] = sorted.v[k - 1];
        sorted.v[k] = t.v[i];
    }
    option(sorted);
}

static void break_one(const struct state *s)
{
    struct state here = *s;
    for (int i = 0; i < here.n; i++) {
        whole = &here;
        at = i;
        current(here.v[i], leave);
    }
}

static void two(void (*part)(int, const int *), int a, int b) { part(2, (int[]){a, b}); }

static void kayles(int n, void (*part)(int, const int *))
{
    for (int t = 1; t <= 2; t++)
        for (int a = 0; a + t <= n; a++) two(part, a, n - t - a);
}
/* Two neighbours go. */
static void dawsons_kayles(int n, void (*part)(int, const int *))
{
    for (int a = 0; a + 2 <= n; a++) two(part, a, n - 2 - a);
}
/* A file goes, with the files beside it. */
static void dawsons_chess(int n, void (*part)(int, const int *))
{
    for (int file = 1; file <= n; file++) {
        int left = file - 2, right = n - file - 1;
        two(part, left > 0 ? left : 0, right > 0 ? right : 0);
    }
}
/* A cross makes the two squares on either side useless, except to a player who wants to lose. */
static void treblecross(int n, void (*part)(int, const int *))
{
    for (int cell = 1; cell <= n; cell++) {
        int left = cell - 3, right = n - cell - 2;
        two(part, left > 0 ? left : 0, right > 0 ? right : 0);
    }
}
static void grundy(int n, void (*part)(int, const int *))
{
    for (int a = 1; a < n - a; a++) two(part, a, n - a);
}
static void lasker(int n, void (*part)(int, const int *))
{
    for (int t = 1; t <= n; t++) part(1, (int[]){n - t});
    for (int a = 1; a <= n - a; a++) two(part, a, n - a);
}
/* Any split into two parts, of heaps of three or more. */
static void couples(int n, void (*part)(int, const int *))
{
    if (n < 3) return;
    for (int a = 1; a <= n - a; a++) two(part, a, n - a);
}
/* 0.6: one token is taken, something is left, in one heap or two. */
static void officers(int n, void (*part)(int, const int *))
{
    for (int a = 0; a <= n - 1 - a; a++)
        if (n - 1 - a > 0) two(part, a, n - 1 - a);
}
/* 0.15: a heap of one goes; two are taken from a row, with both sides left or none. */
static void guiles(int n, void (*part)(int, const int *))
{
    if (n == 1 || n == 2) part(0, NULL);
    for (int a = 1; a < n - 2 - a + 1 && n - 2 - a > 0; a++) two(part, a, n - 2 - a);
}
/* 0.3333...: Nim. 0.07 is Dawson's Kayles. 0.26: one token, leaving one heap; two, leaving one heap or two. */
static void two_six(int n, void (*part)(int, const int *))
{
    if (n > 1) part(1, (int[]){n - 1});
    if (n > 2) part(1, (int[]){n - 2});
    for (int a = 1; n - 2 - a > 0; a++) two(part, a, n - 2 - a);
}
/* 4.3: split a heap, or take one token, leaving a heap or nothing. */
static void four_three(int n, void (*part)(int, const int *))
{
    if (n >= 1) part(1, (int[]){n - 1});
    for (int a = 1; a < n; a++) two(part, a, n - a);
}
/* Split into three unequal heaps. */
static void three_unequal(int n, void (*part)(int, const int *))
{
    for (int a = 1; a < n; a++)
        for (int b = a + 1; n - a - b > b; b++) part(3, (int[]){a, b, n - a - b});
}

/* The least start and period of the first `top` values such that they hold at least to three times their sum and the
 * largest take (Guy and Smith 1956 ask for twice the sum and the take). */
static void tell_period(int top, int saltus_too)
{
    for (int from = 0; from < top / 3; from++)
        for (int p = 1; 3 * (from + p) + 10 < top; p++) {
            int jump = values[from + p] - values[from], n = from;
            if (jump < 0 || (jump > 0 && !saltus_too)) continue;
            while (n + p <= top && values[n + p] == values[n] + jump) n++;
            if (n + p <= top) continue;
            printf("%s: period %d from %d", heap_name, p, from);
            if (jump) printf(" saltus %d", jump);
            printf("\n");
            if (from == 0) printf("%s: period %d\n", heap_name, p);
            return;
        }
}

static void tell(const char *name, breaking *rule, int top, int search, int pairs, int triples, int saltus_too)
{
    heap_name = name;
    fill(rule, top);
    for (int n = 0; n <= top; n++)
        printf("sg(%s(%d)) == %d\n%c(%s(%d))\n", name, n, values[n], values[n] ? 'N' : 'P', name, n);
    for (int a = 0; a <= 200 && a <= top; a += a < 30 ? 1 : 17)
        for (int b = a; b <= 200 && b <= top; b += b < 30 ? 1 : 17)
            printf("sg(%s(%d) + %s(%d)) == %d\n", name, a, name, b, values[a] ^ values[b]);
    tell_period(top, saltus_too);
    current = rule;
    oracle_start(break_one);
    for (int n = 0; n <= search; n++) {
        struct state s = state_of(1, (int[]){n});
        if (traits_of(&s).sg != values[n]) exit(1);
    }
    tell_box(write_heaps, 1, 0, search);
    tell_box(write_heaps, 2, 1, pairs);
    tell_box(write_heaps, 3, 1, triples);
}

int main(void)
{
    tell("kayles", kayles, 500, 18, 8, 6, 0);
    tell("dawsons_kayles", dawsons_kayles, 500, 20, 9, 6, 0);
    tell("dawsons_chess", dawsons_chess, 500, 20, 9, 6, 0);
    tell("treblecross", treblecross, 600, 20, 9, 6, 0);
    tell("grundy", grundy, 1500, 20, 9, 6, 0);
    tell("couples", couples, 600, 18, 9, 6, 0);
    tell("officers", officers, 600, 18, 9, 6, 0);
    tell("guiles", guiles, 500, 20, 9, 6, 0);
    tell("two_six", two_six, 600, 16, 8, 6, 0);
    tell("lasker", lasker, 300, 14, 7, 5, 1);
    tell("four_three", four_three, 300, 14, 7, 5, 0);
    tell("three_unequal", three_unequal, 200, 18, 9, 6, 0);
    return 0;
}
