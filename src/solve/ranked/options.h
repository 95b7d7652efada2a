/* SPDX-License-Identifier: MIT */
/* What is done with the options of a ray, which are numbers: their values are marked, or a lost one is looked for, or
 * they are marked as won.
 *
 *     struct ray ray = {.base = number, .count = 7, .tables = {{table, 3, -1}}, .table_count = 1};
 *     if (!options_of(f, &ray)) return false;        // numbers base + table[3], base + table[2], ...
 *
 * Where lost options are looked for, f->found ends it at the first one. Each is a state that is known only if its
 * number is less than
 * that of the state at hand; each that is marked as won must have a greater one. */
#ifndef CGI_SOLVE_RANKED_OPTIONS_H
#define CGI_SOLVE_RANKED_OPTIONS_H
#include "solve/ranked/rays.h"

/* A table read along a ray, from `at` on. */
struct along {
    const uint32_t *table;
    int64_t at, step;
    bool even; /* table[i] is i * table[1] */
};
struct ray {
    uint32_t base, step;
    struct along tables[TERM_CELLS + 1];
    size_t table_count;
    int64_t count, skip; /* skip: of f->picked, the bit of the first option */
};
/* All of them, or those that are picked. False and f->reason: one is not where it should be. */
bool options_of(struct filling *f, const struct ray *ray);
/* options_between where no values are marked. */
bool options_decide(struct filling *f, uint32_t base, const uint32_t *a, const uint32_t *b, int64_t from, int64_t to);
/* The numbers base + a[i] - b[i] of from <= i <= to; b NULL: 0. All are options, whatever is picked. A few each time, so
 * that a call would take longer than the loop. */
static inline bool options_between(struct filling *f, uint32_t base, const uint32_t *a, const uint32_t *b, int64_t from,
                                   int64_t to)
{
    const uint16_t *g = f->values;
    uint32_t *seen = f->seen, stamp = f->stamp;
    if (f->use != RAYS_VALUES) return options_decide(f, base, a, b, from, to);
    if (b)
        for (; from <= to; from++) seen[g[base + a[from] - b[from]]] = stamp;
    else
        for (; from <= to; from++) seen[g[base + a[from]]] = stamp;
    return true;
}

/* ---- of one option ----------------------------------------------------------------------------------------------- */
bool options_bad(struct filling *f, uint32_t number);
static inline bool bit_at(const uint64_t *bits, uint32_t i) { return bits[i / 64] >> i % 64 & 1; }
/* A lost option is looked for. False: it is found, or there is no such option. */
static inline bool option_look(struct filling *f, uint32_t number)
{
    if (number >= f->number || (f->none && bit_at(f->none, number))) return options_bad(f, number);
    if (bit_at(f->won, number)) return true;
    f->found = true;
    return false;
}
static inline bool option_win(struct filling *f, uint32_t number)
{
    if (number <= f->number) return options_bad(f, number);
    f->won[number / 64] |= (uint64_t)1 << number % 64;
    return true;
}
/* False and f->reason: it is not where it should be. */
static inline bool option_one(struct filling *f, uint32_t number)
{
    if (f->use == RAYS_VALUES) f->seen[f->values[number]] = f->stamp;
    else if (f->use == RAYS_LOOK) return option_look(f, number) || f->found;
    else if (f->use == RAYS_WIN) return option_win(f, number);
    return true;
}

#endif
