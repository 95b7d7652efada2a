/* SPDX-License-Identifier: MIT */
/* analyze and explain: values, outcomes, complete winning moves, reasons, cycles, budgets, positions outside the state. */
#include "claims.h"
#include <string.h>
#include "runtime_case.h"
#include "trust/gate.h"

static const char nim[] = "game nim(n) { move take(t in 1..n) -> nim(n - t) }";
static const char kayles[] =
    "game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }";
static const char kl[] = "game kl(n) { move take(t in 1..n) where t != (mover == 1 ? 1 : 2) -> kl(n - t) }";

static void wins(const char *rule, const char *term, enum play play, int mover, const char *expected)
{
    struct runtime_case c;
    case_open(&c, rule);
    assert_string_equal(case_wins(&c, term, play, mover), expected);
    case_close(&c);
}
static void value(const char *rule, const char *term, const char *expected)
{
    struct runtime_case c;
    case_open(&c, rule);
    assert_string_equal(case_sg(&c, term), expected);
    case_close(&c);
}
static void outcome(const char *rule, const char *term, enum play play, int mover, const char *expected)
{
    struct runtime_case c;
    case_open(&c, rule);
    assert_string_equal(case_outcome(&c, term, play, mover), expected);
    case_close(&c);
}

CLAIM(values_of_sums_are_xored)
{
    value(nim, "nim(3) + nim(5) + nim(6)", "0");
    value(kayles, "kayles(9) + kayles(11)", "2");
    value(nim, "end", "0");
}

CLAIM(every_winning_move_is_listed_equal_heaps_apart)
{
    wins(nim, "nim(3) + nim(4) + nim(5)", PLAY_NORMAL, 0, "take(t = 2) in nim(3) -> nim(1) + nim(4) + nim(5)");
    wins(nim, "nim(2) + nim(2) + nim(2)", PLAY_NORMAL, 0,
         "take(t = 2) in nim(2) -> nim(0) + nim(2) + nim(2); take(t = 2) in nim(2) -> nim(2) + nim(0) + nim(2); "
         "take(t = 2) in nim(2) -> nim(2) + nim(2) + nim(0)");
    wins(nim, "nim(0)", PLAY_NORMAL, 0, "");
    wins(kayles, "kayles(3)", PLAY_NORMAL, 0, "knock(t = 1, a = 1) -> kayles(1) + kayles(1)");
}

CLAIM(symmetric_moves_are_not_merged)
{
    wins("game w(a, b) { symmetric move l(t in 1..a) -> w(a - t, b) move r(t in 1..b) -> w(a, b - t) }", "w(2, 2)",
         PLAY_NORMAL, 0, "");
    wins("game w(a, b) { symmetric move l(t in 1..a) -> w(a - t, b) move r(t in 1..b) -> w(a, b - t) "
         "move both(t in 1..min(a, b)) -> w(a - t, b - t) }",
         "w(3, 3)", PLAY_NORMAL, 0, "both(t = 3) -> w(0, 0)");
    wins("game w(a, b) { symmetric move l where a >= 1 and b >= 1 -> w(a - 1, b) move r where a >= 1 and b >= 1 -> "
         "w(a, b - 1) }",
         "w(1, 1)", PLAY_NORMAL, 0, "l -> w(0, 1); r -> w(1, 0)");
}

CLAIM(misere_play_turns_the_end_round)
{
    outcome(nim, "nim(1)", PLAY_MISERE, 0, "P");
    outcome(nim, "end", PLAY_MISERE, 0, "N");
    outcome(nim, "nim(2) + nim(2)", PLAY_MISERE, 0, "P");
    wins(nim, "nim(1) + nim(3)", PLAY_MISERE, 0, "take(t = 3) in nim(3) -> nim(1) + nim(0)");
    outcome(kayles, "kayles(4)", PLAY_MISERE, 0, "P");
    outcome(kayles, "kayles(9)", PLAY_MISERE, 0, "P");
    struct runtime_case c;
    case_open(&c, nim);
    assert_string_equal(case_sg(&c, "nim(4)"), "4");
    case_ask(&c, "nim(4)", PLAY_MISERE, 0);
    assert_false(c.answer.has_sg);
    assert_non_null(strstr(c.answer.sg_reason, "misere"));
    case_close(&c);
}

CLAIM(where_the_mover_matters_both_are_answered)
{
    outcome(kl, "kl(4) + kl(5)", PLAY_NORMAL, 1, "P");
    outcome(kl, "kl(4) + kl(5)", PLAY_NORMAL, 2, "N");
    outcome(kl, "kl(1) + kl(2) + kl(3)", PLAY_NORMAL, 1, "P");
    wins(kl, "kl(1) + kl(2) + kl(3)", PLAY_NORMAL, 2,
         "take(t = 1) in kl(1) -> kl(0) + kl(2) + kl(3); "
         "take(t = 1) in kl(2) -> kl(1) + kl(1) + kl(3); "
         "take(t = 1) in kl(3) -> kl(1) + kl(2) + kl(2); "
         "take(t = 3) in kl(3) -> kl(1) + kl(2) + kl(0)");
}

CLAIM(several_games_are_summed)
{
    value("game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
          "game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }\n",
          "nim(6) + kayles(11)", "0");
    struct runtime_case c;
    case_open(&c, "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
                  "game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }\n");
    case_ask(&c, "nim(6) + kayles(11)", PLAY_NORMAL, 0);
    assert_string_equal(c.answer.game, "nim + kayles");
    assert_non_null(strstr(c.answer.solver, " + "));
    case_close(&c);
}

CLAIM(rows_bags_and_grids_are_searched)
{
    value("game s(h: row) { move off(t in 1..h[1]) -> s(h with { [1] -= t })\n"
          "move down(i in 2..len(h), t in 1..h[i]) -> s(h with { [i] -= t, [i - 1] += t }) }",
          "s([2, 1, 3])", "1");
    value("game b(g: grid) { start(r, c) -> b(grid(r, c, 1))\n"
          "move bite(i in 1..rows(g), j in 1..cols(g)) where g[i,j] == 1 and (i, j) != (1, 1)\n"
          "-> b(g with { [i..rows(g), j..cols(g)] = 0 }) }",
          "b(2, 3)", "4");
}

/* ---- play that need not end ------------------------------------------------------------------------------------------------ */
static const char wheel[] = "game c(n) { move up where n < 5 -> c(n + 1) move down where n >= 1 -> c(n - 1) }";

CLAIM(an_undeclared_cycle_is_told_move_by_move)
{
    struct runtime_case c;
    case_open(&c, wheel);
    for (int misere = 0; misere < 2; misere++) {
        case_ask(&c, "c(3)", misere ? PLAY_MISERE : PLAY_NORMAL, 0);
        assert_int_equal(c.st, ST_RULE_FAILED);
        assert_string_equal(rule_error(&c.file), "E0590");
        assert_non_null(
            strstr(rule_message(&c.file), misere ? "from c(3), up leads to c(4)" : "from c(3), down leads to c(2)"));
    }
    case_close(&c);
}

CLAIM(a_cycle_does_not_spoil_what_is_asked_next)
{
    struct runtime_case c;
    case_open(&c,
              "game c(n) { move up where n >= 5 and n < 9 -> c(n + 1) move down where n >= 1 and n != 5 -> c(n - 1) }");
    case_ask(&c, "c(7)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_RULE_FAILED);
    assert_string_equal(case_sg(&c, "c(3)"), "1");
    case_ask(&c, "c(7)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_RULE_FAILED);
    case_close(&c);
}

CLAIM(a_loopy_game_has_draws)
{
    outcome("game c(n) { loopy move up where n < 5 -> c(n + 1) move down(t in 1..2) where t <= n -> c(n - t) }", "c(4)",
            PLAY_NORMAL, 0, "D");
    static const char stay[] = "game c(n) { loopy move stay where n == 2 -> c(2) move down where n >= 1 -> c(n - 1) }";
    outcome(stay, "c(1)", PLAY_NORMAL, 0, "N");
    outcome(stay, "c(2)", PLAY_NORMAL, 0, "D"); /* down loses, and who stays is not beaten */
    outcome(stay, "c(3)", PLAY_NORMAL, 0, "D");
    outcome(stay, "c(2)", PLAY_MISERE, 0, "N");
}

CLAIM(a_long_chain_of_positions_needs_no_stack)
{
    value("game chain(n, m) { move down where n >= 1 -> chain(n - 1, m + 2) }", "chain(200000, 0)", "0");
    outcome("game chain(n, m) { move down where n >= 1 -> chain(n - 1, m + 2) }", "chain(200000, 0)", PLAY_MISERE, 0,
            "N");
}

/* ---- symmetric and canon ------------------------------------------------------------------------------------------------------ */
CLAIM(a_false_symmetry_is_an_error_that_shows_two_positions)
{
    struct runtime_case c;
    case_open(&c,
              "game w(a, b) { symmetric move l(t in 1..a) -> w(a - t, b) move r(t in 1..min(b, 2)) -> w(a, b - t) }");
    case_ask(&c, "w(2, 3)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_RULE_FAILED);
    assert_string_equal(rule_error(&c.file), "E0591");
    assert_non_null(strstr(rule_message(&c.file), "w(3, 0) and w(0, 3)"));
    case_close(&c);
}

CLAIM(a_canon_that_is_right_is_used)
{
    value("game s(h: row) { canon sort(h) move t(i in 1..len(h), t in 1..h[i]) -> s(h with { [i] -= t }) }",
          "s([5, 3, 6])", "0");
}

CLAIM(a_canon_that_only_spoils_misere_play_is_refused)
{
    struct runtime_case c;
    case_open(&c, "game s(h: row) where len(h) == 1 { canon [h[1] % 2] move t where h[1] >= 1 -> s([h[1] - 1]) }");
    case_ask(&c, "s([4])", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_OK); /* counting down: only parity matters, in both conventions */
    case_close(&c);
    /* equal heaps are worth nothing, but in misere play two heaps of 2 are lost and no heap is won */
    case_open(&c, "game s(h: row) { canon len(h) == 2 and h[1] == h[2] ? [] : h\n"
                  "move t(i in 1..len(h), t in 1..h[i]) -> s(h with { [i] -= t }) }");
    case_ask(&c, "s([1])", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_RULE_FAILED);
    assert_string_equal(rule_error(&c.file), "E0591");
    assert_non_null(strstr(rule_message(&c.file), "misere outcomes"));
    case_close(&c);
}

/* ---- positions outside the state, budgets -------------------------------------------------------------------------------------- */
CLAIM(a_position_outside_the_state_is_refused)
{
    struct runtime_case c;
    int64_t cell = -2;
    struct component one = {0, 1, &cell};
    struct position position = {&one, 1, NULL};
    struct wanted wanted = {.sg = true};
    case_open(&c, nim);
    assert_int_equal(analyze(c.env, &position, &wanted, &c.arena, &c.answer), ST_USAGE);
    assert_string_equal(rule_error(&c.file), "E0690");
    case_close(&c);
}

CLAIM(budgets_end_with_what_is_known)
{
    struct runtime_case c;
    case_open(&c, "game f(n, q) { move t(t in 1..min(n, q)) -> f(n - t, 2 * t) }");
    c.file.budget.states = c.file.budget.states_used + 50;
    case_ask(&c, "f(60, 60)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_STATE_BUDGET);
    assert_int_equal(c.answer.outcome, OUTCOME_UNKNOWN);
    assert_non_null(c.answer.position);
    assert_non_null(c.answer.sg_reason);
    c.file.budget.states = 0;
    case_ask(&c, "f(60, 60)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_OK);
    assert_int_equal(c.answer.outcome, OUTCOME_N);
    case_close(&c);
}

/* Progress is shown when a search first looks at its budget: that is the moment at which the deadline passes. */
static void deadline_passes(void *context, uint64_t states)
{
    (void)states;
    ((struct budget *)context)->deadline_ns = 1;
}

CLAIM(a_deadline_ends_a_search)
{
    struct runtime_case c;
    case_open(
        &c,
        "game f(a, b, c, d) { move m(t in 1..a) -> f(a - t, b + t, c, d) move n(t in 1..b) -> f(a, b - t, c + t, d) "
        "move o(t in 1..c) -> f(a, b, c - t, d + t) move p(t in 1..d) -> f(a, b, c, d - t) }");
    c.file.budget.progress = deadline_passes;
    c.file.budget.progress_context = &c.file.budget;
    case_ask(&c, "f(90, 90, 90, 90)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_TIMEOUT);
    case_close(&c);
}

CLAIM(a_list_of_wins_can_be_capped)
{
    struct runtime_case c;
    case_open(&c, nim);
    struct position position = case_position(&c, "nim(1) + nim(1) + nim(1)");
    struct wanted wanted = {.sg = true, .wins = true, .max_moves = 2};
    assert_int_equal(analyze(c.env, &position, &wanted, &c.arena, &c.answer), ST_OK);
    assert_int_equal(c.answer.win_count, 2);
    assert_false(c.answer.wins_complete);
    assert_non_null(strstr(c.answer.wins_reason, "3 winning moves"));
    case_close(&c);
}

CLAIM(a_huge_position_lists_the_first_winning_moves_and_says_so)
{
    struct runtime_case c;
    case_open(&c, kayles);
    struct wanted wanted = {.sg = true, .wins = true, .max_moves = 20};
    struct position position = case_position(&c, "kayles(1000000)");
    assert_int_equal(analyze(c.env, &position, &wanted, &c.arena, &c.answer), ST_OK);
    assert_int_equal(c.answer.win_count, 20);
    assert_false(c.answer.wins_complete);
    assert_non_null(strstr(c.answer.wins_reason, "more winning moves than the 20"));
    struct answer answer = c.answer;
    for (size_t i = 0; i < answer.win_count; i++)
        assert_string_equal(case_outcome(&c, answer.wins[i].to, PLAY_NORMAL, 0), "P");
    case_close(&c);
}

CLAIM(remoteness_counts_the_moves_of_best_play)
{
    struct runtime_case c;
    case_open(&c, nim);
    struct position position = case_position(&c, "nim(1) + nim(2) + nim(3)");
    struct wanted wanted = {.sg = true, .remoteness = true};
    assert_int_equal(analyze(c.env, &position, &wanted, &c.arena, &c.answer), ST_OK);
    assert_true(c.answer.has_remoteness);
    assert_int_equal(c.answer.remoteness, 6);
    case_close(&c);
}

CLAIM(explain_gives_every_option_and_the_mex)
{
    struct runtime_case c;
    struct explanation e;
    case_open(&c, kayles);
    struct position position = case_position(&c, "kayles(5)");
    struct wanted wanted = {.sg = true, .wins = true};
    assert_int_equal(explain(c.env, &position, &wanted, &c.arena, &e), ST_OK);
    assert_int_equal(e.option_count, 9);
    assert_true(e.options_complete && e.has_mex);
    assert_int_equal(e.mex, 4);
    assert_string_equal(e.options[2].to, "kayles(2) + kayles(2)");
    assert_string_equal(e.options[2].sg, "0");
    size_t chosen = 0;
    while (chosen < e.answer.plan_count && !e.answer.plan[chosen].chosen) chosen++;
    assert_true(chosen < e.answer.plan_count);
    assert_string_equal(e.answer.plan[chosen].solver, e.answer.solver);
    assert_int_equal(e.answer.win_count, 1);
    case_close(&c);
}

/* ---- what was compared ----------------------------------------------------------------------------------------------------------- */
static void refuses(struct runtime_case *c, const char *term, enum play play)
{
    case_ask(c, term, play, 0);
    if (c->st != ST_RULE_FAILED) fail_msg("%s: %s", term, status_words(c->st));
    assert_string_equal(rule_error(&c->file), "E0593");
    case_close(c);
}

static void spoil(struct position_table *table, uint32_t mask)
{
    for (uint32_t i = 0; i < table->count; i++) table->values[i] ^= mask;
}

/* What a search keeps is made wrong behind its back. */
CLAIM(a_search_that_contradicts_itself_gives_no_answer)
{
    static const char row[] =
        "game g(s: row) { move t(i in 1..len(s), t in 1..s[i]) where sum(s) != 100"
        " -> g([s[j] - (j == i ? t : 0) for j in 1..len(s) where j != i or s[j] != t]) }"; /* rows become shorter */
    struct runtime_case c;
    case_open(&c, nim);
    case_ask(&c, "nim(9)", PLAY_NORMAL, 0);
    value_run_put(&store_game(c.env->store, 0)->sequence, 7, 3);
    refuses(&c, "nim(2) + nim(7)", PLAY_NORMAL);
    case_open(&c, kayles);
    case_ask(&c, "kayles(9)", PLAY_NORMAL, 0);
    value_run_put(&store_game(c.env->store, 0)->sequence, 9, 0);
    refuses(&c, "kayles(9)", PLAY_NORMAL);
    case_open(&c, row);
    case_ask(&c, "g([2, 3])", PLAY_NORMAL, 0);
    spoil(&c.env->store->components, 4);
    refuses(&c, "g([2, 3])", PLAY_NORMAL);
    case_open(&c, kayles);
    case_ask(&c, "kayles(9) + kayles(10)", PLAY_MISERE, 0);
    spoil(&store_sums(c.env)->outcomes[1][0], 1);
    refuses(&c, "kayles(9) + kayles(10)", PLAY_MISERE);
}

static void checked(const char *rule, const char *term, enum play play, int mover, const char *expected)
{
    struct runtime_case c;
    case_open(&c, rule);
    case_ask(&c, term, play, mover);
    assert_int_equal(c.st, ST_OK);
    assert_string_equal(c.answer.checked, expected);
    case_close(&c);
}

CLAIM(the_line_checked_says_what_was_computed_and_compared)
{
    checked(nim, "nim(2) + nim(3)", PLAY_NORMAL, 0,
            "mex over all 5 options, and every position computed from all its options");
    checked(kl, "kl(5)", PLAY_NORMAL, 1,
            "outcome over all 4 options, and every position computed from all its options or from one that wins");
    checked(nim, "nim(2) + nim(3)", PLAY_MISERE, 0,
            "outcome over all 5 options, and every component computed from all its options");
    checked("game g(n) { move t(t in {2, 5}) where t <= n -> g(n - t) }", "g(9)", PLAY_NORMAL, 0,
            "mex over all 2 options, and every position computed from all its options");
    checked(
        "game g(n) { move t(t in {2, 5}) where t <= n -> g(n - t) }", "g(1000000)", PLAY_NORMAL, 0,
        "mex over all 2 options, and every position up to the end of the period's proof computed from all its options");
    checked(
        "game walk(n) { loopy move go(m in 0..9) where (n == 5 and (m == 3 or m == 6)) or (n == 3 and m == 2)"
        " or (n == 6 and (m == 2 or m == 7)) or (n == 7 and (m == 7 or m == 5)) -> walk(m) }",
        "walk(5)", PLAY_NORMAL, 0,
        "mex over 1 of 2 options, the others without an SG value, and every position computed from all its options");
}

CLAIM(where_play_is_watched_a_cycle_behind_another_option_is_met)
{
    static const char *const rules[] = {
        "game g(n) { move win where n == 5 and mover == 1 -> g(0) move round where n == 5 or n == 6 -> g(11 - n) }",
        "game g(n) { move lose where n == 5 -> g(1) move down where n == 1 -> g(0) move round where n == 5 or n == 6 "
        "-> g(11 - n) }"};
    for (int i = 0; i < 2; i++) {
        struct runtime_case c;
        case_open(&c, rules[i]);
        case_ask(&c, "g(5)", i ? PLAY_MISERE : PLAY_NORMAL, 1);
        assert_int_equal(c.st, ST_RULE_FAILED);
        assert_string_equal(rule_error(&c.file), "E0590");
        case_close(&c);
    }
}

/* ---- memory -------------------------------------------------------------------------------------------------------------------- */
static bool attempt(const char *rule, const char *term, enum play play)
{
    struct runtime_case c;
    struct position position;
    struct wanted wanted = {.play = play, .sg = true, .wins = true, .remoteness = true};
    memset(&c, 0, sizeof c);
    rule_open(&c.file, rule);
    enum status st = c.file.st;
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    if (st == ST_OK) st = rule_position(&c.file, term, &position);
    if (st == ST_OK) st = analyze(c.env, &position, &wanted, &c.arena, &c.answer);
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("%s", status_words(st));
    case_close(&c);
    return st == ST_OK;
}
static bool asks_for_a_sum(void) { return attempt(kayles, "kayles(3) + kayles(2)", PLAY_NORMAL); }
static bool asks_in_misere_play(void) { return attempt(kayles, "kayles(3) + kayles(2)", PLAY_MISERE); }
static bool asks_for_a_row(void)
{
    return attempt("game s(h: row) where len(h) == 2 and h[1] <= 1 and h[2] <= 1 { canon sort(h)\n"
                   "move t(i in 1..2) where h[i] == 1 -> s(h with { [i] = 0 }) }",
                   "s([1, 0])", PLAY_NORMAL);
}

CLAIM(any_failed_allocation_is_survived)
{
    assert_true(walk_failures(asks_for_a_sum) > 20);
    assert_true(walk_failures(asks_in_misere_play) > 20);
    assert_true(walk_failures(asks_for_a_row) > 20);
}

CLAIMS(IT(values_of_sums_are_xored), IT(every_winning_move_is_listed_equal_heaps_apart),
       IT(symmetric_moves_are_not_merged), IT(misere_play_turns_the_end_round),
       IT(where_the_mover_matters_both_are_answered), IT(several_games_are_summed),
       IT(rows_bags_and_grids_are_searched), IT(an_undeclared_cycle_is_told_move_by_move),
       IT(a_cycle_does_not_spoil_what_is_asked_next), IT(a_loopy_game_has_draws),
       IT(a_long_chain_of_positions_needs_no_stack), IT(a_false_symmetry_is_an_error_that_shows_two_positions),
       IT(a_canon_that_is_right_is_used), IT(a_canon_that_only_spoils_misere_play_is_refused),
       IT(a_position_outside_the_state_is_refused), IT(budgets_end_with_what_is_known), IT(a_deadline_ends_a_search),
       IT(a_list_of_wins_can_be_capped), IT(a_huge_position_lists_the_first_winning_moves_and_says_so),
       IT(remoteness_counts_the_moves_of_best_play), IT(explain_gives_every_option_and_the_mex),
       IT(a_search_that_contradicts_itself_gives_no_answer), IT(the_line_checked_says_what_was_computed_and_compared),
       IT(where_play_is_watched_a_cycle_behind_another_option_is_met), IT(any_failed_allocation_is_survived))
