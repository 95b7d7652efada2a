/* SPDX-License-Identifier: MIT */
/* Games in which a position may come back: who can force the end, and what is a draw. */
#include "oracle.h"

static const char *mover_text(int mover) { return mover == 1 ? ", mover = 1" : ", mover = 2"; }

/* Northcott's game: in each row a white chip and to the right of it a black one; a player moves one of his own any distance
 * along its row, not over the other chip. Cells 1..width. White chips, black chips, who moves (1 is White). */
static int width, rows;
static void northcott(const struct state *s)
{
    int mover = s->v[2 * rows];
    for (int i = 0; i < rows; i++) {
        int w = s->v[i], b = s->v[rows + i];
        for (int y = mover == 1 ? 1 : w + 1; y <= (mover == 1 ? b - 1 : width); y++) {
            if (y == (mover == 1 ? w : b)) continue;
            struct state t = changed(s, mover == 1 ? i : rows + i, y);
            t.v[2 * rows] = (short)(3 - mover);
            option(t);
        }
    }
}
static void tell_northcott(const struct state *s)
{
    int label = labels_of(s, false);
    printf("outcome(northcott([");
    for (int i = 0; i < rows; i++) printf("%s%d", i ? ", " : "", s->v[i]);
    printf("], [");
    for (int i = 0; i < rows; i++) printf("%s%d", i ? ", " : "", s->v[rows + i]);
    printf("])%s) == %s\n", mover_text(s->v[2 * rows]), label == 'N' ? "win" : label == 'P' ? "loss" : "draw");
}

/* A token on a graph with cycles; successors as letters. */
static const char *const *arrows;
static void walk(const struct state *s)
{
    for (const char *c = arrows[s->v[0]]; *c; c++) option(state_of(1, (int[]){*c - 'a'}));
}

static void tell_graph(const char *name, const char *const *successors, int count)
{
    arrows = successors;
    for (int i = 0; i < count; i++)
        for (int misere = 0; misere < 2; misere++) {
            struct state s = state_of(1, &i);
            oracle_start(walk);
            int label = labels_of(&s, misere);
            printf(misere ? "misere: " : "");
            if (label == 'D') printf("outcome(%s(%c)) == D\n", name, 'a' + i);
            else printf("%c(%s(%c))\n", label, name, 'a' + i);
        }
}

int main(void)
{
    width = 5;
    for (rows = 1; rows <= 2; rows++)
        for (int mover = 1; mover <= 2; mover++) {
            oracle_start(northcott);
            for (int w1 = 1; w1 <= 5; w1++)
                for (int b1 = w1 + 1; b1 <= 5; b1++)
                    for (int w2 = 1; w2 <= (rows > 1 ? 5 : 1); w2++)
                        for (int b2 = w2 + 1; b2 <= (rows > 1 ? 5 : w2 + 1); b2++) {
                            int cells[] = {w1, b1, mover, 0, 0};
                            if (rows > 1) cells[1] = w2, cells[2] = b1, cells[3] = b2, cells[4] = mover;
                            struct state s = state_of(2 * rows + 1, cells);
                            oracle_start(northcott);
                            tell_northcott(&s);
                        }
        }
    static const char *const cyclic[] = {"bcd", "de", "d", "e", "", "ag", "eh", "hf", "i", "h", "jk", "k"};
    static const char *const two_kernels[] = {"b", "a", "ab", "c"};
    tell_graph("round", cyclic, 12);
    tell_graph("kernels", two_kernels, 4);
    return 0;
}
