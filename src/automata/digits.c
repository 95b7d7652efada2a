/* SPDX-License-Identifier: MIT */
/* Sets that a numeration knows by their digits. */
#include "automata/private.h"

enum { ZEROS, ONE, NO };

/* One digit 1, all others 0. */
static size_t weight_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct numeration *in = context;
    int64_t digits[NUMERATION_PERIOD], sum = 0;
    (void)width;
    numeration_digits(in, (int)letter, digits);
    for (int i = 0; i < in->period; i++) sum += digits[i];
    to[0] = sum == 0 ? state[0] : sum == 1 && state[0] == ZEROS ? ONE : NO;
    return 1;
}

static bool weight_accepts(void *context, const uint32_t *state, size_t width)
{
    (void)context;
    (void)width;
    return state[0] == ONE;
}

const struct automaton *automata_weights(struct automata *w, int track)
{
    struct numeration in = *w->in;
    struct exploration e = {w, 1, &track, weight_step, weight_accepts, &in, 1};
    return automata_and(w, automata_explore(&e, (uint32_t[]){ZEROS}, 1), automata_all(w, &track, 1));
}

static size_t xor_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    uint32_t base = *(const uint32_t *)context, x = letter % base, y = letter / base % base, z = letter / base / base;
    (void)width;
    to[0] = state[0] || (x ^ y ^ z) != 0;
    return 1;
}

static bool xor_accepts(void *context, const uint32_t *state, size_t width)
{
    (void)context;
    (void)width;
    return !state[0];
}

const struct automaton *automata_xor(struct automata *w, int a, int b, int c)
{
    uint32_t base = (uint32_t)w->in->letters;
    int own[3] = {AUTOMATON_NAMES, AUTOMATON_NAMES + 1, AUTOMATON_NAMES + 2}, to[3] = {a, b, c};
    if (w->status != ST_OK) return NULL;
    if (w->in->link || (base & (base - 1))) return automata_fail(w, ST_UNSUPPORTED);
    struct exploration e = {w, 3, own, xor_step, xor_accepts, &base, 1};
    return automata_renamed(w, automata_explore(&e, (uint32_t[]){0}, 1), to);
}

/* ---- letters moved up ---- */
/* State: the letter of s that was read last, which the next one of n must be. */
static size_t shift_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    uint32_t letters = *(const uint32_t *)context, n = letter % letters, s = letter / letters;
    (void)width;
    to[0] = state[0] == n ? s : letters;
    return 1;
}

static bool shift_accepts(void *context, const uint32_t *state, size_t width)
{
    (void)context;
    (void)width;
    return state[0] == 0;
}

const struct automaton *automata_shift(struct automata *w, int n, int s)
{
    uint32_t letters = (uint32_t)w->in->letters;
    int own[2] = {AUTOMATON_NAMES, AUTOMATON_NAMES + 1}, to[2] = {n, s};
    if (w->status != ST_OK) return NULL;
    if (!w->in->link) return automata_fail(w, ST_UNSUPPORTED);
    struct exploration e = {w, 2, own, shift_step, shift_accepts, &letters, 1};
    const struct automaton *a = automata_and(w, automata_explore(&e, (uint32_t[]){0}, 1), automata_all(w, own, 2));
    return automata_renamed(w, a, to);
}

/* ---- one weight of the sum ---- */
/* State: was the digit of v read, and how many digits 1 of n since (before it: since the beginning), at most i. */
static size_t part_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    uint32_t i = *(const uint32_t *)context, n = letter & 1, v = letter >> 1, count = state[1];
    (void)width;
    to[0] = state[0] || v;
    to[1] = v ? 0 : count + n < i ? count + n : i;
    if (state[0] == 2 || (v && (state[0] || !n))) to[0] = 2, to[1] = 0;
    return 2;
}

static bool part_accepts(void *context, const uint32_t *state, size_t width)
{
    uint32_t i = *(const uint32_t *)context;
    (void)width;
    return state[0] == 1 ? state[1] == i - 1 : state[0] == 0 && state[1] < i;
}

const struct automaton *automata_part(struct automata *w, int n, int v, int i)
{
    uint32_t count = (uint32_t)i;
    int own[2] = {AUTOMATON_NAMES, AUTOMATON_NAMES + 1}, to[2] = {n, v};
    if (w->status != ST_OK) return NULL;
    if (w->in->letters != 2 || i < 1) return automata_fail(w, ST_UNSUPPORTED);
    struct exploration e = {w, 2, own, part_step, part_accepts, &count, 2};
    const struct automaton *a = automata_and(w, automata_explore(&e, (uint32_t[]){0, 0}, 2), automata_all(w, own, 2));
    return automata_renamed(w, a, to);
}

/* ---- at one weight ---- */
struct place {
    uint32_t letters;
    int digit; /* -1: what is below is asked for */
};

/* Above the digit of p, which is 1, and at it r has none; below it those of n. */
static size_t place_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct place *c = context;
    uint32_t n = letter % c->letters, p = letter / c->letters % c->letters, r = letter / c->letters / c->letters;
    (void)width;
    to[0] = p == 0 ? state[0] : p == 1 && state[0] == ZEROS ? ONE : NO;
    if (c->digit >= 0 && p == 1 && n != (uint32_t)c->digit) to[0] = NO;
    if (c->digit < 0 && r != (state[0] == ONE ? n : 0)) to[0] = NO;
    return 1;
}

static const struct automaton *at_weight(struct automata *w, struct place c, const int *to, int tracks)
{
    int own[3] = {AUTOMATON_NAMES, AUTOMATON_NAMES + 1, AUTOMATON_NAMES + 2};
    if (w->status != ST_OK) return NULL;
    if (w->in->link) return automata_fail(w, ST_UNSUPPORTED);
    c.letters = (uint32_t)w->in->letters;
    struct exploration e = {w, tracks, own, place_step, weight_accepts, &c, 1};
    return automata_renamed(w, automata_explore(&e, (uint32_t[]){ZEROS}, 1), to);
}

const struct automaton *automata_below(struct automata *w, int n, int p, int r)
{
    return at_weight(w, (struct place){.digit = -1}, (int[]){n, p, r}, 3);
}

const struct automaton *automata_digit_at(struct automata *w, int n, int p, int digit)
{
    return at_weight(w, (struct place){.digit = digit}, (int[]){n, p}, 2);
}

/* ---- sums of digits ---- */
struct digit_sum {
    const struct numeration *in;
    uint32_t m, r;
};

static size_t sum_step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct digit_sum *c = context;
    int64_t digits[NUMERATION_PERIOD], sum = state[0];
    (void)width;
    numeration_digits(c->in, (int)letter, digits);
    for (int i = 0; i < c->in->period; i++) sum += digits[i];
    to[0] = (uint32_t)(sum % c->m);
    return 1;
}

static bool sum_accepts(void *context, const uint32_t *state, size_t width)
{
    (void)width;
    return state[0] == ((const struct digit_sum *)context)->r;
}

const struct automaton *automata_digit_sum(struct automata *w, int track, int m, int r)
{
    struct digit_sum c = {w->in, (uint32_t)m, (uint32_t)r};
    struct exploration e = {w, 1, &track, sum_step, sum_accepts, &c, 1};
    return automata_and(w, automata_explore(&e, (uint32_t[]){0}, 1), automata_all(w, &track, 1));
}
