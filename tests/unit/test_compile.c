/* SPDX-License-Identifier: MIT */
/* The compiler: what it makes of a rule, seen in the listing and the program's facts. */
#include "code/compile/private.h"
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "rule_file.h"

/* The instructions of a program by name, e.g. "copy range sub option range-next halt". */
static const char *names(struct rule_file *f, const struct program *p)
{
    struct text out = {0};
    for (size_t i = 0; i < p->count; i++) text_add(&out, "%s%s", i ? " " : "", op_table[p->code[i].op].name);
    const char *line = arena_strdup(&f->arena, text_c(&out));
    text_free(&out);
    return line;
}

static void compiles(const char *rule, bool table, const char *expected)
{
    struct rule_file f;
    rule_open(&f, rule);
    if (f.st != ST_OK) fail_msg("%s", rule_message(&f));
    const struct game_code *g = &f.code->games[f.model->main_game];
    assert_string_equal(names(&f, f.code->programs.data[table ? g->table : g->options]), expected);
    rule_close(&f);
}

CLAIM(a_move_is_a_loop)
{
    compiles("game g(n) { move m(t in 1..n) -> g(n - t) }", false, "copy range sub option range-next halt");
}

CLAIM(a_linear_condition_becomes_a_bound)
{
    compiles("game g(n) { move m(t in 1..9) where t <= n -> g(n - t) }", false,
             "copy min range sub option range-next halt");
    compiles("game g(n) { move m(t in 0..9) where t <= n and t >= 1 -> g(n - t) }", false,
             "copy max min range sub option range-next halt");
    compiles("game g(n) { move m(t in squares) where t <= n -> g(n - t) }", false,
             "min iter-named jump sub option iter-next halt");
}

CLAIM(a_condition_on_several_generators_becomes_bounds)
{
    compiles(
        "game g(x, y, k) { move m(s in 1..x, t in 1..y) where abs(s - t) < k -> g(x - s, y - t, k) }", false,
        "copy copy copy at-least copy copy at-most range copy copy copy copy at-least copy copy at-most range sub sub "
        "option range-next range-next halt");
    compiles(
        "game g(x, y, k) { move m(s in 1..x, t in 1..y) where abs(s - t) < k -> g(x - s, y - t, k) }", true,
        "copy copy copy at-least copy copy at-most range copy copy copy copy at-least copy copy at-most jump-lt sub "
        "table-index sub table-index table-index sub table-index sub table-index table-index ray range-next "
        "table-step halt");
}

CLAIM(a_remainder_becomes_steps)
{
    compiles("game g(n) { move m(t in 1..n) where t % 3 == 1 -> g(n - t) }", false,
             "copy step-from copy copy copy runs sub option runs-next halt");
}

CLAIM(what_divides_the_end_of_a_range_becomes_a_set)
{
    static const char all[] = "divisors iter-row jump sub option iter-next halt";
    compiles("game g(n) { move m(t in 1..n) where n % t == 0 -> g(n - t) }", false, all);
    compiles("game g(n) { move m(t in 1..n / 16) where 0 == n % t -> g(n - t) }", false,
             "div divisors iter-row jump sub option iter-next halt");
    compiles("game g(n) { move m(t in 1..n) where n % t == 0 -> g(n - t) }", true,
             "divisors iter-row jump sub table-index table-get table-mark table-cast iter-next table-step halt");
    /* its end is not below 1 where the number is 0 */
    compiles("game g(n, k) { move m(t in 1..k) where n % t == 0 -> g(n, k - t) }", false,
             "copy range mod jump-ne sub option range-next halt");
}

CLAIM(a_condition_stands_where_its_variables_are_known)
{
    compiles("game g(n) { move m(t in 1..n, u in 1..t) where n % 3 == 0 and t % 3 != 1 and u % 3 != 2 -> g(n - t) }",
             false, "mod jump-ne copy range mod jump-eq copy range mod jump-eq sub option range-next range-next halt");
}

CLAIM(a_condition_that_can_fail_stays_behind_its_guard)
{
    compiles("game g(n) { param k = 2 in 1.. move m(t in 1..n, u in 1..t) where n % k == 0 -> g(n - u) }", false,
             "copy range copy jump-lt mod jump-ne range sub option range-next range-next halt");
    compiles("game g(n) { param k = 2 in 1.. move m(t in 1..n, u in 1..t) where u > 1 and u % 2 == 0 or n % k == 0 -> "
             "g(n - u) }",
             false, "copy range copy range jump-le mod jump-eq mod jump-ne sub option range-next range-next halt");
}

CLAIM(even_options_become_a_ray)
{
    compiles("game g(n) { move m(t in 1..n) -> g(n - t) }", true,
             "copy jump-lt sub table-index sub table-index ray table-step halt");
    compiles("game g(n) { move m(a in 0..n - 1) -> g(a) + g(n - 1 - a) }", true,
             "copy sub jump-lt table-index sub sub table-index table-index sub sub table-index ray table-step halt");
}

CLAIM(options_of_a_set_become_a_cast)
{
    compiles("game g(n) { move m(t in primes) where t <= n -> g(n - t) }", true,
             "min iter-named jump sub table-index table-get table-mark table-cast iter-next table-step halt");
    compiles("game g(n, q) { move m(t in {1, 5}) where t <= n -> g(n - t, t) }", true,
             "min iter-set jump sub table-index table-index table-get table-mark iter-next table-step halt");
    compiles("game g(n) { move m(t in {1, 5}) where t <= n and n % t == 0 -> g(n - t) }", true,
             "min iter-set jump mod jump-ne sub table-index table-get table-mark iter-next table-step halt");
}

CLAIM(residues_and_several_ranges_are_rays_of_their_own)
{
    static const char run[] = "jump-lt copy sub div mul add ", ends[] = "sub table-index sub table-index ray ";
    char two[400];
    compiles("game g(n) { move m(t in 1..n) where t % 3 == 1 -> g(n - t) }", true,
             "copy step-from jump-lt copy copy copy jump-lt copy sub div mul add sub table-index sub table-index ray "
             "table-step halt");
    (void)snprintf(two, sizeof two,
                   "copy jump-lt copy copy copy at-most jump copy copy copy copy copy copy at-least jump copy copy "
                   "%s%s%s%stable-step "
                   "halt",
                   run, ends, run, ends);
    compiles("game g(n) { move m(t in 1..n) where t <= 2 or t > n - 2 -> g(n - t) }", true, two);
    /* a failure says which option it is */
    compiles("game g(n) where n != 5 { move m(t in 1..n) where t % 3 == 1 and n - t != 5 -> g(n - t) }", true,
             "eq not jump-true table-none copy step-from copy copy copy runs sub jump-eq sub table-index table-get "
             "table-mark "
             "runs-next table-step halt");
}

CLAIM(uneven_options_are_marked_one_by_one)
{
    compiles("game g(n) { move m(t in 1..n) where t % 3 != 1 -> g(n - t) }", true,
             "copy range mod jump-eq sub table-index table-get table-mark range-next table-step halt");
}

CLAIM(only_scalar_games_that_stay_among_themselves_can_be_tabled)
{
    struct rule_file f;
    rule_open(&f, "game a(n) { move m(t in 1..n) -> a(n - t) }\n game b(n) { move m(t in 1..n) -> a(n - t) }\n"
                  "game c(s: row) { move m(i in 1..len(s), t in 1..s[i]) -> c(s with { [i] -= t }) }\n"
                  "game d(n, m) { move m(t in 1..n) -> n > 3 ? d(n - t, m) + d(0, 0) : end }\n graph e { x -> y }");
    assert_true(vm_fillable(f.code, model_find_game(f.model, "a")));
    assert_false(vm_fillable(f.code, model_find_game(f.model, "b")));
    assert_false(vm_fillable(f.code, model_find_game(f.model, "c")));
    assert_true(vm_fillable(f.code, model_find_game(f.model, "d")));
    assert_false(vm_fillable(f.code, model_find_game(f.model, "e")));
    assert_false(vm_fillable(f.code, -1));
    rule_close(&f);
}

CLAIM(the_listing_shows_source_and_operands)
{
    struct rule_file f;
    struct text out = {0};
    rule_open(&f, "game g(n) { move m(t in {3, 1}) where t <= n -> g(n - t) }");
    code_dump(f.code, 0, &out);
    assert_non_null(strstr(text_c(&out), "program 0: options of g"));
    assert_non_null(strstr(text_c(&out), "  move m\n"));
    assert_non_null(strstr(text_c(&out), "iter-set it0 {1 3} r1"));
    assert_non_null(strstr(text_c(&out), "option g (r2) m (r0)                 ; g(n - t)"));
    text_free(&out);
    rule_close(&f);
}

/* A chain of compounds, each twice the one before: 2^20 components. */
CLAIM(a_rule_that_unfolds_without_end_is_refused)
{
    struct text rule = {0};
    struct rule_file f;
    text_puts(&rule, "game a0(n) { move m(t in 1..n) -> a0(n - t) }\n");
    for (int i = 1; i <= 20; i++) text_add(&rule, "game a%d(n) = a%d(n) + a%d(n + 1)\n", i, i - 1, i - 1);
    text_puts(&rule, "game z(n) { move m(t in 1..n) -> a20(n - t) }");
    rule_open(&f, text_c(&rule));
    assert_int_equal(f.st, ST_INVALID);
    assert_string_equal(rule_error(&f), "E0530");
    rule_close(&f);
    text_free(&rule);
}

CLAIM(added_expressions_are_programs_of_their_own)
{
    struct rule_file f;
    struct position p, q;
    rule_open(&f, "game g(n) { move m(t in 1..n) -> g(n - t) }");
    assert_int_equal(rule_position(&f, "g(1) + g(2)", &p), ST_OK);
    assert_int_equal(rule_position(&f, "g(3)", &q), ST_OK);
    assert_int_equal(p.count, 2);
    assert_int_equal(q.components[0].cells[0], 3);
    rule_close(&f);
}

CLAIM(claims_are_compiled_when_they_are_asked_for)
{
    struct rule_file f;
    struct code *code;
    rule_open(&f, "param k = 2 in 1..3\ngame g(n) { move m(t in 1..min(n, k)) -> g(n - t)\nexpect sg(g(3)) == 0\n"
                  "claim sg(g(i)) == i % (k + 1) for i in 0..4, k in 1..3 }");
    assert_int_equal(f.st, ST_OK);
    assert_int_equal(code_compile(f.model, &f.diags, &code), ST_OK);
    size_t games = code->programs.count;
    assert_null(code->checks[1].sweeps);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(code_claim(code, 1, &f.diags), ST_OK);
        assert_int_equal(code->programs.count, games + 2); /* its body and the values of k */
        assert_int_equal(code->programs.data[code->checks[1].program]->kind, PROGRAM_CHECK);
        assert_int_equal(code->programs.data[code->checks[1].sweeps[1]]->kind, PROGRAM_SWEEP);
    }
    assert_null(code->checks[0].sweeps);
    code_free(code);
    rule_close(&f);
}

CLAIMS(IT(a_move_is_a_loop), IT(a_linear_condition_becomes_a_bound),
       IT(a_condition_on_several_generators_becomes_bounds), IT(a_remainder_becomes_steps),
       IT(what_divides_the_end_of_a_range_becomes_a_set), IT(a_condition_stands_where_its_variables_are_known),
       IT(a_condition_that_can_fail_stays_behind_its_guard), IT(even_options_become_a_ray),
       IT(options_of_a_set_become_a_cast), IT(residues_and_several_ranges_are_rays_of_their_own),
       IT(uneven_options_are_marked_one_by_one), IT(only_scalar_games_that_stay_among_themselves_can_be_tabled),
       IT(the_listing_shows_source_and_operands), IT(a_rule_that_unfolds_without_end_is_refused),
       IT(added_expressions_are_programs_of_their_own), IT(claims_are_compiled_when_they_are_asked_for))
