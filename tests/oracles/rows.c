/* SPDX-License-Identifier: MIT */
/* Games on a strip or a row, where the order counts. */
#include "oracle.h"

/* Coins move down one step; below the first step they are out. */
static void staircase(const struct state *s)
{
    for (int i = 0; i < s->n; i++)
        for (int t = 1; t <= s->v[i]; t++) {
            struct state next = changed(s, i, s->v[i] - t);
            if (i > 0) next.v[i - 1] = (short)(next.v[i - 1] + t);
            option(next);
        }
}

/* Chips on cells 1, 2, ...; one moves left to a free cell, over nobody. */
static void georgia(const struct state *s)
{
    for (int i = 0; i < s->n; i++)
        for (int y = s->v[i] - 1; y > (i ? s->v[i - 1] : 0); y--) option(changed(s, i, y));
}

/* Chips on cells 0, 1, ...; one moves left to any free cell, over others when it likes. */
static void welter(const struct state *s)
{
    for (int i = 0; i < s->n; i++)
        for (int y = 0; y < s->v[i]; y++) {
            bool free_cell = true;
            for (int k = 0; k < s->n; k++) free_cell &= s->v[k] != y;
            if (!free_cell) continue;
            struct state next = changed(s, i, y);
            for (int k = i; k > 0 && next.v[k - 1] > next.v[k]; k--) {
                short v = next.v[k];
                next.v[k] = next.v[k - 1], next.v[k - 1] = v;
            }
            option(next);
        }
}

/* Heaps in a row; only the two at the ends may be taken from. An empty end is gone. */
static void ends(const struct state *s)
{
    for (int end = 0; end < 2 && end < s->n; end++) {
        int i = end ? s->n - 1 : 0;
        for (int t = 1; t < s->v[i]; t++) option(changed(s, i, s->v[i] - t));
        struct state next = *s;
        if (!end) memmove(next.v, next.v + 1, sizeof next.v - sizeof *next.v);
        next.n--;
        next.v[next.n] = 0;
        option(next);
    }
}

/* A strip of cells; a player marks an empty one, and who makes three in a row wins: here, as usual, nobody may give the
 * other three in a row, so cells within two of a mark are closed, and who cannot mark loses. 1 is a mark. */
static void crosses(const struct state *s)
{
    for (int i = 0; i < s->n; i++) {
        bool closed = false;
        for (int k = i - 2; k <= i + 2; k++) closed |= k >= 0 && k < s->n && s->v[k] == 1;
        if (!closed) option(changed(s, i, 1));
    }
}

/* The game as it is played: a mark on any empty cell; three marks in a row end it, and who made them has won. */
static void three_in_a_row(const struct state *s)
{
    for (int i = 0; i + 2 < s->n; i++)
        if (s->v[i] && s->v[i + 1] && s->v[i + 2]) return;
    for (int i = 0; i < s->n; i++)
        if (!s->v[i]) option(changed(s, i, 1));
}

static void boxes(const char *name, rule_fn *rule, int cells, const int *tops, int low)
{
    heap_name = name;
    oracle_start(rule);
    for (int n = 1; n <= cells; n++) tell_box(write_row, n, low, tops[n - 1]);
}

/* Increasing positions only. */
static void chips(const char *name, rule_fn *rule, int most, int low, int high)
{
    heap_name = name;
    oracle_start(rule);
    for (unsigned set = 0; set < 1u << (high - low + 1); set++) {
        struct state s = {0};
        for (int c = low; c <= high; c++)
            if (set >> (c - low) & 1) {
                if (s.n <= most) s.v[s.n] = (short)c;
                s.n++;
            }
        if (s.n <= most) tell_all(write_row, &s);
    }
}

int main(void)
{
    boxes("staircase", staircase, 4, (int[]){9, 7, 4, 2}, 0);
    boxes("end_nim", ends, 4, (int[]){9, 9, 6, 4}, 1);
    chips("georgia", georgia, 5, 1, 12);
    chips("welter", welter, 4, 0, 12);
    oracle_start(crosses);
    for (int n = 1; n <= 16; n++) {
        struct state s = {.n = (short)n};
        printf("sg(treblecross(%d)) == %d\n", n, traits_of(&s).sg);
    }
    oracle_start(three_in_a_row);
    for (int n = 3; n <= 16; n++) { /* who wins the real game is who wins the closed one */
        struct state s = {.n = (short)n};
        printf("%c(treblecross(%d))\n", traits_of(&s).sg ? 'N' : 'P', n);
    }
    return 0;
}
