/* SPDX-License-Identifier: MIT */
/* What is asked of a move, and what it gives, by what is taken. */
#include <string.h>
#include "base/numbers.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/private.h"

#define VALUE (UINT64_C(1) << TERM_CELLS)
enum { STRAIGHT_MOST = 1 << 16 };

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

bool level_move_takes(const struct dynamic_rule *rule, const struct dynamic_move *m)
{
    bool takes = m->value_count == 1 && m->own.count == 0 && level_move_form(rule, m);
    for (size_t k = 0; takes && k < m->filter[1].count; k++) takes = !term_cells_read(m->filter[1].items[k]);
    return takes;
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

/* Limits of takes from..from + count - 1, and LIMITS_NEVER for what is not allowed by what it is alone. */
static bool make_limits(const struct dynamic_limits *l, const struct dynamic_move *move, int64_t from, size_t count,
                        int64_t *limit)
{
    const struct dynamic_terms *filter = &move->filter[1];
    int64_t x[TERM_VARIABLES] = {0}, passes[LANES_MOST];
    x[TERM_CELLS] = from;
    dynamic_limits_along(l, &move->shared, x, TERM_CELLS, count, limit);
    for (size_t k = 0; k < filter->count; k++) {
        if (filter->items[k]->reads & ~VALUE) continue;
        if (!lanes_at(filter->items[k], x, TERM_CELLS, count, passes)) return false;
        for (size_t i = 0; i < count; i++) limit[i] = passes[i] ? limit[i] : LIMITS_NEVER;
    }
    if (from == 0) limit[0] = LIMITS_NEVER;
    return true;
}

bool level_move_look(const struct dynamic_limits *l, const struct dynamic_move *move, int64_t from, size_t count,
                     int64_t before, int64_t *limit, int64_t *next)
{
    const struct term *after = move->after[l->rule->bound];
    int64_t x[TERM_VARIABLES] = {0}, least = l->rows.low[l->rule->bound], values[LANES_MOST];
    x[TERM_CELLS] = from;
    if (!make_limits(l, move, from, count, limit)) return false;
    bool all = lanes_at(after, x, TERM_CELLS, count, values);
    for (size_t i = 0; i < count; i++) {
        int64_t value = values[i];
        x[TERM_CELLS] = from + (int64_t)i;
        bool has = (all || term_value_at(after, x, &value)) && value >= least && value < DYNAMIC_SMALL;
        if (!has && limit[i] < LIMITS_NEVER) return false;
        next[i] = has ? l->sign * value : i ? next[i - 1] : before;
    }
    return true;
}

/* Room for so many takes, of which those that are known are kept. */
static bool make_room(struct level_move *m, struct arena *arena, int64_t takes)
{
    int64_t room = m->room < INT64_MAX / 4 && takes < 2 * m->room ? 2 * m->room : takes;
    if (takes <= m->room) return true;
    if (room > m->most + 1) room = m->most + 1;
    int64_t *next = arena_array(arena, (size_t)room, sizeof *next);
    int64_t *limit = arena_array(arena, (size_t)room, sizeof *limit);
    if (!next || !limit) return false;
    if (m->known) memcpy(next, m->next, (size_t)m->known * sizeof *next);
    if (m->known) memcpy(limit, m->limit, (size_t)m->known * sizeof *limit);
    m->next = next;
    m->limit = limit;
    m->room = room;
    return true;
}

enum status level_move_extend(const struct dynamic_limits *l, struct level_move *m, struct arena *arena, int64_t to)
{
    int64_t last = to / LANES_MOST * LANES_MOST + LANES_MOST - 1;
    if (last > m->most) last = m->most;
    if (!make_room(m, arena, last + 1)) return ST_NO_MEMORY;
    while (m->fits && m->known <= last) {
        int64_t left = last + 1 - m->known, count = left < LANES_MOST ? left : LANES_MOST;
        int64_t before = m->known ? m->next[m->known - 1] : l->sign * l->rows.low[l->rule->bound];
        m->fits = level_move_look(l, m->move, m->known, (size_t)count, before, m->limit + m->known, m->next + m->known);
        m->known += count;
    }
    return ST_OK;
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

/* All limits are known. */
static bool find_nearest(struct level_move *m)
{
    bool rise, fall;
    find_direction(m->limit, 1, m->most, &rise, &fall);
    for (size_t i = 0; i < m->move->own.count; i++) {
        const struct term *t = m->move->own.items[i].term;
        rise &= dynamic_rises(t, TERM_CELLS, -1);
        fall &= dynamic_rises(t, TERM_CELLS, 1);
    }
    m->nearest = rise;
    return rise || fall;
}

bool level_move_direct(const struct dynamic_limits *l, struct level_move *m, struct arena *arena)
{
    bool rise = true, fall = true;
    for (size_t i = 0; i < m->move->shared.count; i++) {
        rise &= dynamic_rises(m->move->shared.items[i].term, TERM_CELLS, -1);
        fall &= dynamic_rises(m->move->shared.items[i].term, TERM_CELLS, 1);
    }
    m->nearest = rise;
    if ((rise || fall) && m->move->own.count == 0) return true;
    return level_move_extend(l, m, arena, m->most) == ST_OK && m->fits && find_nearest(m);
}

/* Of a linear form what is within bounds at both ends is so in between. */
void level_move_straighten(const struct dynamic_limits *l, struct level_move *m)
{
    const struct dynamic_move *move = m->move;
    int64_t low = l->rows.low[l->rule->bound], most = l->sign > 0 ? DYNAMIC_SMALL - 1 : -low, value;
    struct linear next;
    bool straight = m->step && m->most >= 1 && m->most < DYNAMIC_SMALL && !move->own.count && !move->filter[1].count &&
                    term_linear(move->after[l->rule->bound], &next) &&
                    dynamic_limits_straight(l, &move->shared, TERM_CELLS, &m->limit_at, &m->limit_by);
    for (int end = 0; end < 2 && straight; end++) {
        int64_t t = end ? m->most : 1;
        straight = number_magnitude(m->limit_by) <= STRAIGHT_MOST &&
                   number_magnitude(next.factor[TERM_CELLS]) <= STRAIGHT_MOST;
        if (!straight) break;
        value = m->limit_at + t * m->limit_by;
        straight = value >= dynamic_least(l) && value <= most;
        value = next.constant + t * next.factor[TERM_CELLS];
        straight &= value >= low && value < DYNAMIC_SMALL;
    }
    m->straight = straight;
    if (!straight) return;
    m->next_at = l->sign * next.constant;
    m->next_by = l->sign * next.factor[TERM_CELLS];
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

void level_move_open(const struct dynamic_limits *l, const struct dynamic_move *m, struct level_move *out)
{
    *out = (struct level_move){.move = m, .fits = level_move_form(l->rule, m), .period = 1};
    if (!out->fits || m->value_count == 0) return;
    find_steps(l, out);
    for (size_t i = 0; i < m->filter[1].count; i++) out->sifted |= (m->filter[1].items[i]->reads & ~VALUE) != 0;
}

enum status level_move_complete(const struct dynamic_limits *l, struct level_move *m, struct arena *arena)
{
    bool rise, fall;
    if (!m->fits || !m->step) return ST_OK;
    enum status st = level_move_extend(l, m, arena, m->most);
    if (st != ST_OK || !m->fits) return st;
    find_direction(m->next, 1, m->most, &rise, &fall);
    m->rises = rise;
    m->fits = (rise || fall) && find_nearest(m);
    m->period = find_period(m->limit, m->most);
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
