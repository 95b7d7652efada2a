/* SPDX-License-Identifier: MIT */
/* After a mistake: where reading goes on, and that one mistake gives one message. */
#include "syntax/parse/grammar.h"
#include "syntax/parse/private.h"
#include "parsing.h"

CLAIM(words_are_found_by_their_spelling)
{
    size_t count;
    const struct word *words = parser_word_table(&count);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(parser_word_find(words[i].spelling, strlen(words[i].spelling)), &words[i]);
        assert_ptr_equal(parser_word_of_token(words[i].token), &words[i]);
        assert_true(i == 0 || strcmp(words[i - 1].spelling, words[i].spelling) < 0);
        assert_string_equal(grammar_token_name(words[i].token), words[i].spelling);
    }
    assert_null(parser_word_find("mov", 3));
    assert_null(parser_word_find("moves", 5));
    assert_null(parser_word_of_token(T_PLUS));
}

/* How many diagnostics a text gets, and what was read all the same. */
static void assert_recovers(const char *text, size_t errors, const char *tree)
{
    read_file(text);
    if (reading.diags.count != errors) print_message("%s\n", diagnostics());
    assert_int_equal(reading.diags.count, errors);
    assert_string_equal(shape(reading.tree), tree);
}

CLAIM(a_bad_clause_costs_that_clause)
{
    assert_recovers("game g(n) { move a(t in 1..n -> g(n - t) loopy } loopy", 2,
                    "(file (game g (list (field n)) - (list (loopy))))");
    assert_recovers("game g(n) { expect (1; loopy }", 1, "(file (game g (list (field n)) - (list (loopy))))");
    assert_recovers("game g(n) { expect s with { [1 += } loopy } fn f() = 1", 1,
                    "(file (game g (list (field n)) - (list (loopy))) (fn f (list) (number 1)))");
}

CLAIM(an_inner_brace_does_not_end_the_body)
{
    assert_recovers("game g(n) { expect f({1, 2 3}) == {4} loopy }", 1,
                    "(file (game g (list (field n)) - (list (loopy))))");
    assert_recovers("game g(n) { expect {1, {2 3}} } expect 4", 1,
                    "(file (game g (list (field n)) - (list)) (expect (number 4)))");
}

CLAIM(a_bad_statement_is_skipped_with_its_body)
{
    assert_recovers("thing g(n) { expect 1 move } expect 2", 1, "(file (expect (number 2)))");
    assert_recovers("fn f(1) = 2 expect 3", 1, "(file (expect (number 3)))");
    assert_recovers("} expect 3", 1, "(file (expect (number 3)))");
}

CLAIM(a_misspelt_first_word_is_read_as_meant)
{
    assert_recovers("gaem g(n) { mvoe a -> end } exepct 1", 3,
                    "(file (game g (list (field n)) - (list (move a (list) - (name end)))) (expect (number 1)))");
}

CLAIM(a_body_without_an_end_ends_before_the_next_game)
{
    assert_recovers("game g(n) { loopy game h(n) { loopy }", 1,
                    "(file (game g (list (field n)) - (list (loopy))) (game h (list (field n)) - (list (loopy))))");
    assert_recovers("graph g { a -> b; game h(n) { loopy", 2,
                    "(file (graph g (list (edge a (name b))) -) (game h (list (field n)) - (list (loopy))))");
}

CLAIM(a_body_without_a_beginning_begins_at_its_first_clause)
{
    assert_recovers("game g(n) move a -> end } expect 1", 1, "(file (expect (number 1)))");
}

CLAIM(a_bad_header_keeps_the_body_out_of_the_file)
{
    assert_recovers("game g(n int) { move a -> end expect 1 } expect 2", 1, "(file (expect (number 2)))");
    assert_recovers("game g where n in {1} { expect 1 } expect 2", 1, "(file (expect (number 2)))");
    assert_recovers("graph 5 { a -> b } expect 2", 1, "(file (expect (number 2)))");
    assert_recovers("game start(n) { move a(t in 1..n) -> start(n - t) } expect 2", 2, "(file (expect (number 2)))");
}

CLAIM(a_bad_edge_costs_the_rest_up_to_the_semicolon)
{
    assert_recovers("graph g { a -> b c, e; d -> e }", 1,
                    "(file (graph g (list (edge a (name b)) (edge d (name e))) -))");
    assert_recovers("graph g { a -> b; expect ) ; loopy }", 1,
                    "(file (graph g (list (edge a (name b))) (list (loopy))))");
}

CLAIM(what_the_lexer_has_reported_is_not_reported_again)
{
    assert_recovers("expect a && b || !c expect 1 === 2", 4,
                    "(file (expect (binary or (binary and (name a) (name b)) (unary not (name c)))) "
                    "(expect (binary == (number 1) (number 2))))");
    assert_recovers("expect sg(a // b\n expect 2 ^ 3 expect 4", 2, "(file (expect (number 4)))");
    assert_recovers("expect 1.5 expect @ expect 12ab expect 1", 3, "(file (expect (number 1)))");
}

CLAIM(comments_of_other_languages_are_reported_and_passed_over)
{
    assert_recovers("/* a */ expect 1 -- b\nexpect 2", 2, "(file (expect (number 1)) (expect (number 2)))");
}

CLAIM(signs_of_print_are_reported_and_read_as_meant)
{
    assert_recovers("expect a ≤ b × c", 2, "(file (expect (binary <= (name a) (binary * (name b) (name c)))))");
}

CLAIM(reading_ends_where_nobody_would_see_more_errors)
{
    struct text text = {0};
    for (int i = 0; i < 5000; i++) text_puts(&text, "expect )\n");
    read_bytes(text_c(&text), text.length, parse_file);
    text_free(&text);
    assert_int_equal(reading.diags.count, DIAG_LIMIT);
    assert_int_equal(reading.diags.errors, DIAG_LIMIT);
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(words_are_found_by_their_spelling),
        IT(a_bad_clause_costs_that_clause),
        IT(an_inner_brace_does_not_end_the_body),
        IT(a_bad_statement_is_skipped_with_its_body),
        IT(a_misspelt_first_word_is_read_as_meant),
        IT(a_body_without_an_end_ends_before_the_next_game),
        IT(a_body_without_a_beginning_begins_at_its_first_clause),
        IT(a_bad_header_keeps_the_body_out_of_the_file),
        IT(a_bad_edge_costs_the_rest_up_to_the_semicolon),
        IT(what_the_lexer_has_reported_is_not_reported_again),
        IT(comments_of_other_languages_are_reported_and_passed_over),
        IT(signs_of_print_are_reported_and_read_as_meant),
        IT(reading_ends_where_nobody_would_see_more_errors),
    };
    return cmocka_run_group_tests(claims, NULL, finish_reading);
}
