/* SPDX-License-Identifier: MIT */
/* The nim plugin against counting, and its laws at sizes that nothing can count. */
#include "base/hash.h"
#include "plugin_calls.h"

static struct callee nim;

static int open_it(void **state)
{
    (void)state;
    callee_open(&nim, "nim");
    return 0;
}
static int close_it(void **state)
{
    (void)state;
    callee_close(&nim);
    return 0;
}

static int options(int param, const int *cells, int (*out)[CALLEE_WIDTH])
{
    (void)param;
    for (int i = 0; i < cells[0]; i++) out[i][0] = i;
    return cells[0];
}

static void agree(size_t components, int limit)
{
    agree_with_counting(&nim,
                        &(struct counting){.width = 1, .components = components, .limit = limit, .options = options});
}

CLAIM(outcomes_and_winning_moves_agree_with_counting)
{
    agree(1, 40);
    agree(2, 16);
    agree(3, 9);
    agree(4, 7);
    agree(5, 4);
}

CLAIM(the_value_of_a_heap_is_its_size)
{
    for (int n = 0; n < 300; n++) {
        callee_ask(&nim, &n, 1, 1);
        int64_t value;
        assert_true(integer_fits(callee_value(&nim, 0), &value));
        assert_int_equal(value, n);
    }
}

CLAIM(options_of_a_value_agree_with_counting)
{
    options_agree_with_counting(&nim, &(struct counting){.width = 1, .components = 1, .limit = 70, .options = options});
}

CLAIM(heaps_beyond_64_bits_are_exact)
{
    static const char *const heaps[] = {"100000000000000000000000000000000000000000000000000",
                                        "100000000000000000000000000000000000000000000000001", "7"};
    const struct integer *cells[3];
    arena_free(&nim.arena);
    for (int i = 0; i < 3; i++) cells[i] = callee_number(&nim, heaps[i]);
    callee_ask_big(&nim, cells, 3, 1);
    for (uint32_t play = 0; play < 2; play++) {
        assert_int_equal(callee_outcome(&nim, play), CGI_OUTCOME_N);
        callee_moves(&nim, play);
        const struct integer *one = integer_xor(&nim.arena, cells[0], cells[1]); /* 7 must become it */
        assert_int_equal(nim.wins.count, 1);
        assert_true(callee_has_win(&nim, 2, &one));
    }
    assert_int_equal(integer_compare(callee_value(&nim, 1), cells[1]), 0);
    cells[2] = callee_number(&nim, "1");
    assert_int_equal(callee_outcome(&nim, CGI_PLAY_NORMAL), CGI_OUTCOME_P);
    assert_int_equal(callee_outcome(&nim, CGI_PLAY_MISERE), CGI_OUTCOME_P);
    callee_moves(&nim, CGI_PLAY_NORMAL);
    assert_int_equal(nim.wins.count, 0);
    callee_ask_big(&nim, cells + 1, 2, 1); /* 10^50 + 1 and 1: take all but 1, or in misere play all */
    callee_moves(&nim, CGI_PLAY_NORMAL);
    assert_int_equal(nim.wins.count, 1);
    assert_true(callee_has_win(&nim, 0, &cells[2]));
    callee_moves(&nim, CGI_PLAY_MISERE);
    const struct integer *zero = integer_from(&nim.arena, 0);
    assert_int_equal(nim.wins.count, 1);
    assert_true(callee_has_win(&nim, 0, &zero));
}

/* The xor of all heaps after a move is 0, and every heap that allows such a move is listed. */
static void check_large_sum(size_t count, size_t limbs, uint64_t seed)
{
    arena_free(&nim.arena);
    const struct integer **cells = arena_array(&nim.arena, count, sizeof *cells);
    const struct integer *total = integer_from(&nim.arena, 0);
    uint64_t words[64];
    for (size_t i = 0; i < count; i++) {
        size_t size = 1 + random_next(&seed) % limbs;
        for (size_t j = 0; j < size; j++) words[j] = random_next(&seed);
        cells[i] = integer_from_limbs(&nim.arena, 1, words, size);
        total = integer_xor(&nim.arena, total, cells[i]);
    }
    callee_ask_big(&nim, cells, count, 1);
    callee_moves(&nim, CGI_PLAY_NORMAL);
    size_t expected = 0, next = 0;
    for (size_t i = 0; i < count; i++) {
        const struct integer *target = integer_xor(&nim.arena, total, cells[i]);
        if (integer_compare(target, cells[i]) >= 0) continue;
        expected++;
        assert_int_equal(nim.wins.data[next].component, i);
        assert_int_equal(integer_compare(nim.wins.data[next++].cells[0], target), 0);
    }
    assert_int_equal(nim.wins.count, expected);
    assert_int_equal(expected % 2, 1);
}

CLAIM(sums_of_thousands_of_heaps_are_exact)
{
    check_large_sum(5000, 1, 7);
    check_large_sum(3000, 5, 8);
    check_large_sum(50, 64, 9);
}

CLAIM(refusals_end_a_call)
{
    survives_refusals(&nim, (int[]){7, 7, 7}, 3, 1);
    int *many = calloc(3000, sizeof *many);
    for (int i = 0; i < 3000; i++) many[i] = 1;
    callee_ask(&nim, many, 3000, 1);
    nim.stop = true;
    assert_int_equal(callee_call(&nim, CALLEE_MOVES, CGI_PLAY_NORMAL, 0, 3000, NULL), CGI_CANCELLED);
    nim.stop = false;
    free(many);
}

CLAIM(the_reference_rule_is_the_file) { reference_is_the_file(&nim); }

int main(void)
{
    const struct CMUnitTest claims[] = {IT(outcomes_and_winning_moves_agree_with_counting),
                                        IT(the_value_of_a_heap_is_its_size),
                                        IT(options_of_a_value_agree_with_counting),
                                        IT(heaps_beyond_64_bits_are_exact),
                                        IT(sums_of_thousands_of_heaps_are_exact),
                                        IT(refusals_end_a_call),
                                        IT(the_reference_rule_is_the_file)};
    return cmocka_run_group_tests(claims, open_it, close_it);
}
