/* SPDX-License-Identifier: MIT */
/* Mixes eight bytes at a time, starting with the length so that trailing zeros count. */
#include "base/hash.h"
#include <string.h>

uint64_t hash_bytes(const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    uint64_t hash = hash_mix(count + 0x9e3779b97f4a7c15u);
    for (; count >= 8; count -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = hash_mix(hash ^ word);
    }
    if (count) {
        uint64_t word = 0;
        memcpy(&word, at, count);
        hash = hash_mix(hash ^ word);
    }
    return hash;
}
