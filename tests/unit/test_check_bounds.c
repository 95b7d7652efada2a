/* SPDX-License-Identifier: MIT */
/* What is refused or warned of before anything is run, and what is not. */
#include "claims.h"
#include "checked.h"

/* The codes of all reports, separated by spaces. */
static void assert_reports(const char *text, const char *expected)
{
    struct checked c;
    struct text out = {0};
    checked_open(&c, text);
    for (size_t i = 0; i < c.diags.count; i++) text_add(&out, "%s%s", i ? " " : "", checked_code(&c, i));
    assert_string_equal(text_c(&out), expected);
    text_free(&out);
    checked_close(&c);
}

CLAIM(a_range_that_is_empty_everywhere_is_refused)
{
    assert_reports("game g(n) { move x(t in n..n - 1) -> g(n - t) }", "E0401");
    assert_reports("game g(n) { move x(t in 1..n, u in t + 1..t) -> g(n - u) }", "E0401");
    assert_reports("game g(n) where n < 3 { move x(t in 3..n) -> g(n - t) }", "E0401");
    assert_reports("game g(n) where n < 4 { move x(t in 3..n) -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in {}, u in 1..n) -> g(n - u - t) }", "");
}

CLAIM(contradictions_are_found_through_remainders_and_choices)
{
    assert_reports("game g(n) { move x(t in 1..n) where t % 2 == 0 and t % 2 == 1 -> g(n - t) }", "E0402");
    assert_reports("game g(n) { move x(t in 1..n) where (t < 3 or t > 5) and t in 3..5 -> g(n - t) }", "E0402");
    assert_reports("game g(n) { move x(t in 1..n) where odd(t) and even(t) -> g(n - t) }", "E0402");
    assert_reports("game g(n) { move x(t in {1, 3}) where t == 2 and t <= n -> g(n - t) }", "E0402");
}

CLAIM(options_below_zero_are_shown_with_the_missing_guard)
{
    assert_reports("game g(n) { move x(t in 1..5) -> g(n - t) }", "E0403");
    assert_reports("game g(n) { move x where n > 2 -> g(n - 2) + g(n - 4) }", "E0403");
    assert_reports("game g(n) { move x where n > 0 -> g(n - 1 > 5 ? n - 9 : n - 1) }", "E0403");
    assert_reports("game g(n) { move x(t in 1..n) -> sum(g(n - t - i) for i in 0..2) }", "E0403");
    assert_reports("game g(n) { param m = 200  move x where n >= m -> g(n - 201) }", "E0403");
    assert_reports("game g(n) { move x where n >= 3 -> g(n - 3) }", "");
    assert_reports("game g(n: int) { move x(t in 1..5) where n > -10 -> g(n - t) }", "");
}

CLAIM(moves_without_progress_are_shown)
{
    assert_reports("game g(n) { move x(t in 0..n) -> g(n - t) }", "E0404");
    assert_reports("game g(a, b) { move x -> g(min(a, b), max(a, b)) }", "E0404");
    assert_reports("game g(n) { loopy move x(t in 0..n) -> g(n - t) }", "");
}

CLAIM(infinite_sets_need_a_bound_known_before)
{
    assert_reports("game g(n) { move x(t in squares) where t <= n -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in fib) where t + 1 <= n -> g(n - t - 1) }", "");
    assert_reports("game g(n) { move x(t in primes) where n - t >= 0 -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in primes) where t in 1..n -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in powers(2)) where n >= t -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in fib, u in 1..n) where t <= u -> g(n - u) }", "E0405");
    assert_reports("game g(n) { move x(u in 1..n, t in fib) where t <= u -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in squares) where n % t == 0 -> g(n) }", "E0405");
}

CLAIM(idle_conditions_are_warned_of)
{
    assert_reports("game g(n) { move x(t in 1..n) where t >= 1 -> g(n - t) }", "W0906");
    assert_reports("game g(n) { param m = 3 in 1..  move x(t in 1..n) where t <= m and t < m + 1 -> g(n - t) }",
                   "W0906"); /* either may go, not both */
    assert_reports("game g(n) { move x(t in 1..n) where t < 9 -> g(n - t) }", "");
    /* what keeps divisors of 0 from having no end is of use */
    assert_reports("game g(n) { move x(t in divisors(n)) where t <= n -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in divisors(2 * n)) where n >= t and t <= 2 * n -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in divisors(n)) where t <= n and 1 <= n -> g(n - t) }", "W0906");
    assert_reports("game g(n) { move x(t in divisors(n)) where t <= n and n >= 0 -> g(n - t) }", "W0906");
}

/* The cells of a state are natural; those that a rule computes are what it writes. */
CLAIM(computed_cells_may_be_negative)
{
    static const char *const may[] = {"[n - 5][1]",
                                      "[7, n - 5][2]",
                                      "[x - 1 for x in h][1]",
                                      "[i - 2 for i in 1..n][1]",
                                      "reverse([n - 5, 3])[2]",
                                      "first([n - 5, t])",
                                      "(n > 3 ? [n] : [n - 3])[1]",
                                      "transpose([[n - 2, 0]])[1, 1]",
                                      "grid(1, 1, n - 3)[1, 1]",
                                      "sort([n, 4 - n])[1]",
                                      "(h with { [1] -= 1 })[1]",
                                      "([n - 5] with { [1] += 1 })[1]",
                                      "(h with { [1..2] -= t })[1]",
                                      "[m][1]"};
    static const char *const are[] = {"h[n - 5]",
                                      "[n, t][1]",
                                      "[x + 1 for x in h][1]",
                                      "[x - 1 for x in h where x > 0][1]",
                                      "[i - 1 for i in 1..n][1]",
                                      "reverse(h)[1]",
                                      "first([n, t])",
                                      "(n > 3 ? [n - 3] : [n])[1]",
                                      "transpose([[n, 0]])[1, 1]",
                                      "sort([n, t - 1])[1]",
                                      "zeckendorf(n)[n]"};
    for (size_t i = 0; i < sizeof may / sizeof *may + sizeof are / sizeof *are; i++) {
        size_t good = sizeof may / sizeof *may;
        struct text rule = {0};
        text_add(&rule,
                 "fn first(r) = r[1] + r[3]\n"
                 "game g(n, h: row) { param m = 1 in -1..3  move x(t in 1..n) where t != m + first(h) and %s >= 0 -> "
                 "g(n - t, h) }",
                 i < good ? may[i] : are[i - good]);
        assert_reports(text_c(&rule), i < good ? "" : "W0906");
        text_free(&rule);
    }
}

CLAIM(elements_of_computed_rows_may_be_negative)
{
    assert_reports("game g(n) { move x(t in 1..n, u in [t - 3, 5]) where u >= 0 -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in 3..n, u in [t - 3, 5]) where u >= 0 -> g(n - t) }", "W0906");
    assert_reports("game g(n) { move x(t in 1..n, u in [t - 3 for i in 1..n]) where u >= 0 -> g(n - t) }", "");
    assert_reports("game g(n, h: row) { move x(t in 1..n, u in reverse(h)) where u >= 0 -> g(n - t, h) }", "W0906");
    assert_reports("game g(n) { move x(t in 1..n) where t - 2 in [n - 9, 0] and t >= 2 -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in 1..n) where t - 2 in [n, 0] and t >= 2 -> g(n - t) }", "W0906");
}

/* What could not even be looked at without a condition does not make it idle, and what may fail itself is not idle. */
CLAIM(guards_are_not_idle)
{
    assert_reports("game g(n) { move x(t in 1..n) where n >= 4 and 10 % (n - 3) == 0 and t <= n - 3 -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in 1..n) where n >= 4 and t <= n - 3 and 10 % (n - 3) == 0 -> g(n - t) }",
                   "W0906");
    assert_reports("game g(n) { move x(t in 1..n) where n >= 4 and t in zeckendorf(n - 3) -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in zeckendorf(n - 3)) where n >= 3 -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in 1..n) where n >= 4 and t in powers(n - 2) and t <= n - 3 -> g(n - t) }",
                   "");
    assert_reports("game g(n, h: row) { move x(t in 1..n) where (h with { [1] = 3 })[1] >= 0 -> g(n - t, h) }", "");
    assert_reports("game g(n) { move x(t in 1..n) where rows([[y for y in 1..z] for z in 1..2]) * 0 == 0 -> g(n - t) }",
                   "");
    assert_reports("game g(n) { move x(t in 1..n) where rows([[1, 2], [y for y in 1..t]]) * 0 == 0 -> g(n - t) }", "");
    assert_reports(
        "game g(n) { move x(t in 1..n) where rows([[y, t] for y in 1..n where y > 2]) * 0 == 0 -> g(n - t) }", "W0906");
    assert_reports("game g(n) { move x(t in 1..n) where rows([[1, 2], [n, t]]) * 0 == 0 -> g(n - t) }", "W0906");
    assert_reports("game g(n) { move x(t in 1..n) where isqrt([n - 5][1]) * 0 == 0 -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in 1..n) where n >= 1 and isqrt(n) >= 0 and t <= n -> g(n - t) }",
                   "W0906 W0906 W0906");
}

CLAIM(what_is_written_as_one_condition_is_judged_as_one)
{
    assert_reports("game g(n) { move x(t in 1..n) where (t, n) != (0, 3) -> g(n - t) }", "W0906");
    assert_reports("game g(n) { move x(t in 1..n, u in 1..3) where (t, u) == (u, u) -> g(n - t) }", "");
    assert_reports("game g(n) { move x(t in 1..n) where (t, n) == (t + 0, n) -> g(n - t) }", "W0906");
}

/* Another move may need what a function says of it. */
CLAIM(conditions_of_a_function_are_not_those_of_one_move)
{
    static const char *const fn = "fn small(x) = x > 0 and x < 5\n";
    struct text rule = {0};
    text_add(&rule, "%sgame g(n) { move x(t in 1..n) where small(t) -> g(n - t)  move y where small(n - 3) -> g(0) }",
             fn);
    assert_reports(text_c(&rule), "");
    text_free(&rule);
}

/* The ends of a parameter's domain have variables of their own, which are no variables of the move. */
CLAIM(variables_of_a_domain_are_not_those_of_a_move)
{
    static const char *const fns = "fn twice(x) = x + x\nfn first(r) = r[1]\n";
    static const char *const domains[] = {"1..twice(2 + 3)", "{1, 9, twice(4 + 1)}", "divisors(twice(4 + 5))",
                                          "twice(0 + 1)..9"};
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        struct text rule = {0};
        text_add(&rule,
                 "%sgame g(n) { param m = 9 in %s\n move x(t in 1..9) where m >= t and n >= t and t <= 3 -> g(n - t) }",
                 fns, domains[i]);
        assert_reports(text_c(&rule), "W0903");
        text_free(&rule);
    }
    assert_reports("fn twice(x) = x + x\ngame g(n) { param m = 11 in 1..twice(2 + 3)  move x(t in 1..n) where t <= m "
                   "-> g(n - t) }",
                   "E0409");
    assert_reports("fn twice(x) = x + x\ngame g(n) { param m = 4 in powers(twice(2 - 2))  move x(t in 1..n) where t <= "
                   "m -> g(n - t) }",
                   "E0412");
    assert_reports("fn twice(x) = x + x\ngame g(n) { param m = 4 in divisors(twice(2 - 2))  move x(t in 1..n) where t "
                   "<= m -> g(n - t) }",
                   "E0341");
}

CLAIM(imported_and_inherited_moves_are_not_warned_of_twice)
{
    assert_reports("game g(n) { move x(t in 1..n) where t >= 1 -> g(n - t) }\n"
                   "game h of g { move y(a in 1..n / 2) -> h(a) + h(n - a) }",
                   "W0906");
}

CLAIM(checking_a_rule_of_many_moves_is_quick)
{
    struct text rule = {0};
    text_add(&rule, "game g(a, b, c) {");
    for (int i = 0; i < 3000; i++)
        text_add(&rule, " move m%d(t in 1..min(a, b, c), u in t..b) where u < %d or t != u -> g(a - t, b - u, c)", i,
                 i + 2);
    text_add(&rule, "}");
    struct checked c;
    checked_open(&c, text_c(&rule));
    assert_int_equal(c.st, ST_OK);
    checked_close(&c);
    text_free(&rule);
}

CLAIMS(IT(a_range_that_is_empty_everywhere_is_refused), IT(contradictions_are_found_through_remainders_and_choices),
       IT(options_below_zero_are_shown_with_the_missing_guard), IT(moves_without_progress_are_shown),
       IT(infinite_sets_need_a_bound_known_before), IT(idle_conditions_are_warned_of),
       IT(computed_cells_may_be_negative), IT(elements_of_computed_rows_may_be_negative), IT(guards_are_not_idle),
       IT(what_is_written_as_one_condition_is_judged_as_one), IT(conditions_of_a_function_are_not_those_of_one_move),
       IT(variables_of_a_domain_are_not_those_of_a_move), IT(imported_and_inherited_moves_are_not_warned_of_twice),
       IT(checking_a_rule_of_many_moves_is_quick))
