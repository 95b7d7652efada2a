/* SPDX-License-Identifier: MIT */
/* The shortest of a few shapes that goes through points exactly. Every shape is held against every point. */
#include "base/checked.h"
#include "law/private.h"

enum { CELLS_MOST = 40, DIVISOR_MOST = 24 };

struct shaping {
    const struct law_points *p;
    const struct law_term *x, *best;
    struct arena *arena;
    uint64_t bits;
    bool no_memory;
};

static void take(struct shaping *s, const struct law_term *term)
{
    s->no_memory |= !term;
    if (!term || (s->best && law_bits(term) >= s->bits)) return;
    s->best = term;
    s->bits = law_bits(term);
}

/* ---- (a x + b) / c ------------------------------------------------------------------------------------------------- */
/* b with c v <= a x + b < c (v + 1) at all points: an interval for each, and what is in all of them; 0 if that is. */
static bool find_b(const struct law_points *p, int64_t a, int64_t c, int64_t *b)
{
    int64_t low = INT64_MIN, high = INT64_MAX;
    for (size_t i = 0; i < p->count; i++) {
        int64_t ax, cv, least, most;
        if (!checked_mul(a, p->x[i], &ax) || !checked_mul(c, p->v[i], &cv) || !checked_sub(cv, ax, &least) ||
            !checked_add(least, c - 1, &most))
            return false;
        if (least > low) low = least;
        if (most < high) high = most;
        if (low > high) return false;
    }
    *b = low > 0 ? low : high < 0 ? high : 0;
    return true;
}

bool law_floor_fit(const struct law_points *p, int64_t most, struct law_floor *fit)
{
    if (p->count < 3) return false;
    int64_t dx, dv, rise;
    if (!checked_sub(p->x[p->count - 1], p->x[0], &dx) || !checked_sub(p->v[p->count - 1], p->v[0], &dv)) return false;
    for (int64_t c = 1; c <= most; c++) {
        if (!checked_mul(dv, c, &rise) || !checked_div(rise, dx, &fit->a)) return false;
        int64_t near[] = {fit->a, fit->a + 1, fit->a - 1}; /* the slope between the ends is less than 1 off */
        fit->c = c;
        for (int k = 0; k < 3; k++) {
            fit->a = near[k];
            if (find_b(p, fit->a, c, &fit->b)) return true;
        }
    }
    return false;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------- */
static void extremes(const struct law_points *p, int64_t *least, int64_t *greatest)
{
    *least = *greatest = p->v[0];
    for (size_t i = 1; i < p->count; i++) {
        if (p->v[i] < *least) *least = p->v[i];
        if (p->v[i] > *greatest) *greatest = p->v[i];
    }
}

static bool fits(const struct law_points *p, const struct law_term *term)
{
    int64_t value;
    for (size_t i = 0; i < p->count; i++)
        if (!law_value(term, &p->x[i], NULL, &value) || value != p->v[i]) return false;
    return true;
}

/* `term` in field 0, if it goes through the points. */
static void try_shape(struct shaping *s, const struct law_term *term)
{
    s->no_memory |= !term;
    if (term && fits(s->p, term)) take(s, law_put(s->arena, term, s->x));
}

/* (x + b) % k + d: k and d from the least and the greatest value, b from the first. */
static void try_remainder(struct shaping *s, int64_t least, int64_t greatest)
{
    int64_t k = greatest - least + 1, b;
    if (k < 2 || !checked_mod(s->p->v[0] - least - s->p->x[0] % k, k, &b)) return;
    const struct law_term *x = law_field(s->arena, 0);
    x = law_two(s->arena, LAW_MOD, law_linear(s->arena, 1, x, b), law_number(s->arena, k));
    try_shape(s, law_linear(s->arena, 1, x, least));
}

/* min(a x + b, k), max(a x + b, k): the line from the end that rises. */
static void try_bend(struct shaping *s, int64_t least, int64_t greatest)
{
    const struct law_points *p = s->p;
    for (int end = 0; p->count >= 4 && end < 2; end++) {
        size_t i = end ? p->count - 2 : 0;
        int64_t dx = p->x[i + 1] - p->x[i], a = (p->v[i + 1] - p->v[i]) / dx, ax, b;
        if (a == 0 || !checked_mul(a, p->x[i], &ax) || !checked_sub(p->v[i], ax, &b)) continue;
        const struct law_term *line = law_linear(s->arena, a, law_field(s->arena, 0), b);
        bool top = (a > 0) == (end == 0);
        try_shape(s, law_two(s->arena, top ? LAW_MIN : LAW_MAX, line, law_number(s->arena, top ? greatest : least)));
    }
}

/* Are the x in turn without a gap? */
static bool is_dense(const struct law_points *p) { return p->x[p->count - 1] - p->x[0] == (int64_t)p->count - 1; }

static const struct law_term *those_with(struct shaping *s, int64_t value)
{
    int64_t set[CELLS_MOST];
    size_t count = 0;
    for (size_t i = 0; i < s->p->count; i++) {
        if (s->p->v[i] != value) continue;
        if (count == CELLS_MOST) return NULL;
        set[count++] = s->p->x[i];
    }
    if (count == 1) return law_two(s->arena, LAW_EQUAL, s->x, law_number(s->arena, set[0]));
    return law_cells(s->arena, LAW_AMONG, s->x, set, count);
}

static void shape_numbers(struct shaping *s)
{
    int64_t least, greatest;
    struct law_floor f;
    const struct law_points *p = s->p;
    extremes(p, &least, &greatest);
    if (least == greatest) {
        take(s, law_number(s->arena, least));
        return;
    }
    if (law_floor_fit(p, DIVISOR_MOST, &f)) take(s, law_ratio(s->arena, f.a, s->x, f.b, f.c));
    try_remainder(s, least, greatest);
    try_bend(s, least, greatest);
    if (p->count > CELLS_MOST || !is_dense(p)) return;
    take(s, law_cells(s->arena, LAW_CELL, law_linear(s->arena, 1, s->x, -p->x[0]), p->v, p->count));
    for (size_t i = 0; i < p->count; i++)
        if (p->v[i] != least && p->v[i] != greatest) return;
    for (int k = 0; k < 2; k++)
        take(s, law_if(s->arena, those_with(s, k ? greatest : least), law_number(s->arena, k ? greatest : least),
                       law_number(s->arena, k ? least : greatest)));
}

/* ---- truth values -------------------------------------------------------------------------------------------------- */
static void try_steps(struct shaping *s)
{
    const struct law_points *p = s->p;
    size_t changes = 0, at = 0;
    for (size_t i = 1; i < p->count; i++)
        if (p->v[i] != p->v[i - 1]) changes++, at = i;
    if (changes != 1 || (p->v[0] ? at == 1 : at + 1 == p->count)) return; /* one number is better said to be equal */
    if (p->v[0]) take(s, law_two(s->arena, LAW_AT_MOST, s->x, law_number(s->arena, p->x[at - 1])));
    else take(s, law_two(s->arena, LAW_AT_MOST, law_number(s->arena, p->x[at]), s->x));
}

/* One remainder of k, which is true at k / (number of points) of them at least twice. */
static void try_classes(struct shaping *s)
{
    const struct law_points *p = s->p;
    size_t first = 0, second;
    while (first < p->count && !p->v[first]) first++;
    for (second = first + 1; second < p->count && !p->v[second];) second++;
    if (second >= p->count) return;
    int64_t k = p->x[second] - p->x[first], rest;
    if (k < 2 || !checked_mod(p->x[first], k, &rest)) return;
    const struct law_term *x = law_two(s->arena, LAW_MOD, law_field(s->arena, 0), law_number(s->arena, k));
    try_shape(s, law_two(s->arena, LAW_EQUAL, x, law_number(s->arena, rest)));
}

static void shape_truths(struct shaping *s)
{
    const struct law_points *p = s->p;
    size_t trues = 0;
    for (size_t i = 0; i < p->count; i++) trues += p->v[i] != 0;
    if (trues == 0 || trues == p->count) {
        take(s, law_number(s->arena, trues ? 1 : 0));
        return;
    }
    try_steps(s);
    try_classes(s);
    if (trues <= CELLS_MOST) take(s, those_with(s, 1));
    if (p->count - trues <= CELLS_MOST) take(s, law_one(s->arena, LAW_NOT, those_with(s, 0)));
}

const struct law_term *law_shape(const struct law_points *points, const struct law_term *x_term, struct arena *arena,
                                 enum status *st)
{
    struct shaping s = {.p = points, .x = x_term, .arena = arena};
    *st = ST_OK;
    if (!points->count) return NULL;
    if (points->outcomes) shape_truths(&s);
    else shape_numbers(&s);
    if (s.no_memory) *st = ST_NO_MEMORY;
    return s.no_memory ? NULL : s.best;
}
