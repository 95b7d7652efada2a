/* SPDX-License-Identifier: MIT */
/* Who loses single heaps in misere play, by periods and by windows: heaps of any size, what is refused, and memory that runs out.
 * Random rules are in tests/mbt/lost_heaps.c and windows.c. */
#include "claims.h"
#include "runtime_case.h"
#include "plan/plan.h"

static const char set[] = "play misere\ngame g(n) { move take(t in {2, 5, 9}) where t <= n -> g(n - t) }";
static const char half[] = "play misere\ngame g(n) { move leave(k in n / 2..n - 1) -> g(k) }";

static void outcome_by(const char *rule, const char *solver, const char *term, const char *outcome)
{
    struct runtime_case c;
    case_open(&c, rule);
    c.env->terms.only = solver;
    assert_string_equal(case_outcome(&c, term, PLAY_MISERE, 0), outcome);
    case_close(&c);
}

CLAIM(a_period_answers_for_heaps_of_any_size)
{
    outcome_by(set, NULL, "g(1000000000000000000)", "N"); /* lost: 2, 3 and 6 modulo 7 */
    outcome_by(set, NULL, "g(1000000000000000001)", "P");
    for (int64_t more = 0; more < 14; more++) {
        struct runtime_case c;
        case_open(&c, set);
        const struct integer *many = integer_from(&c.arena, 1000000000000000);
        many = integer_add(&c.arena, integer_mul(&c.arena, many, many), integer_from(&c.arena, more));
        struct component component = {0, 1, (int64_t[]){INT64_MAX}};
        const struct integer *const *cells = &many;
        struct position position = {&component, 1, &cells};
        struct ask ask = {.what = Q_OUTCOME, .play = PLAY_MISERE, .positions = &position, .count = 1};
        struct plan *plan;
        struct result result;
        int64_t rest = (1 + more) % 7; /* 10^6 is 1 modulo 7 */
        assert_int_equal(plan_by(c.env, &ask, &solver_subtraction, &c.arena, &plan), ST_OK);
        assert_int_equal(plan_run(c.env, plan, &c.arena, &result), ST_OK);
        assert_int_equal(result.outcomes[0], rest == 2 || rest == 3 || rest == 6 ? OUTCOME_P : OUTCOME_N);
        case_close(&c);
    }
}

/* Heaps are known up to what was asked, and then beyond. */
CLAIM(questions_grow)
{
    struct runtime_case c;
    case_open(&c, half);
    c.env->terms.only = "windows";
    assert_string_equal(case_outcome(&c, "g(94)", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "g(95)", PLAY_MISERE, 0), "N");
    assert_string_equal(case_outcome(&c, "g(786430)", PLAY_MISERE, 0), "P"); /* 3 * 2^18 - 2 */
    assert_string_equal(case_outcome(&c, "g(46)", PLAY_MISERE, 0), "P");
    case_close(&c);
    case_open(&c, set);
    c.env->terms.only = "sliding";
    assert_string_equal(case_outcome(&c, "g(3)", PLAY_MISERE, 0), "P");
    assert_string_equal(case_outcome(&c, "g(5)", PLAY_MISERE, 0), "N");
    assert_string_equal(case_outcome(&c, "g(700000000002)", PLAY_MISERE, 0), "P");
    case_close(&c);
}

/* Sums, options of several heaps, and options that are no heap: another matter each. */
CLAIM(nothing_else_is_answered)
{
    outcome_by(set, "sliding", "g(4) + g(4)", "E0692");
    outcome_by(half, "windows", "g(4) + g(4)", "E0692");
    outcome_by("play misere\ngame g = octal \"0.77\"", "sliding", "g(10)", "E0692");
    outcome_by("play misere\ngame g(n) { move m(t in 1..n / 2) -> g(n - t) + g(t) }", "windows", "g(10)", "E0692");
    outcome_by("play misere\ngame h(n) { move m where n > 0 -> h(n - 1) }\n"
               "game g(n) { move m(t in {1, 3}) where t <= n -> g(n - t) move k where n > 4 -> h(2) }",
               "sliding", "g(10)", "E0692");
    outcome_by(set, NULL, "g(4) + g(4)", "N");
}

static bool answers(const char *rule, const char *term)
{
    struct runtime_case c = {0};
    rule_open(&c.file, rule);
    struct env_options options = {.params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    enum status st = c.file.st == ST_OK ? env_open(c.file.model, c.file.code, &options, &c.env) : c.file.st;
    int64_t heap = 3000;
    struct component component = {0, 1, &heap};
    struct position position = {&component, 1, NULL};
    struct ask asked = {.play = PLAY_MISERE};
    enum outcome outcome;
    if (st == ST_OK) c.env->terms.only = term;
    if (st == ST_OK) st = outcomes_of(c.env, &position, 1, &asked, &outcome, NULL, NULL);
    if (c.env) env_close(c.env);
    rule_close(&c.file);
    return st == ST_OK;
}
static bool slides(void) { return answers(set, "sliding"); }
static bool has_windows(void) { return answers(half, "windows"); }
CLAIM(any_failed_allocation_is_told)
{
    assert_true(walk_failures(slides) > 10);
    assert_true(walk_failures(has_windows) > 10);
}

CLAIMS(IT(a_period_answers_for_heaps_of_any_size), IT(questions_grow), IT(nothing_else_is_answered),
       IT(any_failed_allocation_is_told))
