/* SPDX-License-Identifier: MIT */
/* The capped plugin against counting: rows, sums of rows, both plays; and its laws at sizes that nothing can count. */
#include "base/hash.h"
#include "plugin_calls.h"

static struct callee capped;

static int open_it(void **state)
{
    (void)state;
    callee_open(&capped, "capped");
    capped.with_param = capped.row = true;
    return 0;
}
static int close_it(void **state)
{
    (void)state;
    callee_close(&capped);
    return 0;
}

static size_t width;

static int options(int cap, const int *cells, int (*out)[CALLEE_WIDTH])
{
    int count = 0;
    for (size_t i = 0; i < width; i++)
        for (int t = 1; t <= cap && t <= cells[i]; t++) {
            memcpy(out[count], cells, width * sizeof *cells);
            out[count++][i] -= t;
        }
    return count;
}

static void agree(size_t heaps, size_t components, int limit, int cap)
{
    capped.param = cap;
    width = heaps;
    agree_with_counting(
        &capped,
        &(struct counting){.width = heaps, .components = components, .limit = limit, .param = cap, .options = options});
}

CLAIM(outcomes_and_winning_moves_agree_with_counting)
{
    for (int cap = 0; cap <= 6; cap++) {
        agree(1, 1, 40, cap);
        agree(2, 1, 20, cap);
        agree(3, 1, 11, cap);
        agree(2, 2, 4, cap);
    }
    agree(4, 1, 5, 2);
    agree(4, 1, 5, 3);
    agree(1, 3, 7, 3);
    agree(3, 2, 2, 2);
}

CLAIM(options_of_a_value_agree_with_counting)
{
    for (int cap = 0; cap <= 6; cap++) {
        capped.param = cap;
        width = 2;
        options_agree_with_counting(
            &capped, &(struct counting){.width = 2, .components = 1, .limit = 14, .param = cap, .options = options});
        width = 3;
        options_agree_with_counting(
            &capped, &(struct counting){.width = 3, .components = 1, .limit = 5, .param = cap, .options = options});
    }
}

CLAIM(values_agree_with_counting)
{
    for (int cap = 0; cap <= 6; cap++) {
        struct counting k = {.width = 2, .components = 1, .limit = 14, .param = cap, .options = options};
        int cells[2];
        capped.param = cap;
        width = 2;
        counting_values(&k);
        for (size_t at = 0; at < counting_size(&k, 2); at++) {
            int64_t value;
            counting_unrank(&k, at, cells, 2);
            callee_ask(&capped, cells, 1, 2);
            assert_true(integer_fits(callee_value(&capped, 0), &value));
            assert_int_equal(value, k.values[at]);
        }
        counting_free(&k);
    }
}

/* Every listed move takes 1..K from one heap and balances the values; every heap that could is listed. */
static void check_large(const struct integer **cells, size_t count, int64_t cap)
{
    struct arena *a = &capped.arena;
    const struct integer *modulus = integer_add(a, integer_from(a, cap), integer_from(a, 1)),
                         *total = integer_from(a, 0);
    capped.param = cap;
    callee_ask_big(&capped, cells, 1, count);
    for (size_t i = 0; i < count; i++) total = integer_xor(a, total, integer_mod(a, cells[i], modulus));
    assert_int_equal(integer_compare(callee_value(&capped, 0), total), 0);
    assert_int_equal(callee_outcome(&capped, CGI_PLAY_NORMAL), total->sign ? CGI_OUTCOME_N : CGI_OUTCOME_P);
    callee_moves(&capped, CGI_PLAY_NORMAL);
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const struct integer *g = integer_mod(a, cells[i], modulus), *t = integer_xor(a, g, total);
        const struct integer *take = integer_mod(a, integer_sub(a, g, t), modulus);
        if (integer_compare(t, modulus) >= 0 || !take->sign || integer_compare(take, cells[i]) > 0) continue;
        assert_true(next < capped.wins.count);
        const struct callee_win *win = &capped.wins.data[next++];
        for (size_t j = 0; j < count; j++) {
            const struct integer *to = j == i ? integer_sub(a, cells[i], take) : cells[j];
            assert_int_equal(integer_compare(win->cells[j], to), 0);
        }
    }
    assert_int_equal(capped.wins.count, next);
}

CLAIM(heaps_of_any_size_are_exact)
{
    static const int64_t caps[] = {1, 2, 3, 1000000007, INT64_MAX - 1, INT64_MAX};
    uint64_t seed = 9, words[40];
    for (size_t round = 0; round < 200; round++) {
        const struct integer *cells[CALLEE_WIDTH];
        size_t count = 1 + random_next(&seed) % CALLEE_WIDTH;
        arena_free(&capped.arena);
        for (size_t i = 0; i < count; i++) {
            size_t size = random_next(&seed) % (round % 3 == 0 ? 2 : 40);
            for (size_t j = 0; j < size; j++) words[j] = random_next(&seed);
            cells[i] = integer_from_limbs(&capped.arena, 1, words, size);
        }
        check_large(cells, count, caps[round % 6]);
    }
}

CLAIM(the_empty_row_is_the_end)
{
    int none = 0;
    capped.param = 3;
    callee_ask(&capped, &none, 1, 1);
    capped.width = 0;
    assert_int_equal(callee_outcome(&capped, CGI_PLAY_NORMAL), CGI_OUTCOME_P);
    assert_int_equal(callee_outcome(&capped, CGI_PLAY_MISERE), CGI_OUTCOME_N);
    callee_moves(&capped, CGI_PLAY_MISERE);
    assert_int_equal(capped.wins.count, 0);
}

CLAIM(refusals_end_a_call)
{
    capped.param = 3;
    survives_refusals(&capped, (int[]){7, 7, 7}, 1, 3);
}

CLAIM(the_reference_rule_is_the_file) { reference_is_the_file(&capped); }

int main(void)
{
    const struct CMUnitTest claims[] = {IT(outcomes_and_winning_moves_agree_with_counting),
                                        IT(values_agree_with_counting),
                                        IT(options_of_a_value_agree_with_counting),
                                        IT(heaps_of_any_size_are_exact),
                                        IT(the_empty_row_is_the_end),
                                        IT(refusals_end_a_call),
                                        IT(the_reference_rule_is_the_file)};
    return cmocka_run_group_tests(claims, open_it, close_it);
}
