/* SPDX-License-Identifier: MIT */
/* The argument stands in line_takes.h. */
#include "solve/dynamic/line_takes.h"
#include "base/mem.h"
#include "base/numbers.h"
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/private.h"
#include "solve/dynamic/takes.h"

enum { KEPT_MOST = 1 << 14, FACTOR_MOST = 1 << 16 };

/* A move. */
struct lined {
    struct row_takes rows;
    bool whole;  /* all of the heap may be taken in every row, whatever else the row is */
    int64_t low; /* the least take, of any row */
    /* What the first takes give, and their limits. */
    int64_t kept;
    int32_t *next, *limit;
    bool straight; /* the limit of t is that of 0 and so much more for each */
    int64_t limit_at, limit_by;
    const struct term *after; /* what they give, which does not fall */
    bool rises;               /* that is seen by how it is made */
    int64_t seen;             /* else: takes up to this one have been looked at, of which the last gives: */
    int32_t last;
    bool linear;
    int64_t gives_at, gives_by;
    int64_t size, room; /* of the stack */
    int32_t *stack;
};
struct line {
    const struct dynamic_limits *l;
    struct lined *moves;
    struct arena arena;
    int32_t *won, *few; /* of rows; `few` in misere play alone: its `moves` */
    int64_t at;         /* the row */
    bool failed;        /* a number that is asked for does not fit, or is not there */
};

/* ---- what is taken ----------------------------------------------------------------------------------------------- */
static int32_t short_limit(struct line *k, int64_t limit)
{
    if (limit == LIMITS_NEVER) return LIMITS_NEVER_SHORT;
    if (limit >= -LIMITS_SHORT_MOST && limit <= LIMITS_SHORT_MOST) return (int32_t)limit;
    k->failed |= k->l->sign > 0 || limit != dynamic_least(k->l);
    return LIMITS_LEAST_SHORT;
}

/* `count` takes from `from` on, LANES_MOST at most. */
static void look_at(struct line *k, const struct lined *f, int64_t from, size_t count, int32_t *next, int32_t *limits)
{
    int64_t limit[LANES_MOST], gives[LANES_MOST];
    bool all = level_move_look(k->l, f->rows.m.move, from, count, 0, limit, gives);
    k->failed |= !all;
    for (size_t i = 0; i < count; i++) {
        limits[i] = all ? short_limit(k, limit[i]) : LIMITS_NEVER_SHORT;
        next[i] = all ? dynamic_short_y(gives[i]) : 0;
    }
}

/* The first takes up to t, or as many as are kept. */
static void keep_takes(struct line *k, struct lined *f, int64_t t)
{
    int64_t end = f->rows.m.most < KEPT_MOST - 1 ? f->rows.m.most : KEPT_MOST - 1;
    while (f->kept <= t && f->kept <= end && !k->failed) {
        int64_t left = end + 1 - f->kept, count = left < LANES_MOST ? left : LANES_MOST;
        look_at(k, f, f->kept, (size_t)count, f->next + f->kept, f->limit + f->kept);
        f->kept += count;
    }
}

/* Next numbers of takes up to t do not fall. */
static bool see_rise(struct line *k, struct lined *f, int64_t t)
{
    int32_t next[LANES_MOST], limits[LANES_MOST];
    while (!f->rises && f->seen < t) {
        int64_t from = f->seen + 1, left = f->rows.m.most - f->seen, count = left < LANES_MOST ? left : LANES_MOST;
        if (count < 1) return true;
        look_at(k, f, from, (size_t)count, next, limits);
        if (k->failed) return false;
        for (int64_t i = 0; i < count; f->last = next[i++])
            if (next[i] < f->last) return false;
        f->seen += count;
    }
    return true;
}

static inline int32_t limit_of(struct line *k, const struct lined *f, int64_t t)
{
    if (f->straight) return (int32_t)(f->limit_at + t * f->limit_by);
    if (t < f->kept) return f->limit[t];
    int32_t next = 0, limit = LIMITS_NEVER_SHORT;
    look_at(k, f, t, 1, &next, &limit);
    return limit;
}

static int32_t far_next(struct line *k, const struct lined *f, int64_t t)
{
    int64_t x[TERM_VARIABLES] = {[TERM_CELLS] = t}, value = 0, least = k->l->rows.low[k->l->rule->bound];
    if (f->linear) value = f->gives_at + t * f->gives_by;
    else if (!term_value_at(f->after, x, &value)) k->failed = true;
    if (value < least || value >= DYNAMIC_SMALL) k->failed = true;
    return dynamic_short_y(k->l->sign * value);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
/* Of row n, after that of n - 1: how much is taken to the nearest row that is lost, whether it may be or not; INT64_MAX: there is none. */
static inline int64_t least_lost(struct line *k, struct lined *f, int64_t n)
{
    const int32_t *won = k->won, *next = f->next;
    int64_t size = f->size, kept = f->kept, t = INT64_MAX;
    if (n >= f->low) f->stack[size++] = (int32_t)(n - f->low);
    for (; size > 0; size--) {
        int64_t p = f->stack[size - 1];
        t = n - p;
        int32_t y = t < kept ? next[t] : far_next(k, f, t);
        if (y < won[p]) break;
    }
    f->size = size;
    return size ? t : INT64_MAX;
}

static inline int32_t greater(int32_t a, int32_t b) { return a > b ? a : b; }

/* Row i of a batch, in normal play. False: a take leaves the box, or takes nothing. */
static bool fill_row(struct line *k, size_t i)
{
    int32_t won = LIMITS_NEVER_SHORT;
    for (size_t j = 0; j < k->l->rule->move_count; j++) {
        struct lined *f = &k->moves[j];
        int64_t t = least_lost(k, f, k->at);
        if (!f->rows.open[i]) continue;
        if (f->rows.low[i] < 1 || f->rows.high[i] > f->rows.place[i]) return false;
        int32_t gate = short_limit(k, f->rows.gate[i]);
        if (gate >= won || t > f->rows.high[i]) continue;
        int32_t one = greater(limit_of(k, f, t), gate);
        if (one < won) won = one;
    }
    k->won[k->at] = won;
    return !k->failed;
}

/* `count` rows of one move that takes up to the whole heap. */
static bool fill_whole(struct line *k, struct lined *f, size_t count)
{
    int64_t n = k->at, end = n + (int64_t)count;
    int32_t first = k->few && f->rows.m.most >= f->low ? limit_of(k, f, f->low) : LIMITS_NEVER_SHORT;
    for (; n < end && !k->failed; n++) {
        int64_t t = least_lost(k, f, n);
        int32_t won = t == INT64_MAX ? LIMITS_NEVER_SHORT : limit_of(k, f, t);
        int32_t moves = n < f->low ? LIMITS_NEVER_SHORT : first;
        if (k->few) k->few[n] = moves;
        k->won[n] = k->few && moves >= won ? LIMITS_LEAST_SHORT : won;
    }
    k->at = n;
    return !k->failed;
}

/* For `count` rows more: room in the stack, and the takes that are looked at. */
static enum status make_ready(struct line *k, struct lined *f, size_t count)
{
    int64_t most = k->at + (int64_t)count, room = f->size + (int64_t)count, more = f->room + f->room / 2;
    keep_takes(k, f, most);
    if (k->failed || !see_rise(k, f, most)) return ST_UNSUPPORTED;
    if (room <= f->room) return ST_OK;
    if (more < room) more = room;
    int32_t *stack = mem_resize(f->stack, (size_t)f->room * sizeof *stack, (size_t)more * sizeof *stack);
    if (!stack) return ST_NO_MEMORY;
    f->stack = stack;
    f->room = more;
    return ST_OK;
}

/* From k->at on. */
static enum status fill_batch(struct line *k, const size_t *order, struct budget *budget)
{
    int64_t x[TERM_VARIABLES];
    const struct dynamic_limits *l = k->l;
    for (size_t c = 0; c < l->rows.fields; c++) x[c] = l->rows.low[c];
    size_t count = row_takes_stand(&l->rows, order, (uint64_t)k->at, x), moves = l->rule->move_count;
    enum status st = budget_take_states(budget, count);
    for (size_t j = 0; st == ST_OK && j < moves; j++) st = make_ready(k, &k->moves[j], count);
    if (st != ST_OK) return st;
    if (moves == 1 && k->moves->whole) return fill_whole(k, k->moves, count) ? ST_OK : ST_UNSUPPORTED;
    bool all = !k->few;
    for (size_t j = 0; all && j < moves; j++) all = row_takes_look(l, order, x, count, &k->moves[j].rows);
    for (size_t i = 0; all && i < count; i++, k->at++) all = fill_row(k, i);
    return all ? ST_OK : ST_UNSUPPORTED;
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */
/* Is it the place of the row? */
static bool is_place(const struct dynamic_limits *l, const size_t *order, const struct term *t)
{
    size_t inner = order[l->rows.fields - 2];
    struct linear line;
    return term_linear(t, &line) && line.constant == -l->rows.low[inner] && t->reads == term_bit((int)inner) &&
           line.factor[inner] == 1;
}

/* Of all limits from 1 to `most`: are they such numbers that fit? */
static bool are_straight(const struct dynamic_limits *l, struct lined *f, int64_t most)
{
    int64_t least = dynamic_least(l), greatest = l->sign > 0 ? DYNAMIC_SMALL - 1 : -l->rows.low[l->rule->bound];
    bool straight = dynamic_limits_straight(l, &f->rows.m.move->shared, TERM_CELLS, &f->limit_at, &f->limit_by) &&
                    dynamic_is_small(f->limit_at) && number_magnitude(f->limit_by) <= FACTOR_MOST;
    for (int end = 0; end < 2 && straight; end++) {
        int64_t limit = f->limit_at + (end ? most : 1) * f->limit_by;
        straight = limit >= least && limit <= greatest && number_magnitude(limit) <= LIMITS_SHORT_MOST;
    }
    return straight;
}

/* What is seen of a move by how it is made. */
static bool has_form(const struct dynamic_limits *l, const size_t *order, const struct dynamic_move *m, struct lined *f)
{
    const struct term *low = m->low[0].items[0];
    struct linear gives;
    level_move_open(l, m, &f->rows.m);
    bool fits = f->rows.m.fits && f->rows.m.step == 1 && !m->filter[1].count && m->low[0].count == 1 &&
                low->kind == EXPR_INT && low->constant >= 1;
    for (size_t i = 0; fits && i < m->shared.count; i++) fits = dynamic_rises(m->shared.items[i].term, TERM_CELLS, -1);
    if (!fits || l->rows.extent[order[l->rows.fields - 2]] != (int64_t)l->rows.count) return false;
    f->low = low->constant;
    f->whole = m->high[0].count == 1 && is_place(l, order, m->high[0].items[0]) && m->filter[0].count == 0 &&
               m->gate.count == 0;
    f->after = m->after[l->rule->bound];
    f->rises = dynamic_rises(f->after, TERM_CELLS, (int)l->sign);
    f->linear = term_linear(f->after, &gives) && number_magnitude(gives.factor[TERM_CELLS]) <= FACTOR_MOST &&
                dynamic_is_small(gives.constant);
    if (f->linear) f->gives_at = gives.constant, f->gives_by = gives.factor[TERM_CELLS];
    f->straight = are_straight(l, f, f->rows.m.most);
    f->last = INT32_MIN;
    return true;
}

/* Of the first takes. */
static bool fits_stack(struct line *k, const size_t *order, const struct dynamic_move *m, struct lined *f)
{
    int32_t next = 0, limit = 0;
    if (!has_form(k->l, order, m, f) || !see_rise(k, f, 1)) return false;
    if (!k->l->misere) return true;
    if (!f->whole || k->l->rule->move_count != 1) return false;
    if (f->rows.m.most < f->low) return true;
    look_at(k, f, f->low, 1, &next, &limit);
    return !k->failed && next >= limit;
}

bool dynamic_lined(const struct dynamic_limits *l, const size_t *order)
{
    struct line k = {.l = l};
    struct lined f;
    bool all =
        l->rule->move_count && dynamic_taken(l->rule) && dynamic_small_rows(&l->rows) && l->rows.count < INT32_MAX / 2;
    for (size_t j = 0; all && j < l->rule->move_count; j++) {
        f = (struct lined){0};
        all = fits_stack(&k, order, &l->rule->moves[j], &f);
    }
    return all;
}

static enum status open_move(struct line *k, const size_t *order, const struct dynamic_move *m, struct lined *f)
{
    if (!has_form(k->l, order, m, f)) return ST_UNSUPPORTED;
    size_t room = (size_t)(f->rows.m.most < KEPT_MOST ? f->rows.m.most + 1 : KEPT_MOST);
    f->next = arena_array(&k->arena, room, sizeof *f->next);
    f->limit = arena_array(&k->arena, room, sizeof *f->limit);
    return f->next && f->limit ? ST_OK : ST_NO_MEMORY;
}

enum status dynamic_fill_line(const struct dynamic_limits *l, const size_t *order, struct budget *budget)
{
    struct line k = {.l = l, .won = l->won_short, .few = l->misere ? l->moves_short : NULL};
    enum status st = dynamic_lined(l, order) ? ST_OK : ST_UNSUPPORTED;
    if (st == ST_OK) k.moves = arena_array(&k.arena, l->rule->move_count + 1, sizeof *k.moves);
    if (st == ST_OK && !k.moves) st = ST_NO_MEMORY;
    for (size_t j = 0; st == ST_OK && j < l->rule->move_count; j++)
        st = open_move(&k, order, &l->rule->moves[j], &k.moves[j]);
    while (st == ST_OK && (uint64_t)k.at < l->rows.count) {
        if (k.at % (1 << 14) == 0) st = budget_check(budget);
        if (st == ST_OK) st = fill_batch(&k, order, budget);
    }
    for (size_t j = 0; k.moves && j < l->rule->move_count; j++)
        mem_free(k.moves[j].stack, (size_t)k.moves[j].room * sizeof *k.moves[j].stack);
    arena_free(&k.arena);
    return st;
}
