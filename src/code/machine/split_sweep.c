/* SPDX-License-Identifier: MIT */
/* One text for all widths, with the vectors of GCC and Clang: a macro, because a compiler lowers vectors function by
 * function, for the instructions that this function may use, before it copies one function into another. */
#include "code/machine/split_sweep.h"
#if defined(__x86_64__) && defined(__GNUC__)
#include "code/machine/processor.h"
#endif

enum { PATIENCE = 16 }; /* sets that are added before it is asked whether the set is full */

/* The values c of which the list is to be added to the set of c ^ value: those of live targets where these are few,
 * else all that have a list and a live target, in the order of the lists. */
static size_t sweep_targets(const struct sweep_task *t, uint16_t *waiting)
{
    size_t count = 0;
    if (t->live_count < t->lists.count / 4)
        for (size_t k = 0; k < t->live_count; k++) {
            uint32_t c = t->live[k] ^ t->value;
            waiting[count] = (uint16_t)c;
            count += t->lists.first[c] < t->lists.first[c + 1];
        }
    else
        for (size_t k = 0; k < t->lists.count; k++) {
            uint32_t c = t->lists.order[k];
            waiting[count] = (uint16_t)c;
            count += t->alive[c ^ t->value];
        }
    return count;
}

static void sweep_drop(struct sweep_task *t)
{
    size_t kept = 0;
    for (size_t k = 0; k < t->live_count; k++) {
        t->live[kept] = t->live[k];
        kept += t->alive[t->live[k]];
    }
    t->live_count = kept;
}

/* The vectors of a set one by one, so that they stay in registers. */
#define DO_2(step) step(0) step(1)
#define DO_4(step) DO_2(step) step(2) step(3)
#define DO_8(step) DO_4(step) step(4) step(5) step(6) step(7)
#define FETCH(k) set[k] = covered[k];
#define STORE(k) covered[k] = set[k];
#define UNITE(k) set[k] |= p[k];
#define UNITE_AT(name, many, i)                                                                                        \
    {                                                                                                                  \
        const name##_words *p = (const name##_words *)(copies + at[i]);                                                \
        DO_##many(UNITE)                                                                                               \
    }
#define MEET(k) all &= set[k];

#define REVERSE_4 3, 2, 1, 0
#define REVERSE_8 7, 6, 5, 4, 3, 2, 1, 0
#define REVERSE_16 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0

#define TYPES(name, bytes, narrow)                                                                                     \
    typedef uint64_t name##_words __attribute__((vector_size(bytes), aligned(1), may_alias));                          \
    typedef uint32_t name##_values __attribute__((vector_size(bytes), aligned(1), may_alias));                         \
    typedef uint16_t name##_narrow __attribute__((vector_size(2 * (narrow)), aligned(1), may_alias));

#define SHIFTED(s)                                                                                                     \
    if (shifts >> s & 1) *(vector *)(copies + s * (words + SPLIT_OVER) + i) = low >> s | high << (63 - s);

#define SHIFT(name, bytes)                                                                                             \
    static void name##_shift(uint64_t *copies, size_t words, const uint64_t *row, unsigned shifts)                     \
    {                                                                                                                  \
        typedef name##_words vector;                                                                                   \
        for (size_t i = 0; i < words; i += (bytes) / 8) {                                                              \
            vector low = *(const vector *)(row + i), high = *(const vector *)(row + i + 1) << 1;                       \
            DO_8(SHIFTED)                                                                                              \
        }                                                                                                              \
    }

#define COVER(name, bytes, many)                                                                                       \
    static bool name##_full(const name##_words *set)                                                                   \
    {                                                                                                                  \
        if (set[0][0] != UINT64_MAX) return false; /* as a rule */                                                     \
        name##_words all = set[0];                                                                                     \
        DO_##many(MEET) uint64_t every = UINT64_MAX;                                                                   \
        for (size_t k = 0; k < (bytes) / 8; k++) every &= all[k];                                                      \
        return every == UINT64_MAX;                                                                                    \
    }                                                                                                                  \
    static void name##_cover(struct sweep_task *t)                                                                     \
    {                                                                                                                  \
        uint16_t waiting[SPLIT_VALUES_MOST];                                                                           \
        size_t count = sweep_targets(t, waiting), fulls = 0;                                                           \
        const uint8_t *copies = (const uint8_t *)t->copies;                                                            \
        const uint32_t *first = t->lists.first;                                                                        \
        uint64_t steps = 0;                                                                                            \
        for (size_t k = 0; k < count; k++) {                                                                           \
            uint32_t c = waiting[k], v = c ^ t->value;                                                                 \
            const uint16_t *at = t->lists.at + first[c], *end = t->lists.at + first[c + 1];                            \
            name##_words set[many], *covered = (name##_words *)t->covered[v];                                          \
            DO_##many(FETCH) for (;;)                                                                                  \
            {                                                                                                          \
                const uint16_t *stop = end - at > PATIENCE ? at + PATIENCE : end;                                      \
                steps += (uint64_t)(stop - at);                                                                        \
                for (; stop - at >= 4; at += 4) {                                                                      \
                    UNITE_AT(name, many, 0) UNITE_AT(name, many, 1) UNITE_AT(name, many, 2) UNITE_AT(name, many, 3)    \
                }                                                                                                      \
                for (; at < stop; at++) {                                                                              \
                    UNITE_AT(name, many, 0)                                                                            \
                }                                                                                                      \
                if (at == end || name##_full(set)) break;                                                              \
            }                                                                                                          \
            DO_##many(STORE) if (!name##_full(set)) continue;                                                          \
            t->alive[v] = 0;                                                                                           \
            fulls++;                                                                                                   \
        }                                                                                                              \
        t->steps += steps;                                                                                             \
        if (fulls) sweep_drop(t);                                                                                      \
    }

/* Bit j of row i and bit i of row j change places, in each of the squares that the words of a vector belong to.
 * H. S. Warren, Hacker's Delight (2002), 7-3. */
#define SPREAD(name, bytes)                                                                                            \
    static void name##_transpose(name##_words a[64])                                                                   \
    {                                                                                                                  \
        uint64_t m = 0x00000000ffffffffu;                                                                              \
        for (unsigned j = 32; j; j >>= 1, m ^= m << j)                                                                 \
            for (unsigned k = 0; k < 64; k = ((k | j) + 1) & ~j) {                                                     \
                name##_words t = (a[k] >> j ^ a[k | j]) & m;                                                           \
                a[k | j] ^= t;                                                                                         \
                a[k] ^= t << j;                                                                                        \
            }                                                                                                          \
    }                                                                                                                  \
    static void name##_spread(const uint64_t(*covered)[SPLIT_WORDS], size_t rows, size_t from, size_t words,           \
                              uint64_t *inside)                                                                        \
    {                                                                                                                  \
        for (size_t q = from; q < from + SPLIT_SPREAD; q += (bytes) / 8) {                                             \
            name##_words square[64] = {0};                                                                             \
            for (size_t i = 0; i < rows; i++) square[i] = *(const name##_words *)&covered[i][q];                       \
            name##_transpose(square);                                                                                  \
            for (size_t k = 0; k < (bytes) / 8; k++)                                                                   \
                for (size_t j = 0; j < 64; j++) inside[(64 * (q + k) + j) * words] |= square[j][k];                    \
        }                                                                                                              \
    }

#define FIND(name, find, type, vector, lanes)                                                                          \
    static uint64_t name##_##find(const type *values, uint64_t sum, uint64_t from, uint64_t to, type value)            \
    {                                                                                                                  \
        uint64_t a = from;                                                                                             \
        for (; a + 4 * (lanes) <= to; a += 4 * (lanes)) {                                                              \
            vector hit = {0};                                                                                          \
            for (uint64_t k = a; k < a + 4 * (lanes); k += (lanes)) {                                                  \
                vector x = *(const vector *)(values + k);                                                              \
                vector y = *(const vector *)(values + (sum - k - (lanes) + 1));                                        \
                hit |= (vector)((x ^ __builtin_shufflevector(y, y, REVERSE_##lanes)) == value);                        \
            }                                                                                                          \
            type any = 0;                                                                                              \
            for (int k = 0; k < (lanes); k++) any |= hit[k];                                                           \
            if (any) return a;                                                                                         \
        }                                                                                                              \
        while (a < to && (type)(values[a] ^ values[sum - a]) != value) a++;                                            \
        return a;                                                                                                      \
    }

/* many: the vectors of a set; lanes: the values of a vector; narrow: those of 16 bits, of a vector of 32 bytes at most, as their order is
 * turned round by few processors that have longer ones. */
#define COUNT(name)                                                                                                    \
    static uint64_t name##_missing(const uint64_t *set)                                                                \
    {                                                                                                                  \
        uint64_t bits = 0;                                                                                             \
        for (size_t q = 0; q < SPLIT_WORDS; q++) bits += (uint64_t)__builtin_popcountll(~set[q]);                      \
        return bits;                                                                                                   \
    }

#define FINDS(name, lanes, narrow)                                                                                     \
    FIND(name, find, uint32_t, name##_values, lanes)                                                                   \
    FIND(name, find_narrow, uint16_t, name##_narrow, narrow)

#define SWEEP(name, bytes, many, lanes, narrow)                                                                        \
    TYPES(name, bytes, narrow)                                                                                         \
    SHIFT(name, bytes) COVER(name, bytes, many) SPREAD(name, bytes) FINDS(name, lanes, narrow) COUNT(name)
SWEEP(plain, 16, 8, 4, 8)

#if defined(__x86_64__) && defined(__GNUC__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,popcnt")
#endif
SWEEP(avx2, 32, 4, 8, 16)
#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,popcnt"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,popcnt")
#endif
SWEEP(avx512, 64, 2, 16, 16)
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
static const struct split_sweep sweeps[] = {
    {"plain", plain_shift, plain_cover, plain_find, plain_find_narrow, plain_missing, plain_spread},
    {"avx2", avx2_shift, avx2_cover, avx2_find, avx2_find_narrow, avx2_missing, avx2_spread},
    {"avx512", avx512_shift, avx512_cover, avx512_find, avx512_find_narrow, avx512_missing, avx512_spread}};
size_t split_sweep_count(void) { return PROCESSOR_HAS(AVX512F, "avx512f") ? 3 : PROCESSOR_HAS(AVX2, "avx2") ? 2 : 1; }
#else
static const struct split_sweep sweeps[] = {
    {"plain", plain_shift, plain_cover, plain_find, plain_find_narrow, plain_missing, plain_spread}};
size_t split_sweep_count(void) { return 1; }
#endif

const struct split_sweep *split_sweep_at(size_t index) { return &sweeps[index]; }
const struct split_sweep *split_sweep_widest(void) { return &sweeps[split_sweep_count() - 1]; }
