/* SPDX-License-Identifier: MIT */
/* What a family says of its periods: the premises of the theorems of period.h, scattered.h and growth.h. */
#include "solve/heap/look.h"
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/growth.h"
#include "solve/heap/private.h"
#include "solve/heap/scattered.h"

/* The least n from which the options of a BREAK family that leaves one heap at most have the values SG(n - d), the
 * same d for all n. That is the largest take, unless a heap of that size is an exception: taking that many may
 * leave a smaller heap (bit 1) but not empty one (bit 0), or vice versa. With both bits an empty heap counts as
 * SG(0) = 0: nothing can be taken from it, since family_break refuses a move that takes nothing from one heap. */
static uint64_t break_threshold(const struct family *f)
{
    if (f->digit_count == 0) return 0;
    const struct family_digit *last = &f->digits[f->digit_count - 1];
    bool emptied = last->heaps & 1, left = last->heaps >> 1 & 1;
    return (uint64_t)last->take + (emptied != left);
}

static struct period_rule rule_of_splits(const struct family *f)
{
    struct period_rule rule = {(unsigned)f->most_heaps, 0, 1, (uint64_t)f->largest_take, 1, 0, false};
    for (size_t i = 0; i < f->digit_count; i++) {
        const struct family_digit *d = &f->digits[i];
        if (!(d->heaps & 4)) continue;
        if ((uint64_t)d->from > rule.threshold) rule.threshold = (uint64_t)d->from;
        if ((uint64_t)d->least > rule.least) rule.least = (uint64_t)d->least;
        if ((uint64_t)d->apart > rule.apart) rule.apart = (uint64_t)d->apart;
    }
    return rule;
}

struct period_rule look_rule(const struct family *f)
{
    if (f->kind == FAMILY_SHIFTED || f->kind == FAMILY_MIXED)
        return (struct period_rule){(unsigned)f->most_heaps,
                                    (uint64_t)f->threshold,
                                    (uint64_t)f->modulus,
                                    (uint64_t)f->reach,
                                    (uint64_t)f->least,
                                    (uint64_t)f->apart,
                                    f->far};
    if (f->kind == FAMILY_JOINED) {
        struct period_rule rule = rule_of_splits(f);
        if ((uint64_t)f->threshold > rule.threshold) rule.threshold = (uint64_t)f->threshold;
        rule.modulus = (uint64_t)f->modulus;
        rule.reach = (uint64_t)f->reach;
        rule.far = f->far;
        if ((uint64_t)f->far_low > rule.least) rule.least = (uint64_t)f->far_low;
        return rule;
    }
    if (f->kind == FAMILY_BREAK && f->most_heaps > 1) return rule_of_splits(f);
    if (f->kind == FAMILY_BREAK)
        return (struct period_rule){
            .heaps = 1, .threshold = break_threshold(f), .modulus = 1, .reach = (uint64_t)f->largest_take};
    return (struct period_rule){
        .heaps = 1, .threshold = (uint64_t)f->threshold, .modulus = (uint64_t)f->modulus, .reach = (uint64_t)f->reach};
}

/* For proofs that read few values, or take as much memory themselves. */
static uint32_t *in_32_bits(struct value_view values, uint64_t count)
{
    uint32_t *wide = mem_alloc_raw((size_t)count * sizeof *wide);
    for (uint64_t n = 0; wide && n < count; n++) wide[n] = value_view_at(values, n);
    return wide;
}

enum status periodic_prove(const struct family *f, struct value_view values, uint64_t count, struct period *period)
{
    struct period_rule rule = look_rule(f);
    bool all = f->kind == FAMILY_SHIFTED ? f->loose : f->far && !f->classes; /* only growth */
    enum status st = ST_OK;
    *period = (struct period){.to = count ? count - 1 : 0};
    if (!all) st = period_prove_view(values, count, &rule, period);
    bool grows = growth_possible(f);
    if (st != ST_OK || !(f->set_count || (grows && !period->found))) return st;
    uint32_t *copy = values.narrow ? in_32_bits(values, count) : NULL;
    const uint32_t *wide = values.narrow ? copy : values.wide;
    if (count && !wide) return ST_NO_MEMORY;
    if (f->set_count) st = scattered_prove(wide, count, f, &rule, period);
    if (st == ST_OK && !period->found && grows) st = growth_prove(wide, count, f, period);
    mem_free(copy, copy ? (size_t)count * sizeof *copy : 0);
    return st;
}

enum status periodic_look(struct env *env, int game, struct periodic *p)
{
    struct game_memory *memory = store_game(env->store, game);
    if (p->period.found || memory->sequence_count <= p->looked) return ST_OK;
    p->looked = memory->sequence_count;
    enum status st = budget_fits(env->budget, memory->sequence_count * 4);
    return st == ST_OK ? periodic_prove(&p->family, value_view(&memory->sequence), memory->sequence_count, &p->period)
                       : st;
}
