/* SPDX-License-Identifier: MIT */
/* The argument stands in levels.h. */
#include "solve/dynamic/levels.h"
#include "base/numbers.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/level_sets.h"
#include "solve/dynamic/private.h"

enum { LEVEL_NEW = -1, NO_SET = -1, LEVELS_FEW = 64, LEVELS_PART = 8 };

/* A move, the rows that it leads to, and the row that is being filled. */
struct following {
    struct level_move m;
    struct level_sets **lines; /* by the first row of a line */
    int64_t *level;            /* by row: how many of its numbers are reached; LEVEL_NEW */
    uint32_t *waits, *next;    /* the first row that waits for this one, the one behind it: places on their line, + 1 */
    /* Of the row: set v P + c has places c, c + P, ... of value v, where P is the move's period. */
    struct level_sets *line;
    int64_t base, place, last; /* where the line begins, the row's place on it, and the last one */
    bool plain;                /* limits depend on what is taken alone */
    bool open;                 /* may some option be allowed? */
    int64_t low, high, gate;   /* what may be taken; conditions on the row give that limit */
    int64_t set;               /* of a move that chooses nothing: in which set the option would be */
};
struct levelling {
    struct dynamic_levels *l;
    struct dynamic_limits view; /* for dynamic_limit_of */
    struct following *moves;
    int64_t least;
};

bool dynamic_levelled(const struct dynamic_rule *rule)
{
    bool all = rule->fine;
    for (size_t i = 0; all && i < rule->move_count; i++) all = level_move_form(rule, &rule->moves[i]);
    return all;
}

uint64_t dynamic_level(const struct dynamic_levels *l, uint64_t row, int64_t y)
{
    const int64_t *from = l->from.data;
    uint64_t low = l->first.data[row], begin = low, high = l->first.data[row + 1];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (from[middle] <= y) low = middle + 1;
        else high = middle;
    }
    return low - begin;
}

/* In which set are positions of that level? In misere play and of outcomes the lost ones are in set 0. */
static int64_t set_of(const struct dynamic_levels *l, int64_t level)
{
    if (l->kind == LEVELS_VALUES) return level;
    return level == (l->kind == LEVELS_MISERE ? 1 : 0) ? 0 : NO_SET;
}

/* ---- rows that wait ---------------------------------------------------------------------------------------------- */
static enum status stand(struct dynamic_rows *r, struct following *f)
{
    int64_t place = INT64_MAX, room = INT64_MAX;
    if (!f->m.step) return ST_OK;
    for (size_t c = 0; c < r->box.fields; c++) {
        if (!f->m.shift[c]) continue;
        int64_t offset = r->x[c] - r->box.low[c], left = r->box.extent[c] - 1 - offset;
        if (offset / f->m.shift[c] < place) place = offset / f->m.shift[c];
        if (left / f->m.shift[c] < room) room = left / f->m.shift[c];
    }
    f->place = place;
    f->last = place + room;
    f->base = (int64_t)r->at - place * f->m.step;
    if (!f->lines[f->base]) {
        struct level_sets *line = f->lines[f->base] = arena_alloc(&r->arena, sizeof *line);
        if (!line) return ST_NO_MEMORY;
        *line = (struct level_sets){.length = (place + room) / f->m.period + 1, .nearest = f->m.nearest};
    }
    f->line = f->lines[f->base];
    return ST_OK;
}

/* The row at `place`, of which t is taken now, waits for the next t at which its level is another. */
static void wait_on(const struct dynamic_levels *l, struct following *f, int64_t place, int64_t row, int64_t t)
{
    int64_t level = f->level[row], count = (int64_t)(l->first.data[row + 1] - l->first.data[row]), turn = t + 1;
    const int64_t *from = count ? l->from.data + l->first.data[row] : NULL;
    if (f->m.rises ? level == count : level == 0) return;
    int64_t end = f->last - place;
    if (level != LEVEL_NEW) turn = level_move_turn(&f->m, t, end, from[f->m.rises ? level : level - 1]);
    if (turn > end) return;
    uint32_t *at = &f->waits[f->base + (place + turn) * f->m.step];
    f->next[row] = *at;
    *at = (uint32_t)place + 1;
}

/* The level of a row at y: where it rises, mostly the next one. */
static int64_t level_from(const struct dynamic_levels *l, const struct following *f, int64_t row, int64_t y)
{
    int64_t old = f->level[row], level = old + 1, count = (int64_t)(l->first.data[row + 1] - l->first.data[row]);
    const int64_t *from = count ? l->from.data + l->first.data[row] : NULL;
    /* it has turned, so it is no less, or no more, than that */
    if (f->m.rises && level > 0 && (level == count || from[level] > y)) return level;
    level = old - 1;
    if (!f->m.rises && old > 0 && (level == 0 || from[level - 1] <= y)) return level;
    return (int64_t)dynamic_level(l, (uint64_t)row, y);
}

static bool go_on(struct dynamic_rows *r, const struct dynamic_levels *l, struct following *f, int64_t place)
{
    int64_t row = f->base + place * f->m.step, t = f->place - place, old = f->level[row];
    int64_t level = level_from(l, f, row, f->m.next[t]);
    int64_t before = old == LEVEL_NEW ? NO_SET : set_of(l, old), now = set_of(l, level);
    int64_t period = f->m.period, class = period == 1 ? 0 : place % period, in = period == 1 ? place : place / period;
    if (before != NO_SET) level_sets_remove(f->line, (uint64_t)(before * period + class), in);
    f->level[row] = level;
    wait_on(l, f, place, row, t);
    return now == NO_SET || level_sets_add(f->line, &r->arena, (uint64_t)(now * period + class), in);
}

static enum status follow(struct dynamic_rows *r, const struct dynamic_levels *l, struct following *f)
{
    for (uint32_t w = f->m.step ? f->waits[r->at] : 0; w;) {
        int64_t place = (int64_t)w - 1;
        w = f->next[f->base + place * f->m.step];
        if (!go_on(r, l, f, place)) return ST_NO_MEMORY;
        r->since += 32;
    }
    return ST_OK;
}

/* ---- options of a row -------------------------------------------------------------------------------------------- */
static enum status place_single(struct dynamic_rows *r, const struct dynamic_levels *l, struct following *f)
{
    const struct dynamic_move *m = f->m.move;
    int64_t row = 0, y = 0, value;
    f->set = l->kind == LEVELS_MISERE ? NO_SET : 0; /* where play ends */
    for (size_t c = 0; !m->ends && c < r->box.fields; c++) {
        if (!term_value_at(m->after[c], r->x, &value) || value < r->box.low[c]) return ST_UNSUPPORTED;
        if (c == r->rule->bound) y = value;
        else if (value - r->box.low[c] >= r->box.extent[c]) return ST_UNSUPPORTED;
        else row += (value - r->box.low[c]) * r->box.stride[c];
    }
    if (m->ends) return ST_OK;
    if ((uint64_t)row >= r->at || y >= DYNAMIC_SMALL) return ST_UNSUPPORTED;
    f->set = set_of(l, (int64_t)dynamic_level(l, (uint64_t)row, l->sign * y));
    return ST_OK;
}

/* What may be taken from the row. An option that leaves the box, or takes nothing, is not looked for: it is refused. */
static enum status look(struct dynamic_rows *r, const struct levelling *at, struct following *f)
{
    const struct dynamic_move *m = f->m.move;
    if (!dynamic_holds(r, &m->filter[0], &f->open)) return ST_UNSUPPORTED;
    f->gate = dynamic_limit_of(&at->view, &m->gate, r->x);
    f->open &= f->gate < LIMITS_NEVER;
    if (!f->m.step) return f->open ? place_single(r, at->l, f) : ST_OK;
    if (!dynamic_range(r, m, 0, &f->low, &f->high)) return ST_UNSUPPORTED;
    f->open &= f->low <= f->high;
    return f->open && (f->low < 1 || f->high > f->place) ? ST_UNSUPPORTED : ST_OK;
}

/* The limit of taking t; LIMITS_NEVER: it is not allowed. */
static int64_t limit_of(struct dynamic_rows *r, const struct levelling *at, const struct following *f, int64_t t)
{
    int64_t limit = f->m.limit[t] > f->gate ? f->m.limit[t] : f->gate, own;
    bool all = true;
    r->since += 4;
    if (limit == LIMITS_NEVER || f->plain) return limit;
    r->x[TERM_CELLS] = t;
    r->since += 32;
    if (f->m.sifted && (!dynamic_holds(r, &f->m.move->filter[1], &all) || !all)) return LIMITS_NEVER;
    own = dynamic_limit_of(&at->view, &f->m.move->own, r->x);
    return own > limit ? own : limit;
}

/* The same of those in a class; their places on the line are low..high. */
static int64_t least_in_class(struct dynamic_rows *r, const struct levelling *at, const struct following *f,
                              int64_t set, int64_t class)
{
    int64_t period = f->m.period, low = number_ceiling(f->place - f->high - class, period);
    int64_t high = number_floor(f->place - f->low - class, period), place;
    while (low <= high && (place = level_sets_next(f->line, (uint64_t)(set * period + class), low, high)) >= 0) {
        int64_t limit = limit_of(r, at, f, f->place - (place * period + class));
        if (limit < LIMITS_NEVER) return limit;
        if (f->m.nearest) high = place - 1;
        else low = place + 1;
    }
    return LIMITS_NEVER;
}

/* The option that leads a set, where that says all; LIMITS_NEVER: it does not, or the set is empty. */
static inline int64_t first_in(const struct following *f, int64_t set)
{
    if (f->m.period != 1 || !f->plain || (uint64_t)set >= f->line->count) return LIMITS_NEVER;
    int64_t leads = f->line->sets[set].leads, t = f->place - leads;
    if (leads < 0 || t < f->low || t > f->high) return LIMITS_NEVER;
    return f->m.limit[t] > f->gate ? f->m.limit[t] : f->gate;
}

/* The least limit of the move's options in a set. */
static int64_t least_in(struct dynamic_rows *r, const struct levelling *at, const struct following *f, int64_t set)
{
    if (!f->m.step) return f->set == set ? f->gate : LIMITS_NEVER;
    int64_t least = LIMITS_NEVER, t = f->place % f->m.period, one = first_in(f, set);
    if (one < LIMITS_NEVER) return one;
    if (f->m.period == 1) return least_in_class(r, at, f, set, 0);
    for (int64_t class = 0; class < f->m.period; class ++, t--) {
        if (t <= 0) t += f->m.period; /* a take that leads to this class: it is allowed where that is */
        if (f->m.limit[t] == LIMITS_NEVER) continue;
        one = least_in_class(r, at, f, set, class);
        if (one < least) least = one;
    }
    return least;
}

/* Of all its options. */
static int64_t least_of_all(struct dynamic_rows *r, const struct levelling *at, const struct following *f)
{
    int64_t limit = LIMITS_NEVER;
    if (!f->m.step) return f->gate;
    int64_t count = f->high - f->low + 1;
    for (int64_t i = 0; limit == LIMITS_NEVER && i < count; i++)
        limit = limit_of(r, at, f, f->m.nearest ? f->low + i : f->high - i);
    return limit;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static int64_t least(struct dynamic_rows *r, const struct levelling *at, int64_t set)
{
    int64_t limit = LIMITS_NEVER;
    for (size_t i = 0; limit > at->least && i < r->rule->move_count; i++) {
        const struct following *f = &at->moves[i];
        int64_t one = !f->open ? LIMITS_NEVER : set == NO_SET ? least_of_all(r, at, f) : least_in(r, at, f, set);
        if (one < limit) limit = one;
    }
    return limit;
}

/* The numbers of the row. */
static enum status list(struct dynamic_rows *r, struct levelling *at)
{
    struct dynamic_levels *l = at->l;
    int64_t from = l->kind == LEVELS_MISERE ? least(r, at, NO_SET) : at->least;
    if (from == LIMITS_NEVER) return ST_OK;
    if (l->kind == LEVELS_MISERE && !vec_push(&l->from, from)) return ST_NO_MEMORY;
    for (int64_t set = 0; set == 0 || l->kind == LEVELS_VALUES; set++) {
        int64_t limit = least(r, at, set);
        if (limit == LIMITS_NEVER) break;
        if (limit > from) from = limit;
        if (!vec_push(&l->from, from)) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static enum status fill_row(struct dynamic_rows *r, struct levelling *at)
{
    struct dynamic_levels *l = at->l;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < r->rule->move_count; i++) {
        st = stand(r, &at->moves[i]);
        if (st == ST_OK) st = follow(r, l, &at->moves[i]);
        if (st == ST_OK) st = look(r, at, &at->moves[i]);
    }
    if (st == ST_OK) st = list(r, at);
    if (st == ST_OK && !vec_push(&l->first, l->from.count)) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < r->rule->move_count; i++) {
        struct following *f = &at->moves[i];
        if (!f->m.step) continue;
        f->level[r->at] = LEVEL_NEW;
        wait_on(l, f, f->place, (int64_t)r->at, 0);
    }
    r->since += 64;
    return st;
}

static enum status open_move(const struct levelling *at, const struct dynamic_move *m, struct dynamic_rows *r,
                             struct following *f)
{
    size_t rows = (size_t)r->box.count;
    level_move_open(&at->view, m, &f->m);
    enum status st = level_move_complete(&at->view, &f->m, &r->arena);
    if (st != ST_OK || !f->m.fits) return st == ST_OK ? ST_UNSUPPORTED : st;
    f->plain = !f->m.sifted && !m->own.count;
    if (!f->m.step) return ST_OK;
    f->lines = arena_array(&r->arena, rows, sizeof *f->lines);
    f->level = arena_array(&r->arena, rows, sizeof *f->level);
    f->waits = arena_array(&r->arena, rows, sizeof *f->waits);
    f->next = arena_array(&r->arena, rows, sizeof *f->next);
    return f->lines && f->level && f->waits && f->next ? ST_OK : ST_NO_MEMORY;
}

/* Rows one by one; more numbers than an eighth of what rows of values would have are too many. */
static enum status fill_rows(struct dynamic_rows *r, struct levelling *at)
{
    uint64_t most = LEVELS_FEW;
    enum status st = ST_OK;
    while (st == ST_OK && dynamic_next(r)) {
        st = budget_take_states(r->budget, 1);
        if (st == ST_OK) st = fill_row(r, at);
        most += LEVELS_FEW;
        for (size_t c = 0; c < r->box.fields; c++) most += (uint64_t)(r->x[c] - r->box.low[c]) / LEVELS_PART;
        if (st == ST_OK && at->l->from.count > most) st = ST_UNSUPPORTED;
        if (st != ST_OK || r->since <= 1 << 18) continue;
        r->since = 0;
        st = budget_check(r->budget);
        if (st == ST_OK) st = budget_fits(r->budget, 0);
    }
    return st;
}

enum status dynamic_fill_levels(struct dynamic_levels *l, const size_t *order, struct budget *budget)
{
    struct dynamic_rows r = {.rule = l->rule, .box = l->rows, .order = order, .budget = budget, .limits = true};
    struct levelling at = {.l = l, .view = {.rule = l->rule, .rows = l->rows, .sign = l->sign}};
    enum status st = l->rows.count < UINT32_MAX / 2 ? ST_OK : ST_UNSUPPORTED;
    at.least = dynamic_least(&at.view);
    at.moves = arena_array(&r.arena, l->rule->move_count + 1, sizeof *at.moves);
    for (size_t c = 0; c < l->rows.fields; c++) r.x[c] = l->rows.low[c];
    if (!dynamic_small_rows(&l->rows)) st = ST_UNSUPPORTED;
    if (!at.moves || !vec_reserve(&l->first, l->rows.count + 1) || !vec_push(&l->first, 0)) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < l->rule->move_count; i++)
        st = open_move(&at, &l->rule->moves[i], &r, &at.moves[i]);
    if (st == ST_OK) st = fill_rows(&r, &at);
    arena_free(&r.arena);
    return st;
}

void dynamic_levels_to_limits(const struct dynamic_levels *l, struct dynamic_limits *limits)
{
    for (uint64_t row = 0; row < l->rows.count; row++) {
        uint64_t first = l->first.data[row], count = l->first.data[row + 1] - first;
        bool misere = l->kind == LEVELS_MISERE;
        limits->won[row] = count > misere ? l->from.data[first + misere] : LIMITS_NEVER;
        if (misere) limits->moves[row] = count ? l->from.data[first] : LIMITS_NEVER;
    }
}

void dynamic_levels_free(struct dynamic_levels *l)
{
    vec_free(&l->first);
    vec_free(&l->from);
}
