/* SPDX-License-Identifier: MIT */
/* The bash plugin against counting, and its laws at sizes that nothing can count. */
#include "base/hash.h"
#include "plugin_calls.h"

static struct callee bash;

static int open_it(void **state)
{
    (void)state;
    callee_open(&bash, "bash");
    bash.with_param = true;
    return 0;
}
static int close_it(void **state)
{
    (void)state;
    callee_close(&bash);
    return 0;
}

static int options(int m, const int *cells, int (*out)[CALLEE_WIDTH])
{
    int count = 0;
    for (int t = 1; t <= m && t <= cells[0]; t++) out[count++][0] = cells[0] - t;
    return count;
}

static void agree(size_t components, int limit, int m)
{
    bash.param = m;
    agree_with_counting(
        &bash,
        &(struct counting){.width = 1, .components = components, .limit = limit, .param = m, .options = options});
}

CLAIM(outcomes_and_winning_moves_agree_with_counting)
{
    for (int m = 0; m <= 8; m++) {
        agree(1, 60, m);
        agree(2, 24, m);
        agree(3, 11, m);
    }
    for (int m = 9; m <= 30; m++) agree(1, 200, m);
    agree(4, 6, 2);
    agree(4, 6, 5);
}

CLAIM(options_of_a_value_agree_with_counting)
{
    for (int m = 0; m <= 9; m++) {
        bash.param = m;
        options_agree_with_counting(
            &bash, &(struct counting){.width = 1, .components = 1, .limit = 60, .param = m, .options = options});
    }
}

CLAIM(values_agree_with_counting)
{
    for (int m = 0; m <= 8; m++) {
        struct counting k = {.width = 1, .components = 1, .limit = 60, .param = m, .options = options};
        bash.param = m;
        counting_values(&k);
        for (int n = 0; n <= 60; n++) {
            int64_t value;
            callee_ask(&bash, &n, 1, 1);
            assert_true(integer_fits(callee_value(&bash, 0), &value));
            assert_int_equal(value, k.values[n]);
        }
        counting_free(&k);
    }
}

/* Every listed move takes 1..m and balances the values; every heap that could is listed. */
static void check_large(const struct integer **cells, size_t count, int64_t m)
{
    const struct integer *modulus =
        integer_add(&bash.arena, integer_from(&bash.arena, m), integer_from(&bash.arena, 1));
    const struct integer *total = integer_from(&bash.arena, 0), *zero = total;
    bash.param = m;
    callee_ask_big(&bash, cells, count, 1);
    for (size_t i = 0; i < count; i++) {
        const struct integer *g = integer_mod(&bash.arena, cells[i], modulus);
        assert_int_equal(integer_compare(callee_value(&bash, i), g), 0);
        total = integer_xor(&bash.arena, total, g);
    }
    callee_moves(&bash, CGI_PLAY_NORMAL);
    assert_int_equal(callee_outcome(&bash, CGI_PLAY_NORMAL), total->sign ? CGI_OUTCOME_N : CGI_OUTCOME_P);
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const struct integer *g = integer_mod(&bash.arena, cells[i], modulus);
        const struct integer *t = integer_xor(&bash.arena, g, total);
        const struct integer *take = integer_mod(&bash.arena, integer_sub(&bash.arena, g, t), modulus);
        if (integer_compare(t, modulus) >= 0 || !take->sign || integer_compare(take, cells[i]) > 0) continue;
        assert_true(next < bash.wins.count);
        assert_int_equal(bash.wins.data[next].component, i);
        const struct integer *to = bash.wins.data[next++].cells[0];
        assert_int_equal(integer_compare(integer_add(&bash.arena, to, take), cells[i]), 0);
        assert_int_equal(integer_compare(integer_mod(&bash.arena, to, modulus), t), 0);
        assert_true(integer_compare(take, zero) > 0);
    }
    assert_int_equal(bash.wins.count, next);
}

CLAIM(heaps_of_any_size_are_exact)
{
    static const int64_t ms[] = {1, 2, 3, 1000000007, INT64_MAX - 1, INT64_MAX};
    uint64_t seed = 5, words[40];
    for (size_t round = 0; round < 300; round++) {
        const struct integer *cells[6];
        size_t count = 1 + random_next(&seed) % 6;
        arena_free(&bash.arena);
        for (size_t i = 0; i < count; i++) {
            size_t size = random_next(&seed) % (round % 3 == 0 ? 2 : 40);
            for (size_t j = 0; j < size; j++) words[j] = random_next(&seed);
            cells[i] = integer_from_limbs(&bash.arena, 1, words, size);
        }
        check_large(cells, count, ms[round % 6]);
    }
}

CLAIM(ten_to_the_fifty_is_a_multiple_of_four)
{
    arena_free(&bash.arena);
    const struct integer *cells[2] = {callee_number(&bash, "100000000000000000000000000000000000000000000000000"),
                                      callee_number(&bash, "100000000000000000000000000000000000000000000000001")};
    bash.param = 3;
    callee_ask_big(&bash, cells, 1, 1);
    assert_int_equal(callee_outcome(&bash, CGI_PLAY_NORMAL), CGI_OUTCOME_P);
    assert_int_equal(callee_outcome(&bash, CGI_PLAY_MISERE), CGI_OUTCOME_N);
    callee_ask_big(&bash, cells + 1, 1, 1);
    assert_int_equal(callee_outcome(&bash, CGI_PLAY_NORMAL), CGI_OUTCOME_N);
    assert_int_equal(callee_outcome(&bash, CGI_PLAY_MISERE), CGI_OUTCOME_P);
    callee_moves(&bash, CGI_PLAY_NORMAL);
    assert_int_equal(bash.wins.count, 1);
    assert_true(callee_has_win(&bash, 0, cells));
}

CLAIM(refusals_end_a_call)
{
    bash.param = 3;
    survives_refusals(&bash, (int[]){7, 7, 7}, 3, 1);
}

CLAIM(the_reference_rule_is_the_file) { reference_is_the_file(&bash); }

int main(void)
{
    const struct CMUnitTest claims[] = {IT(outcomes_and_winning_moves_agree_with_counting),
                                        IT(values_agree_with_counting),
                                        IT(options_of_a_value_agree_with_counting),
                                        IT(heaps_of_any_size_are_exact),
                                        IT(ten_to_the_fifty_is_a_multiple_of_four),
                                        IT(refusals_end_a_call),
                                        IT(the_reference_rule_is_the_file)};
    return cmocka_run_group_tests(claims, open_it, close_it);
}
