/* SPDX-License-Identifier: MIT */
/* What is read, and as what: every form of statement, clause and expression; names; hostile texts; failing memory. */
#include "parsing.h"

/* `head`, then `part` repeated, then `tail`. */
static enum status read_repeated(const char *head, const char *part, size_t times, const char *tail)
{
    struct text text = {0};
    text_puts(&text, head);
    for (size_t i = 0; i < times; i++) text_puts(&text, part);
    text_puts(&text, tail);
    assert_false(text.failed);
    enum status st = read_bytes(text_c(&text), text.length, parse_file);
    text_free(&text);
    return st;
}

CLAIM(an_empty_file_and_one_of_comments_are_files)
{
    assert_int_equal(read_file(""), ST_OK);
    assert_int_equal(reading.tree->count, 0);
    assert_int_equal(read_file("# nothing\n;;\n# at all"), ST_OK);
    assert_int_equal(reading.tree->count, 0);
}

CLAIM(products_bind_before_sums_and_both_from_the_left)
{
    assert_string_equal(expression("1 + 2 * 3"), "(binary + (number 1) (binary * (number 2) (number 3)))");
    assert_string_equal(expression("1 - 2 - 3"), "(binary - (binary - (number 1) (number 2)) (number 3))");
    assert_string_equal(expression("a / b % c"), "(binary % (binary / (name a) (name b)) (name c))");
    assert_string_equal(expression("(1 + 2) * 3"), "(binary * (binary + (number 1) (number 2)) (number 3))");
}

CLAIM(a_minus_sign_binds_before_products_and_after_indices)
{
    assert_string_equal(expression("-a * b"), "(binary * (unary - (name a)) (name b))");
    assert_string_equal(expression("-s[1]"), "(unary - (index (name s) (number 1)))");
    assert_string_equal(expression("a--b"), "(binary - (name a) (unary - (name b)))");
}

CLAIM(conditions_bind_in_the_order_not_and_or_iff_question)
{
    assert_string_equal(expression("not a == b and c"),
                        "(binary and (unary not (binary == (name a) (name b))) (name c))");
    assert_string_equal(expression("a or b and c"), "(binary or (name a) (binary and (name b) (name c)))");
    assert_string_equal(expression("a iff b or c"), "(binary iff (name a) (binary or (name b) (name c)))");
    assert_string_equal(expression("a ? b : c ? d : e"), "(if (name a) (name b) (if (name c) (name d) (name e)))");
}

CLAIM(membership_takes_a_set_or_a_range)
{
    assert_string_equal(expression("t in {1, 3}"), "(binary in (name t) (set (number 1) (number 3)))");
    assert_string_equal(expression("t not in 1..n - 1"),
                        "(binary not in (name t) (range (number 1) (binary - (name n) (number 1))))");
}

CLAIM(two_points_part_numbers_and_indices)
{
    assert_string_equal(
        clause("move a(y in p[i - 1] + 1..p[i] - 1) -> g(y)"),
        "(move a (list (gen y (range (binary + (index (name p) (binary - (name i) (number 1))) (number 1)) "
        "(binary - (index (name p) (name i)) (number 1))))) - (call g (name y)))");
    assert_string_equal(expression("1..9"), "(range (number 1) (number 9))");
}

CLAIM(brackets_hold_items_or_one_comprehension)
{
    assert_string_equal(expression("[]"), "(row)");
    assert_string_equal(expression("{}"), "(set)");
    assert_string_equal(expression("(i, j) != (1, 1)"),
                        "(binary != (tuple (name i) (name j)) (tuple (number 1) (number 1)))");
    assert_string_equal(expression("[x for x in h where x > 0]"),
                        "(row (for (name x) (list (gen x (name h))) (binary > (name x) (number 0))))");
    assert_string_equal(expression("sum(nim(x) for x in h)"),
                        "(call sum (for (call nim (name x)) (list (gen x (name h))) -))");
    assert_string_equal(
        expression("{a + b for a in s, b in 1..a}"),
        "(set (for (binary + (name a) (name b)) (list (gen a (name s)) (gen b (range (number 1) (name a)))) -))");
}

CLAIM(calls_take_ranges_and_named_arguments)
{
    assert_string_equal(expression("all_rows(4, 0..3)"), "(call all_rows (number 4) (range (number 0) (number 3)))");
    assert_string_equal(expression("outcome(a, mover = 1)"), "(call outcome (name a) (named-arg mover (number 1)))");
    assert_string_equal(expression("lua.prime(t)"), "(call prime \"lua\" (name t))");
    assert_string_equal(expression("lua.limit"), "(member limit \"lua\")");
    assert_string_equal(expression("f()"), "(call f)");
}

CLAIM(with_belongs_to_what_stands_before_it)
{
    assert_string_equal(expression("a + s with { [1] -= t, [i, j] = 0 }"),
                        "(binary + (name a) (with (name s) (update - (list (number 1)) (name t)) "
                        "(update = (list (name i) (name j)) (number 0))))");
    assert_string_equal(
        expression("g with { [i..rows(g), 1] += 1 }"),
        "(with (name g) (update + (list (range (name i) (call rows (name g))) (number 1)) (number 1)))");
}

CLAIM(compounds_are_terms)
{
    assert_string_equal(expression("upto k of (nim(x) for x in h)"),
                        "(of upto (name k) (for (call nim (name x)) (list (gen x (name h))) -))");
    assert_string_equal(expression("conjunctive of (a, b)"), "(of conjunctive - (name a) (name b))");
    assert_string_equal(expression("upto (k + 1) of (a) + b"),
                        "(binary + (of upto (binary + (name k) (number 1)) (name a)) (name b))");
    assert_string_equal(expression("upto f(2) of (a)"), "(of upto (call f (number 2)) (name a))");
}

CLAIM(words_of_one_place_are_names_elsewhere)
{
    assert_string_equal(expression("period + from * of - with"),
                        "(binary - (binary + (name period) (binary * (name from) (name of))) (name with))");
    assert_string_equal(expression("with with { [upto] = saltus(1) }"),
                        "(with (name with) (update = (list (name upto)) (call saltus (number 1))))");
    assert_string_equal(statement("game of of of { }"), "(variant of \"of\" (list))");
    assert_string_equal(statement("expect period == 3"), "(expect (binary == (name period) (number 3)))");
    assert_string_equal(expression("octal + turning + misere + conjunctive(1)"),
                        "(binary + (binary + (binary + (name octal) (name turning)) (name misere)) "
                        "(call conjunctive (number 1)))");
}

CLAIM(statements_of_one_line_are_read)
{
    assert_string_equal(statement("play misere"), "(play-misere)");
    assert_string_equal(statement("import \"a b.game\""), "(import \"a b.game\")");
    assert_string_equal(statement("fn f(a, b) = a * b + 1"),
                        "(fn f (list (name a) (name b)) (binary + (binary * (name a) (name b)) (number 1)))");
    assert_string_equal(statement("param k = 2"), "(param k (number 2) -)");
    assert_string_equal(statement("param k = 2 in 1.."), "(param k (number 2) (range (number 1) -))");
    assert_string_equal(statement("param k = 2 in {2, 4}"), "(param k (number 2) (set (number 2) (number 4)))");
}

CLAIM(lua_blocks_keep_their_text)
{
    assert_string_equal(statement("lua [[\na]]"), "(lua \"a\")");
    assert_string_equal(statement("lua [[\r\n\na]]"), "(lua \"\\na\")");
    assert_string_equal(statement("lua # why\n [=[ a[b[1]] ]=]"), "(lua \" a[b[1]] \")");
    assert_string_equal(statement("lua [==[]=]]]]==]"), "(lua \"]=]]]\")");
}

CLAIM(games_have_fields_invariants_and_clauses)
{
    assert_string_equal(statement("game g(n, h: bag) where n > 0 { symmetric; loopy }"),
                        "(game g (list (field n) (field h \"bag\")) (binary > (name n) (number 0)) "
                        "(list (symmetric) (loopy)))");
    assert_string_equal(statement("game m(h: bag) = f(h) { expect 1 }"),
                        "(compound m (list (field h \"bag\")) - (call f (name h)) (list (expect (number 1))))");
    assert_string_equal(statement("game m(a) where a > 1 = f(a)"),
                        "(compound m (list (field a)) (binary > (name a) (number 1)) (call f (name a)) -)");
    assert_string_equal(statement("game v of g { }"), "(variant v \"g\" (list))");
    assert_string_equal(statement("game d = octal \"0.77\""), "(code octal d \"0.77\" -)");
    assert_string_equal(statement("game t = turning ruler { expect 1 }"),
                        "(code turning t \"ruler\" (list (expect (number 1))))");
}

CLAIM(clauses_are_read)
{
    assert_string_equal(clause("move a -> end"), "(move a (list) - (name end))");
    assert_string_equal(clause("move a(t in S) where t <= n -> g(n - t)"),
                        "(move a (list (gen t (name S))) (binary <= (name t) (name n)) "
                        "(call g (binary - (name n) (name t))))");
    assert_string_equal(clause("move lua next"), "(move-lua next)");
    assert_string_equal(clause("start(r, c) where r > 0 -> g(r)"),
                        "(start (list (field r) (field c)) (binary > (name r) (number 0)) (call g (name r)))");
    assert_string_equal(clause("canon sort(h)"), "(canon (call sort (name h)))");
    assert_string_equal(clause("solve bash"), "(solve bash)");
    assert_string_equal(clause("solve bash(m, 2)"), "(solve bash (name m) (number 2))");
    assert_string_equal(clause("param k = 1"), "(param k (number 1) -)");
}

CLAIM(expectations_and_claims_are_read)
{
    assert_string_equal(clause("expect period 7"), "(expect-period (number 7) - -)");
    assert_string_equal(clause("expect period 12 from 71 saltus 2"),
                        "(expect-period (number 12) (number 71) (number 2))");
    assert_string_equal(clause("claim a iff b for n in 0..9, m in S where n > m"),
                        "(claim (binary iff (name a) (name b)) (list (gen n (range (number 0) (number 9))) "
                        "(gen m (name S))) (binary > (name n) (name m)))");
    assert_string_equal(clause("claim a"), "(claim (name a) (list) -)");
}

CLAIM(an_edge_ends_at_a_semicolon_or_before_a_name_with_an_arrow)
{
    const char *same = "(graph c (list (edge a (name b) (name c)) (edge b (name d)) (edge d)) -)";
    assert_string_equal(statement("graph c { a -> b c; b -> d; d }"), same);
    assert_string_equal(statement("graph c { a -> b c\n b -> d\n; d }"), same);
    assert_string_equal(statement("graph c { 1 -> 2 3; x -> }"),
                        "(graph c (list (edge 1 (name 2) (name 3)) (edge x)) -)");
    assert_string_equal(
        statement("graph c { a -> b; expect 1; loopy claim 2 }"),
        "(graph c (list (edge a (name b))) (list (expect (number 1)) (loopy) (claim (number 2) (list) -)))");
    assert_string_equal(statement("graph c from \"m.dot\" { ; loopy }"), "(graph-from c \"m.dot\" (list (loopy)))");
    assert_string_equal(statement("graph c from \"m.dot\""), "(graph-from c \"m.dot\" -)");
    assert_string_equal(statement("graph c { }"), "(graph c (list) -)");
}

CLAIM(line_ends_are_white_space_of_any_kind)
{
    assert_string_equal(clause("move\r\na(t\tin\n1..n)\f->\vend"),
                        "(move a (list (gen t (range (number 1) (name n)))) - (name end))");
    assert_int_equal(read_file("\xef\xbb\xbf"
                               "expect 1"),
                     ST_OK);
    assert_int_equal(read_file("expect 1 expect 2;;expect 3"), ST_OK);
    assert_int_equal(reading.tree->count, 3);
}

CLAIM(numbers_are_of_any_size)
{
    assert_string_equal(expression("100000000000000000000000000000000000001"),
                        "(number 100000000000000000000000000000000000001)");
    assert_int_equal(reading.tree->number->count, 2);
    assert_int_equal(read_repeated("expect ", "1", INTEGER_MAX_DIGITS, ""), ST_OK);
    assert_int_equal(read_repeated("expect ", "1", INTEGER_MAX_DIGITS + 1, ""), ST_INVALID);
    assert_int_equal(reading.diags.items[0].id, D_TOO_MANY_DIGITS);
}

CLAIM(names_have_a_greatest_length)
{
    assert_int_equal(read_repeated("param ", "a", 200, " = 1"), ST_OK);
    assert_int_equal(read_repeated("param ", "a", 201, " = 1"), ST_INVALID);
    assert_int_equal(reading.diags.items[0].id, D_NAME_TOO_LONG);
}

static void assert_too_deep(void)
{
    assert_int_equal(reading.status, ST_INVALID);
    assert_int_equal(reading.diags.count, 1);
    assert_int_equal(reading.diags.items[0].id, D_TOO_DEEP);
    assert_int_equal(reading.diags.items[0].span.source, 1);
    assert_true(reading.tree->depth <= AST_MAX_DEPTH);
}

CLAIM(brackets_a_million_deep_are_one_located_error)
{
    static const char *const openers[] = {"(", "[", "{", "f(", "([{", "-(", "lua.f("};
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        read_repeated("expect ", openers[i], 1000000, "");
        assert_too_deep();
        assert_true(reading.diags.items[0].span.begin < 2000);
    }
}

CLAIM(chains_of_operators_are_bounded)
{
    static const char *const links[] = {"1 + ", "1 * ", "- ", "not ", "1 ? 2 : ", "a iff "};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        read_repeated("expect ", links[i], 400000, "1");
        assert_too_deep();
        assert_int_equal(read_repeated("expect ", links[i], 180, "1"), ST_OK);
    }
    static const char *const tails[] = {"[1]", " with { [1] = 2 }"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        read_repeated("expect a", tails[i], 300000, "");
        assert_too_deep();
    }
}

/* Counts the operands below a node, which must stand one behind the other in the text. */
static void count_operands(const struct ast *a, uint32_t *count, uint32_t *end)
{
    if (a->kind == AST_BINARY && a->op == OP_OR) {
        count_operands(a->kids[0], count, end);
        count_operands(a->kids[1], count, end);
        return;
    }
    assert_true(a->span.begin >= *end);
    *end = a->span.end;
    (*count)++;
}

CLAIM(hundreds_of_conditions_may_be_joined)
{
    assert_int_equal(read_repeated("expect ", "a and ", 400000, "1"), ST_OK);
    static const uint32_t lengths[] = {1, 63, 64, 65, 66, 127, 128, 129, 191, 200, 1000, 4097, 5000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        assert_int_equal(read_repeated("expect ", "a or ", lengths[i], "1"), ST_OK);
        uint32_t count = 0, end = 0;
        count_operands(reading.tree->kids[0]->kids[0], &count, &end);
        assert_int_equal(count, lengths[i] + 1);
    }
}

CLAIM(long_lists_are_not_deep)
{
    assert_int_equal(read_repeated("expect {1", ", 1", 200000, "}"), ST_OK);
    assert_int_equal(read_repeated("graph g { ", "a -> b c\n", 50000, "}"), ST_OK);
    assert_int_equal(reading.tree->kids[0]->kids[0]->edges->edge_count, 50000);
    assert_int_equal(reading.tree->kids[0]->kids[0]->edges->place_count, 150000);
}

CLAIM(hostile_texts_end_in_errors)
{
    static const char *const parts[] = {"(",
                                        ")",
                                        "{",
                                        "}",
                                        "]",
                                        ";",
                                        "game ",
                                        "move ",
                                        "graph g { ",
                                        "lua ",
                                        "lua [",
                                        "]=",
                                        "game g(n) { ",
                                        "expect ) ",
                                        "\"",
                                        "'",
                                        "&",
                                        "--",
                                        "//",
                                        "/*",
                                        "*",
                                        "=",
                                        "->",
                                        "..",
                                        "a",
                                        "a ",
                                        "1 ",
                                        "upto ",
                                        "of ",
                                        "with { ",
                                        "é",
                                        "€",
                                        "\x01",
                                        ". ",
                                        "in ",
                                        "?",
                                        ":"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        enum status st = read_repeated("", parts[i], 20000, "");
        assert_true(st == ST_INVALID || strcmp(parts[i], ";") == 0);
        read_repeated("game g(n) { move a(", parts[i], 20000, "");
        read_repeated("lua [[", parts[i], 20000, "");
        assert_int_equal(reading.status, ST_INVALID);
    }
}

CLAIM(the_readable_part_of_a_bad_file_is_given)
{
    assert_int_equal(read_file("param a = 1 game 1 expect 2 fn"), ST_INVALID);
    assert_string_equal(shape(reading.tree), "(file (param a (number 1) -) (expect (number 2)))");
}

/* A session may ask for more than the errors that are kept. */
CLAIM(an_expression_is_refused_after_the_last_error_that_is_kept_too)
{
    for (int i = 0; i < DIAG_LIMIT; i++) {
        struct ast *tree;
        uint32_t id;
        if (i == 0) assert_int_equal(read_bytes("1 +", 3, parse_expression), ST_INVALID);
        assert_int_equal(sources_add(&reading.sources, "more", "1 +", 3, &id), ST_OK);
        struct ast_parse in = {.source = id,
                               .sources = &reading.sources,
                               .names = &reading.names,
                               .arena = &reading.trees,
                               .diags = &reading.diags};
        assert_int_equal(parse_expression(&in, &tree), ST_INVALID);
        assert_null(tree);
    }
}

CLAIM(an_expression_has_nothing_after_it)
{
    assert_string_equal(expression("nim(3) nim(5)"), "1:8 E0101 expected the end of the text, found 'nim'");
    assert_null(reading.tree);
    assert_string_equal(expression(""), "1:1 E0101 expected an expression, found the end of the text");
    assert_string_equal(expression("1.."), "1:4 E0101 expected an expression, found the end of the text");
}

static const char everything[] =
    "play misere import \"a\" lua [[ x ]] fn f(a) = a param S = {1, 2} in 1..\n"
    "game g(n, h: bag) where n > 0 { symmetric start(n) -> g(n) move a(t in 1..n) where t != 2 -> g(n - t, h with {[1] "
    "-= 2})\n"
    "  claim P(g(n)) iff n in fib for n in 0..9 expect period 3 from 4 expect wins(g([1, (2, 3)])) == {end} solve z(1) "
    "}\n"
    "game o = octal \"0.7\" graph c { a -> b c; d } game m(h: bag) = upto 2 of (g(x) for x in h)\n"
    "game bad(n { mvoe x(t in } expect 1 == = 2 gaem";

static bool reads_everything(void)
{
    reading_free();
    enum status st = read_bytes(everything, sizeof everything - 1, parse_file);
    if (st == ST_INVALID) ast_dump(reading.tree, reading.source, &reading.words);
    bool done = st == ST_INVALID && !reading.words.failed;
    if (!done && st != ST_NO_MEMORY && !reading.words.failed) fail_msg("status %d", (int)st);
    reading_free();
    return done;
}

CLAIM(any_allocation_may_fail)
{
    reading_free();
    assert_true(walk_failures(reads_everything) > 10);
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(an_empty_file_and_one_of_comments_are_files),
        IT(products_bind_before_sums_and_both_from_the_left),
        IT(a_minus_sign_binds_before_products_and_after_indices),
        IT(conditions_bind_in_the_order_not_and_or_iff_question),
        IT(membership_takes_a_set_or_a_range),
        IT(two_points_part_numbers_and_indices),
        IT(brackets_hold_items_or_one_comprehension),
        IT(calls_take_ranges_and_named_arguments),
        IT(with_belongs_to_what_stands_before_it),
        IT(compounds_are_terms),
        IT(words_of_one_place_are_names_elsewhere),
        IT(statements_of_one_line_are_read),
        IT(lua_blocks_keep_their_text),
        IT(games_have_fields_invariants_and_clauses),
        IT(clauses_are_read),
        IT(expectations_and_claims_are_read),
        IT(an_edge_ends_at_a_semicolon_or_before_a_name_with_an_arrow),
        IT(line_ends_are_white_space_of_any_kind),
        IT(numbers_are_of_any_size),
        IT(names_have_a_greatest_length),
        IT(brackets_a_million_deep_are_one_located_error),
        IT(chains_of_operators_are_bounded),
        IT(hundreds_of_conditions_may_be_joined),
        IT(long_lists_are_not_deep),
        IT(hostile_texts_end_in_errors),
        IT(the_readable_part_of_a_bad_file_is_given),
        IT(an_expression_is_refused_after_the_last_error_that_is_kept_too),
        IT(an_expression_has_nothing_after_it),
        IT(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(claims, NULL, finish_reading);
}
