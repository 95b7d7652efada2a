/* SPDX-License-Identifier: MIT */
/* The half plugin against counting, and its laws at sizes that nothing can count. */
#include "base/hash.h"
#include "plugin_calls.h"

static struct callee half;

static int open_it(void **state)
{
    (void)state;
    callee_open(&half, "half");
    return 0;
}
static int close_it(void **state)
{
    (void)state;
    callee_close(&half);
    return 0;
}

static int options(int param, const int *cells, int (*out)[CALLEE_WIDTH])
{
    int count = 0;
    (void)param;
    for (int t = 1; t <= (cells[0] + 1) / 2; t++) out[count++][0] = cells[0] - t;
    return count;
}

static void agree(size_t components, int limit)
{
    agree_with_counting(&half,
                        &(struct counting){.width = 1, .components = components, .limit = limit, .options = options});
}

CLAIM(outcomes_and_winning_moves_agree_with_counting)
{
    agree(1, 1500);
    agree(2, 40);
    agree(3, 12);
    agree(4, 6);
}

CLAIM(values_agree_with_counting)
{
    struct counting k = {.width = 1, .components = 1, .limit = 1500, .options = options};
    counting_values(&k);
    for (int n = 0; n <= 1500; n++) {
        int64_t value;
        callee_ask(&half, &n, 1, 1);
        assert_true(integer_fits(callee_value(&half, 0), &value));
        assert_int_equal(value, k.values[n]);
    }
    counting_free(&k);
}

CLAIM(options_of_a_value_agree_with_counting)
{
    options_agree_with_counting(&half,
                                &(struct counting){.width = 1, .components = 1, .limit = 200, .options = options});
}

static const struct integer *small(int64_t value) { return integer_from(&half.arena, value); }

/* (odd part of (n + 2) - 1) / 2 by halving, the obvious way. */
static const struct integer *slow_value(const struct integer *n)
{
    const struct integer *m = integer_add(&half.arena, n, small(2)), *two = small(2);
    while (integer_mod(&half.arena, m, two)->sign == 0) m = integer_div(&half.arena, m, two);
    return integer_div(&half.arena, m, two);
}

/* Every listed move takes between 1 and half of the heap and balances the values; a heap is listed where a search by
 * doubling finds such an option. */
static void check_large(const struct integer **cells, size_t count)
{
    const struct integer *total = small(0);
    callee_ask_big(&half, cells, count, 1);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(integer_compare(callee_value(&half, i), slow_value(cells[i])), 0);
        total = integer_xor(&half.arena, total, slow_value(cells[i]));
    }
    assert_int_equal(callee_outcome(&half, CGI_PLAY_NORMAL), total->sign ? CGI_OUTCOME_N : CGI_OUTCOME_P);
    callee_moves(&half, CGI_PLAY_NORMAL);
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const struct integer *m = integer_add(&half.arena, cells[i], small(2));
        const struct integer *t = integer_xor(&half.arena, slow_value(cells[i]), total);
        const struct integer *v = integer_add(&half.arena, integer_add(&half.arena, t, t), small(1));
        while (integer_compare(integer_add(&half.arena, v, v), m) <= 0) v = integer_add(&half.arena, v, v);
        if (integer_compare(v, m) >= 0) continue;
        assert_true(next < half.wins.count);
        assert_int_equal(half.wins.data[next].component, i);
        assert_int_equal(integer_compare(integer_add(&half.arena, half.wins.data[next++].cells[0], small(2)), v), 0);
    }
    assert_int_equal(half.wins.count, next);
}

CLAIM(heaps_of_any_size_are_exact)
{
    uint64_t seed = 11, words[12];
    for (size_t round = 0; round < 120; round++) {
        const struct integer *cells[5];
        size_t count = 1 + random_next(&seed) % 5;
        arena_free(&half.arena);
        for (size_t i = 0; i < count; i++) {
            size_t size = random_next(&seed) % (round % 3 == 0 ? 2 : 12);
            for (size_t j = 0; j < size; j++) words[j] = round % 5 ? random_next(&seed) : 0;
            if (round % 5 == 0 && size) words[size - 1] = (uint64_t)1 << random_next(&seed) % 64;
            cells[i] = integer_from_limbs(&half.arena, 1, words, size);
        }
        check_large(cells, count);
    }
}

/* n + 2 passes a word, and four of them. */
CLAIM(sizes_at_the_end_of_a_word_are_exact)
{
    for (size_t words = 1; words <= 4; words += 3)
        for (int64_t below = -3; below <= 3; below++) {
            uint64_t limbs[5] = {0};
            limbs[words] = 1;
            arena_free(&half.arena);
            const struct integer *power = integer_from_limbs(&half.arena, 1, limbs, words + 1);
            const struct integer *cells[2] = {integer_add(&half.arena, power, small(below)), small(1)};
            check_large(cells, 1);
            check_large(cells, 2);
            callee_ask_big(&half, cells, 1, 1);
            assert_int_equal(callee_outcome(&half, CGI_PLAY_NORMAL), below == -2 ? CGI_OUTCOME_P : CGI_OUTCOME_N);
        }
}

CLAIM(misere_is_lost_where_the_value_is_one)
{
    uint64_t limbs[4] = {0, 0, 0, 3};
    arena_free(&half.arena);
    const struct integer *three = integer_from_limbs(&half.arena, 1, limbs, 4);
    const struct integer *cells[1] = {integer_sub(&half.arena, three, small(2))};
    callee_ask_big(&half, cells, 1, 1);
    assert_int_equal(callee_outcome(&half, CGI_PLAY_MISERE), CGI_OUTCOME_P);
    callee_moves(&half, CGI_PLAY_MISERE);
    assert_int_equal(half.wins.count, 0);
    cells[0] = integer_sub(&half.arena, three, small(1));
    assert_int_equal(callee_outcome(&half, CGI_PLAY_MISERE), CGI_OUTCOME_N);
    callee_moves(&half, CGI_PLAY_MISERE);
    assert_int_equal(half.wins.count, 1);
}

CLAIM(refusals_end_a_call) { survives_refusals(&half, (int[]){11, 9, 9}, 3, 1); }

CLAIM(the_reference_rule_is_the_file) { reference_is_the_file(&half); }

int main(void)
{
    const struct CMUnitTest claims[] = {IT(outcomes_and_winning_moves_agree_with_counting),
                                        IT(values_agree_with_counting),
                                        IT(options_of_a_value_agree_with_counting),
                                        IT(heaps_of_any_size_are_exact),
                                        IT(sizes_at_the_end_of_a_word_are_exact),
                                        IT(misere_is_lost_where_the_value_is_one),
                                        IT(refusals_end_a_call),
                                        IT(the_reference_rule_is_the_file)};
    return cmocka_run_group_tests(claims, open_it, close_it);
}
