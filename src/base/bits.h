/* SPDX-License-Identifier: MIT */
/* Bits of a word, counted.
 *
 *     bits_of(0xf0)                        // 4
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

#endif
