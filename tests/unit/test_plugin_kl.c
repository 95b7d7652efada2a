/* SPDX-License-Identifier: MIT */
/* The two plugins of K-L-Nim against search: every number k = l up to 20 with heaps up to 200 and sums of three; every
 * pair k != l over all small positions, whoever moves. Then the two false lemmas, and the limits of words. */
#include "kl_search.h"

static struct table t;

/* ---- k = l ------------------------------------------------------------------------------------------------------- */
enum { MOST_HEAP = 200 };

CLAIM(values_for_one_forbidden_number_agree_with_search)
{
    table_open(&t, "kl_equal", CGI_NAT);
    t.count = 1;
    for (uint64_t k = 1; k <= 20; k++) {
        int64_t values[MOST_HEAP + 1];
        bool misere_lost[MOST_HEAP + 1];
        table_param(&t, 0, k);
        for (int64_t x = 0; x <= MOST_HEAP; x++) {
            bool seen[MOST_HEAP + 2] = {false}, any = false;
            misere_lost[x] = true;
            for (int64_t y = 0; y < x; y++) {
                if ((uint64_t)(x - y) == k) continue;
                any = seen[values[y]] = true;
                misere_lost[x] &= !misere_lost[y];
            }
            misere_lost[x] &= any;
            for (values[x] = 0; seen[values[x]];) values[x]++;
            table_component(&t, 0, &x, 1);
            assert_int_equal(table_value(&t), values[x]);
            assert_int_equal(table_outcome(&t, CGI_PLAY_MISERE), misere_lost[x] ? CGI_OUTCOME_P : CGI_OUTCOME_N);
            for (uint32_t play = 0; play < 2; play++) {
                size_t wins = 0;
                table_moves(&t, play);
                for (int64_t y = 0; y < x; y++) {
                    bool wanted = (uint64_t)(x - y) != k && (play ? misere_lost[y] : values[y] == 0);
                    wins += wanted;
                    assert_int_equal(table_has_win(&t, 0, &y), wanted);
                }
                assert_int_equal(t.win_count, wins);
            }
        }
    }
    table_close(&t);
}

CLAIM(options_of_a_value_agree_with_search)
{
    table_open(&t, "kl_equal", CGI_NAT);
    t.count = 1;
    for (uint64_t k = 1; k <= 12; k++) {
        int64_t values[81];
        table_param(&t, 0, k);
        for (int64_t x = 0; x <= 80; x++) {
            bool seen[82] = {false};
            for (int64_t y = 0; y < x; y++)
                if ((uint64_t)(x - y) != k) seen[values[y]] = true;
            for (values[x] = 0; seen[values[x]];) values[x]++;
            table_component(&t, 0, &x, 1);
            for (int64_t value = 0; value <= 82; value++) {
                size_t found = 0;
                assert_true(table_options(&t, (uint64_t)value));
                for (int64_t y = 0; y < x; y++) {
                    bool wanted = (uint64_t)(x - y) != k && values[y] == value;
                    found += wanted;
                    assert_int_equal(table_has_win(&t, 0, &y), wanted);
                }
                assert_int_equal(t.win_count, found);
            }
        }
    }
    table_close(&t);
}

/* ---- positions of several heaps --------------------------------------------------------------------------------- */
CLAIM(sums_of_three_with_one_forbidden_number_agree_with_search)
{
    table_open(&t, "kl_equal", CGI_NAT);
    for (int64_t k = 1; k <= 20; k++) {
        table_param(&t, 0, (uint64_t)k);
        kl_all_positions(&t, (struct kl_position){.heaps = 3, .top = 12, .forbidden = {k, k}}, false, true);
    }
    table_close(&t);
}

CLAIM(unequal_numbers_agree_with_search_whoever_moves)
{
    table_open(&t, "kl_nim", CGI_NAT);
    kl_all_pairs(&t, 1, 25, false);
    kl_all_pairs(&t, 2, 16, false);
    kl_all_pairs(&t, 3, 10, false);
    kl_all_pairs(&t, 4, 6, false);
    kl_all_pairs(&t, 5, 4, false);
    table_close(&t);
}

/* ---- the lemmas -------------------------------------------------------------------------------------------------- */
/* Defective: the xor is not 0, and every move that makes it 0 takes the forbidden number. */
static bool defective(const int64_t *heaps, size_t count, int64_t forbidden)
{
    int64_t x = 0;
    for (size_t i = 0; i < count; i++) x ^= heaps[i];
    for (size_t i = 0; i < count; i++)
        if ((heaps[i] ^ x) < heaps[i] && heaps[i] - (heaps[i] ^ x) != forbidden) return false;
    return x != 0;
}

/* Can player 2 leave a position that is defective for player 1? */
static bool can_leave_defective(int64_t *heaps, size_t count, int64_t k, int64_t l)
{
    bool can = false;
    for (size_t i = 0; i < count; i++)
        for (int64_t take = 1, whole = heaps[i]; take <= whole; take++) {
            heaps[i] = whole - take;
            can |= take != l && defective(heaps, count, k);
            heaps[i] = whole;
        }
    return can;
}

/* Player 2 wins all the same: the theorem stands though the lemmas that led to it do not. */
static void second_wins(const int64_t *heaps, size_t count, uint64_t k, uint64_t l)
{
    table_param(&t, 0, k);
    table_param(&t, 1, l);
    t.count = count;
    t.mover = 2;
    for (size_t i = 0; i < count; i++) table_component(&t, i, &heaps[i], 1);
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), CGI_OUTCOME_N);
}

CLAIM(lemmas_11_and_13_are_false_and_what_follows_from_them_is_true)
{
    int64_t first[] = {2, 2, 4}, second[] = {2, 2, 3, 3}, third[] = {3, 9, 10};
    table_open(&t, "kl_nim", CGI_NAT);
    assert_true(defective(first, 3, 4)); /* Lemma 11 */
    assert_false(can_leave_defective(first, 3, 3, 4));
    second_wins(first, 3, 3, 4);
    assert_false(can_leave_defective(second, 4, 3, 4)); /* Lemma 13: ordinary P-positions */
    second_wins(second, 4, 3, 4);
    assert_false(can_leave_defective(third, 3, 7, 9));
    second_wins(third, 3, 7, 9);
    /* the move that is named fails where another one does */
    int64_t named[] = {2, 3, 3};
    assert_true(defective(named, 3, 2));
    second_wins(named, 3, 1, 2);
    /* Corollary 15 without its hypothesis: k > l, xor 0, all heaps below l */
    table_param(&t, 0, 3);
    table_param(&t, 1, 2);
    t.count = 2;
    t.mover = 1;
    for (size_t i = 0; i < 2; i++) table_component(&t, i, (int64_t[]){1}, 1);
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), CGI_OUTCOME_P);
    table_close(&t);
}

/* ---- limits ------------------------------------------------------------------------------------------------------ */
CLAIM(the_largest_forbidden_numbers_do_not_overflow)
{
    static const uint64_t ks[] = {INT64_MAX, UINT64_C(1) << 63, UINT64_MAX};
    table_open(&t, "kl_equal", CGI_NAT);
    for (size_t i = 0; i < 3; i++) {
        table_param(&t, 0, ks[i]);
        t.count = 1;
        t.lengths[0] = 0;
        table_big(&t, 0, 0, "18446744073709551615"); /* 2^64 - 1 < 2k, or 2k + 1 */
        assert_int_equal(table_call(&t, TABLE_VALUE, CGI_PLAY_NORMAL, NULL), CGI_OK);
        const char *wanted[] = {"9223372036854775808", "9223372036854775807", "0"};
        assert_string_equal(table_digits(&t, t.big_value), wanted[i]);
    }
    table_param(&t, 0, UINT64_C(1) << 63); /* 2k = 2^64: block 1 begins there */
    table_big(&t, 0, 0, "18446744073709551623");
    assert_int_equal(table_call(&t, TABLE_VALUE, CGI_PLAY_NORMAL, NULL), CGI_OK);
    assert_string_equal(table_digits(&t, t.big_value), "9223372036854775815");
    table_close(&t);
}

#define TEN_50 "100000000000000000000000000000000000000000000000000"

CLAIM(large_heaps_have_their_only_winning_move)
{
    table_open(&t, "kl_nim", CGI_NAT);
    table_param(&t, 0, 4);
    table_param(&t, 1, 9);
    t.mover = 1; /* weak */
    t.count = 2;
    table_big(&t, 0, 0, TEN_50);
    table_component(&t, 1, (int64_t[]){3}, 1);
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), CGI_OUTCOME_N);
    table_moves(&t, CGI_PLAY_NORMAL);
    assert_int_equal(t.win_count, 1);
    assert_int_equal(t.wins[0].cells[0], 3);
    t.mover = 2; /* strong: leaves 3, or 3 + 4, or in the other heap g - z = 4: no */
    table_moves(&t, CGI_PLAY_NORMAL);
    assert_int_equal(t.win_count, 2);
    table_big(&t, 0, 0, TEN_50);
    table_big(&t, 1, 0, TEN_50);
    t.stop_after = 100; /* now nearly every move wins */
    t.win_count = 0;
    assert_int_equal(table_call(&t, TABLE_MOVES, CGI_PLAY_NORMAL, NULL), 77);
    t.stop = true;
    t.stop_after = 0;
    table_param(&t, 0, 0);
    table_param(&t, 1, UINT64_MAX);
    assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL),
                     CGI_OUTCOME_P); /* weak, two heaps of the forbidden number or more */
    table_close(&t);
}

/* A range of 2^63 candidates of which few win is not walked. */
CLAIM(winning_moves_among_words_are_found_without_trying_all)
{
    table_open(&t, "kl_nim", CGI_NAT);
    table_param(&t, 0, UINT64_C(1) << 62);
    table_param(&t, 1, 0);
    t.mover = 2;
    t.count = 2;
    table_component(&t, 0, (int64_t[]){(INT64_C(1) << 62) + 5}, 1);
    table_component(&t, 1, (int64_t[]){9}, 1);
    table_moves(&t, CGI_PLAY_NORMAL);
    /* the large heap to 9 (X = 0); the small one to z = 5, so that weak's only move is forbidden */
    assert_int_equal(t.win_count, 2);
    assert_true(table_has_win(&t, 0, (int64_t[]){9}));
    assert_true(table_has_win(&t, 1, (int64_t[]){5}));
    table_close(&t);
}

CLAIM(what_it_does_not_answer_is_said)
{
    table_open(&t, "kl_nim", CGI_NAT);
    table_param(&t, 0, 3);
    table_param(&t, 1, 3);
    t.count = 1;
    t.mover = 1;
    table_component(&t, 0, (int64_t[]){5}, 1);
    cgi_offer offer = table_offer(&t, CGI_PLAY_NORMAL);
    assert_false(offer.outcome || offer.moves || offer.value);
    assert_non_null(offer.reason);
    t.values[1].sign = -1;
    assert_false(table_offer(&t, CGI_PLAY_NORMAL).outcome);
    table_param(&t, 1, 4);
    assert_true(table_offer(&t, CGI_PLAY_NORMAL).outcome);
    t.mover = 0;
    assert_false(table_offer(&t, CGI_PLAY_NORMAL).outcome);
    table_close(&t);
}

CLAIM(the_reference_rules_are_the_files)
{
    table_reference("kl_equal");
    table_reference("kl_nim");
}

CLAIMS(IT(values_for_one_forbidden_number_agree_with_search), IT(options_of_a_value_agree_with_search),
       IT(sums_of_three_with_one_forbidden_number_agree_with_search),
       IT(unequal_numbers_agree_with_search_whoever_moves),
       IT(lemmas_11_and_13_are_false_and_what_follows_from_them_is_true),
       IT(the_largest_forbidden_numbers_do_not_overflow), IT(large_heaps_have_their_only_winning_move),
       IT(winning_moves_among_words_are_found_without_trying_all), IT(what_it_does_not_answer_is_said),
       IT(the_reference_rules_are_the_files))
