/* SPDX-License-Identifier: MIT */
/* Audits: windows without end or repetition, the same on every machine; clauses true and false; what could not be audited. */
#include "claims.h"
#include "trust/audit_clauses.h"
#include "trust/audit_plugins.h"
#include "plan/audit_env.h"
#include "trust/drawn_positions.h"
#include "trust/small_positions.h"
#include <string.h>
#include "runtime_case.h"

/* ---- windows ------------------------------------------------------------------------------------------------------------------ */
static void lists(const char *rule, size_t limit, const char *expected)
{
    struct runtime_case c;
    struct sums window = {0};
    struct text text = {0};
    case_open(&c, rule);
    assert_int_equal(small_positions_list(c.env, 0, limit, &window), ST_OK);
    for (size_t i = 0; i < window.count; i++) {
        struct component one = sums_component(&window, i, 0);
        if (i) text_putc(&text, ' ');
        component_print(c.file.model, &one, &text);
    }
    assert_string_equal(text_c(&text), expected);
    text_free(&text);
    sums_free(&window);
    case_close(&c);
}

CLAIM(small_positions_come_first)
{
    lists("game g(n) { move t(t in 1..n) -> g(n - t) }", 4, "g(0) g(1) g(2) g(3)");
    lists("game g(a, b) { move t(t in 1..a) -> g(a - t, b) }", 7,
          "g(0, 0) g(0, 1) g(1, 0) g(1, 1) g(0, 2) g(1, 2) g(2, 0)");
    lists("game g(a: int) { loopy move t -> g(a) }", 4, "g(0) g(1) g(-1) g(2)");
    lists("game g(a: bool) { move t where a -> g(false) }", 9, "g(false) g(true)");
    lists("game g(s: row) { move t(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t }) }", 7,
          "g([]) g([0]) g([1]) g([2]) g([0, 0]) g([1, 0]) g([2, 0])");
    lists("game g(s: bag) { move t where len(s) >= 1 -> end }", 6, "g([]) g([0]) g([1]) g([2]) g([0, 0]) g([0, 1])");
    lists("game g(a, b) where a < b { move t(t in 1..a) -> g(a - t, b) }", 3, "g(0, 1) g(0, 2) g(1, 2)");
    lists("game g(s: grid) { move t where rows(s) >= 2 -> end }", 5,
          "g([[0]]) g([[1]]) g([[0, 0]]) g([[1, 0]]) g([[0, 1]])");
}

CLAIM(no_position_is_listed_twice)
{
    static const char *const rules[] = {"game g(s: row) { move t where len(s) >= 1 -> end }",
                                        "game g(s: bag) { move t where len(s) >= 1 -> end }",
                                        "game g(s: grid) { move t where rows(s) >= 2 -> end }",
                                        "game g(a, b: int, s: row) { move t where a >= 1 -> end }"};
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        struct runtime_case c;
        struct sums window = {0};
        case_open(&c, rules[r]);
        assert_int_equal(small_positions_list(c.env, 0, 600, &window), ST_OK);
        assert_true(window.count > 400);
        for (size_t i = 0; i < window.count; i++)
            for (size_t j = 0; j < i; j++) {
                struct component a = sums_component(&window, i, 0), b = sums_component(&window, j, 0);
                assert_int_not_equal(component_compare(&a, &b), 0);
            }
        sums_free(&window);
        case_close(&c);
    }
}

CLAIM(a_sample_is_legal_the_same_every_time_and_near_the_literals)
{
    struct runtime_case c;
    struct sums one = {0}, two = {0};
    bool near = false, bool_seen[2] = {false, false};
    case_open(&c, "game g(a, b: bool, s: bag) where a >= 2 { move t(t in 1..a) where a - t >= 2 and a != 777 -> g(a - "
                  "t, b, s) }");
    assert_int_equal(drawn_positions(c.env, 0, 200, 1, &one), ST_OK);
    assert_int_equal(drawn_positions(c.env, 0, 200, 1, &two), ST_OK);
    assert_true(one.count > 150);
    assert_int_equal(two.count, one.count);
    for (size_t i = 0; i < one.count; i++) {
        struct component a = sums_component(&one, i, 0), b = sums_component(&two, i, 0);
        bool legal;
        assert_int_equal(component_compare(&a, &b), 0);
        assert_int_equal(vm_legal(c.env->vm, &a, &legal), ST_OK);
        assert_true(legal);
        near |= a.cells[0] >= 776 && a.cells[0] <= 778;
        bool_seen[a.cells[1]] = true;
        for (uint32_t k = 4; k < a.count; k++) assert_true(a.cells[k - 1] <= a.cells[k]);
    }
    assert_true(near && bool_seen[0] && bool_seen[1]);
    sums_free(&one);
    sums_free(&two);
    case_close(&c);
}

/* ---- clauses ------------------------------------------------------------------------------------------------------------------ */
static void clause(const char *rule, enum status st, enum clause_state state)
{
    struct runtime_case c;
    case_open(&c, rule);
    enum status got = audit_rules(c.env);
    if (got != st) fail_msg("%s: %s", rule, status_words(got));
    if (st == ST_RULE_FAILED) assert_string_equal(rule_error(&c.file), "E0591");
    assert_int_equal(store_game(c.env->store, 0)->clause, state);
    case_close(&c);
}

CLAIM(true_clauses_are_told_apart_by_what_they_keep)
{
    clause("game g(a, b) { symmetric move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }", ST_OK,
           CLAUSE_ALIKE);
    clause("game g(s: row) { canon sort(s) move t(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t }) }", ST_OK,
           CLAUSE_ALIKE);
    clause("game g(n) { canon n % 4 move t(t in 1..min(3, n)) -> g(n - t) }", ST_OK, CLAUSE_EQUAL);
}

CLAIM(false_clauses_are_found)
{
    clause("game g(a, b) { symmetric move l(t in 1..a) -> g(a - t, b) move r(t in 1..min(2, b)) -> g(a, b - t) }",
           ST_RULE_FAILED, CLAUSE_NEW);
    clause("game g(a, b) { symmetric move l(t in 1..a) where a != 250 or t != 9 -> g(a - t, b) move r(t in 1..b) -> "
           "g(a, b - t) }",
           ST_RULE_FAILED, CLAUSE_NEW);
    /* equal pairs of heaps: worth nothing, but in misere play */
    clause("game g(s: row) { canon len(s) == 2 and s[1] == s[2] ? [] : s\n"
           "move t(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t }) }",
           ST_RULE_FAILED, CLAUSE_NEW);
    /* one player's moves in the other field */
    clause("game g(a, b) { symmetric move l(t in 1..a) where mover == 1 -> g(a - t, b) move r(t in 1..b) where mover "
           "== 2 -> g(a, b - t) }",
           ST_RULE_FAILED, CLAUSE_NEW);
}

CLAIM(a_clause_that_cannot_be_audited_is_not_used)
{
    struct runtime_case c;
    /* each position takes more work than the audit may do */
    case_open(&c, "game g(n) where n <= 3 { canon n % 2 == 0 ? 0 : n\n"
                  "move t(x in 1..3000, y in 1..3000) where x * y == n + 9000001 -> end }");
    assert_int_equal(audit_rules(c.env), ST_OK);
    assert_int_equal(store_game(c.env->store, 0)->clause, CLAUSE_UNUSED);
    case_ask(&c, "g(2)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_OK);
    assert_non_null(strstr(c.answer.checked, "'canon' of g not audited, so not used"));
    case_close(&c);
}

CLAIM(remoteness_does_not_use_a_clause_that_keeps_values_only)
{
    struct runtime_case c;
    case_open(&c, "game g(n) { canon n % 4 move t(t in 1..min(3, n)) -> g(n - t) }");
    for (int round = 0; round < 2; round++) {
        struct position position = case_position(&c, "g(8)");
        struct wanted wanted = {.sg = true, .remoteness = true};
        assert_int_equal(analyze(c.env, &position, &wanted, &c.arena, &c.answer), ST_OK);
        assert_int_equal(c.answer.remoteness, 4);
        assert_string_equal(case_outcome(&c, "g(8) + g(5)", PLAY_MISERE, 0), "P");
    }
    case_close(&c);
}

CLAIM(the_position_asked_about_is_audited_too)
{
    struct runtime_case c;
    case_open(&c, "game g(a, b) { symmetric move l(t in 1..a) where a != 20000 or t != 3 -> g(a - t, b)"
                  " move r(t in 1..b) -> g(a, b - t) }");
    assert_string_equal(case_sg(&c, "g(3, 5)"), "6");
    case_ask(&c, "g(20000, 0)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_RULE_FAILED);
    case_close(&c);
}

/* false at (59, 60) only, which the window does not meet */
#define FALSE_AT_59_60                                                                                                 \
    "game g(x, y) { symmetric move a(t in 1..x) -> g(x - t, y) move b(t in 1..y) -> g(x, y - t)\n"                     \
    "move c where x * y == 3540 and x < y -> g(7, 0) }"

CLAIM(a_representative_is_compared_with_its_mirror)
{
    struct runtime_case c;
    case_open(&c, FALSE_AT_59_60);
    case_ask(&c, "g(59, 60)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_RULE_FAILED);
    assert_string_equal(rule_error(&c.file),
                        "E0592"); /* their options differ; searching them takes more than the audit may */
    case_close(&c);
}

CLAIM(an_answer_is_compared_with_a_search_without_the_clause)
{
    struct runtime_case c;
    case_open(&c, FALSE_AT_59_60);
    case_ask(&c, "g(10, 12)", PLAY_NORMAL, 0);
    assert_string_equal(c.answer.sg, "6");
    assert_non_null(strstr(c.answer.checked, ", and the same by a search without 'symmetric' and 'canon'"));
    case_ask(&c, "g(60, 65)", PLAY_NORMAL, 0); /* the pair of which it is false is met on the way */
    assert_int_equal(c.st, ST_RULE_FAILED);
    assert_string_equal(rule_error(&c.file), "E0591");
    case_close(&c);
    case_open(&c, FALSE_AT_59_60);
    case_ask(&c, "g(150, 151)", PLAY_NORMAL, 0);
    assert_int_equal(c.st, ST_RULE_FAILED);
    assert_string_equal(rule_error(&c.file), "E0594");
    case_close(&c);
}

CLAIM(a_clause_that_was_only_seen_is_said_to_be)
{
    struct runtime_case c;
    case_open(&c, FALSE_AT_59_60);
    case_ask(&c, "g(700, 701)", PLAY_NORMAL, 0); /* without the clause that is more than an audit may take */
    assert_int_equal(c.st, ST_OK);
    assert_non_null(strstr(c.answer.checked, "up to 'symmetric' of g: checked at "));
    assert_non_null(strstr(c.answer.checked, " positions, not proved"));
    case_close(&c);
    case_open(&c, "game g(x, y) { symmetric move a(t in 1..x) -> g(x - t, y) move b(t in 1..y) -> g(x, y - t) }");
    case_ask(&c, "g(150, 151)", PLAY_NORMAL, 0);
    assert_null(strstr(c.answer.checked, "symmetric")); /* proved */
    case_close(&c);
}

CLAIM(an_audit_does_the_same_work_every_time)
{
    uint64_t first = 0;
    for (int round = 0; round < 3; round++) {
        struct runtime_case c;
        case_open(
            &c, "game g(a, b, c) { symmetric move l(t in 1..a) -> g(a - t, b, c) move m(t in 1..b) -> g(a, b - t, c)\n"
                "move r(t in 1..c) -> g(a, b, c - t) }");
        assert_int_equal(audit_rules(c.env), ST_OK);
        struct env *probe;
        assert_int_equal(audit_env_open(c.env, 1, &probe), ST_OK);
        uint64_t used = probe->budget->states_used;
        if (round) assert_int_equal(used, first);
        first = used;
        assert_int_equal(budget_check(probe->budget), ST_OK);
        assert_int_equal(budget_check(probe->budget), ST_STATE_BUDGET);
        assert_int_equal(audit_env_ends(c.env, ST_STATE_BUDGET), ST_OK);
        assert_int_equal(audit_env_ends(c.env, ST_NO_MEMORY), ST_NO_MEMORY);
        case_close(&c);
    }
}

CLAIMS(IT(small_positions_come_first), IT(no_position_is_listed_twice),
       IT(a_sample_is_legal_the_same_every_time_and_near_the_literals),
       IT(true_clauses_are_told_apart_by_what_they_keep), IT(false_clauses_are_found),
       IT(a_clause_that_cannot_be_audited_is_not_used), IT(remoteness_does_not_use_a_clause_that_keeps_values_only),
       IT(the_position_asked_about_is_audited_too), IT(a_representative_is_compared_with_its_mirror),
       IT(an_answer_is_compared_with_a_search_without_the_clause), IT(a_clause_that_was_only_seen_is_said_to_be),
       IT(an_audit_does_the_same_work_every_time))
