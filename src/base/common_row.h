/* SPDX-License-Identifier: MIT */
/* Greatest common divisors of a number that stays with many that do not, as of gcd(n, t) for t in 1..n.
 *
 *     struct common_row row;
 *     common_open(&row);
 *     if (!common_gcd(&row, a, b, &gcd)) return overflow;    // as number_gcd_fits says, whatever was asked before
 *
 * Of the number n that stays, row[x] is gcd(n, x) for x below `known`. It is written in rounds, one for each divisor d of n in ascending
 * order, over the multiples of d: what divides n and x is just the d of the rounds that reach x, so the last of them writes the greatest.
 * Rounds take sum 1 / d steps a number, on average less than 2, where a gcd takes as many as it has binary digits. The row grows as
 * numbers are asked for, by no more than they are worth. Generated C has this text as well. */
#ifndef CGI_BASE_COMMON_ROW_H
#define CGI_BASE_COMMON_ROW_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COMMON_MOST 65535   /* numbers that stay: a divisor fits in 16 bits */
#define COMMON_DIVISORS 120 /* so many has 55440, and no number up to COMMON_MOST has more */
#define COMMON_FIRST 64     /* the least that is written */
#define COMMON_ASKED 16 /* before divisors are looked for; and so many numbers are written for each that was asked */
struct common_row {
    uint64_t of, known; /* 0: of none */
    int64_t last[2];    /* what was asked last, of what is not in the row */
    uint64_t asked;     /* so often of this number */
    uint32_t count;     /* of its divisors, ascending, 1 among them; known once the row has numbers */
    uint16_t divisors[COMMON_DIVISORS], row[COMMON_MOST + 1];
};

static inline void common_open(struct common_row *c)
{
    c->of = c->known = c->asked = 0;
    c->last[0] = c->last[1] = 0;
}

static inline bool common_gcd_of_any(int64_t a, int64_t b, int64_t *r)
{
    uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
    if (x == 0 || y == 0) {
        x |= y;
    } else {
        int twos = __builtin_ctzll(x | y);
        x >>= __builtin_ctzll(x);
        y >>= __builtin_ctzll(y);
        for (uint64_t way = x - y; way; way = x - y) { /* both odd; the zeros of x - y are those of y - x */
            int zeros = __builtin_ctzll(way);
            uint64_t less = x < y ? x : y;
            x = (x < y ? y - x : way) >> zeros;
            y = less;
        }
        x <<= twos;
    }
    *r = (int64_t)x;
    return x <= INT64_MAX;
}

static inline void common_divisors(struct common_row *c)
{
    uint32_t n = (uint32_t)c->of, small = 0, d = 1;
    for (; d * d <= n; d++)
        if (n % d == 0) c->divisors[small++] = (uint16_t)d;
    c->count = small;
    for (uint32_t i = small; i-- > 0;)
        if (c->divisors[i] * (uint32_t)c->divisors[i] != n) c->divisors[c->count++] = (uint16_t)(n / c->divisors[i]);
}

static inline void common_write(struct common_row *c, uint64_t to)
{
    const uint64_t from = c->known;
    if (!from) common_divisors(c);
    for (uint64_t x = from; x < to; x++) c->row[x] = 1;
    for (uint32_t i = 1; i < c->count; i++) {
        const uint64_t d = c->divisors[i];
        for (uint64_t x = (from + d - 1) / d * d; x < to; x += d) c->row[x] = (uint16_t)d;
    }
    c->known = to;
}

/* Of gcd(of, x) for x up to `of`: is it in the row, after it has grown if that is worth it? */
static inline bool common_has(struct common_row *c, uint64_t x)
{
    uint64_t to = 2 * c->known > COMMON_FIRST ? 2 * c->known : COMMON_FIRST;
    if (x < c->known) return true;
    if (to <= x) to = x + 1;
    if (to > c->of + 1) to = c->of + 1;
    bool next = x - c->known < COMMON_FIRST; /* numbers come in order, so those before were asked for */
    if (c->asked < COMMON_ASKED || (!next && c->asked * COMMON_ASKED < to - c->known)) return false;
    common_write(c, to);
    return true;
}

static __attribute__((noinline, unused)) bool common_gcd_apart(struct common_row *c, int64_t a, int64_t b, int64_t *r)
{
    const bool first = a == c->last[0], stays = first || b == c->last[1];
    const uint64_t of = (uint64_t)(first ? a : b), other = (uint64_t)(first ? b : a);
    c->last[0] = a;
    c->last[1] = b;
    if (!stays || of - 1 >= COMMON_MOST || other > INT64_MAX) return common_gcd_of_any(a, b, r);
    if (of != c->of) {
        c->of = of;
        c->known = c->asked = 0;
    }
    c->asked++;
    const uint64_t x = other > of ? other % of : other;
    if (!common_has(c, x)) return common_gcd_of_any(a, b, r);
    *r = c->row[x];
    return true;
}

static inline bool common_gcd(struct common_row *c, int64_t a, int64_t b, int64_t *r)
{
    if ((uint64_t)a == c->of && (uint64_t)b < c->known) {
        *r = c->row[b];
        return true;
    }
    if ((uint64_t)b == c->of && (uint64_t)a < c->known) {
        *r = c->row[a];
        return true;
    }
    int64_t found; /* so that *r need not be in memory */
    const bool fits = common_gcd_apart(c, a, b, &found);
    *r = found;
    return fits;
}

#endif
