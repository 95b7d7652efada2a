/* SPDX-License-Identifier: MIT */
/* Compounds: the choices, canonical forms, and values and wins against a count over ordered heaps. */
#include "claims.h"
#include "play/options/compound.h"
#include <stdio.h>
#include <string.h>
#include "play/cells/choices.h"
#include "play/options/canonical.h"
#include "runtime_case.h"
#include "trust/gate.h"

static const char moore[] = "param k = 2 in 1..\n"
                            "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
                            "game moore(h: bag) = upto k of (nim(x) for x in h)\n";

/* ---- choices -------------------------------------------------------------------------------------------------------- */
static enum status count_choice(void *context, const uint32_t *subs, size_t sub_count, const uint32_t *picks,
                                size_t pick_count)
{
    (void)subs;
    (void)sub_count;
    for (size_t i = 1; i < pick_count; i++) assert_true(picks[i - 1] <= picks[i]);
    ++*(size_t *)context;
    return ST_OK;
}

CLAIM(each_choice_comes_once)
{
    /* a class of 2 with 3 options, a class of 1 with 2: single moves 3 + 2, pairs 6 + 6, triples 6 * 2 */
    struct choices choices = {0};
    uint32_t s;
    assert_true(choices_string(&choices, (int64_t[]){1, 0, 1, 9}, 4, &s) && choices_class(&choices, s, 2));
    for (int64_t i = 0; i < 3; i++)
        assert_true(choices_string(&choices, (int64_t[]){1, 0, 1, i}, 4, &s) && choices_item(&choices, s));
    assert_true(choices_string(&choices, (int64_t[]){1, 0, 1, 8}, 4, &s) && choices_class(&choices, s, 1));
    for (int64_t i = 0; i < 2; i++)
        assert_true(choices_string(&choices, (int64_t[]){1, 0, 1, i}, 4, &s) && choices_item(&choices, s));
    size_t expected[] = {0, 5, 17, 29, 29};
    for (size_t k = 0; k < 5; k++) {
        size_t count = 0;
        assert_int_equal(choices_run(&choices, k, count_choice, &count), ST_OK);
        assert_int_equal(count, expected[k]);
    }
    choices_free(&choices);
}

/* ---- canonical forms --------------------------------------------------------------------------------------------------- */
static const char *canonical(struct runtime_case *c, const char *term)
{
    struct position position = case_position(c, term);
    struct sums sums = {0};
    struct text text = {0};
    for (size_t i = 0; i < position.count; i++)
        assert_int_equal(canonical_push(c->env, &position.components[i], &sums), ST_OK);
    for (size_t i = 0; i < sums.items.count; i++) {
        struct component part = sums_item(&sums, i);
        text_add(&text, "%s%d:", i ? " + " : "", part.game);
        for (uint32_t j = 0; j < part.count; j++) text_add(&text, "%s%lld", j ? "," : "", (long long)part.cells[j]);
    }
    const char *kept = arena_strdup(&c->arena, text_c(&text));
    text_free(&text);
    sums_free(&sums);
    return kept;
}

CLAIM(dead_parts_are_dropped_and_single_ones_unfolded)
{
    struct runtime_case c;
    case_open(&c, moore);
    assert_string_equal(canonical(&c, "moore([3, 0, 2])"), "-2:-1,0,2,2,1,0,1,2,1,0,1,3");
    assert_string_equal(canonical(&c, "moore([0, 3])"), "0:3");
    assert_string_equal(canonical(&c, "moore([0, 0])"), "");
    assert_string_equal(canonical(&c, "moore([])"), "");
    case_close(&c);
}

CLAIM(one_at_a_time_is_an_ordinary_sum)
{
    struct runtime_case c;
    case_open(&c,
              "game nim(n) { move take(t in 1..n) -> nim(n - t) }\ngame s(h: bag) = upto 1 of (nim(x) for x in h)\n");
    assert_string_equal(canonical(&c, "s([3, 0, 2])"), "0:2 + 0:3");
    assert_string_equal(case_sg(&c, "s([3, 5, 6])"), "0");
    case_close(&c);
}

/* ---- values against counting -------------------------------------------------------------------------------------------- */
enum { H = 4 };
static int value[H + 1][H + 1][H + 1];

static void count_moore(void)
{
    for (int a = 0; a <= H; a++)
        for (int b = 0; b <= H; b++)
            for (int c = 0; c <= H; c++) {
                bool seen[200] = {false};
                for (int x = 0; x <= a; x++)
                    for (int y = 0; y <= b; y++)
                        for (int z = 0; z <= c; z++) {
                            int moved = (x < a) + (y < b) + (z < c);
                            if (moved == 1 || moved == 2) seen[value[x][y][z]] = true;
                        }
                while (seen[value[a][b][c]]) value[a][b][c]++;
            }
}

CLAIM(three_heaps_two_at_a_time_agree_with_counting)
{
    struct runtime_case c;
    char term[64], number[16];
    count_moore();
    case_open(&c, moore);
    for (int x = 0; x <= H; x++)
        for (int y = 0; y <= H; y++)
            for (int z = 0; z <= H; z++) {
                size_t wins = 0;
                snprintf(term, sizeof term, "moore([%d, %d, %d])", x, y, z);
                snprintf(number, sizeof number, "%d", value[x][y][z]);
                assert_string_equal(case_sg(&c, term), number);
                for (int p = 0; p <= x; p++)
                    for (int q = 0; q <= y; q++)
                        for (int r = 0; r <= z; r++) {
                            int moved = (p < x) + (q < y) + (r < z);
                            wins += (moved == 1 || moved == 2) && value[p][q][r] == 0;
                        }
                assert_true(c.answer.wins_complete);
                assert_int_equal(c.answer.win_count, wins); /* equal heaps are told apart */
            }
    case_close(&c);
}

CLAIM(misere_moore_follows_the_rule_for_small_heaps)
{
    struct runtime_case c;
    case_open(&c, moore);
    /* all heaps at most 1: lost for the player to move when their number is 1 modulo k + 1 */
    assert_string_equal(case_outcome(&c, "moore([1])", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "moore([1, 1])", PLAY_MISERE, 0), "N");
    assert_string_equal(case_outcome(&c, "moore([1, 1, 1])", PLAY_MISERE, 0), "N");
    assert_string_equal(case_outcome(&c, "moore([1, 1, 1, 1])", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "moore([2, 2, 2])", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "moore([])", PLAY_MISERE, 0), "N");
    case_close(&c);
}

CLAIM(sub_positions_may_be_sums_and_split)
{
    struct runtime_case c;
    case_open(&c, "game k(n) { move m(t in 1..min(2, n), a in 0..n - t) -> k(a) + k(n - t - a) }\n"
                  "game two(a, b) = upto 2 of (k(a) + k(b), k(b))\n");
    /* moving in one or both of [k(0) + k(1)] and [k(1)]: the union of two heaps of one pin, 0, *1, *1 -> mex 2 */
    assert_string_equal(case_sg(&c, "two(0, 1)"), "2");
    assert_string_equal(case_outcome(&c, "two(0, 1)", PLAY_MISERE, 0), "N");
    case_close(&c);
}

static bool asks_moore(void)
{
    struct runtime_case c;
    memset(&c, 0, sizeof c);
    rule_open(&c.file, moore);
    enum status st = c.file.st;
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    struct position position;
    struct wanted wanted = {.sg = true, .wins = true};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    if (st == ST_OK) st = rule_position(&c.file, "moore([1, 2, 2])", &position);
    if (st == ST_OK) st = analyze(c.env, &position, &wanted, &c.arena, &c.answer);
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("%s", status_words(st));
    case_close(&c);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(asks_moore) > 20); }

CLAIMS(IT(each_choice_comes_once), IT(dead_parts_are_dropped_and_single_ones_unfolded),
       IT(one_at_a_time_is_an_ordinary_sum), IT(three_heaps_two_at_a_time_agree_with_counting),
       IT(misere_moore_follows_the_rule_for_small_heaps), IT(sub_positions_may_be_sums_and_split),
       IT(any_failed_allocation_is_survived))
