/* SPDX-License-Identifier: MIT */
#include "solve/ranked/marks.h"
#include "base/bits.h"
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
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

/* ---- by vectors that are pressed together ------------------------------------------------------------------------ */
#define PRESSED __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,bmi,bmi2,popcnt"))) static
enum { HALF = 32, QUARTER = 16 };

/* The values of 32 numbers that have bits, side by side; what has none is not read. */
PRESSED uint16_t *press_values(uint16_t *out, const uint16_t *g, uint32_t some)
{
    __m512i v = _mm512_maskz_loadu_epi16(some, g);
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi16(some, v));
    return out + __builtin_popcount(some);
}

PRESSED uint64_t mark_beside(const struct marks *m, const uint64_t *picked, int64_t from, int64_t end)
{
    uint16_t values[PLACES + 64 + HALF], *last = values;
    uint32_t *seen = m->seen, stamp = m->stamp;
    uint64_t all = 0;
    for (int64_t w = from / 64; w <= (end - 1) / 64; w++) {
        uint64_t some = part_of(picked, w, from, end);
        int64_t at = 64 * w - from; /* of the word's first bit; where the row goes down, of its last one */
        if (m->step != 1) some = bits_backwards(some), at = -at - 63;
        const uint16_t *g = m->values + ((int64_t)m->base + at);
        last = press_values(last, g, (uint32_t)some);
        last = press_values(last, g + HALF, (uint32_t)(some >> HALF));
        if (last - values < PLACES && w < (end - 1) / 64) continue;
        const uint16_t *v = values;
        for (; v + 4 <= last; v += 4) seen[v[0]] = stamp, seen[v[1]] = stamp, seen[v[2]] = stamp, seen[v[3]] = stamp;
        for (; v < last; v++) seen[*v] = stamp;
        all += (uint64_t)(last - values);
        last = values;
    }
    return all;
}

/* The numbers of a word's bits. */
PRESSED uint32_t *press_numbers(uint32_t *out, uint64_t some, uint32_t first, uint32_t step)
{
    static const uint8_t each[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                     32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                     48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    uint8_t places[64];
    uint32_t count = (uint32_t)__builtin_popcountll(some);
    _mm512_storeu_si512(places, _mm512_maskz_compress_epi8(some, _mm512_loadu_si512(each)));
    for (uint32_t i = 0; i < count; i += QUARTER) {
        __m512i place = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(places + i)));
        __m512i number = _mm512_mullo_epi32(place, _mm512_set1_epi32((int)step));
        _mm512_storeu_si512(out + i, _mm512_add_epi32(number, _mm512_set1_epi32((int)first)));
    }
    return out + count;
}

PRESSED uint64_t mark_apart(const struct marks *m, const uint64_t *picked, int64_t from, int64_t end)
{
    uint32_t numbers[PLACES + 64 + QUARTER], *last = numbers;
    const uint16_t *g = m->values;
    uint32_t *seen = m->seen, stamp = m->stamp;
    uint64_t all = 0;
    for (int64_t w = from / 64; w <= (end - 1) / 64; w++) {
        uint64_t some = part_of(picked, w, from, end);
        last = press_numbers(last, some, m->base + m->step * (uint32_t)(64 * w - from), m->step);
        if (last - numbers < PLACES && w < (end - 1) / 64) continue;
        const uint32_t *n = numbers;
        for (; n + 4 <= last; n += 4)
            seen[g[n[0]]] = stamp, seen[g[n[1]]] = stamp, seen[g[n[2]]] = stamp, seen[g[n[3]]] = stamp;
        for (; n < last; n++) seen[g[*n]] = stamp;
        all += (uint64_t)(last - numbers);
        last = numbers;
    }
    return all;
}
#endif

size_t marks_kinds(void)
{
    size_t kinds = MARKS_WIDE;
#if defined(__x86_64__) && defined(__GNUC__)
    bool counts = PROCESSOR_HAS(BMI1, "bmi") && PROCESSOR_HAS(BMI2, "bmi2") && PROCESSOR_HAS(POPCNT, "popcnt");
    bool presses = processor_is_broad() && PROCESSOR_HAS(AVX512_VBMI2, "avx512vbmi2");
    if (counts) kinds = presses ? MARKS_PRESSED + 1 : MARKS_PRESSED;
#endif
    return kinds;
}

uint64_t marks_picked(size_t kind, const struct marks *m, const uint64_t *picked, int64_t from, int64_t end)
{
#if defined(__x86_64__) && defined(__GNUC__)
    bool beside = m->step == 1 || m->step == UINT32_MAX;
    if (kind == MARKS_PRESSED) return beside ? mark_beside(m, picked, from, end) : mark_apart(m, picked, from, end);
    if (kind == MARKS_WIDE) return mark_wide(m, picked, from, end);
#endif
    (void)kind;
    return mark_any(m, picked, from, end);
}
