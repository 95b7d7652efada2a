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
