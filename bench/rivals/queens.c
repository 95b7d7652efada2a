/* SPDX-License-Identifier: MIT */
/* Queens that must not attack each other, N x N, N <= 13: the nimber. A position is the set of free squares; parts are squares
 * that attack each other, one after the other; the eight images of a part are one.
 * usage: queens N */
#include <stdint.h>
typedef struct {
    uint64_t w[3];
} KEY;
static uint64_t key_hash(KEY k)
{
    uint64_t h = k.w[0] * 0x9e3779b97f4a7c15u ^ k.w[1] * 0xd6e8feb86659fd93u ^ k.w[2] * 0xa0761d6478bd642fu;
    h ^= h >> 32;
    return h * 0xe7037ed1a0b428dbu;
}
static int key_same(KEY a, KEY b) { return a.w[0] == b.w[0] && a.w[1] == b.w[1] && a.w[2] == b.w[2]; }
static uint32_t key_weight(KEY k)
{
    return (uint32_t)(__builtin_popcountll(k.w[0]) + __builtin_popcountll(k.w[1]) + __builtin_popcountll(k.w[2]));
}
static int expand(KEY k, KEY *parts, uint8_t *counts);
#include "nimbers.h"

static int n, squares;
static KEY attacked[192], image[7][24][256];

static KEY image_of(KEY k, int way)
{
    KEY r = {{0, 0, 0}};
    for (int b = 0; b < (squares + 7) / 8; b++) {
        const KEY *t = &image[way][b][k.w[b / 8] >> (8 * (b % 8)) & 255];
        r.w[0] |= t->w[0];
        r.w[1] |= t->w[1];
        r.w[2] |= t->w[2];
    }
    return r;
}

static KEY canon(KEY k)
{
    KEY best = k;
    for (int way = 0; way < 7; way++) {
        KEY r = image_of(k, way);
        int less = r.w[0] != best.w[0]   ? r.w[0] < best.w[0]
                   : r.w[1] != best.w[1] ? r.w[1] < best.w[1]
                                         : r.w[2] < best.w[2];
        if (less) best = r;
    }
    return best;
}

static int least(KEY k)
{
    return k.w[0] ? __builtin_ctzll(k.w[0]) : k.w[1] ? 64 + __builtin_ctzll(k.w[1]) : 128 + __builtin_ctzll(k.w[2]);
}
static int empty(KEY k) { return !(k.w[0] | k.w[1] | k.w[2]); }

static KEY without(KEY k, KEY m)
{
    for (int i = 0; i < 3; i++) k.w[i] &= ~m.w[i];
    return k;
}

/* The part of the square `at`. */
static KEY part_of(KEY all, int at)
{
    KEY part = {{0, 0, 0}}, fresh = part;
    fresh.w[at / 64] |= (uint64_t)1 << at % 64;
    while (!empty(fresh)) {
        int s = least(fresh);
        fresh.w[s / 64] &= fresh.w[s / 64] - 1;
        part.w[s / 64] |= (uint64_t)1 << s % 64;
        for (int i = 0; i < 3; i++) fresh.w[i] |= attacked[s].w[i] & all.w[i] & ~part.w[i];
        if (key_same(part, all)) break;
        int done = 1;
        for (int i = 0; i < 3; i++) done &= (part.w[i] | fresh.w[i]) == all.w[i];
        if (done) return all;
    }
    return part;
}

static int expand(KEY k, KEY *parts, uint8_t *counts)
{
    int options = 0;
    for (KEY todo = k; !empty(todo);) {
        int s = least(todo);
        todo.w[s / 64] &= todo.w[s / 64] - 1;
        KEY left = without(k, attacked[s]);
        counts[options] = 0;
        while (!empty(left)) {
            KEY part = part_of(left, least(left));
            left = without(left, part);
            *parts++ = canon(part);
            counts[options]++;
        }
        options++;
    }
    return options;
}

static void make_images(void)
{
    for (int s = 0; s < squares; s++) {
        int r = s / n, c = s % n;
        for (int q = 0; q < squares; q++) {
            int i = q / n, j = q % n;
            if (i == r || j == c || i - j == r - c || i + j == r + c) attacked[s].w[q / 64] |= (uint64_t)1 << q % 64;
        }
        for (int way = 0; way < 7; way++) {
            int a = (way + 1) & 1 ? n - 1 - r : r, b = (way + 1) & 2 ? n - 1 - c : c,
                to = (way + 1) & 4 ? b * n + a : a * n + b;
            for (int byte = 0; byte < 256; byte++)
                if (byte >> s % 8 & 1) image[way][s / 8][byte].w[to / 64] |= (uint64_t)1 << to % 64;
        }
    }
}

int main(int c, char **v)
{
    KEY all = {{0, 0, 0}};
    if (c != 2 || (n = atoi(v[1])) < 1 || n > 13) return 2;
    squares = n * n;
    make_images();
    make_table();
    for (int s = 0; s < squares; s++) all.w[s / 64] |= (uint64_t)1 << s % 64;
    answer((uint64_t)full(canon(all)));
    return 0;
}
