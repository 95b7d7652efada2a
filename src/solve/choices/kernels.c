/* SPDX-License-Identifier: MIT */
#include "solve/choices/kernels.h"
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#include "code/machine/processor.h"
#endif

#define INLINE static inline __attribute__((always_inline))

/* The bit of a value, if it is one of the 64 from `least` on. */
INLINE uint64_t bit_of(uint64_t value, uint64_t least)
{
    uint64_t x = value - least, own = (x >> 6) == 0;
    return UINT64_C(1) << (x & 63) & (UINT64_C(0) - own);
}

#define JOIN_ALL(NAME, TYPE)                                                                                           \
    INLINE void join_##NAME(uint64_t *restrict to, const TYPE *restrict values, uint64_t least,                        \
                            const struct row_choice *here, size_t count)                                               \
    {                                                                                                                  \
        for (size_t i = 0; i < count; i++) {                                                                           \
            const struct row_choice *c = &here[i];                                                                     \
            if (c->places) continue;                                                                                   \
            for (int64_t j = c->from; j < c->to; j++)                                                                  \
                to[j] |= bit_of(values[c->at + j], least) & (uint64_t)(c->holds ? (int64_t)c->holds[j] : -1);          \
        }                                                                                                              \
    }

JOIN_ALL(bytes, uint8_t)
JOIN_ALL(narrow, uint16_t)
JOIN_ALL(wide, uint32_t)

INLINE void join_all(uint64_t *restrict to, const struct choice_rows_values *from, const struct row_choice *here,
                     size_t count)
{
    uint64_t least = 64 * (uint64_t)from->word;
    if (from->bytes) join_bytes(to, from->bytes, least, here, count);
    else if (from->narrow) join_narrow(to, from->narrow, least, here, count);
    else join_wide(to, from->wide, least, here, count);
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

/* A position is known once all before it in its row have told it what they are. */
INLINE int64_t push_row(const struct choice_rows_near *row, int64_t from, int64_t to)
{
    const struct choice_rows_near here = *row, *n = &here;
    for (int64_t j = from; j < to; j++) {
        size_t w = 0, left = n->columns - 1 - (size_t)j, count = n->most < left ? n->most : left;
        uint64_t sees = n->all[j], bit;
        if (n->misere) {
            bit = (sees & 1) != 0 || sees == 0 ? 2 : 1;
        } else {
            while (!~sees) {
                if (++w == n->words) return j;
                sees = n->all[w * n->columns + (size_t)j];
            }
            bit = ~sees & (sees + 1);
        }
        choice_rows_put(n, j, (unsigned)(64 * w) + (unsigned)__builtin_ctzll(bit));
        uint64_t *restrict seen = n->all + w * n->columns + (size_t)j + 1;
        const uint64_t *restrict take = n->take;
        for (size_t i = 0; i < count; i++) seen[i] |= bit & take[i];
    }
    return to;
}

#define JOIN(NAME, ...)                                                                                                \
    __VA_ARGS__ static void rows_##NAME(uint64_t *restrict to, const struct choice_rows_values *from,                  \
                                        const struct row_choice *here, size_t count, size_t columns)                   \
    {                                                                                                                  \
        (void)columns;                                                                                                 \
        join_all(to, from, here, count);                                                                               \
    }
#define DECIDE(NAME, ...)                                                                                              \
    __VA_ARGS__ static int64_t decide_##NAME(const struct choice_rows_near *near, int64_t from, int64_t to)            \
    {                                                                                                                  \
        return decide_piece(near, from, to);                                                                           \
    }                                                                                                                  \
    __VA_ARGS__ static int64_t push_##NAME(const struct choice_rows_near *near, int64_t from, int64_t to)              \
    {                                                                                                                  \
        return push_row(near, from, to);                                                                               \
    }

JOIN(any)
DECIDE(any)
static const struct choice_rows_kernels kernels_any = {rows_any, decide_any, push_any};
#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE __attribute__((target("avx2,bmi,bmi2")))

/* Four values from there on. */
WIDE INLINE __m256i four(const struct choice_rows_values *from, int64_t at)
{
    int32_t bytes;
    if (from->bytes) {
        memcpy(&bytes, from->bytes + at, sizeof bytes);
        return _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(bytes));
    }
    if (from->narrow) return _mm256_cvtepu16_epi64(_mm_loadl_epi64((const __m128i *)(const void *)(from->narrow + at)));
    return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)(from->wide + at)));
}

/* A bit that is shifted by 64 places or more is none. */
WIDE INLINE void join_fours(uint64_t *restrict to, const struct choice_rows_values *from, const struct row_choice *c)
{
    __m256i one = _mm256_set1_epi64x(1), least = _mm256_set1_epi64x((int64_t)(64 * from->word));
    for (int64_t j = c->from; j + 4 <= c->to; j += 4) {
        __m256i *at = (__m256i *)(void *)(to + j), x = _mm256_sub_epi64(four(from, c->at + j), least);
        int32_t holds = -1;
        if (c->holds) memcpy(&holds, c->holds + j, sizeof holds);
        x = _mm256_and_si256(_mm256_sllv_epi64(one, x), _mm256_cvtepi8_epi64(_mm_cvtsi32_si128(holds)));
        _mm256_storeu_si256(at, _mm256_or_si256(_mm256_loadu_si256(at), x));
    }
}

/* Four columns at a time, then those that are left. */
WIDE static void rows_wide(uint64_t *restrict to, const struct choice_rows_values *from, const struct row_choice *here,
                           size_t count, size_t columns)
{
    struct choice_rows_values bytes = {.bytes = from->bytes, .word = from->word};
    (void)columns;
    for (size_t i = 0; i < count; i++) {
        struct row_choice c = here[i];
        if (c.places) continue;
        if (from->bytes) join_fours(to, &bytes, &c);
        else join_fours(to, from, &c);
        c.from += (c.to - c.from) / 4 * 4;
        join_all(to, from, &c, 1);
    }
}

DECIDE(wide, WIDE)
static const struct choice_rows_kernels kernels_wide = {rows_wide, decide_wide, push_wide};
#ifdef __clang__
#define BROAD __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2")))
#else
#define BROAD __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,prefer-vector-width=512")))
#endif
DECIDE(broad, BROAD)

/* Bits below n, of 64. */
BROAD INLINE uint64_t below(int64_t n) { return n <= 0 ? 0 : _bzhi_u64(~UINT64_C(0), n < 64 ? (unsigned)n : 64); }

/* At which of the 64 columns from `column` on does the choice hold? */
BROAD INLINE uint64_t holds_at(const struct row_choice *c, int64_t column)
{
    uint64_t in = below(c->to - column) & ~below(c->from - column);
    if (!c->holds || !in) return in;
    return (uint64_t)_mm512_movepi8_mask(_mm512_maskz_loadu_epi8(in, c->holds + column));
}

/* Eight values from there on, where bits of `in` are set. */
BROAD INLINE __m512i eight(const struct choice_rows_values *from, int64_t at, __mmask8 in)
{
    if (from->bytes) return _mm512_cvtepu8_epi64(_mm_maskz_loadu_epi8(in, from->bytes + at));
    if (from->narrow) return _mm512_cvtepu16_epi64(_mm_maskz_loadu_epi16(in, from->narrow + at));
    return _mm512_cvtepu32_epi64(_mm256_maskz_loadu_epi32(in, from->wide + at));
}

/* What 8 * vectors columns see stays in registers while all choices are gone through. A bit that is shifted by 64 places or more is
 * none, so values of other words leave none. */
BROAD INLINE void join_block(uint64_t *restrict to, const struct choice_rows_values *from,
                             const struct row_choice *here, size_t count, int64_t column, size_t columns,
                             size_t vectors)
{
    __m512i all[16], one = _mm512_set1_epi64(1), least = _mm512_set1_epi64((int64_t)(64 * from->word));
    size_t left = columns - 8 * (vectors - 1);
    __mmask8 end = (__mmask8)(left < 8 ? (1u << left) - 1 : 0xff);
    for (size_t v = 0; v < vectors; v++) all[v] = _mm512_maskz_loadu_epi64(v + 1 < vectors ? 0xff : end, to + 8 * v);
    for (size_t i = 0; i < count; i++) {
        const struct row_choice *c = &here[i];
        if (c->places) continue;
        uint64_t in[2] = {holds_at(c, column), vectors > 8 ? holds_at(c, column + 64) : 0};
        if (!(in[0] | in[1])) continue;
        for (size_t v = 0; v < vectors; v++) {
            __mmask8 some = (__mmask8)(in[v / 8] >> 8 * (v % 8));
            __m512i x = _mm512_sub_epi64(eight(from, c->at + column + (int64_t)(8 * v), some), least);
            all[v] = _mm512_or_si512(all[v], _mm512_maskz_sllv_epi64(some, one, x));
        }
    }
    for (size_t v = 0; v < vectors; v++) _mm512_mask_storeu_epi64(to + 8 * v, v + 1 < vectors ? 0xff : end, all[v]);
}

#define BLOCK(N)                                                                                                       \
    case N:                                                                                                            \
        join_block(to, from, here, count, column, left, N);                                                            \
        break
#define BLOCKS(N)                                                                                                      \
    BLOCK(N);                                                                                                          \
    BLOCK(N + 1);                                                                                                      \
    BLOCK(N + 2);                                                                                                      \
    BLOCK(N + 3)

/* In blocks of up to 128 columns. */
BROAD INLINE void join_blocks(uint64_t *restrict to, const struct choice_rows_values *from,
                              const struct row_choice *here, size_t count, size_t columns)
{
    for (size_t at = 0; at < columns; at += 128, to += 128) {
        int64_t column = (int64_t)at;
        size_t left = columns - at < 128 ? columns - at : 128;
        switch ((left + 7) / 8) {
            BLOCKS(1);
            BLOCKS(5);
            BLOCKS(9);
            BLOCKS(13);
        default: break;
        }
    }
}

/* Each width of values has loops of its own. */
BROAD static void rows_broad(uint64_t *restrict to, const struct choice_rows_values *from,
                             const struct row_choice *here, size_t count, size_t columns)
{
    struct choice_rows_values bytes = {.bytes = from->bytes, .word = from->word};
    struct choice_rows_values narrow = {.narrow = from->narrow, .word = from->word};
    struct choice_rows_values wide = {.wide = from->wide, .word = from->word};
    if (from->bytes) join_blocks(to, &bytes, here, count, columns);
    else if (from->narrow) join_blocks(to, &narrow, here, count, columns);
    else join_blocks(to, &wide, here, count, columns);
}
static const struct choice_rows_kernels kernels_broad = {rows_broad, decide_broad, push_broad};
#endif

const struct choice_rows_kernels *choice_rows_kernels_each(size_t i)
{
    const struct choice_rows_kernels *all[3] = {NULL};
    size_t count = 0;
#if defined(__x86_64__) && defined(__GNUC__)
    bool bits = PROCESSOR_HAS(BMI1, "bmi") && PROCESSOR_HAS(BMI2, "bmi2");
    if (bits && processor_is_broad()) all[count++] = &kernels_broad;
    if (bits && PROCESSOR_HAS(AVX2, "avx2")) all[count++] = &kernels_wide;
#endif
    all[count++] = &kernels_any;
    return i < count ? all[i] : NULL;
}

const struct choice_rows_kernels *choice_rows_kernels(void) { return choice_rows_kernels_each(0); }
