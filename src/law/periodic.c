/* SPDX-License-Identifier: MIT */
/* Arithmetic periods: the least p for which v(n + p) - v(n) is one number s from some q on, three times over at least; then how v(n)
 * is written by n % p and n. */
#include "base/checked.h"
#include "law/private.h"

enum { CELLS_MOST = 40, REPEATS = 3 };
struct repeat {
    size_t period, from; /* from: an index of the line */
    int64_t saltus;
};

/* From where on the difference of values `p` apart is that of the last two; false if something is missing there. */
static bool repeats(const struct law_line *line, size_t p, struct repeat *r)
{
    size_t i = line->count - p;
    if (line->values[line->count - 1] == LAW_NONE || line->values[i - 1] == LAW_NONE) return false;
    int64_t s = line->values[line->count - 1] - line->values[i - 1];
    for (; i > 0; i--) {
        int64_t a = line->values[i - 1], b = line->values[i - 1 + p];
        if (a == LAW_NONE || b == LAW_NONE || b - a != s) break;
    }
    *r = (struct repeat){p, i, s};
    return i + REPEATS * p <= line->count && i <= line->count / 2;
}

static bool find_repeat(const struct law_line *line, struct repeat *r)
{
    for (size_t p = 1; p <= line->count / REPEATS; p++)
        if (repeats(line, p, r)) return !(line->outcomes && r->saltus);
    return false;
}

/* v(n) - a (n / d) for each n % p, as a shape of n % p; added to a (n / d). d 1: the multiple a n. */
static enum status offer_above(const struct law_line *line, const struct repeat *r, int64_t a, int64_t d,
                               struct law_guesses *guesses)
{
    struct arena *arena = guesses->arena;
    int64_t x[CELLS_MOST], v[CELLS_MOST], above, p = (int64_t)r->period;
    const struct law_term *n = law_field(arena, 0), *left = n;
    for (size_t i = 0; i < r->period; i++) {
        int64_t at = line->low + (int64_t)(r->from + i), rest, floor;
        if (!checked_mod(at, p, &rest) || !checked_div(at, d, &floor) || !checked_mul(a, floor, &above)) return ST_OK;
        x[rest] = rest;
        v[rest] = line->values[r->from + i] - above;
    }
    struct law_points points = {x, v, r->period, line->outcomes};
    enum status st;
    const struct law_term *rest = p == 1 ? n : law_two(arena, LAW_MOD, n, law_number(arena, p));
    const struct law_term *shape = rest ? law_shape(&points, rest, arena, &st) : NULL;
    if (!shape) return rest ? st : ST_NO_MEMORY;
    if (a == 0) return law_offer(guesses, shape, line->low + (int64_t)r->from);
    if (d != 1) left = law_two(arena, LAW_DIV, n, law_number(arena, d));
    left = law_linear(arena, a, left, 0);
    bool number = shape->op == LAW_NUMBER;
    bool nothing = number && shape->number == 0, less = number && shape->number < 0;
    if (less) shape = law_number(arena, -shape->number);
    if (!nothing) left = law_two(arena, less ? LAW_SUB : LAW_ADD, left, shape);
    return law_offer(guesses, left, line->low + (int64_t)r->from);
}

/* All of it as one quotient (a n + b) / c. */
static enum status offer_floor(const struct law_line *line, const struct repeat *r, struct law_guesses *guesses)
{
    size_t count = line->count - r->from;
    int64_t *x = arena_array(guesses->arena, count, sizeof *x);
    if (!x) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) x[i] = line->low + (int64_t)(r->from + i);
    struct law_points points = {x, line->values + r->from, count, false};
    struct law_floor f;
    if (!law_floor_fit(&points, (int64_t)r->period, &f)) return ST_OK;
    return law_offer(guesses, law_ratio(guesses->arena, f.a, law_field(guesses->arena, 0), f.b, f.c),
                     line->low + (int64_t)r->from);
}

/* v(n) as v(n - p) + s, from one period further on. */
static enum status offer_back(const struct law_line *line, const struct repeat *r, struct law_guesses *guesses)
{
    struct arena *arena = guesses->arena;
    const struct law_term *back = law_linear(arena, 1, law_field(arena, 0), -(int64_t)r->period);
    back = law_linear(arena, 1, law_one(arena, LAW_SELF, back), r->saltus);
    return law_offer(guesses, back, line->low + (int64_t)(r->from + r->period));
}

enum status law_guess_periodic(const struct law_line *line, struct law_guesses *guesses)
{
    struct repeat r;
    if (!find_repeat(line, &r)) return ST_OK;
    int64_t p = (int64_t)r.period;
    enum status st = ST_OK;
    if (r.period > CELLS_MOST) return offer_back(line, &r, guesses);
    if (r.saltus && r.period > 1) st = offer_floor(line, &r, guesses);
    if (st == ST_OK) st = offer_above(line, &r, r.saltus, p, guesses);
    if (st == ST_OK && r.saltus && p > 1 && r.saltus % p == 0) st = offer_above(line, &r, r.saltus / p, 1, guesses);
    return st;
}
