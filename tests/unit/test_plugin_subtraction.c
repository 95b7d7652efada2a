/* SPDX-License-Identifier: MIT */
/* The subtraction plugin against counting over random sets, all pairs, and sizes that nothing can count. */
#include "base/hash.h"
#include "plugin_calls.h"

enum { SET_MOST = 15 };
static struct callee subtraction;
static int64_t set[SET_MOST + 1];
static size_t set_count;

static int open_it(void **state)
{
    (void)state;
    callee_open(&subtraction, "subtraction");
    subtraction.with_param = true;
    return 0;
}
static int close_it(void **state)
{
    (void)state;
    callee_close(&subtraction);
    return 0;
}

static int options(int param, const int *cells, int (*out)[CALLEE_WIDTH])
{
    int count = 0;
    (void)param;
    for (size_t i = 0; i < set_count; i++)
        if (set[i] <= cells[0]) out[count++][0] = cells[0] - (int)set[i];
    return count;
}

static void use_set(const int64_t *items, size_t count)
{
    for (size_t i = 0; i < count; i++) set[i] = items[i];
    subtraction.set = set;
    subtraction.set_count = set_count = count;
}

static void random_set(uint64_t *seed)
{
    set_count = 0;
    uint64_t bits = random_next(seed) % ((1u << SET_MOST) - 1) + 1;
    if (random_next(seed) % 2) bits &= random_next(seed) | (uint64_t)1 << random_next(seed) % SET_MOST;
    for (int i = 0; i < SET_MOST; i++)
        if (bits >> i & 1) set[set_count++] = i + 1;
    subtraction.set = set;
    subtraction.set_count = set_count;
}

static struct counting counting(size_t components, int limit)
{
    return (struct counting){.width = 1, .components = components, .limit = limit, .options = options};
}

static void agree(size_t components, int limit)
{
    struct counting k = counting(components, limit);
    agree_with_counting(&subtraction, &k);
}

static void check_values(int limit)
{
    struct counting k = counting(1, limit);
    counting_values(&k);
    for (int n = limit; n >= 0; n--) {
        int64_t value;
        callee_ask(&subtraction, &n, 1, 1);
        assert_true(integer_fits(callee_value(&subtraction, 0), &value));
        if (value != k.values[n]) fail_msg("the value of %d is %d, not %d", n, k.values[n], (int)value);
    }
    counting_free(&k);
}

CLAIM(options_of_a_value_agree_with_counting)
{
    uint64_t seed = 5;
    for (int round = 0; round < 60; round++) {
        struct counting k = counting(1, 50);
        random_set(&seed);
        options_agree_with_counting(&subtraction, &k);
    }
}

/* The plugin's table and period, on single heaps and sums, both plays. */
CLAIM(random_sets_agree_with_counting)
{
    uint64_t seed = 3;
    for (int round = 0; round < 300; round++) {
        random_set(&seed);
        agree(1, 200);
        check_values(round % 10 ? 300 : 3000);
        agree(2, round % 10 ? 8 : 24);
        agree(3, round % 10 ? 4 : 7);
    }
}

CLAIM(pairs_agree_with_counting)
{
    for (int64_t b = 2; b <= 40; b++)
        for (int64_t a = 1; a < b; a++) {
            use_set((int64_t[]){a, b}, 2);
            check_values((int)(2 * (a + b)) + 5);
            if (b <= 8) agree(2, 20);
            if (b <= 5) agree(3, 8);
        }
}

CLAIM(odd_sets_are_games_too)
{
    use_set(NULL, 0);
    agree(1, 5);
    agree(2, 3);
    use_set((int64_t[]){7}, 1);
    agree(1, 60);
    agree(2, 20);
    use_set((int64_t[]){3, 6, 9, 12}, 4);
    agree(1, 200);
    agree(2, 30);
    use_set((int64_t[]){4, 6, 14}, 3);
    check_values(1000);
    agree(2, 24);
}

/* n is far in the cycle of {2, 5, 7}, 22 long from 0 on: n = 22 * 10^k + r has the value of r. */
CLAIM(heaps_of_any_size_are_exact)
{
    use_set((int64_t[]){2, 5, 7}, 3);
    for (int r = 0; r < 22; r++) {
        arena_free(&subtraction.arena);
        const struct integer *far = callee_number(&subtraction, "2200000000000000000000000000000000000000000000000000");
        const struct integer *cells[2] = {integer_add(&subtraction.arena, far, integer_from(&subtraction.arena, r)),
                                          integer_from(&subtraction.arena, 22 + r)};
        callee_ask_big(&subtraction, cells, 2, 1);
        assert_int_equal(integer_compare(callee_value(&subtraction, 0), callee_value(&subtraction, 1)), 0);
        assert_int_equal(callee_outcome(&subtraction, CGI_PLAY_NORMAL), CGI_OUTCOME_P);
        for (uint32_t play = 0; play < 2; play++) {
            size_t first[2];
            for (int which = 0; which < 2; which++) {
                callee_ask_big(&subtraction, cells + which, 1, 1);
                callee_moves(&subtraction, play);
                first[which] = subtraction.wins.count;
                for (size_t i = 0; i < subtraction.wins.count; i++)
                    assert_int_equal(integer_compare(subtraction.wins.data[i].cells[0], cells[which]), -1);
            }
            assert_int_equal(first[0], first[1]);
        }
    }
}

/* The closed forms at the ends of 64 bits: {a, b} with a + b beyond 2^63, and {1..m} times the gcd. */
CLAIM(large_elements_are_exact)
{
    int64_t a = INT64_MAX - 10, b = INT64_MAX;
    use_set((int64_t[]){a, b}, 2);
    arena_free(&subtraction.arena);
    const struct integer *low = integer_from(&subtraction.arena, a), *high = integer_from(&subtraction.arena, b);
    const struct integer *both = integer_add(&subtraction.arena, low, high), *one = integer_from(&subtraction.arena, 1);
    const struct {
        const struct integer *n;
        int64_t value;
    } known[] = {
        {integer_sub(&subtraction.arena, low, one), 0},  {low, 1},  {high, 1},
        {integer_sub(&subtraction.arena, both, one), 2}, {both, 0}, {integer_add(&subtraction.arena, both, low), 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int64_t value;
        const struct integer *cells[1] = {known[i].n};
        callee_ask_big(&subtraction, cells, 1, 1);
        assert_true(integer_fits(callee_value(&subtraction, 0), &value));
        assert_int_equal(value, known[i].value);
        callee_moves(&subtraction, CGI_PLAY_NORMAL);
        assert_int_equal(subtraction.wins.count > 0, value != 0);
    }
}

/* No window of this set fits a table: small heaps are answered, large ones honestly not. */
CLAIM(without_a_proof_there_is_no_answer)
{
    use_set((int64_t[]){1, 5, INT64_MAX}, 3);
    uint32_t outcome = 99;
    int n = 1000;
    callee_ask(&subtraction, &n, 1, 1);
    assert_int_equal(callee_outcome(&subtraction, CGI_PLAY_NORMAL), CGI_OUTCOME_P);
    arena_free(&subtraction.arena);
    const struct integer *cells[1] = {callee_number(&subtraction, "100000000000000000000")};
    callee_ask_big(&subtraction, cells, 1, 1);
    assert_int_equal(callee_call(&subtraction, CALLEE_OUTCOME, CGI_PLAY_NORMAL, 0, 1, &outcome), CGI_UNSUPPORTED);
    cgi_offer offer = {.struct_size = sizeof offer, .value = 1, .outcome = 1, .moves = 1};
    assert_int_equal(callee_call(&subtraction, CALLEE_OFFER, CGI_PLAY_NORMAL, 0, 1, &offer), CGI_OK);
    assert_true(!offer.value && !offer.outcome && !offer.moves && offer.reason);
}

/* Sets that take turns keep their tables apart. */
CLAIM(several_sets_do_not_mix)
{
    for (int round = 0; round < 4; round++)
        for (int64_t s = 3; s < 15; s++) {
            use_set((int64_t[]){1, 2, s + 1}, 3);
            check_values(60);
        }
}

CLAIM(refusals_end_a_call)
{
    use_set((int64_t[]){1, 3, 4}, 3);
    survives_refusals(&subtraction, (int[]){9, 10, 12}, 3, 1);
}

CLAIM(the_reference_rule_is_the_file) { reference_is_the_file(&subtraction); }

int main(void)
{
    const struct CMUnitTest claims[] = {IT(random_sets_agree_with_counting),
                                        IT(options_of_a_value_agree_with_counting),
                                        IT(pairs_agree_with_counting),
                                        IT(odd_sets_are_games_too),
                                        IT(heaps_of_any_size_are_exact),
                                        IT(large_elements_are_exact),
                                        IT(without_a_proof_there_is_no_answer),
                                        IT(several_sets_do_not_mix),
                                        IT(refusals_end_a_call),
                                        IT(the_reference_rule_is_the_file)};
    return cmocka_run_group_tests(claims, open_it, close_it);
}
