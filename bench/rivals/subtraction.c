/* SPDX-License-Identifier: MIT */
/* Subtraction games: nim-values of heaps 0..N as bytes, copied on from the period as soon as a repetition proves it.
 * usage: subtraction table|value N s1 s2 ...      value: that of the last heap alone */
#include "common.h"
#include <sys/mman.h>
static int S[64], K, M;
static void bitmask(uint8_t *g, size_t n0, size_t n1)
{
    size_t n = n0;
    for (; n < n1 && n < (size_t)M; n++) {
        uint64_t s = 0;
        for (int k = 0; k < K; k++)
            if ((size_t)S[k] <= n) s |= 1ull << g[n - (size_t)S[k]];
        g[n] = (uint8_t)__builtin_ctzll(~s);
    }
#define LOOP(KK)                                                                                                       \
    for (; n < n1; n++) {                                                                                              \
        uint64_t s = 0;                                                                                                \
        for (int k = 0; k < KK; k++) s |= 1ull << g[n - (size_t)S[k]];                                                 \
        g[n] = (uint8_t)__builtin_ctzll(~s);                                                                           \
    }
    switch (K) {
    case 1: LOOP(1) break;
    case 2: LOOP(2) break;
    case 3: LOOP(3) break;
    case 4: LOOP(4) break;
    case 5: LOOP(5) break;
    case 6: LOOP(6) break;
    default: LOOP(K) break;
    }
}
/* returns the number of values computed; *pre,*per set when proved */
static size_t find_period(uint8_t *g, size_t cap, size_t *pre, size_t *per)
{
    /* state at n = the M values before n; compare windows against an anchor
     * that moves to powers of two (Brent), hash first, then memcmp */
    const uint64_t Bm = 0x9e3779b97f4a7c15ull;
    uint64_t top = 1;
    for (int i = 0; i < M; i++) top *= Bm;
    size_t n = 0, done = (size_t)M * 2;
    bitmask(g, 0, done < cap ? done : cap);
    uint64_t h = 0;
    for (n = 0; n < (size_t)M; n++) h = h * Bm + g[n] + 1;
    size_t anchor = n;
    uint64_t ah = h;
    for (;;) {
        if (n >= done) {
            size_t e = done + 65536 < cap ? done + 65536 : cap;
            if (e == done) return done;
            bitmask(g, done, e);
            done = e;
        }
        h = h * Bm + g[n] + 1 - top * (uint64_t)(g[n - (size_t)M] + 1);
        n++;
        if (h == ah && !memcmp(g + n - M, g + anchor - M, (size_t)M)) {
            size_t p = n - anchor, a = anchor;
            while (a > 0 && g[a - 1] == g[a - 1 + p]) a--;
            *pre = a;
            *per = p;
            return n;
        }
        if (n >= 2 * anchor) {
            anchor = n;
            ah = h;
        }
    }
}
int main(int c, char **v)
{
    if (c < 4) return 2;
    size_t n1 = strtoull(v[2], NULL, 10) + 1, pre = 0, per = 0;
    for (int i = 3; i < c; i++) {
        S[K] = atoi(v[i]);
        if (S[K] > M) M = S[K];
        K++;
    }
    uint8_t *g = mmap(NULL, n1 + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t got = find_period(g, n1, &pre, &per);
    for (size_t i = got; per && i < n1;) { /* the source stays in the cache */
        size_t have = (i - pre) / per * per, lim = per < 262144 ? 262144 / per * per : per;
        if (have > lim) have = lim;
        size_t m = n1 - i < have ? n1 - i : have;
        memcpy(g + i, g + i - have, m);
        i += m;
    }
    if (*v[1] == 't') fwrite(g, 1, n1, stdout);
    else answer(g[n1 - 1]);
    return 0;
}
