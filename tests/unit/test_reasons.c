/* SPDX-License-Identifier: MIT */
/* What `cgi check --proof` says of rules: reasons in words, one for each move, and what is not proved. */
#include "base/text.h"
#include "checked.h"
#include "claims.h"

/* The reasons of one kind: "+whole|+move: why|-move: why". */
static void assert_reasons(const char *rule, enum reason_kind kind, const char *expected)
{
    struct checked c;
    struct reasons reasons = {0};
    struct text out = {0};
    checked_reasons(&c, rule, &reasons);
    assert_int_equal(c.st, ST_OK);
    for (size_t i = 0; i < reasons.items.count; i++) {
        const struct reason *r = &reasons.items.data[i];
        if (r->kind != kind) continue;
        text_add(&out, "%s%s%s%s%s", out.length ? "|" : "", r->proved ? "+" : "-", r->move ? r->move : "",
                 r->move ? ": " : "", r->text);
    }
    assert_string_equal(text_c(&out), expected);
    text_free(&out);
    vec_free(&reasons.items);
    checked_close(&c);
}

CLAIM(the_mover)
{
    assert_reasons("game g(n) { move x(t in 1..n) -> g(n - t) }", REASON_IMPARTIAL,
                   "+nothing reads 'mover', so both players have the same moves");
    assert_reasons("game g(n) { move x(t in 1..n) where t != (mover == 1 ? 2 : 1 + 1) -> g(n - t) }", REASON_IMPARTIAL,
                   "+'mover' is read and changes nothing: both players' moves have the same normal form");
    assert_reasons("game g(n) { move x(t in 1..n) where t != mover -> g(n - t) }", REASON_IMPARTIAL,
                   "-its moves depend on 'mover'");
}

CLAIM(what_falls)
{
    assert_reasons("game g(n) { move x(t in 1..n) -> g(n - t) }", REASON_ENDS,
                   "+this falls with every move: n|+x: falls: n");
    assert_reasons("game g(a, b) { move x where a > 0 -> g(a - 1, b * 2) move y(t in 1..b) -> g(a, b - t) }",
                   REASON_ENDS,
                   "+the first of these that a move changes falls: a, then b|+x: falls: a|+y: stays: a; falls: b");
    assert_reasons(
        "game g(n, m) { measure popcount(n), m move x(t in 1..9) where popcount(n + t) < popcount(n) -> g(n + t, "
        "m) move y(t in 1..m) -> g(n, m - t) }",
        REASON_ENDS,
        "+as 'measure' says, the first of these that a move changes falls: popcount(n), then m|+x: falls: "
        "popcount(n)|+y: stays: popcount(n); falls: m");
    assert_reasons("game g(n) { loopy move x where n < 9 -> g(n + 1) }", REASON_ENDS,
                   "-it is 'loopy': positions may recur");
    assert_reasons("game g(n) { move x(t in 1..9) where xor(n, t) < n -> g(xor(n, t)) }", REASON_ENDS,
                   "+this falls with every move: n|+x: falls: n");
    assert_reasons("game g(n) { move x where popcount(n) == 1 -> g(xor(n, 3)) }", REASON_ENDS,
                   "-nothing was found that falls with every move of it and of the games that it leads to");
}

CLAIM(options_are_states)
{
    assert_reasons("game g(n) { move x(t in 1..n) -> g(n - t) }", REASON_STAYS,
                   "+every option is a state|+x: n - t is never negative");
    assert_reasons("game g(a, b) where a <= b { move x(t in 1..a) -> g(a - t, b) move y where a < b -> g(a, b - 1) }",
                   REASON_STAYS,
                   "+every option is a state|+x: a - t is never negative, a - t <= b holds|+y: b - 1 is never "
                   "negative, a <= b - 1 holds");
    assert_reasons(
        "game g(s: row) where len(s) <= 4 { move x(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t }) }",
        REASON_STAYS,
        "+every option is a state|+x: s with { [i] -= t } has natural numbers as cells, len(s with { [i] "
        "-= t }) <= 4 holds");
    assert_reasons("game g(s: row) where s == sort(s) { move x where s[1] > 0 -> g(s with { [1] -= 1 }) }",
                   REASON_STAYS, "-of 1 of its 1 moves|-x: that the condition of g holds again");
    assert_reasons("game g(n) { move x(t in 1..n) -> end }", REASON_STAYS,
                   "+every option is a state|+x: whatever it changes may take every value");
}

/* The head of what is told of a game whose only move has this result, at a place of the row whose cell is not 0. */
static void assert_head(const char *result, const char *expected)
{
    struct checked c;
    struct reasons reasons = {0};
    struct text rule = {0};
    const char *head = NULL;
    text_add(&rule, "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g(%s) }", result);
    checked_file(&c, text_c(&rule), (struct check_input){.reasons = &reasons});
    assert_int_equal(c.st, ST_OK);
    for (size_t i = reasons.items.count; i-- > 0;)
        if (reasons.items.data[i].kind == REASON_STAYS) head = reasons.items.data[i].text;
    assert_string_equal(head, expected);
    text_free(&rule);
    vec_free(&reasons.items);
    checked_close(&c);
}

CLAIM(options_that_may_not_be_computed_are_told_apart)
{
    static const char all[] = "every option is a state", some[] = "every option that can be computed is a state";
    assert_head("s with { [i] = 0 }", all);
    assert_head("s with { [i] = 0, [len(s)] = 0 }", all);
    assert_head("s with { [i] = 0 } with { [1..i] = 0 }", all);
    assert_head("s with { [i..len(s)] = 0 }", all);
    assert_head("s with { [i] = 0, [i + 1] = 0 }", some);
    assert_head("s with { [i] = 0, [i - 1] = 0 }", some);
    assert_head("s with { [i] = 0, [i..i + 1] = 0 }", some);
    assert_head("s with { [i] = 0 } with { [1..i + 1] = 0 }", some);
    assert_head("i < len(s) ? s with { [i] = 0, [i + 1] = 0 } : s with { [i] = 0 }", all);
    assert_head("s[i + 1] > 0 ? s with { [i] = 0, [i + 1] = 0 } : s with { [i] = 0 }", all);
    assert_head("s with { [i] = len(s) % s[1] == 0 ? 0 : 1 }", some);
}

/* With what only `cgi check` looks for. */
static bool tells(void)
{
    struct checked c;
    struct reasons reasons = {0};
    checked_file(
        &c,
        "game g(a, s: row) where a <= 9 { move x(t in 1..a) -> g(a - t, s) move y where a > 0 -> g(a - 1, s) move "
        "z(i in 1..len(s)) where s[i] > 0 and a < 9 -> g(a + 1, s with { [i] -= 1 }) }",
        (struct check_input){.reasons = &reasons, .remarks = true});
    enum status st = c.st;
    assert_true(st == ST_NO_MEMORY || (st == ST_OK && reasons.items.count == 9 && c.diags.count == 1));
    vec_free(&reasons.items);
    checked_close(&c);
    return st == ST_OK;
}

static bool tells_of_what_is_wrong(void)
{
    struct checked c;
    checked_open(&c, "game g(a, b) where a <= 2 * b { move x(t in 1..b) where b > 70 -> g(a - t + 3, b) move y(t in "
                     "1..b) where b > 50 -> g(a + t, b) }");
    enum status st = c.st;
    assert_true(st == ST_NO_MEMORY || (st == ST_INVALID && c.diags.errors == 2));
    checked_close(&c);
    return st == ST_INVALID;
}

CLAIM(any_failed_allocation_is_survived)
{
    assert_true(walk_failures(tells) > 20);
    assert_true(walk_failures(tells_of_what_is_wrong) > 20);
}

CLAIMS(IT(the_mover), IT(what_falls), IT(options_are_states), IT(options_that_may_not_be_computed_are_told_apart),
       IT(any_failed_allocation_is_survived))
