/* SPDX-License-Identifier: MIT */
/* Cram: the nimber of an R x C board, R, C <= 8, as a search for "the value if it is in this set" over parts in one normal
 * place, with symmetry and a table (Beling and Rogalski 2020).
 * usage: cram R C */
#include "common.h"
#include <immintrin.h>

static inline uint64_t flipv(uint64_t b) { return __builtin_bswap64(b); }
static inline uint64_t mirror(uint64_t b)
{
    b = (b >> 1 & 0x5555555555555555ull) | (b & 0x5555555555555555ull) << 1;
    b = (b >> 2 & 0x3333333333333333ull) | (b & 0x3333333333333333ull) << 2;
    return (b >> 4 & 0x0f0f0f0f0f0f0f0full) | (b & 0x0f0f0f0f0f0f0f0full) << 4;
}
static inline uint64_t transpose(uint64_t x)
{
    uint64_t t;
    t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aaull;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000cccc0000ccccull;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0ull;
    x ^= t ^ (t << 28);
    return x;
}
static inline uint64_t corner(uint64_t b)
{
    b >>= __builtin_ctzll(b) & ~7; /* up */
    uint64_t c = b | b >> 32;
    c |= c >> 16;
    c |= c >> 8;
    return b >> __builtin_ctzll(c & 255); /* left */
}
static inline uint64_t canon(uint64_t b)
{
    uint64_t best = corner(b), t;
#define TRY(e)                                                                                                         \
    t = corner(e);                                                                                                     \
    if (t < best) best = t
    uint64_t m = mirror(b), v = flipv(b), x = flipv(m), r = transpose(b);
    TRY(m);
    TRY(v);
    TRY(x);
    TRY(r);
    uint64_t rm = mirror(r), rv = flipv(r);
    TRY(rm);
    TRY(rv);
    TRY(flipv(rm));
    return best;
}
#define NOTH 0x7f7f7f7f7f7f7f7full
/* split into connected components of two cells or more, canonical; returns count */
static int split(uint64_t b, uint64_t *out)
{
    int n = 0;
    while (b) {
        uint64_t f = b & -b, p;
        do {
            p = f;
            f |= ((f & NOTH) << 1 | (f >> 1 & NOTH) | f << 8 | f >> 8) & b;
        } while (f != p);
        b ^= f;
        if (f & (f - 1)) out[n++] = canon(f);
    }
    return n;
}
struct ent {
    uint64_t key;
    uint32_t no;
    int32_t val;
}; /* no: bit j = nimber is known not to be j */
static struct ent *T;
static size_t tm, tn;
static void grow(void);
static struct ent *find(uint64_t k)
{
    size_t i = (k * 0x9e3779b97f4a7c15ull) >> 16 & tm;
    while (T[i].key && T[i].key != k) i = (i + 1) & tm;
    if (!T[i].key) {
        if (2 * tn > tm) {
            grow();
            return find(k);
        }
        T[i] = (struct ent){k, 0, -1};
        tn++;
    }
    return &T[i];
}
static void grow(void)
{
    struct ent *o = T;
    size_t om = tm;
    tm = 2 * tm + 1;
    T = xzalloc(sizeof *T * (tm + 1));
    tn = 0;
    for (size_t i = 0; i <= om; i++)
        if (o[i].key) *find(o[i].key) = o[i];
    free(o);
}
static int moves(uint64_t b, uint64_t *mv)
{
    int n = 0;
    for (uint64_t h = b & (b >> 1) & NOTH; h; h &= h - 1) {
        uint64_t x = h & -h;
        mv[n++] = b ^ (x | x << 1);
    }
    for (uint64_t h = b & (b >> 8); h; h &= h - 1) {
        uint64_t x = h & -h;
        mv[n++] = b ^ (x | x << 8);
    }
    return n;
}
/* ---- nimber within a requested set (Beling-Rogalski pruning) -------------- */
static struct ent *peek(uint64_t k)
{
    size_t i = (k * 0x9e3779b97f4a7c15ull) >> 16 & tm;
    while (T[i].key && T[i].key != k) i = (i + 1) & tm;
    return T[i].key ? &T[i] : NULL;
}
struct kid {
    uint64_t h;
    uint32_t w;
    uint16_t at;
    uint8_t n, x;
};
static int in_set(uint64_t c, uint32_t R);
static int full(uint64_t c)
{
    for (int k = 0;; k++) { /* aspiration: one value at a time */
        struct ent *e = peek(c);
        if (e && e->val >= 0) return e->val;
        if (e && (e->no >> k & 1)) continue;
        int v = in_set(c, 1u << k);
        if (v >= 0) return v;
    }
}
/* the nimber of component c, or -1 if it is not in R */
static int in_set(uint64_t c, uint32_t R)
{
    struct ent *e = peek(c);
    if (e) {
        if (e->val >= 0) return e->val;
        R &= ~e->no;
        if (!R) return -1;
    }
    uint64_t mv[128], part[512], tmp[32];
    struct kid kd[128];
    int n = moves(c, mv), m = 0, np = 0;
    uint32_t P, got = 0, upto = 0xffffffffu >> __builtin_clz(R);
    for (int i = 0; i < n; i++) {
        int k = split(mv[i], tmp), x = 0, u = 0;
        uint64_t h = 0;
        uint32_t w = 0;
        for (int j = 0; j < k; j++) {
            uint64_t q = tmp[j];
            uint32_t pc = (uint32_t)__builtin_popcountll(q);
            if (pc <= 3) {
                x ^= 1;
                continue;
            }
            struct ent *f = peek(q);
            if (f && f->val >= 0) {
                x ^= f->val;
                continue;
            }
            tmp[u++] = q;
            w += pc * pc;
            h += (q ^ q >> 29) * 0x9e3779b97f4a7c15ull;
        }
        if (!u) {
            got |= 1u << x;
            if (!(R & ~got)) {
                find(c)->no |= got;
                return -1;
            }
            continue;
        }
        h ^= (uint64_t)x << 59 ^ (uint64_t)x << 3;
        int dup = 0;
        for (int q = 0; q < m; q++) dup |= kd[q].h == h;
        if (dup) continue;
        kd[m++] = (struct kid){h, w, (uint16_t)np, (uint8_t)u, (uint8_t)x};
        for (int j = 0; j < u; j++) part[np++] = tmp[j];
    }
    /* with r children unread, the nimber is one of the r + 1 least values not
     * hit yet; a child whose nimber is none of these but the greatest removes
     * the greatest */
#define POSSIBLE(r) _pdep_u32((r) >= 31 ? 0xffffffffu : (2u << (r)) - 1, ~got)
    P = POSSIBLE(m);
    if (!(P & R)) {
        find(c)->no |= got;
        return -1;
    }
    for (int i = 1; i < m; i++) {
        struct kid x = kd[i];
        int j = i;
        while (j && kd[j - 1].w > x.w) {
            kd[j] = kd[j - 1];
            j--;
        }
        kd[j] = x;
    }
    for (int i = 0; i < m; i++) {
        uint32_t W = (P & ~(0x80000000u >> __builtin_clz(P))) & upto; /* values that still matter */
        int y = kd[i].x, k = 0, big = 0, v;
        uint64_t un[32];
        for (int j = 0; j < kd[i].n; j++) {
            uint64_t q = part[kd[i].at + j];
            struct ent *f = peek(q);
            if (f && f->val >= 0) y ^= f->val;
            else un[k++] = q;
        }
        for (int j = 1; j < k; j++)
            if (__builtin_popcountll(un[j]) > __builtin_popcountll(un[big])) big = j;
        for (int j = 0; j < k; j++)
            if (j != big) y ^= full(un[j]);
        if (!k) v = y;
        else if (!W) v = -1;
        else {
            uint32_t S = 0;
            for (uint32_t b = W; b; b &= b - 1) S |= 1u << ((__builtin_ctz(b) ^ y) & 31);
            v = in_set(un[big], S);
            if (v >= 0) v ^= y;
        }
        if (v >= 0 && v < 32) got |= 1u << v;
        P = POSSIBLE(m - i - 1);
        if (!(P & R)) {
            find(c)->no |= got;
            return -1;
        }
    }
    if (!(P & upto)) {
        find(c)->no |= got;
        return -1;
    }
    e = find(c);
    e->val = __builtin_ctz(P);
    return (R >> e->val & 1) ? e->val : -1;
}
int main(int c, char **v)
{
    if (c != 3) return 2;
    int R = atoi(v[1]), C = atoi(v[2]);
    uint64_t b = 0;
    for (int i = 0; i < R; i++) b |= ((1ull << C) - 1) << (8 * i);
    tm = (1u << 16) - 1;
    T = xzalloc(sizeof *T * (tm + 1));
    answer((uint64_t)full(canon(b)));
    return 0;
}
