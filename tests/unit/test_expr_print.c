/* SPDX-License-Identifier: MIT */
/* Expressions as text: what is printed means the same when it is read again. */
#include "claims.h"
#include "checked.h"

static void assert_printed(const char *condition, const char *expected)
{
    struct checked c;
    struct text file = {0}, out = {0};
    text_add(
        &file,
        "fn f(x) = x * x\ngame g(n, s: row, b: bool) { param k = 2  move m(t in 1..n) where %s -> g(n - t, s, b) }",
        condition);
    checked_open(&c, text_c(&file));
    assert_int_equal(c.st, ST_OK);
    assert_true(c.model->games[0].moves[0].condition_count >= 1);
    expr_print(c.model, 0, c.model->games[0].moves[0].conditions[0], &out);
    assert_string_equal(text_c(&out), expected);
    text_free(&file);
    text_free(&out);
    checked_close(&c);
}

CLAIM(brackets_stand_where_they_are_needed)
{
    assert_printed("n - (t - k) > (n + t) * 2", "n - (t - k) > (n + t) * 2");
    assert_printed("(n - t) - k > 9", "n - t - k > 9");
    assert_printed("not (b or t == k) or n > 7", "not (b or t == k) or n > 7");
    assert_printed("-(n + t) < -k * 3", "-(n + t) < -k * 3");
    assert_printed("(b ? n : t) == 3", "(b ? n : t) == 3");
    assert_printed("(b iff n > 3) == false", "(b iff n > 3) == false");
    assert_printed("n % (t + 1) == 0 or n / (t * k) > 3", "n % (t + 1) == 0 or n / (t * k) > 3");
}

CLAIM(sets_folds_and_rows_are_printed_as_written)
{
    assert_printed("t in {1, 3, k}", "t in {1, 3, k}");
    assert_printed("t not in 2..n - 1", "not t in 2..n - 1");
    assert_printed("any(x > t for x in s where x != k)", "any(x > t for x in s where x != k)");
    assert_printed("s[1] + s[len(s)] == xor(s)", "s[1] + s[len(s)] == xor(x for x in s)");
    assert_printed("(s with { [1] = t, [2] += 1 }) == [n, t]", "s with { [1] = t, [2] += 1 } == [n, t]");
    assert_printed("count(x for x in s) > t", "count(x for x in s) > t");
}

CLAIM(functions_written_out_say_what_their_names_stand_for)
{
    assert_printed("f(n) > t", "n * n > t");
    assert_printed("f(n + 1) > t", "(x * x [x = n + 1]) > t");
}

CLAIMS(IT(brackets_stand_where_they_are_needed), IT(sets_folds_and_rows_are_printed_as_written),
       IT(functions_written_out_say_what_their_names_stand_for))
