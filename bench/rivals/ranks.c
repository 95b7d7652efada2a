/* SPDX-License-Identifier: MIT */
/* Positions by perfect rank: several: from one heap or two of five of N, as multisets; stairs: N coins on the fifth step;
 * chomp: N x N squares. Prints the value of the largest position.
 * usage: ranks several|stairs|chomp N */
#include "common.h"

/* multisets h0<=h1<=..<=h4, ranked by sum of binomials C(h_i + i, i + 1) */
static uint32_t bin[40][6];
static inline uint32_t rank5(const int *h)
{
    return bin[h[0]][1] + bin[h[1] + 1][2] + bin[h[2] + 2][3] + bin[h[3] + 3][4] + bin[h[4] + 4][5];
}
static inline void sort5(int *a)
{
#define CS(i, j)                                                                                                       \
    {                                                                                                                  \
        int x = a[i], y = a[j];                                                                                        \
        a[i] = x < y ? x : y;                                                                                          \
        a[j] = x < y ? y : x;                                                                                          \
    }
    CS(0, 1) CS(3, 4) CS(2, 4) CS(2, 3) CS(0, 3) CS(0, 2) CS(1, 4) CS(1, 3) CS(1, 2)
}
static void moore_sorted(uint16_t *g, int H)
{
    for (int n = 0; n < 40; n++)
        for (int k = 0; k < 6; k++) bin[n][k] = k == 0 ? 1 : n == 0 ? 0 : bin[n - 1][k - 1] + bin[n - 1][k];
    static uint32_t seen[4096];
    uint32_t stamp = 0;
    int h[5];
    for (h[4] = 0; h[4] <= H; h[4]++)
        for (h[3] = 0; h[3] <= h[4]; h[3]++)
            for (h[2] = 0; h[2] <= h[3]; h[2]++)
                for (h[1] = 0; h[1] <= h[2]; h[1]++)
                    for (h[0] = 0; h[0] <= h[1]; h[0]++) {
                        stamp++;
                        for (int i = 0; i < 5; i++) {
                            if (i && h[i] == h[i - 1]) continue; /* same multiset moves */
                            for (int a = 0; a < h[i]; a++) {
                                int t[5];
                                memcpy(t, h, sizeof t);
                                t[i] = a;
                                sort5(t);
                                seen[g[rank5(t)]] = stamp;
                                for (int j = i + 1; j < 5; j++) {
                                    if (j > i + 1 && h[j] == h[j - 1]) continue;
                                    for (int c = 0; c < h[j]; c++) {
                                        int u[5];
                                        memcpy(u, h, sizeof u);
                                        u[i] = a;
                                        u[j] = c;
                                        sort5(u);
                                        seen[g[rank5(u)]] = stamp;
                                    }
                                }
                            }
                        }
                        int m = 0;
                        while (seen[m] == stamp) m++;
                        g[rank5(h)] = (uint16_t)m;
                    }
}
/* perfect index: rank of (a0..a4) with total <= T among compositions, C(T+5,5) states */
static uint32_t bb[64][6];
static inline uint32_t srank(const int *a)
{ /* suffix sums p1 = a4, p2 = a4+a3, ... strictly growing after adding i: combinadic */
    int p = a[4];
    uint32_t r = bb[p][1];
    p += a[3];
    r += bb[p + 1][2];
    p += a[2];
    r += bb[p + 2][3];
    p += a[1];
    r += bb[p + 3][4];
    p += a[0];
    r += bb[p + 4][5];
    return r;
}
static uint64_t stair_rank(int T)
{
    for (int n = 0; n < 64; n++)
        for (int k = 0; k < 6; k++) bb[n][k] = k == 0 ? 1 : n == 0 ? 0 : bb[n - 1][k - 1] + bb[n - 1][k];
    uint8_t *g = xalloc(bb[T + 5][5]);
    int a[5];
    for (a[4] = 0; a[4] <= T; a[4]++)
        for (a[3] = 0; a[3] + a[4] <= T; a[3]++)
            for (a[2] = 0; a[2] + a[3] + a[4] <= T; a[2]++)
                for (a[1] = 0; a[1] + a[2] + a[3] + a[4] <= T; a[1]++)
                    for (a[0] = 0; a[0] + a[1] + a[2] + a[3] + a[4] <= T; a[0]++) {
                        uint64_t seen = 0;
                        int t[5];
                        memcpy(t, a, sizeof t);
                        for (int i = 0; i < 5; i++)
                            for (int k = 1; k <= a[i]; k++) {
                                t[i] = a[i] - k;
                                if (i) t[i - 1] = a[i - 1] + k;
                                seen |= 1ull << g[srank(t)];
                                t[i] = a[i];
                                if (i) t[i - 1] = a[i - 1];
                            }
                        g[srank(a)] = (uint8_t)__builtin_ctzll(~seen);
                    }
    int all[5] = {0, 0, 0, 0, T};
    uint64_t value = g[srank(all)];
    free(g);
    return value;
}

/* ---- Chomp, N x N, nobody may take the corner ------------------------------ */
static uint64_t cb[48][24];
static int chomp(int n, uint64_t *states, uint32_t *sum)
{
    for (int a = 0; a < 48; a++)
        for (int k = 0; k < 24; k++) cb[a][k] = k == 0 ? 1 : a == 0 ? 0 : cb[a - 1][k - 1] + cb[a - 1][k];
    /* r[0] <= r[1] <= ... <= r[n-1] row lengths; rank = sum C(r[i]+i, i+1); every
     * option has a smaller rank, so ranks are visited in order */
    uint64_t N = cb[2 * n][n];
    uint16_t *g = xalloc(2 * N);
    int r[24] = {0};
    *states = N;
    *sum = 0;
    for (uint64_t s = 0; s < N; s++) {
        uint64_t seen[8] = {0};
        uint64_t pre[24]; /* rank of rows i.. as they are */
        uint64_t up = 0;
        for (int i = n - 1; i >= 0; i--) {
            pre[i] = up;
            up += cb[r[i] + i][i + 1];
        }
        for (int i = n - 1; i >= 0 && r[i]; i--) {
            /* cut rows 0..i to at most c cells */
            for (int c = i == n - 1 ? 1 : 0; c < r[i]; c++) {
                uint64_t k = pre[i];
                int j = i;
                for (; j >= 0 && r[j] > c; j--) k += cb[c + j][j + 1];
                k += j >= 0 ? cb[r[j] + j][j + 1] + (up - pre[j] - cb[r[j] + j][j + 1]) : 0;
                uint16_t x = g[k];
                seen[x >> 6] |= 1ull << (x & 63);
            }
        }
        int q = 0;
        while (seen[q] == ~0ull) q++;
        g[s] = (uint16_t)(q * 64 + __builtin_ctzll(~seen[q]));
        *sum = *sum * 31 + g[s];
        int i = 0; /* next multiset in rank order */
        while (i < n - 1 && r[i] == r[i + 1]) i++;
        r[i]++;
        for (int j = 0; j < i; j++) r[j] = 0;
    }
    int v = g[N - 1];
    free(g);
    return v;
}

int main(int c, char **v)
{
    if (c != 3) return 2;
    int n = atoi(v[2]);
    uint32_t sum;
    uint64_t states;
    if (!strcmp(v[1], "several")) {
        int all[5] = {n, n, n, n, n};
        uint32_t count = 1;
        for (int i = 0; i < 5; i++) count = count * (uint32_t)(n + 1 + i) / (uint32_t)(i + 1);
        uint16_t *g = xzalloc(2 * (size_t)count);
        moore_sorted(g, n);
        answer(g[rank5(all)]);
    } else if (!strcmp(v[1], "stairs")) {
        answer(stair_rank(n));
    } else {
        answer((uint64_t)chomp(n, &states, &sum));
    }
    return 0;
}
