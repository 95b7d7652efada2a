/* SPDX-License-Identifier: MIT */
/* The tree's names and its dump. */
#include "parsing.h"

CLAIM(every_kind_and_operator_has_a_name)
{
    for (int kind = 0; kind < AST_KINDS; kind++) assert_true(strlen(ast_kind_name((enum ast_kind)kind)) > 0);
    for (int op = OP_NONE + 1; op < OP_COUNT; op++) assert_true(strlen(ast_op_spelling((enum ast_op)op)) > 0);
    assert_string_equal(ast_kind_name(AST_KINDS), "?");
    assert_string_equal(ast_op_spelling(OP_COUNT), "?");
}

static const char *dump_of(const char *text)
{
    read_file(text);
    text_clear(&reading.words);
    ast_dump(reading.tree, reading.source, &reading.words);
    return text_c(&reading.words);
}

CLAIM(a_dump_has_a_node_a_line_with_its_place)
{
    assert_string_equal(dump_of("param k = 2\n  + n"), "(file 1:1-2:6\n"
                                                       "  (param k 1:1-2:6\n"
                                                       "    (binary + 1:11-2:6\n"
                                                       "      (number 2 1:11-1:12)\n"
                                                       "      (name n 2:5-2:6))\n"
                                                       "    -))\n");
}

CLAIM(columns_count_characters)
{
    assert_string_equal(dump_of("import \"é€\" import \"b\""), "(file 1:1-1:23\n"
                                                               "  (import \"é€\" 1:1-1:12)\n"
                                                               "  (import \"b\" 1:13-1:23))\n");
}

CLAIM(line_ends_and_quotes_in_texts_are_escaped)
{
    assert_string_equal(statement("lua [[ a = \"\\x\"\r\n ]]"), "(lua \" a = \\\"\\\\x\\\"\\r\\n \")");
}

CLAIM(places_agree_with_those_of_diagnostics_in_any_order)
{
    read_file("game g(n) {\n\n  expect (1 +\n 2) * 3 expect 4\n}\ngame h(a, b) { expect\n5 }");
    const struct ast *first = reading.tree->kids[0]->kids[2]->kids[0],
                     *second = reading.tree->kids[0]->kids[2]->kids[1];
    struct place begin = source_place(reading.source, first->span.begin),
                 end = source_place(reading.source, second->span.end);
    assert_int_equal(begin.line * 100 + begin.column, 303);
    assert_int_equal(end.line * 100 + end.column, 417);
    struct text dump = {0};
    ast_dump(reading.tree, reading.source, &dump);
    assert_non_null(strstr(text_c(&dump), "(expect 3:3-4:8"));
    assert_non_null(strstr(text_c(&dump), "(number 5 7:1-7:2)"));
    text_free(&dump);
}

CLAIM(the_name_alone_and_the_text_alone_have_places)
{
    read_file("game a of base { }");
    const struct ast *variant = reading.tree->kids[0];
    assert_int_equal(variant->name_span.begin, 5);
    assert_int_equal(variant->name_span.end, 6);
    assert_int_equal(variant->text_span.begin, 10);
    assert_int_equal(variant->text_span.end, 14);
    read_file("game a = octal \"0.77\"");
    assert_int_equal(reading.tree->kids[0]->text_span.begin, 16);
    assert_int_equal(reading.tree->kids[0]->text_span.end, 20);
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(every_kind_and_operator_has_a_name),
        IT(a_dump_has_a_node_a_line_with_its_place),
        IT(columns_count_characters),
        IT(line_ends_and_quotes_in_texts_are_escaped),
        IT(places_agree_with_those_of_diagnostics_in_any_order),
        IT(the_name_alone_and_the_text_alone_have_places),
    };
    return cmocka_run_group_tests(claims, NULL, finish_reading);
}
