/* SPDX-License-Identifier: MIT */
/* The wythoff plugin against counting; at large sizes against Zeckendorf's form, which the plugin does not use: A_k
 * is 1 more than the form of k - 1 shifted up by one Fibonacci number. */
#include "base/hash.h"
#include "plugin_calls.h"

static struct callee wythoff;

static int open_it(void **state)
{
    (void)state;
    callee_open(&wythoff, "wythoff");
    return 0;
}
static int close_it(void **state)
{
    (void)state;
    callee_close(&wythoff);
    return 0;
}

static int options(int param, const int *cells, int (*out)[CALLEE_WIDTH])
{
    int count = 0, a = cells[0], b = cells[1];
    (void)param;
    for (int t = 1; t <= a; t++, count++) out[count][0] = a - t, out[count][1] = b;
    for (int t = 1; t <= b; t++, count++) out[count][0] = a, out[count][1] = b - t;
    for (int t = 1; t <= a && t <= b; t++, count++) out[count][0] = a - t, out[count][1] = b - t;
    return count;
}

CLAIM(outcomes_and_winning_moves_agree_with_counting)
{
    agree_with_counting(&wythoff, &(struct counting){.width = 2, .components = 1, .limit = 90, .options = options});
}

CLAIM(values_agree_with_counting_and_are_known_in_three_rows)
{
    struct counting k = {.width = 2, .components = 1, .limit = 60, .options = options};
    counting_values(&k);
    for (int a = 0; a <= 60; a++)
        for (int b = 0; b <= 60; b++) {
            int cells[2] = {a, b}, expected = k.values[counting_rank(&k, cells, 2)];
            callee_ask(&wythoff, cells, 1, 2);
            const struct integer *value = callee_value(&wythoff, 0);
            cgi_offer offer = {.struct_size = sizeof offer, .value = 1, .outcome = 1, .moves = 1};
            assert_int_equal(callee_call(&wythoff, CALLEE_OFFER, CGI_PLAY_NORMAL, 0, 1, &offer), CGI_OK);
            assert_int_equal(value != NULL, a < 3 || b < 3);
            assert_int_equal(offer.value, value != NULL);
            assert_int_equal(offer.reason == NULL, value != NULL);
            int64_t small = expected;
            if (value) assert_true(integer_fits(value, &small));
            assert_int_equal(small, expected);
        }
    counting_free(&k);
}

CLAIM(options_of_a_value_agree_with_counting_in_three_rows)
{
    options_agree_with_counting(&wythoff,
                                &(struct counting){.width = 2, .components = 1, .limit = 40, .options = options});
    callee_ask(&wythoff, (int[]){3, 3}, 1, 2);
    assert_false(callee_options(&wythoff, 0, integer_from(&wythoff.arena, 0)));
}

/* ---- large ------------------------------------------------------------------------------------------------------- */
/* floor(k phi) by Zeckendorf's form of k - 1. */
static const struct integer *lower_member(const struct integer *k)
{
    struct arena *arena = &wythoff.arena;
    const struct integer *one = integer_from(arena, 1), *left = integer_sub(arena, k, one), *sum = one;
    const struct integer *fib[2000];
    size_t count = 2;
    fib[0] = one, fib[1] = integer_from(arena, 2);
    while (integer_compare(fib[count - 1], k) <= 0) {
        fib[count] = integer_add(arena, fib[count - 1], fib[count - 2]);
        count++;
    }
    for (size_t i = count - 1; i-- > 0;)
        if (integer_compare(fib[i], left) <= 0) {
            left = integer_sub(arena, left, fib[i]);
            sum = integer_add(arena, sum, fib[i + 1]);
        }
    return sum;
}

/* The two plays agree but at heaps that differ by less than 2. */
static uint32_t outcome_of(const struct integer *a, const struct integer *b)
{
    const struct integer *cells[2] = {a, b}, *k = integer_sub(&wythoff.arena, a, b);
    int64_t difference;
    bool near = integer_fits(k, &difference) && difference > -2 && difference < 2;
    callee_ask_big(&wythoff, cells, 1, 2);
    uint32_t normal = callee_outcome(&wythoff, CGI_PLAY_NORMAL);
    if (!near) assert_int_equal(callee_outcome(&wythoff, CGI_PLAY_MISERE), normal);
    return normal;
}

/* The pair of this k is lost; next to it are winning positions, and their listed moves lead to lost ones. */
static void check_pair(const struct integer *k)
{
    struct arena *arena = &wythoff.arena;
    const struct integer *one = integer_from(arena, 1), *a = lower_member(k), *b = integer_add(arena, a, k);
    assert_int_equal(outcome_of(a, b), CGI_OUTCOME_P);
    assert_int_equal(outcome_of(b, a), CGI_OUTCOME_P);
    const struct integer *a2 = integer_add(arena, a, one), *b2 = integer_add(arena, b, one);
    assert_int_equal(outcome_of(a, b2), CGI_OUTCOME_N);
    assert_int_equal(outcome_of(a2, b), CGI_OUTCOME_N);
    assert_int_equal(outcome_of(a2, b2), CGI_OUTCOME_N);
    const struct integer *from[3][2] = {{a2, b2}, {a, b2}, {b, b2}}, *to[3][2] = {{a, b}, {a, b}, {b, a}};
    for (int i = 0; i < 3; i++) {
        callee_ask_big(&wythoff, from[i], 1, 2);
        callee_moves(&wythoff, CGI_PLAY_NORMAL);
        assert_true(wythoff.wins.count >= 1 && wythoff.wins.count <= 3);
        assert_true(callee_has_win(&wythoff, 0, to[i]));
        size_t count = wythoff.wins.count;
        for (size_t j = 0; j < count; j++) {
            struct callee_win win = wythoff.wins.data[j];
            assert_int_equal(outcome_of(win.cells[0], win.cells[1]), CGI_OUTCOME_P);
        }
    }
}

CLAIM(pairs_of_any_size_are_exact)
{
    uint64_t seed = 3, words[12];
    for (size_t round = 0; round < 400; round++) {
        size_t size = 1 + round % 11;
        arena_free(&wythoff.arena);
        for (size_t j = 0; j < size; j++) words[j] = random_next(&seed);
        if (size == 1) words[0] >>= random_next(&seed) % 60;
        const struct integer *k = integer_from_limbs(&wythoff.arena, 1, words, size);
        if (k->count > 1 || words[0] > 4) check_pair(k);
    }
}

CLAIM(the_pairs_where_doubles_fail_are_right)
{
    arena_free(&wythoff.arena);
    const struct integer *a = callee_number(&wythoff, "165580140"), *b = callee_number(&wythoff, "267914295");
    const struct integer *c = callee_number(&wythoff, "165580141"), *d = callee_number(&wythoff, "267914296");
    const struct integer *from[2] = {c, d}, *to[2] = {a, b};
    assert_int_equal(outcome_of(a, b), CGI_OUTCOME_P);
    assert_int_equal(outcome_of(c, d), CGI_OUTCOME_N);
    callee_ask_big(&wythoff, from, 1, 2);
    callee_moves(&wythoff, CGI_PLAY_NORMAL);
    assert_true(callee_has_win(&wythoff, 0, to));
}

/* (F_i, F_{i+1}) is a pair for even i and none for odd i >= 3. */
CLAIM(fibonacci_numbers_pair_up_to_two_hundred_digits_and_more)
{
    arena_free(&wythoff.arena);
    struct arena *arena = &wythoff.arena;
    const struct integer *f = integer_from(arena, 3), *g = integer_from(arena, 5);
    for (int i = 4; i < 1200; i++) {
        assert_int_equal(outcome_of(f, g), i % 2 == 0 ? CGI_OUTCOME_P : CGI_OUTCOME_N);
        const struct integer *next = integer_add(arena, f, g);
        f = g;
        g = next;
    }
    assert_true(strlen(integer_string(arena, g)) > 200);
}

CLAIM(the_words_at_the_border_of_the_fast_path_are_right)
{
    for (int shift = 58; shift < 66; shift++)
        for (int more = -3; more <= 3; more++) {
            arena_free(&wythoff.arena);
            const struct integer *k = integer_from(&wythoff.arena, 1), *two = integer_from(&wythoff.arena, 2);
            for (int i = 0; i < shift; i++) k = integer_mul(&wythoff.arena, k, two);
            check_pair(integer_add(&wythoff.arena, k, integer_from(&wythoff.arena, more)));
        }
}

/* As large as integers get: about 10^5 digits. One of the three candidates always exists, and all that are listed are
 * lost. */
CLAIM(the_largest_numbers_are_answered)
{
    uint64_t seed = 21, *words = malloc(5190 * sizeof *words);
    arena_free(&wythoff.arena);
    const struct integer *cells[2];
    for (int i = 0; i < 2; i++) {
        for (size_t j = 0; j < 5190; j++) words[j] = random_next(&seed);
        cells[i] = integer_from_limbs(&wythoff.arena, 1, words, 5190);
    }
    free(words);
    callee_ask_big(&wythoff, cells, 1, 2);
    callee_moves(&wythoff, CGI_PLAY_NORMAL);
    assert_true(wythoff.wins.count >= 1);
    size_t count = wythoff.wins.count;
    for (size_t j = 0; j < count; j++) {
        struct callee_win win = wythoff.wins.data[j];
        assert_int_equal(outcome_of(win.cells[0], win.cells[1]), CGI_OUTCOME_P);
    }
}

CLAIM(refusals_end_a_call) { survives_refusals(&wythoff, (int[]){20, 20}, 1, 2); }

CLAIM(the_reference_rule_is_the_file) { reference_is_the_file(&wythoff); }

int main(void)
{
    const struct CMUnitTest claims[] = {IT(outcomes_and_winning_moves_agree_with_counting),
                                        IT(values_agree_with_counting_and_are_known_in_three_rows),
                                        IT(options_of_a_value_agree_with_counting_in_three_rows),
                                        IT(pairs_of_any_size_are_exact),
                                        IT(the_pairs_where_doubles_fail_are_right),
                                        IT(fibonacci_numbers_pair_up_to_two_hundred_digits_and_more),
                                        IT(the_words_at_the_border_of_the_fast_path_are_right),
                                        IT(the_largest_numbers_are_answered),
                                        IT(refusals_end_a_call),
                                        IT(the_reference_rule_is_the_file)};
    return cmocka_run_group_tests(claims, open_it, close_it);
}
