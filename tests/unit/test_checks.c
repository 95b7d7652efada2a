/* SPDX-License-Identifier: MIT */
/* expect and claim: verdicts, words, counterexamples, sweeps, periods, sets of positions. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "runtime_case.h"
#include "trust/gate.h"

static const char bash[] = "game bash(n) { param m = 3 in 1..\nmove take(t in 1..min(m, n)) -> bash(n - t)\n%s }";

#define WINDOW "a window as long as the largest take repeats, so all later values do (induction on mex)"
static void tries(const char *frame, const char *check, enum verdict verdict, const char *words,
                  const char *counterexample)
{
    struct runtime_case c;
    struct tried t;
    struct text rule = {0};
    const char *place = strstr(frame, "%s");
    assert_non_null(place);
    text_put(&rule, frame, (size_t)(place - frame));
    text_puts(&rule, check);
    text_puts(&rule, place + 2);
    case_open(&c, text_c(&rule));
    enum status st = try_check(c.env, 0, &c.arena, &t);
    if (st != ST_OK) fail_msg("%s: %s", check, rule_message(&c.file));
    assert_string_equal(t.text, check);
    if (t.verdict != verdict) fail_msg("%s: %s %s", check, t.words, t.counterexample ? t.counterexample : "");
    assert_string_equal(t.words, words);
    if (counterexample) assert_string_equal(t.counterexample, counterexample);
    else assert_null(t.counterexample);
    case_close(&c);
    text_free(&rule);
}
static void holds(const char *check, const char *words) { tries(bash, check, VERDICT_PASSED, words, NULL); }
static void fails(const char *check, const char *words, const char *counterexample)
{
    tries(bash, check, VERDICT_FAILED, words, counterexample);
}

CLAIM(expectations_hold_or_show_what_is)
{
    holds("expect sg(bash(5) + bash(3)) == 2", "holds");
    holds("expect P(bash(4)) and N(bash(5))", "holds");
    holds("expect outcome(bash(4)) == P", "holds");
    fails("expect sg(bash(5)) == 2", "refuted", "sg(bash(5)) is 1");
    fails("expect outcome(bash(5)) == P", "refuted", "outcome(bash(5)) is N");
    fails("expect 2 + 2 == 5", "refuted", "2 + 2 is 4");
}

CLAIM(claims_say_how_far_they_hold)
{
    holds("claim sg(bash(n)) == n % 4 for n in 0..100", "proved for all n >= 0 (101 cases): " WINDOW);
    holds("claim sg(bash(n)) == n % (m + 1) for n in 0..50, m in 1..6",
          "proved for all n at each setting, by the period of its values; holds to n = 50, m = 6 (306 cases)");
    holds("claim sg(bash(n)) == n % (m + 1) for n in 0..5, m in 1..6", "holds to n = 5, m = 6 (36 cases)");
    holds("claim P(bash(4 * n)) for n in 0..20 where odd(n)", "proved for all n >= 0 (10 cases): " WINDOW);
    holds("claim sg(bash(n)) <= n for n in 0..20", "holds to n = 20 (21 cases)");
}

CLAIM(a_refuted_claim_names_its_first_counterexample)
{
    fails("claim sg(bash(n)) == n % 5 for n in 0..100", "refuted at n = 4", "n = 4: sg(bash(4)) is 0, n % 5 is 4");
    fails("claim P(bash(n)) iff n % 3 == 0 for n in 0..9", "refuted at n = 3",
          "n = 3: outcome(bash(3)) is N, n % 3 == 0 is true");
}

CLAIM(a_sweep_leaves_the_parameters_as_they_were)
{
    struct runtime_case c;
    struct tried t;
    case_open(&c, "game bash(n) { param m = 3 in 1..\nmove take(t in 1..min(m, n)) -> bash(n - t)\n"
                  "claim sg(bash(n)) == n % (m + 1) for n in 0..30, m in 1..4 }");
    assert_string_equal(case_sg(&c, "bash(4)"), "0");
    assert_int_equal(try_check(c.env, 0, &c.arena, &t), ST_OK);
    assert_int_equal(t.verdict, VERDICT_PASSED);
    assert_string_equal(case_sg(&c, "bash(4)"), "0");
    case_close(&c);
}

CLAIM(sets_of_positions_are_compared_as_sets)
{
    holds("expect wins(bash(5)) == { bash(4) }", "holds");
    holds("expect wins(bash(4)) == { }", "holds");
    holds("expect options(bash(3)) == { bash(0), bash(2), bash(1) }", "holds");
    holds("expect options(bash(1)) == { end }", "holds");
    holds("expect wins(bash(3) + bash(2)) == { bash(2) + bash(2) }", "holds");
    fails("expect wins(bash(5)) == { bash(3) }", "refuted", "wins(bash(5)) is { bash(4) }");
    fails("expect options(bash(2)) == { bash(1) }", "refuted", "options(bash(2)) is { bash(0), bash(1) }");
}

CLAIM(remoteness_is_asked_for)
{
    holds("expect remoteness(bash(5)) == 3", "holds");
    holds("expect remoteness(bash(0)) == 0", "holds");
}

CLAIM(periods_are_proved)
{
    struct runtime_case c;
    struct tried t;
    case_open(&c, "game bash(n) { param m = 3 in 1..\nmove take(t in 1..min(m, n)) -> bash(n - t)\nexpect period "
                  "4\nexpect period 5 }");
    assert_int_equal(try_check(c.env, 0, &c.arena, &t), ST_OK);
    assert_int_equal(t.verdict, VERDICT_PASSED);
    assert_int_equal(strncmp(t.words, "proved", 6), 0);
    assert_int_equal(try_check(c.env, 1, &c.arena, &t), ST_OK);
    assert_int_equal(t.verdict, VERDICT_FAILED);
    assert_string_equal(t.counterexample, "period 4 from 0 (proved)");
    case_close(&c);
}

static void period(const char *rule, const char *expectation, enum verdict verdict, const char *words,
                   const char *counterexample)
{
    struct runtime_case c;
    struct tried t;
    char file[512];
    snprintf(file, sizeof file, "game g(n) { %s\n%s }", rule, expectation);
    case_open(&c, file);
    assert_int_equal(try_check(c.env, 0, &c.arena, &t), ST_OK);
    assert_int_equal(t.verdict, verdict);
    assert_string_equal(t.words, words);
    if (counterexample) assert_string_equal(t.counterexample, counterexample);
    else assert_null(t.counterexample);
    case_close(&c);
}

/* SG(2000001) is 2: what is seen of the first heaps is no proof. */
CLAIM(a_period_that_is_only_seen_does_not_pass)
{
    static const char late[] = "move take(t in {1, 2}) where t <= n and (t == 1 or n * n == 4000004000001) -> g(n - t)";
    static const char powers[] = "move take(t in 1..n) where popcount(t) == 1 -> g(n - t)";
    period(late, "expect period 2 from 0", VERDICT_BUDGET, "observed to n = 4104, not proved", NULL);
    period(late, "expect period 4 from 0", VERDICT_BUDGET, "period 2 from 0 is observed to n = 4112, not proved", NULL);
    period(late, "expect period 3 from 0", VERDICT_FAILED, "refuted at n = 0", "SG(0) is 0, SG(3) is 1");
    period(late, "expect period 2 from 1", VERDICT_FAILED, "refuted: it begins earlier", "SG(0) is 0, SG(2) is 0");
    period(powers, "expect period 3 from 0", VERDICT_BUDGET, "observed to n = 4108, not proved", NULL);
    period(powers, "expect period 3 from 0 saltus 1", VERDICT_FAILED, "refuted at n = 0", "SG(0) is 0, SG(3) is 0");
}

CLAIM(what_tried_no_case_does_not_pass)
{
    static const char *const vacuous[] = {"claim P(bash(n)) for n in 5..4",
                                          "claim P(bash(n)) for n in 1..9 where n > 20",
                                          "claim P(bash(n)) for n in 1..9 where n < 0",
                                          "claim sg(bash(n)) == n % (m + 1) for n in 0..9, m in 9..8",
                                          "claim sg(bash(n)) == 0 for n in 3..2, m in 1..4",
                                          "claim P(bash(n) + bash(k)) for n in 1..4, k in 4..n where k > n",
                                          "expect all(P(bash(n)) for n in 5..4)",
                                          "claim all(P(bash(k)) for k in n..n - 1) for n in 1..5"};
    for (size_t i = 0; i < sizeof vacuous / sizeof *vacuous; i++)
        tries("game bash(n) { param m = 3 in 1..\nmove take(t in 1..min(m, n)) -> bash(n - t)\n%s }", vacuous[i],
              VERDICT_BUDGET, "no case was tried", NULL);
    holds("claim P(bash(n)) for n in 4..4 where n == 4", "holds to n = 4 (1 case)");
    holds("expect P(sum(bash(x) for x in 5..4))", "holds");
}

CLAIM(misere_files_are_asked_in_misere_play)
{
    tries("play misere\ngame nim(n) { move take(t in 1..n) -> nim(n - t)\n%s }", "expect P(nim(1))", VERDICT_PASSED,
          "holds", NULL);
    tries("play misere\ngame nim(n) { move take(t in 1..n) -> nim(n - t)\n%s }",
          "claim P(nim(a) + nim(b)) iff a == b and a != 1 or a + b == 1 for a in 1..5, b in 1..5", VERDICT_PASSED,
          "holds to a = 5, b = 5 (25 cases)", NULL);
    tries("play misere\ngame nim(n) { move take(t in 1..n) -> nim(n - t)\n%s }",
          "claim P(nim(a) + nim(b)) iff a == b for a in 1..5, b in 1..5", VERDICT_FAILED, "refuted at a = 1, b = 1",
          "a = 1, b = 1: outcome(nim(1) + nim(1)) is N, a == b is true");
}

CLAIM(the_mover_is_named)
{
    const char *rule = "game kl(n) { move take(t in 1..n) where t != (mover == 1 ? 1 : 2) -> kl(n - t)\n%s }";
    tries(rule, "expect outcome(kl(4) + kl(5), mover = 1) == loss", VERDICT_PASSED, "holds", NULL);
    tries(rule, "expect outcome(kl(4) + kl(5), mover = 2) == loss", VERDICT_FAILED, "refuted",
          "outcome(kl(4) + kl(5), mover = 2) is win");
}

CLAIM(a_budget_is_a_verdict_of_its_own)
{
    struct runtime_case c;
    struct tried t;
    case_open(&c, "game f(n, q) { move t(t in 1..min(n, q)) -> f(n - t, 2 * t)\nclaim N(f(n, n)) for n in 1..500 }");
    c.file.budget.states = c.file.budget.states_used + 200;
    assert_int_equal(try_check(c.env, 0, &c.arena, &t), ST_STATE_BUDGET);
    assert_int_equal(t.verdict, VERDICT_BUDGET);
    case_close(&c);
}

CLAIM(two_hundred_thousand_cases_need_few_positions)
{
    struct runtime_case c;
    struct tried t;
    case_open(&c, "game bash(n) { param m = 3 in 1..\nmove take(t in 1..min(m, n)) -> bash(n - t)\n"
                  "claim sg(bash(n)) == n % (m + 1) for n in 0..2000, m in 1..20 }");
    assert_int_equal(try_check(c.env, 0, &c.arena, &t), ST_OK);
    assert_int_equal(t.verdict, VERDICT_PASSED);
    case_close(&c);
}

static bool tries_checks(void)
{
    struct runtime_case c;
    struct tried t;
    memset(&c, 0, sizeof c);
    rule_open(
        &c.file,
        "game b(n) { param m = 2 in 1..\nmove take(t in 1..min(m, n)) -> b(n - t)\n"
        "claim sg(b(n)) == n % (m + 1) for n in 0..5, m in 1..2\nexpect sg(b(2)) == 1\nexpect wins(b(4)) == { b(3) }\n"
        "expect remoteness(b(3)) == 2\nexpect period 3 }");
    enum status st = c.file.st;
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    for (size_t i = 0; st == ST_OK && i < c.file.model->check_count; i++) st = try_check(c.env, i, &c.arena, &t);
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("%s", status_words(st));
    case_close(&c);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(tries_checks) > 20); }

CLAIMS(IT(expectations_hold_or_show_what_is), IT(claims_say_how_far_they_hold),
       IT(a_refuted_claim_names_its_first_counterexample), IT(a_sweep_leaves_the_parameters_as_they_were),
       IT(sets_of_positions_are_compared_as_sets), IT(remoteness_is_asked_for), IT(periods_are_proved),
       IT(a_period_that_is_only_seen_does_not_pass), IT(what_tried_no_case_does_not_pass),
       IT(misere_files_are_asked_in_misere_play), IT(the_mover_is_named), IT(a_budget_is_a_verdict_of_its_own),
       IT(two_hundred_thousand_cases_need_few_positions), IT(any_failed_allocation_is_survived))
