/* SPDX-License-Identifier: MIT */
/* The premises are named as in scattered.h; B is as late as the values allow. */
#include "solve/heap/scattered.h"
#include "base/mem.h"
#include "base/numbers.h"
#include "model/model.h"
#include "proof/family/bricks.h"

enum { LONGEST = 4096, STEPS = 1 << 26 };

struct scattered {
    const uint32_t *g;
    const struct family *f;
    int64_t e, p, from, steps; /* from: B */
    bool *in;                  /* [t]: t mod p is in U */
    bool *seen;                /* [v], v up to the greatest value */
};

/* ---- U ----------------------------------------------------------------------------------------------------------- */
static int64_t modulo(int64_t x, int64_t p) { return (x % p + p) % p; }

/* From the first power on that makes a take. */
static void put_powers(struct scattered *s, const struct family_set *set)
{
    int64_t x = 1, base = set->base % s->p;
    while (x <= set->offset) x *= set->base; /* by a base below 2^31, once more than the offset */
    x %= s->p;
    for (int64_t i = 0; i <= s->p; i++, x = x * base % s->p) s->in[modulo(x - set->offset, s->p)] = true;
}

static void put_primes(struct scattered *s, const struct family_set *set)
{
    for (int64_t r = 0; r < s->p; r++)
        if (number_gcd((uint64_t)r, (uint64_t)s->p) == 1) s->in[modulo(r - set->offset, s->p)] = true;
    for (int64_t q = 2; q <= s->p; q++)
        if (q > set->offset && s->p % q == 0 && number_is_prime((uint64_t)q))
            s->in[modulo(q - set->offset, s->p)] = true;
}

static void find_residues(struct scattered *s)
{
    for (size_t i = 0; i < s->f->set_count; i++)
        if (s->f->sets[i].domain == DOMAIN_POWERS) put_powers(s, &s->f->sets[i]);
        else put_primes(s, &s->f->sets[i]);
}

/* ---- (1) and (2) ------------------------------------------------------------------------------------------------- */
static bool avoids(struct scattered *s, int64_t n)
{
    s->steps -= s->e + s->p;
    for (int64_t a = 0; a < s->e + s->p; a++)
        if (s->g[a] == s->g[n] && s->in[modulo(n - a, s->p)]) return false;
    return true;
}

static bool in_set(const struct family_set *set, int64_t x)
{
    if (x < 1) return false;
    return set->domain == DOMAIN_POWERS ? number_is_power(x, set->base) : number_is_prime((uint64_t)x);
}

/* Does a brick of one heap take t from n, and from all n + i p? From all if the heap that is left is free. */
static bool brick_takes(const struct scattered *s, const struct brick *bricks, size_t count, int64_t n, int64_t t)
{
    int64_t numbers[] = {n - t, t};
    for (size_t i = 0; i < count; i++)
        if (bricks[i].heaps == 1 && bricks[i].free[0] && brick_holds(&bricks[i], s->f->modulus, numbers)) return true;
    return false;
}

static bool takes(const struct scattered *s, int64_t n, int64_t t)
{
    const struct family *f = s->f;
    for (size_t i = 0; i < f->set_count; i++)
        if (brick_takes(s, f->sets[i].bricks, f->sets[i].brick_count, n, t) &&
            in_set(&f->sets[i], t + f->sets[i].offset))
            return true;
    return brick_takes(s, f->bricks, f->brick_count, n, t);
}

static bool reaches(struct scattered *s, int64_t n)
{
    uint32_t found = 0;
    for (uint32_t v = 0; v < s->g[n]; v++) s->seen[v] = false;
    for (int64_t t = 1; t <= n - s->e && found < s->g[n] && s->steps > 0; t++) {
        uint32_t v = s->g[n - t];
        s->steps -= 1 + (int64_t)s->f->brick_count;
        if (v >= s->g[n] || s->seen[v] || !takes(s, n, t)) continue;
        s->seen[v] = true;
        found++;
    }
    return found == s->g[n];
}

/* ---- one try ----------------------------------------------------------------------------------------------------- */
static bool holds(struct scattered *s)
{
    find_residues(s);
    for (int64_t n = s->e; n < s->from; n++)
        if (s->g[n] != s->g[n + s->p]) return false;
    for (int64_t n = s->from; n < s->from + s->p; n++)
        if (s->steps < 0 || !avoids(s, n) || !reaches(s, n)) return false;
    return true;
}

static enum status write_period(const struct scattered *s, struct period *period)
{
    uint64_t p = (uint64_t)s->p, e = (uint64_t)s->e;
    enum status st = period_least(s->g + e, &p);
    while (e > 0 && s->g[e - 1] == s->g[e - 1 + p]) e--;
    period->found = period->proved = st == ST_OK;
    period->preperiod = e;
    period->period = p;
    period->theorem = "takes known modulo p: none of an infinite set, as of its residues, leads to the same value, and "
                      "small ones leave every "
                      "smaller value, so SG(n + p) = SG(n) for all n >= e";
    return st;
}

static enum status try_period(struct scattered *s, struct period *period)
{
    uint32_t most = 0;
    for (int64_t n = 0; n < s->from + s->p; n++)
        if (s->g[n] > most) most = s->g[n];
    s->in = mem_alloc((size_t)s->p * sizeof *s->in);
    s->seen = mem_alloc(((size_t)most + 1) * sizeof *s->seen);
    enum status st = s->in && s->seen ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK && holds(s)) st = write_period(s, period);
    mem_free(s->in, (size_t)s->p * sizeof *s->in);
    mem_free(s->seen, ((size_t)most + 1) * sizeof *s->seen);
    return st;
}

enum status scattered_prove(const uint32_t *values, uint64_t count, const struct family *family,
                            const struct period_rule *rule, struct period *period)
{
    struct period seen;
    uint64_t bound;
    *period = (struct period){.to = count ? count - 1 : 0};
    enum status st = period_observe(values, count, &seen);
    if (st != ST_OK || !seen.found || seen.saltus || seen.period > LONGEST) return st;
    uint64_t p = seen.period * (rule->modulus / number_gcd(rule->modulus, seen.period));
    uint64_t e = seen.preperiod > rule->least ? seen.preperiod : rule->least;
    if (e == 0 && rule->heaps > 1) e = 1;
    if (p > LONGEST || !period_bound(rule, e, p, &bound) || bound + p > count) return ST_OK;
    struct scattered s = {.g = values, .f = family, .e = (int64_t)e, .p = (int64_t)p, .steps = STEPS};
    s.from = (int64_t)(count - p);
    return try_period(&s, period);
}
