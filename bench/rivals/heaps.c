/* SPDX-License-Identifier: MIT */
/* One heap or two: half: at most half of the heap; double: at most twice what was taken before; where, gcd: rules with a
 * condition, as plain loops.
 * usage: heaps half|double|where|gcd N      the value of the last heap; double: of N with the limit N, 1 if it is won */
#include <stddef.h>
#include "common.h"

/* last[v] = last heap with value v, and 1; the mex of heaps lo..i - 1 is the least v with last[v] <= lo. A tree of minima, 16
 * below each node: one cache line. */
enum { FAN = 16 };
static uint32_t least_of(const uint32_t *row)
{
    uint32_t least = row[0];
    for (int i = 1; i < FAN; i++) least = row[i] < least ? row[i] : least;
    return least;
}

static uint32_t first_below(const uint32_t *row, uint32_t lo)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < FAN; i++) set |= (uint32_t)(row[i] <= lo) << i;
    return (uint32_t)__builtin_ctz(set);
}

static void half_window(uint32_t *g, uint32_t n)
{
    uint32_t *level[8];
    int levels = 0;
    size_t c = (size_t)n + 2;
    do {
        c = (c + FAN - 1) / FAN;
        level[levels++] = xzalloc(c * FAN * 4);
    } while (c > 1);
    for (uint32_t i = 0; i <= n; i++) {
        size_t k = 0;
        for (int l = levels - 1; l >= 0; l--) k = FAN * k + first_below(level[l] + FAN * k, i - i / 2);
        g[i] = (uint32_t)k;
        uint32_t value = i + 1;
        for (int l = 0; l < levels; l++) {
            level[l][k] = value;
            k /= FAN;
            uint32_t least = least_of(level[l] + FAN * k);
            if (l + 1 < levels && level[l + 1][k] == least) break;
            value = least;
        }
    }
}

static uint32_t fib_bits(uint64_t *w, int n, size_t stride)
{
    uint32_t *m = xalloc(4 * ((size_t)n + 1)), sum = 0;
    m[0] = UINT32_MAX; /* no move from 0: lost whatever the limit */
    for (int i = 1; i <= n; i++) {
        uint32_t t = 1;
        while (m[i - (int)t] <= 2 * t) t++; /* taking t must leave a loss; t = i always does */
        m[i] = t;
    }
    for (int i = 0; i <= n; i++) {
        uint64_t *r = w + stride * (size_t)i;
        if (!i || m[i] > (uint32_t)n) {
            memset(r, 0, stride * 8);
            continue;
        }
        size_t q = m[i] / 64;
        memset(r, 0, q * 8);
        memset(r + q, 0xff, (stride - q) * 8);
        r[q] &= ~0ull << (m[i] & 63);
        if (((size_t)n + 1) & 63) r[stride - 1] &= (1ull << (((size_t)n + 1) & 63)) - 1;
        sum += m[i] * (uint32_t)(i + 1);
    }
    free(m);
    return sum;
}

static uint32_t mex(const uint32_t *seen, uint32_t stamp)
{
    uint32_t m = 0;
    while (seen[m] == stamp) m++;
    return m;
}

static uint32_t where(int n)
{
    uint32_t *g = xzalloc(4 * ((size_t)n + 1)), *seen = xzalloc(4 * ((size_t)n + 2));
    for (int64_t i = 0; i <= n; i++) {
        for (int64_t t = 1; t <= i; t++)
            if ((i * t) % 7 != 3 && (i + t * t) % 5 < 3) seen[g[i - t]] = (uint32_t)i + 1;
        g[i] = mex(seen, (uint32_t)i + 1);
    }
    return g[n];
}

static int gcd(int a, int b)
{
    while (b) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static uint32_t common(int n)
{
    size_t b = (size_t)n + 1;
    uint32_t *g = xzalloc(4 * b * b * b), *seen = xzalloc(4 * (3 * b + 2)), stamp = 0;
    uint32_t *at = g;
    for (int x = 0; x <= n; x++)
        for (int y = 0; y <= n; y++)
            for (int z = 0; z <= n; z++, at++) {
                stamp++;
                for (int t = 1; t <= x; t++)
                    if (gcd(y, z) <= t) seen[at[-(ptrdiff_t)((size_t)t * b * b)]] = stamp;
                for (int t = 1; t <= y; t++)
                    if (gcd(x, z) <= t) seen[at[-(ptrdiff_t)((size_t)t * b)]] = stamp;
                for (int t = 1; t <= z; t++)
                    if (gcd(x, y) <= t) seen[at[-t]] = stamp;
                *at = mex(seen, stamp);
            }
    return at[-1];
}

int main(int c, char **v)
{
    if (c != 3) return 2;
    int n = atoi(v[2]);
    size_t s = (size_t)n + 1, stride = (s + 63) / 64;
    if (!strcmp(v[1], "half")) {
        uint32_t *g = xzalloc(4 * (s + 1));
        half_window(g, (uint32_t)n);
        answer(g[n]);
    } else if (!strcmp(v[1], "double")) {
        uint64_t *x = xzalloc(8 * stride * s);
        fib_bits(x, n, stride);
        answer(x[(size_t)n * stride + (size_t)n / 64] >> (n & 63) & 1);
    } else {
        answer(!strcmp(v[1], "where") ? where(n) : common(n));
    }
    return 0;
}
