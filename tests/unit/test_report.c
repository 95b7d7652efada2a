/* SPDX-License-Identifier: MIT */
/* Syntax errors in words: what was expected, what was found, and notes. */
#include "parsing.h"

CLAIM(a_missing_bracket_is_named_with_what_it_holds)
{
    assert_string_equal(complaints("game g(n) { move a(t in 1..n -> end }"),
                        "1:30 E0101 expected ')' after the generators, found '->'");
    assert_string_equal(complaints("expect f(1 2)"), "1:12 E0101 expected ',' or ')' after the arguments, found '2'");
    assert_string_equal(complaints("expect s[1"),
                        "1:11 E0101 expected ']' after the index, found the end of the file | this '[' is still open");
    assert_string_equal(
        complaints("expect [1"),
        "1:10 E0101 expected ']' after the cells of the row, found the end of the file | this '[' is still open");
    assert_string_equal(complaints("expect {1 game g of h { }"),
                        "1:11 E0101 expected '}' after the elements of the set, found 'game' | this '{' is still open");
    assert_string_equal(complaints("fn f(a = 2"), "1:8 E0101 expected ')' after the parameters, found '='");
}

#define STATEMENTS " | statements begin with: claim, expect, fn, game, graph, import, param, play"

CLAIM(expectations_are_grouped)
{
    assert_string_equal(complaints("expect *"), "1:8 E0101 expected an expression, found '*'");
    assert_string_equal(complaints("foo"), "1:1 E0101 expected a statement, found 'foo'" STATEMENTS);
    assert_string_equal(complaints("game g(n) { foo }"),
                        "1:13 E0101 expected a clause or '}', found 'foo' | clauses begin with: canon, claim, expect, "
                        "loopy, measure, move, param, solve, start, symmetric");
    assert_string_equal(complaints("game g n"), "1:8 E0101 expected 'of', '=' or '(', found 'n'");
    assert_string_equal(complaints("game \"g\""), "1:6 E0101 expected a name, found a string");
    assert_string_equal(complaints("graph g { a -> ( }"),
                        "1:16 E0101 expected a node, 'expect', 'claim' or 'loopy', found '('");
}

CLAIM(near_words_are_suggested)
{
    assert_string_equal(complaints("gmae g(n) { }"),
                        "1:1 E0101 expected a statement, found 'gmae' | did you mean 'game'?");
    assert_string_equal(complaints("game g(n) { move a(t in 1..n) were t > 1 -> end }"),
                        "1:31 E0101 expected 'where' or '->', found 'were' | did you mean 'where'?");
}

CLAIM(a_reserved_word_as_a_name_is_said_to_be_one)
{
    const char *said = "E0102 '%s' is a reserved word and cannot be a name; choose another name";
    char wanted[120];
    snprintf(wanted, sizeof wanted, said, "move");
    assert_string_equal(complaints("game move(n) { }") + strlen("1:6 "), wanted);
    snprintf(wanted, sizeof wanted, said, "start");
    assert_string_equal(complaints("expect n - start + 1") + strlen("1:12 "), wanted);
    snprintf(wanted, sizeof wanted, said, "in");
    assert_string_equal(complaints("fn f(in) = 1") + strlen("1:6 "), wanted);
}

CLAIM(frequent_mistakes_have_messages_of_their_own)
{
    assert_string_equal(complaints("expect a = 1"), "1:10 E0105 '=' defines and cannot compare; write '==' to compare");
    assert_string_equal(complaints("expect a < b <= c"),
                        "1:14 E0106 comparisons do not chain; join two of them with 'and'");
    assert_string_equal(complaints("game g(n) { fn f() = 1 }"),
                        "1:13 E0104 'fn' belongs outside games; move it before or after the '{ }' it is in");
    assert_string_equal(complaints("game g(n) { loopy"),
                        "1:18 E0103 the '{' of this body is not closed before the end of the file; "
                        "write '}' after its last line | the '{' is here");
    assert_string_equal(complaints("loopy play misere fn f() = 1 play misere"),
                        "1:1 E0101 expected a statement, found 'loopy' | "
                        "this is a clause, which belongs in the { } of a game\n"
                        "1:30 E0110 'play misere' must be the first statement of its file; move it to the top");
}

CLAIM(notes_tell_what_to_do)
{
    assert_string_equal(complaints("expect upto k + 1 of (a)"),
                        "1:15 E0101 expected 'of' or '(', found '+' | "
                        "a count of several terms must be in ( ), as in upto (k + 1) of (...)");
    assert_string_equal(complaints("param a = 1 in b < 2"),
                        "1:18 E0101 expected a statement, found '<' | a comparison or condition must be in ( ) here");
    assert_string_equal(complaints("lua \"a\""),
                        "1:1 E0101 expected a statement, found 'lua' | a Lua block is written lua [[ ... ]]");
    assert_string_equal(complaints("graph g { a -> b, c }"),
                        "1:17 E0101 expected a node, 'expect', 'claim' or 'loopy', found ',' | "
                        "spaces separate the successors of a node");
}

CLAIM(both_brackets_are_shown_when_both_are_open)
{
    assert_string_equal(complaints("game g(n) { expect (1 game h(n) { }"),
                        "1:23 E0101 expected ')' after the expression, found 'game' | "
                        "this '(' is still open | this '{' is not closed either");
}

CLAIM(wrong_spellings_name_the_right_one)
{
    assert_string_equal(complaints("expect a <> b"), "1:10 E0107 '<>' has no meaning in this language; write '!='");
    assert_string_equal(complaints("expect a ** b"),
                        "1:10 E0107 '**' has no meaning in this language; write 'pow(a, b)' for a power");
    assert_string_equal(complaints("param a := 2"), "1:9 E0107 ':=' has no meaning in this language; write '='");
    assert_string_equal(complaints("param a = 1 -- two"), "1:13 E0108 '--' does not start a comment; write '#'");
}

CLAIM(characters_without_meaning_are_named)
{
    const char *rest = "has no meaning here; delete it or put it into a comment or a string";
    assert_string_equal(complaints("expect §") + strlen("1:8 E0115 the character U+00A7 '§' "), rest);
    assert_string_equal(complaints("expect @") + strlen("1:8 E0115 the character U+0040 '@' "), rest);
    assert_string_equal(complaints("expect \x01") + strlen("1:8 E0115 the character U+0001 "), rest);
    assert_string_equal(complaints("expect \u200b") + strlen("1:8 E0115 the character U+200B "), rest);
}

CLAIM(what_is_left_open_is_shown_at_its_beginning)
{
    assert_string_equal(complaints("import \"a\nfn f() = 1"),
                        "1:8 E0116 the string is not closed in its line; write '\"' where it ends");
    assert_string_equal(complaints("lua [=[ a ]]"), "1:1 E0117 the Lua block is not closed; write ']=]' where it ends");
}

CLAIM(long_tokens_are_cut)
{
    assert_string_equal(complaints("aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd"),
                        "1:1 E0101 expected a statement, found 'aaaaaaaaaabbbbbbbbbbcccccccccc...'" STATEMENTS);
    assert_string_equal(complaints("expect 1234567890123456789012345678901234567890.5"),
                        "1:8 E0112 '123456789012345678901234567890123456...' is not a whole number; "
                        "write one without a point, and a code in quotes as in octal \"0.77\"");
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(a_missing_bracket_is_named_with_what_it_holds),
        IT(expectations_are_grouped),
        IT(near_words_are_suggested),
        IT(a_reserved_word_as_a_name_is_said_to_be_one),
        IT(frequent_mistakes_have_messages_of_their_own),
        IT(notes_tell_what_to_do),
        IT(both_brackets_are_shown_when_both_are_open),
        IT(wrong_spellings_name_the_right_one),
        IT(characters_without_meaning_are_named),
        IT(what_is_left_open_is_shown_at_its_beginning),
        IT(long_tokens_are_cut),
    };
    return cmocka_run_group_tests(claims, NULL, finish_reading);
}
