/* SPDX-License-Identifier: MIT */
/* Marks of a table in bytes against a search for each number in turn. */
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "code/native/prelude.h"

enum { CAPACITY = 512, TRIES = 3000 };

static uint8_t seen[CAPACITY + CGI_BEHIND];

static void mark_some(uint64_t *seed, uint8_t stamp)
{
    uint32_t all = (uint32_t)(random_next(seed) % (CAPACITY + 1)), holes = (uint32_t)(random_next(seed) % 4);
    for (uint32_t v = 0; v < CAPACITY; v++) seen[v] = (uint8_t)(v < all ? stamp : random_next(seed) % 256);
    for (uint32_t i = 0; i < holes; i++) seen[random_next(seed) % CAPACITY] = (uint8_t)(stamp + 1);
}

CLAIM(the_mex_is_the_first_number_without_the_stamp)
{
    uint64_t seed = 3;
    for (int i = 0; i < TRIES; i++) {
        uint8_t stamp = (uint8_t)(random_next(&seed) % 255 + 1);
        mark_some(&seed, stamp);
        uint32_t plain = 0;
        while (plain < CAPACITY && seen[plain] == stamp) plain++;
        assert_int_equal(cgi_mex(seen, stamp), plain);
    }
}

CLAIM(a_word_has_a_bit_for_each_of_64_marks)
{
    uint64_t seed = 4;
    for (int i = 0; i < TRIES; i++) {
        uint8_t stamp = (uint8_t)(random_next(&seed) % 255 + 1);
        uint64_t plain = 0, from = random_next(&seed) % (CAPACITY + CGI_BEHIND - 63);
        mark_some(&seed, stamp);
        for (unsigned k = 0; k < 64; k++) plain |= (uint64_t)(seen[from + k] == stamp) << k;
        assert_true(cgi_seen_word(seen + from, stamp) == plain);
    }
}

CLAIM(marks_are_cleared_when_the_stamps_come_round)
{
    memset(seen, 0, sizeof seen);
    seen[0] = seen[CAPACITY - 1] = 1;
    uint8_t stamp = 1;
    for (int i = 1; i < 255; i++) {
        stamp = cgi_stamp(seen, CAPACITY, stamp);
        assert_int_equal(stamp, i + 1);
        assert_int_equal(cgi_mex(seen, stamp), 0);
    }
    stamp = cgi_stamp(seen, CAPACITY, stamp);
    assert_int_equal(stamp, 1);
    assert_int_equal(cgi_mex(seen, stamp), 0);
    assert_int_equal(seen[CAPACITY - 1], 0);
}

CLAIMS(IT(the_mex_is_the_first_number_without_the_stamp), IT(a_word_has_a_bit_for_each_of_64_marks),
       IT(marks_are_cleared_when_the_stamps_come_round))
