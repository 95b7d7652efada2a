/* SPDX-License-Identifier: MIT */
/* Sparse-space nim-values with 512-bit position sets ("best" version for
 * octal games / Grundy's game whose rare values have died out).
 *
 * usage: sparse512 CODE N [START]
 *
 * For every common value w keep the set P[w] of positions with that value, as
 * a bit string over positions.  A block of B consecutive heaps is settled at
 * once: U[v], the set of heaps of the block that cannot yet reach the common
 * value v, is ANDed with not-P[w] shifted by the rare position r, for every
 * rare r with G(r) = v^w.  Everything the inner loop touches is in L1: one row
 * of P (8 bit-shifted copies), U, and the list of rare offsets by value.
 * What a heap of the block itself contributes to later heaps of the block is
 * settled in order afterwards.  Rare values are then ruled out in the same
 * way, from the common positions.  If a new rare value turns up, the program
 * stops (none is known for these games past START).
 */
#include "codes.h"
#include <immintrin.h>

enum { VM = 512, NZ = 2, B = 512 * NZ, BB = B / 8, NEAR = 24576, CAP = 131072, KC = 8, WV = 8 };
#define STRIDE ((size_t)CAP / 8 + 256)

/* bootstrap: plain O(n^2) until START (rare values die out below it) */
static void naive(const struct game *G, uint16_t *g, size_t n0, size_t n1)
{
    static uint32_t seen[65536];
    for (size_t n = n0; n < n1; n++) {
        uint32_t st = (uint32_t)n + 1;
        for (int k = 0; k < G->ndig; k++) {
            if ((size_t)k > n) break;
            if ((G->d[k] & 1) && n == (size_t)k && k) seen[0] = st;
            if ((G->d[k] & 2) && n > (size_t)k) seen[g[n - (size_t)k]] = st;
            if (G->d[k] & 4) {
                size_t m = n - (size_t)k;
                for (size_t a = 1; 2 * a <= m; a++) {
                    if (G->unequal && 2 * a == m) continue;
                    seen[g[a] ^ g[m - a]] = st;
                }
            }
        }
        uint16_t v = 0;
        while (seen[v] == st) v++;
        g[n] = v;
    }
}
static uint32_t find_mask(const uint16_t *g, size_t n)
{
    static int32_t h[VM];
    memset(h, 0, sizeof h);
    for (size_t i = 0; i < n; i++) h[g[i]]++;
    for (uint32_t len = 1; len < VM; len <<= 1)
        for (uint32_t i = 0; i < VM; i += 2 * len)
            for (uint32_t j = i; j < i + len; j++) {
                int32_t a = h[j], b = h[j + len];
                h[j] = a + b;
                h[j + len] = a - b;
            }
    uint32_t best = 0;
    /* a bit that no value has yet ties either way; the known masks have it set */
    for (uint32_t i = 1; i < VM; i++)
        if (h[i] <= h[best]) best = i;
    return best;
}

static uint8_t *P; /* complement rows: bit 0 = "position has this value" */
static uint8_t is_rare[VM];
static uint32_t goff[VM + 1], *glist; /* offsets d = k + r by c = G(r), near ones */
static uint32_t foff[VM + 1], *flist; /* the same, far ones (d >= NEAR) */
static uint32_t coff[VM + 1], *clist; /* common positions by value, for ruling out rare values */
static uint32_t small_d[4096];
static uint16_t small_c[4096];
static int nsmall;
static __m512i U[VM][NZ];
static uint8_t near_copy[8][NEAR / 8 + 2 * BB + 256] __attribute__((aligned(64)));

/* bit0 - lo is always NEAR, so a list entry can be the byte offset into the
 * copies; the low part of the list keeps d for the scalar fallback */
static inline uint32_t addr_of(uint32_t d)
{
    uint32_t b = NEAR - d;
    return (b & 7) * (uint32_t)sizeof near_copy[0] + (b >> 3);
}
static uint32_t sqbit;
static inline uint8_t squeeze(uint32_t x) { return (uint8_t)((x & (sqbit - 1)) | ((x >> 1) & ~(sqbit - 1))); }
static uint32_t *gaddr, *caddr;
static inline void load_shift(const uint8_t *row, size_t bit, __m512i x[NZ])
{
    const uint8_t *p = row + (bit >> 6) * 8;
    __m512i s = _mm512_set1_epi64((long long)(bit & 63));
    for (int z = 0; z < NZ; z++)
        x[z] = _mm512_shrdv_epi64(_mm512_loadu_si512(p + 64 * z), _mm512_loadu_si512(p + 64 * z + 8), s);
}
static inline int nonzero(const __m512i *u)
{
    __m512i o = u[0];
    for (int z = 1; z < NZ; z++) o = _mm512_or_si512(o, u[z]);
    return _mm512_test_epi64_mask(o, o) != 0;
}
/* near_copy[s] = row, from bit position lo (a multiple of 64), shifted right by s */
static void make_copies(const uint8_t *row, size_t lo, size_t bits)
{
    const uint8_t *p = row + lo / 8;
    for (size_t i = 0; i < bits / 8 + 64; i += 64) {
        __m512i a = _mm512_loadu_si512(p + i), b = _mm512_loadu_si512(p + i + 8);
        _mm512_storeu_si512(near_copy[0] + i, a);
        _mm512_storeu_si512(near_copy[1] + i, _mm512_shrdi_epi64(a, b, 1));
        _mm512_storeu_si512(near_copy[2] + i, _mm512_shrdi_epi64(a, b, 2));
        _mm512_storeu_si512(near_copy[3] + i, _mm512_shrdi_epi64(a, b, 3));
        _mm512_storeu_si512(near_copy[4] + i, _mm512_shrdi_epi64(a, b, 4));
        _mm512_storeu_si512(near_copy[5] + i, _mm512_shrdi_epi64(a, b, 5));
        _mm512_storeu_si512(near_copy[6] + i, _mm512_shrdi_epi64(a, b, 6));
        _mm512_storeu_si512(near_copy[7] + i, _mm512_shrdi_epi64(a, b, 7));
    }
}

int main(int c, char **v)
{
    if (c < 3) return 2;
    struct game G;
    parse(&G, v[1]);
    size_t n1 = (strtoull(v[2], NULL, 10) + 1 + B - 1) / B * B, want = strtoull(v[2], NULL, 10) + 1;
    size_t start = c > 3 ? strtoull(v[3], NULL, 10) : 32768;
    uint16_t *g = xalloc(2 * (n1 + 2 * B));
    naive(&G, g, 0, start);
    /* rare set and offset lists */
    uint32_t mask = find_mask(g, start), maxd = 0, vtop = 0, nrare = 0, last = 0;
    for (uint32_t x = 0; x < VM; x++) is_rare[x] = !__builtin_parity(x & mask);
    glist = xalloc(4 * 65536);
    flist = xalloc(4 * 65536);
    clist = xalloc(4 * NEAR);
    uint32_t ng = 0, nf = 0, nc = 0;
    for (size_t i = 0; i < start; i++)
        if (is_rare[g[i]]) {
            nrare++;
            last = (uint32_t)i;
        }
    for (size_t i = 0; i < start; i++)
        if (g[i] > vtop) vtop = g[i];
    for (uint32_t x = 0; x < VM; x++) {
        goff[x] = ng;
        foff[x] = nf;
        coff[x] = nc;
        for (int k = 0; k < G.ndig; k++) {
            if (x == 0 && (G.d[k] & 2)) glist[ng++] = (uint32_t)k;
            if (G.d[k] & 4)
                for (size_t r = 1; r < start; r++)
                    if (g[r] == x && is_rare[x]) {
                        uint32_t d = (uint32_t)((size_t)k + r);
                        if (d < NEAR) glist[ng++] = d;
                        else flist[nf++] = d;
                        if (d > maxd) maxd = d;
                    }
        }
        /* pad to a multiple of 4 with repeats */
        while (ng > goff[x] && (ng & 3)) {
            glist[ng] = glist[ng - 1];
            ng++;
        }
        if (!is_rare[x])
            for (size_t a = (start < NEAR - 64 ? start : NEAR - 64) - 1; a > B; a--)
                if (g[a] == x && (G.d[G.ndig - 1] & 4) && nc < NEAR) clist[nc++] = (uint32_t)(a + (size_t)G.ndig - 1);
        while (nc > coff[x] && (nc & 3) && nc < NEAR) {
            clist[nc] = clist[nc - 1];
            nc++;
        }
    }
    goff[VM] = ng;
    foff[VM] = nf;
    coff[VM] = nc;
    gaddr = xalloc(4 * (ng + 8));
    caddr = xalloc(4 * (nc + 8));
    for (uint32_t i = 0; i < ng; i++) gaddr[i] = addr_of(glist[i]);
    for (uint32_t i = 0; i < nc; i++) caddr[i] = addr_of(clist[i]);
    for (uint32_t x = 0; x < VM; x++)
        for (uint32_t i = goff[x]; i < goff[x + 1]; i++)
            if (glist[i] < B && (i == goff[x] || glist[i] != glist[i - 1])) {
                small_d[nsmall] = glist[i];
                small_c[nsmall++] = (uint16_t)x;
            }
    /* sort the small offsets ascending (insertion) */
    for (int i = 1; i < nsmall; i++) {
        uint32_t d = small_d[i];
        uint16_t cc = small_c[i];
        int j = i;
        while (j && small_d[j - 1] > d) {
            small_d[j] = small_d[j - 1];
            small_c[j] = small_c[j - 1];
            j--;
        }
        small_d[j] = d;
        small_c[j] = cc;
    }
    /* common values fit a byte once one bit of the mask is dropped */
    sqbit = mask & -mask;
    uint8_t *c8 = xalloc(n1 + 2 * B);
    for (size_t i = 0; i < start; i++) c8[i] = squeeze(g[i]);
    size_t nrev = start - 1 - last;
    uint8_t *rev = xalloc(nrev + 64);
    for (size_t t = 0; t < nrev; t++) rev[t] = c8[start - 1 - t];
    /* rows */
    P = xalloc(VM * STRIDE);
    memset(P, 0xff, VM * STRIDE);
    size_t win = ((size_t)(maxd > NEAR ? maxd : NEAR) + 64 + 511) / 512 * 512;
    if (win + 2 * B > CAP) {
        fprintf(stderr, "window too large\n");
        return 1;
    }
    size_t n0 = start / B * B, base;
    naive(&G, g, start, n0); /* (start is a multiple of B in practice) */
    base = n0 > win ? (n0 - win) / 512 * 512 : 0;
    size_t w0 = win;                  /* row bit of position n0 is n0 - base; if base was clipped, shift the frame */
    long frame = (long)n0 - (long)w0; /* position of row bit 0, may be negative */
    (void)base;
    for (long m = frame < 0 ? 0 : frame; m < (long)n0; m++)
        if (!is_rare[g[m]]) {
            size_t b = (size_t)(m - frame);
            P[g[m] * STRIDE + b / 8] &= (uint8_t) ~(1u << (b & 7));
        }
    static uint16_t order[VM];
    static uint32_t hist[VM];
    int nord = 0;
    static uint64_t inb[B][VM / 64];
    static uint16_t cand[B][KC];
    static uint8_t ncand[B];
    double ops = 0, vops = 0;
    size_t fall = 0, vfall = 0;
    for (; n0 < n1; n0 += B) {
        size_t bit0 = (size_t)((long)n0 - frame); /* row bit of position n0 */
        if (bit0 + 2 * B > CAP) {
            size_t sh = (bit0 - win) / 512 * 512; /* slide the rows down */
            for (uint32_t x = 0; x < VM; x++)
                if (!is_rare[x]) {
                    uint8_t *r = P + x * STRIDE;
                    memmove(r, r + sh / 8, (CAP - sh) / 8);
                    memset(r + (CAP - sh) / 8, 0xff, sh / 8 + 128);
                }
            frame += (long)sh;
            bit0 -= sh;
        }
        if (((n0 / B) & 63) == 0 || !nord) { /* values by recent frequency */
            memset(hist, 0, sizeof hist);
            for (size_t m = n0 > win ? n0 - win : 0; m < n0; m++) hist[g[m]]++;
            nord = 0;
            for (uint32_t x = 0; x < VM; x++)
                if (!is_rare[x] && hist[x]) order[nord++] = (uint16_t)x;
            for (int i = 1; i < nord; i++) {
                uint16_t x = order[i];
                int j = i;
                while (j && hist[order[j - 1]] < hist[x]) {
                    order[j] = order[j - 1];
                    j--;
                }
                order[j] = x;
            }
        }
        /* bulk: rare + common */
        static uint16_t live[VM];
        int nl = 0;
        uint32_t vlim = vtop + 32 < VM ? vtop + 32 : VM;
        for (uint32_t x = 0; x < vlim; x++)
            if (!is_rare[x]) {
                live[nl++] = (uint16_t)x;
                for (int z = 0; z < NZ; z++) U[x][z] = _mm512_set1_epi64(-1);
            }
        size_t lo = (bit0 - NEAR) / 64 * 64;
        for (int oi = 0; oi < nord; oi++) {
            uint32_t w = order[oi];
            const uint8_t *row = P + w * STRIDE;
            make_copies(row, lo, NEAR + B);
            int k = 0;
            for (int li = 0; li < nl; li++) {
                uint32_t x = live[li], cc = x ^ w;
                uint32_t i = goff[cc], e = goff[cc + 1];
                __m512i u[NZ];
                if (i != e || foff[cc] != foff[cc + 1]) {
                    for (int z = 0; z < NZ; z++) u[z] = U[x][z];
                    for (; i < e; i += 4) {
                        for (int q = 0; q < 4; q++) {
                            const uint8_t *p = near_copy[0] + gaddr[i + (uint32_t)q];
                            for (int z = 0; z < NZ; z++) u[z] = _mm512_and_si512(u[z], _mm512_loadu_si512(p + 64 * z));
                        }
                    }
                    for (uint32_t f = foff[cc]; f < foff[cc + 1]; f++) {
                        __m512i s[NZ];
                        load_shift(row, bit0 - flist[f], s);
                        for (int z = 0; z < NZ; z++) u[z] = _mm512_and_si512(u[z], s[z]);
                    }
                    for (int z = 0; z < NZ; z++) U[x][z] = u[z];
                    ops += e - goff[cc];
                    live[k] = (uint16_t)x;
                    k += nonzero(u);
                } else live[k++] = (uint16_t)x;
            }
            nl = k;
        }
        /* candidates per heap, in increasing order */
        memset(ncand, 0, sizeof ncand);
        memset(inb, 0, sizeof inb);
        uint64_t open[8 * NZ];
        memset(open, 0xff, sizeof open);
        for (int li = 0; li < nl; li++) {
            uint32_t x = live[li];
            uint64_t wds[8 * NZ];
            memcpy(wds, U[x], sizeof wds);
            uint64_t any = 0;
            for (int q = 0; q < 8 * NZ; q++) {
                wds[q] &= open[q];
                any |= open[q];
            }
            if (!any) break;
            for (int q = 0; q < 8 * NZ; q++) {
                uint64_t y = wds[q];
                while (y) {
                    int j = q * 64 + __builtin_ctzll(y);
                    y &= y - 1;
                    cand[j][ncand[j]++] = (uint16_t)x;
                    if (ncand[j] == KC) open[q] &= ~(1ull << (j & 63));
                }
            }
        }
        /* settle in order */
        for (int j = 0; j < B; j++) {
            int q = 0;
            uint32_t x = 0xffff;
            for (; q < ncand[j]; q++) {
                uint32_t y = cand[j][q];
                if (!((inb[j][y >> 6] >> (y & 63)) & 1)) {
                    x = y;
                    break;
                }
            }
            if (x == 0xffff) { /* candidates used up: do this heap directly */
                fall++;
                static uint8_t s[2 * VM];
                memset(s, 0, sizeof s);
                for (uint32_t cc = 0; cc < VM; cc++) {
                    for (uint32_t i = goff[cc]; i < goff[cc + 1]; i++) s[g[n0 + (size_t)j - glist[i]] ^ cc] = 1;
                    for (uint32_t i = foff[cc]; i < foff[cc + 1]; i++) s[g[n0 + (size_t)j - flist[i]] ^ cc] = 1;
                }
                for (x = 0; s[x] || is_rare[x]; x++)
                    ;
            }
            g[n0 + (size_t)j] = (uint16_t)x;
            c8[n0 + (size_t)j] = squeeze(x);
            if (x > vtop) vtop = x;
            for (int r = 0; r < nsmall; r++) {
                uint32_t t = (uint32_t)j + small_d[r];
                if (t >= B) break;
                uint32_t y = x ^ small_c[r];
                inb[t][y >> 6] |= 1ull << (y & 63);
            }
        }
        /* rule the smaller rare values out (common + common) */
        static uint64_t eq[VM][8 * NZ];
        memset(eq, 0, sizeof eq);
        for (int j = 0; j < B; j++) eq[g[n0 + (size_t)j]][j >> 6] |= 1ull << (j & 63);
        uint64_t above[8 * NZ];
        memset(above, 0, sizeof above);
        nl = 0;
        for (int x = (int)vtop; x >= 0; x--) {
            if (is_rare[x]) {
                for (int z = 0; z < NZ; z++) U[x][z] = _mm512_loadu_si512(above + 8 * z);
                if (nonzero(U[x])) live[nl++] = (uint16_t)x;
            } else
                for (int q = 0; q < 8 * NZ; q++) above[q] |= eq[x][q];
        }
        for (int oi = 0; oi < nord && oi < WV && nl; oi++) {
            uint32_t w = order[oi];
            make_copies(P + w * STRIDE, lo, NEAR + B);
            int k = 0;
            for (int li = 0; li < nl; li++) {
                uint32_t x = live[li], cc = x ^ w;
                uint32_t i = coff[cc], e = coff[cc + 1];
                __m512i u[NZ];
                for (int z = 0; z < NZ; z++) u[z] = U[x][z];
                while (i < e) {
                    uint32_t h = i + 32 < e ? i + 32 : e;
                    vops += h - i;
                    for (; i < h; i += 4)
                        for (int q = 0; q < 4; q++) {
                            const uint8_t *p = near_copy[0] + caddr[i + (uint32_t)q];
                            for (int z = 0; z < NZ; z++) u[z] = _mm512_and_si512(u[z], _mm512_loadu_si512(p + 64 * z));
                        }
                    if (!nonzero(u)) break;
                }
                for (int z = 0; z < NZ; z++) U[x][z] = u[z];
                live[k] = (uint16_t)x;
                k += nonzero(u);
            }
            nl = k;
        }
        for (int li = 0; li < nl; li++) {
            uint32_t x = live[li];
            uint64_t wds[8 * NZ];
            memcpy(wds, U[x], sizeof wds);
            for (int q = 0; q < 8 * NZ; q++)
                while (wds[q]) {
                    int j = q * 64 + __builtin_ctzll(wds[q]);
                    wds[q] &= wds[q] - 1;
                    vfall++;
                    size_t n = n0 + (size_t)j;
                    int found = 0;
                    size_t m1 = n - (size_t)(G.ndig - 1);
                    if (m1 >= 2 * start) { /* positions start-1-t (all common) against m1-(start-1-t) */
                        const __m512i want = _mm512_set1_epi8((char)squeeze(x));
                        const uint8_t *q2 = c8 + (m1 - (start - 1));
                        for (size_t t = 0; t + 256 <= nrev && !found; t += 256)
                            found =
                                (_mm512_cmpeq_epi8_mask(
                                     want, _mm512_xor_si512(_mm512_loadu_si512(rev + t), _mm512_loadu_si512(q2 + t))) |
                                 _mm512_cmpeq_epi8_mask(want, _mm512_xor_si512(_mm512_loadu_si512(rev + t + 64),
                                                                               _mm512_loadu_si512(q2 + t + 64))) |
                                 _mm512_cmpeq_epi8_mask(want, _mm512_xor_si512(_mm512_loadu_si512(rev + t + 128),
                                                                               _mm512_loadu_si512(q2 + t + 128))) |
                                 _mm512_cmpeq_epi8_mask(want, _mm512_xor_si512(_mm512_loadu_si512(rev + t + 192),
                                                                               _mm512_loadu_si512(q2 + t + 192)))) != 0;
                    }
                    for (int k = 0; k < G.ndig && !found; k++)
                        if (G.d[k] & 4)
                            for (size_t a = 1, m = n - (size_t)k; 2 * a < m + 1 - (size_t)G.unequal; a++)
                                if ((g[a] ^ g[m - a]) == x) {
                                    found = 1;
                                    break;
                                }
                    if (!found) {
                        fprintf(stderr, "new rare value %u at %zu\n", x, n);
                        return 1;
                    }
                }
        }
        /* publish the block */
        for (int j = 0; j < B; j++) {
            size_t b = bit0 + (size_t)j;
            P[g[n0 + (size_t)j] * STRIDE + b / 8] &= (uint8_t) ~(1u << (b & 7));
            if (!hist[g[n0 + (size_t)j]]++) order[nord++] = g[n0 + (size_t)j];
        }
    }
    answer(g[want - 1]);
    return 0;
}
