/* SPDX-License-Identifier: MIT */
/* Why play ends: which measure is found for which rule, and what else is proved of it. */
#include "claims.h"
#include "checked.h"

/* "linear: a + b", "none", ... of the last game; "closed", "shrinking" follow in their order. */
static void assert_measure(const char *text, const char *expected)
{
    static const char *const kinds[] = {"none", "linear", "lexicographic", "graph", "claimed", "parts"};
    struct checked c;
    struct text out = {0};
    checked_open(&c, text);
    if (c.st == ST_OK) {
        const struct game *g = &c.model->games[c.model->game_count - 1];
        text_add(&out, "%s%s%s", kinds[g->measure.kind], g->measure.text ? ": " : "",
                 g->measure.text ? g->measure.text : "");
        text_add(&out, "%s%s", g->closed ? ", closed" : "", g->shrinking ? ", shrinking" : "");
    } else {
        text_add(&out, "%s", checked_code(&c, 0));
    }
    assert_string_equal(text_c(&out), expected);
    text_free(&out);
    checked_close(&c);
}

CLAIM(a_heap_falls)
{
    assert_measure("game g(n) { move x(t in 1..n) -> g(n - t) }", "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x(t in 1..min(n, 3)) -> g(n - t) }", "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x(y in 0..n - 1) -> g(y) }", "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x(t in 1..(n + 1) / 2) -> g(n - t) }", "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x where n > 1 -> n % 2 == 0 ? g(n / 2) : g(n - 1) }",
                   "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x(t in primes) where t <= n -> g(n - t) }", "linear: n, closed, shrinking");
}

CLAIM(sets_and_parameters_stay_positive)
{
    assert_measure("game g(n) { param S = {1, 3}  move x(t in S) where t <= n -> g(n - t) }",
                   "linear: n, closed, shrinking");
    assert_measure("game g(n) { param S = {1, 3} in 0..  move x(t in S) where t <= n and t > 0 -> g(n - t) }",
                   "linear: n, closed, shrinking");
    assert_measure("game g(n) { param m = 3  move x where n > m -> g(n - m - 1) }", "linear: n, closed, shrinking");
    assert_measure("game g(n) { param m = 3  move x where n >= m -> g(n - m) }", "none, closed, shrinking");
}

CLAIM(several_heaps_fall_together)
{
    assert_measure("game g(a, b) { move x(t in 1..a) -> g(a - t, b)  move y(t in 1..b) -> g(a, b - t) }",
                   "linear: a + b, closed, shrinking");
    assert_measure("game g(n, q) { move x(t in 1..min(n, q)) -> g(n - t, 2 * t) }", "linear: n, closed");
    assert_measure("game g(a, b) { move x where a > 0 -> g(a - 1, b + 1)  move y where b > 0 -> g(a, b - 1) }",
                   "linear: 2 * a + b, closed");
    assert_measure(
        "game g(n, f: bool) { move x where f -> g(n, false)  move y(t in 1..n) where not f -> g(n - t, true) }",
        "linear: 2 * n + f, closed");
}

/* Numbers that no move changes are not tried with one weight after the other. */
CLAIM(what_stays_leaves_room_for_other_weights)
{
    assert_measure("game g(n, m, a) { move x where n > 0 -> g(n - 1, m + 1, a)  move y where m > a -> g(n, m - 1, a) }",
                   "linear: 2 * n + m + a, closed");
    assert_measure("game g(a, b, c, d, e, f, h, i, j, k, l, o, n, m) {"
                   " move x where n > 0 and m < a -> g(a, b, c, d, e, f, h, i, j, k, l, o, n - 1, m + 1)"
                   " move y where m > 2 -> g(a, b, c, d, e, f, h, i, j, k, l, o, n + 1, m - 3) }",
                   "linear: a + b + c + d + e + f + h + i + j + k + l + o + 2 * n + m, closed");
}

CLAIM(what_the_invariant_bounds_above_may_rise)
{
    assert_measure("game g(n) where n <= 9 { move x(t in 1..3) where n + t <= 9 -> g(n + t) }",
                   "linear: the room above n, closed");
    assert_measure("param k = 9  game g(n) where n <= k { move x where n < k -> g(n + 1) }",
                   "linear: the room above n, closed");
    assert_measure("param k = 9  game g(n: int) where n < 2 * k - 3 { move x where n < 0 -> g(n + 1) }",
                   "linear: the room above n, closed");
    assert_measure("param k = 9  game g(a, b) where a + b == k { move x where a > 0 -> g(a - 1, b + 1) }",
                   "linear: a, closed");
    assert_measure("param k = 9  game g(a, b) where a + b <= k { move x where a + b < k -> g(a, b + 1) }",
                   "linear: a + the room above b, closed");
    assert_measure(
        "game g(x, y) where y <= 9 { move a where y < 9 -> g(x + 1, y + 1)  move b(t in 1..x) -> g(x - t, y) }",
        "linear: x + 2 * the room above y, closed");
    /* x has no bound, by itself or by a field that may rise with it. */
    assert_measure("game g(n) where n >= 2 { move x -> g(n + 1) }", "none, closed");
    assert_measure("game g(a, b) where a <= b { move x -> g(a + 1, b + 1) }", "none, closed");
    assert_measure("game g(n, s: row) where n <= len(s) { move x where n < len(s) -> g(n + 1, s) }",
                   "linear: the length of s - n, closed");
    assert_measure("game g(a, b: int) where a + b <= 9 { move x -> g(a + 1, b - 1) }", "none, closed");
}

CLAIM(a_dictionary_orders_the_rest)
{
    assert_measure("game g(a, b) { move x where a > 0 -> g(a - 1, 7 * b)  move y where b > 0 -> g(a, b - 1) }",
                   "lexicographic: a, then b, closed");
    assert_measure("game g(a, b) { move x where b > 0 -> g(a * a, b - 1)  move y where a > 0 -> g(a - 1, b) }",
                   "lexicographic: b, then a, closed");
}

CLAIM(every_part_of_a_sum_must_fall)
{
    assert_measure("game g(n) { move x(t in 1..n, a in 0..n - t) -> g(a) + g(n - t - a) }", "linear: n, shrinking");
    assert_measure("game g(n) { move x(t in 1..n) -> sum(g(n - i) for i in 1..t) }", "linear: n, shrinking");
    assert_measure("game g(n) { move x(a in 1..n / 2) -> g(a) + g(n - a) }", "linear: n, shrinking");
    assert_measure("game g(n) { move x where n > 0 -> g(n - 1) + g(n + 1) }", "none");
}

CLAIM(rows_fall_by_their_cells)
{
    assert_measure("game g(s: row) { move x(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t }) }",
                   "linear: the cells of s, closed");
    assert_measure("game g(s: row) { move x(i in 1..len(s)) where s[i] > 1 -> g(s with { [i] = s[i] / 2 }) }",
                   "linear: the cells of s, closed");
    assert_measure("game g(s: row) { move x(i in 2..len(s), t in 1..s[i]) -> g(s with { [i] -= t, [i - 1] += t }) }",
                   "linear: the cells of s, each times its place, closed");
    assert_measure("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b)) where b[i, j] == 1 -> g(b with { "
                   "[i..rows(b), j..cols(b)] = 0 }) }",
                   "linear: the cells of b, closed");
    assert_measure("game g(s: row, n) { move x(t in 1..n) -> g([x for x in s where x > 1], n - t) }",
                   "linear: the cells of s + n, closed");
    assert_measure("game g(s: row) { move x(i in 1..len(s)) -> g(s with { [i] += 1 }) }", "none, closed");
}

CLAIM(circles_of_games_fall_together)
{
    assert_measure("game a(n) { move x(t in 1..n) -> b(n - t) } game b(n) { move y(t in 1..n) -> a(n - t) }",
                   "linear: n");
    assert_measure("game a(n) { move x -> b(n) } game b(n) { move y(t in 1..n) -> a(n - t) }",
                   "lexicographic: n, then the game");
    assert_measure("game c(n) { loopy move x -> c(n + 1) } game d(n) { move x(t in 1..n) -> d(n - t)  move y -> c(n) }",
                   "none");
}

/* From a two trees become none and one chip, from b they come back: each game weighs its own fields by its own weights. */
CLAIM(trees_of_a_circle_are_weighed_before_and_after)
{
    assert_measure("game a(t: tree, n) { move x where size(t) >= 2 -> b([], n + 1) }\n"
                   "game b(t: tree, n) { move y where n >= 1 -> a([[], []], n - 1) }",
                   "none");
    assert_measure(
        "game a(n, t: tree) { move x(v in t) -> b(t - [v], n) } game b(t: tree, n) { move y(v in t) -> a(n, t - [v]) }",
        "linear: the edges of t + n");
    assert_measure("game a(n, t: tree) { move x(k in 1..n) -> b(t, n - k) } game b(t: tree, n) { move y(v in t) -> "
                   "a(n, t - [v]) }",
                   "linear: the edges of t + n");
}

CLAIM(negative_cells_are_no_progress)
{
    assert_measure("game g(n) { move x(t in [n - 20]) where n <= 100 and n >= 1 and n != 19 -> g(n - 1 - t) }",
                   "none, closed");
    assert_measure("game g(n) { move x(t in [n - 20]) where n >= 20 and n < 40 -> g(n - 1 - t) }",
                   "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x where n >= 1 -> g(n - 1 - [n - 20][1]) }", "none, closed");
    assert_measure("fn twice(x) = x + x\n"
                   "game g(n) { param m = 9 in 0 - 9..twice(2 + 3)  move x(t in 1..9) where m >= 0 and n >= m + 1 and "
                   "t == 1 -> g(n - m - t) }",
                   "linear: n, closed, shrinking");
}

CLAIM(graphs_and_lua_are_told_apart)
{
    assert_measure("graph g { a -> b; b -> c }", "graph: steps to the end of the graph, closed");
    assert_measure("graph g { a -> b; b -> a  loopy }", "none, closed");
    assert_measure("graph g { a -> b; b -> a }", "none, closed");
    assert_measure("lua [[ function f() end ]] game g(n) { move lua f }", "none");
}

CLAIM(functions_are_looked_through)
{
    assert_measure("fn half(x) = x / 2 game g(n) { move x where n > 1 -> g(half(n + 1)) }",
                   "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x where n > 0 -> g(max(n - 10, 0)) }", "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x(t in {1, 2, 5}) where t <= n -> g(n - t) }", "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x(t in 0..n) where t != 0 -> g(n - t) }", "linear: n, closed, shrinking");
    assert_measure("game g(n) { move x(t in 0..n) where odd(t) -> g(n - t) }", "linear: n, closed, shrinking");
}

CLAIMS(IT(a_heap_falls), IT(sets_and_parameters_stay_positive), IT(several_heaps_fall_together),
       IT(what_stays_leaves_room_for_other_weights), IT(what_the_invariant_bounds_above_may_rise),
       IT(a_dictionary_orders_the_rest), IT(every_part_of_a_sum_must_fall), IT(rows_fall_by_their_cells),
       IT(circles_of_games_fall_together), IT(trees_of_a_circle_are_weighed_before_and_after),
       IT(negative_cells_are_no_progress), IT(graphs_and_lua_are_told_apart), IT(functions_are_looked_through))
