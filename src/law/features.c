/* SPDX-License-Identifier: MIT */
/* Values that are a simple function of one number y read off n: a power that divides n + c, what is left of n + c without it, its digits,
 * its Zeckendorf form, its distance from a square. For each such y: is v(n) - a n the same wherever y is, for a small a; and
 * what shape has it as a function of y? Equal y must be frequent, or the shape must be one for any y. */
#include <stdlib.h>
#include "law/private.h"

enum { POINTS_FEW = 200, SLOPE_MOST = 2, SKIPPED = 4 };
struct point {
    int64_t y, v;
};
struct trial {
    const struct law_line *line;
    struct law_guesses *guesses;
    struct point *points;
    int64_t *x, *v;
};

static int by_y(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    return p->y != q->y ? (p->y < q->y ? -1 : 1) : (p->v > q->v) - (p->v < q->v);
}

/* The points of the line from index `skip` to `end`; false if y has no value somewhere. */
static bool read_points(const struct trial *t, const struct law_term *y, size_t skip, size_t end, int64_t slope,
                        size_t *count)
{
    *count = 0;
    for (size_t i = skip; i < end; i++) {
        struct point *p = &t->points[*count];
        int64_t n = t->line->low + (int64_t)i;
        if (t->line->values[i] == LAW_NONE) continue;
        if (!law_value(y, &n, NULL, &p->y)) return false;
        p->v = t->line->values[i] - slope * n;
        ++*count;
    }
    qsort(t->points, *count, sizeof *t->points, by_y);
    return true;
}

/* Each y once; false if v is not a function of it. */
static bool read_function(const struct trial *t, size_t count, size_t *different)
{
    *different = 0;
    for (size_t i = 0; i < count; i++) {
        const struct point *p = &t->points[i];
        if (i && p->y == p[-1].y && p->v != p[-1].v) return false;
        if (i && p->y == p[-1].y) continue;
        t->x[*different] = p->y;
        t->v[(*different)++] = p->v;
    }
    return true;
}

static enum status try_slope(const struct trial *t, const struct law_term *y, size_t skip, int64_t slope)
{
    size_t few = skip + POINTS_FEW < t->line->count ? skip + POINTS_FEW : t->line->count, count, different;
    struct arena *arena = t->guesses->arena;
    if (!read_points(t, y, skip, few, slope, &count) || !read_function(t, count, &different)) return ST_OK;
    if (!read_points(t, y, skip, t->line->count, slope, &count) || !read_function(t, count, &different)) return ST_OK;
    if (different < 2) return ST_OK; /* of no feature: what is periodic */
    struct law_points points = {t->x, t->v, different, t->line->outcomes};
    enum status st;
    const struct law_term *shape = law_shape(&points, y, arena, &st), *n = law_field(arena, 0);
    if (!shape) return st;
    if (slope) shape = law_two(arena, LAW_ADD, law_linear(arena, slope, n, 0), shape);
    return law_offer(t->guesses, shape, t->line->low + (int64_t)skip);
}

static enum status try_feature(const struct trial *t, const struct law_term *y)
{
    enum status st = y ? ST_OK : ST_NO_MEMORY;
    int64_t slopes = t->line->outcomes ? 0 : SLOPE_MOST;
    for (size_t skip = 0; st == ST_OK && skip <= SKIPPED && skip < t->line->count; skip = skip ? 2 * skip : 1) {
        size_t before = t->guesses->list.count;
        for (int64_t slope = 0; st == ST_OK && slope <= slopes; slope++) st = try_slope(t, y, skip, slope);
        if (t->guesses->list.count > before) break;
    }
    return st;
}

static enum status try_powers(const struct trial *t, const struct law_term *n, int64_t base)
{
    struct arena *arena = t->guesses->arena;
    const struct law_term *in = law_digits(arena, LAW_POWER_IN, n, base, NULL, 0);
    const struct law_term *below = law_digits(arena, LAW_POWER_BELOW, n, base, NULL, 0);
    enum status st = try_feature(t, in);
    if (st == ST_OK) st = try_feature(t, law_two(arena, LAW_DIV, n, in));
    if (st == ST_OK) st = try_feature(t, below);
    return st == ST_OK ? try_feature(t, law_two(arena, LAW_SUB, n, below)) : st;
}

/* Sums of digits, and how many digits are in a set: any set for small bases, one digit for others. */
static enum status try_digits(const struct trial *t, const struct law_term *n, int64_t base)
{
    struct arena *arena = t->guesses->arena;
    enum status st = try_feature(t, law_digits(arena, LAW_DIGIT_SUM, n, base, NULL, 0));
    for (unsigned mask = 1; st == ST_OK && mask + 1 < 1u << base; mask++) {
        int64_t digits[16];
        size_t count = 0;
        for (int64_t d = 0; d < base; d++)
            if (mask >> d & 1) digits[count++] = d;
        if (count == 1 || base <= 5) st = try_feature(t, law_digits(arena, LAW_DIGIT_COUNT, n, base, digits, count));
    }
    return st;
}

static enum status try_all(const struct trial *t)
{
    struct arena *arena = t->guesses->arena;
    const struct law_term *field = law_field(arena, 0);
    enum status st = ST_OK;
    for (int64_t shift = 0; st == ST_OK && shift <= 8; shift++) {
        int64_t c = shift & 1 ? (shift + 1) / 2 : -shift / 2; /* 0, 1, -1, 2, -2 ... */
        const struct law_term *n = law_linear(arena, 1, field, c);
        for (int64_t base = 2; st == ST_OK && base <= 10; base++) st = try_powers(t, n, base);
        for (int64_t base = 2; st == ST_OK && shift <= 2 && base <= 10; base++) st = try_digits(t, n, base);
        if (st == ST_OK) st = try_feature(t, law_one(arena, LAW_ZECK_COUNT, n));
        if (st == ST_OK) st = try_feature(t, law_one(arena, LAW_ZECK_LEAST, n));
        const struct law_term *root = law_one(arena, LAW_ISQRT, n);
        if (st == ST_OK) st = try_feature(t, root);
        if (st == ST_OK) st = try_feature(t, law_two(arena, LAW_SUB, n, law_two(arena, LAW_MUL, root, root)));
    }
    return st;
}

enum status law_guess_features(const struct law_line *line, struct law_guesses *guesses)
{
    struct trial t = {.line = line, .guesses = guesses};
    t.points = arena_array(guesses->arena, line->count, sizeof *t.points);
    t.x = arena_array(guesses->arena, line->count, sizeof *t.x);
    t.v = arena_array(guesses->arena, line->count, sizeof *t.v);
    return t.points && t.x && t.v ? try_all(&t) : ST_NO_MEMORY;
}
