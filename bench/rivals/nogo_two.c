/* SPDX-License-Identifier: MIT */
/* NoGo on two rows of N <= 15 squares where the player chooses the colour: the nimber. A group has a free neighbour if it is
 * reached from one. A position and its images, with the colours exchanged or not, are one.
 * usage: nogo_two N */
#include <stdint.h>
typedef struct {
    uint64_t stones; /* the first colour, the second in the bits above, and a 1 above these */
} KEY;
static uint64_t key_hash(KEY k)
{
    uint64_t h = k.stones * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
    return h * 0xd6e8feb86659fd93u;
}
static int key_same(KEY a, KEY b) { return a.stones == b.stones; }
static uint32_t key_weight(KEY k) { return 64 - (uint32_t)__builtin_popcountll(k.stones); }
static int expand(KEY k, KEY *parts, uint8_t *counts);
#include "nimbers.h"

static int columns, cells;
static uint64_t all, first, last; /* squares; those of the first and of the last column */

static uint64_t beside(uint64_t x)
{
    return (x << columns | x >> columns | (x & ~last) << 1 | (x & ~first) >> 1) & all;
}

static uint64_t rows_exchanged(uint64_t x) { return (x >> columns | x << columns) & all; }

static uint64_t backwards(uint64_t x)
{
    uint64_t y = 0;
    for (int c = 0; c < columns; c++) y |= (x >> c & first) << (columns - 1 - c);
    return y;
}

static int lives(uint64_t own, uint64_t empty)
{
    uint64_t reached = beside(empty) & own, before;
    do {
        before = reached;
        reached |= beside(reached) & own;
    } while (reached != before);
    return reached == own;
}

static KEY canon(uint64_t a, uint64_t b)
{
    uint64_t least = UINT64_MAX;
    for (int image = 0; image < 4; image++) {
        uint64_t x = image & 1 ? rows_exchanged(a) : a, y = image & 1 ? rows_exchanged(b) : b;
        if (image & 2) x = backwards(x), y = backwards(y);
        if ((y << cells | x) < least) least = y << cells | x;
        if ((x << cells | y) < least) least = x << cells | y;
    }
    return (KEY){least | UINT64_C(1) << 2 * cells};
}

static int expand(KEY k, KEY *parts, uint8_t *counts)
{
    uint64_t a = k.stones & all, b = k.stones >> cells & all, empty = all & ~(a | b);
    int options = 0;
    for (uint64_t left = empty; left; left &= left - 1) {
        uint64_t x = left & -left;
        if (lives(a | x, empty ^ x) && lives(b, empty ^ x)) *parts++ = canon(a | x, b), counts[options++] = 1;
        if (lives(b | x, empty ^ x) && lives(a, empty ^ x)) *parts++ = canon(a, b | x), counts[options++] = 1;
    }
    return options;
}

int main(int c, char **v)
{
    columns = c == 2 ? atoi(v[1]) : 0;
    if (columns < 1 || columns > 15) return 2;
    cells = 2 * columns;
    all = (UINT64_C(1) << cells) - 1;
    first = 1 | UINT64_C(1) << columns;
    last = first << (columns - 1);
    make_table();
    answer((uint64_t)full(canon(0, 0)));
    return 0;
}
