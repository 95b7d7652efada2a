/* SPDX-License-Identifier: MIT */
/* Bits of a word, counted and turned round.
 *
 *     bits_of(0xf0)                        // 4
 *     bits_backwards(1)                    // bit 63
 *
 * Without an instruction for it, which machines of this kind need not have, the compiler calls a function. */
#ifndef CGI_BASE_BITS_H
#define CGI_BASE_BITS_H
#include <stdint.h>

static inline uint32_t bits_of(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return (uint32_t)(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

/* Bit i is bit 63 - i. */
static inline uint64_t bits_backwards(uint64_t word)
{
    word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
    word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0f) | (word & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(word);
}

#endif
