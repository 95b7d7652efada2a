/* SPDX-License-Identifier: MIT */
/* A period is first observed (period.h); then multiples of it and later beginnings are tried until the premises hold. The
 * premises are named as in growth.h. */
#include "solve/heap/growth_bricks.h"
#include <string.h>
#include "base/mem.h"
#include "base/numbers.h"
#include "solve/heap/period.h"

enum { DOUBLINGS = 7, STARTS = 4, ROUNDS = 3, LONGEST = 1 << 22, STEPS = 1 << 28, BRICK_STEPS = 1 << 26 };

/* ---- the rule ---------------------------------------------------------------------------------------------------- */
static bool leaves(const struct family_digit *d, int heaps) { return d->heaps >> heaps & 1; }

static bool leaves_three(const struct family *f)
{
    for (size_t i = 0; i < f->digit_count; i++)
        if (leaves(&f->digits[i], 3)) return true;
    return false;
}

bool growth_possible(const struct family *f)
{
    if (f->kind == FAMILY_SHIFTED) return f->brick_count > 0 && f->far;
    return f->kind != FAMILY_NONE && (f->far || (leaves_three(f) && !f->narrow));
}

static int64_t threshold_of(const struct family *f)
{
    int64_t threshold = f->threshold;
    for (size_t i = 0; i < f->digit_count; i++)
        if (f->digits[i].from > threshold) threshold = f->digits[i].from;
    return threshold;
}

/* The takes that leave one heap, one after the other: *at counts through them; 0: no more. */
static int64_t next_take(const struct family *f, int64_t n, size_t *at)
{
    if (f->kind != FAMILY_BREAK) {
        const struct family_takes *t = &f->residues[n % f->modulus];
        return *at < t->count ? t->takes[(*at)++] : 0;
    }
    while (*at < f->digit_count) {
        const struct family_digit *d = &f->digits[(*at)++];
        if (leaves(d, 1)) return d->take;
    }
    return 0;
}

/* ---- sets of values ---------------------------------------------------------------------------------------------- */
static int64_t mex(const struct growth *t)
{
    int64_t v = 0;
    while (t->seen[v] == t->mark) v++;
    return v;
}

/* Does the pair still have its xor when both heaps gain P / 2? */
static bool balanced(const struct growth *t, int64_t x, int64_t y)
{
    return x == y || (x >= t->e && y >= t->e && t->g[x] >> t->w == t->g[y] >> t->w);
}

static void put_balanced(struct growth *t, const struct family_digit *d, int64_t n)
{
    int64_t rest = n - d->take;
    if (leaves(d, 2) && n >= d->from)
        for (int64_t x = d->least; 2 * x + d->apart <= rest; x++)
            if (balanced(t, x, rest - x)) growth_put(t, t->g[x] ^ t->g[rest - x], 0);
    for (int64_t x = 1; leaves(d, 3) && x < rest; x++, t->steps -= rest)
        for (int64_t y = x; x + y < rest; y++)
            if (balanced(t, x, y)) growth_put(t, t->g[x] ^ t->g[y] ^ t->g[rest - x - y], rest - x - y);
}

/* Is a, which is below n - k, known to be an option of n? */
static bool is_far(const struct family *f, int64_t n, int64_t a)
{
    int64_t residue = f->classes ? n % f->modulus : 0;
    if (a < f->far_low) return f->lows[residue * f->far_low + a];
    return !f->classes || f->classes[residue * f->modulus + a % f->modulus];
}

/* (1); *below: b(n), the mex of T(n). */
static bool covers(struct growth *t, int64_t n, int64_t *below)
{
    const struct family *f = t->f;
    t->mark++;
    if (f->kind == FAMILY_SHIFTED) growth_put_bricks(t, n, false);
    for (int64_t a = 0; f->kind != FAMILY_SHIFTED && f->far && a < n - t->reach; a++)
        if (is_far(f, n, a)) growth_put(t, t->g[a], a);
    for (size_t i = 0; i < f->digit_count; i++) put_balanced(t, &f->digits[i], n);
    t->steps -= n * (1 + (int64_t)f->digit_count);
    *below = mex(t);
    bool fits = *below >= t->s;
    for (int64_t v = *below - t->s; fits && v < *below; v++) fits = t->last[v] >= t->e;
    return fits;
}

static void put_splits(struct growth *t, const struct family_digit *d, int64_t n)
{
    int64_t rest = n - d->take;
    if (leaves(d, 2) && n >= d->from)
        for (int64_t a = d->least; 2 * a + d->apart <= rest; a++)
            if (rest - a >= t->e && t->g[a] >> t->w == 0) growth_put(t, t->g[a] ^ t->g[rest - a], rest - a);
    for (int64_t a = 1; leaves(d, 3) && a < rest; a++, t->steps -= rest)
        for (int64_t b = a; a + b < rest; b++) {
            uint32_t others = t->g[a] ^ t->g[b];
            if (rest - a - b >= t->e && others >> t->w == 0) growth_put(t, others ^ t->g[rest - a - b], rest - a - b);
        }
}

/* (2) */
static bool reaches(struct growth *t, int64_t n, int64_t below)
{
    const struct family *f = t->f;
    size_t at = 0;
    t->mark++;
    if (f->kind == FAMILY_SHIFTED) growth_put_bricks(t, n, true);
    for (int64_t d; f->kind != FAMILY_SHIFTED && (d = next_take(f, n, &at));) growth_put(t, t->g[n - d], n - d);
    for (size_t i = 0; i < f->digit_count; i++, t->steps -= n) put_splits(t, &f->digits[i], n);
    for (int64_t v = below; v < t->g[n]; v++)
        if (t->seen[v] != t->mark) return false;
    return true;
}

/* ---- (4) --------------------------------------------------------------------------------------------------------- */
/* What is left of lo and of hi for the heaps that follow, and of the tokens. */
struct remains {
    int64_t n, tokens, low, high;
    bool late; /* a heap from e on is among those chosen */
};

static bool meets_with(struct growth *t, struct remains r, int heaps);

/* The last heap is known modulo P. */
static bool meets_last(struct growth *t, const struct remains *r)
{
    int64_t a = r->tokens % t->p;
    for (a = a < 0 ? a + t->p : a; a < t->e + t->p; a += t->p) {
        t->steps--;
        if (a == 0 || (!r->late && a < t->e)) continue;
        int64_t lower = t->g[a] & (((int64_t)1 << t->w) - 1), more = (r->tokens - a) / t->p * (t->s >> t->w);
        if (lower == r->low && (int64_t)(t->g[a] >> t->w) + more == r->high) return true;
    }
    return false;
}

static bool meets_with(struct growth *t, struct remains r, int heaps)
{
    if (heaps == 1) return meets_last(t, &r);
    for (int64_t a = 1; a < t->e + t->p && t->steps > 0; a++) {
        struct remains next = {r.n, r.tokens - a, r.low ^ (t->g[a] & (((int64_t)1 << t->w) - 1)),
                               r.high - (t->g[a] >> t->w), r.late || a >= t->e};
        if (meets_with(t, next, heaps - 1)) return true;
    }
    return false;
}

/* May a split of this kind have the value of n, as far as its bits show? */
static bool meets(struct growth *t, const struct family_digit *d, int heaps, int64_t n)
{
    int64_t room = t->s * (n - d->take) + heaps * t->c - t->p * t->g[n];
    if (room < 0) return false;
    if (room / (2 * t->p) >> t->w) return true;
    int64_t low = t->g[n] & (((int64_t)1 << t->w) - 1), high = t->g[n] >> t->w;
    return meets_with(t, (struct remains){n, n - d->take, low, high, false}, heaps);
}

static bool splits_meet(struct growth *t, int64_t n)
{
    if (t->f->kind == FAMILY_SHIFTED) return growth_bricks_meet(t, n);
    for (size_t i = 0; i < t->f->digit_count; i++)
        for (int heaps = 2; heaps <= FAMILY_MAX_HEAPS; heaps++)
            if (leaves(&t->f->digits[i], heaps) && meets(t, &t->f->digits[i], heaps, n)) return true;
    return false;
}

/* ---- one try ----------------------------------------------------------------------------------------------------- */
static bool place(struct growth *t, int rounds)
{
    t->from = t->e + t->reach;
    if (t->from < threshold_of(t->f)) t->from = threshold_of(t->f);
    if (t->from <= 3 * (t->e - 1) + t->reach - t->p) t->from = 3 * (t->e - 1) + t->reach - t->p + 1;
    t->from += rounds * t->p;
    for (t->w = 0; !(t->s / 2 >> t->w & 1);) t->w++;
    if (t->f->kind == FAMILY_SHIFTED && t->e + t->p <= t->reach) return false;
    return t->e >= t->f->far_low && t->e >= t->f->least && (uint64_t)(t->from + t->p + t->p / 2) <= t->count;
}

static bool repeats(struct growth *t)
{
    for (int64_t n = t->e; n < t->from; n++)
        if ((int64_t)t->g[n + t->p] != t->g[n] + t->s) return false;
    for (int64_t n = t->e; n < t->e + t->p; n++)
        if ((int64_t)t->g[n + t->p / 2] != t->g[n] + t->s / 2) return false;
    return true;
}

/* Are all premises met with these e, P and S, and with a B that is later by some P? */
static bool holds(struct growth *t, int rounds)
{
    uint32_t most = 0;
    int64_t below;
    if (!place(t, rounds) || !repeats(t)) return false;
    t->c = INT64_MIN;
    for (int64_t a = 1; a < t->e + t->p; a++) {
        int64_t over = t->p * t->g[a] - t->s * a;
        if (over > t->c) t->c = over;
        if (t->g[a] > most) most = t->g[a];
    }
    if (t->c < 0 && t->f->kind == FAMILY_SHIFTED) t->c = 0; /* a heap may be empty */
    if (t->f->far && t->g[0] > most) most = t->g[0];
    for (int64_t n = t->from; n < t->from + t->p; n++) {
        if (t->steps < 0 || !covers(t, n, &below) || !reaches(t, n, below)) return false;
        if (t->f->far && most >= t->g[n] + t->s) return false;
    }
    for (int64_t n = t->from; n < t->from + t->p; n++)
        if (splits_meet(t, n) || t->steps < 0) return false;
    return true;
}

/* ---- all tries --------------------------------------------------------------------------------------------------- */
static bool try_multiples(struct growth *t, const struct period *seen)
{
    uint64_t q = (uint64_t)(t->f->kind == FAMILY_BREAK ? 1 : t->f->modulus);
    uint64_t times = 2 * (q / number_gcd(q, seen->period));
    for (int i = 0; i < DOUBLINGS; i++, times *= 2) {
        t->p = (int64_t)(seen->period * times);
        t->s = seen->saltus * (int64_t)times;
        if (t->p > LONGEST || t->s > LONGEST || (uint64_t)t->p > t->count / 2) return false;
        for (int64_t k = 0; k < STARTS; k++) {
            t->e = (int64_t)(seen->preperiod ? seen->preperiod : 1) + k * (int64_t)seen->period;
            if (t->e < t->f->far_low) t->e = t->f->far_low;
            if (t->e < t->f->least) t->e = t->f->least;
            for (int rounds = 0; rounds < ROUNDS; rounds++)
                if (t->steps < 0 || holds(t, rounds)) return t->steps >= 0;
        }
    }
    return false;
}

static enum status open_sets(struct growth *t)
{
    uint32_t most = 0;
    for (uint64_t n = 0; n < t->count; n++)
        if (t->g[n] > most) most = t->g[n];
    for (t->room = 4; t->room <= most;) t->room *= 2;
    t->room++; /* no value is its last: every mex ends there */
    t->seen = mem_alloc((size_t)t->room * sizeof *t->seen);
    t->last = mem_alloc((size_t)t->room * sizeof *t->last);
    return t->seen && t->last ? ST_OK : ST_NO_MEMORY;
}

static const char *theorem_of(const struct family *f)
{
    if (f->kind == FAMILY_SHIFTED)
        return "takes and parts by residue (after Berlekamp, Conway and Guy 1982, Austin 1976): options whose takes or "
               "largest "
               "part may grow leave every smaller value, and none has the next one (induction on mex)";
    if (f->kind == FAMILY_JOINED && f->digit_count)
        return "all but finitely many takes, and splits (after Berlekamp, Conway and Guy 1982, Austin 1976): the "
               "values of far "
               "heaps are all below a bound, and no split reaches the next one (induction on mex)";
    if (f->kind == FAMILY_JOINED)
        return "takes by residue (after Berlekamp, Conway and Guy 1982): the values of far heaps are all below a "
               "bound, and the "
               "near ones repeat above it (induction on mex)";
    if (f->kind == FAMILY_BREAK)
        return "values grow by a constant (after Austin 1976, Howse and Nowakowski 2004): equal heaps leave every "
               "smaller value, "
               "and no split reaches the next one";
    return "all but finitely many takes (Berlekamp, Conway and Guy 1982): the values of far heaps are all below a "
           "bound, and the "
           "near ones repeat above it (induction on mex)";
}

/* The differences repeat every P from e on; their least period and where they begin are those of the game. */
static enum status least(const struct growth *t, struct period *period)
{
    uint64_t p = (uint64_t)t->p, e = (uint64_t)t->e;
    uint32_t *steps = mem_alloc_raw((size_t)p * sizeof *steps);
    if (!steps) return ST_NO_MEMORY;
    for (uint64_t i = 0; i < p; i++) steps[i] = t->g[e + i + 1] - t->g[e + i];
    enum status st = period_least(steps, &p);
    mem_free(steps, (size_t)t->p * sizeof *steps);
    int64_t saltus = (int64_t)t->g[e + p] - t->g[e];
    while (e > 0 && (int64_t)t->g[e - 1 + p] - t->g[e - 1] == saltus) e--;
    period->found = period->proved = st == ST_OK;
    period->preperiod = e;
    period->period = p;
    period->saltus = saltus;
    period->theorem = theorem_of(t->f);
    return st;
}

enum status growth_prove(const uint32_t *values, uint64_t count, const struct family *family, struct period *period)
{
    struct period seen;
    *period = (struct period){.to = count ? count - 1 : 0};
    if (!growth_possible(family)) return ST_OK;
    enum status st = period_observe(values, count, &seen);
    if (st != ST_OK || !seen.found || seen.saltus <= 0) return st;
    struct growth t = {
        .g = values, .count = count, .f = family, .steps = family->kind == FAMILY_SHIFTED ? BRICK_STEPS : STEPS};
    t.reach = family->kind == FAMILY_BREAK ? family->largest_take : family->reach;
    st = open_sets(&t);
    if (st == ST_OK && try_multiples(&t, &seen)) st = least(&t, period);
    mem_free(t.seen, (size_t)t.room * sizeof *t.seen);
    mem_free(t.last, (size_t)t.room * sizeof *t.last);
    return st;
}
