/* SPDX-License-Identifier: MIT */
/* One instruction for all lanes of a block. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#include "code/machine/processor.h"
#endif
#include "base/bits.h"
#include "code/machine/turns_lanes.h"

enum { LANES_TOGETHER = 16 };
#define TOGETHER(count) (((count) + LANES_TOGETHER - 1) / LANES_TOGETHER * LANES_TOGETHER)

/* A row may be an operand and the result at once; no lane depends on another one. */
#ifdef __clang__
#define LANES_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define LANES_APART _Pragma("GCC ivdep")
#endif
#define EACH_FOR(lanes, ...)                                                                                           \
    do {                                                                                                               \
        const int32_t *const b_ = b->at, *const c_ = c->at;                                                            \
        const size_t n_ = (lanes);                                                                                     \
        if (b_ && c_) {                                                                                                \
            LANES_APART                                                                                                \
            for (size_t i = 0; i < n_; i++) {                                                                          \
                const int32_t x = b_[i], y = c_[i];                                                                    \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        } else if (b_) {                                                                                               \
            const int32_t y = c->same;                                                                                 \
            LANES_APART                                                                                                \
            for (size_t i = 0; i < n_; i++) {                                                                          \
                const int32_t x = b_[i];                                                                               \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        } else if (c_) {                                                                                               \
            const int32_t x = b->same;                                                                                 \
            LANES_APART                                                                                                \
            for (size_t i = 0; i < n_; i++) {                                                                          \
                const int32_t y = c_[i];                                                                               \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        } else {                                                                                                       \
            const int32_t x = b->same, y = c->same;                                                                    \
            for (size_t i = 0; i < n_; i++) {                                                                          \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)
#define EACH_LANE(...) EACH_FOR(TOGETHER(count), __VA_ARGS__)

#define LANE_STEP(name, result)                                                                                        \
    static void OF(name)(int32_t * to, const struct lane_operand *b, const struct lane_operand *c, size_t count)       \
    {                                                                                                                  \
        EACH_LANE((void)x; (void)y; to[i] = (result););                                                                \
    }
/* Flags behind the last turn are of no account: nobody is there. */
#define LANE_JUMP(name, condition)                                                                                     \
    static void OF(name)(uint64_t * holds, const struct lane_operand *b, const struct lane_operand *c, size_t count)   \
    {                                                                                                                  \
        uint8_t flags[LANES];                                                                                          \
        memset(flags + count / 64 * 64, 0, count % 64 ? 64 : 0);                                                       \
        EACH_LANE((void)x; (void)y; flags[i] = (condition););                                                          \
        for (size_t k = 0; k < count; k += 64) holds[k / 64] = bits_of_bytes(flags + k);                               \
    }

/* A whole number near x / by, for what is tried in whole numbers after it (LANE_DIVIDE_EACH). */
#define LANE_TRY(q, x, by) const uint32_t q = (uint32_t)(int32_t)((double)(x) / (double)(int32_t)(by))

/* Bit i: byte i, which is 0 or 1, for 64 of them. */
static inline uint64_t bits_of_bytes(const uint8_t *bytes)
{
    uint64_t word = 0;
#ifdef __SSE2__
    for (int i = 0; i < 64; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(bytes + i));
        word |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_slli_epi16(x, 7)) << i;
    }
#else
    for (int i = 0; i < 64; i += 8) {
        uint64_t x;
        memcpy(&x, bytes + i, sizeof x);
        if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) x = __builtin_bswap64(x);
        word |= x * UINT64_C(0x0102040810204080) >> 56 << i;
    }
#endif
    return word;
}

#if defined(__x86_64__) && defined(__GNUC__)
/* Some processors with such vectors count bits of lanes. Which code uses them depends on what the compiler says it may use. */
__attribute__((unused)) static bool counts_bits(void) { return PROCESSOR_HAS(AVX512_VPOPCNTDQ, "avx512vpopcntdq"); }

__attribute__((unused, target("avx512f,avx512vpopcntdq"))) static void count_bits(int32_t *to, const int32_t *from,
                                                                                  size_t count)
{
    for (size_t i = 0; i < count; i += LANES_TOGETHER)
        _mm512_storeu_si512(to + i, _mm512_popcnt_epi32(_mm512_loadu_si512(from + i)));
}
#endif

/* ---- for each kind of processor ---------------------------------------------------------------------------------- */
#define CODE_OF_PROCESSOR "code/machine/turns_lanes_each.def"
#include "code/machine/processor_each.def"
static const struct lane_kernels *const kinds[] = PROCESSORS(lane_kernels);

const struct lane_kernels *turns_lanes_kernels(size_t kind) { return kinds[kind]; }
