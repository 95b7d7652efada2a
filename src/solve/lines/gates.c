/* SPDX-License-Identifier: MIT */
/* Where the options of a ray count, a bit for each position of a row: a range of it, of those the ones whose remainders
 * are right, and of those the ones for which its gate holds. */
#include <string.h>
#include "solve/lines/private.h"

/* What is 0 or more at x is so at x + u, and conversely, if it does not change along u; and a remainder does not change
 * if the modulus divides the change. Of conditions that are set aside it is not known. */
bool lines_is_steady(const struct lines *l, const struct line_ray *r)
{
    const int64_t *u = r->ray->along;
    uint64_t change; /* modulo 2^64: |of| < 2^25 and u <= the extent, so a change of 0 is one */
    for (size_t k = 0; k < r->where_count; k++) {
        change = 0;
        for (size_t i = 0; i < l->table->fields; i++) change += (uint64_t)r->where[k].of[i] * (uint64_t)u[i];
        if (change != 0) return false;
    }
    for (size_t k = 0; k < r->ray->divide_count; k++) {
        const struct nested_remainder *d = &r->ray->divides[k];
        int64_t rest = 0;
        for (size_t i = 0; i < l->table->fields; i++)
            rest = (rest + d->form.of[i] % d->modulus * (u[i] % d->modulus)) % d->modulus;
        if (rest != 0) return false;
    }
    return !r->gate;
}

/* Bits of conditions in each row; where nothing is counted, also those of where the options count. */
bool lines_open_gates(struct lines *l)
{
    size_t words = (size_t)(l->table->extent[l->table->fields - 1] + 63) / 64;
    size_t rows = l->table->fields > 1 ? LINES_ROWS : 1;
    for (size_t i = 0; i < l->count; i++) {
        struct line_ray *r = &l->rays[i];
        l->gated |= r->partly && !l->counted && !l->losses;
        r->filter_words = (r->filters + (r->partly && !l->counted && !l->losses)) * words;
        for (size_t k = 0; k < rows && r->filter_words; k++)
            if (!(r->rows[k].filters = arena_array(&l->arena, r->filter_words, sizeof *r->rows[k].filters)))
                return false;
    }
    return true;
}

/* Only j of which the modulus divides rest + step * j are left, of from .. to - 1: they follow one another at one
 * distance, which is a divisor of the modulus. */
static void keep_remainders(uint64_t *bits, int64_t from, int64_t to, int64_t modulus, int64_t rest, int64_t step)
{
    int64_t next = from, distance = 1;
    rest = (rest + step * from) % modulus;
    step %= modulus;
    while (next < to && rest != 0) next++, rest = (rest + step) % modulus;
    while (distance < to - next && step * distance % modulus != 0) distance++;
    for (int64_t k = from / 64; k * 64 < to; k++) {
        uint64_t kept = 0;
        for (; next < to && next / 64 == k; next += distance) kept |= (uint64_t)1 << next % 64;
        bits[k] &= kept;
    }
}

static void gate_row(const struct lines *l, const struct line_ray *r, struct line_row *w)
{
    size_t last = l->table->fields - 1, words = (size_t)(l->table->extent[last] + 63) / 64;
    uint64_t *bits = w->filters + r->filters * words;
    int64_t from = w->from > l->from ? w->from : l->from, to = w->to < l->to ? w->to : l->to;
    memset(bits + l->from / 64, 0, (size_t)((l->to + 63) / 64 - l->from / 64) * sizeof *bits);
    for (int64_t j = from; j < to; j += 64 - j % 64) {
        int64_t count = to - j < 64 - j % 64 ? to - j : 64 - j % 64;
        bits[j / 64] |= UINT64_MAX >> (64 - count) << j % 64;
    }
    for (size_t k = 0; k < r->ray->divide_count; k++) {
        const struct nested_remainder *d = &r->ray->divides[k];
        keep_remainders(bits, from, to, d->modulus, w->rest[k], d->form.of[last]);
    }
    for (int64_t j = from / 64; w->gate && j * 64 < to; j++) bits[j] &= w->gate[j];
    w->counts = bits;
}

void lines_place_bits(struct lines *l)
{
    if (l->filtered) l->conditions->ask(l);
    for (size_t row = 0; l->gated && row < l->rows; row++)
        for (size_t i = 0; i < l->count; i++)
            if (l->rays[i].partly) gate_row(l, &l->rays[i], &l->rays[i].rows[row]);
}
