/* SPDX-License-Identifier: MIT */
/* Moore's game: from at least one and at most k heaps, any positive number each. */
#include "oracle.h"

static int k;
static void lower(const struct state *s, int from, int left, bool moved)
{
    if (moved) option(*s);
    if (left == 0) return;
    for (int i = from; i < s->n; i++)
        for (int x = 0; x < s->v[i]; x++) {
            struct state t = changed(s, i, x);
            lower(&t, i + 1, left - 1, true);
        }
}
static void move(const struct state *s)
{
    struct state here = *s;
    lower(&here, 0, k, false);
}
static void write_moore(const struct state *s)
{
    struct state t = *s; /* a bag is written in ascending order */
    for (int i = 0; i < t.n; i++)
        for (int j = i; j > 0 && t.v[j - 1] > t.v[j]; j--) {
            short v = t.v[j];
            t.v[j] = t.v[j - 1], t.v[j - 1] = v;
        }
    heap_name = k == 2 ? "moore" : "moore3";
    write_row(&t);
}

int main(void)
{
    k = 2;
    oracle_start(move);
    tell_box(write_moore, 1, 0, 15);
    tell_box(write_moore, 2, 0, 12);
    tell_box(write_moore, 3, 0, 9);
    tell_box(write_moore, 4, 0, 4);
    tell_box(write_moore, 5, 0, 2);
    tell_box(write_moore, 6, 0, 1);
    k = 3;
    oracle_start(move);
    tell_box(write_moore, 3, 0, 5);
    tell_box(write_moore, 4, 0, 4);
    tell_box(write_moore, 5, 0, 2);
    return 0;
}
