/* SPDX-License-Identifier: MIT */
/* Misere sums: the premise, the rule and its refusals, against a search of whole sums on random rules. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "../mbt/random_game.h"
#include "random_rule.h"
#include "solve/misere/tame.h"
#include "runtime_case.h"
#include "trust/gate.h"

static const char heaps[] =
    "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
    "game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }\n"
    "game grundy(n) { move split(a in 1..n - 1) where a < n - a -> grundy(a) + grundy(n - a) }\n"
    "game lasker(n) { move take(t in 1..n) -> lasker(n - t)\n"
    "                 move split(a in 1..n / 2) -> lasker(a) + lasker(n - a) }\n"
    "game pairs(n) { move take(t in {2, 3}) where t <= n -> pairs(n - t) }\n"
    "game wythoff(a, b) {\n"
    "  move left(t in 1..a) -> wythoff(a - t, b)\n"
    "  move right(t in 1..b) -> wythoff(a, b - t)\n"
    "  move both(t in 1..min(a, b)) -> wythoff(a - t, b - t) }\n";

/* ---- what is said ------------------------------------------------------------------------------------------------------ */
static const char *reason(struct runtime_case *c, const char *term, bool *refused)
{
    case_ask(c, term, PLAY_MISERE, 0);
    assert_int_equal(c->st, ST_OK);
    struct position p = case_position(c, term);
    const char *found = tame_reason(c->env, p.components, p.count, refused);
    return found ? found : "";
}

static void assert_refused(struct runtime_case *c, const char *term, const char *expected)
{
    bool refused;
    assert_string_equal(reason(c, term, &refused), expected);
    assert_true(refused);
    assert_string_equal(c->answer.solver, "wholesum");
}

static void assert_claims(struct runtime_case *c, const char *term, const char *claim, const char *outcome)
{
    assert_string_equal(case_outcome(c, term, PLAY_MISERE, 0), outcome);
    assert_string_equal(c->answer.solver, "misere");
    assert_string_equal(c->answer.claim, claim);
}

CLAIM(wild_games_are_refused_with_the_least_counterexample)
{
    struct runtime_case c;
    case_open(&c, heaps);
    assert_refused(&c, "kayles(5)",
                   "not every position is tame: kayles(5) has SG value 4 and misere value 1; "
                   "the least sum on which the rule is wrong is kayles(1) + kayles(5)");
    assert_refused(&c, "kayles(3) + kayles(9)",
                   "not every position is tame: kayles(5) has SG value 4 and misere value 1; "
                   "the least sum on which the rule is wrong is kayles(1) + kayles(5)");
    assert_refused(&c, "grundy(24) + grundy(22)",
                   "not every position is tame: grundy(13) has SG value 3 and misere value 1; "
                   "the least sum on which the rule is wrong is grundy(3) + grundy(13)");
    assert_string_equal(case_outcome(&c, "kayles(1) + kayles(5)", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "grundy(3) + grundy(13)", PLAY_MISERE, 0), "P");
    case_close(&c);
}

CLAIM(tame_and_pet_positions_are_told_apart)
{
    struct runtime_case c;
    case_open(&c, heaps);
    assert_claims(&c, "nim(3) + nim(5)", "SJ formula: all 5 components that can be reached were found to be pet", "N");
    assert_claims(&c, "nim(5) + nim(5)", "SJ formula: all 5 components that can be reached were found to be pet", "P");
    assert_claims(&c, "pairs(7) + pairs(4)", "SJ formula: all 5 components that can be reached were found to be pet",
                  "N");
    assert_claims(&c, "wythoff(3, 5) + nim(1)",
                  "tame rule: all 24 components that can be reached were found to be tame", "N");
    assert_claims(&c, "kayles(4) + kayles(4)", "SJ formula: all 4 components that can be reached were found to be pet",
                  "N");
    assert_claims(&c, "lasker(60) + lasker(61)",
                  "tame rule: all 61 components that can be reached were found to be tame", "N");
    case_close(&c);
}

/* A sum of pet components has to be no pet position itself: 2 + 2 of Nim. Splits to such sums are seen. */
CLAIM(a_split_into_big_parts_is_tame_but_not_pet)
{
    struct runtime_case c;
    bool refused;
    case_open(&c, heaps);
    assert_non_null(strstr(reason(&c, "lasker(3) + lasker(3)", &refused), "SJ formula"));
    assert_non_null(strstr(reason(&c, "lasker(4) + lasker(3)", &refused), "tame rule"));
    case_close(&c);
}

CLAIM(positions_that_come_back_are_left_to_the_search)
{
    struct runtime_case c;
    struct tame_sum sum;
    case_open(&c, "game turn(n) { move on where n < 3 -> turn(n + 1)\n move back where n > 1 -> turn(n - 1) }");
    struct position p = case_position(&c, "turn(2) + turn(1)");
    assert_int_equal(tame_position(c.env, p.components, p.count, &sum), ST_UNSUPPORTED);
    case_ask(&c, "turn(2) + turn(1)", PLAY_MISERE, 0);
    assert_int_equal(c.st, ST_RULE_FAILED);
    case_close(&c);
}

CLAIM(the_empty_sum_is_won_for_who_moves)
{
    struct runtime_case c;
    struct tame_sum sum;
    case_open(&c, heaps);
    struct position p = case_position(&c, "nim(0) + pairs(1)");
    assert_int_equal(tame_position(c.env, p.components, p.count, &sum), ST_OK);
    assert_true(sum.pet && sum.fixed == 0 && sum.xor_ == 0);
    assert_int_equal(tame_outcome(&sum), OUTCOME_N);
    case_close(&c);
}

/* ---- against a search ----------------------------------------------------------------------------------------------------- */
struct tally {
    size_t sums, pet, tame, refused, moves;
};

static enum outcome searched(struct runtime_case *c, struct position *position)
{
    struct ask q = {.what = Q_OUTCOME, .play = PLAY_MISERE, .positions = position, .count = 1};
    struct result result = {0};
    struct arena arena = {0};
    enum outcome outcome = OUTCOME_UNKNOWN;
    if (solver_wholesum.run(c->env, &(struct way){.ask = &q}, &arena, &result) == ST_OK) outcome = result.outcomes[0];
    arena_free(&arena);
    return outcome;
}

/* The list of winning moves by the rule and by whole-sum search. */
static void compare_wins(struct runtime_case *c, const char *term, struct tally *t)
{
    const char *by_rule, *by_search;
    c->env->terms.only = "misere";
    by_rule = case_wins(c, term, PLAY_MISERE, 0);
    c->env->terms.only = "wholesum";
    by_search = case_wins(c, term, PLAY_MISERE, 0);
    c->env->terms.only = NULL;
    assert_string_equal(by_rule, by_search);
    t->moves += c->answer.win_count;
}

static void compare_sum(struct runtime_case *c, const char *term, struct tally *t)
{
    struct tame_sum sum;
    struct position position = case_position(c, term);
    enum status st = tame_position(c->env, position.components, position.count, &sum);
    enum outcome truth = searched(c, &position);
    if (truth == OUTCOME_UNKNOWN) return;
    t->sums++;
    if (st == ST_UNSUPPORTED) t->refused++;
    if (st != ST_OK) return;
    if (tame_outcome(&sum) != truth) fail_msg("%s", term);
    if (sum.pet) t->pet++;
    else t->tame++;
    /* the SJ formula as it stands in the books */
    uint64_t values[8], x = 0;
    bool big = false, plain = true;
    assert_int_equal(values_of(c->env, position.components, position.count, values, NULL), ST_OK);
    for (size_t i = 0; i < position.count; i++)
        x ^= values[i], big |= values[i] > 1, plain &= position.components[i].game >= 0;
    if (x != sum.xor_) fail_msg("value of %s", term);
    /* a compound that falls apart counts as several components there */
    if (sum.pet && plain) assert_int_equal(truth, big == (x != 0) ? OUTCOME_N : OUTCOME_P);
    if (t->sums % 7 == 0) compare_wins(c, term, t);
}

static void add_random_term(struct runtime_case *c, uint64_t *seed, struct text *term)
{
    const struct model *model = c->file.model;
    size_t g = model->game_count - 1;
    const struct game *game = &model->games[g];
    text_add(term, "%s%s(", term->length ? " + " : "", game->name);
    for (size_t f = 0; f < game->field_count; f++) {
        text_puts(term, f ? ", " : "");
        if (game->fields[f].kind == FIELD_ROW || game->fields[f].kind == FIELD_BAG)
            text_add(term, "[%d, %d]", (int)random_below(seed, 4), (int)random_below(seed, 4));
        else text_add(term, "%d", (int)random_below(seed, game->field_count == 1 ? 11 : 4));
    }
    text_putc(term, ')');
}

static void compare_rule(const char *rule, uint64_t *seed, struct tally *t)
{
    struct runtime_case c = {0};
    rule_open(&c.file, rule);
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    if (c.file.st == ST_OK && env_open(c.file.model, c.file.code, &options, &c.env) == ST_OK) {
        const struct model *m = c.file.model;
        for (int i = 0; i < 24 && !m->games[m->game_count - 1].uses_mover; i++) {
            struct text term = {0};
            for (uint64_t n = 1 + random_below(seed, 4); n > 0; n--) add_random_term(&c, seed, &term);
            compare_sum(&c, text_c(&term), t);
            text_free(&term);
        }
    }
    case_close(&c);
}

CLAIM(the_rule_agrees_with_search_wherever_it_answers)
{
    struct tally t = {0};
    uint64_t seed = 11;
    for (uint64_t i = 1; i <= 150; i++) {
        struct text rule = {0};
        struct random_rule r;
        random_game(i, &rule);
        compare_rule(text_c(&rule), &seed, &t);
        text_clear(&rule);
        random_rule(&seed, 1 + (int)(i % 2), &r);
        random_write(&r, &rule);
        compare_rule(text_c(&rule), &seed, &t);
        text_free(&rule);
    }
    print_message("%zu sums: %zu pet, %zu tame, %zu refused; %zu winning moves\n", t.sums, t.pet, t.tame, t.refused,
                  t.moves);
    assert_true(t.sums > 4000 && t.pet > 500 && t.tame > 300 && t.refused > 200 && t.moves > 300);
}

CLAIM(the_rule_agrees_with_search_on_mixed_sums_of_known_games)
{
    static const char *const names[] = {"nim(%d)",    "kayles(%d)", "grundy(%d)",
                                        "lasker(%d)", "pairs(%d)",  "wythoff(%d, 2)"};
    struct runtime_case c;
    struct tally t = {0};
    uint64_t seed = 5;
    case_open(&c, heaps);
    for (int i = 0; i < 1500; i++) {
        struct text term = {0};
        for (uint64_t n = 1 + random_below(&seed, 3); n > 0; n--) {
            if (term.length) text_puts(&term, " + ");
            char one[64];
            snprintf(one, sizeof one, names[random_below(&seed, 6)], (int)random_below(&seed, 7));
            text_puts(&term, one);
        }
        compare_sum(&c, text_c(&term), &t);
        text_free(&term);
    }
    print_message("%zu sums: %zu pet, %zu tame, %zu refused\n", t.sums, t.pet, t.tame, t.refused);
    assert_true(t.pet > 100 && t.tame > 100 && t.refused > 100);
    case_close(&c);
}

/* ---- memory ------------------------------------------------------------------------------------------------------------- */
static bool asks_sums(void)
{
    struct runtime_case c;
    memset(&c, 0, sizeof c);
    rule_open(&c.file, heaps);
    enum status st = c.file.st;
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    struct position position;
    struct wanted wanted = {.play = PLAY_MISERE, .wins = true};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    if (st == ST_OK) st = rule_position(&c.file, "kayles(5) + nim(1)", &position);
    if (st == ST_OK) st = analyze(c.env, &position, &wanted, &c.arena, &c.answer);
    if (st == ST_OK) st = rule_position(&c.file, "pairs(4) + nim(2)", &position);
    if (st == ST_OK) st = analyze(c.env, &position, &wanted, &c.arena, &c.answer);
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("%s", status_words(st));
    case_close(&c);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(asks_sums) > 20); }

CLAIMS(IT(wild_games_are_refused_with_the_least_counterexample), IT(tame_and_pet_positions_are_told_apart),
       IT(a_split_into_big_parts_is_tame_but_not_pet), IT(positions_that_come_back_are_left_to_the_search),
       IT(the_empty_sum_is_won_for_who_moves), IT(the_rule_agrees_with_search_wherever_it_answers),
       IT(the_rule_agrees_with_search_on_mixed_sums_of_known_games), IT(any_failed_allocation_is_survived))
