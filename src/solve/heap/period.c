/* SPDX-License-Identifier: MIT */
/* The sequence is read backwards. A repetition is found by comparing its end with what is p places earlier, or, if ends are often
 * alike, by the Z function, which needs memory: the Z function of the reversed values says for every p for how long the end of
 * the sequence repeats the values p places earlier. The theorems require nothing but such a repetition. Arithmetic
 * periods are periods of the differences. Once a period is proved, the least one follows from one round of it (a
 * prefix function), and the least preperiod by walking back while the values still repeat. */
#include "solve/heap/period.h"
#include <string.h>
#include "base/mem.h"

enum { PATIENCE = 8, OBSERVE_ROUNDS = 3 };

/* ---- repetitions ------------------------------------------------------------------------------------------------- */
/* Item i of the reversed sequence: a value, or the difference of two neighbours. */
struct sequence_backwards {
    struct value_view values;
    uint64_t count; /* of items */
    bool differences;
};

static int64_t item(const struct sequence_backwards *b, uint64_t i)
{
    uint64_t at = b->count - 1 - i;
    if (!b->differences) return value_view_at(b->values, at);
    return (int64_t)value_view_at(b->values, at + 1) - (int64_t)value_view_at(b->values, at);
}

/* z[p]: how many items from p on equal those from 0 on. */
static void z_function(const struct sequence_backwards *b, uint32_t *z)
{
    uint64_t left = 0, right = 0;
    z[0] = (uint32_t)b->count;
    for (uint64_t p = 1; p < b->count; p++) {
        uint64_t k = 0;
        if (p < right) k = z[p - left] < right - p ? z[p - left] : right - p;
        while (p + k < b->count && item(b, k) == item(b, p + k)) k++;
        z[p] = (uint32_t)k;
        if (p + k > right) left = p, right = p + k;
    }
}

static uint32_t *repetitions(const struct sequence_backwards *b)
{
    uint32_t *z = mem_alloc_raw((size_t)b->count * sizeof *z);
    if (z) z_function(b, z);
    return z;
}

/* ---- proofs ------------------------------------------------------------------------------------------------------ */
static uint64_t first_heap(const struct period_rule *r, uint64_t e)
{
    if (e == 0 && r->heaps > 1) e = 1;
    return e < r->least ? r->least : e;
}

bool period_bound(const struct period_rule *r, uint64_t e, uint64_t p, uint64_t *bound)
{
    uint64_t heaps = r->heaps > 1 ? r->heaps : 1, rounds = heaps - 1 + r->far + (r->apart > 0);
    if (p % r->modulus || __builtin_mul_overflow(e, heaps, bound) || __builtin_add_overflow(*bound, rounds * p, bound))
        return false;
    *bound += r->reach + r->apart;
    if (*bound < r->threshold) *bound = r->threshold;
    return true;
}

/* Does a repetition of length z at distance p, at the end of `count` values, prove the period p from here on? */
static bool proves(const struct period_rule *r, uint64_t count, uint64_t p, uint64_t z)
{
    uint64_t end = count - p, bound; /* SG(n) = SG(n + p) holds for end - z <= n < end */
    return period_bound(r, first_heap(r, end - z), p, &bound) && bound <= end;
}

static enum status least_of(struct value_view cycle, uint64_t *p)
{
    uint32_t *fail = mem_alloc_raw((size_t)*p * sizeof *fail);
    if (!fail) return ST_NO_MEMORY;
    fail[0] = 0;
    for (uint64_t i = 1; i < *p; i++) {
        uint64_t k = fail[i - 1];
        while (k > 0 && value_view_at(cycle, i) != value_view_at(cycle, k)) k = fail[k - 1];
        fail[i] = (uint32_t)(value_view_at(cycle, i) == value_view_at(cycle, k) ? k + 1 : 0);
    }
    uint64_t least = *p - fail[*p - 1], all = *p;
    mem_free(fail, (size_t)all * sizeof *fail);
    if (all % least == 0) *p = least;
    return ST_OK;
}

enum status period_least(const uint32_t *cycle, uint64_t *p) { return least_of(value_view_of(cycle), p); }

static const char *theorem_of(const struct period_rule *r)
{
    if (r->far)
        return r->heaps <= 1
                   ? "takes by residue: SG(n + p) = SG(n) for e <= n < e + p + k, so for all n >= e, as what is taken "
                     "or what is left can be shifted by p"
                   : "after Guy and Smith 1956, takes by residue: SG(n + p) = SG(n) for long enough, so for ever, as "
                     "the largest part, or what is taken, can be shifted by p";
    if (r->heaps <= 1) return "a window as long as the largest take repeats, so all later values do (induction on mex)";
    if (r->apart)
        return "Guy and Smith 1956, for heaps that differ by d: SG(n + p) = SG(n) for e <= n < 2e + 2p + d + k, so for "
               "all n >= e";
    if (r->heaps == 2) return "Guy and Smith 1956: SG(n + p) = SG(n) for e <= n < 2e + p + k, so for all n >= e";
    return "Guy and Smith 1956, for three heaps: SG(n + p) = SG(n) for e <= n < 3e + 2p + k, so for all n >= e";
}

/* The least distance whose repetition proves a period, and the length of that, by comparing value by value from the end. Most
 * distances end at once; false if comparing takes more than a few steps a value, as in a sequence that hardly varies. */
EACH_WIDTH bool compare_back(struct value_view values, uint64_t count, const struct period_rule *rule, uint64_t *p,
                             uint64_t *z)
{
    uint64_t left = PATIENCE * count, last = value_view_at(values, count - 1);
    for (*p = 1; *p < count; ++*p) {
        if (rule->heaps > 1 && *p > count / 2) return *p = count, true; /* 2 (e + p) - p <= count - p in any proof */
        if (value_view_at(values, count - 1 - *p) != last) continue;
        uint64_t k = 1, most = count - *p;
        while (k < most && value_view_at(values, most - 1 - k) == value_view_at(values, count - 1 - k)) k++;
        if (k > left) return false;
        left -= k;
        *z = k;
        if (proves(rule, count, *p, k)) return true;
    }
    return true;
}

/* *p == count: none. */
static enum status find_distance(struct value_view values, uint64_t count, const struct period_rule *rule, uint64_t *p,
                                 uint64_t *length)
{
    struct sequence_backwards b = {values, count, false};
    if (VALUE_VIEW_WIDTH(values, compare_back(values, count, rule, p, length))) return ST_OK;
    uint32_t *z = repetitions(&b);
    if (!z) return ST_NO_MEMORY;
    *p = 1;
    while (*p < count && !proves(rule, count, *p, z[*p])) ++*p;
    if (*p < count) *length = z[*p];
    mem_free(z, (size_t)count * sizeof *z);
    return ST_OK;
}

enum status period_prove_view(struct value_view values, uint64_t count, const struct period_rule *rule,
                              struct period *period)
{
    *period = (struct period){.to = count ? count - 1 : 0};
    if (count < 2 || count > UINT32_MAX) return ST_OK;
    uint64_t p, z = 0;
    enum status st = find_distance(values, count, rule, &p, &z);
    if (st != ST_OK || p == count) return st;
    uint64_t from = count - p - z;
    st = least_of(value_view_from(values, from), &p);
    while (from > 0 && value_view_at(values, from - 1) == value_view_at(values, from - 1 + p)) from--;
    period->found = period->proved = st == ST_OK;
    period->preperiod = from;
    period->period = p;
    period->theorem = theorem_of(rule);
    return st;
}

enum status period_observe_view(struct value_view values, uint64_t count, struct period *period)
{
    *period = (struct period){.to = count ? count - 1 : 0};
    if (count < 2 * OBSERVE_ROUNDS || count > UINT32_MAX) return ST_OK;
    struct sequence_backwards b = {values, count - 1, true};
    uint32_t *z = repetitions(&b);
    if (!z) return ST_NO_MEMORY;
    uint64_t p = 1, length = 0; /* SG(n + p) - SG(n) is the same for the last `length` n */
    for (; p < b.count; p++) {
        length = (uint64_t)z[p] + 1;
        if (length + p >= OBSERVE_ROUNDS * p && length + p >= count / 2) break;
    }
    if (p < b.count) {
        period->found = true;
        period->period = p;
        period->preperiod = count - p - length;
        period->saltus = (int64_t)value_view_at(values, count - 1) - (int64_t)value_view_at(values, count - 1 - p);
    }
    mem_free(z, (size_t)b.count * sizeof *z);
    return ST_OK;
}

/* ---- indices ----------------------------------------------------------------------------------------------------- */
uint64_t period_index(const struct period *period, uint64_t n)
{
    if (n < period->preperiod + period->period) return n;
    return period->preperiod + (n - period->preperiod) % period->period;
}

bool period_index_big(const struct period *period, struct arena *arena, const struct integer *n, uint64_t *index)
{
    int64_t small;
    if (integer_fits(n, &small) && small >= 0) {
        *index = period_index(period, (uint64_t)small);
        return true;
    }
    const struct integer *first = integer_from(arena, (int64_t)period->preperiod);
    const struct integer *p = integer_from(arena, (int64_t)period->period);
    const struct integer *rest = first && p ? integer_sub(arena, n, first) : NULL;
    rest = rest ? integer_mod(arena, rest, p) : NULL;
    if (!rest || !integer_fits(rest, &small)) return false;
    *index = period->preperiod + (uint64_t)small;
    return true;
}

bool period_value(const struct period *period, struct value_view values, uint64_t n, uint64_t *value)
{
    uint64_t index = period_index(period, n);
    int64_t more = (int64_t)((n - index) / period->period), sum;
    if (__builtin_mul_overflow(more, period->saltus, &more) ||
        __builtin_add_overflow((int64_t)value_view_at(values, index), more, &sum) || sum < 0)
        return false;
    *value = (uint64_t)sum;
    return true;
}

const struct integer *period_value_big(const struct period *period, struct value_view values, struct arena *arena,
                                       const struct integer *n)
{
    uint64_t index;
    if (!period_index_big(period, arena, n, &index)) return NULL;
    const struct integer *first = integer_from(arena, (int64_t)index),
                         *value = integer_from(arena, value_view_at(values, index));
    const struct integer *p = integer_from(arena, (int64_t)period->period);
    const struct integer *saltus = integer_from(arena, period->saltus);
    const struct integer *more = first ? integer_sub(arena, n, first) : NULL;
    more = more && p ? integer_div(arena, more, p) : NULL;
    more = more && saltus ? integer_mul(arena, more, saltus) : NULL;
    return more && value ? integer_add(arena, value, more) : NULL;
}
