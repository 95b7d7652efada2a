/* SPDX-License-Identifier: MIT */
/* Two rules of a heap: that they are the same by their options, or that they have the same values by one period of both, or the first
 * heap that tells them apart.
 *
 * Sequences that are equal have the same periods. So one period of both that the reader proves, from one heap on, and the values up to
 * where both have repeated once, decide about all heaps. Rules with residues need a multiple of their modulus: any multiple of
 * a period is one. */
#include <inttypes.h>
#include <string.h>
#include "certify/private.h"

/* Sequences are tried against each other with so many heaps of difference; steps that the reader takes at most; its heaps. */
enum { MOST_SHIFT = 16, READER_HEAPS = 9000000, READER_HEAPS_OF_THREE = 10000 };
#define READER_STEPS UINT64_C(5000000000)

struct pair {
    struct certify_work side[2];
    struct periodic *periodic[2];
    struct text rule[2];
    int about; /* the rule of which the reason speaks */
};

static const char *fail(struct pair *p, const char *reason) { return p->side[0].reason = reason; }

static enum status read_side(struct pair *p, int k)
{
    struct certify_work *w = &p->side[k];
    bool written;
    enum status st = periodic_get(w->env, w->ask->game, &p->periodic[k]);
    if (st == ST_OK) st = certify_heap_rule(w, &p->periodic[k]->family, &written);
    if (st == ST_OK && w->reason) p->about = k, fail(p, w->reason);
    return p->rule[k].failed ? ST_NO_MEMORY : st;
}

static enum status reach_values(struct pair *p, int k)
{
    const struct certify_work *w = &p->side[k];
    uint64_t limit = periodic_limit(&p->periodic[k]->family), last = w->ask->last ? w->ask->last : limit;
    return periodic_reach(w->env, w->ask->game, p->periodic[k], last < limit ? last : limit,
                          w->ask->last ? UINT64_MAX : SEARCH_WORK);
}

static bool value_of(const struct pair *p, int k, uint64_t heap, uint64_t *value)
{
    return periodic_value(p->side[k].env, p->side[k].ask->game, p->periodic[k], heap, value);
}

/* ---- a period of both ------------------------------------------------------------------------------------------------ */

/* The least common multiple; 0: beyond what a reader computes. */
static uint64_t common(uint64_t a, uint64_t b)
{
    uint64_t multiple = a;
    while (multiple && multiple < READER_HEAPS && multiple % b) multiple += a;
    return multiple < READER_HEAPS ? multiple : 0;
}

static uint64_t common_period(const struct pair *p)
{
    uint64_t period = 1;
    for (int k = 0; k < 2; k++) {
        const struct family *f = &p->periodic[k]->family;
        const struct period *own = &p->periodic[k]->period;
        if (!own->found || own->saltus) return 0;
        period = common(period, own->period);
        if (f->kind == FAMILY_SLIDING) period = common(period, (uint64_t)f->modulus);
    }
    return period;
}

/* Within the reader's bounds? It computes so many heaps one by one, from all their options. */
static bool computable(const struct family *f, uint64_t heaps)
{
    if (heaps >= READER_HEAPS) return false;
    uint64_t steps = heaps * (uint64_t)(1 + f->reach);
    for (size_t i = 0; i < f->digit_count; i++) {
        if (f->digits[i].heaps & 8 && heaps > READER_HEAPS_OF_THREE) return false;
        if (f->digits[i].heaps & 4) steps += heaps * heaps / 4;
        if (f->digits[i].heaps & 8) steps += heaps * heaps * heaps / 36;
    }
    return steps < READER_STEPS;
}

/* Can it see that a period holds? More heaps than any of its theorems asks for. */
static bool readable(const struct family *f, uint64_t period, uint64_t from)
{
    uint64_t breaks = f->kind == FAMILY_SLIDING || f->most_heaps < 1 ? 1 : (uint64_t)f->most_heaps;
    uint64_t heaps =
        breaks * (from + 1) + (breaks + 1) * period + (uint64_t)(f->reach + f->largest_take + f->threshold);
    for (size_t i = 0; i < f->digit_count; i++)
        heaps += (uint64_t)(2 * f->digits[i].least + f->digits[i].apart + f->digits[i].from);
    return computable(f, heaps);
}

/* With heap n + offset[k] of rule k; *from: where both have begun to repeat. */
static bool agree(const struct pair *p, const uint64_t *offset, uint64_t period, uint64_t *from)
{
    uint64_t a, b;
    *from = 0;
    for (int k = 0; k < 2; k++) {
        uint64_t begins = p->periodic[k]->period.preperiod;
        if (begins > offset[k] + *from) *from = begins - offset[k];
    }
    for (uint64_t n = 0; n < *from + period; n++)
        if (!value_of(p, 0, n + offset[0], &a) || !value_of(p, 1, n + offset[1], &b) || a != b) return false;
    return true;
}

/* The least shift first, that of the second rule before that of the first. */
static bool put_same_values(struct pair *p, uint64_t period)
{
    struct text *out = p->side[0].out;
    for (uint64_t i = 0; i <= (uint64_t)2 * MOST_SHIFT; i++) {
        uint64_t by = (i + 1) / 2, from, offset[2] = {i % 2 ? 0 : by, i % 2 ? by : 0};
        if (!agree(p, offset, period, &from)) continue;
        for (int k = 0; k < 2; k++)
            if (!readable(&p->periodic[k]->family, period, from + offset[k]))
                return fail(p, "the reader would take too many steps"), true;
        text_add(out, "same values shift %s%" PRIu64 " period %" PRIu64 " from %" PRIu64 "\n",
                 offset[0] ? "minus " : "", by, period, from);
        return true;
    }
    return false;
}

/* ---- what tells them apart -------------------------------------------------------------------------------------------- */

static void put_difference(struct pair *p, bool *differ)
{
    uint64_t n = 0, a, b;
    while (n < READER_HEAPS && value_of(p, 0, n, &a) && value_of(p, 1, n, &b) && a == b) n++;
    *differ = n < READER_HEAPS && value_of(p, 0, n, &a) && value_of(p, 1, n, &b);
    if (!*differ) fail(p, "their values are the same as far as they were computed, and no common period is proved");
    else if (!computable(&p->periodic[0]->family, n + 1) || !computable(&p->periodic[1]->family, n + 1))
        fail(p, "the reader would take too many steps");
    else text_add(p->side[0].out, "differ at %" PRIu64 "\n", n);
}

static enum status put_statement(struct pair *p, bool *differ)
{
    struct text *out = p->side[0].out;
    for (int k = 0; k < 2; k++) text_put(out, text_c(&p->rule[k]), p->rule[k].length);
    if (strcmp(text_c(&p->rule[0]), text_c(&p->rule[1])) == 0) return text_puts(out, "same options\n"), ST_OK;
    enum status st = reach_values(p, 0);
    if (st == ST_OK) st = reach_values(p, 1);
    uint64_t period = st == ST_OK ? common_period(p) : 0;
    if (st == ST_OK && !(period && put_same_values(p, period))) put_difference(p, differ);
    return st;
}

enum status certify_equal(struct env *const env[2], const struct certify_ask ask[2], struct arena *arena,
                          struct text *out, bool *differ)
{
    struct pair p = {.side = {{.env = env[0], .ask = &ask[0], .arena = arena, .out = out},
                              {.env = env[1], .ask = &ask[1], .arena = arena, .out = out}}};
    const struct game *game[2];
    enum status st = ST_OK;
    *differ = false;
    for (int k = 0; k < 2; k++) game[k] = &env[k]->model->games[ask[k].game];
    text_add(out, "cgi-equal 1\n# the games '%s' and '%s': ", game[0]->name, game[1]->name);
    text_puts(out, "that the rules below are theirs is for the reader to compare; the rest is checked\n");
    if (ask[0].misere || ask[1].misere) fail(&p, "values are those of normal play");
    for (int k = 0; k < 2 && st == ST_OK && !p.side[0].reason; k++) {
        p.side[k].out = &p.rule[k];
        st = read_side(&p, k);
        p.side[k].out = out;
    }
    if (st == ST_OK && !p.side[0].reason) st = put_statement(&p, differ);
    for (int k = 0; k < 2; k++) text_free(&p.rule[k]);
    if (st != ST_OK) return st;
    if (p.side[0].reason) {
        text_clear(out);
        diag(env[p.about]->diags, D_NO_CERTIFICATE, game[p.about]->span, game[p.about]->name, p.side[0].reason);
        return ST_USAGE;
    }
    text_puts(out, "end\n");
    return out->failed ? ST_NO_MEMORY : ST_OK;
}
