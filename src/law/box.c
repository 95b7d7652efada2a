/* SPDX-License-Identifier: MIT */
/* Boxes of several fields. Either one number y is read off all of them, and the value is a function of y: their sum, their nim-sum, a
 * difference, ...; or each field has a function of its own, and the value is their sum, nim-sum, greatest, or of truth values all. */
#include <stdlib.h>
#include "base/checked.h"
#include "law/private.h"

enum { ROW_MOST = 40 };
struct pair {
    int64_t y, v;
};
struct boxing {
    const struct law_box *seen;
    struct law_guesses *guesses;
    struct arena *arena;
    struct pair *pairs; /* one a position */
    int64_t *x, *v;
};

static int by_y(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    return p->y != q->y ? (p->y < q->y ? -1 : 1) : (p->v > q->v) - (p->v < q->v);
}

/* ---- one number read off all fields ---------------------------------------------------------------------------------- */
/* v as a function of y, each y once; 0 if it is none. */
static size_t read_function(const struct boxing *b, const struct law_term *y)
{
    int64_t numbers[LAW_FIELDS];
    size_t count = 0, different = 0;
    for (uint64_t i = 0; i < b->seen->count; i++) {
        struct pair *p = &b->pairs[count];
        law_place(b->seen, i, numbers);
        if (b->seen->values[i] == LAW_NONE) continue;
        if (!law_value(y, numbers, NULL, &p->y)) return 0;
        p->v = b->seen->values[i];
        count++;
    }
    qsort(b->pairs, count, sizeof *b->pairs, by_y);
    for (size_t i = 0; i < count; i++) {
        const struct pair *p = &b->pairs[i];
        if (i && p->y == p[-1].y && p->v != p[-1].v) return 0;
        if (i && p->y == p[-1].y) continue;
        b->x[different] = p->y;
        b->v[different++] = p->v;
    }
    return 2 * different <= count ? different : 0;
}

/* Guesses of a line, in `y` instead of its number. */
static enum status put_line(const struct boxing *b, const struct law_line *line, const struct law_term *y)
{
    size_t first = b->guesses->list.count;
    enum status st = law_guess_line(line, b->guesses);
    for (size_t i = first; st == ST_OK && i < b->guesses->list.count; i++) {
        struct law_guess *g = &b->guesses->list.data[i];
        if (law_reads_self(g->term)) *g = b->guesses->list.data[--b->guesses->list.count], i--;
        else if (!(g->term = law_put(b->arena, g->term, y))) st = ST_NO_MEMORY;
    }
    return st;
}

static enum status try_number(const struct boxing *b, const struct law_term *y)
{
    if (!y) return ST_NO_MEMORY;
    size_t different = read_function(b, y);
    if (!different) return ST_OK;
    struct law_points points = {b->x, b->v, different, b->seen->outcomes};
    enum status st;
    const struct law_term *shape = law_shape(&points, y, b->arena, &st);
    if (shape) st = law_offer(b->guesses, shape, 0);
    if (st != ST_OK || b->x[different - 1] - b->x[0] != (int64_t)different - 1) return st;
    struct law_line line = {b->x[0], different, b->v, b->seen->outcomes};
    return put_line(b, &line, y);
}

/* All fields joined by `op`, but those of the set `without`. */
static const struct law_term *join(const struct boxing *b, enum law_op op, unsigned without)
{
    const struct law_term *all = NULL;
    for (size_t i = 0; i < b->seen->fields; i++) {
        if (without >> i & 1) continue;
        const struct law_term *f = law_field(b->arena, i);
        all = all ? law_two(b->arena, op, all, f) : f;
        if (!all) return NULL;
    }
    return all;
}

static enum status try_pairs(const struct boxing *b)
{
    static const enum law_op ops[] = {LAW_SUB, LAW_MUL, LAW_GCD};
    enum status st = ST_OK;
    for (size_t i = 0; i < b->seen->fields; i++)
        for (size_t j = 0; j < b->seen->fields; j++) {
            if (i == j) continue;
            const struct law_term *one = law_field(b->arena, i), *other = law_field(b->arena, j);
            for (size_t k = 0; st == ST_OK && k < sizeof ops / sizeof *ops; k++)
                if (i < j || ops[k] == LAW_SUB) st = try_number(b, law_two(b->arena, ops[k], one, other));
            const struct law_term *apart = law_two(b->arena, LAW_SUB, one, other);
            if (st == ST_OK && i < j) st = try_number(b, law_one(b->arena, LAW_ABS, apart));
        }
    return st;
}

static enum status try_numbers(const struct boxing *b)
{
    static const enum law_op ops[] = {LAW_XOR, LAW_ADD, LAW_MAX, LAW_MIN};
    enum status st = ST_OK;
    /* Every set of fields that is left: single fields, pairs, all. */
    for (unsigned without = 0; without + 1 < 1u << b->seen->fields; without++)
        for (size_t k = 0; st == ST_OK && k < sizeof ops / sizeof *ops; k++)
            st = try_number(b, join(b, ops[k], without));
    return st == ST_OK ? try_pairs(b) : st;
}

/* ---- a function of each field ---------------------------------------------------------------------------------------- */
static uint64_t stride(const struct law_box *box, size_t field)
{
    uint64_t step = 1;
    for (size_t i = field + 1; i < box->fields; i++) step *= (uint64_t)box->extent[i];
    return step;
}

static bool apply(enum law_op op, int64_t a, int64_t b, int64_t *value)
{
    struct law_term one = {.op = LAW_FIELD, .number = 0}, other = {.op = LAW_FIELD, .number = 1};
    struct law_term both = {.op = op, .kid = {&one, &other}};
    return law_value(&both, (int64_t[]){a, b}, NULL, value);
}

/* lines[i][k]: what field i gives where it is its least number + k. For sums and nim-sums along the edges of the box; for the greatest
 * and for truth values over all positions. */
static bool read_lines(const struct boxing *b, enum law_op op, int64_t *const *lines)
{
    const struct law_box *box = b->seen;
    int64_t corner = box->values[0], numbers[LAW_FIELDS];
    bool fold = op == LAW_MAX || op == LAW_AND;
    if (corner == LAW_NONE) return false;
    for (size_t i = 0; i < box->fields; i++)
        for (int64_t k = 0; k < box->extent[i]; k++) {
            int64_t edge = box->values[(uint64_t)k * stride(box, i)];
            if (fold) lines[i][k] = op == LAW_MAX ? INT64_MAX : 0;
            else if (edge == LAW_NONE) return false;
            else if (i == 0) lines[i][k] = edge;
            else if (!apply(op == LAW_ADD ? LAW_SUB : op, edge, corner, &lines[i][k])) return false;
        }
    for (uint64_t n = 0; fold && n < box->count; n++) {
        if (box->values[n] == LAW_NONE) return false;
        law_place(box, n, numbers);
        for (size_t i = 0; i < box->fields; i++) {
            int64_t *cell = &lines[i][numbers[i] - box->low[i]];
            if (op == LAW_MAX ? box->values[n] < *cell : box->values[n] != 0) *cell = box->values[n];
        }
    }
    return true;
}

static bool lines_hold(const struct boxing *b, enum law_op op, int64_t *const *lines)
{
    const struct law_box *box = b->seen;
    int64_t numbers[LAW_FIELDS], value;
    for (uint64_t n = 0; n < box->count; n++) {
        law_place(box, n, numbers);
        value = lines[0][numbers[0] - box->low[0]];
        for (size_t i = 1; i < box->fields; i++)
            if (!apply(op, value, lines[i][numbers[i] - box->low[i]], &value)) return false;
        if (value != box->values[n]) return false;
    }
    return true;
}

static bool apply_line(const struct law_line *line, const struct law_term *term)
{
    int64_t value;
    for (size_t i = 0; i < line->count; i++) {
        int64_t n = line->low + (int64_t)i;
        if (!law_value(term, &n, NULL, &value) || value != line->values[i]) return false;
    }
    return true;
}

/* The shortest guess that has the whole line; NULL: none (*st is ST_OK). */
static const struct law_term *best_of_line(const struct boxing *b, const struct law_line *line, enum status *st)
{
    struct law_guesses own = {.arena = b->arena};
    const struct law_term *best = NULL;
    *st = law_guess_line(line, &own);
    for (size_t i = 0; *st == ST_OK && i < own.list.count; i++) {
        const struct law_term *t = own.list.data[i].term;
        if (law_reads_self(t) || !apply_line(line, t)) continue;
        if (!best || law_bits(t) < law_bits(best)) best = t;
    }
    vec_free(&own.list);
    return best;
}

static enum status try_joined(const struct boxing *b, enum law_op op, int64_t *const *lines)
{
    const struct law_term *all = NULL;
    enum status st = ST_OK;
    if (!read_lines(b, op, lines) || !lines_hold(b, op, lines)) return ST_OK;
    for (size_t i = 0; i < b->seen->fields; i++) {
        struct law_line line = {b->seen->low[i], (size_t)b->seen->extent[i], lines[i], b->seen->outcomes};
        const struct law_term *one = best_of_line(b, &line, &st);
        if (!one) return st;
        one = law_put(b->arena, one, law_field(b->arena, i));
        all = all ? law_two(b->arena, op, all, one) : one;
    }
    return law_offer(b->guesses, all, 0);
}

/* ---- periods in every field -------------------------------------------------------------------------------------------- */
/* The least p for which the value p further on in the field is always greater by one number; 0: none in a third of the box. */
static int64_t field_period(const struct law_box *box, size_t field, int64_t *saltus)
{
    int64_t numbers[LAW_FIELDS];
    for (int64_t p = 1; 3 * p <= box->extent[field]; p++) {
        uint64_t step = stride(box, field) * (uint64_t)p, n = 0;
        *saltus = box->values[step] - box->values[0];
        for (; n < box->count; n++) {
            law_place(box, n, numbers);
            if (numbers[field] - box->low[field] + p >= box->extent[field]) continue;
            if (box->values[n + step] - box->values[n] != *saltus) break;
        }
        if (n == box->count) return box->outcomes && *saltus ? 0 : p;
    }
    return 0;
}

/* Multiples of quotients and a row of the values with all fields least, indexed by the remainders in turn. */
static enum status try_periods(const struct boxing *b)
{
    const struct law_box *box = b->seen;
    const struct law_term *index = NULL, *above = NULL;
    int64_t period[LAW_FIELDS], saltus[LAW_FIELDS], cells = 1, numbers[LAW_FIELDS];
    for (uint64_t n = 0; n < box->count; n++)
        if (box->values[n] == LAW_NONE) return ST_OK;
    for (size_t i = 0; i < box->fields; i++) {
        if (box->low[i] < 0 || !(period[i] = field_period(box, i, &saltus[i])) || (cells *= period[i]) > ROW_MOST)
            return ST_OK;
        const struct law_term *p = law_number(b->arena, period[i]), *x = law_field(b->arena, i);
        const struct law_term *rest = law_two(b->arena, LAW_MOD, x, p), *floor = law_two(b->arena, LAW_DIV, x, p);
        if (period[i] == 1) floor = x;
        else index = index ? law_two(b->arena, LAW_ADD, law_linear(b->arena, period[i], index, 0), rest) : rest;
        if (!saltus[i]) continue;
        floor = law_linear(b->arena, saltus[i], floor, 0);
        above = above ? law_two(b->arena, LAW_ADD, above, floor) : floor;
    }
    for (uint64_t n = 0; n < box->count; n++) {
        int64_t at = 0, v = box->values[n];
        law_place(box, n, numbers);
        for (size_t i = 0; i < box->fields; i++) {
            at = at * period[i] + numbers[i] % period[i];
            v -= saltus[i] * (numbers[i] / period[i]);
        }
        b->x[at] = at;
        b->v[at] = v;
    }
    struct law_points points = {b->x, b->v, (size_t)cells, box->outcomes};
    enum status st = ST_OK;
    const struct law_term *row = law_shape(&points, index ? index : law_number(b->arena, 0), b->arena, &st);
    if (!row) return st;
    return law_offer(b->guesses, above ? law_two(b->arena, LAW_ADD, above, row) : row, 0);
}

enum status law_guess_box(const struct law_box *seen, struct law_guesses *guesses)
{
    static const enum law_op numbers[] = {LAW_XOR, LAW_ADD, LAW_MAX};
    struct boxing b = {.seen = seen, .guesses = guesses, .arena = guesses->arena};
    int64_t *lines[LAW_FIELDS];
    b.pairs = arena_array(b.arena, seen->count, sizeof *b.pairs);
    b.x = arena_array(b.arena, seen->count, sizeof *b.x);
    b.v = arena_array(b.arena, seen->count, sizeof *b.v);
    bool room = b.pairs && b.x && b.v;
    for (size_t i = 0; i < seen->fields; i++)
        room = (lines[i] = arena_array(b.arena, (size_t)seen->extent[i], sizeof *lines[i])) && room;
    enum status st = room ? try_numbers(&b) : ST_NO_MEMORY;
    if (st == ST_OK) st = try_periods(&b);
    if (st == ST_OK && seen->outcomes) st = try_joined(&b, LAW_AND, lines);
    for (size_t k = 0; st == ST_OK && !seen->outcomes && k < sizeof numbers / sizeof *numbers; k++)
        st = try_joined(&b, numbers[k], lines);
    return st;
}
