/* SPDX-License-Identifier: MIT */
/* Games on a rectangle: Chomp and Cram. The cells lie row after row; 1 is a square still there. */
#include "oracle.h"

static int rows, cols;

/* A bite takes a square and all that are below it and to the right; the corner square is poisoned and never bitten. */
static void chomp(const struct state *s)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            if (!s->v[i * cols + j] || (i == 0 && j == 0)) continue;
            struct state t = *s;
            for (int a = i; a < rows; a++)
                for (int b = j; b < cols; b++) t.v[a * cols + b] = 0;
            option(t);
        }
}

/* A domino covers two neighbouring free squares. */
static void cram(const struct state *s)
{
    for (int c = 0; c < rows * cols; c++) {
        if (!s->v[c]) continue;
        if (c % cols + 1 < cols && s->v[c + 1]) {
            struct state t = changed(s, c, 0);
            option(changed(&t, c + 1, 0));
        }
        if (c + cols < rows * cols && s->v[c + cols]) {
            struct state t = changed(s, c, 0);
            option(changed(&t, c + cols, 0));
        }
    }
}

static void write_grid(const struct state *s)
{
    printf("%s([", heap_name);
    for (int i = 0; i < rows; i++) {
        printf(i ? ", [" : "[");
        for (int j = 0; j < cols; j++) printf("%s%d", j ? ", " : "", s->v[i * cols + j]);
        printf("]");
    }
    printf("])");
}
static void write_start(const struct state *s)
{
    bool full = true;
    for (int c = 0; c < rows * cols; c++) full &= s->v[c] == 1;
    if (full) printf("%s(%d, %d)", heap_name, rows, cols);
    else write_grid(s);
}

static struct state rectangle(void)
{
    struct state s = {.n = (short)(rows * cols)};
    for (int c = 0; c < s.n; c++) s.v[c] = 1;
    return s;
}

int main(void)
{
    static const int cram_rectangles[][2] = {{1, 24}, {2, 8}, {3, 6}, {4, 4}};
    for (rows = 1; rows <= 5; rows++)
        for (cols = 1; rows * cols <= 36 && cols <= 9; cols++) {
            heap_name = "chomp";
            oracle_start(chomp);
            struct state s = rectangle();
            tell_all(write_start, &s);
            if (rows > 3 || cols > 4) continue;
            for (int a = 1; a <= cols; a++) /* every shape that bites leave in three rows */
                for (int b = 0; rows > 1 ? b <= a : b == 0; b++)
                    for (int c = 0; rows > 2 ? c <= b : c == 0; c++) {
                        for (int i = 0; i < s.n; i++) s.v[i] = i % cols < (int[]){a, b, c}[i / cols];
                        tell_all(write_grid, &s);
                    }
        }
    heap_name = "cram";
    for (size_t i = 0; i < sizeof cram_rectangles / sizeof *cram_rectangles; i++)
        for (cols = 1; cols <= cram_rectangles[i][1]; cols++) {
            rows = cram_rectangles[i][0];
            oracle_start(cram);
            struct state s = rectangle();
            tell_all(write_start, &s);
        }
    return 0;
}
