/* SPDX-License-Identifier: MIT */
/* Which rules are taken apart, into which games, and which near ones are not. That the parts are right is tried on random rules
 * by mbt/parts. */
#include "checked.h"
#include "claims.h"
#include "base/text.h"
#include "proof/parts/parts.h"

struct parts_case {
    const char *rule, *parts; /* "": it is no sum */
};

static bool is_right(const struct parts_case *c)
{
    struct checked file;
    struct text found = {0};
    checked_open(&file, c->rule);
    const struct model *m = file.model;
    if (file.st != ST_OK) text_puts(&found, checked_code(&file, 0));
    else assert_int_equal(parts_add(file.model, NULL), ST_OK);
    for (size_t g = 0; m && g < m->game_count; g++)
        for (size_t i = 0; m->games[g].split && i < m->games[g].split->count; i++)
            text_add(&found, "%s%s", found.length ? " " : "", m->games[m->games[g].split->parts[i].game].name);
    bool right = strcmp(text_c(&found), c->parts) == 0;
    if (!right) print_error("%s: [%s], not [%s]\n", c->rule, text_c(&found), c->parts);
    text_free(&found);
    checked_close(&file);
    return right;
}

static void check_cases(const struct parts_case *cases, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) wrong += !is_right(&cases[i]);
    assert_int_equal(wrong, 0);
}

#define ROW(conditions)                                                                                                \
    "game r(h: row) { move take(i in 1..len(h), t in 1..h[i]) " conditions " -> r(h with { [i] -= t }) }"
#define ROWS(move) "game r(h: row) { move " move " }"

CLAIM(rows_without_ties_are_their_cells)
{
    static const struct parts_case cases[] = {
        {ROW(""), "r.h"},
        {ROW("where t <= 3"), "r.h"},
        {ROW("where t <= 3 or h[i] % 5 == 0"), "r.h"},
        {ROW("where i >= 1 and len(h) >= i"), "r.h"},
        {ROW("where i > 0 and not (i > len(h)) and len(h) > 0"), "r.h"},
        {ROW("where t in {1, 3, 4}"), "r.h"},
        {ROW("where t <= len(h) + h[i]"), "r.h"},
        {ROW("where i + t >= 2"), "r.h"},
        {ROW("where t + i <= h[i] + len(h)"), "r.h"},
        {ROW("where t % 2 == h[i] % 2 or 2 * t >= h[i]"), "r.h"},
        {ROWS("take(i in 1..len(h), t in 1..3) where t <= h[i] -> r(h with { [i] = h[i] - t })"), "r.h"},
        {ROWS("half(i in 1..len(h)) where h[i] > 0 -> r(h with { [i] = h[i] / 2 })"), "r.h"},
        {ROWS("take(i in 1..len(h), t in squares) where t <= h[i] -> r(h with { [i] -= t })"), "r.h"},
        {ROWS("take(i in 1..len(h), t in 1..h[i]) -> r([(j == i ? h[j] - t : h[j]) for j in 1..len(h)])"), "r.h"},
        {"game r(h: row) { param k = 3 in 1.. move take(i in 1..len(h), t in 1..k) where t <= h[i] -> r(h with { [i] "
         "-= t }) }",
         "r.h"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

CLAIM(rows_with_ties_are_left_whole)
{
    static const struct parts_case cases[] = {
        {ROW("where h[i] == max(h)"), ""},
        {ROW("where sum(h) % 2 == 0"), ""},
        {ROWS("take(i in 1..len(h), t in 1..3) -> r(h with { [i] -= t })"), ""},
        {ROW("where h[1] >= t"), ""},
        {ROW("where h[i + 1] >= t"), ""},
        {ROW("where h[i] >= h[i - 1]"), ""},
        {ROW("where any(x == t for x in h)"), ""},
        {ROW("where all(x > 0 for x in h)"), ""},
        {ROW("where mover == 1 or t == 1"), ""},
        {ROWS("down(i in 2..len(h), t in 1..h[i]) -> r(h with { [i] -= t, [i - 1] += t })"), ""},
        {ROWS("two(i in 1..len(h), j in 1..len(h)) where i < j and h[i] > 0 and h[j] > 0 -> "
              "r(h with { [i] -= 1, [j] -= 1 })"),
         ""},
        {ROWS("take(i in 1..len(h), j in 1..len(h)) where h[i] > 0 and h[j] > 2 -> r(h with { [i] -= 1 })"), ""},
        {"game r(h: row) where increasing(h) { move take(i in 1..len(h), t in 1..h[i]) "
         "where increasing(h with { [i] -= t }) -> r(h with { [i] -= t }) }",
         ""},
        {"game r(h: row) { loopy move take(i in 1..len(h), t in 1..h[i]) -> r(h with { [i] -= t }) }", ""},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

#define BAG(move) "game r(h: bag) { move " move " }"
#define ANEW(cells) "r([" cells " for j in 1..len(h)"

CLAIM(bags_and_rows_made_anew_are_their_cells)
{
    static const struct parts_case cases[] = {
        {BAG("take(i in 1..len(h), t in 1..h[i]) -> " ANEW("(j == i ? h[j] - t : h[j])") "])"), "r.h"},
        {BAG("take(i in 1..len(h), t in squares) where t <= h[i] -> " ANEW("(j == i ? h[i] - t : h[j])") "])"), "r.h"},
        {BAG("gone(i in 1..len(h)) -> " ANEW("h[j]") " where j != i])"), "r.h"},
        {BAG("gone(i in 1..len(h)) where h[i] % 3 == 1 -> " ANEW("h[j]") " where not (j == i)])"), "r.h"},
        {BAG("gone(i in 1..len(h)) -> " ANEW("h[j]") " where j < i or j > i])"), "r.h"},
        {BAG("split(i in 1..len(h), t in 1..h[i] - 1) -> " ANEW(
             "(j == i ? t : j > len(h) ? h[i] - t : h[j])") " + 1])"),
         "r.h"},
        {BAG("split(i in 1..len(h), t in 1..h[i] - 1) where 2 * t != h[i] -> " ANEW(
             "(j == i ? t : j == len(h) + 1 ? h[i] - t : h[j])") " + 1])"),
         "r.h"},
        {BAG("two(i in 1..len(h), t in 1..h[i] - 1) -> " ANEW(
             "(j == len(h) + 1 ? t : j == len(h) + 2 ? h[i] - t : h[j])") " + 2 where j != i])"),
         "r.h"},
        {ROWS("split(i in 1..len(h), t in 1..h[i] - 1) -> " ANEW(
             "(j == i ? t : j > len(h) ? h[i] - t : h[j])") " + 1])"),
         "r.h"},
        {ROWS("take(i in 1..len(h), t in 1..h[i]) -> r(sort(h with { [i] -= t }))"), "r.h"},
        {ROWS("take(i in 1..len(h), t in 1..h[i]) -> r(reverse(sort(h with { [i] -= t })))"), "r.h"},
        {ROWS("gone(i in 1..len(h)) where h[i] > 2 -> r(sort([h[j] for j in 1..len(h) where j != i]))"), "r.h"},
        {ROWS("gone(i in 1..len(h)) where h[i] > 2 -> " ANEW("h[j]") " where j != i])"), "r.h"},
        {ROWS("more(i in 1..len(h)) where h[i] > 2 -> " ANEW("(j > len(h) or j == i ? h[i] - 1 : h[j])") " + 2])"),
         "r.h"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

CLAIM(bags_and_rows_made_anew_with_ties_are_left_whole)
{
    static const struct parts_case cases[] = {
        {BAG("gone(i in 1..len(h)) where i <= 2 -> " ANEW("h[j]") " where j != i])"), ""},
        {BAG("gone(i in 1..len(h)) where h[i] == h[1] -> " ANEW("h[j]") " where j != i])"), ""},
        {BAG("gone(i in 1..len(h)) where len(h) > 1 -> " ANEW("h[j]") " where j != i])"), ""},
        {BAG("two(i in 1..len(h)) -> " ANEW("h[j]") " where j != i and j != i + 1])"), ""},
        {BAG("small(x in h) -> " ANEW("h[j]") " where h[j] != x])"), ""},
        {BAG("all(i in 1..len(h)) -> " ANEW("h[j]") " where j < i])"), ""},
        {BAG("first(i in 1..len(h)) where h[i] > 0 -> " ANEW("(j == i ? h[1] - 1 : h[j])") "])"), ""},
        {BAG("more(i in 1..len(h)) where h[i] > 0 -> " ANEW("(j == i ? h[j] - 1 : j > len(h) ? h[1] : h[j])") " + 1])"),
         ""},
        {BAG("more(i in 1..len(h)) where h[i] > 0 -> " ANEW(
             "(j == i ? h[j] - 1 : j > len(h) ? len(h) : h[j])") " + 1])"),
         ""},
        {BAG("more(t in 1..3) where h[1] > 0 -> " ANEW("(j > len(h) ? t : h[j])") " + 1])"), ""},
        {BAG("split(i in 1..len(h), t in 1..9) -> " ANEW("(j == i ? t : j > len(h) ? h[i] - t : h[j])") " + 1])"), ""},
        {ROWS("take(i in 1..len(h), t in 1..h[i]) -> r(sort(h) with { [i] -= t })"), ""},
        {ROWS("take(i in 1..len(h), t in 1..sort(h)[i]) -> r(h with { [i] -= t })"), ""},
        {ROWS("less(i in 1..len(h)) where h[i] > 0 -> " ANEW("(j == i ? h[i] - 1 : h[j])") " - 1])"), ""},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

#define GRID(move) "game r(g: grid) { move " move " }"
#define ANY_CELL "i in 1..rows(g), j in 1..cols(g), t in 1..g[i, j]"

CLAIM(grids_without_ties_are_their_cells)
{
    static const struct parts_case cases[] = {
        {GRID("take(" ANY_CELL ") -> r(g with { [i, j] -= t })"), "r.g"},
        {GRID("take(" ANY_CELL ") where t in squares -> r(g with { [i, j] = g[i, j] - t })"), "r.g"},
        {GRID("half(i in 1..rows(g), j in 1..cols(g)) where g[i, j] > 0 -> r(g with { [i, j] = g[i, j] / 2 })"), "r.g"},
        {GRID("take(" ANY_CELL ") where i >= 1 and j <= cols(g) -> r(g with { [i, j] -= t })"), "r.g"},
        {GRID("take(" ANY_CELL ") where g[i, 1] >= t -> r(g with { [i, j] -= t })"), ""},
        {GRID("take(" ANY_CELL ") where g[j, i] >= t -> r(g with { [i, j] -= t })"), ""},
        {GRID("take(" ANY_CELL ") where all(g[i, k] >= 0 for k in 1..j) -> r(g with { [i, j] -= t })"), ""},
        {GRID("take(" ANY_CELL ") -> r(g with { [i, 1..j] = 0 })"), ""},
        {GRID("take(" ANY_CELL ") where g[i, j + 1] == 0 -> r(g with { [i, j] -= t })"), ""},
        {GRID("take(" ANY_CELL ") where i < rows(g) -> r(g with { [i, j] -= t, [i + 1, j] += 1 })"), ""},
        {GRID("turn(" ANY_CELL ") -> r(transpose(g) with { [j, i] -= t })"), ""},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

CLAIM(cells_beside_fields_are_parts)
{
    static const struct parts_case cases[] = {
        {"game r(h: row, n) { move take(i in 1..len(h), t in 1..h[i]) -> r(h with { [i] -= t }, n) "
         "move less(t in 1..min(3, n)) -> r(h, n - t) }",
         "r.h r.n"},
        {"game r(n, h: row, m) { move take(i in 1..len(h), t in 1..h[i]) -> r(n, h with { [i] -= t }, m) "
         "move less(t in 1..min(3, n, m)) -> r(n - t, h, m - t) }",
         "r.n,m r.h"},
        {"game r(g: row, h: row) { move take(i in 1..len(h), t in 1..h[i]) -> r(g, h with { [i] -= t }) "
         "move half(i in 1..len(g)) where g[i] > 0 -> r(g with { [i] = g[i] / 2 }, h) }",
         "r.g r.h"},
        {"game r(b: bag, g: grid) { move take(" ANY_CELL ") -> r(b, g with { [i, j] -= t }) "
         "move gone(i in 1..len(b)) where b[i] > 3 -> r([b[j] for j in 1..len(b) where j != i], g) }",
         "r.b r.g"},
        {"game r(h: row, k) { move take(i in 1..len(h), t in 1..k) where t <= h[i] -> r(h with { [i] -= t }, k) }",
         "r.h,k"},
        {"game r(a, b, k) { move x(t in 1..k) where t <= a -> r(a - t, b, k) "
         "move y(t in 1..k) where t <= b -> r(a, b - t, k) }",
         "r.a,k r.b,k"},
        {"game r(on: bool, n) { move turn where on -> r(false, n) move less(t in 1..n) -> r(on, n - t) }", "r.on r.n"},
        {"game r(on: bool, n, m) { move less(t in 1..n) where on or t > 1 -> r(on, n - t, m) "
         "move off where on -> r(false, n, m) move other(t in 1..m) -> r(on, n, m - t) }",
         "r.on,n r.m"},
        {"game r(fast: bool, h: row) { move take(i in 1..len(h), t in 1..h[i]) where fast or t == 1 -> "
         "r(fast, h with { [i] -= t }) }",
         "r.h,fast"},
        {"game r(h: row, n) { move any(k in 0..1, i in 1..len(h), t in 1..9) where t <= (k == 0 ? h[i] : n) -> "
         "(k == 0 ? r(h with { [i] -= t }, n) : r(h, n - t)) }",
         ""},
        {"game r(h: row, n) { move take(i in 1..len(h), t in 1..h[i]) where t <= n -> r(h with { [i] -= t }, n) "
         "move less(t in 1..n) -> r(h, n - t) }",
         ""},
        {"game r(h: row, n) { move take(i in 1..len(h), t in 1..h[i]) -> r(h with { [i] -= t }, n) "
         "move less(t in 1..n) where t <= len(h) -> r(h, n - t) }",
         ""},
        {"game r(h: row, n) { move take(i in 1..len(h), t in 1..h[i]) where n > 0 -> r(h with { [i] -= t }, n - 1) }",
         ""},
        {"game r(g: row, h: row) { move take(i in 1..len(h), t in 1..h[i]) -> r(h, g) }", ""},
        {"game r(g: row, h: row) { move take(i in 1..len(g), t in 1..h[i]) -> r(g, h with { [i] -= t }) }", ""},
        {"game r(on: bool, n) { move turn where on and n > 0 -> r(false, n) move less(t in 1..n) -> r(on, n - t) }",
         ""},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

#define TWO_ROWS(move) "game r(h: row, k: row) { move " move " }"

CLAIM(cells_that_count_their_places_are_parts)
{
    static const struct parts_case cases[] = {
        {ROW("where len(h) >= 2"), "r.h,len"},
        {ROW("where len(h) != 3 or t == 1"), "r.h,len"},
        {ROW("where t <= len(h)"), "r.h,len"},
        {ROW("where i <= 2"), "r.h,place"},
        {ROW("where i != 2"), "r.h,place"},
        {ROW("where t <= i"), "r.h,place"},
        {ROW("where t + i <= h[i] + 1"), "r.h,place"},
        {ROW("where i + t >= 3"), "r.h,place"},
        {ROW("where h[i] % 2 == i % 2"), "r.h,place"},
        {ROW("where i < len(h)"), "r.h,place,len"},
        {ROW("where t <= [1, 3, 2][i]"), "r.h,place"},
        {ROWS("take(t in 1..h[1]) -> r(h with { [1] -= t })"), "r.h,place"},
        {ROWS("a(t in 1..h[1]) -> r(h with { [1] -= t }) move b(t in 1..2) where t <= h[2] -> r(h with { [2] -= t })"),
         "r.h,place"},
        {ROWS("take(i in 2..len(h) - 1, t in 1..h[i]) -> r(h with { [i] -= t })"), "r.h,place,len"},
        {ROWS("take(i in 0..len(h) - 1, t in 1..h[i + 1]) where t <= i -> r(h with { [i + 1] -= t })"), "r.h,place"},
        {ROWS("take(i in 1..len(h), t in 1..h[i]) where t <= i -> r([(j == i ? h[j] - t : h[j]) for j in 1..len(h)])"),
         "r.h,place"},
        {ROWS("take(i in 1..len(h), j in 1..len(h), t in 1..h[i]) where j * t <= h[i] -> r(h with { [i] -= t })"),
         "r.h,len"},
        {TWO_ROWS("take(i in 1..len(h), t in 1..k[i]) where t <= h[i] -> r(h with { [i] -= t }, k)"), "r.h,k"},
        {TWO_ROWS("take(i in 1..len(h), t in 1..h[i]) where t <= k[i] or i == 2 -> r(h with { [i] -= t }, k)"),
         "r.h,k,place"},
        {"game r(h: row, k) { move take(i in 1..len(h), t in 1..h[i]) where i <= k -> r(h with { [i] -= t }, k) }",
         "r.h,k,place"},
        {GRID("take(" ANY_CELL ") where i <= j -> r(g with { [i, j] -= t })"), "r.g,row,column"},
        {GRID("take(" ANY_CELL ") where i == j -> r(g with { [i, j] -= t })"), "r.g,row,column"},
        {GRID("take(" ANY_CELL ") where rows(g) > 1 -> r(g with { [i, j] -= t })"), "r.g,rows"},
        {GRID("take(i in 1..rows(g), j in 1..rows(g), t in 1..g[i, j]) -> r(g with { [i, j] -= t })"),
         "r.g,column,rows"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

CLAIM(cells_that_lose_their_places_or_look_elsewhere_are_left_whole)
{
    static const struct parts_case cases[] = {
        /* other cells, or all of them */
        {ROW("where t <= i and h[1] >= t"), ""},
        {ROW("where t <= h[len(h)]"), ""},
        {ROW("where t <= i and sum(h) > 2"), ""},
        {ROW("where any(h[j] == t for j in 1..i)"), ""},
        {ROWS("take(i in 1..len(h), t in 1..h[i]) where t <= i -> r(h with { [t] -= t })"), ""},
        /* places that change: sorted, turned, closed up, a bag */
        {ROWS("take(i in 1..len(h), t in 1..h[i]) where t <= i -> r(sort(h with { [i] -= t }))"), ""},
        {ROWS("take(i in 1..len(h), t in 1..h[i]) where t <= i -> r(reverse(h with { [i] -= t }))"), ""},
        {ROWS("take(i in 1..len(h), t in 1..h[i]) where t <= i -> r(h with { [i] -= t }) "
              "move gone(i in 1..len(h)) where h[i] == 1 -> " ANEW("h[j]") " where j != i])"),
         ""},
        {BAG("take(i in 1..len(h), t in 1..h[i]) where t <= i -> " ANEW("(j == i ? h[j] - t : h[j])") "])"), ""},
        /* the other row changes too, or is looked at elsewhere */
        {TWO_ROWS("take(i in 1..len(h), t in 1..k[i]) where t <= h[i] -> r(h with { [i] -= t }, k) "
                  "move less(i in 1..len(k)) where k[i] > 0 -> r(h, k with { [i] -= 1 })"),
         ""},
        {TWO_ROWS("take(i in 1..len(h), t in 1..k[i + 1]) where t <= h[i] -> r(h with { [i] -= t }, k)"), ""},
        {TWO_ROWS("take(i in 1..len(h), t in 1..k[1]) where t <= h[i] -> r(h with { [i] -= t }, k)"), ""},
        {TWO_ROWS("take(i in 1..len(h), t in 1..h[i]) where t <= sum(k) -> r(h with { [i] -= t }, k)"), ""},
        {TWO_ROWS("take(i in 1..len(h), t in 1..k[i]) where t <= h[i] -> r(sort(h with { [i] -= t }), k)"), ""},
        /* a place beyond the row */
        {ROWS("take(i in 1..len(h) + 1, t in 1..3) where t <= i -> r(h with { [i] = 0 })"), ""},
        {GRID("take(i in 1..rows(g), t in 1..g[i, i]) -> r(g with { [i, i] -= t })"), ""},
        {GRID("take(" ANY_CELL ") where i <= j -> r(transpose(g) with { [j, i] -= t })"), ""},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

CLAIM(invariants_over_single_parts_are_theirs)
{
    static const struct parts_case cases[] = {
        {"game n(a, b) where a >= 1 and b >= 2 { move x(t in 1..a - 1) -> n(a - t, b) "
         "move y(t in 1..b - 2) -> n(a, b - t) }",
         "n.a n.b"},
        {"game n(a: int, b) where a >= -3 { move x(t in 1..a + 3) -> n(a - t, b) move y(t in 1..b) -> n(a, b - t) }",
         "n.a n.b"},
        {"game n(a, b, c) where a <= b and (c >= 1 or c == 0) { move x(t in 1..a) -> n(a - t, b, c) "
         "move y(t in 1..b - a) -> n(a, b - t, c) move z(t in 1..c) -> n(a, b, c - t) }",
         "n.a,b n.c"},
        {"game n(a, b, k) where a >= k { move x(t in 1..a - k) -> n(a - t, b, k) move y(t in 1..b) -> n(a, b - t, k) }",
         "n.a,k n.b"},
        {"game n(h: row, a) where a >= 1 { move x(i in 1..len(h), t in 1..h[i]) -> n(h with { [i] -= t }, a) "
         "move y(t in 1..a - 1) -> n(h, a - t) }",
         "n.h n.a"},
        {"game n(a, b) where a >= 1 and b >= 2 { move x(t in 1..a) where t < a or a > 50 -> n(a - t, b) move y(t in "
         "1..b - 2) -> n(a, b - t) "
         "}",
         ""},
        {"game n(a, b) where a + b >= 2 { move x(t in 1..a - 2) -> n(a - t, b) move y(t in 1..b - 2) -> n(a, b - t) }",
         ""},
        {"game n(a, b) where b >= 1 { move x(t in 1..a) where t <= 2 or b == 0 -> n(a - t, b) "
         "move y(t in 1..b - 1) -> n(a, b - t) }",
         ""},
        {"game n(h: row, a) where len(h) > a { move x(i in 1..len(h), t in 1..h[i]) -> n(h with { [i] -= t }, a) "
         "move y(t in 1..a) -> n(h, a - t) }",
         ""},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

CLAIM(fields_without_ties_are_their_groups)
{
    static const struct parts_case cases[] = {
        {"game n(a, b, c) { move x(t in 1..a) -> n(a - t, b, c) move y(t in 1..b) -> n(a, b - t, c) "
         "move z(t in 1..c) -> n(a, b, c - t) }",
         "n.a n.b n.c"},
        {"game w(a, c, b) { move x(t in 1..a) -> w(a - t, c, b) move y(t in 1..b) -> w(a, c, b - t) "
         "move d(t in 1..min(a, b)) -> w(a - t, c, b - t) move z(t in 1..min(3, c)) -> w(a, c - t, b) }",
         "w.a,b w.c"},
        {"game n(a, b) { move any(k in 1..2, t in 1..9) where t <= (k == 1 ? a : b) -> "
         "(k == 1 ? n(a - t, b) : n(a, b - t)) }",
         "n.a n.b"},
        {"game n(a, b) { move x(t in 1..a) where b >= 0 -> n(a - t, b) move y(t in 1..b) where a > -1 -> n(a, b - t) }",
         "n.a n.b"},
        {"game n(a, b) { move x(t in 1..a) where t <= a + b -> n(a - t, b) move y(t in 1..b) where b - t + a >= 0 -> "
         "n(a, b - t) }",
         "n.a n.b"},
        {"game n(a, b) { move x(r in 0..a, s in 0..b) where r + s < a + b and (r == a or s == b) -> n(r, s) }",
         "n.a n.b"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

CLAIM(fields_with_ties_are_left_whole)
{
    static const struct parts_case cases[] = {
        {"game w(a, b) { move x(t in 1..a) -> w(a - t, b) move y(t in 1..b) -> w(a, b - t) "
         "move d(t in 1..min(a, b)) -> w(a - t, b - t) }",
         ""},
        {"game n(a, b) { move x(t in 1..a) where b > 0 -> n(a - t, b) move y(t in 1..b) -> n(a, b - t) }", ""},
        {"game n(a, b) { move x(t in 1..a) where (a + b) % 2 == 0 -> n(a - t, b) move y(t in 1..b) -> n(a, b - t) }",
         ""},
        {"game n(a, b) { move x(t in 1..a) -> n(b, a - t) move y(t in 1..b) -> n(a, b - t) }", ""},
        {"game n(a, b) { move x(t in 1..a) where t <= b + 1 -> n(a - t, b) move y(t in 1..b) -> n(a, b - t) }", ""},
        {"game f(n, q) { move take(t in 1..min(n, 2 * q)) -> f(n - t, t) }", ""},
        {"game n(a, b) where a <= b { move x(t in 1..a) -> n(a - t, b) move y(t in 1..b - a) -> n(a, b - t) }", ""},
        {"game n(a, b) { move x(t in 1..a) where 10 / b > 1 -> n(a - t, b) move y(t in 1..b) -> n(a, b - t) }", ""},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

/* ---- boards that fall apart ------------------------------------------------------------------------------------------ */
/* "0 1 +2 back moves: [0 +1] [0]": the final values, the margin, the mirrors, whether it may be moved, and of each window the
 * columns; "(0,+1)" on grids. A place that a final value closes has !, one that is closed outside has /. */
static void put_windows(const struct game *g, struct text *out)
{
    const struct state_windows *w = g->windows;
    for (int v = 0; v < WINDOW_VALUES; v++)
        if (w->final >> v & 1) text_add(out, "%d ", v);
    if (w->movable && w->margin[1]) text_add(out, "+%d ", w->margin[1]);
    static const char *const mirrors[] = {"upside ", "back ", "turned "};
    for (int i = 0; i < 3; i++)
        if (w->mirrors >> i & 1) text_puts(out, mirrors[i]);
    for (size_t f = 0; f < g->field_count; f++)
        if (w->beside >> f & 1) text_add(out, "beside %s ", g->fields[f].name);
    text_puts(out, w->movable ? "moves:" : "stays:");
    for (size_t i = 0; i < w->count; i++) {
        text_puts(out, " [");
        for (size_t k = 0; k < w->windows[i].count; k++) {
            const struct window_cell *c = &w->windows[i].cells[k];
            if (k) text_putc(out, ' ');
            if (g->fields[w->field].kind == FIELD_GRID) text_add(out, "%d,", c->row);
            text_add(out, "%d%s%s", c->column, c->closed & w->final ? "!" : "", c->closed & WINDOW_OUTSIDE ? "/" : "");
        }
        text_puts(out, "]");
    }
}

static bool falls_as(const struct parts_case *c)
{
    struct checked file;
    struct text found = {0};
    checked_open(&file, c->rule);
    const struct model *m = file.model;
    if (file.st != ST_OK) text_puts(&found, checked_code(&file, 0));
    else assert_int_equal(parts_add(file.model, NULL), ST_OK);
    for (size_t g = 0; m && file.st == ST_OK && g < m->game_count; g++)
        if (m->games[g].windows) put_windows(&m->games[g], &found);
    bool right = strcmp(text_c(&found), c->parts) == 0;
    if (!right) print_error("%s: \"%s\", not \"%s\"\n", c->rule, text_c(&found), c->parts);
    text_free(&found);
    checked_close(&file);
    return right;
}

static void check_boards(const struct parts_case *cases, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) wrong += !falls_as(&cases[i]);
    assert_int_equal(wrong, 0);
}

#define BOARD(state, moves) "game r(" state ") { " moves " }"
#define PINS(move) BOARD("s: row", "move x" move)

#define BESIDE(condition, number, becomes)                                                                             \
    BOARD("s: row, n", "move x(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 and " condition                   \
                       " -> r(s with { [i] = 0, [i + 1] = 0 }, n) move y(" number ") -> r(s, " becomes ")")

CLAIM(boards_fall_apart_at_cells_that_never_change)
{
    static const struct parts_case cases[] = {
        {PINS("(i in 1..len(s)) where s[i] == 0 and s[i - 1] != 1 and s[i + 1] != 1 -> r(s with { [i] = 1 })"),
         "1 2 +2 back moves: [0!/ -1!/ 1!/] [0!/ -1!/ 1!] [0!/ -1! 1!/] [0!/ -1! 1!]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 -> r(s with { [i] = 0 })"), ""},
        {PINS("(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 0, [i + 1] = 0 })"),
         "0 2 back moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] > 0 and s[i + 1] > 0 -> r(s with { [i] = 0, [i + 1] = 0 })"),
         "0 back moves: [0!/ 1!/]"},
        {PINS("(i in 2..len(s)) where s[i] == 1 and s[i - 1] == 1 -> r(s with { [i - 1..i] = 0 })"),
         "0 2 back moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s), n in 1..len(s)) where all(s[j] == 1 for j in i..n) and i <= n and n <= i + 1 -> "
              "r(s with { [i..n] = 0 })"),
         ""},
        {PINS("(i in 1..len(s), j in 1..len(s)) where abs(i - j) == 1 and s[i] > 0 and s[j] > 0 and s[i] != s[j] -> "
              "r(s with { [j] = s[i], [i] = 0 })"),
         "0 back moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s), d in 1..2) where s[i] > 0 and s[i + 2 * d - 3] > 0 and s[i] != s[i + 2 * d - 3] -> r(s "
              "with { [i + 2 * d - 3] = s[i], [i] = 0 })"),
         "0 moves: [0!/ -1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 -> r([(j == i or j == i - 1 or j == i + 1 ? 0 : s[j]) for j in "
              "1..len(s)])"),
         "0 +3 back moves: [0!/] [0!/ 1/] [0!/ -1/] [0!/ -1/ 1/]"},
        {PINS("(i in 1..len(s)) where s[i] == 0 and s[i - 1] == 0 and s[i + 1] == 0 -> r(s with { [i] = 1 })"),
         "1 2 +2 back moves: [0!/ -1! 1!]"},
        {PINS("(i in 1..len(s), t in 1..s[i]) where s[i + 1] > 0 -> r(s with { [i] -= t })"), "0 moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s) - 1, t in 1..3) where s[i] >= t and s[i + 1] >= t -> r(s with { [i] -= t, [i + 1] -= t "
              "})"),
         "0 back moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s), t in 1..s[i]) where t <= i and s[i + 1] > 0 -> r(s with { [i] -= t })"),
         "0 stays: [0!/ 1!/]"},
        {PINS("(i in 1..len(s) - 1) where s[i] != 5 and s[i + 1] != 5 -> r(s with { [i] = 5, [i + 1] = 5 })"),
         "5 back moves: [0!/ 1!/]"},
        {PINS("(i in 2..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 0, [i + 1] = 0 })"),
         "0 2 +2 moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 and len(s) > 3 -> r(s with { [i] = 0 })"),
         "0 2 stays: [0!/ 1!/]"},
        {PINS("(i in 1..len(s) - 2) where s[i] == 1 and s[i + 2] == 1 -> r(s with { [i] = 0, [i + 2] = 0 })"),
         "0 2 back moves: [0!/ 2!/]"},
        {BOARD("g: grid", "move x(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1 -> r(g "
                          "with { [i, j] = 0, [i, j + 1] = 0 })"),
         "0 2 upside back moves: [0,0!/ 0,1!/]"},
        {PINS("(i in 1..len(s) - 1) where s[i] == 0 and s[i + 1] == 0 -> r(s with { [i] = 1, [i + 1] = 1 })"),
         "1 2 back moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] > 0 and i > 3 -> r(s with { [i] = 0 })"),
         "0 2 +4 moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] > 0 and i + 5 < len(s) -> r(s with { [i] = 0 })"),
         "0 2 +7 moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] > 0 and i == 1 -> r(s with { [i] = 0 })"),
         "0 2 +2 moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] > 0 and i != 2 -> r(s with { [i] = 0 })"),
         "0 2 +3 moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] > 0 and i % 2 == 0 -> r(s with { [i] = 0 })"),
         "0 2 stays: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] > 0 and 2 * i > len(s) -> r(s with { [i] = 0 })"),
         "0 2 stays: [0!/ 1!/]"},
        {BOARD("s: row, k: row, n",
               "move x(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 and n > 1 -> r(s with { [i] = 0 }, k, n)"),
         "0 2 moves: [0!/ 1!/]"},
        {BOARD("n, k: row, s: row",
               "move x(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 and k[i] < n -> r(n, k, s "
               "with { [i] = 0 })"),
         "0 2 stays: [0!/ 1!/]"},
        {BOARD("g: grid", "move x(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] > 0 and g[i + 1, j] > 0 -> r(g "
                          "with { [i, j] = 0, [i + 1, j] = 0 })"),
         "0 upside back moves: [0,0!/ 1,0!/]"},
        {BOARD("g: grid", "move x(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 0 and g[i, j + 1] == 0 -> r(g "
                          "with { [i, j] = 1, [i, j + 1] = 1 }) "
                          "move y(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 0 and g[i + 1, j] == 0 -> r(g "
                          "with { [i, j] = 1, [i + 1, j] = 1 })"),
         "1 2 upside back turned moves: [0,0!/ 0,1!/] [0,0!/ 1,0!/]"},
        {BOARD("g: grid", "move x(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i, j + 1] == 1 -> r(g "
                          "with { [i, j] = 0 }) "
                          "move y(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1 -> r(g "
                          "with { [i, j] = 0 })"),
         "0 2 turned moves: [0,0!/ 0,1!/] [0,0!/ 1,0!/]"},
        {BOARD("g: grid", "move x(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i, j + 1] == 1 -> r(g "
                          "with { [i, j] = 0 })"),
         "0 2 upside moves: [0,0!/ 0,1!/]"},
        /* numbers beside the board */
        {BESIDE("true", "t in 1..n", "n - t"), "0 2 back beside n moves: [0!/ 1!/]"},
        {BESIDE("true", "t in 1..3) where (t <= n", "n - t"), "0 2 back beside n moves: [0!/ 1!/]"},
        {BOARD("on: bool, s: row, a, b, k", "move x(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == k -> r(on, s "
                                            "with { [i] = 0, [i + 1] = 0 }, a, "
                                            "b, k) "
                                            "move y(t in 1..min(a, b)) -> r(on, s, a - t, b - t, k) move z where on "
                                            "and k > 1 -> r(false, s, a, b, k)"),
         "0 +1 beside on beside a beside b moves: [0!/ 1/]"},
        /* the mirror of one move is another one */
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 0 }) "
              "move y(i in 1..len(s)) where s[i] == 1 and s[i - 1] == 1 -> r(s with { [i] = 0 })"),
         "0 2 back moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 0 }) "
              "move y(i in 1..len(s)) where s[i] == 1 and s[i - 1] == 2 -> r(s with { [i] = 0 })"),
         "0 2 moves: [0!/ 1!/] [0!/ -1!/]"},
        {PINS("(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 and i > 2 and i < len(s) - 2 -> r(s with { [i] = "
              "0, "
              "[i + 1] = 0 })"),
         "0 2 +4 back moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 and i > 2 -> r(s with { [i] = 0, [i + 1] = 0 })"),
         "0 2 +3 moves: [0!/ 1!/]"},
        {PINS("(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 2 -> r(s with { [i] = 0, [i + 1] = 0 })"),
         "0 moves: [0!/ 1!/]"},
        {BOARD("s: row, k: row",
               "move x(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 and k[i] + k[i + 1] > 0 -> "
               "r(s with { [i] = 0, [i + 1] = 0 }, k)"),
         "0 2 stays: [0!/ 1!/]"},
    };
    check_boards(cases, sizeof cases / sizeof *cases);
}

CLAIM(boards_that_may_not_fall_apart_stay_whole)
{
    static const struct parts_case cases[] = {
        /* the row as a whole */
        {PINS("(i in 1..len(s)) where s[i] == 1 and sum(s) > 2 -> r(s with { [i] = 0 })"), ""},
        {PINS("(i in 1..len(s)) where s[i] == max(s) and s[i] > 0 -> r(s with { [i] = 0 })"), ""},
        {PINS("(i in 1..len(s)) where s[i] > 0 and any(x == 2 for x in s) -> r(s with { [i] = 0 })"), ""},
        /* neighbours come together */
        {PINS("(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> r(sort(s with { [i] = 0, [i + 1] = 0 }))"),
         ""},
        {PINS("(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> r([s[j] for j in 1..len(s) where j != i])"),
         ""},
        /* places that no distance holds together: the ends, a circle, anywhere, twice as far */
        {PINS("(i in 2..len(s)) where s[i] == 1 and s[1] == 1 -> r(s with { [i] = 0 })"), ""},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i % len(s) + 1] == 1 -> r(s with { [i] = 0 })"), ""},
        {PINS("(i in 1..len(s), j in 1..len(s)) where i < j and s[i] == 1 and s[j] == 1 -> r(s with { [i] = 0, [j] = 0 "
              "})"),
         ""},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[2 * i] == 1 -> r(s with { [i] = 0 })"), ""},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[s[i + 1]] == 1 -> r(s with { [i] = 0 })"), ""},
        /* more than 64 cases: each "not" is two */
        {PINS(
             "(i in 1..len(s)) where s[i] == 0 and s[i - 3] != 1 and s[i - 2] != 1 and s[i - 1] != 1 and s[i + 1] != 1 "
             "and s[i + 2] != 1 and s[i + 3] != 1 and s[i + 4] != 1 -> r(s with { [i] = 1 })"),
         ""},
        /* nothing is final: coins are turned, a cell of 0 is filled again */
        {PINS("(i in 2..len(s)) where s[i] == 1 -> r(s with { [i] = 0, [i - 1] = 1 - s[i - 1] })"), ""},
        {PINS("(i in 2..len(s), t in 1..s[i]) -> r(s with { [i] -= t, [i - 1] += t })"), ""},
        /* numbers beside the board that have to do with it, or that move where they are 0 */
        {BESIDE("n > 0", "t in 1..n", "n - t"), ""},
        {BESIDE("true", "t in 1..s[1]) where (t <= n", "n - t"), ""},
        {BESIDE("true", "t in 1..n) where (t < len(s)", "n - t"), ""},
        {BESIDE("true", "t in 1..2) where (n < 5", "n + t"), ""},
        {BESIDE("true", "t in 1..2", "n - t"), ""},
        /* another field changes */
        {BOARD("s: row, n",
               "move x(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 and n > 0 -> r(s with { [i] = 0 }, n "
               "- 1)"),
         ""},
        {BOARD("s: row, k: row",
               "move x(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 0 }, k) "
               "move y(i in 1..len(s)) where s[i] == 1 and k[i] == 1 and k[i + 1] == 1 -> r(s, k with { "
               "[i] = 0 })"),
         ""},
        /* the mover, other games, rules that may fail or that leave the board */
        {PINS("(i in 1..len(s)) where s[i] == mover and s[i + 1] > 0 -> r(s with { [i] = 0 })"), ""},
        {PINS("(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 0 }) + r([])"), ""},
        {PINS("(i in 1..len(s)) where s[i] == 1 and 6 / s[i + 1] > 1 -> r(s with { [i] = 0 })"), ""},
        {PINS("(i in 1..len(s)) where s[i] == 1 -> r(s with { [i] = 0, [i + 1] = 0 })"), ""},
        /* a move that may leave everything as it is */
        {PINS("(i in 1..len(s)) where s[i + 1] <= s[i] -> r(s with { [i] = 0 })"), ""},
        {"game r(s: row) where len(s) < 9 { move x(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] "
         "= 0 }) }",
         ""},
        {"game r(s: row) { loopy move x(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 0 }) }",
         ""},
        {BOARD("g: grid", "move x(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[j, i] == 1 -> r(g with { "
                          "[i, j] = 0 })"),
         ""},
        {BOARD("g: grid", "move x(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and g[i, j % cols(g) + 1] == 1 "
                          "-> r(g with { [i, j] = 0 })"),
         ""},
    };
    check_boards(cases, sizeof cases / sizeof *cases);
}

static bool finds_windows(void)
{
    struct checked file;
    checked_open(
        &file, "game r(s: row) { move x(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 -> r(s with { [i] = 0 }) }");
    bool done = file.st == ST_OK && parts_add(file.model, NULL) == ST_OK;
    if (done) assert_non_null(file.model->games[0].windows);
    checked_close(&file);
    return done;
}

static bool adds_parts(void)
{
    struct checked file;
    checked_open(&file, "game n(a, b) { move x(t in 1..a) -> n(a - t, b) move y(t in 1..b) -> n(a, b - t) }");
    bool done = file.st == ST_OK && parts_add(file.model, NULL) == ST_OK;
    if (done) assert_int_equal(file.model->game_count, 3);
    checked_close(&file);
    return done;
}

CLAIM(parts_survive_any_failed_allocation)
{
    assert_true(walk_failures(adds_parts) > 10);
    assert_true(walk_failures(finds_windows) > 10);
}

CLAIMS(IT(rows_without_ties_are_their_cells), IT(rows_with_ties_are_left_whole),
       IT(bags_and_rows_made_anew_are_their_cells), IT(bags_and_rows_made_anew_with_ties_are_left_whole),
       IT(grids_without_ties_are_their_cells), IT(cells_beside_fields_are_parts),
       IT(cells_that_count_their_places_are_parts), IT(cells_that_lose_their_places_or_look_elsewhere_are_left_whole),
       IT(invariants_over_single_parts_are_theirs), IT(fields_without_ties_are_their_groups),
       IT(fields_with_ties_are_left_whole), IT(boards_fall_apart_at_cells_that_never_change),
       IT(boards_that_may_not_fall_apart_stay_whole), IT(parts_survive_any_failed_allocation))
