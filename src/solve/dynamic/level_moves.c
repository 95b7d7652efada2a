/* SPDX-License-Identifier: MIT */
/* What is asked of a move, and what it gives, by what is taken. */
#include "solve/dynamic/cap.h"
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/private.h"

#define VALUE ((uint32_t)1 << TERM_CELLS)

static bool never_fails(const struct dynamic_terms *terms)
{
    bool never = true;
    for (size_t i = 0; never && i < terms->count; i++) never = term_never_fails(terms->items[i]);
    return never;
}

/* The field less a multiple of what is taken. */
static bool takes_from(const struct term *after, size_t field, int64_t *shift)
{
    struct linear line;
    if (!term_linear(after, &line) || line.constant) return false;
    *shift = -line.factor[TERM_CELLS];
    line.factor[TERM_CELLS] = 0;
    line.factor[field] -= 1;
    bool alone = *shift >= 0;
    for (size_t v = 0; alone && v < TERM_VARIABLES; v++) alone = line.factor[v] == 0;
    return alone;
}

bool level_move_form(const struct dynamic_rule *rule, const struct dynamic_move *m)
{
    bool fits = !m->may_fail && never_fails(&m->filter[0]);
    int64_t shift, all = 0;
    if (!fits || m->value_count == 0) return fits;
    fits = m->value_count == 1 && !m->ends && never_fails(&m->filter[1]) && !(m->after[rule->bound]->reads & ~VALUE);
    for (size_t c = 0; fits && c < rule->cells; c++) {
        if (c == rule->bound) continue;
        fits = takes_from(m->after[c], c, &shift);
        all += fits ? shift : 0;
    }
    return fits && all > 0;
}

static void find_steps(const struct dynamic_limits *l, struct level_move *out)
{
    out->most = INT64_MAX;
    for (size_t c = 0; c < l->rows.fields; c++) {
        if (c == l->rule->bound) continue;
        (void)takes_from(out->move->after[c], c, &out->shift[c]); /* it does: level_move_form */
        out->step += out->shift[c] * l->rows.stride[c];
        int64_t most = out->shift[c] ? (l->rows.extent[c] - 1) / out->shift[c] : INT64_MAX;
        if (most < out->most) out->most = most;
    }
}

/* Limits by what is taken, and LIMITS_NEVER for what is not allowed by what it is alone. */
static void make_limits(const struct dynamic_limits *l, struct level_move *out)
{
    const struct dynamic_terms *filter = &out->move->filter[1];
    int64_t x[TERM_VARIABLES] = {0}, value;
    out->limit[0] = LIMITS_NEVER;
    for (int64_t t = 1; t <= out->most; t++) {
        x[TERM_CELLS] = t;
        out->limit[t] = dynamic_limit_of(l, &out->move->shared, x);
        for (size_t i = 0; i < filter->count; i++)
            if (!(filter->items[i]->reads & ~VALUE) && (!term_value_at(filter->items[i], x, &value) || !value))
                out->limit[t] = LIMITS_NEVER;
    }
    for (size_t i = 0; i < filter->count; i++) out->sifted |= (filter->items[i]->reads & ~VALUE) != 0;
}

/* What a take gives; where it is not allowed, as the one before. False: something allowed has no such number. */
static bool make_next(const struct dynamic_limits *l, struct level_move *out)
{
    const struct term *after = out->move->after[l->rule->bound];
    int64_t x[TERM_VARIABLES] = {0}, least = l->rows.low[l->rule->bound];
    for (int64_t t = 0; t <= out->most; t++) {
        int64_t value;
        x[TERM_CELLS] = t;
        bool has = term_value_at(after, x, &value) && value >= least && value < DYNAMIC_SMALL;
        if (!has && out->limit[t] < LIMITS_NEVER) return false;
        out->next[t] = has ? l->sign * value : t ? out->next[t - 1] : l->sign * least;
    }
    return true;
}

/* Of numbers that are not LIMITS_NEVER. */
static void find_direction(const int64_t *numbers, int64_t from, int64_t to, bool *rise, bool *fall)
{
    int64_t last = LIMITS_NEVER;
    *rise = *fall = true;
    for (int64_t t = from; t <= to; t++) {
        if (numbers[t] == LIMITS_NEVER) continue;
        *rise &= last == LIMITS_NEVER || numbers[t] >= last;
        *fall &= last == LIMITS_NEVER || numbers[t] <= last;
        last = numbers[t];
    }
}

static bool find_directions(struct level_move *out)
{
    bool rise, fall;
    find_direction(out->next, 1, out->most, &rise, &fall);
    out->rises = rise;
    if (!rise && !fall) return false;
    find_direction(out->limit, 1, out->most, &rise, &fall);
    for (size_t i = 0; i < out->move->own.count; i++) {
        const struct term *t = out->move->own.items[i].term;
        rise &= dynamic_rises(t, TERM_CELLS, -1);
        fall &= dynamic_rises(t, TERM_CELLS, 1);
    }
    out->nearest = rise;
    return rise || fall;
}

enum { PERIOD_MOST = 32 };

static int64_t find_period(const int64_t *limit, int64_t most)
{
    for (int64_t p = 1; p <= PERIOD_MOST && p < most; p++) {
        int64_t t = 1;
        while (t + p <= most && (limit[t] == LIMITS_NEVER) == (limit[t + p] == LIMITS_NEVER)) t++;
        if (t + p > most) return p;
    }
    return 1;
}

enum status level_move_open(const struct dynamic_limits *l, const struct dynamic_move *m, struct arena *arena,
                            struct level_move *out)
{
    *out = (struct level_move){.move = m, .fits = level_move_form(l->rule, m)};
    if (!out->fits || m->value_count == 0) return ST_OK;
    find_steps(l, out);
    out->next = arena_array(arena, (size_t)out->most + 1, sizeof *out->next);
    out->limit = arena_array(arena, (size_t)out->most + 1, sizeof *out->limit);
    if (!out->next || !out->limit) return ST_NO_MEMORY;
    make_limits(l, out);
    out->fits = make_next(l, out) && find_directions(out);
    out->period = find_period(out->limit, out->most);
    return ST_OK;
}

static bool has_turned(const struct level_move *m, int64_t t, int64_t bound)
{
    return m->rises ? m->next[t] >= bound : m->next[t] < bound;
}

/* Next numbers are often about proportional to what is taken: so a few places about that are tried first. */
int64_t level_move_turn(const struct level_move *m, int64_t t, int64_t end, int64_t bound)
{
    int64_t before = t, turned = end + 1, guess;
    if (m->next[t] && !__builtin_mul_overflow(t, bound, &guess)) {
        guess /= m->next[t];
        for (int64_t g = guess > t ? guess : t + 1; g <= guess + 2 && g < turned; g++) {
            if (has_turned(m, g, bound)) turned = g;
            else before = g;
        }
    }
    while (turned - before > 1) {
        int64_t middle = before + (turned - before) / 2;
        if (has_turned(m, middle, bound)) turned = middle;
        else before = middle;
    }
    return turned;
}
