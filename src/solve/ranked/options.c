/* SPDX-License-Identifier: MIT */
/* One loop for each form of a ray, and each use. */
#include "solve/ranked/options.h"
#include "base/bits.h"
#include "solve/ranked/marks.h"

bool options_bad(struct filling *f, uint32_t number)
{
    if (f->use == RAYS_LOOK && number < f->number) return filling_fails(f, "a move leads to what is no position");
    return filling_fails(f, "a move does not lead down in the order that was chosen");
}

/* ---- bits side by side ------------------------------------------------------------------------------------------- */
/* The numbers from..end - 1, as parts of words. */
static bool look_between(struct filling *f, uint32_t from, uint32_t end)
{
    if (end > f->number) return options_bad(f, end - 1);
    for (uint32_t w = from / 64; w <= (end - 1) / 64 && !f->found; w++) {
        uint64_t mask = ~UINT64_C(0);
        if (w == from / 64) mask &= ~UINT64_C(0) << from % 64;
        if (w == (end - 1) / 64) mask &= ~UINT64_C(0) >> (63 - (end - 1) % 64);
        if (f->none && f->none[w] & mask) return options_bad(f, from);
        f->found = (~f->won[w] & mask) != 0;
    }
    return true;
}

static bool win_between(struct filling *f, uint32_t from, uint32_t end)
{
    if (from <= f->number) return options_bad(f, from);
    for (uint32_t w = from / 64; w <= (end - 1) / 64; w++) {
        uint64_t mask = ~UINT64_C(0);
        if (w == from / 64) mask &= ~UINT64_C(0) << from % 64;
        if (w == (end - 1) / 64) mask &= ~UINT64_C(0) >> (63 - (end - 1) % 64);
        f->won[w] |= mask;
    }
    return true;
}

/* ---- options that are picked ------------------------------------------------------------------------------------- */
/* The part of word w of what is picked that lies within bits from..end - 1. */
static inline uint64_t picked_of(const uint64_t *picked, int64_t w, int64_t from, int64_t end)
{
    uint64_t some = picked[w];
    if (w == from / 64) some &= ~UINT64_C(0) << from % 64;
    if (w == (end - 1) / 64) some &= ~UINT64_C(0) >> (63 - (end - 1) % 64);
    return some;
}

/* Of each that is picked in a word whose first bit stands for option `at`. */
#define OF_PICKED(number, act)                                                                                         \
    for (; some; some &= some - 1) {                                                                                   \
        int64_t t = at + __builtin_ctzll(some);                                                                        \
        uint32_t all = base + step * (uint32_t)t;                                                                      \
        for (size_t k = 0; k < ray->table_count; k++)                                                                  \
            all += ray->tables[k].table[ray->tables[k].at + ray->tables[k].step * t];                                  \
        act;                                                                                                           \
    }

static bool picked_word(struct filling *f, const struct ray *ray, uint64_t some, int64_t at)
{
    const uint16_t *g = f->values;
    uint32_t *seen = f->seen, stamp = f->stamp, base = ray->base, step = ray->step;
    const struct along *one = &ray->tables[0];
    bool alone = ray->table_count == 1 && step == 0;
    if (f->use == RAYS_WIN && f->sure && alone) {
        const uint32_t *table = one->table + one->at + one->step * at;
        for (; some; some &= some - 1) {
            uint32_t number = base + table[one->step * __builtin_ctzll(some)];
            f->won[number / 64] |= (uint64_t)1 << number % 64;
        }
    }
    if (f->use == RAYS_LOOK) OF_PICKED(all, if (!option_look(f, all)) return f->found)
    else if (f->use == RAYS_WIN) OF_PICKED(all, if (!option_win(f, all)) return false)
    for (; some && alone; some &= some - 1)
        seen[g[base + one->table[one->at + one->step * (at + __builtin_ctzll(some))]]] = stamp;
    OF_PICKED(all, seen[g[all]] = stamp)
    return true;
}

/* Numbers one after the other: words of what is picked, shifted to where they stand. */
static bool win_picked(struct filling *f, const struct ray *ray, uint64_t some, int64_t at)
{
    uint32_t first = ray->base + (uint32_t)at; /* of the word's first bit; it may be less than 0 */
    int low = __builtin_ctzll(some);
    if (first + (uint32_t)low <= f->number) return options_bad(f, first);
    some >>= low;
    first += (uint32_t)low;
    f->won[first / 64] |= some << first % 64;
    if (first % 64 && some >> (64 - first % 64)) f->won[first / 64 + 1] |= some >> (64 - first % 64);
    return true;
}

static bool of_picked(struct filling *f, const struct ray *ray)
{
    int64_t from = ray->skip, end = from + ray->count;
    bool beside = f->use == RAYS_WIN && ray->table_count == 0 && ray->step == 1, fine = true;
    if (f->use == RAYS_VALUES && ray->table_count == 0) {
        struct marks marks = {f->values, f->seen, f->stamp, ray->base, ray->step};
        f->options += marks_picked(f->marks, &marks, f->picked, from, end);
        return true;
    }
    for (int64_t w = from / 64; w <= (end - 1) / 64 && fine && !f->found; w++) {
        uint64_t some = picked_of(f->picked, w, from, end);
        f->options += bits_of(some);
        if (f->use == RAYS_COUNT || !some) continue;
        int64_t at = 64 * w - from; /* of the word's first bit, along the ray */
        fine = beside ? win_picked(f, ray, some, at) : picked_word(f, ray, some, at);
    }
    return fine;
}

/* ---- all options ------------------------------------------------------------------------------------------------- */
#define OF_ALL(act)                                                                                                    \
    for (uint32_t t = 0, number = ray->base; t < n; t++, number += ray->step) {                                        \
        uint32_t all = number;                                                                                         \
        for (size_t k = 0; k < ray->table_count; k++)                                                                  \
            all += ray->tables[k].table[ray->tables[k].at + ray->tables[k].step * (int64_t)t];                         \
        act;                                                                                                           \
    }
#define OF_ONE_TABLE(act)                                                                                              \
    for (uint32_t t = 0; t < n; t++, table += one_step) {                                                              \
        uint32_t all = ray->base + *table;                                                                             \
        act;                                                                                                           \
    }

static void mark_values(struct filling *f, const struct ray *ray)
{
    const uint16_t *g = f->values;
    uint32_t *seen = f->seen, stamp = f->stamp, n = (uint32_t)ray->count;
    const uint32_t *table = ray->table_count ? ray->tables[0].table + ray->tables[0].at : NULL;
    int64_t one_step = ray->table_count ? ray->tables[0].step : 0;
    if (ray->table_count == 0)
        for (uint32_t t = 0, number = ray->base; t < n; t++, number += ray->step) seen[g[number]] = stamp;
    else if (ray->table_count == 1 && ray->step == 0) OF_ONE_TABLE(seen[g[all]] = stamp)
    else OF_ALL(seen[g[all]] = stamp)
}

static bool look_along(struct filling *f, const struct ray *ray)
{
    uint32_t n = (uint32_t)ray->count;
    const uint32_t *table = ray->table_count ? ray->tables[0].table + ray->tables[0].at : NULL;
    int64_t one_step = ray->table_count ? ray->tables[0].step : 0;
    if (ray->table_count == 0 && ray->step == 1) return look_between(f, ray->base, ray->base + n);
    if (ray->table_count == 0 && ray->step == UINT32_MAX) return look_between(f, ray->base - (n - 1), ray->base + 1);
    if (ray->table_count == 1 && ray->step == 0) OF_ONE_TABLE(if (!option_look(f, all)) return f->found)
    else OF_ALL(if (!option_look(f, all)) return f->found)
    return true;
}

static bool win_along(struct filling *f, const struct ray *ray)
{
    uint32_t n = (uint32_t)ray->count;
    const uint32_t *table = ray->table_count ? ray->tables[0].table + ray->tables[0].at : NULL;
    int64_t one_step = ray->table_count ? ray->tables[0].step : 0;
    if (ray->table_count == 0 && ray->step == 1) return win_between(f, ray->base, ray->base + n);
    if (ray->table_count == 0 && ray->step == UINT32_MAX) return win_between(f, ray->base - (n - 1), ray->base + 1);
    if (ray->table_count == 1 && ray->step == 0 && f->sure) OF_ONE_TABLE(f->won[all / 64] |= (uint64_t)1 << all % 64)
    else if (ray->table_count == 1 && ray->step == 0) OF_ONE_TABLE(if (!option_win(f, all)) return false)
    else OF_ALL(if (!option_win(f, all)) return false)
    return true;
}

bool options_of(struct filling *f, const struct ray *ray)
{
    if (f->picked) return of_picked(f, ray);
    f->options += (uint64_t)ray->count;
    if (f->use == RAYS_VALUES) mark_values(f, ray);
    return f->use == RAYS_LOOK ? look_along(f, ray) : f->use != RAYS_WIN || win_along(f, ray);
}

bool options_decide(struct filling *f, uint32_t base, const uint32_t *a, const uint32_t *b, int64_t from, int64_t to)
{
    if (f->use == RAYS_WIN && f->sure && !b) {
        for (uint64_t *won = f->won; from <= to; from++) {
            uint32_t number = base + a[from];
            won[number / 64] |= (uint64_t)1 << number % 64;
        }
        return true;
    }
    for (bool fine = true; from <= to && f->use != RAYS_COUNT; from++) {
        fine = option_one(f, base + a[from] - (b ? b[from] : 0));
        if (!fine || f->found) return fine;
    }
    return true;
}
