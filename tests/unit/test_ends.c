/* SPDX-License-Identifier: MIT */
/* Boards on which play is proved to end (play/options/ends.h), by rules of which nothing is known for all sizes: what is offered for
 * them, and what must not be. tests/mbt/ends.c has random rules and all states of a board. */
#include <string.h>
#include "claims.h"
#include "play/options/ends.h"
#include "runtime_case.h"

#define GRID(moves) "game b(g: grid) { start(r, c) -> b(grid(r, c, 1)) " moves " }"
#define ROW(moves) "game b(s: row) { " moves " }"
#define NEAR "i in 1..rows(g), j in 1..cols(g), k in 1..rows(g), l in 1..cols(g)) where abs(i - k) + abs(j - l) == 1"
#define CLOBBER                                                                                                        \
    "game b(g: grid) { move hit(" NEAR                                                                                 \
    " and g[i, j] > 0 and g[k, l] == 3 - g[i, j] -> b(g with { [k, l] = g[i, j], [i, j] = 0 }) }"

static const struct {
    const char *rule, *term;
    bool ends;
} boards[] = {
    {CLOBBER, "b([[1, 2, 1], [2, 1, 2]])", true},
    /* a stone moves to an empty cell, and may come back */
    {"game b(g: grid) { move go(" NEAR
     " and g[i, j] > 0 and g[k, l] == 0 -> b(g with { [k, l] = g[i, j], [i, j] = 0 }) }",
     "b([[1, 0], [0, 0]])", false},
    /* ... only to the right or downwards: the weights are those of places */
    {"game b(g: grid) { move go(" NEAR
     " and k + l > i + j and g[i, j] > 0 and g[k, l] == 0 -> b(g with { [k, l] = g[i, j], [i, j] = 0 }) }",
     "b([[1, 0, 2], [0, 0, 0]])", true},
    /* two cells are exchanged: the total stays */
    {ROW("move swap(i in 1..len(s) - 1) where s[i] != s[i + 1] -> b(s with { [i] = s[i + 1], [i + 1] = s[i] })"),
     "b([1, 2, 1])", false},
    /* one cell rises, another one falls, either way */
    {ROW("move up(i in 1..len(s) - 1) where s[i] == 0 and s[i + 1] == 1 -> b(s with { [i] = 1, [i + 1] = 0 }) "
         "move down(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 0 -> b(s with { [i] = 0, [i + 1] = 1 })"),
     "b([1, 0, 1])", false},
    {ROW("move press(i in 1..len(s) - 1) where s[i] == 1 -> b(s with { [i] = 0, [i + 1] = 1 - s[i + 1] }) "
         "move back(i in 2..len(s)) where s[i] == 1 -> b(s with { [i] = 0, [i - 1] = 1 - s[i - 1] })"),
     "b([1, 1, 1])", false},
    /* values in no order: 0, 2, 1, 3 */
    {ROW("move a(i in 1..len(s)) where s[i] == 0 -> b(s with { [i] = 2 }) "
         "move b(i in 1..len(s)) where s[i] == 2 and s[i + 1] != 2 -> b(s with { [i] = 1 }) "
         "move c(i in 1..len(s)) where s[i] == 1 and s[i + 1] != 1 -> b(s with { [i] = 3 })"),
     "b([0, 0, 0])", true},
    /* ... and 3 becomes 0 again */
    {ROW("move a(i in 1..len(s)) where s[i] == 0 -> b(s with { [i] = 2 }) "
         "move b(i in 1..len(s)) where s[i] == 2 and s[i + 1] != 2 -> b(s with { [i] = 0 })"),
     "b([0, 0, 0])", false},
    /* a cell that was not asked becomes heavy: three for one */
    {ROW("move a(i in 2..len(s) - 1) where s[i] == 2 -> b(s with { [i - 1] = 1, [i] = 0, [i + 1] = 1 }) "
         "move b(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 1 -> b(s with { [i] = 0, [i + 1] = 0 })"),
     "b([2, 0, 2, 0])", true},
    /* ... and makes the other one again */
    {ROW("move a(i in 2..len(s) - 1) where s[i] == 2 -> b(s with { [i - 1] = 1, [i] = 0, [i + 1] = 1 }) "
         "move b(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 0 -> b(s with { [i] = 0, [i + 1] = 2 })"),
     "b([2, 0, 2, 0])", false},
    /* each player has moves of his own; both are weighed */
    {"game b(g: grid) { move hit(" NEAR
     " and g[i, j] == mover and g[k, l] == 3 - mover -> b(g with { [k, l] = g[i, j], [i, j] = 0 }) }",
     "b([[1, 2, 1], [2, 1, 2]])", true},
    {ROW("move go(i in 1..len(s) - 1) where s[i] != s[i + 1] and s[i] == 2 - mover -> b(s with { [i] = s[i + 1], [i + "
         "1] = s[i] })"),
     "b([1, 0, 1])", false},
    /* no rule of a board: nothing is known */
    {"game b(n) { move go where n > 0 -> b(n == 1 ? 5 : n - 1) }", "b(3)", false},
};

CLAIM(boards_end_where_weights_fall)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct runtime_case c;
        case_open(&c, boards[i].rule);
        struct position p = case_position(&c, boards[i].term);
        bool again = false;
        for (int turn = 0; turn < 2; turn++) /* from the store the second time */
            again = ends_watched(c.env, p.components, p.count);
        if (again == boards[i].ends) print_error("%s %s\n", boards[i].rule, boards[i].term), wrong++;
        bool needed = c.env->traits->games[p.components[0].game].watched; /* else it is proved for all sizes */
        wrong += ends_proved(c.env, p.components[0].game) != (boards[i].ends && needed);
        case_close(&c);
    }
    assert_int_equal(wrong, 0);
}

/* What was proved of a board is said of no other one. */
CLAIM(what_is_proved_is_proved_of_that_board)
{
    static const char rule[] =
        "game b(s: row, n) {"
        " move a(i in 1..len(s), k in 1..len(s)) where abs(i - k) == 1 and s[i] == 1 and s[k] == 2"
        "  -> b(s with { [k] = 1, [i] = 0 }, n)"
        " move b(i in 1..len(s), k in 1..len(s)) where abs(i - k) == n and s[i] == 3 and s[k] == 0"
        "  -> b(s with { [i] = 0, [k] = 3 }, n) }";
    struct runtime_case c;
    case_open(&c, rule);
    static const struct {
        const char *term;
        bool watched;
    } asked[] = {{"b([1, 2, 1], 1)", false}, {"b([2, 1, 2], 1)", false}, {"b([0, 1, 2], 1)", false},
                 {"b([1, 2, 3], 5)", false}, {"b([1, 2, 3], 1)", true},  {"b([1, 2, 1, 0, 3], 1)", true}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct position p = case_position(&c, asked[i].term);
        bool watched = ends_watched(c.env, p.components, p.count);
        if (watched != asked[i].watched) print_error("%s\n", asked[i].term);
        assert_int_equal(watched, asked[i].watched);
    }
    struct position both = case_position(&c, "b([1, 2, 1], 1) + b([1, 2, 3], 1)");
    assert_true(ends_watched(c.env, both.components, both.count));
    case_close(&c);
}

/* More boards than are kept: those beyond are watched, and nothing that was found is lost. */
CLAIM(many_boards_are_watched)
{
    struct runtime_case c;
    size_t proved = 0;
    int64_t cells[3 + 2 * ENDS_BOARDS];
    case_open(&c, CLOBBER);
    for (int turn = 0; turn < 2; turn++)
        for (int64_t length = 1; length <= ENDS_BOARDS + 4; length++) {
            cells[0] = 1, cells[1] = length;
            for (int64_t i = 0; i < length; i++) cells[2 + i] = 1 + i % 2;
            struct component one = {0, (uint32_t)length + 2, cells};
            proved += !ends_watched(c.env, &one, 1);
        }
    assert_int_equal(proved, 2 * ENDS_BOARDS);
    case_close(&c);
}

/* A board that was too long elsewhere is watched, others of that game are looked at. */
CLAIM(a_board_that_was_too_long_is_watched)
{
    struct runtime_case c;
    case_open(&c, CLOBBER);
    struct position p = case_position(&c, "b([[1, 2], [2, 1]])"),
                    other = case_position(&c, "b([[1, 2, 1], [2, 1, 2]])");
    ends_too_long(c.env, &p.components[0]);
    assert_true(ends_watched(c.env, p.components, 1));
    assert_false(ends_watched(c.env, other.components, 1));
    case_close(&c);
}

static bool is_soon(const char *rule, const char *term, bool *watched)
{
    struct runtime_case c;
    case_open(&c, rule);
    struct position at = case_position(&c, term);
    bool soon = ends_soon(c.env, at.components);
    *watched = ends_watched(c.env, at.components, 1);
    assert_int_equal(ends_soon(c.env, at.components), true); /* now it is known */
    case_close(&c);
    return soon;
}

/* Few steps are enough for a small board, and to see that there is none; not where a row is built from sums of its places. */
CLAIM(what_takes_long_is_not_known_soon)
{
    static const char coins[] =
        ROW("move name(k in 2..len(s)) where s[k] == 0 -> b([s[j] == 1 or any(j - i * k >= 0 and (j == "
            "i * k or (j > i * k and s[j - i * k] == 1)) for i in 1..j / k) ? 1 : 0 for j in "
            "1..len(s)])");
    bool watched;
    assert_true(is_soon(coins, "b([0, 0, 0, 0])", &watched));
    assert_false(watched);
    assert_false(is_soon(coins, "b([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])", &watched));
    assert_true(is_soon(boards[1].rule, boards[1].term, &watched));
    assert_true(watched);
    assert_true(is_soon(ROW("move go(i in 1..len(s)) where s[i] > 0 -> b(s with { [i] = s[i] * 7 % 100003 - 1 })"),
                        "b([90001, 5, 70000, 12, 13])", &watched));
}

CLAIMS(IT(what_takes_long_is_not_known_soon), IT(boards_end_where_weights_fall),
       IT(what_is_proved_is_proved_of_that_board), IT(many_boards_are_watched),
       IT(a_board_that_was_too_long_is_watched))
