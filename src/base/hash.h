/* SPDX-License-Identifier: MIT */
/* Hashing: a two-multiply 64-bit mixer, and a hash of bytes built on it. Not for hostile keys. */
#ifndef CGI_BASE_HASH_H
#define CGI_BASE_HASH_H
#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}
/* Of three words, quickly. Upper bits are to be taken: of a product with an odd number they depend on all bits of the other factor. */
static inline uint64_t hash_three(uint64_t a, uint64_t b, uint64_t c)
{
    return a * 0x9e3779b97f4a7c15u + b * 0xd6e8feb86659fd93u + c * 0xa0761d6478bd642fu;
}
uint64_t hash_bytes(const void *bytes, size_t count);

/* A small seeded generator for samples and tests (xorshift64*); a seed of 0 counts as 1. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t x = *state ? *state : 1;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * 0x2545f4914f6cdd1du;
}

#endif
