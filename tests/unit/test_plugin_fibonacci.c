/* SPDX-License-Identifier: MIT */
/* The plugin of dynamic take-away against search: Fibonacci Nim up to 1500, its values up to 220, nine multipliers up to
 * 500; then heaps of hundreds of digits. */
#include <limits.h>
#include "plugin_tables.h"

enum { MOST = 1500 };
static struct table t;

struct rule {
    uint64_t num, den, plus;
};
static const struct rule doubling = {2, 1, 0};

static int next_limit(const struct rule *r, int take) { return (int)(r->num * (uint64_t)take / r->den + r->plus); }

/* won[n]: the least limit with which the player to move wins; from there on all limits do. */
static void thresholds(const struct rule *r, int last, bool misere, int *won)
{
    for (int n = 0; n <= last; n++) {
        won[n] = misere && n == 0 ? 0 : INT_MAX;
        for (int take = 1; take <= n && won[n] == INT_MAX; take++) {
            int limit = next_limit(r, take), left = n - take;
            bool lost = misere && limit == 0 ? false : limit < won[left];
            if (lost) won[n] = take;
        }
    }
}
/* By the law of play, for one position. */
static bool is_lost(const int *won, bool misere, int n, int limit)
{
    return misere && (n == 0 || limit == 0) ? false : limit < won[n];
}

static void compare(const struct rule *r, const int *won, bool misere, int n, int limit)
{
    uint32_t play = misere ? CGI_PLAY_MISERE : CGI_PLAY_NORMAL;
    table_component(&t, 0, (int64_t[]){n, limit}, 2);
    bool lost = is_lost(won, misere, n, limit);
    assert_int_equal(table_outcome(&t, play), lost ? CGI_OUTCOME_P : CGI_OUTCOME_N);
    table_moves(&t, play);
    size_t wins = 0;
    for (int take = 1; take <= n && take <= limit; take++) {
        bool good = is_lost(won, misere, n - take, next_limit(r, take));
        wins += good;
        if (good) assert_true(table_has_win(&t, 0, (int64_t[]){n - take, next_limit(r, take)}));
    }
    assert_int_equal(t.win_count, wins);
}

static void open_rule(const struct rule *r)
{
    table_open(&t, "fibonacci", CGI_NAT);
    table_param(&t, 0, r->num);
    table_param(&t, 1, r->den);
    table_param(&t, 2, r->plus);
    t.count = 1;
}

/* Starts, small limits, and limits at both sides of what decides. */
static void compare_all(const struct rule *r, int last)
{
    static int won[MOST + 1];
    open_rule(r);
    for (int misere = 0; misere < 2; misere++) {
        thresholds(r, last, misere, won);
        for (int n = 0; n <= last; n++) {
            int step = n <= 60 ? 1 : n / 3;
            for (int limit = 0; limit <= n + 2; limit += step) compare(r, won, misere, n, limit);
            if (n) compare(r, won, misere, n, n - 1);
            if (won[n] <= last) compare(r, won, misere, n, won[n]);
            if (won[n] > 0 && won[n] <= last) compare(r, won, misere, n, won[n] - 1);
        }
    }
    table_close(&t);
}

CLAIM(fibonacci_nim_agrees_with_search_up_to_1500) { compare_all(&doubling, MOST); }

CLAIM(nine_multipliers_agree_with_search_up_to_500)
{
    static const struct rule rules[] = {{1, 1, 0}, {2, 1, 0}, {3, 1, 0}, {4, 1, 0}, {3, 2, 0},
                                        {5, 2, 0}, {2, 1, 1}, {1, 1, 3}, {7, 3, 2}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) compare_all(&rules[i], 500);
}

CLAIM(the_multiplier_need_not_be_in_lowest_terms)
{
    static int won[201];
    static const struct rule twice = {6, 3, 0};
    open_rule(&twice);
    thresholds(&doubling, 200, false, won);
    for (int n = 0; n <= 200; n++) compare(&doubling, won, false, n, n / 2);
    table_close(&t);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
enum { VALUES = 220 };
static int16_t values[VALUES + 1][VALUES + 1]; /* [n][limit], limits up to n */

static int value_at(int n, int limit) { return values[n][limit < n ? limit : n]; }

static void search_values(void)
{
    for (int n = 0; n <= VALUES; n++) {
        bool seen[VALUES + 2] = {false};
        int mex = 0;
        values[n][0] = 0;
        for (int take = 1; take <= n; take++) {
            seen[value_at(n - take, 2 * take)] = true;
            while (seen[mex]) mex++;
            values[n][take] = (int16_t)mex;
        }
    }
}

CLAIM(values_up_to_three_are_known_and_no_others)
{
    search_values();
    open_rule(&doubling);
    size_t offered = 0;
    for (int n = 0; n <= VALUES; n++)
        for (int limit = 0; limit <= n; limit++) {
            table_component(&t, 0, (int64_t[]){n, limit}, 2);
            int64_t said = table_value(&t), found = value_at(n, limit);
            assert_int_equal(said, found <= 3 ? found : -1);
            cgi_offer offer = table_offer(&t, CGI_PLAY_NORMAL);
            if (!offer.value) continue;
            offered++;
            assert_true(found <= 3);
            for (int take = 1; take <= limit; take++) assert_true(value_at(n - take, 2 * take) <= 3);
            for (int value = 0; value <= 5; value++) {
                size_t options = 0;
                assert_true(table_options(&t, (uint64_t)value));
                for (int take = 1; take <= limit; take++) {
                    bool wanted = value_at(n - take, 2 * take) == value;
                    options += wanted;
                    assert_int_equal(table_has_win(&t, 0, (int64_t[]){n - take, 2 * take}), wanted);
                }
                assert_int_equal(t.win_count, options);
            }
        }
    assert_true(offered > 500);
    table_component(&t, 0, (int64_t[]){12, 11}, 2); /* its value is not known */
    assert_false(table_options(&t, 0));
    table_close(&t);
}

CLAIM(other_multipliers_have_no_values)
{
    static const struct rule tripling = {3, 1, 0};
    open_rule(&tripling);
    table_component(&t, 0, (int64_t[]){5, 1}, 2);
    cgi_offer offer = table_offer(&t, CGI_PLAY_NORMAL);
    assert_true(offer.outcome && offer.moves && !offer.value && offer.reason);
    assert_int_equal(table_value(&t), -1);
    table_close(&t);
}

/* ---- large ------------------------------------------------------------------------------------------------------- */
/* F_1000 + F_900 + F_7: the least part is 13. */
CLAIM(heaps_of_two_hundred_digits_are_answered)
{
    struct arena arena = {0};
    const struct integer *f[1001];
    f[1] = f[2] = integer_from(&arena, 1);
    for (int i = 3; i <= 1000; i++) f[i] = integer_add(&arena, f[i - 1], f[i - 2]);
    const struct integer *sum = integer_add(&arena, f[1000], integer_add(&arena, f[900], f[7]));
    open_rule(&doubling);
    t.keep = true;
    table_big(&t, 0, 0, integer_string(&arena, sum));
    table_big(&t, 0, 1, "12");
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), CGI_OUTCOME_P);
    table_big(&t, 0, 1, integer_string(&arena, f[998]));
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), CGI_OUTCOME_N);
    table_moves(&t, CGI_PLAY_NORMAL);
    assert_int_equal(t.win_count, 2);
    assert_string_equal(table_digits(&t, t.wins[0].big[0]),
                        integer_string(&arena, integer_add(&arena, f[1000], f[900])));
    assert_int_equal(t.wins[0].cells[1], 26);
    assert_string_equal(table_digits(&t, t.wins[1].big[0]), integer_string(&arena, f[1000]));
    assert_int_equal(table_outcome(&t, CGI_PLAY_MISERE), CGI_OUTCOME_N); /* n - 1 has the least part 1 */
    arena_free(&arena);
    table_close(&t);
}

/* 2t beyond a word, and limits beyond the heap. */
CLAIM(limits_may_exceed_words_and_heaps)
{
    open_rule(&doubling);
    table_big(&t, 0, 0, "18446744073709551615");
    table_big(&t, 0, 1, "99999999999999999999999999");
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), CGI_OUTCOME_N);
    table_moves(&t, CGI_PLAY_NORMAL);
    bool all = false;
    for (size_t i = 0; i < t.win_count; i++)
        if (t.wins[i].cells[0] == 0) {
            all = true;
            assert_string_equal(table_digits(&t, t.wins[i].big[1]), "36893488147419103230");
        }
    assert_true(all);
    table_close(&t);
}

CLAIM(what_it_does_not_answer_is_said)
{
    static const struct rule falling = {1, 2, 0}, steep = {UINT64_C(1) << 40, 1, 0};
    open_rule(&falling);
    table_component(&t, 0, (int64_t[]){9, 8}, 2);
    cgi_offer offer = table_offer(&t, CGI_PLAY_NORMAL);
    assert_true(!offer.outcome && !offer.moves && !offer.value && offer.reason);
    table_close(&t);
    open_rule(&steep); /* every number is a member: too many for a large heap */
    table_component(&t, 0, (int64_t[]){INT64_C(1) << 50, 8}, 2);
    offer = table_offer(&t, CGI_PLAY_NORMAL);
    assert_true(!offer.outcome && !offer.moves && !offer.value && offer.reason);
    table_component(&t, 0, (int64_t[]){1000, 8}, 2);
    assert_true(table_offer(&t, CGI_PLAY_NORMAL).outcome);
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), CGI_OUTCOME_P);
    table_close(&t);
}

CLAIM(failed_allocations_are_told)
{
    open_rule(&doubling);
    table_component(&t, 0, (int64_t[]){85, 84}, 2);
    for (t.fail_at = 1; t.fail_at <= 3; t.fail_at++) {
        t.allocations = 0;
        assert_int_equal(table_call(&t, TABLE_MOVES, CGI_PLAY_NORMAL, NULL), CGI_NO_MEMORY);
    }
    table_close(&t);
}

CLAIM(the_reference_rule_is_the_file) { table_reference("fibonacci"); }

CLAIMS(IT(fibonacci_nim_agrees_with_search_up_to_1500), IT(nine_multipliers_agree_with_search_up_to_500),
       IT(the_multiplier_need_not_be_in_lowest_terms), IT(values_up_to_three_are_known_and_no_others),
       IT(other_multipliers_have_no_values), IT(heaps_of_two_hundred_digits_are_answered),
       IT(limits_may_exceed_words_and_heaps), IT(what_it_does_not_answer_is_said), IT(failed_allocations_are_told),
       IT(the_reference_rule_is_the_file))
