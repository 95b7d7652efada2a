/* SPDX-License-Identifier: MIT */
/* The sequence is read backwards: the Z function of the reversed values says for every p for how long the end of
 * the sequence repeats the values p places earlier. The theorems require nothing but such a repetition. Arithmetic
 * periods are periods of the differences. Once a period is proved, the least one follows from one round of it (a
 * prefix function), and the least preperiod by walking back while the values still repeat. */
#include "solve/heap/period.h"
#include <string.h>
#include "base/mem.h"
#include "solve/heap/periodic.h"
#include "play/options/store.h"
#include "solve/heap/tables.h"

enum { OBSERVE_ROUNDS = 3, FIRST_LOOK = 1024, OBSERVE_LOOKS = 1 << 20 };
#define OBSERVE_HEAPS (1u << 20)

/* ---- repetitions ------------------------------------------------------------------------------------------------- */
/* Item i of the reversed sequence: a value, or the difference of two neighbours. */
struct sequence_backwards {
    const uint32_t *values;
    uint64_t count; /* of items */
    bool differences;
};

static int64_t item(const struct sequence_backwards *b, uint64_t i)
{
    uint64_t at = b->count - 1 - i;
    if (!b->differences) return b->values[at];
    return (int64_t)b->values[at + 1] - (int64_t)b->values[at];
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
/* Does a repetition of length z at distance p, at the end of `count` values, prove the period p from here on? */
static bool proves(const struct period_rule *r, uint64_t count, uint64_t p, uint64_t z)
{
    uint64_t end = count - p; /* SG(n) = SG(n + p) holds for end - z <= n < end */
    if (p % r->modulus) return false;
    if (r->heaps <= 1) return z >= r->reach && end >= r->threshold;
    uint64_t e = end - z > 1 ? end - z : 1, bound;
    return !__builtin_mul_overflow(e + p, r->heaps, &bound) && bound - p + r->reach <= end;
}

/* The least period of a cycle of p values, which divides p. */
static enum status least_period(const uint32_t *cycle, uint64_t *p)
{
    uint32_t *fail = mem_alloc_raw((size_t)*p * sizeof *fail);
    if (!fail) return ST_NO_MEMORY;
    fail[0] = 0;
    for (uint64_t i = 1; i < *p; i++) {
        uint64_t k = fail[i - 1];
        while (k > 0 && cycle[i] != cycle[k]) k = fail[k - 1];
        fail[i] = (uint32_t)(cycle[i] == cycle[k] ? k + 1 : 0);
    }
    uint64_t least = *p - fail[*p - 1], all = *p;
    mem_free(fail, (size_t)all * sizeof *fail);
    if (all % least == 0) *p = least;
    return ST_OK;
}

static const char *theorem_of(const struct period_rule *r)
{
    if (r->heaps <= 1) return "a window as long as the largest take repeats, so all later values do (induction on mex)";
    if (r->heaps == 2) return "Guy and Smith 1956: SG(n + p) = SG(n) for e <= n < 2e + p + k, so for all n >= e";
    return "Guy and Smith 1956, for three heaps: SG(n + p) = SG(n) for e <= n < 3e + 2p + k, so for all n >= e";
}

enum status period_prove(const uint32_t *values, uint64_t count, const struct period_rule *rule, struct period *period)
{
    *period = (struct period){.to = count ? count - 1 : 0};
    if (count < 2 || count > UINT32_MAX) return ST_OK;
    struct sequence_backwards b = {values, count, false};
    uint32_t *z = repetitions(&b);
    if (!z) return ST_NO_MEMORY;
    uint64_t p = 1;
    while (p < count && !proves(rule, count, p, z[p])) p++;
    uint64_t from = p < count ? count - p - z[p] : 0;
    mem_free(z, (size_t)count * sizeof *z);
    if (p == count) return ST_OK;
    enum status st = least_period(values + from, &p);
    while (from > 0 && values[from - 1] == values[from - 1 + p]) from--;
    period->found = period->proved = st == ST_OK;
    period->preperiod = from;
    period->period = p;
    period->theorem = theorem_of(rule);
    return st;
}

enum status period_observe(const uint32_t *values, uint64_t count, struct period *period)
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
        period->saltus = (int64_t)values[count - 1] - (int64_t)values[count - 1 - p];
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

/* ---- any one-heap game ------------------------------------------------------------------------------------------- */
/* Heaps 0..last by the rule, observed in steps, so that a budget leaves a partial result; stops after about `work`
 * steps. */
static enum status observe_rule(struct env *env, int game, uint64_t last, uint64_t work, struct period *period)
{
    const struct game_memory *memory = store_game(env->store, game);
    uint64_t before = vm_work(env->vm);
    enum status st = ST_OK;
    for (uint64_t to = FIRST_LOOK; st == ST_OK; to += to / 4) {
        int64_t high = (int64_t)(to < last ? to : last);
        st = tables_cover(env, game, &high);
        if (st == ST_OK && (uint64_t)high < last && vm_work(env->vm) - before < work) continue;
        uint64_t count = memory->filled < last ? memory->filled : last + 1;
        enum status looked = period_observe(memory->table.values, count, period);
        return looked != ST_OK ? looked : st;
    }
    return st;
}

/* Without `last` the work is bounded, because options may differ in cost: as it is counted between two steps and, if
 * heaps suddenly cost much more, as budget_check counts it (budget.h). */
static enum status observe_default(struct env *env, int game, struct period *period)
{
    struct env_view view;
    struct terms terms = env->terms;
    terms.looks = OBSERVE_LOOKS;
    env_view_open(&view, env, &terms);
    view.env.keep = NULL; /* how far it goes must not depend on files */
    enum status st = observe_rule(&view.env, game, OBSERVE_HEAPS, SEARCH_WORK, period);
    bool ended = st == ST_STATE_BUDGET && view.budget.looks_used > OBSERVE_LOOKS;
    env_view_close(&view);
    return ended ? ST_OK : st;
}

enum status period_by_family(struct env *env, int game, struct periodic *p, uint64_t last, struct period *period)
{
    enum status st = last ? periodic_reach(env, game, p, last, UINT64_MAX)
                          : periodic_reach(env, game, p, periodic_limit(&p->family), SEARCH_WORK);
    *period = p->period;
    if (period->found) return st;
    const struct game_memory *memory = store_game(env->store, game);
    uint64_t count = last && last < memory->sequence_count ? last + 1 : memory->sequence_count;
    enum status looked = period_observe(memory->sequence, count, period);
    return looked != ST_OK ? looked : st;
}

enum status period_by_rule(struct env *env, int game, uint64_t last, struct period *period)
{
    return last ? observe_rule(env, game, last, UINT64_MAX, period) : observe_default(env, game, period);
}
