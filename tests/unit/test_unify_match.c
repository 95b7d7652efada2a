/* SPDX-License-Identifier: MIT */
/* Results are matched under a renaming of what they are made of, and what hides in an argument that is compared as a whole is
 * renamed with the rest. Each verdict is held against the options of small states. */
#include "claims.h"
#include <string.h>
#include "rule_file.h"
#include "same_options.h"

/* ---- questions --------------------------------------------------------------------------------------------------- */
static const char *open_or_fail(struct rule_file *f, const char *text)
{
    rule_open(f, text);
    if (f->st != ST_OK) fail_msg("%s: %s", text, rule_message(f));
    return text;
}

static void check_pair(const char *a, const char *b, bool same)
{
    struct rule_file user, ref;
    struct unification how;
    open_or_fail(&user, a);
    open_or_fail(&ref, b);
    bool found =
        unify_games(user.model, user.model->main_game, user.params, ref.model, ref.model->main_game, &how) == UNIFY_YES;
    if (found != same) fail_msg("%s should %sbe %s", a, same ? "" : "not ", b);
    const char *wrong = same ? same_options(&user, &ref, &how) : NULL;
    if (wrong) fail_msg("%s is not %s %s", a, b, wrong);
    unification_free(&how);
    rule_close(&user);
    rule_close(&ref);
}

static void check_symmetric(const char *text, bool is)
{
    struct rule_file f;
    open_or_fail(&f, text);
    assert_int_equal(symmetric_options(&f) == NULL, is);
    if ((unify_symmetric(f.model, f.model->main_game, f.params) == UNIFY_YES) != is) fail_msg("%s", text);
    rule_close(&f);
}

static void check_movers(const char *text, bool idle)
{
    struct rule_file f;
    open_or_fail(&f, text);
    assert_int_equal(options_for_both(&f) == NULL, idle);
    if ((unify_movers(f.model, f.model->main_game, f.params) == UNIFY_YES) != idle) fail_msg("%s", text);
    if ((unify_movers(f.model, f.model->main_game, NULL) == UNIFY_YES) != idle) fail_msg("at all parameters: %s", text);
    rule_close(&f);
}

/* ---- rows under rows ---------------------------------------------------------------------------------------------- */
#define FIVE "game g(p: row) where len(p) == 5 { move m(i in 1..2, j in 4..5) where p[i] + p[j] >= 1 -> "
#define CLEARED_BESIDE_I FIVE "g((p with { [i] = 0 }) with { [i + 1] = 0, [j] = 0 }) }"

CLAIM(a_row_under_updates_is_renamed_with_them)
{
    check_pair(FIVE "g((p with { [i] = 0 }) with { [j] = 0, [i + 1] = 0 }) }", CLEARED_BESIDE_I, true);
    check_pair("game g(p: row) where len(p) == 5 { move m(b in 4..5, a in 2..3) where p[b] + p[a - 1] >= 1 "
               "-> g((p with { [a - 1] = 0 }) with { [b] = 0, [a] = 0 }) }",
               CLEARED_BESIDE_I, true);
    check_pair(FIVE "g((p with { [j - 1] = 0 }) with { [j] = 0, [i + 1] = 0 }) }", CLEARED_BESIDE_I, false);
    check_pair(CLEARED_BESIDE_I, FIVE "g((p with { [j - 1] = 0 }) with { [j] = 0, [i + 1] = 0 }) }", false);
}
CLAIM(rows_two_deep_are_renamed)
{
    static const char same[] = FIVE "g(((p with { [i] = 0 }) with { [j] = 1 }) with { [j] = 0, [i] = 2 }) }";
    check_pair(same, FIVE "g(((p with { [i] = 0 }) with { [j] = 1 }) with { [i] = 2, [j] = 0 }) }", true);
    check_pair(same, FIVE "g(((p with { [j] = 0 }) with { [i] = 1 }) with { [i] = 2, [j] = 0 }) }", false);
    check_pair(same, FIVE "g(((p with { [i] = 0 }) with { [j] = 1 }) with { [i] = 0, [j] = 2 }) }", false);
}

/* ---- cells next to each other --------------------------------------------------------------------------------------- */
#define PINS "game g(s: row) { move m"
#define TWO_PINS PINS "(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> g(s with { [i] = 0, [i + 1] = 0 }) "

CLAIM(ranges_of_few_cells_are_read_cell_by_cell)
{
    static const char two[] = TWO_PINS "}";
    check_pair(TWO_PINS "}", two, true);
    check_pair(PINS "(i in 1..len(s) - 1) where all(s[j] == 1 for j in i..i + 1) -> g(s with { [i..i + 1] = 0 }) }",
               two, true);
    check_pair(PINS "(i in 1..len(s) - 1) where not any(s[j] != 1 for j in i..i + 1) "
                    "-> g([(j in i..i + 1 ? 0 : s[j]) for j in 1..len(s)]) }",
               two, true);
    check_pair(PINS "(k in 2..len(s)) where all(s[j + k] == 1 for j in -1..0) "
                    "-> g([(k - 1 <= j and j <= k ? 0 : s[j]) for j in 1..len(s)]) }",
               two, true);
    check_pair(PINS "(i in 1..len(s) - 1) where all(s[j] == 1 for j in i..i + 1) -> g(s with { [i..i] = 0 }) }", two,
               false);
    check_pair(PINS "(i in 1..len(s) - 1) where all(s[j] == 1 for j in i..i + 2) -> g(s with { [i..i + 1] = 0 }) }",
               two, false);
    check_pair(PINS "(i in 1..len(s) - 1) where any(s[j] == 1 for j in i..i + 1) -> g(s with { [i..i + 1] = 0 }) }",
               two, false);
    check_pair(PINS "(i in 1..len(s) - 1) where all(s[j] == 1 for j in i..i + 1) "
                    "-> g([(j in i..i + 2 ? 0 : s[j]) for j in 1..len(s)]) }",
               two, false);
}
CLAIM(numbers_that_count_cells_are_looked_at_one_by_one)
{
    static const char both[] = TWO_PINS "move n(i in 1..len(s)) where s[i] == 1 -> g(s with { [i] = 0 }) }";
    check_pair(PINS "(i in 1..len(s), w in 1..2) where i + w <= len(s) + 1 and all(s[j] == 1 for j in i..i + w - 1) "
                    "-> g(s with { [i..i + w - 1] = 0 }) }",
               both, true);
    check_pair(PINS "(i in 1..len(s), w in 0..1) where i + w <= len(s) and all(s[j] == 1 for j in i..i + w) "
                    "-> g([(j in i..i + w ? 0 : s[j]) for j in 1..len(s)]) }",
               both, true);
    check_pair(PINS "(i in 1..len(s), w in 1..3) where i + w <= len(s) + 1 and all(s[j] == 1 for j in i..i + w - 1) "
                    "-> g(s with { [i..i + w - 1] = 0 }) }",
               both, false);
    check_pair(PINS "(w in 1..2, i in 1..len(s)) where i + w <= len(s) + 1 and all(s[j] == 1 for j in i..i + w - 1) "
                    "-> g(s with { [i..i] = 0 }) }",
               both, false);
}

/* ---- components and fields ----------------------------------------------------------------------------------------- */
#define TWO "game g(n, s: row) { move m(t in 1..min(2, n), u in 1..min(2, n)) -> "

CLAIM(components_are_renamed_with_what_hides_in_them)
{
    static const char rule[] = TWO "g(n - t, reverse([t, 1])) + g(n - u, reverse([u, 2])) }";
    check_pair(TWO "g(n - u, reverse([u, 2])) + g(n - t, reverse([t, 1])) }", rule, true);
    check_pair(TWO "g(n - u, reverse([u, 1])) + g(n - t, reverse([t, 2])) }", rule, true);
    check_pair(TWO "g(n - t, reverse([u, 2])) + g(n - u, reverse([t, 1])) }", rule, false);
    check_pair(TWO "g(n - t, reverse([u, 1])) + g(n - u, reverse([t, 2])) }", rule, false);
    check_pair(TWO "g(n - t, reverse([t, 1])) + g(n - u, reverse([t, 2])) }", rule, false);
}
CLAIM(conditions_inside_an_argument_are_renamed)
{
    static const char rule[] = TWO "g(n - t, (t < u ? s : reverse(s))) + g(n - u, s) }";
    check_pair(TWO "g(n - u, s) + g(n - t, (u > t ? s : reverse(s))) }", rule, true);
    check_pair(TWO "g(n - u, s) + g(n - t, (t > u ? s : reverse(s))) }", rule, false);
}
CLAIM(sums_of_unknown_length_are_renamed)
{
    static const char rule[] =
        "game g(a, b) { move m(t in 1..a, u in 1..b) -> g(a - t, b - u) + sum(g(k, t) for k in 0..u - 1) }";
    check_pair("game g(b, a) { move m(u in 1..b, t in 1..a) -> sum(g(t, k) for k in 0..u - 1) + g(b - u, a - t) }",
               rule, true);
    check_pair("game g(a, b) { move m(t in 1..a, u in 1..b) -> g(a - t, b - u) + sum(g(k, u) for k in 0..t - 1) }",
               rule, false);
    check_pair("game g(b, a) { move m(u in 1..b, t in 1..a) -> sum(g(k, t) for k in 0..u - 1) + g(b - u, a - t) }",
               rule, false);
}

/* ---- symmetric ------------------------------------------------------------------------------------------------------ */
CLAIM(fields_hidden_in_a_sum_are_exchanged_as_well)
{
    check_symmetric(
        "game g(a, b) { move m(t in 1..a, u in 1..b) -> g(a - t, b - u) + sum(g(a - t, a - t) for k in 1..1) }", false);
    check_symmetric(
        "game g(a, b) { move m(t in 1..a, u in 1..b) -> g(a - t, b - u) + sum(g(a - t, b - u) for k in 1..1) }", true);
    check_symmetric(
        "game g(a, b) { move m(t in 1..a, u in 1..b) -> g(a - t, b - u) + sum(g(a - t, a - t) for k in 1..1) "
        "+ sum(g(b - u, b - u) for k in 1..1) }",
        true);
    check_symmetric("game g(a, b) { move m(t in 1..a, u in 1..b) -> g(a - t, b - u) + sum(g(k, a) for k in 0..b - 1) }",
                    false);
}

/* ---- mover ---------------------------------------------------------------------------------------------------------- */
CLAIM(players_who_exchange_what_hides_have_other_moves)
{
    check_movers(TWO "mover == 1 ? g(n - t, reverse([t, 1])) + g(n - u, reverse([u, 2])) "
                     ": g(n - t, reverse([u, 2])) + g(n - u, reverse([t, 1])) }",
                 false);
    check_movers(TWO "mover == 1 ? g(n - t, reverse([t, 1])) + g(n - u, reverse([u, 2])) "
                     ": g(n - u, reverse([u, 1])) + g(n - t, reverse([t, 2])) }",
                 true);
    check_movers(FIVE "mover == 1 ? g((p with { [i] = 0 }) with { [i + 1] = 0, [j] = 0 }) "
                      ": g((p with { [j - 1] = 0 }) with { [j] = 0, [i + 1] = 0 }) }",
                 false);
}

CLAIMS(IT(a_row_under_updates_is_renamed_with_them), IT(rows_two_deep_are_renamed),
       IT(ranges_of_few_cells_are_read_cell_by_cell), IT(numbers_that_count_cells_are_looked_at_one_by_one),
       IT(components_are_renamed_with_what_hides_in_them), IT(conditions_inside_an_argument_are_renamed),
       IT(sums_of_unknown_length_are_renamed), IT(fields_hidden_in_a_sum_are_exchanged_as_well),
       IT(players_who_exchange_what_hides_have_other_moves))
