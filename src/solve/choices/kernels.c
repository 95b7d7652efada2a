/* SPDX-License-Identifier: MIT */
#include "solve/choices/kernels.h"
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#include "code/machine/processor.h"
#endif

#define INLINE static inline __attribute__((always_inline))

INLINE void join_all(uint64_t *restrict to, const uint64_t *restrict from, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] |= from[i];
}

INLINE void join_some(uint64_t *restrict to, const uint64_t *restrict from, const int8_t *restrict holds, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] |= from[i] & (uint64_t)(int64_t)holds[i];
}

INLINE uint64_t seen_at(const struct choice_rows_near *n, int64_t j, size_t plain, size_t count)
{
    uint64_t all = n->all[j];
    for (size_t i = 0; i < plain; i++) all |= n->bits[j - n->back[i]];
    for (size_t i = plain; i < count; i++) all |= n->bits[j - n->back[i]] & (uint64_t)(int64_t)n->holds[i][j];
    return all;
}

/* The last to move loses: without options, or with one that loses, it is won. The row is copied, as a byte that is written might be any
 * part of one that others see. */
INLINE int64_t decide_misere(const struct choice_rows_near *row, int64_t from, int64_t to)
{
    const struct choice_rows_near here = *row, *n = &here;
    for (int64_t j = from; j < to; j++) {
        uint64_t all = seen_at(n, j, n->plain, n->count), won = (all & 1) | (all == 0);
        n->bits[j] = (uint64_t)1 << won;
        choice_rows_put(n, j, (unsigned)won);
    }
    return to;
}

INLINE int64_t decide_by(const struct choice_rows_near *row, int64_t from, int64_t to, size_t plain, size_t count)
{
    const struct choice_rows_near here = *row, *n = &here;
    for (int64_t j = from; j < to; j++) {
        uint64_t all = seen_at(n, j, plain, count);
        if (!~all) return j;
        unsigned value = (unsigned)__builtin_ctzll(~all);
        n->bits[j] = ~all & (all + 1);
        choice_rows_put(n, j, value);
    }
    return to;
}

/* A few numbers of choices without conditions are known to the compiler. */
INLINE int64_t decide_piece(const struct choice_rows_near *n, int64_t from, int64_t to)
{
    if (n->misere) return decide_misere(n, from, to);
    if (n->plain == n->count) {
        switch (n->count) {
        case 0: return decide_by(n, from, to, 0, 0);
        case 1: return decide_by(n, from, to, 1, 1);
        case 2: return decide_by(n, from, to, 2, 2);
        case 3: return decide_by(n, from, to, 3, 3);
        case 4: return decide_by(n, from, to, 4, 4);
        case 5: return decide_by(n, from, to, 5, 5);
        default: break;
        }
    }
    return decide_by(n, from, to, n->plain, n->count);
}

#define KERNELS(NAME, ...)                                                                                             \
    __VA_ARGS__ static void join_##NAME(uint64_t *restrict to, const uint64_t *restrict from, size_t count)            \
    {                                                                                                                  \
        join_all(to, from, count);                                                                                     \
    }                                                                                                                  \
    __VA_ARGS__ static int64_t decide_##NAME(const struct choice_rows_near *near, int64_t from, int64_t to)            \
    {                                                                                                                  \
        return decide_piece(near, from, to);                                                                           \
    }

#define WHERE(NAME, ...)                                                                                               \
    __VA_ARGS__ static void where_##NAME(uint64_t *restrict to, const uint64_t *restrict from,                         \
                                         const int8_t *restrict holds, size_t count)                                   \
    {                                                                                                                  \
        join_some(to, from, holds, count);                                                                             \
    }

KERNELS(any)
WHERE(any)
static const struct choice_rows_kernels kernels_any = {join_any, where_any, decide_any};
#if defined(__x86_64__) && defined(__GNUC__)
KERNELS(wide, __attribute__((target("avx2,bmi,bmi2"))))
WHERE(wide, __attribute__((target("avx2,bmi,bmi2"))))
static const struct choice_rows_kernels kernels_wide = {join_wide, where_wide, decide_wide};
#ifdef __clang__
#define BROAD __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2")))
#else
#define BROAD __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,prefer-vector-width=512")))
#endif
KERNELS(broad, BROAD)

/* Eight numbers at a time, of which those that hold are read. */
BROAD static void where_broad(uint64_t *restrict to, const uint64_t *restrict from, const int8_t *restrict holds,
                              size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        __mmask8 in = (__mmask8)(count - i < 8 ? (1u << (count - i)) - 1 : 0xff);
        __m128i bytes = _mm_maskz_loadu_epi8(in, holds + i);
        __mmask8 some = (__mmask8)_mm_test_epi8_mask(bytes, bytes);
        __m512i x = _mm512_maskz_loadu_epi64(some, from + i), y = _mm512_maskz_loadu_epi64(some, to + i);
        _mm512_mask_storeu_epi64(to + i, some, _mm512_or_si512(x, y));
    }
}
static const struct choice_rows_kernels kernels_broad = {join_broad, where_broad, decide_broad};
#endif

const struct choice_rows_kernels *choice_rows_kernels(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    bool bits = PROCESSOR_HAS(BMI1, "bmi") && PROCESSOR_HAS(BMI2, "bmi2");
    if (bits && processor_is_broad()) return &kernels_broad;
    if (bits && PROCESSOR_HAS(AVX2, "avx2")) return &kernels_wide;
#endif
    return &kernels_any;
}
