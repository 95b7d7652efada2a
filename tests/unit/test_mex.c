/* SPDX-License-Identifier: MIT */
/* The mex against a search for each number in turn. */
#include "base/mex.h"
#include "base/hash.h"
#include "claims.h"

enum { MOST = 70 };

static uint32_t naive(const uint32_t *values, size_t count)
{
    for (uint32_t mex = 0;; mex++) {
        size_t i = 0;
        while (i < count && values[i] != mex) i++;
        if (i == count) return mex;
    }
}

static void check(struct mex *m, const uint32_t *values, size_t count)
{
    uint32_t mex;
    assert_true(mex_marked(m, values, count, &mex));
    assert_int_equal(mex, naive(values, count));
}

CLAIM(the_mex_is_the_least_number_that_is_missing)
{
    struct mex m = {0};
    uint64_t seed = 7;
    check(&m, NULL, 0);
    for (int i = 0; i < 20000; i++) {
        uint32_t values[MOST];
        size_t count = random_next(&seed) % (MOST + 1), range = random_next(&seed) % 90 + 1;
        for (size_t k = 0; k < count; k++)
            values[k] = random_next(&seed) % 50 ? (uint32_t)(random_next(&seed) % range) : (uint32_t)random_next(&seed);
        check(&m, values, count);
    }
    mex_free(&m);
}

CLAIM(marks_of_earlier_calls_do_not_count_when_the_stamps_come_round)
{
    struct mex m = {0};
    static const uint32_t first[] = {0, 1, 2, 3}, then[] = {3, 1};
    check(&m, first, 4); /* marked with 1 */
    m.stamp = UINT32_MAX;
    check(&m, then, 2); /* with 1 again */
    check(&m, first, 4);
    mex_free(&m);
}

static bool take_one(void)
{
    struct mex m = {0};
    uint32_t values[] = {0, 2}, mex;
    bool fine = mex_marked(&m, values, 2, &mex);
    if (fine) assert_int_equal(mex, 1);
    mex_free(&m);
    return fine;
}

CLAIM(a_mex_survives_any_failed_allocation) { assert_true(walk_failures(take_one) > 0); }

CLAIMS(IT(the_mex_is_the_least_number_that_is_missing),
       IT(marks_of_earlier_calls_do_not_count_when_the_stamps_come_round), IT(a_mex_survives_any_failed_allocation))
