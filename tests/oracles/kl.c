/* SPDX-License-Identifier: MIT */
/* Nim in which player 1 may never take exactly k stones from a heap and player 2 never l. The last cell is who moves. */
#include "oracle.h"

static int k, l;
static void move(const struct state *s)
{
    int mover = s->v[s->n - 1], no = mover == 1 ? k : l;
    for (int i = 0; i < s->n - 1; i++)
        for (int t = 1; t <= s->v[i]; t++)
            if (t != no) {
                struct state next = changed(s, i, s->v[i] - t);
                next.v[s->n - 1] = (short)(3 - mover);
                option(next);
            }
}
static void write_sum(const struct state *s)
{
    struct state heaps = *s;
    heaps.n--;
    static char name[32];
    snprintf(name, sizeof name, "kl_%d_%d", k, l);
    heap_name = k == 1 && l == 2 ? "kl_nim" : name;
    write_heaps(&heaps);
}
static void tell(const struct state *s, bool misere)
{
    struct facts f = traits_of(s);
    printf("%soutcome(", misere ? "misere: " : "");
    write_sum(s);
    printf(", mover = %d) == %s\n", s->v[s->n - 1], (misere ? f.misere_n : f.sg != 0) ? "win" : "loss");
    size_t low = oracle.top, told = 0;
    struct state here = *s;
    move(&here);
    printf("%swins(", misere ? "misere: " : "");
    write_sum(s);
    printf(", mover = %d) == {", s->v[s->n - 1]);
    for (size_t i = low, high = oracle.top; i < high; i++) {
        struct state next = oracle.stack[i];
        struct facts o = traits_of(&next);
        if (misere ? o.misere_n : o.sg != 0) continue;
        printf(told++ ? ", " : " ");
        write_sum(&next);
    }
    printf(" }\n");
    oracle.top = low;
}

int main(void)
{
    static const int pairs[][2] = {{1, 2}, {3, 4}, {3, 2}};
    static const int tops[] = {20, 12, 7, 4};
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        k = pairs[p][0], l = pairs[p][1];
        oracle_start(move);
        for (int n = 1; n <= 4; n++) {
            struct state s = {.n = (short)(n + 1)};
            for (;;) {
                for (int mover = 1; mover <= 2; mover++) {
                    s.v[n] = (short)mover;
                    tell(&s, false);
                    tell(&s, true);
                }
                int i = n - 1;
                while (i >= 0 && s.v[i] == tops[n - 1]) s.v[i--] = 0;
                if (i < 0) break;
                s.v[i]++;
            }
        }
    }
    return 0;
}
