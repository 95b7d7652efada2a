/* SPDX-License-Identifier: MIT */
/* One text for all widths, with the vectors of GCC and Clang: a macro, because a compiler lowers vectors function by
 * function, for the instructions that this function may use, before it copies one function into another. */
#include "code/machine/split_sweep.h"
#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

enum { PATIENCE = 16 }; /* sets that are added before it is asked whether the set is full */

/* The vectors of a set one by one, so that they stay in registers. */
#define DO_2(step) step(0) step(1)
#define DO_4(step) DO_2(step) step(2) step(3)
#define DO_8(step) DO_4(step) step(4) step(5) step(6) step(7)
#define FETCH(k) set[k] = covered[k];
#define STORE(k) covered[k] = set[k];
#define UNITE(k) set[k] |= p[k];
#define MEET(k) all &= set[k];

#define REVERSE_4 3, 2, 1, 0
#define REVERSE_8 7, 6, 5, 4, 3, 2, 1, 0
#define REVERSE_16 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0

#define TYPES(name, bytes)                                                                                             \
    typedef uint64_t name##_words __attribute__((vector_size(bytes), aligned(1), may_alias));                          \
    typedef uint32_t name##_values __attribute__((vector_size(bytes), aligned(1), may_alias));

#define SHIFT(name, bytes)                                                                                             \
    static void name##_shift(uint64_t *copies, size_t words, const uint64_t *row, unsigned shifts)                     \
    {                                                                                                                  \
        for (unsigned s = 0; s < SPLIT_SHIFTS; s++) {                                                                  \
            uint64_t *out = copies + s * (words + SPLIT_OVER);                                                         \
            if (!(shifts >> s & 1)) continue;                                                                          \
            for (size_t i = 0; i < words; i += (bytes) / 8) {                                                          \
                name##_words low = *(const name##_words *)(row + i), high = *(const name##_words *)(row + i + 1);      \
                *(name##_words *)(out + i) = low >> s | high << 1 << (63 - s);                                         \
            }                                                                                                          \
        }                                                                                                              \
    }

#define COVER(name, bytes, many)                                                                                       \
    static bool name##_full(const name##_words *set)                                                                   \
    {                                                                                                                  \
        name##_words all = set[0];                                                                                     \
        DO_##many(MEET) uint64_t every = UINT64_MAX;                                                                   \
        for (size_t k = 0; k < (bytes) / 8; k++) every &= all[k];                                                      \
        return every == UINT64_MAX;                                                                                    \
    }                                                                                                                  \
    static void name##_cover(struct sweep_task *t)                                                                     \
    {                                                                                                                  \
        size_t kept = 0;                                                                                               \
        for (size_t k = 0; k < t->live_count; k++) {                                                                   \
            uint32_t v = t->live[k], i = t->lists.first[v ^ t->value], end = t->lists.first[(v ^ t->value) + 1];       \
            bool full = false;                                                                                         \
            if (i < end) {                                                                                             \
                name##_words set[many], *covered = (name##_words *)t->covered[v];                                      \
                DO_##many(FETCH) while (i < end && !full)                                                              \
                {                                                                                                      \
                    uint32_t stop = end - i > PATIENCE ? i + PATIENCE : end;                                           \
                    t->steps += stop - i;                                                                              \
                    for (; i < stop; i++) {                                                                            \
                        const name##_words *p = (const name##_words *)((const uint8_t *)t->copies + t->lists.at[i]);   \
                        DO_##many(UNITE)                                                                               \
                    }                                                                                                  \
                    full = name##_full(set);                                                                           \
                }                                                                                                      \
                DO_##many(STORE)                                                                                       \
            }                                                                                                          \
            t->live[kept] = (uint16_t)v;                                                                               \
            kept += !full;                                                                                             \
        }                                                                                                              \
        t->live_count = kept;                                                                                          \
    }

#define FIND(name, lanes)                                                                                              \
    static uint64_t name##_find(const uint32_t *values, uint64_t sum, uint64_t from, uint64_t to, uint32_t value)      \
    {                                                                                                                  \
        uint64_t a = from;                                                                                             \
        for (; a + 4 * (lanes) <= to; a += 4 * (lanes)) {                                                              \
            name##_values hit = {0};                                                                                   \
            for (uint64_t k = a; k < a + 4 * (lanes); k += (lanes)) {                                                  \
                name##_values x = *(const name##_values *)(values + k);                                                \
                name##_values y = *(const name##_values *)(values + (sum - k - (lanes) + 1));                          \
                hit |= (name##_values)((x ^ __builtin_shufflevector(y, y, REVERSE_##lanes)) == value);                 \
            }                                                                                                          \
            uint32_t any = 0;                                                                                          \
            for (int k = 0; k < (lanes); k++) any |= hit[k];                                                           \
            if (any) return a;                                                                                         \
        }                                                                                                              \
        while (a < to && (values[a] ^ values[sum - a]) != value) a++;                                                  \
        return a;                                                                                                      \
    }

/* many: the vectors of a set; lanes: the values of a vector. */
#define COUNT(name)                                                                                                    \
    static uint64_t name##_missing(const uint64_t *set)                                                                \
    {                                                                                                                  \
        uint64_t bits = 0;                                                                                             \
        for (size_t q = 0; q < SPLIT_WORDS; q++) bits += (uint64_t)__builtin_popcountll(~set[q]);                      \
        return bits;                                                                                                   \
    }

#define SWEEP(name, bytes, many, lanes)                                                                                \
    TYPES(name, bytes) SHIFT(name, bytes) COVER(name, bytes, many) FIND(name, lanes) COUNT(name)
SWEEP(plain, 16, 8, 4)

#if defined(__x86_64__) && defined(__GNUC__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,popcnt")
#endif
SWEEP(avx2, 32, 4, 8)
#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,popcnt"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,popcnt")
#endif
SWEEP(avx512, 64, 2, 16)
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
static const struct split_sweep sweeps[] = {{"plain", plain_shift, plain_cover, plain_find, plain_missing},
                                            {"avx2", avx2_shift, avx2_cover, avx2_find, avx2_missing},
                                            {"avx512", avx512_shift, avx512_cover, avx512_find, avx512_missing}};
/* The dynamic linker knows what the processor can do. __builtin_cpu_supports asks the processor again, at every start of a program that
 * has it anywhere, which in a virtual machine takes as long as reading a small rule. */
#ifdef CPU_FEATURE_ACTIVE
#define HAS(FEATURE, name) CPU_FEATURE_ACTIVE(FEATURE)
#else
#define HAS(FEATURE, name) __builtin_cpu_supports(name)
#endif
size_t split_sweep_count(void) { return HAS(AVX512F, "avx512f") ? 3 : HAS(AVX2, "avx2") ? 2 : 1; }
#else
static const struct split_sweep sweeps[] = {{"plain", plain_shift, plain_cover, plain_find, plain_missing}};
size_t split_sweep_count(void) { return 1; }
#endif

const struct split_sweep *split_sweep_at(size_t index) { return &sweeps[index]; }
const struct split_sweep *split_sweep_widest(void) { return &sweeps[split_sweep_count() - 1]; }
