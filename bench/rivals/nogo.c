/* SPDX-License-Identifier: MIT */
/* NoGo on a row of N <= 30 where the player chooses the colour: the nimber. Between neighbours of different colours the row falls
 * apart, and runs of equal stones are one stone: only their ends matter. A part and its image, with the colours exchanged or not,
 * are one.
 * usage: nogo N */
#include <stdint.h>
typedef struct {
    uint64_t cells; /* two bits a cell, 0 free, 1 and 2 the colours */
    uint32_t count;
} KEY;
static uint64_t key_hash(KEY k)
{
    uint64_t h = (k.cells + k.count * 0x632be59bd9b4e019u) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
    return h * 0xd6e8feb86659fd93u;
}
static int key_same(KEY a, KEY b) { return a.cells == b.cells && a.count == b.count; }
static uint32_t key_weight(KEY k) { return k.count; }
static int expand(KEY k, KEY *parts, uint8_t *counts);
#include "nimbers.h"

static KEY canon(const uint8_t *s, int from, int to)
{
    uint64_t a = 0, b = 0, swapped_a = 0, swapped_b = 0;
    for (int i = from; i < to; i++) {
        uint64_t c = s[i], d = s[to - 1 - (i - from)];
        a = a << 2 | c;
        b = b << 2 | d;
        swapped_a = swapped_a << 2 | (c ? 3 - c : 0);
        swapped_b = swapped_b << 2 | (d ? 3 - d : 0);
    }
    if (b < a) a = b;
    if (swapped_a < a) a = swapped_a;
    if (swapped_b < a) a = swapped_b;
    return (KEY){a, (uint32_t)(to - from)};
}

/* Parts of a row in which equal neighbours are one cell already; parts of one free cell, or without any, have no move. */
static int split(const uint8_t *s, int count, KEY *parts)
{
    uint8_t t[64];
    int parts_count = 0, length = 0, free_cells = 0;
    for (int i = 0; i <= count; i++) {
        int cut = i == count || (length && s[i] && t[length - 1] && s[i] != t[length - 1]);
        if (cut) {
            if (free_cells > 1) parts[parts_count++] = canon(t, 0, length);
            length = free_cells = 0;
        }
        if (i == count) break;
        if (length && s[i] && s[i] == t[length - 1]) continue;
        free_cells += s[i] == 0;
        t[length++] = s[i];
    }
    return parts_count;
}

/* Has the stone at i, alone in its run, a free neighbour? */
static int lives(const uint8_t *s, int count, int i)
{
    int left = i, right = i;
    while (left > 0 && s[left - 1] == s[i]) left--;
    while (right + 1 < count && s[right + 1] == s[i]) right++;
    return (left > 0 && s[left - 1] == 0) || (right + 1 < count && s[right + 1] == 0);
}

static int expand(KEY k, KEY *parts, uint8_t *counts)
{
    uint8_t s[64];
    int count = (int)k.count, options = 0;
    for (int i = 0; i < count; i++) s[i] = k.cells >> (2 * (count - 1 - i)) & 3;
    for (int i = 0; i < count; i++) {
        if (s[i]) continue;
        for (uint8_t c = 1; c <= 2; c++) {
            s[i] = c;
            int fine = lives(s, count, i) && (i == 0 || !s[i - 1] || lives(s, count, i - 1)) &&
                       (i + 1 == count || !s[i + 1] || lives(s, count, i + 1));
            if (fine) {
                counts[options] = (uint8_t)split(s, count, parts);
                parts += counts[options++];
            }
        }
        s[i] = 0;
    }
    return options;
}

int main(int c, char **v)
{
    uint8_t row[64] = {0};
    int n = c == 2 ? atoi(v[1]) : 0;
    if (n < 1 || n > 30) return 2;
    make_table();
    answer(n == 1 ? 0 : (uint64_t)full(canon(row, 0, n)));
    return 0;
}
