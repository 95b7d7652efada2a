/* SPDX-License-Identifier: MIT */
/* Rules that fail somewhere are no other rules, however little is left of the failure in a normal form; and cells of rows that
 * are made may be negative. Verdicts are held against the options of small states. */
#include "claims.h"
#include <string.h>
#include "proof/normal/may_fail.h"
#include "rule_file.h"
#include "same_options.h"

/* ---- questions --------------------------------------------------------------------------------------------------- */
static void open_or_fail(struct rule_file *f, const char *text)
{
    rule_open(f, text);
    if (f->st != ST_OK) fail_msg("%s: %s", text, rule_message(f));
}

static bool found_same(struct rule_file *user, struct rule_file *ref)
{
    struct unification how;
    bool same = unify_games(user->model, user->model->main_game, user->params, ref->model, ref->model->main_game,
                            &how) == UNIFY_YES;
    const char *wrong =
        same && user->model->games[user->model->main_game].kind == GAME_RULES ? same_options(user, ref, &how) : NULL;
    if (wrong) fail_msg("%s", wrong);
    unification_free(&how);
    return same;
}

/* Either way. */
static void check_pair(const char *a, const char *b, bool same)
{
    struct rule_file user, ref;
    open_or_fail(&user, a);
    open_or_fail(&ref, b);
    if (found_same(&user, &ref) != same) fail_msg("%s should %sbe %s", a, same ? "" : "not ", b);
    if (found_same(&ref, &user) != same) fail_msg("%s should %sbe %s", b, same ? "" : "not ", a);
    rule_close(&user);
    rule_close(&ref);
}

static void check_movers(const char *text, bool idle)
{
    struct rule_file f;
    open_or_fail(&f, text);
    const char *differ = options_for_both(&f);
    if ((differ == NULL) != idle) fail_msg("%s: %s", text, differ);
    if ((unify_movers(f.model, f.model->main_game, f.params) == UNIFY_YES) != idle) fail_msg("%s", text);
    rule_close(&f);
}

static void may_fail(const char *text, bool may)
{
    struct rule_file f;
    open_or_fail(&f, text);
    struct normal_source source = {.model = f.model, .game = f.model->main_game, .params = f.params};
    if (normal_may_fail(&source) != may) fail_msg("%s: %s", may ? "may fail" : "never fails", text);
    rule_close(&f);
}

/* A move of Nim with a condition or two, where that may fail; and with one that never does. */
#define NIM "game g(n) { move take(t in 1..n) -> g(n - t) }"
#define NIM_WHERE(condition) "game g(n) { move take(t in 1..n) where " condition " -> g(n - t) }"
#define ROW "game g(s: row) { move take(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t }) }"
#define ROW_WHERE(condition)                                                                                           \
    "game g(s: row) { move take(i in 1..len(s), t in 1..s[i]) where " condition " -> g(s with { [i] -= t }) }"

/* ---- cells that are made ------------------------------------------------------------------------------------------ */
#define HEAP "game nim(n) { move take(t in 1..n) -> nim(n - t) } "
CLAIM(cells_that_are_made_may_be_negative)
{
    may_fail(NIM_WHERE("isqrt([n - 5][1]) >= 0"), true);
    may_fail(NIM_WHERE("xor([t, n - 5][2], 1) >= 0"), true);
    may_fail(NIM_WHERE("all(isqrt(x) >= 0 for x in [n - 5, t])"), true);
    may_fail(NIM_WHERE("all(isqrt(x) >= 0 for x in reverse([n - 5, t]))"), true);
    may_fail(NIM_WHERE("all(isqrt(x) >= 0 for x in [y - 3 for y in 1..2])"), true);
    may_fail("fn made(n) = [n - 5] game g(n) { move take(t in 1..n) where isqrt(made(n)[1]) >= 0 -> g(n - t) }", true);
    may_fail(ROW_WHERE("isqrt((s with { [i] -= 5 })[i]) >= 0"), true);
    may_fail(ROW_WHERE("isqrt((s with { [i] = t - 5 })[i]) >= 0"), true);
    may_fail(ROW_WHERE("isqrt([x - 1 for x in s][i]) >= 0"), true);
    may_fail("game g(n) { move take(t in 1..n) where len([n]) == 1 and 6 / ([n - 5][1] + 1) >= 0 -> g(n - t) }", true);
}
CLAIM(cells_of_the_state_and_what_is_made_of_them_are_not)
{
    may_fail(ROW_WHERE("isqrt(s[i]) >= 0 and isqrt(s[i + 1] + s[0]) >= 0"), false);
    may_fail(ROW_WHERE("all(isqrt(x) >= 0 for x in s) and all(isqrt(x) >= 0 for x in reverse(sort(s)))"), false);
    may_fail(ROW_WHERE("isqrt((s with { [i] += 5 })[i]) >= 0 and isqrt((s with { [i] = t })[i]) >= 0"), false);
    may_fail(ROW_WHERE("isqrt([x + 1 for x in s][i]) >= 0 and isqrt([t, 2, len(s)][i]) >= 0"), false);
    may_fail(ROW_WHERE("all(6 / x >= 0 for x in zeckendorf(t))"), false);
    may_fail("fn made(n) = [n, 1] game g(n) { move take(t in 1..n) where isqrt(made(n)[1]) >= 0 -> g(n - t) }", false);
}
CLAIM(a_condition_on_cells_that_are_made_says_something)
{
    check_pair(HEAP "game g(a, b) = sum(nim(x + 2) for x in [a - 1, b] where x >= 0)",
               HEAP "game g(a, b) = sum(nim(x + 2) for x in [a - 1, b])", false);
    check_pair(HEAP "game g(a, b) = sum(nim(x + 1) for x in reverse([a - 1, b]) where x >= 0)",
               HEAP "game g(a, b) = sum(nim(x + 1) for x in reverse([a - 1, b]))", false);
    check_pair(NIM_WHERE("count(x for x in [n - 5] where x >= 0) == 1"), NIM_WHERE("count(x for x in [n - 5]) == 1"),
               false);
    check_pair(ROW_WHERE("count(x for x in s where x >= 0) >= 2"), ROW_WHERE("count(x for x in s) >= 2"), true);
    check_pair(ROW_WHERE("count(x for x in sort(s) where x >= 0) >= 2"), ROW_WHERE("count(x for x in sort(s)) >= 2"),
               true);
    check_movers(
        HEAP "game g(n) { move m where n >= 1 -> sum(nim(x + 2) for x in [n - 5] where x >= 0 or mover == 1) }", false);
}
CLAIM(a_part_that_is_no_position_is_not_one_without_options)
{
    check_pair(HEAP "game g(a) = sum(nim(x) for x in [a - 1] where x >= 1)",
               HEAP "game g(a) = sum(nim(x) for x in [a - 1])", false);
    check_pair(HEAP "game g(s: row) = sum(nim(x) for x in s where x >= 1)",
               HEAP "game g(s: row) = sum(nim(x) for x in s)", true);
    check_pair("game h(n) { move take(t in 1..6 / n) where t <= n -> h(n - t) } game g(s: row) = sum(h(x) for x in s "
               "where x >= 1)",
               "game h(n) { move take(t in 1..6 / n) where t <= n -> h(n - t) } game g(s: row) = sum(h(x) for x in s)",
               false);
}

/* ---- updates -------------------------------------------------------------------------------------------------------- */
CLAIM(updates_outside_the_row_fail_where_they_are_not_compared)
{
    may_fail(ROW_WHERE("0 * (s with { [9] = 0 })[1] == 0"), true);
    may_fail("game g(n, s: row) { move take(t in 1..n) -> g(n - t + 0 * (s with { [9] = 0 })[1], s) }", true);
    may_fail("game g(n, s: row) { move take(t in 1..n) -> ((s with { [9] = 0 })[1] >= 0 ? g(n - t, s) : g(n - t, s)) }",
             true);
    may_fail("game g(a: row, b: row) { move m(i in 1..len(a), t in 1..a[i]) where 0 * (b with { [i] = 0 })[1] == 0 "
             "-> g(a with { [i] -= t }, b) }",
             true);
    may_fail("fn first(x, y) = x game g(n, s: row) { move take(t in 1..n) -> g(n - t, first(s, s with { [9] = 0 })) }",
             true);
    may_fail("fn one(n, x, y) = n == 2 ? x : y "
             "game g(n, s: row) { move take(t in 1..n) -> g(n - t, one(n, s, s with { [9] = 0 })) }",
             true);
    check_pair("game g(n, s: row) { move take(t in 1..n) -> g(n - t + 0 * (s with { [2] = 0 })[1], s) }",
               "game g(n, s: row) { move take(t in 1..n) -> g(n - t, s) }", false);
}
CLAIM(updates_that_are_compared_are_not_asked)
{
    may_fail("game g(n, s: row) { move take(t in 1..n) -> g(n - t, s with { [9] = 0 }) }", false);
    may_fail("fn clear(s, i) = s with { [i] = 0 } game g(n, s: row) { move take(t in 1..n) -> g(n - t, clear(clear(s, "
             "1), 2)) }",
             false);
    may_fail("game g(n, s: row) { move take(t in 1..n) -> g(n - t, s with { [9] = 6 / (n - 5) }) }", true);
    may_fail(ROW_WHERE("(s with { [i] = 0 })[i] == 0"), false);
    check_pair("game g(n, s: row) { move take(t in 1..n) -> g(n - t, s with { [2] = 0 }) }",
               "game g(n, s: row) { move take(t in 1..n) -> g(n - t, s with { [2] = t - t }) }", true);
}

/* ---- elsewhere ------------------------------------------------------------------------------------------------------ */
CLAIM(neither_side_may_fail)
{
    check_pair(NIM_WHERE("0 * (1 / (n - 5)) == 0"), NIM, false);
    check_pair(NIM_WHERE("0 * isqrt(n - 5) == 0"), NIM, false);
    check_pair(NIM_WHERE("n >= 0 * min(x for x in 2..n)"), NIM, false);
    check_pair(NIM_WHERE("0 * (1 / (n + 5)) == 0"), NIM, true);
}
CLAIM(a_start_fails_where_its_result_does)
{
    may_fail("game g(n) { start(a, b) -> g(a + 0 * (1 / (b - 3)))  move take(t in 1..n) -> g(n - t, t) }", true);
    may_fail("game g(n) { start(a, b) -> g(a + 0 * (1 / (b + 3)))  move take(t in 1..n) -> g(n - t, t) }", false);
}
CLAIM(who_moves_changes_nothing_only_where_both_fail)
{
    check_movers(NIM_WHERE("mover == 1 or 0 * (1 / (n - 5)) == 0"), false);
    check_movers(NIM_WHERE("mover == 1 or 0 * (1 / (n + 5)) == 0"), true);
    check_movers("game g(n) { move a(t in 1..n) where 0 * (1 / (n - 5)) == 0 -> g(n - t) "
                 "move b where n >= 1 and (mover == 1 or mover == 2) -> g(n - 1) }",
                 true);
}

CLAIMS(IT(cells_that_are_made_may_be_negative), IT(cells_of_the_state_and_what_is_made_of_them_are_not),
       IT(a_condition_on_cells_that_are_made_says_something), IT(a_part_that_is_no_position_is_not_one_without_options),
       IT(updates_outside_the_row_fail_where_they_are_not_compared), IT(updates_that_are_compared_are_not_asked),
       IT(neither_side_may_fail), IT(a_start_fails_where_its_result_does),
       IT(who_moves_changes_nothing_only_where_both_fail))
