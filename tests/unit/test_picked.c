/* SPDX-License-Identifier: MIT */
/* Values of picked options are marked alike by each kind of code that the processor has, and nothing else is. */
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "solve/ranked/marks.h"

enum { NUMBERS = 6000, VALUES = 1 << 16, WORDS = 40, TRIES = 400 };
static uint16_t values[NUMBERS];
static uint32_t plain[VALUES], seen[VALUES];

/* Few bits, many, or all, with words that have none. */
static void pick_some(uint64_t *seed, uint64_t *picked)
{
    for (size_t w = 0; w < WORDS; w++) {
        uint64_t a = random_next(seed), b = random_next(seed);
        static const unsigned kinds = 5;
        switch (random_next(seed) % kinds) {
        case 0: picked[w] = a; break;
        case 1: picked[w] = a & b & random_next(seed); break;
        case 2: picked[w] = a | b; break;
        case 3: picked[w] = 0; break;
        default: picked[w] = ~UINT64_C(0); break;
        }
    }
}

/* Options from..end - 1, whose numbers are all from 0 to NUMBERS - 1, at both ends as well. */
static void compare(uint64_t *seed, size_t kind, uint32_t stamp, int64_t step)
{
    uint64_t picked[WORDS], count = 0;
    int64_t size = step < 0 ? -step : step, most = (NUMBERS - 1) / size + 1;
    int64_t from = (int64_t)(random_next(seed) % 200), length = 1 + (int64_t)(random_next(seed) % (64 * WORDS - 200));
    if (length > most) length = most;
    int64_t span = size * (length - 1), left = NUMBERS - 1 - span;
    int64_t at = random_next(seed) % 3   ? (int64_t)(random_next(seed) % (uint64_t)(left + 1))
                 : random_next(seed) % 2 ? 0
                                         : left;
    int64_t base = step < 0 ? at + span : at;
    pick_some(seed, picked);
    for (int64_t i = from; i < from + length; i++)
        if (picked[i / 64] >> i % 64 & 1) plain[values[base + step * (i - from)]] = stamp, count++;
    struct marks m = {values, seen, stamp, (uint32_t)base, (uint32_t)step};
    assert_true(marks_picked(kind, &m, picked, from, from + length) == count);
    assert_memory_equal(seen, plain, sizeof seen);
}

CLAIM(all_kinds_of_code_mark_the_same_values)
{
    static const int64_t steps[] = {1, -1, 2, -2, 7, -31, 401, -401};
    uint64_t seed = 9;
    for (size_t i = 0; i < NUMBERS; i++) values[i] = (uint16_t)random_next(&seed);
    for (size_t kind = 0; kind < marks_kinds(); kind++) {
        memset(seen, 0, sizeof seen);
        memset(plain, 0, sizeof plain);
        for (uint32_t i = 0; i < TRIES; i++) compare(&seed, kind, i + 1, steps[i % (sizeof steps / sizeof *steps)]);
    }
}

CLAIM(one_word_is_marked_as_many_are)
{
    uint64_t seed = 10;
    for (uint32_t i = 0; i < TRIES; i++) {
        uint64_t some = random_next(&seed) & random_next(&seed);
        struct marks m = {values, seen, i + 1, 3000, i % 2 ? 40 : (uint32_t)-40}, other = m;
        other.seen = plain;
        memset(seen, 0, sizeof seen);
        memset(plain, 0, sizeof plain);
        marks_word(&m, some);
        if (some) marks_picked(0, &other, &some, 0, 64);
        assert_memory_equal(seen, plain, sizeof seen);
    }
}

CLAIMS(IT(all_kinds_of_code_mark_the_same_values), IT(one_word_is_marked_as_many_are))
