/* SPDX-License-Identifier: MIT */
/* Hashing and the sample generator: determinism and a sane spread; not quality in any stronger sense. */
#include "base/hash.h"
#include <string.h>
#include "claims.h"

CLAIM(equal_bytes_have_equal_hashes_wherever_they_stand)
{
    char buffer[64] = {0};
    memcpy(buffer + 3, "the same bytes, unaligned", 25);
    assert_int_equal(hash_bytes(buffer + 3, 25), hash_bytes("the same bytes, unaligned", 25));
}

CLAIM(trailing_zeros_count)
{
    const char zeros[32] = {0};
    for (size_t i = 0; i < 32; i++)
        for (size_t j = 0; j < i; j++) assert_int_not_equal(hash_bytes(zeros, i), hash_bytes(zeros, j));
}

CLAIM(every_byte_of_every_length_counts)
{
    unsigned char bytes[24] = {0};
    for (size_t length = 1; length <= sizeof bytes; length++) {
        uint64_t before = hash_bytes(bytes, length);
        for (size_t i = 0; i < length; i++) {
            bytes[i] ^= 1;
            assert_int_not_equal(hash_bytes(bytes, length), before);
            bytes[i] ^= 1;
        }
    }
}

CLAIM(low_bits_of_consecutive_keys_spread)
{
    unsigned buckets[256] = {0};
    for (uint64_t key = 0; key < 256 * 64; key++) buckets[hash_mix(key) & 255]++;
    for (int i = 0; i < 256; i++) assert_in_range(buckets[i], 20, 120);
}

CLAIM(a_seed_repeats_its_sequence)
{
    uint64_t a = 42, b = 42;
    for (int i = 0; i < 100; i++) assert_int_equal(random_next(&a), random_next(&b));
}

CLAIM(a_seed_of_zero_is_taken_as_one)
{
    uint64_t zero = 0, one = 1;
    assert_int_equal(random_next(&zero), random_next(&one));
    assert_int_not_equal(zero, 0);
}

CLAIMS(IT(equal_bytes_have_equal_hashes_wherever_they_stand), IT(trailing_zeros_count),
       IT(every_byte_of_every_length_counts), IT(low_bits_of_consecutive_keys_spread), IT(a_seed_repeats_its_sequence),
       IT(a_seed_of_zero_is_taken_as_one))
