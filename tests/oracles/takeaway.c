/* SPDX-License-Identifier: MIT */
/* Take-away games whose next limit depends on the last take: a position is heap, limit. */
#include "oracle.h"

static int (*limit_after)(int t);
static void take(const struct state *s)
{
    int n = s->v[0], limit = s->v[1];
    for (int t = 1; t <= n && t <= limit; t++) {
        int next = limit_after(t);
        option(state_of(2, (int[]){n - t, next < 30000 ? next : 30000}));
    }
}
static int as_much(int t) { return t; }
static int twice(int t) { return 2 * t; }
static int thrice(int t) { return 3 * t; }
static int once_and_a_half(int t) { return 3 * t / 2; }
static int twice_and_one(int t) { return 2 * t + 1; }

static void write_start(const struct state *s)
{
    if (s->v[0] >= 1 && s->v[1] == s->v[0] - 1) printf("%s(%d)", heap_name, s->v[0]);
    else write_fields(s);
}

static void tell(const char *name, int (*after)(int), int top)
{
    heap_name = name;
    limit_after = after;
    oracle_start(take);
    for (int n = 1; n <= top; n++) {
        struct state s = state_of(2, (int[]){n, n - 1});
        tell_sg(write_start, &s);
        tell_misere(write_start, &s);
        tell_wins(write_start, &s, false);
        tell_wins(write_start, &s, true);
        tell_wins(write_fields, &s, false);
        tell_wins(write_fields, &s, true);
    }
    tell_box(write_fields, 2, 0, 25);
}

/* Two heaps, each with a limit of its own. */
static void take_from_either(const struct state *s)
{
    for (int i = 0; i < s->n; i += 2)
        for (int t = 1; t <= s->v[i] && t <= s->v[i + 1]; t++) {
            struct state next = changed(s, i, s->v[i] - t);
            next.v[i + 1] = (short)limit_after(t);
            option(next);
        }
}
static void write_either(const struct state *s)
{
    for (int i = 0; i < s->n; i += 2) printf("%s%s(%d, %d)", i ? " + " : "", heap_name, s->v[i], s->v[i + 1]);
}

int main(void)
{
    tell("same_or_less", as_much, 120);
    tell("thrice", thrice, 120);
    tell("once_and_a_half", once_and_a_half, 120);
    tell("twice_and_one", twice_and_one, 120);
    tell("fibonacci", twice, 250);
    oracle_start(take_from_either);
    limit_after = twice;
    for (int a = 1; a <= 9; a++)
        for (int b = 1; b <= 9; b++) {
            struct state s = state_of(4, (int[]){a, a - 1, b, b - 1});
            tell_all(write_either, &s);
        }
    return 0;
}
