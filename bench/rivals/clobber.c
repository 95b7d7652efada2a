/* SPDX-License-Identifier: MIT */
/* Clobber where both players move all stones, R x C <= 8 x 8, coloured like a chessboard: the nimber. Parts are stones that hang
 * together, in one corner, and their images with the colours exchanged or not are one; parts of one colour have no move.
 * usage: clobber R C */
#include <stdint.h>
typedef struct {
    uint64_t a, b; /* the stones of either colour, eight bits a row */
} KEY;
static uint64_t key_hash(KEY k)
{
    uint64_t h = k.a * 0x9e3779b97f4a7c15u ^ (k.b ^ k.b >> 31) * 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    return h * 0xe7037ed1a0b428dbu;
}
static int key_same(KEY x, KEY y) { return x.a == y.a && x.b == y.b; }
static uint32_t key_weight(KEY k) { return (uint32_t)__builtin_popcountll(k.a | k.b); }
static int expand(KEY k, KEY *parts, uint8_t *counts);
#include "nimbers.h"

#define LEFT 0x7f7f7f7f7f7f7f7fu
static uint64_t flip(uint64_t b) { return __builtin_bswap64(b); }
static uint64_t mirror(uint64_t b)
{
    b = (b >> 1 & 0x5555555555555555u) | (b & 0x5555555555555555u) << 1;
    b = (b >> 2 & 0x3333333333333333u) | (b & 0x3333333333333333u) << 2;
    return (b >> 4 & 0x0f0f0f0f0f0f0f0fu) | (b & 0x0f0f0f0f0f0f0f0fu) << 4;
}
static uint64_t transpose(uint64_t x)
{
    uint64_t t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aau;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000cccc0000ccccu;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0u;
    return x ^ t ^ (t << 28);
}

/* The less of two parts, the second one first slid into the corner, with its colours in either order. */
static void less(KEY *best, uint64_t a, uint64_t b)
{
    uint64_t all = a | b;
    int up = __builtin_ctzll(all) & ~7;
    all >>= up;
    uint64_t columns = all | all >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    int by = up + __builtin_ctzll(columns & 255);
    KEY k = {a >> by, b >> by};
    if (k.b < k.a) k = (KEY){k.b, k.a};
    if (k.a < best->a || (k.a == best->a && k.b < best->b)) *best = k;
}

static KEY canon(uint64_t a, uint64_t b)
{
    KEY best = {UINT64_MAX, UINT64_MAX};
    for (int i = 0; i < 2; i++) {
        less(&best, a, b);
        less(&best, flip(a), flip(b));
        a = mirror(a), b = mirror(b);
        less(&best, a, b);
        less(&best, flip(a), flip(b));
        a = transpose(a), b = transpose(b);
    }
    return best;
}

static uint64_t around(uint64_t f) { return (f & LEFT) << 1 | (f >> 1 & LEFT) | f << 8 | f >> 8; }

static int split(uint64_t a, uint64_t b, KEY *parts)
{
    int count = 0;
    for (uint64_t all = a | b; all;) {
        uint64_t f = all & -all, before;
        do {
            before = f;
            f |= around(f) & all;
        } while (f != before);
        all ^= f;
        if ((f & a) && (f & b)) parts[count++] = canon(a & f, b & f);
    }
    return count;
}

static int moves_of(uint64_t mine, uint64_t theirs, KEY *parts, uint8_t *counts)
{
    int options = 0;
    for (int way = 0; way < 4; way++) {
        uint64_t to = way == 0 ? (mine & LEFT) << 1 : way == 1 ? mine >> 1 & LEFT : way == 2 ? mine << 8 : mine >> 8;
        for (to &= theirs; to; to &= to - 1) {
            uint64_t t = to & -to, from = way == 0 ? t >> 1 : way == 1 ? t << 1 : way == 2 ? t >> 8 : t << 8;
            counts[options] = (uint8_t)split((mine ^ from) | t, theirs ^ t, parts);
            parts += counts[options++];
        }
    }
    return options;
}

static int expand(KEY k, KEY *parts, uint8_t *counts)
{
    int options = moves_of(k.a, k.b, parts, counts), used = 0;
    for (int i = 0; i < options; i++) used += counts[i];
    return options + moves_of(k.b, k.a, parts + used, counts + options);
}

int main(int c, char **v)
{
    int rows = c == 3 ? atoi(v[1]) : 0, columns = c == 3 ? atoi(v[2]) : 0;
    uint64_t a = 0, b = 0;
    if (rows < 1 || rows > 8 || columns < 1 || columns > 8) return 2;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) *((i + j) % 2 ? &a : &b) |= (uint64_t)1 << (8 * i + j);
    make_table();
    answer(a ? (uint64_t)full(canon(a, b)) : 0);
    return 0;
}
