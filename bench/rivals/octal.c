/* SPDX-License-Identifier: MIT */
/* Octal games and Grundy's game: the value of heap N, from those of all smaller ones by the sparse space, or by the period
 * once it is proved.
 * usage: octal CODE N [period]      CODE: .6  .77  .007  4.x  grundy */
#include "codes.h"

/* ---- sparse space -------------------------------------------------------- */
enum { VMAX = 4096 };
struct rc {
    uint32_t mask; /* v is rare iff parity(v & mask) == 0 (position bit folded in by caller) */
    int posbit;    /* rare also depends on the parity of the position */
    uint32_t *pos; /* rare positions, ascending */
    size_t npos;
    uint32_t hist[2][VMAX];
    uint32_t maxv;
};
static void recompute(struct rc *R, const uint16_t *g, size_t n, int poskind)
{
    uint32_t sz = 64;
    while (sz <= R->maxv) sz <<= 1;
    static int64_t h[2 * VMAX];
    for (uint32_t v = 0; v < sz; v++) {
        h[2 * v] = R->hist[0][v];
        h[2 * v + 1] = R->hist[1][v];
    }
    for (uint32_t len = 1; len < 2 * sz; len <<= 1)
        for (uint32_t i = 0; i < 2 * sz; i += 2 * len)
            for (uint32_t j = i; j < i + len; j++) {
                int64_t a = h[j], b = h[j + len];
                h[j] = a + b;
                h[j + len] = a - b;
            }
    uint32_t best = 0;
    int64_t bv = h[0];
    for (uint32_t i = 1; i < 2 * sz; i++) {
        if ((i & 1) && poskind == 2) continue;
        if (h[i] < bv) {
            bv = h[i];
            best = i;
        }
    }
    R->mask = best >> 1;
    R->posbit = (int)(best & 1);
    R->npos = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t p = (uint32_t)__builtin_parity(g[i] & R->mask);
        if (R->posbit) p ^= (uint32_t)((i ^ (size_t)poskind) & 1);
        if (!p) R->pos[R->npos++] = (uint32_t)i;
    }
}
/* returns the number of values computed (stops early on a proved period) */
static size_t rc(const struct game *G, uint16_t *g, size_t n1, int want_period, size_t *pre, size_t *per)
{
    static struct rc R;
    R.pos = xalloc(4 * (n1 + 8));
    static uint8_t seen[VMAX] __attribute__((aligned(64)));
    static uint8_t rareval[VMAX] __attribute__((aligned(64)));
    int even = 0, odd = 0, last = G->ndig - 1;
    for (int k = 0; k < G->ndig; k++)
        if (G->d[k] & 4) {
            if (k & 1) odd = 1;
            else even = 1;
        }
    int poskind = even && odd ? 2 : odd ? 1 : 0;
    size_t next = 1;
    R.mask = 0;
    R.npos = 0;
    for (uint32_t v = 0; v < VMAX; v++) rareval[v] = 1;
    uint32_t lim = 64; /* values below lim may occur */
    size_t n;
    for (n = 0; n < n1; n++) {
        memset(seen, 0, lim);
        uint32_t flip = R.posbit ? (uint32_t)((n ^ (size_t)poskind) & 1) : 0; /* class of a value flips with position */
        for (int k = 0; k < G->ndig && (size_t)k <= n; k++) {
            if ((G->d[k] & 1) && n == (size_t)k && k) seen[0] = 1;
            if ((G->d[k] & 2) && n > (size_t)k) seen[g[n - (size_t)k]] = 1;
            if (G->d[k] & 4) {
                size_t m = n - (size_t)k;
                const uint32_t *p = R.pos;
                size_t c = R.npos;
                while (c && p[c - 1] >= m) c--;
                size_t i = 0;
                if (c && p[0] == 0) i = 1;
                if (G->unequal) {
                    for (; i < c; i++)
                        if (2 * (size_t)p[i] != m) seen[g[p[i]] ^ g[m - p[i]]] = 1;
                } else {
                    for (; i + 4 <= c; i += 4) {
                        seen[g[p[i]] ^ g[m - p[i]]] = 1;
                        seen[g[p[i + 1]] ^ g[m - p[i + 1]]] = 1;
                        seen[g[p[i + 2]] ^ g[m - p[i + 2]]] = 1;
                        seen[g[p[i + 3]] ^ g[m - p[i + 3]]] = 1;
                    }
                    for (; i < c; i++) seen[g[p[i]] ^ g[m - p[i]]] = 1;
                }
            }
        }
        /* first unseen common value */
        uint32_t cand = 0;
        for (; cand < lim; cand++)
            if (!seen[cand] && (rareval[cand] ^ flip) == 0) break;
        /* rare values below it that are not excluded yet */
        uint32_t missing = 0;
        for (uint32_t v = 0; v < cand; v++) missing += !seen[v];
        for (int k = 0; missing && k < G->ndig && (size_t)k <= n; k++)
            if (G->d[k] & 4) {
                size_t m = n - (size_t)k, h = m / 2;
                if (G->unequal && !(m & 1)) h = h ? h - 1 : 0;
                size_t a = 1;
                while (a <= h) {
                    size_t e = a + 255 < h ? a + 255 : h;
                    for (; a <= e; a++) seen[g[a] ^ g[m - a]] = 1;
                    missing = 0;
                    for (uint32_t v = 0; v < cand; v++) missing += !seen[v];
                    if (!missing) break;
                }
            }
        int again = 0;
        uint32_t val = cand;
        if (missing) { /* a new rare value */
            for (val = 0; seen[val]; val++)
                ;
            R.pos[R.npos++] = (uint32_t)n;
        }
        if (val >= lim) {
            fprintf(stderr, "limit\n");
            exit(1);
        }
        g[n] = (uint16_t)val;
        if (val > R.maxv) {
            R.maxv = val;
        }
        while (2 * R.maxv + 1 >= lim) {
            lim <<= 1;
            again = 1;
        }
        if (lim > VMAX) {
            fprintf(stderr, "value too large\n");
            exit(1);
        }
        R.hist[(n ^ (size_t)(poskind & 1)) & 1][val]++;
        if (n + 1 == next) {
            again = 1;
            next += next < 4096 ? next : next / 4; /* 1.25x steps */
        }
        if (again) {
            recompute(&R, g, n + 1, poskind);
            for (uint32_t v = 0; v < VMAX; v++) rareval[v] = !__builtin_parity(v & R.mask);
            if (want_period && n > 64) {
                /* largest agreement of the tail with itself: try periods from the last value back */
                for (size_t q = 1; q < n / 2; q++) {
                    size_t s = n + 1 - q;
                    while (s > 0 && g[s - 1] == g[s - 1 + q]) s--;
                    if (n + 1 >= 2 * (s ? s : 1) + 2 * q + (size_t)last) {
                        *pre = s;
                        *per = q;
                        n++;
                        goto out;
                    }
                }
            }
        }
    }
out:
    free(R.pos);
    return n;
}

int main(int c, char **v)
{
    if (c < 3) return 2;
    struct game G;
    parse(&G, v[1]);
    size_t n1 = strtoull(v[2], NULL, 10) + 1, pre = 0, per = 0;
    uint16_t *g = xalloc(2 * n1 + 256);
    size_t got = rc(&G, g, n1, c == 4, &pre, &per);
    for (size_t i = got; per && i < n1;) { /* copy forward, doubling */
        size_t have = ((i - pre) / per) * per, m = n1 - i < have ? n1 - i : have;
        memcpy(g + i, g + i - have, 2 * m);
        i += m;
    }
    answer(g[n1 - 1]);
    return 0;
}
