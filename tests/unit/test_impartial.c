/* SPDX-License-Identifier: MIT */
/* Does it matter who moves? Exhaustively for K-L-Nim, on random rules, and the proof from the normal form against both. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "proof/match/itself.h"
#include "random_rule.h"
#include "trust/impartial.h"
#include "runtime_case.h"
#include "trust/gate.h"

static struct impartial compared(struct runtime_case *c, const char *term)
{
    struct impartial found;
    struct position p = case_position(c, term);
    assert_int_equal(impartial_compare(c->env, p.components, p.count, &c->arena, &found), ST_OK);
    return found;
}

CLAIM(k_l_nim_is_impartial_for_equal_numbers_or_small_heaps)
{
    for (int k = 1; k <= 6; k++)
        for (int l = 1; l <= 6; l++) {
            struct runtime_case c;
            char rule[200], term[64];
            snprintf(rule, sizeof rule,
                     "game kl(n) { move take(t in 1..n) where t != (mover == 1 ? %d : %d) -> kl(n - t) }", k, l);
            case_open(&c, rule);
            assert_int_equal(unify_movers(c.file.model, 0, c.file.params) == UNIFY_YES, k == l);
            for (int a = 0; a <= 7; a++)
                for (int b = 0; b <= a; b++) {
                    snprintf(term, sizeof term, "kl(%d) + kl(%d)", a, b);
                    struct impartial found = compared(&c, term);
                    assert_int_equal(found.alike, k == l || (a < k && a < l));
                    if (!found.alike) assert_non_null(found.where);
                }
            case_close(&c);
        }
}

CLAIM(the_difference_is_shown)
{
    struct runtime_case c;
    case_open(&c, "game kl(n) { move take(t in 1..n) where t != mover -> kl(n - t) }");
    assert_string_equal(compared(&c, "kl(1)").where,
                        "at kl(1) player 2 can move to a position without moves and player 1 cannot");
    assert_string_equal(compared(&c, "kl(5)").where, "at kl(5) player 1 can move to kl(3) and player 2 cannot");
    case_close(&c);
}

/* Where it is player 2's turn is 1, 3, 5, ...: that the rule fails for him at 2 concerns nobody. */
CLAIM(a_failure_at_the_turn_of_nobody_is_none)
{
    struct runtime_case c;
    case_open(&c, "game g(n) { move a where n > 0 and (mover == 1 or 6 / (n - 2) < 9) -> g(n - 1) move b where n / (n "
                  "- 7) > 9 -> g(0) }");
    assert_string_equal(compared(&c, "g(4)").where, "at g(2) the rule fails where player 2 is to move");
    assert_int_equal(c.file.diags.errors, 0);
    assert_string_equal(case_outcome(&c, "g(4)", PLAY_NORMAL, 1), "P");
    assert_string_equal(case_outcome(&c, "g(5)", PLAY_MISERE, 2), "P");
    assert_int_equal(c.file.diags.errors, 0);
    struct impartial found;
    struct position p = case_position(&c, "g(7)"); /* fails for both */
    assert_int_equal(impartial_compare(c.env, p.components, p.count, &c.arena, &found), ST_RULE_FAILED);
    assert_int_equal(c.file.diags.errors, 1);
    case_close(&c);
}

/* What is found impartial has the SG values of the rule with either player's moves. */
CLAIM(values_are_those_of_either_player)
{
    struct runtime_case c, one;
    case_open(&c, "game kl(n) { move take(t in 1..n) where t != (mover == 1 ? 9 : 10) -> kl(n - t) }");
    case_open(&one, "game kl(n) { move take(t in 1..n) where t != 9 -> kl(n - t) }");
    for (int a = 0; a < 9; a++)
        for (int b = 0; b < 9; b++) {
            char term[64];
            snprintf(term, sizeof term, "kl(%d) + kl(%d)", a, b);
            assert_string_equal(case_sg(&c, term), case_sg(&one, term));
            assert_non_null(c.answer.impartial);
            assert_int_equal(c.answer.outcome, one.answer.outcome);
        }
    assert_string_equal(case_sg(&c, "kl(12)"), "");
    assert_null(c.answer.impartial);
    assert_string_equal(case_outcome(&c, "kl(3) + kl(12)", PLAY_NORMAL, 2),
                        case_outcome(&c, "kl(12) + kl(3)", PLAY_NORMAL, 2));
    case_close(&one);
    case_close(&c);
}

/* A proof from the normal form is never contradicted by a position; random conditions, one for each player. */
CLAIM(proofs_agree_with_comparison_on_random_rules)
{
    uint64_t seed = 3;
    size_t proved = 0, alike = 0, differ = 0;
    for (int i = 0; i < 400; i++) {
        struct random_rule a, b;
        struct runtime_case c = {0};
        struct text rule = {0};
        random_rule(&seed, 1, &a);
        b = a;
        if (i % 2) random_rule(&seed, 1, &b);
        const char *x = a.move[0].condition, *y = b.move[0].condition;
        text_add(&rule,
                 "game g(n) { move take(t in 1..n) where (mover == 1 and (%s)) or (mover == 2 and (%s)) -> g(n - t) }",
                 *x ? x : "true", *y ? y : "true");
        rule_open(&c.file, text_c(&rule));
        struct env_options options = {
            .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
        if (c.file.st == ST_OK && env_open(c.file.model, c.file.code, &options, &c.env) == ST_OK) {
            bool here = unify_movers(c.file.model, 0, c.file.params) == UNIFY_YES;
            bool all = true;
            for (int n = 0; n < 16; n++) {
                char term[32];
                struct impartial found;
                snprintf(term, sizeof term, "g(%d)", n);
                struct position p = case_position(&c, term);
                if (impartial_compare(c.env, p.components, p.count, &c.arena, &found) != ST_OK) break;
                all &= found.alike;
            }
            if (here) assert_true(all);
            proved += here;
            alike += all && !here;
            differ += !all;
        }
        case_close(&c);
        text_free(&rule);
    }
    print_message("%zu proved, %zu alike without a proof, %zu differ\n", proved, alike, differ);
    assert_true(proved > 20 && differ > 20);
}

/* The same positions, by moves of other names: those of the player who was named are listed. */
CLAIM(the_moves_are_those_of_the_player_who_was_named)
{
    struct runtime_case c;
    case_open(&c, "game g(n) { param p = 1\n move m(t in p..n) -> g(n - t)\n"
                  "move x where mover == p and n >= 1 -> g(n - 1) + g(0) }");
    assert_string_equal(case_wins(&c, "g(1)", PLAY_NORMAL, 1), "m(t = 1) -> g(0); x -> g(0) + g(0)");
    assert_non_null(c.answer.impartial);
    assert_string_equal(case_wins(&c, "g(1)", PLAY_NORMAL, 2), "m(t = 1) -> g(0)");
    assert_int_equal(c.answer.mover, 2);
    assert_non_null(c.answer.impartial);
    case_close(&c);
}

static bool asks_movers(void)
{
    struct runtime_case c;
    memset(&c, 0, sizeof c);
    rule_open(&c.file, "game kl(n) { move take(t in 1..n) where t != (mover == 1 ? 4 : 5) -> kl(n - t) }");
    enum status st = c.file.st;
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    struct position position;
    struct wanted wanted = {.sg = true, .wins = true, .outcome = true};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    if (st == ST_OK) st = rule_position(&c.file, "kl(3) + kl(2)", &position);
    if (st == ST_OK) st = analyze(c.env, &position, &wanted, &c.arena, &c.answer);
    if (st == ST_OK) st = rule_position(&c.file, "kl(6)", &position);
    if (st == ST_OK) st = analyze(c.env, &position, &wanted, &c.arena, &c.answer);
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("%s", status_words(st));
    case_close(&c);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(asks_movers) > 20); }

CLAIMS(IT(k_l_nim_is_impartial_for_equal_numbers_or_small_heaps), IT(the_difference_is_shown),
       IT(a_failure_at_the_turn_of_nobody_is_none), IT(values_are_those_of_either_player),
       IT(the_moves_are_those_of_the_player_who_was_named), IT(proofs_agree_with_comparison_on_random_rules),
       IT(any_failed_allocation_is_survived))
