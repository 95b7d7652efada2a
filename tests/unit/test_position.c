/* SPDX-License-Identifier: MIT */
/* Positions for people, and their order. */
#include "code/machine/position.h"
#include "claims.h"
#include <string.h>
#include "rule_file.h"

static const char rules[] = "param k = 2 in 1..\n"
                            "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
                            "game line(s: row) { move m(i in 1..len(s), t in 1..s[i]) -> line(s with { [i] -= t }) }\n"
                            "game flag(b: bool, n: int) { move m(t in 1..3) where b and n > 5 -> flag(false, n - t) }\n"
                            "game board(g: grid) { start(r, c) -> board(grid(r, c, 1)) move m(i in 1..rows(g), j in "
                            "1..cols(g)) where g[i,j] == 1 "
                            "-> board(g with { [i,j] = 0 }) }\n"
                            "game moore(h: bag) = upto k of (nim(x) for x in h)\n"
                            "game both(a, b) = upto 2 of (nim(a) + nim(b), line([a, b]))\n"
                            "game plain(a, b) = nim(a) + nim(b)\n"
                            "graph chess { a -> b c; b -> c }\n";

static void prints(const char *term, const char *expected)
{
    struct rule_file f;
    struct position p;
    struct text out = {0};
    rule_open(&f, rules);
    if (f.st != ST_OK) fail_msg("%s", rule_message(&f));
    assert_int_equal(rule_position(&f, term, &p), ST_OK);
    position_print(f.model, &p, &out);
    assert_string_equal(text_c(&out), expected);
    text_free(&out);
    rule_close(&f);
}

CLAIM(sums_print_as_they_are_written)
{
    prints("nim(5) + nim(3)", "nim(5) + nim(3)");
    prints("end", "end");
}

CLAIM(every_kind_of_field_prints)
{
    prints("line([3, 0])", "line([3, 0])");
    prints("line([])", "line([])");
    prints("flag(true, -4)", "flag(true, -4)");
    prints("board([[1, 0], [1, 1]])", "board([[1, 0], [1, 1]])");
    prints("board(2, 3)", "board([[1, 1, 1], [1, 1, 1]])");
    prints("board(0, 3)", "board(grid(0, 3, 0))");
    prints("board(2, 0)", "board([[], []])");
    prints("chess(b)", "chess(b)");
}

CLAIM(a_compound_prints_as_its_game_where_it_can)
{
    prints("moore([3, 1, 2])", "moore([1, 2, 3])");
    prints("moore([])", "moore([])");
    prints("both(2, 1)", "upto 2 of (line([2, 1]), nim(1) + nim(2))");
    prints("plain(2, 1)", "nim(2) + nim(1)");
    prints("nim(1) + moore([2])", "nim(1) + moore([2])");
}

CLAIM(a_compound_lies_flat_with_its_parts_in_order)
{
    static const int64_t expected[] = {5, COMPOUND_UPTO, 2, 3, 1, 0, 1, 1, 1, 0, 1, 2, 1, 0, 1, 3};
    struct rule_file f;
    struct position p;
    rule_open(&f, rules);
    assert_int_equal(rule_position(&f, "moore([3, 1, 2])", &p), ST_OK);
    assert_int_equal(p.count, 1);
    assert_int_equal(p.components[0].game, POSITION_COMPOUND);
    assert_int_equal(p.components[0].count, sizeof expected / sizeof *expected);
    int64_t tag = model_find_game(f.model, "moore");
    assert_int_equal(p.components[0].cells[0], tag);
    assert_memory_equal(p.components[0].cells + 1, expected + 1, sizeof expected - sizeof *expected);
    rule_close(&f);
}

CLAIM(a_compound_is_legal_with_its_parts)
{
    struct rule_file f;
    struct position p;
    bool legal = false;
    rule_open(&f, rules);
    assert_int_equal(rule_position(&f, "moore([3, 1, 2])", &p), ST_OK);
    assert_int_equal(vm_legal(f.vm, &p.components[0], &legal), ST_OK);
    assert_true(legal);
    ((int64_t *)p.components[0].cells)[7] = -1;
    assert_int_equal(vm_legal(f.vm, &p.components[0], &legal), ST_OK);
    assert_false(legal);
    rule_close(&f);
}

CLAIM(numbers_of_any_size_print)
{
    struct rule_file f;
    struct text out = {0};
    rule_open(&f, rules);
    const struct integer *n = integer_parse(&f.arena, "123456789012345678901234567890", 30),
                         *length = integer_from(&f.arena, 2);
    const struct integer *heap[] = {n}, *row[] = {length, n, n};
    const struct integer *const *big[] = {heap, row, NULL};
    int64_t seven = 7;
    struct component components[] = {{0, 1, NULL}, {1, 3, NULL}, {0, 1, &seven}};
    struct position p = {components, 3, big};
    position_print(f.model, &p, &out);
    assert_string_equal(text_c(&out),
                        "nim(123456789012345678901234567890) + "
                        "line([123456789012345678901234567890, 123456789012345678901234567890]) + nim(7)");
    text_free(&out);
    rule_close(&f);
}

CLAIM(components_are_ordered_by_game_size_and_cells)
{
    int64_t one[] = {1, 2}, two[] = {1, 3};
    struct component a = {0, 2, one}, b = {0, 2, two}, c = {0, 1, two}, d = {1, 1, one};
    assert_true(component_compare(&a, &b) < 0);
    assert_true(component_compare(&b, &a) > 0);
    assert_true(component_compare(&c, &a) < 0);
    assert_true(component_compare(&d, &b) > 0);
    assert_int_equal(component_compare(&a, &a), 0);
}

CLAIM(fields_sort_under_symmetric)
{
    struct rule_file f;
    struct position p;
    struct component c;
    rule_open(&f, "game w(a, b, c) { symmetric move m(t in 1..a) -> w(a - t, b, c) move l(t in 1..b) -> w(a, b - t, c) "
                  "move r(t in 1..c) -> w(a, b, c - t) }");
    assert_int_equal(rule_position(&f, "w(3, 1, 2)", &p), ST_OK);
    assert_int_equal(vm_canon(f.vm, &p.components[0], &f.arena, &c), ST_OK);
    assert_int_equal(c.cells[0] * 100 + c.cells[1] * 10 + c.cells[2], 123);
    rule_close(&f);
}

CLAIM(canon_gives_the_representative)
{
    struct rule_file f;
    struct position p;
    struct component c;
    rule_open(&f, "game l(s: row) { canon sort(s) move m(i in 1..len(s), t in 1..s[i]) -> l(s with { [i] -= t }) }");
    assert_int_equal(rule_position(&f, "l([3, 1, 2])", &p), ST_OK);
    assert_int_equal(vm_canon(f.vm, &p.components[0], &f.arena, &c), ST_OK);
    assert_int_equal(c.count, 4);
    assert_int_equal(c.cells[1] * 100 + c.cells[2] * 10 + c.cells[3], 123);
    rule_close(&f);
}

CLAIMS(IT(sums_print_as_they_are_written), IT(every_kind_of_field_prints),
       IT(a_compound_prints_as_its_game_where_it_can), IT(a_compound_lies_flat_with_its_parts_in_order),
       IT(a_compound_is_legal_with_its_parts), IT(numbers_of_any_size_print),
       IT(components_are_ordered_by_game_size_and_cells), IT(fields_sort_under_symmetric),
       IT(canon_gives_the_representative))
