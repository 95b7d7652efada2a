/* SPDX-License-Identifier: MIT */
/* Options drawn at random, from the starts on. */
#include "solve/ranked/orders.h"
#include <string.h>
#include "base/hash.h"

enum { WALKS = 8, STEPS = 24, TRIES = 16 };

/* ---- options ----------------------------------------------------------------------------------------------------- */
/* Mostly ends: what is rare mostly happens there. */
static int64_t draw_value(uint64_t *seed, int64_t low, int64_t high)
{
    uint64_t drawn = random_next(seed), width = (uint64_t)high - (uint64_t)low;
    if (drawn % 4 < 2) return drawn % 4 ? high : low;
    return width == UINT64_MAX ? low : (int64_t)((uint64_t)low + random_next(seed) % (width + 1));
}

/* An option by one of the instances; false: the values drawn make none. */
static bool draw_option(const struct unrolled *u, const int64_t *x, uint64_t *seed, int64_t *option)
{
    const struct instance *in = &u->instances.data[random_next(seed) % u->instances.count];
    int64_t at[TERM_VARIABLES], holds, low, high;
    memcpy(at, x, u->cells * sizeof *at);
    if (in->ends) return false;
    for (size_t v = 0; v < in->value_count; v++) {
        if (!term_value_at(in->values[v].low, at, &low) || !term_value_at(in->values[v].high, at, &high)) return false;
        if (low > high) return false;
        at[TERM_CELLS + v] = draw_value(seed, low, high);
    }
    for (size_t i = 0; i < in->condition_count; i++)
        if (!term_value_at(in->conditions[i], at, &holds) || !holds) return false;
    for (size_t c = 0; c < u->cells; c++)
        if (!term_value_at(in->after[c], at, &option[c])) return false;
    return true;
}

/* ---- what holds -------------------------------------------------------------------------------------------------- */
static bool keeps(int64_t a, int gap, int64_t b) { return a < b || (a == b && gap == 0); }

/* What does not hold in x is taken away; true if there was some. */
static bool weaken(const struct unrolled *u, const int64_t *x, struct orders *o)
{
    bool weaker = false;
    o->any = false;
    for (size_t a = 0; a < u->cells; a++)
        for (size_t b = 0; b < u->cells; b++) {
            signed char *gap = &o->gap[a][b];
            if (*gap == NO_ORDER) continue;
            if (!keeps(x[a], *gap, x[b])) *gap = keeps(x[a], 0, x[b]) ? 0 : NO_ORDER, weaker = true;
            o->any |= *gap != NO_ORDER;
        }
    return weaker;
}

bool orders_break(const struct unrolled *u, const int64_t *x, uint64_t *seed, struct orders *o)
{
    int64_t option[TERM_CELLS];
    bool weaker = false;
    for (int i = 0; i < TRIES && o->any; i++)
        if (draw_option(u, x, seed, option)) weaker |= weaken(u, option, o);
    return weaker;
}

/* Random play. */
static void walk(const struct unrolled *u, const int64_t *start, uint64_t *seed, struct orders *o)
{
    int64_t x[TERM_CELLS], option[TERM_CELLS];
    bool on = true;
    memcpy(x, start, u->cells * sizeof *x);
    for (int step = 0; step < STEPS && on && o->any; step++) {
        orders_break(u, x, seed, o);
        on = false;
        for (int i = 0; i < TRIES && !on; i++) on = draw_option(u, x, seed, option);
        memcpy(x, option, u->cells * sizeof *x);
    }
}

void orders_find(const struct unrolled *u, const int64_t (*starts)[TERM_CELLS], size_t count, uint64_t seed,
                 struct orders *o)
{
    for (size_t a = 0; a < TERM_CELLS; a++)
        for (size_t b = 0; b < TERM_CELLS; b++) {
            bool pair = a != b && a < u->cells && b < u->cells && !u->bag[a] && !u->bag[b];
            o->gap[a][b] = pair ? 1 : NO_ORDER;
        }
    o->any = count > 0 && u->instances.count > 0;
    for (size_t s = 0; s < count && o->any; s++) weaken(u, starts[s], o);
    for (size_t i = 0; i < WALKS && o->any; i++) walk(u, starts[i % count], &seed, o);
}
