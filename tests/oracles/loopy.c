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

/* The L-game on 4 x 4 squares (row r, column c is bit 4r + c): the mover lays his L elsewhere, free of the other L and of the
 * two neutral pieces, and may then move one neutral piece to any free square. Mover's L, the other L, neutral squares. */
static int shapes[8], widths[8], heights[8];
static void make_shapes(void)
{
    int count = 0;
    for (int turn = 0; turn < 2; turn++)       /* tall or wide */
        for (int foot = 0; foot < 2; foot++)   /* at which end the short arm is */
            for (int side = 0; side < 2; side++) {
                int mask = 0;
                for (int i = 0; i < 3; i++) mask |= 1 << (turn ? 4 * side + i : 4 * i + side);
                int end = foot ? 2 : 0;
                mask |= 1 << (turn ? 4 * !side + end : 4 * end + !side);
                widths[count] = turn ? 3 : 2;
                heights[count] = turn ? 2 : 3;
                shapes[count++] = mask;
            }
}
static void l_game(const struct state *s)
{
    int mine = (unsigned short)s->v[0], other = (unsigned short)s->v[1], a = s->v[2], b = s->v[3];
    for (int k = 0; k < 8; k++)
        for (int r = 0; r + heights[k] <= 4; r++)
            for (int c = 0; c + widths[k] <= 4; c++) {
                int laid = shapes[k] << (4 * r + c);
                if (laid == mine || laid & (other | 1 << a | 1 << b)) continue;
                option(state_of(4, (int[]){other, laid, a, b}));
                for (int x = 0; x < 16; x++) {
                    if ((laid | other | 1 << a | 1 << b) >> x & 1) continue;
                    option(state_of(4, (int[]){other, laid, a < x ? a : x, a < x ? x : a}));
                    option(state_of(4, (int[]){other, laid, b < x ? b : x, b < x ? x : b}));
                }
            }
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
    make_shapes();
    oracle_start(l_game);
    /* N L L .   the first player's L; the other's, turned by half a turn, between them the two middle squares
     * . B L .
     * . B L .
     * . B B N */
    struct state s = state_of(4, (int[]){1 << 1 | 1 << 2 | 1 << 6 | 1 << 10, 1 << 5 | 1 << 9 | 1 << 13 | 1 << 14, 0, 15});
    labels_of(&s, false);
    int told[3] = {0};
    for (size_t i = 0; i < oracle.count; i++) {
        const struct position *p = &oracle.all[i];
        int kind = p->label == 'P' ? 0 : p->label == 'N' ? 1 : 2;
        if (told[kind]++ >= 60) continue;
        const short *v = p->state.v;
        printf("outcome(l_game(%d, %d, %d, %d)) == %c\n", (unsigned short)v[0], (unsigned short)v[1], 1 << v[2], 1 << v[3], p->label);
    }
    return 0;
}
