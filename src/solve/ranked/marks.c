/* SPDX-License-Identifier: MIT */
#include "solve/ranked/marks.h"
#include "base/bits.h"
#if defined(__x86_64__) && defined(__GNUC__)
#include "code/machine/processor.h"
#endif

#define INLINE static inline __attribute__((always_inline))
enum { PLACES = 1024, EIGHT = 8 };

/* What is behind the last bit is written as well, and overwritten by what follows. Returns the end. */
INLINE uint32_t *put_places(uint32_t *out, uint64_t some, uint32_t at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += EIGHT)
        for (uint32_t k = 0; k < EIGHT; k++) {
            out[i + k] = at + (uint32_t)__builtin_ctzll(some | (uint64_t)1 << 63);
            some &= some - 1;
        }
    return out + count;
}

INLINE void mark_places(const struct marks *m, const uint32_t *places, const uint32_t *end)
{
    const uint16_t *g = m->values;
    uint32_t *seen = m->seen, stamp = m->stamp, base = m->base, step = m->step;
    if (step == 1)
        for (; places < end; places++) seen[g[base + *places]] = stamp;
    else if (step == UINT32_MAX)
        for (; places < end; places++) seen[g[base - *places]] = stamp;
    else
        for (; places < end; places++) seen[g[base + step * *places]] = stamp;
}

/* The part of word w of what is picked that lies within bits from..end - 1. */
INLINE uint64_t part_of(const uint64_t *picked, int64_t w, int64_t from, int64_t end)
{
    uint64_t some = picked[w];
    if (w == from / 64) some &= ~UINT64_C(0) << from % 64;
    if (w == (end - 1) / 64) some &= ~UINT64_C(0) >> (63 - (end - 1) % 64);
    return some;
}

INLINE uint64_t mark_all(const struct marks *m, const uint64_t *picked, int64_t from, int64_t end, bool counts)
{
    uint32_t places[PLACES + 64 + EIGHT], *last = places;
    uint64_t all = 0;
    for (int64_t w = from / 64; w <= (end - 1) / 64; w++) {
        uint64_t some = part_of(picked, w, from, end);
        uint32_t count = counts ? (uint32_t)__builtin_popcountll(some) : bits_of(some);
        last = put_places(last, some, (uint32_t)(64 * w - from), count);
        if (last - places < PLACES && w < (end - 1) / 64) continue;
        mark_places(m, places, last);
        all += (uint64_t)(last - places);
        last = places;
    }
    return all;
}

static uint64_t mark_any(const struct marks *m, const uint64_t *picked, int64_t from, int64_t end)
{
    return mark_all(m, picked, from, end, false);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("bmi,bmi2,popcnt"))) static uint64_t mark_wide(const struct marks *m, const uint64_t *picked,
                                                                     int64_t from, int64_t end)
{
    return mark_all(m, picked, from, end, true);
}
#endif

uint64_t marks_picked(const struct marks *m, const uint64_t *picked, int64_t from, int64_t end)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (PROCESSOR_HAS(BMI1, "bmi") && PROCESSOR_HAS(BMI2, "bmi2") && PROCESSOR_HAS(POPCNT, "popcnt"))
        return mark_wide(m, picked, from, end);
#endif
    return mark_any(m, picked, from, end);
}
