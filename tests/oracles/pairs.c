/* SPDX-License-Identifier: MIT */
/* Games on two numbers: Wythoff's game, Euclid's, and Nim with a pass. */
#include "oracle.h"

static void wythoff(const struct state *s)
{
    int a = s->v[0], b = s->v[1];
    for (int t = 1; t <= a; t++) option(state_of(2, (int[]){a - t, b}));
    for (int t = 1; t <= b; t++) option(state_of(2, (int[]){a, b - t}));
    for (int t = 1; t <= a && t <= b; t++) option(state_of(2, (int[]){a - t, b - t}));
}

/* A positive multiple of the one is taken from the other. */
static void euclid(const struct state *s)
{
    int a = s->v[0], b = s->v[1];
    if (b > 0)
        for (int x = a - b; x >= 0; x -= b) option(state_of(2, (int[]){x, b}));
    if (a > 0)
        for (int y = b - a; y >= 0; y -= a) option(state_of(2, (int[]){a, y}));
}

/* The same, but nothing may be taken that leaves a heap empty. */
static void euclid_positive(const struct state *s)
{
    int a = s->v[0], b = s->v[1];
    for (int x = a - b; b > 0 && x > 0; x -= b) option(state_of(2, (int[]){x, b}));
    for (int y = b - a; a > 0 && y > 0; y -= a) option(state_of(2, (int[]){a, y}));
}

/* Two heaps, then 1 while the pass is to be had; it may not be used when no token is left. */
static void pass_nim(const struct state *s)
{
    int a = s->v[0], b = s->v[1], pass = s->v[2];
    for (int t = 1; t <= a; t++) option(state_of(3, (int[]){a - t, b, pass}));
    for (int t = 1; t <= b; t++) option(state_of(3, (int[]){a, b - t, pass}));
    if (pass && a + b > 0) option(state_of(3, (int[]){a, b, 0}));
}
static void write_pass(const struct state *s)
{
    printf("pass_nim(%d, %d, %s)", s->v[0], s->v[1], s->v[2] ? "true" : "false");
}

/* A white knight that may only go up or left, one or two squares and two or one (Winning Ways, chapter 3). */
static void knight(const struct state *s)
{
    static const int step[4][2] = {{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}};
    for (int i = 0; i < 4; i++) {
        int x = s->v[0] + step[i][0], y = s->v[1] + step[i][1];
        if (x >= 0 && y >= 0) option(state_of(2, (int[]){x, y}));
    }
}

/* A king that may go up, left, or both. */
static void king(const struct state *s)
{
    int a = s->v[0], b = s->v[1];
    if (a > 0) option(state_of(2, (int[]){a - 1, b}));
    if (b > 0) option(state_of(2, (int[]){a, b - 1}));
    if (a > 0 && b > 0) option(state_of(2, (int[]){a - 1, b - 1}));
}

static void tell(const char *name, rule_fn *rule, int low, int top)
{
    heap_name = name;
    oracle_start(rule);
    tell_box(write_fields, 2, low, top);
}

int main(void)
{
    tell("wythoff", wythoff, 0, 60);
    tell("euclid", euclid, 0, 40);
    tell("euclid_positive", euclid_positive, 1, 40);
    tell("knight", knight, 0, 20);
    tell("king", king, 0, 20);
    oracle_start(pass_nim);
    for (int a = 0; a <= 16; a++)
        for (int b = 0; b <= 16; b++)
            for (int pass = 0; pass <= 1; pass++) {
                struct state s = state_of(3, (int[]){a, b, pass});
                tell_all(write_pass, &s);
            }
    return 0;
}
