/* SPDX-License-Identifier: MIT */
/* Wythoff's game, SG values of N x N positions: naive: option by option, what one writes in an evening; best: sets of used values
 * by line, along anti-diagonals.
 * usage: wythoff naive|best N      the value of the last position */
#include "common.h"
#include <pthread.h>

/* What a competitive programmer writes: stamp every option, scan for the mex. */
static void naive(uint16_t *g, int n)
{
    uint32_t *seen = xzalloc(sizeof(uint32_t) * (size_t)(4 * n + 8));
    uint32_t st = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            st++;
            for (int k = 0; k < i; k++) seen[g[(size_t)k * n + j]] = st;
            for (int k = 0; k < j; k++) seen[g[(size_t)i * n + k]] = st;
            for (int k = 1; k <= i && k <= j; k++) seen[g[(size_t)(i - k) * n + (j - k)]] = st;
            int m = 0;
            while (seen[m] == st) m++;
            g[(size_t)i * n + j] = (uint16_t)m;
        }
    free(seen);
}

static void mirror(uint16_t *g, int n)
{
    enum { B = 64 };
    for (int ib = 0; ib < n; ib += B)
        for (int jb = 0; jb <= ib; jb += B)
            for (int i = ib; i < ib + B && i < n; i++)
                for (int j = jb; j < jb + B && j < i; j++) g[(size_t)j * n + i] = g[(size_t)i * n + j];
}
/* The best version: a set of the values used on each row or column (the board is symmetric) and on each diagonal; the mex is
 * the first bit that none of three sets has, from the first word on that is not full. */
/* Rows are taken R at a time along anti-diagonals, so that R independent
 * cells are in flight (the row-order version is bound by the latency of
 * "update the row set, read it back"); T threads take row blocks in turn and
 * follow each other through per-block progress counters. */
enum { R = 8 };
struct sk {
    uint16_t *g;
    int n;
    size_t w;
    uint64_t *line, *diag;
    uint32_t *lo, *dlo;
    int nthreads, id;
    volatile int *progress;
};
static inline void cell(const struct sk *s, int i, int j)
{
    uint64_t *bi = s->line + s->w * (size_t)i, *bj = s->line + s->w * (size_t)j;
    uint64_t *bd = s->diag + s->w * (size_t)(i - j);
    uint32_t a = s->lo[i], b = s->lo[j], d = s->dlo[i - j];
    size_t k = a > b ? a : b;
    if (d > k) k = d;
    while ((bi[k] | bj[k] | bd[k]) == ~0ull) k++;
    uint64_t v = bi[k] | bj[k] | bd[k];
    int m = (int)(k * 64) + __builtin_ctzll(~v);
    uint64_t bit = 1ull << (m & 63);
    bi[k] |= bit;
    bj[k] |= bit;
    bd[k] |= bit;
    while (bi[a] == ~0ull) a++;
    s->lo[i] = a;
    b = s->lo[j];
    while (bj[b] == ~0ull) b++;
    s->lo[j] = b;
    while (bd[d] == ~0ull) d++;
    s->dlo[i - j] = d;
    s->g[(size_t)i * s->n + j] = (uint16_t)m;
}
static void *skew_thread(void *p)
{
    struct sk *s = p;
    int nb = (s->n + R - 1) / R;
    for (int blk = s->id; blk < nb; blk += s->nthreads) {
        int i0 = blk * R, i1 = i0 + R < s->n ? i0 + R : s->n;
        int have = blk == 0 || s->nthreads == 1 ? 1 << 30 : 0;
        for (int d = 0; d < i1 - 1 + (i1 - i0); d++) { /* row i0+r is at column d-r */
            if (d + 2 > have && have < (1 << 30)) {
                while ((have = __atomic_load_n(&s->progress[blk - 1], __ATOMIC_ACQUIRE)) < d + 2) (void)0;
            }
            for (int r = 0; r < i1 - i0; r++) {
                int j = d - r, i = i0 + r;
                if (j >= 0 && j <= i) cell(s, i, j);
            }
            /* the last row has finished column d-(R-1) */
            if ((d & 15) == 15) __atomic_store_n(&s->progress[blk], d - R + 2, __ATOMIC_RELEASE);
        }
        __atomic_store_n(&s->progress[blk], 1 << 30, __ATOMIC_RELEASE);
    }
    return NULL;
}
static void skewed(uint16_t *g, int n, int nt)
{
    size_t w = ((size_t)(3 * n) / 64 + 2 + 8 + 7) & ~(size_t)7;
    uint64_t *line = xzalloc(8 * w * (size_t)n), *diag = xzalloc(8 * w * (size_t)n);
    uint32_t *lo = xzalloc(4 * (size_t)n), *dlo = xzalloc(4 * (size_t)n);
    int *pr = xzalloc(sizeof(int) * (size_t)(n / R + 2));
    struct sk s[8];
    pthread_t th[8];
    for (int t = 0; t < nt; t++) s[t] = (struct sk){g, n, w, line, diag, lo, dlo, nt, t, pr};
    for (int t = 1; t < nt; t++) pthread_create(&th[t], NULL, skew_thread, &s[t]);
    skew_thread(&s[0]);
    for (int t = 1; t < nt; t++) pthread_join(th[t], NULL);
    mirror(g, n);
    free(line);
    free(diag);
    free(lo);
    free(dlo);
    free(pr);
}

int main(int c, char **v)
{
    if (c != 3) return 2;
    int n = atoi(v[2]);
    uint16_t *g = xzalloc(2 * (size_t)n * (size_t)n);
    if (!strcmp(v[1], "naive")) naive(g, n);
    else skewed(g, n, 1);
    answer(g[(size_t)n * (size_t)n - 1]);
    return 0;
}
