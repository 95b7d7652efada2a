/* SPDX-License-Identifier: MIT */
/* Natural rules and the measure that is found for each; near them, rules that loop or may go on for ever. */
#include "claims.h"
#include "checked.h"

/* The measure of the last game: "linear: n", "none". */
static void assert_found(const char *text, const char *expected)
{
    static const char *const kinds[] = {"none", "linear", "lexicographic", "graph", "claimed", "parts", "slower"};
    struct checked c;
    struct text out = {0};
    checked_open(&c, text);
    assert_int_equal(c.st, ST_OK);
    const struct measure *m = &c.model->games[c.model->game_count - 1].measure;
    text_add(&out, "%s%s%s", kinds[m->kind], m->text ? ": " : "", m->text ? m->text : "");
    assert_string_equal(text_c(&out), expected);
    text_free(&out);
    checked_close(&c);
}

CLAIM(rows_get_shorter)
{
    assert_found("game g(s: row) { move x(i in 1..len(s)) -> g([s[j] for j in 1..len(s) where j != i]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move left(t in 1..s[1]) where t < s[1] -> g(s with { [1] -= t }) move leftall where "
                 "len(s) > 0 -> g([s[j] for j in 2..len(s)]) move right(t in 1..s[len(s)]) where t < s[len(s)] -> g(s "
                 "with { [len(s)] -= t }) move rightall where len(s) > 0 -> g([s[j] for j in 1..len(s) - 1]) }",
                 "lexicographic: the length of s, then the cells of s");
    assert_found("game g(s: row) { move left(t in 1..s[1]) -> g(t == s[1] ? [s[j] for j in 2..len(s)] : s with { [1] "
                 "-= t }) move right(t in 1..s[len(s)]) -> g(t == s[len(s)] ? [s[j] for j in 1..len(s) - 1] : s with { "
                 "[len(s)] -= t }) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move left(t in 1..s[1]) -> g([x for x in s with { [1] -= t } where x > 0]) move "
                 "right(t in 1..s[len(s)]) -> g([x for x in s with { [len(s)] -= t } where x > 0]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x(i in 1..len(s) - 1) -> g([j < i ? s[j] : j == i ? s[j] + s[j + 1] : s[j + 1] "
                 "for j in 1..len(s) - 1]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move x(i in 1..len(s)) -> g([s[j] for j in 1..i - 1]) }", "linear: the length of s");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) -> g([s[j] for j in 1..i - 1]) + g([s[j] for j in i + 1..len(s)]) }",
        "linear: the length of s");
    assert_found("game g(h: bag) { move x(i in 1..len(h)) -> g([h[j] for j in 1..len(h) where j != i]) move y(i in "
                 "1..len(h), t in 1..h[i]) -> g([j == i ? h[j] - t : h[j] for j in 1..len(h)]) }",
                 "lexicographic: the cells of h, then the length of h");
    assert_found("game g(s: row) { move x(i in 1..len(s), t in 1..s[i]) -> g([v for v in [j == i ? s[j] - t : s[j] for "
                 "j in 1..len(s)] where v > 0]) }",
                 "linear: the cells of s");
}

/* Quotients and remainders by products of fields: facts about them are proved within proofs, two deep at most. */
CLAIM(places_by_division)
{
    assert_found(
        "game g(n: row, a, b) { move x(i in 2..a * b) where n[i] == 1 -> g([(k - 1) / b >= (i - 1) / b and (k - 1) % "
        "b >= (i - 1) % b ? 0 : n[k] for k in 1..len(n)], a, b) }",
        "linear: the cells of n + a + b");
}

/* Cells of other values may become 0, but none that is 1 becomes another one. */
CLAIM(boards_fill_with_a_value)
{
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] == 0 -> g([s[k] == 1 or abs(k - i) <= 1 ? 1 : 0 "
                 "for k in 1..len(s)]) }",
                 "linear: the cells of s that are not 1");
    assert_found("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b)) where b[i, j] == 0 -> g([[b[r, c] == 1 or "
                 "r == i or c == j or r - c == i - j or r + c == i + j ? 1 : 0 for c in 1..cols(b)] for r in "
                 "1..rows(b)]) }",
                 "linear: the cells of b that are not 1");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] != 2 -> g([k <= i or s[k] == 2 ? 2 : 1 "
                 "for k in 1..len(s)]) }",
                 "linear: the cells of s that are not 2");
    /* one after the other, in no order of size */
    assert_found("game g(s: row) { move a(i in 1..len(s)) where s[i] == 0 -> g(s with { [i] = 2 }) move b(i in "
                 "1..len(s)) where s[i] == 2 and s[i + 1] != 2 -> g(s with { [i] = 1 }) move c(i in 1..len(s)) where "
                 "s[i] == 1 and s[i + 1] != 1 -> g(s with { [i] = 3 }) }",
                 "lexicographic: the cells of s that are 0, then the cells of s that are not 3, then the cells of s");
    /* a cell that is 1 becomes 0; a new cell is not 1; nothing changes */
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] == 0 -> g([s[k] == 2 or abs(k - i) <= 1 ? 1 : 0 "
                 "for k in 1..len(s)]) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] == 0 -> g([s[k] == 1 or k == i ? 1 : 0 "
                 "for k in 1..len(s) + 1]) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] != 1 -> g([s[k] == 1 or k == i + 1 ? 1 : s[k] "
                 "for k in 1..len(s)]) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g(s with { [i] = 1 }) }", "none");
}

/* A product that is not 0 says that both numbers are not. */
CLAIM(products_have_factors)
{
    assert_found("game g(s: row) { move x(i in 1..len(s), k in 1..len(s)) where abs(i - k) == 1 and s[i] * s[k] == 2 "
                 "-> g(s with { [k] = s[i], [i] = 0 }) }",
                 "linear: the cells of s");
    assert_found(
        "game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b), k in 1..rows(b), l in 1..cols(b)) where "
        "abs(i - k) + abs(j - l) == 1 and b[i, j] * b[k, l] > 0 -> g(b with { [k, l] = b[i, j], [i, j] = 0 }) }",
        "linear: the cells of b");
    assert_found("game g(s: row) { move x(i in 1..len(s), k in 1..len(s)) where i != k and s[i] * s[k] == 0 "
                 "-> g(s with { [k] = s[i], [i] = 0 }) }",
                 "none");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s), k in 1..len(s)) where i != k and (s[i] - 3) * (s[k] - 3) == 6 "
        "-> g(s with { [k] = s[i], [i] = 0 }) }",
        "none");
}

CLAIM(boards_fill)
{
    assert_found(
        "game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b)) where b[i, j] == 0 -> g(b with { [i, j] = 1 }) }",
        "linear: the cells of b that are 0");
    assert_found("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b) - 1) where b[i, j] == 0 and b[i, j + 1] == "
                 "0 -> g(b with { [i, j] = 1, [i, j + 1] = 1 }) }",
                 "linear: the cells of b that are 0");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] == 0 and s[i - 1] == 0 and s[i + 1] == 0 -> g(s "
                 "with { [i] = 1 }) }",
                 "linear: the cells of s that are 0");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) where s[i] == 0 -> g([j == i ? 2 : s[j] for j in 1..len(s)]) }",
        "linear: the cells of s that are 0");
    assert_found("game g(s: row) { move x(i in 1..len(s), c in 1..2) where s[i] == 0 and s[i - 1] != c and s[i + 1] != "
                 "c -> g(s with { [i] = c }) }",
                 "linear: the cells of s that are 0");
    assert_found("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b)) where b[i, j] == 0 -> g([[p == i and q == "
                 "j ? 1 : b[p, q] for q in 1..cols(b)] for p in 1..rows(b)]) }",
                 "linear: the cells of b that are 0");
    assert_found("game g(s: row) { param k = 9 move x(v in 0..3) where len(s) < k -> g([j <= len(s) ? s[j] : v for j "
                 "in 1..len(s) + 1]) }",
                 "linear: the room above the length of s");
}

CLAIM(sums_fall)
{
    assert_found("game g(a, b, c) { move x(t in 1..a / 2) -> g(a - 2 * t, b + t, c) move y(t in 1..b / 2) -> g(a, b - "
                 "2 * t, c + t) move z(t in 1..c / 2) -> g(a + t, b, c - 2 * t) }",
                 "linear: a + b + c");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 1..len(s)) where i != j and s[i] >= 2 -> g(s with { [i] "
                 "-= 2, [j] += 1 }) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 and s[i + 2] == 0 and i + "
                 "2 <= len(s) -> g(s with { [i] = 0, [i + 1] = 0, [i + 2] = 1 }) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), y in 0..s[i] - 1) -> g([j < i ? s[j] : min(s[j], y) for j in "
                 "1..len(s)]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] > s[i + 1] -> g(s with { [i] -= 1 }) }",
                 "linear: the cells of s");
    assert_found("game g(h: row) { move x(i in 1..len(h), t in 1..h[i]) where h[i] == max(v for v in h) -> g(h with { "
                 "[i] -= t }) }",
                 "linear: the cells of h");
    assert_found("game g(p: row) where all(p[i] != p[j] for i in 1..len(p), j in 1..i - 1) { move x(i in 1..len(p), y "
                 "in 0..p[i] - 1) where not any(p[j] == y for j in 1..len(p)) -> g(p with { [i] = y }) }",
                 "linear: the cells of p");
    assert_found("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b)) where b[i, j] == 1 -> g([[p >= i and q >= "
                 "j ? 0 : b[p, q] for q in 1..cols(b)] for p in 1..rows(b)]) }",
                 "linear: the cells of b");
}

CLAIM(quotients_fall)
{
    assert_found("game g(n) { move x(t in 2..9) where n >= 1 -> g(n / t) }", "linear: n");
    assert_found("game g(n) { move x(t in 2..n) -> g(n / t) }", "linear: n");
    assert_found("game g(n) { move x(t in 2..n) where n % t == 0 -> g(n / t) move y where n > 0 -> g(n - 1) }",
                 "linear: n");
    assert_found("game g(n) { move x(t in 2..n) -> g((n + t - 1) / t) }", "linear: n");
    assert_found("game g(n) { move x where n > 1 -> g(isqrt(n)) }", "linear: n");
    assert_found("game g(n) { move x(t in divisors(n)) where t < n -> g(t) }", "linear: n");
    assert_found("game g(a, b) { move x(k in 1..a) where b > 0 and k * b <= a -> g(a - k * b, b) move y(k in 1..b) "
                 "where a > 0 and k * a <= b -> g(a, b - k * a) }",
                 "linear: a + b");
}

CLAIM(rows_are_rebuilt_cell_by_cell)
{
    assert_found(
        "game g(s: row) { move x(i in 1..len(s), t in 1..s[i]) -> g([j == i ? s[j] - t : s[j] for j in 1..len(s)]) }",
        "linear: the cells of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), t in 1..s[i]) -> g(sort(s with { [i] -= t })) }",
                 "linear: the cells of s");
    assert_found(
        "game g(h: bag) { move x(i in 1..len(h), t in 1..h[i]) -> g([j == i ? h[j] - t : h[j] for j in 1..len(h)]) }",
        "linear: the cells of h");
    assert_found("game g(p: row) { move x(i in 1..len(p), y in 0..p[i] - 1) where all(q != y for q in p) -> g(sort([j "
                 "== i ? y : p[j] for j in 1..len(p)])) }",
                 "linear: the cells of p");
}

CLAIM(chips_move_along_a_row)
{
    assert_found("game g(s: row) { move x(i in 1..len(s), t in 1..s[i]) -> i == 1 ? g(s with { [1] -= t }) : g(s with "
                 "{ [i] -= t, [i - 1] += t }) }",
                 "linear: the cells of s, each times its place");
    assert_found(
        "game g(s: row) { move x(i in 2..len(s), t in 1..s[i]) -> g([j == i ? s[j] - t : j == i - 1 ? s[j] + t : s[j] "
        "for j in 1..len(s)]) move y(t in 1..s[1]) -> g([j == 1 ? s[j] - t : s[j] for j in 1..len(s)]) }",
        "linear: the cells of s, each times its place");
    assert_found("game g(s: row) { move x(i in 1..len(s) - 1, t in 1..s[i]) -> g(s with { [i] -= t, [i + 1] += t }) }",
                 "linear: the cells of s, each times its place from the end");
    assert_found("game g(s: row) { move x(i in 2..len(s)) where s[i] == 1 and s[i - 1] == 0 -> g(s with { [i] = 0, [i "
                 "- 1] = 1 }) }",
                 "linear: the cells of s, each times its place");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 1..i - 1) where s[i] == 1 -> g(s with { [i] = 0, [j] = "
                 "1 - s[j] }) move y(i in 1..len(s)) where s[i] == 1 -> g(s with { [i] = 0 }) }",
                 "linear: the cells of s from the last to the first");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 0..i - 1) where s[i] == 1 -> g([k == i ? 0 : k == j ? 1 "
                 "- s[k] : s[k] for k in 1..len(s)]) }",
                 "linear: the cells of s from the last to the first");
}

CLAIM(counters_and_phases)
{
    assert_found("game g(a, b) { param k = 5 move x where b > 0 -> g(a, b - 1) move y where a > 0 -> g(a - 1, k) }",
                 "lexicographic: a, then b");
    assert_found("game g(n, k) { move x(t in 1..2) where n + t <= k -> g(n + t, k) }", "linear: k - n");
    assert_found("game g(n) { param k = 21 move x(t in 1..3) where n + t <= k -> g(n + t) }",
                 "linear: the room above n");
    assert_found("game g(n) where n <= 21 { move x(t in 1..3) where n + t <= 21 -> g(n + t) }",
                 "linear: the room above n");
    assert_found("game g(n) { param k = 100 move x(m in 2..9) where n >= 1 and n < k -> g(n * m) }",
                 "linear: the room above n");
    assert_found("game a(n, m) { move x where n > 0 -> b(n, m) } game b(n, m) { move y(t in 1..n) -> a(n - t, m) }",
                 "lexicographic: n, then the game");
    assert_found("game g(n, f: bool) { move x(t in 1..n) where not f -> g(n - t, true) move y where f -> g(n, false) }",
                 "linear: 2 * n + f");
    assert_found("game g(n, q) { move x(t in 1..min(n, q)) -> g(n - t, 2 * t) }", "linear: n");
    assert_found("game g(n, m) { move x where n > 0 -> g(n - 1, m + n) move y where m > 0 -> g(n, m / 2) }",
                 "lexicographic: n, then m");
    assert_found("game g(n, s: row) where n <= len(s) { move x where n < len(s) and s[n + 1] == 0 -> g(n + 1, s) }",
                 "linear: the length of s - n");
}

CLAIM(games_on_rows_and_boards)
{
    assert_found("game g(s: row) { move x(i in 1..len(s), d in {-1, 1}) where s[i] > 0 and s[i + d] > 0 and s[i] != "
                 "s[i + d] -> g(s with { [i] = 0, [i + d] = s[i] }) }",
                 "linear: the cells of s");
    assert_found("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b), c in 1..rows(b), d in 1..cols(b)) where "
                 "b[i, j] > 0 and b[c, d] > 0 and b[i, j] != b[c, d] and abs(i - c) + abs(j - d) == 1 -> g(b with { "
                 "[i, j] = 0, [c, d] = b[i, j] }) }",
                 "linear: the cells of b");
    assert_found("game g(s: row) { move cut(i in 1..len(s)) -> g([s[k] for k in 1..i - 1]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move x(i in 1..len(s) - 2) where s[i] == 1 and s[i + 1] == 1 and s[i + 2] == 0 -> "
                 "g([k == i or k == i + 1 ? 0 : k == i + 2 ? 1 : s[k] for k in 1..len(s)]) }",
                 "linear: the cells of s");
    assert_found("game g(p: row) { move x(i in 1..len(p), y in 0..p[i]) where y < p[i] and y > p[i - 1] -> g([k == i ? "
                 "y : p[k] for k in 1..len(p)]) }",
                 "linear: the cells of p");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] == 1 -> g([k == i ? 0 : k > i ? 1 - s[k] : s[k] "
                 "for k in 1..len(s)]) }",
                 "linear: the cells of s from the first to the last");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g([k == i ? s[k] / 2 : s[k] for k in 1..len(s)]) }",
        "linear: the cells of s");
    assert_found("game g(s: row) { move x where any(v > 0 for v in s) -> g([max(v - 1, 0) for v in s]) }",
                 "linear: the cells of s");
    assert_found("game g(b: grid) { move x(j in 1..cols(b), c in 1..2) where any(b[i, j] == 0 for i in 1..rows(b)) -> "
                 "g([[b[p, q] == 0 and q == j ? c : b[p, q] for q in 1..cols(b)] for p in 1..rows(b)]) }",
                 "linear: the cells of b that are 0");
    assert_found("game g(n, used: row) { move x(i in 1..len(used)) where used[i] == 0 and i <= n -> g(n - i, used with "
                 "{ [i] = 1 }) }",
                 "linear: 2 * n + the cells of used");
    assert_found("game g(total, cards: row) { move x(i in 1..len(cards)) where cards[i] > 0 and total + i <= 31 -> "
                 "g(total + i, cards with { [i] -= 1 }) }",
                 "linear: the cells of cards");
}

CLAIM(rows_lose_cells_in_many_ways)
{
    assert_found("game g(s: row) { move x(i in 1..len(s), j in i + 1..len(s)) -> g([s[k] for k in 1..len(s) where k < "
                 "i or k > j]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 1..len(s)) where i <= j -> g([s[k] for k in 1..len(s) "
                 "where not (i <= k and k <= j)]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 1..len(s)) where i < j -> g([s[k] for k in 1..len(s) "
                 "where k != i and k != j]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move x(v in s) -> g([u for u in s where u != v]) }", "linear: the length of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 1..len(s)) where i < j -> g([k == i ? s[i] + s[j] : "
                 "s[k] for k in 1..len(s) where k != j]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), a in 1..s[i] - 1) where a != s[i] - a -> g(s with { [i] = a "
                 "}) + g([s[i] - a]) }",
                 "linear: the cells of s");
    assert_found("game g(h: bag) { move x(i in 1..len(h), a in 1..h[i] / 2) where a < h[i] - a -> sum(g([v]) for v in "
                 "h where v < h[i]) + g([a]) + g([h[i] - a]) }",
                 "linear: the cells of h");
}

CLAIM(games_of_numbers)
{
    assert_found("game g(a, b) { param k = 10 in 1.. move x(t in 1..3) where a + t <= k -> g(a + t, b) move y(t in "
                 "1..3) where b + t <= k -> g(a, b + t) }",
                 "lexicographic: the room above a, then the room above b");
    assert_found(
        "game g(x, y) { param k = 8 in 1.. move h(t in 1..8) where x + t <= k -> g(x + t, y) move v(t in 1..8) where y "
        "+ t <= k -> g(x, y + t) move d(t in 1..8) where x + t <= k and y + t <= k -> g(x + t, y + t) }",
        "lexicographic: the room above x, then the room above y");
    assert_found("game g(x, y) { move a where x >= 2 and y >= 1 -> g(x - 2, y - 1) move b where x >= 1 and y >= 2 -> "
                 "g(x - 1, y - 2) move c where x >= 2 -> g(x - 2, y + 1) move d where y >= 2 -> g(x + 1, y - 2) }",
                 "linear: x + y");
    assert_found("game g(a, b, p: bool) { move x(t in 1..a) -> g(a - t, b, p) move y(t in 1..b) -> g(a, b - t, p) move "
                 "pass where p and a + b > 0 -> g(a, b, false) }",
                 "linear: a + b + p");
    assert_found("game g(n, turn: bool) { move x(t in 1..min(2, n)) where turn -> g(n - t, not turn) move y(t in "
                 "1..min(3, n)) where not turn -> g(n - t, not turn) }",
                 "linear: n");
    assert_found("game g(a, b, c) { move x where a > 0 and b > 0 -> g(a - 1, b - 1, c + 1) move y where a > 0 and c > "
                 "0 -> g(a - 1, b + 1, c - 1) move z where b > 0 and c > 0 -> g(a + 1, b - 1, c - 1) }",
                 "linear: a + b + c");
    assert_found("game g(a, b) { move x where b > 0 -> g(b, a % b) }", "linear: b");
    assert_found(
        "game g(a, b) { move x where a > b and b > 0 -> g(a - b, b) move y where b > a and a > 0 -> g(a, b - a) }",
        "linear: a + b");
    assert_found("game g(n) { move x where n >= 10 -> g(n / 10 + n % 10) move y where n > 0 -> g(n - 1) }",
                 "linear: n");
    assert_found(
        "game g(n, t) { move x where t > 0 -> g(n + 1, t - 1) move y(k in 1..n) where t > 0 -> g(n - k, t - 1) }",
        "linear: t");
}

CLAIM(clauses_are_proved_or_not)
{
    assert_found("game g(n) { measure popcount(n)  move x(t in 1..9) where popcount(n + t) < popcount(n) -> g(n + t) }",
                 "claimed: popcount(n)");
    assert_found("game g(s: row) { measure count(x for x in s where x == 0)  move x(i in 1..len(s)) where s[i] == 0 -> "
                 "g(s with { [i] = 2 }) }",
                 "claimed: count(x for x in s where x == 0)");
    assert_found(
        "game g(n) { measure popcount(n)  move x where n % 4 == 3 -> g(n + 1)  move y where n % 4 == 1 -> g(n - 1) }",
        "none");
    /* falls for ever */
    assert_found("game g(n: int) { measure n  move x where n != 50 -> g(n - 1) }", "none");
    assert_found("game g(n) { measure 0 - n  move x where n != 50 -> g(n + 1) }", "none");
    /* an earlier number rises */
    assert_found("game g(s: row) { measure len(s), sum(x for x in s)  move x(i in 1..len(s)) where s[i] > 2 -> "
                 "g([j <= len(s) ? (j == i ? s[j] - 3 : s[j]) : s[1] for j in 1..len(s) + 1]) }",
                 "none");
}

CLAIM(one_of_many_is_known)
{
    assert_found("game g(s: row) { move x where count(v for v in s where v > 0) > 0 -> g([max(v - 1, 0) for v in s]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x where not all(v == 0 for v in s) -> g([v > 0 ? v - 1 : 0 for v in s]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x where count(v for v in s where v >= 2) != 0 -> g([v / 2 for v in s]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x where sum(v for v in s) > 0 -> g([max(v - 1, 0) for v in s]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x where max(v for v in s) > 0 -> g([max(v - 1, 0) for v in s]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x where xor(v for v in s) > 0 -> g([v / 2 for v in s]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x(d in 2..5) where any(v % d == 0 and v > 0 for v in s) -> g([v % d == 0 ? v / "
                 "d : v for v in s]) }",
                 "linear: the cells of s");
    assert_found("fn big(s) = count(v for v in s where v > 3) game g(s: row) { move x where big(s) > 0 -> g([v > 3 ? v "
                 "- 4 : v for v in s]) }",
                 "linear: the cells of s");
    assert_found("game g(b: grid) { move x where any(b[i, j] > 0 for i in 1..rows(b), j in 1..cols(b)) -> g([[max(b[p, "
                 "q] - 1, 0) for q in 1..cols(b)] for p in 1..rows(b)]) }",
                 "linear: the cells of b");
    assert_found("game g(b: grid) { move x where not all(all(b[i, j] == 0 for j in 1..cols(b)) for i in 1..rows(b)) -> "
                 "g([[b[p, q] / 2 for q in 1..cols(b)] for p in 1..rows(b)]) }",
                 "linear: the cells of b");
    assert_found("game g(s: row, k) { move x where k > 0 -> any(v > 1 for v in s) ? g([max(v - 1, 0) for v in s], k) : "
                 "g(s, k - 1) }",
                 "linear: the cells of s + k");
    assert_found("game g(p: row) where all(p[i] >= p[i + 1] for i in 1..len(p) - 1) { move x(k in 1..max(v for v in "
                 "p)) -> g([min(v, k - 1) for v in p]) move y(i in 1..len(p)) -> g([p[j] for j in 1..i - 1]) }",
                 "lexicographic: the length of p, then the cells of p");
    assert_found("game g(s: row) { move x(t in 1..min(v for v in s)) -> g([v - t for v in s]) }",
                 "linear: the cells of s");
}

CLAIM(what_all_cells_are_is_known_of_those_that_the_move_names)
{
    assert_found("game g(s: row) { move x(w in 1..2, i in 1..len(s) - w + 1) where all(s[j] == 1 for j in i..i + w - "
                 "1) -> g([j in i..i + w - 1 ? 0 : s[j] for j in 1..len(s)]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x(w in 1..2, i in 1..len(s) - w + 1) where all(s[i + j] == 1 for j in 0..w - "
                 "1) -> g(s with { [i..i + w - 1] = 0 }) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), w in {1, 2}) where i + w - 1 <= len(s) and not any(s[j] == 0 "
                 "for j in i..i + w - 1) -> g([i <= j and j < i + w ? 0 : s[j] for j in 1..len(s)]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row, k) { move x(w in 1..k, i in 1..len(s) - w + 1) where all(s[j] == 1 for j in i..i + w "
                 "- 1) -> g(s with { [i..i + w - 1] = 0 }, k) }",
                 "linear: the cells of s + k");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in i..len(s)) where all(s[k] == 1 for k in i..j) -> g([k "
                 "in i..j ? 1 - s[k] : s[k] for k in 1..len(s)]) }",
                 "linear: the cells of s");
    assert_found("game g(s: row) { move x where len(s) > 0 and all(v > 0 for v in s) -> g([v - 1 for v in s]) }",
                 "linear: the cells of s");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) where not any(v == 0 for v in s) -> g(s with { [i] = s[i] / 2 }) }",
        "linear: the cells of s");
    assert_found("game g(s: row) { move x(i in 2..len(s)) where s[i] == 1 and all(s[j] == 0 for j in 1..i - 1) -> g([j "
                 "< i ? 1 : j == i ? 0 : s[j] for j in 1..len(s)]) }",
                 "linear: the cells of s from the last to the first");
    assert_found("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b), h in 1..2, w in 1..2) where i + h - 1 <= "
                 "rows(b) and j + w - 1 <= cols(b) and all(b[p, q] == 0 for p in i..i + h - 1, q in j..j + w - 1) -> "
                 "g(b with { [i..i + h - 1, j..j + w - 1] = 1 }) }",
                 "linear: the cells of b that are 0");
    assert_found(
        "game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b), h in 1..2) where i + h - 1 <= rows(b) and "
        "all(all(b[p, q] == 1 for q in j..j) for p in i..i + h - 1) -> g(b with { [i..i + h - 1, j..j] = 0 }) }",
        "linear: the cells of b");
    /* over nothing all is true; another cell; one of them is not */
    assert_found("game g(s: row) { move x(w in 0..2, i in 1..len(s) - w + 1) where all(s[j] == 1 for j in i..i + w - "
                 "1) -> g(s with { [i..i + w - 1] = 0 }) }",
                 "none");
    assert_found("game g(s: row) { move x(w in 1..2, i in 1..len(s) - w) where all(s[j] == 1 for j in i + 1..i + w) -> "
                 "g(s with { [i..i + w - 1] = 0 }) }",
                 "none");
    assert_found("game g(s: row) { move x(w in 1..2, i in 1..len(s) - w) where not all(s[j] == 1 for j in i..i + w) -> "
                 "g(s with { [i..i + w - 1] = 0 }) }",
                 "none");
}

/* The board with one more cell set, where the condition holds. */
static void assert_set(const char *condition, const char *expected)
{
    struct text rule = {0};
    text_add(&rule, "game g(b: grid) { move x(r in 1..rows(b), c in 1..cols(b)) where %s -> g(b with { [r, c] = 1 }) }",
             condition);
    assert_found(text_c(&rule), expected);
    text_free(&rule);
}

CLAIM(what_no_attacked_cell_is_is_known_of_the_cell_that_is_set)
{
    static const char *const free_cells[] = {
        "all(b[i, j] == 0 for i in 1..rows(b), j in 1..cols(b) where r == i or c == j or r - c == i - j)",
        "all(b[r, k] == 0 for k in 1..cols(b)) and all(b[k, c] == 0 for k in 1..rows(b))",
        "not any(b[i, j] != 0 for i in 1..rows(b), j in 1..cols(b) where abs(r - i) <= 1 and abs(c - j) <= 1)",
        "not any(r == i and c == j and b[i, j] != 0 for i in 1..rows(b), j in 1..cols(b))",
        "count(b[i, j] != 0 for i in 1..rows(b), j in 1..cols(b) where abs(r - i) + abs(c - j) <= 1) < 1",
        "count(1 for i in 1..rows(b), j in 1..cols(b) where abs(r - i) <= 1 and b[i, j] != 0) == 0",
        "sum(b[i, c] for i in 1..rows(b)) + sum(b[r, j] for j in 1..cols(b)) == 0",
        "sum(2 * b[i, j] for i in 1..rows(b), j in 1..cols(b) where r + c == i + j) < 2 and sum(b[r, j] for j in c..c) "
        "< 1",
        "max(b[i, j] for i in 1..rows(b), j in 1..cols(b) where abs(r - i) <= 1 and j == c) < 1",
        "min(1 - b[r, k] for k in 1..cols(b)) > 0",
        "all(b[i, j] == 0 for i in 1..rows(b), j in 1..cols(b) where (r - i) * (r - i) + (c - j) * (c - j) <= 2)",
        "not any(b[i, j] != 0 for i in 1..rows(b), j in 1..cols(b) where r == i and c == j or abs(r - i) * abs(c - j) "
        "== 2)",
        "all(b[i, j] == 0 for i in 1..rows(b), j in 1..cols(b) where r == i or (r - i + c - j) % rows(b) == 0)",
    };
    static const char *const others[] = {
        "all(b[i, j] == 0 for i in 1..rows(b), j in 1..cols(b) where abs(r - i) + abs(c - j) == 1)",
        "all(b[r, k] == 0 for k in 1..cols(b) where k != c)",
        "all(b[r + 1, k] == 0 for k in 1..cols(b)) and all(b[k, k] == 0 for k in 1..rows(b))",
        "all(b[r, k] == 0 for k in 1..c - 1)",
        "count(b[i, j] != 0 for i in 1..rows(b), j in 1..cols(b) where i == r) <= 1",
        "any(b[i, j] == 0 for i in 1..rows(b), j in 1..cols(b) where i == r)",
        "sum(b[r, k] - 1 for k in 1..cols(b)) == 0",
        "sum(b[r, k] for k in 1..cols(b)) <= 1",
        "sum(b[r, k] for k in 1..c - 1) == 0",
        "sum(b[r, k] for k in 1..cols(b) where b[r, k] != 1) == 0",
        "xor(b[r, k] for k in 1..cols(b)) == 0",
        "max(b[r, k] for k in 1..cols(b)) <= 1",
        "min(b[r, k] for k in 1..cols(b)) == 0",
    };
    for (size_t i = 0; i < sizeof free_cells / sizeof *free_cells; i++)
        assert_set(free_cells[i], "linear: the cells of b that are 0");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_set(others[i], "none");
}

CLAIM(places_that_are_equal_have_one_cell)
{
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g(i == 1 ? s with { [1] = 0 } : s with { [i] = "
        "0, [i - 1] += s[i] }) }",
        "linear: the cells of s, each times its place");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> i == len(s) ? g(s with { [len(s)] -= 1 }) : "
        "g(s with { [i] = 0 }) }",
        "linear: the cells of s");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> i == 2 ? g(s with { [1] = 0 }) : g(s with { "
        "[i] = 0 }) }",
        "none");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> i != 2 ? g(s with { [2] = 0 }) : g(s with { "
        "[i] = 0 }) }",
        "none");
}

CLAIM(cells_rise_up_to_a_bound)
{
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] < 4 -> g(s with { [i] += 1 }) }",
                 "linear: the room above the cells of s");
    assert_found("game g(s: row) { param k = 3 move x(i in 1..len(s), t in 1..3) where s[i] + t <= k -> g(s with { [i] "
                 "+= t }) }",
                 "linear: the room above the cells of s");
    assert_found("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b)) where b[i, j] < 2 -> g(b with { [i, j] = "
                 "b[i, j] + 1 }) }",
                 "linear: the room above the cells of b");
    assert_found("game g(s: row, n) { move x(i in 1..len(s), t in 1..n) where s[i] + t <= n -> g([j == i ? s[j] + t : "
                 "s[j] for j in 1..len(s)], n) }",
                 "linear: the room above the cells of s");
    assert_found("game g(s: row, n) where all(x <= n for x in s) { move x(i in 1..len(s), t in 1..3) where s[i] + t <= "
                 "n -> g(s with { [i] += t }, n) }",
                 "linear: the room above the cells of s");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] < 4 -> g(s with { [i] += 1 }) move y(i in "
                 "1..len(s)) where s[i] < 9 -> g(s with { [i] += 3 }) }",
                 "linear: the room above the cells of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 1..len(s)) where s[i] < 4 and s[j] < 3 and i != j -> "
                 "g(s with { [i] += 1, [j] += 2 }) }",
                 "linear: the room above the cells of s");
    /* no bound; a bound that rises; a cell that falls as well; a longer row */
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] != 4 -> g(s with { [i] += 1 }) }", "none");
    assert_found("game g(s: row, n) { move x(i in 1..len(s)) where s[i] < n -> g(s with { [i] += 1 }, n + 1) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] < 4 -> g(s with { [i] += 1 }) move y(i in "
                 "1..len(s)) where s[i] > 0 -> g(s with { [i] -= 1 }) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] < 4 -> g([j <= len(s) ? (j == i ? s[j] + 1 : "
                 "s[j]) : 0 for j in 1..len(s) + 1]) }",
                 "none");
}

CLAIM(numbers_and_cells_that_the_move_compares)
{
    assert_found("game g(m, n) { move x where abs(m - n) > 0 -> m > n ? g(m - 1, n) : g(m, n - 1) }", "linear: m + n");
    assert_found("game g(m, n) { move x(t in 1..abs(m - n)) -> g(max(m, n) - t, min(m, n)) }", "linear: m + n");
    assert_found("game g(n) { move x(t in 2..3) where n > 1 -> g(-(-n / t)) }", "linear: n");
    assert_found("game g(n) { move x(t in 2..9) where n >= t -> g(n / t + n % t) }", "linear: n");
    assert_found("game g(m, n, k) { move x where m + n > 2 * k -> g(m, n, k + 1) move y where m > k and n > 0 -> g(m - "
                 "1, n - 1, k) }",
                 "lexicographic: m, then n - k");
    assert_found("game g(s: row) { move x(i in 1..len(s)) -> g([v for v in s where v != s[i]]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move x(i in 1..len(s)) -> g([v for v in s where v < s[i]]) }",
                 "linear: the length of s");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in i..len(s)) where s[j] == 1 -> g([k >= i and k <= j ? 1 "
                 "- s[k] : s[k] for k in 1..len(s)]) }",
                 "linear: the cells of s from the last to the first");
    assert_found("graph r { a -> b; b -> c; c -> d; d -> a } game g(s: nodes of r) { move x(v in s) where all(u not in "
                 "s for u in adjacent(v)) -> g(s - {v}) move y where len(s) > 0 and len(s) < 3 -> g({}) }",
                 "linear: the nodes of s");
    assert_found("graph r { a -> b; b -> c; c -> d; d -> a } game g(s: nodes of r) { move y(_u in s) where len(s) == 1 "
                 "-> g({}) }",
                 "linear: the nodes of s");
}

CLAIM(loops_near_those)
{
    assert_found(
        "game g(s: row) { move x where count(v for v in s where v >= 0) > 0 -> g([max(v - 1, 0) for v in s]) }",
        "none");
    assert_found("game g(s: row) { move x where any(v > 0 for v in s) -> g([v > 1 ? v - 1 : v for v in s]) }", "none");
    assert_found("game g(s: row) { move x where max(v for v in s) >= 0 -> g([v / 2 for v in s]) }", "none");
    assert_found("game g(s: row) { move x where any(v > 0 for v in s) or len(s) > 2 -> g([v / 2 for v in s]) }",
                 "none");
    assert_found("game g(s: row) { move x where not any(v > 5 for v in s) -> g([v / 2 for v in s]) }", "none");
    assert_found("game g(s: row, r: row) { move x where sum(v for v in r) > 0 -> g([v / 2 for v in s], r) }", "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) -> g([v for v in s where v <= s[i]]) }", "none");
    assert_found("game g(m, n, f: bool) { move x where abs(m - n) >= 0 -> m > n ? g(m - 1, n, not f) : g(m, max(n, 1) "
                 "- 1, not f) }",
                 "none");
    assert_found("game g(n, f: bool) { move x(t in 1..3) where n > 1 -> g(-(-n / t), not f) }", "none");
    assert_found("game g(n, f: bool) { move x(t in 2..9) -> g(n / t + n % t, not f) }", "none");
    assert_found("game g(m, n, k) { move x where m + n > k -> g(m + 1, n, k + 1) }", "none");
    assert_found("graph r { a -> b; b -> c; c -> a } game g(s: nodes of r) { move x where len(s) < 2 -> g({}) }",
                 "none");
}

CLAIM(cells_become_smaller_ones)
{
    static const char *const parts = "parts: each cell of h becomes smaller ones";
    assert_found("game g(h: bag) { move x(i in 1..len(h), a in 1..h[i] / 2) where a < h[i] - a -> g([j == i ? a : j > "
                 "len(h) ? h[i] - a : h[j] for j in 1..len(h) + 1]) }",
                 parts);
    assert_found("game g(h: row) { move x(i in 1..len(h)) where h[i] > 1 -> g([j <= len(h) ? (j == i ? h[j] - 1 : "
                 "h[j]) : 1 for j in 1..len(h) + 1]) }",
                 parts);
    assert_found("game g(h: bag, n) { move x(i in 1..len(h), a in 1..h[i] - 1) where h[1] <= n -> g([j == i ? a : j > "
                 "len(h) ? h[i] - a : h[j] for j in 1..len(h) + 1], n) }",
                 parts);
    assert_found("game g(h: bag) { move x(i in 1..len(h), a in 0..h[i] / 2) where h[i] > 0 -> g([j == i ? a : j > "
                 "len(h) ? h[i] - a : h[j] for j in 1..len(h) + 1]) }",
                 "none");
    assert_found("game g(h: bag) { move x(i in 1..len(h), a in 1..h[i] - 1) -> g([j == i ? a : j > len(h) ? h[i] + a : "
                 "h[j] for j in 1..len(h) + 1]) }",
                 "none");
}

/* A token writes the cell that it leaves, which may hold that already. */
CLAIM(cells_are_written_once)
{
    assert_found("game g(s: row, f) { move x(i in 1..len(s)) where s[i] == 1 and i != f -> g(s with { [f] = 0 }, i) }",
                 "slower: the cells of s, where s[f] != 0");
    assert_found("game g(s: row, f) { move x(i in 1..len(s)) where s[i] == 1 -> g(s with { [f] = 0 }, i) }",
                 "slower: the cells of s, where s[f] != 0");
    assert_found(
        "game g(s: row, f) { move x(d in 1..3) where s[(f - 1 + d) % len(s) + 1] == 1 -> g(s with { [f] = 0 }, "
        "(f - 1 + d) % len(s) + 1) }",
        "slower: the cells of s, where s[f] != 0");
    assert_found("game g(v: row, f) { move x(i in 1..len(v)) where v[i] == 0 -> g(v with { [f] = 1 }, i) }",
                 "slower: the cells of v that are not 1, where v[f] != 1");
    assert_found("game g(b: grid, r, c) { move x(i in 1..rows(b), j in 1..cols(b)) where b[i, j] == 1 and (i - r) * "
                 "(i - r) + (j - c) * (j - c) == 5 -> g(b with { [r, c] = 0 }, i, j) }",
                 "slower: the cells of b, where b[r, c] != 0");
    /* it comes back to a cell that is written, the cell is written otherwise, or the token stays */
    assert_found("game g(s: row, f) { move x(i in 1..len(s)) where i != f -> g(s with { [f] = 0 }, i) }", "none");
    assert_found("game g(s: row, f) { move x(i in 1..len(s)) where s[i] == 1 and i != f -> g(s with { [f] = 2 }, i) "
                 "move y -> g(s with { [f] = 1 }, f) }",
                 "none");
    assert_found("game g(s: row, f) { move x(i in 1..len(s)) where s[i] == 1 -> g(s with { [f] = 0, [f + 1] = 1 }, i) "
                 "}",
                 "none");
    assert_found("game g(s: row, f) { move x(i in 1..len(s)) where s[i + 1] == 1 -> g(s with { [f] = 0 }, i) }",
                 "none");
}

CLAIM(loops_of_rows)
{
    assert_found("game g(s: row) { move x(i in 1..len(s)) -> g([s[j] for j in 1..len(s) where j != i + 9]) }", "none");
    assert_found("game g(s: row) { move x where len(s) > 1 -> g([s[j + 1] for j in 1..len(s)]) move y -> g([j == "
                 "len(s) ? s[1] : s[j + 1] for j in 1..len(s)]) }",
                 "none");
    assert_found("game g(s: row) { move x where len(s) > 1 -> g(reverse(s)) }", "none");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 1..len(s)) where s[i] > 0 and i != j -> g(s with { [i] "
                 "-= 1, [j] += 1 }) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] == 0 -> g(s with { [i] = 1 }) move y(i in "
                 "1..len(s)) where s[i] == 1 -> g(s with { [i] = 0 }) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g([j <= len(s) ? (j == i ? s[j] - 1 : "
                 "s[j]) : 1 for j in 1..len(s) + 1]) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g([j == i ? s[j] - 1 : 2 * s[j] for j in "
                 "1..len(s)]) }",
                 "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g([s[i] for j in 1..len(s)]) }", "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g([s[1] for j in 1..len(s) - 1]) move y -> "
                 "g([s[1] for j in 1..len(s) + 1]) }",
                 "none");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s), t in 0..s[i]) -> g([j == i ? s[j] - t : s[j] for j in 1..len(s)]) }",
        "none");
    assert_found("game g(s: row) { move x(i in 1..len(s), j in 1..len(s)) where s[i] == 1 and i != j -> g(s with { [i] "
                 "= 0, [j] = 1 - s[j] }) }",
                 "none");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) where s[i] > 0 -> g([j == i ? s[j] - 1 : s[i] for j in 1..len(s)]) }",
        "none");
    assert_found("game g(s: row) { move x -> g([j <= len(s) ? s[j] : 1 for j in 1..len(s) + 1]) }", "none");
    assert_found("game g(a: row, b: row) { move x -> g(b, a) }", "none");
    assert_found("game g(a: row, b: row) { move x -> g(a, a) move y -> g(b, b) }", "none");
}

CLAIM(loops_of_filters_and_literals)
{
    assert_found("game g(s: row) { move x(i in 1..len(s)) -> g([v for v in s where v >= 0]) }", "none");
    assert_found("game g(s: row) { move x -> g([v for v in s where v > 0]) }", "none");
    assert_found("game g(s: row) { move x -> g(sort(s)) move y -> g(reverse(s)) }", "none");
    assert_found("game g(s: row) { move x(i in 1..len(s)) -> g([s[j] for j in 1..len(s) where j != i]) move y where "
                 "len(s) < 3 -> g([1, 2, 3]) }",
                 "none");
    assert_found("game g(s: row) { move x where len(s) == 2 -> g([s[2], s[1]]) }", "none");
    assert_found("game g(s: row) { move x(i in 0..len(s)) -> g([s[j] for j in 1..i]) }", "none");
    assert_found(
        "game g(s: row) { move x(i in 1..len(s)) -> g([s[j] for j in 1..i]) + g([s[j] for j in i + 1..len(s)]) }",
        "none");
    assert_found("game g(h: bag) { move x(v in h) -> g([w for w in h where w >= v]) }", "none");
    assert_found("game g(b: grid) { move x(i in 1..rows(b), j in 1..cols(b)) -> g(b with { [i, j] = 1 - b[i, j] }) }",
                 "none");
    assert_found(
        "game g(b: grid) { move x where rows(b) > 1 -> g([[b[q, p] for q in 1..cols(b)] for p in 1..rows(b)]) }",
        "none");
    assert_found("game g(b: grid) { move x -> g(transpose(b)) }", "none");
}

CLAIM(loops_of_numbers)
{
    assert_found("game g(n, k) { move x where n < k -> g(n + 1, k + 1) }", "none");
    assert_found("game g(n) { param k = 9 move x where n < k -> g(n + 1) move y where n > 5 -> g(n - 3) }", "none");
    assert_found("game g(a, b) { move x where b > 0 -> g(a + 1, b - 1) move y where a > 0 -> g(a - 1, b + 1) }",
                 "none");
    assert_found("game a(n, m) { move x where n > 0 -> b(n, m) } game b(n, m) { move y(t in 0..n) -> a(n - t, m) }",
                 "none");
    assert_found("game a(n) { move x where n > 0 -> b(n + 1) } game b(n) { move y where n > 0 -> a(n - 1) }", "none");
    assert_found("game g(a, b) { move x where a > b -> g(b, a) move y where b > a -> g(b, a) }", "none");
    assert_found("game g(n: int) { move x where n > 0 -> g(n - 1) move y where n <= 0 -> g(n - 1) }", "none");
    assert_found("game g(n, f: bool) { move x -> g(n, not f) move y(t in 1..n) -> g(n - t, f) }", "none");
}

/* What is said of all elements is of each that there is another one: these are not the same for all. */
CLAIM(an_element_is_that_of_one_case)
{
    static const char *const conditions[] = {
        "not any(all(s[j] == 1 for j in a..a) for a in 1..3)",
        "not any(all(s[j] == 1 and j > 0 for j in a..a + 1) for a in {1, 3})",
        "not any(all(j == i or s[j] == 1 for j in a..a + 2) for a in i - 2..i)",
        "all(any(s[j] == 0 for j in a..a) for a in i..i + 1)",
        "all(count(s[j] == 0 for j in a..a) == 1 for a in i..i + 1)",
        "all(max(s[j] for j in a..a) == a for a in i..i + 1)",
        "not any(all(all(s[k] == 1 for k in j..j) for j in a..a) for a in 1..3)",
    };
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        struct text rule = {0};
        text_add(&rule, "game g(s: row) { move put(i in 1..len(s)) where %s -> g(s with { [i] += 1 }) }",
                 conditions[i]);
        assert_found(text_c(&rule), "none");
        text_free(&rule);
    }
    assert_found(
        "game g(s: row) { move put(i in 1..len(s)) where not all(s[j] == 0 for j in i..i) -> g(s with { [i] -= 1 }) }",
        "linear: the cells of s");
}

CLAIMS(IT(boards_fill_with_a_value), IT(products_have_factors), IT(cells_become_smaller_ones),
       IT(cells_are_written_once), IT(one_of_many_is_known),
       IT(what_all_cells_are_is_known_of_those_that_the_move_names),
       IT(what_no_attacked_cell_is_is_known_of_the_cell_that_is_set), IT(places_that_are_equal_have_one_cell),
       IT(cells_rise_up_to_a_bound), IT(numbers_and_cells_that_the_move_compares), IT(loops_near_those),
       IT(games_on_rows_and_boards), IT(rows_lose_cells_in_many_ways), IT(games_of_numbers),
       IT(clauses_are_proved_or_not), IT(rows_get_shorter), IT(boards_fill), IT(sums_fall), IT(quotients_fall),
       IT(rows_are_rebuilt_cell_by_cell), IT(chips_move_along_a_row), IT(counters_and_phases), IT(loops_of_rows),
       IT(loops_of_filters_and_literals), IT(loops_of_numbers), IT(an_element_is_that_of_one_case),
       IT(places_by_division))
