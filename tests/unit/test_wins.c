/* SPDX-License-Identifier: MIT */
/* Winning moves, explanations and cycles as people are told of them, against the options of the rule one by one. */
#include "answer/moves/wins.h"
#include "base/mex.h"
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "random_rule.h"
#include "reference.h"
#include "answer/confirm/confirm.h"
#include "answer/moves/valued_options.h"
#include "runtime_case.h"

/* Random rules may have moves that can never be made: those are refused. */
static bool rule_stands(const char *text)
{
    struct rule_file file;
    rule_open(&file, text);
    bool stands = file.st == ST_OK;
    rule_close(&file);
    return stands;
}

/* Options of a sum of two components by the tests' own evaluator: which lead to nim-sum 0. */
struct naive {
    struct reference *r;
    const struct component *other;
    struct text wins;
    size_t options, count;
};
static enum status take(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct naive *n = context;
    int64_t value = reference_value(n->r, components, count);
    n->options++;
    if (value < 0 || value != (n->other ? reference_value(n->r, n->other, 1) : 0)) return ST_OK;
    n->count++;
    text_add(&n->wins, "%s(t = %d);", taken->move->name, (int)taken->values[0]);
    return ST_OK;
}

CLAIM(winning_moves_are_those_that_lead_to_value_zero)
{
    size_t positions = 0, wins = 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct random_rule rule;
        struct text text = {0};
        struct runtime_case c;
        uint64_t random = seed * 3;
        random_rule(&random, 1, &rule);
        random_write(&rule, &text);
        if (!rule_stands(text_c(&text))) {
            text_free(&text);
            continue;
        }
        case_open(&c, text_c(&text));
        struct reference r = {.model = c.file.model, .params = c.file.params, .mover = 1};
        for (int64_t i = 0; i < 12; i++) {
            int64_t cells[2] = {i, (i * 7 + 3) % 12};
            size_t count = i % 2 + 1;
            struct component components[2] = {{0, 1, &cells[0]}, {0, 1, &cells[1]}};
            struct position *p = arena_alloc(&c.arena, sizeof *p);
            *p = (struct position){components, count, NULL};
            struct wanted wanted = {.sg = true, .wins = true, .outcome = true};
            struct naive n = {.r = &r};
            for (size_t k = 0; k < count; k++) {
                n.other = count == 2 ? &components[1 - k] : NULL;
                reference_options(&r, &components[k], take, &n);
            }
            if (r.failed) break;
            assert_int_equal(analyze(c.env, p, &wanted, &c.arena, &c.answer), ST_OK);
            assert_true(c.answer.wins_complete);
            struct text found = {0};
            for (size_t k = 0; k < c.answer.win_count; k++)
                text_add(&found, "%s(t = %s);", c.answer.wins[k].name, c.answer.wins[k].values[0].value);
            /* random rules have moves with one generator each; the order is that of the rule */
            if (strcmp(text_c(&found), text_c(&n.wins)) != 0)
                fail_msg("%s\n%s wins by %s, not %s", text_c(&text), c.answer.position, text_c(&n.wins),
                         text_c(&found));
            assert_int_equal(c.answer.outcome, n.count ? OUTCOME_N : OUTCOME_P);
            positions++, wins += n.count;
            text_free(&found);
            text_free(&n.wins);
        }
        reference_free(&r);
        case_close(&c);
        text_free(&text);
    }
    assert_true(positions > 300 && wins > 300);
}

CLAIM(a_list_is_cut_where_it_is_told_and_says_so)
{
    struct runtime_case c;
    case_open(&c, "game g(n) { move a(t in 1..9) where n == 1 -> g(0) }");
    struct position p = case_position(&c, "g(1)");
    struct wanted wanted = {.wins = true, .max_moves = 4};
    assert_int_equal(analyze(c.env, &p, &wanted, &c.arena, &c.answer), ST_OK);
    assert_int_equal(c.answer.win_count, 4);
    assert_false(c.answer.wins_complete);
    assert_string_equal(c.answer.wins_reason, "9 winning moves, of which --max-moves lists 4");
    wanted.max_moves = 9;
    assert_int_equal(analyze(c.env, &p, &wanted, &c.arena, &c.answer), ST_OK);
    assert_true(c.answer.wins_complete && c.answer.win_count == 9);
    case_close(&c);
}

static enum status count_taken(void *context, const struct valued_option *option)
{
    assert_non_null(option->move.steps);
    ++*(size_t *)context;
    return ST_OK;
}

CLAIM(a_list_that_must_be_whole_takes_all_options_or_none)
{
    struct runtime_case c;
    case_open(&c, "game g(n) { move take(t in 1..n) -> g(n - t) }");
    struct position p = case_position(&c, "g(4) + g(5)");
    struct wanted wanted = {.sg = true, .wins = true, .outcome = true};
    for (uint64_t limit = 7; limit <= 10; limit++) {
        struct query q;
        size_t taken = 0;
        assert_int_equal(query_open(&q, c.env, &p, &wanted, &c.arena, &c.answer), ST_OK);
        assert_int_equal(query_value(&q), ST_OK);
        struct valued_options spread = {
            .query = &q, .env = q.env, .take = count_taken, .context = &taken, .limit = limit, .whole = true};
        assert_int_equal(valued_options_run(&spread), ST_OK);
        assert_int_equal(spread.all, limit >= 9);
        assert_int_equal(taken, limit >= 9 ? 9 : 0);
        query_close(&q);
    }
    case_close(&c);
}

CLAIM(an_explanation_lists_every_option_with_its_value)
{
    struct runtime_case c;
    struct explanation e;
    case_open(&c, "game g(n) { move take(t in {1, 3, 4}) where t <= n -> g(n - t) }");
    for (int64_t n = 0; n < 30; n++) {
        char term[30];
        snprintf(term, sizeof term, "g(%d)", (int)n);
        struct position p = case_position(&c, term);
        struct wanted wanted = {.sg = true, .wins = true, .outcome = true};
        assert_int_equal(explain(c.env, &p, &wanted, &c.arena, &e), ST_OK);
        assert_int_equal(e.option_count, (n >= 1) + (n >= 3) + (n >= 4));
        assert_true(e.options_complete && e.has_mex);
        uint64_t seen = 0, mex = 0, own = 0;
        for (size_t i = 0; i < e.option_count; i++) {
            assert_true(e.options[i].has_sg);
            seen |= (uint64_t)1 << (e.options[i].sg[0] - '0');
            assert_int_equal(e.options[i].outcome == OUTCOME_P, e.options[i].sg[0] == '0');
        }
        while (seen >> mex & 1) mex++;
        sscanf(e.answer.sg, "%lu", &own);
        assert_int_equal(e.mex, mex);
        assert_int_equal(own, mex);
    }
    case_close(&c);
}

CLAIM(the_mex_is_the_least_that_is_missing)
{
    uint64_t seed = 6;
    for (int round = 0; round < 3000; round++) {
        uint64_t values[12], mex = 0;
        size_t count = random_next(&seed) % 12;
        for (size_t i = 0; i < count; i++)
            values[i] = random_next(&seed) % 8 == 0 ? UINT64_MAX : (random_next(&seed) >> 30) % 9;
        for (size_t i = 0; i < count; i++)
            if (values[i] == mex) mex++, i = (size_t)-1;
        assert_int_equal(mex_of(values, count), mex);
    }
    assert_int_equal(mex_of(NULL, 0), 0);
}

CLAIM(a_cycle_is_told_move_by_move)
{
    struct runtime_case c;
    case_open(&c, "game g(n) { move up where n % 3 != 2 -> g(n + 1) move back where n % 3 == 2 -> g(n - 2) }");
    struct position p = case_position(&c, "g(3)");
    struct wanted wanted = {.sg = true, .outcome = true};
    assert_int_equal(analyze(c.env, &p, &wanted, &c.arena, &c.answer), ST_RULE_FAILED);
    const char *message = rule_message(&c.file);
    assert_string_equal(rule_error(&c.file), "E0590");
    assert_non_null(strstr(message, "from g(3), up leads to g(4)"));
    assert_non_null(strstr(message, "from g(4), up leads to g(5)"));
    assert_non_null(strstr(message, "from g(5), back leads to g(3)"));
    case_close(&c);
}

CLAIM(a_cycle_beside_a_loopy_game_is_found)
{
    struct runtime_case c;
    case_open(&c, "game ring(n) { loopy move go -> ring((n + 1) % 3) }\n"
                  "game g(n) { move up where n % 3 != 2 -> g(n + 1) move back where n % 3 == 2 -> g(n - 2) }\n");
    struct position p = case_position(&c, "ring(0) + g(0)");
    struct wanted wanted = {.outcome = true};
    assert_int_equal(analyze(c.env, &p, &wanted, &c.arena, &c.answer), ST_RULE_FAILED);
    assert_string_equal(rule_error(&c.file), "E0590");
    p = case_position(&c, "ring(0)");
    assert_int_equal(analyze(c.env, &p, &wanted, &c.arena, &c.answer), ST_OK);
    assert_int_equal(c.answer.outcome, OUTCOME_D);
    case_close(&c);
}

CLAIMS(IT(winning_moves_are_those_that_lead_to_value_zero), IT(a_list_is_cut_where_it_is_told_and_says_so),
       IT(a_list_that_must_be_whole_takes_all_options_or_none), IT(an_explanation_lists_every_option_with_its_value),
       IT(the_mex_is_the_least_that_is_missing), IT(a_cycle_is_told_move_by_move),
       IT(a_cycle_beside_a_loopy_game_is_found))
