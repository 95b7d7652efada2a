/* SPDX-License-Identifier: MIT */
/* How many heaps a reader of certificates computes: against its loops counted by a formula where nothing is sparse, and where a mask
 * saves it steps. */
#include "certify/private.h"
#include "claims.h"

enum { MANY = 1500 };
static uint32_t values[MANY];
static struct family_digit digits[] = {{.take = 1, .heaps = 7, .least = 1}, {.take = 2, .heaps = 7, .least = 1}};
static struct family kayles = {.kind = FAMILY_BREAK, .digits = digits, .digit_count = 2, .most_heaps = 2};

static void fill_kayles(void)
{
    for (int n = 0; n < MANY; n++) {
        bool seen[256] = {false};
        for (int take = 1; take <= 2; take++)
            for (int a = 0; a <= n - take; a++) seen[values[a] ^ values[n - take - a]] = true;
        values[n] = 0;
        while (seen[values[n]]) values[n]++;
    }
}

/* All heaps are rare without a mask: each is stamped with each digit, and the value that is missing is looked for in all pairs. */
static uint64_t plain_steps(int64_t heaps)
{
    uint64_t steps = 0;
    for (int64_t n = 0; n < heaps; n++)
        for (int64_t take = 1; take <= 2; take++)
            steps += n - take >= 2 ? (uint64_t)n + 1 + (uint64_t)(n - take) / 2 + 1 : 1;
    return steps;
}

CLAIM(heaps_are_read_up_to_the_last_step)
{
    const struct reader plain = {.family = &kayles};
    fill_kayles();
    for (int64_t heaps = 1; heaps < MANY; heaps += 97) {
        uint64_t all = MANY, one_less = MANY;
        assert_int_equal(certify_heaps_read(&plain, value_view_of(values), plain_steps(heaps), &all), ST_OK);
        assert_int_equal(all, heaps);
        assert_int_equal(certify_heaps_read(&plain, value_view_of(values), plain_steps(heaps) - 1, &one_less), ST_OK);
        assert_int_equal(one_less, heaps - 1);
    }
}

CLAIM(few_rare_values_save_steps_and_all_heaps_are_read_with_steps_enough)
{
    uint64_t plain = MANY, masked = MANY, enough = MANY;
    fill_kayles();
    const struct reader sparse = {.family = &kayles, .mask = 11, .parity = false, .class = 0};
    assert_int_equal(certify_heaps_read(&(struct reader){.family = &kayles}, value_view_of(values), 100000, &plain),
                     ST_OK);
    assert_int_equal(certify_heaps_read(&sparse, value_view_of(values), 100000, &masked), ST_OK);
    assert_true(masked > plain);
    assert_int_equal(certify_heaps_read(&sparse, value_view_of(values), UINT64_MAX, &enough), ST_OK);
    assert_int_equal(enough, MANY);
}

CLAIM(rules_that_are_no_codes_are_read_at_once)
{
    struct family sliding = {.kind = FAMILY_SLIDING};
    uint64_t count = MANY;
    assert_int_equal(certify_heaps_read(&(struct reader){.family = &sliding}, value_view_of(values), 0, &count), ST_OK);
    assert_int_equal(count, MANY);
}

CLAIMS(IT(heaps_are_read_up_to_the_last_step), IT(few_rare_values_save_steps_and_all_heaps_are_read_with_steps_enough),
       IT(rules_that_are_no_codes_are_read_at_once))
