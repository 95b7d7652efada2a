/* SPDX-License-Identifier: MIT */
/* Rows of a length that no move changes, answered as fields, against the search of the rule as it is written. */
#include <stdio.h>
#include <string.h>
#include "claims.h"
#include "base/hash.h"
#include "runtime_case.h"

static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

static void add_move(struct text *rule, int number)
{
    const char *when = PICK("true", "true", "t % 2 == 1", "(t + p[i]) % 3 != 0", "p[1] <= p[2]", "t <= p[len(p)] + 1",
                            "i != 2", "gcd(t, p[i]) == 1", "sum(x for x in p) > 2", "any(p[k] == t for k in 1..len(p))",
                            "max(p[1], p[2]) > t", "count(x == 0 for x in p) < 2", "all(x > 0 for x in p)");
    text_add(rule, "move m%d(i in 1..len(p)", number);
    switch (below(7)) {
    case 0: text_add(rule, ", t in 1..p[i]) where %s -> g(p with { [i] -= t }) ", when); break;
    case 6: /* of the pairs of cells some are none of the move's */
        text_add(
            rule, ", j in 1..len(p), t in 1..p[i]) where %s and %s and t <= p[j] -> g(p with { [i] -= t, [j] -= t }) ",
            PICK("i < j", "i != j", "abs(i - j) == 1", "not (i == j)", "(i < j or j < i)", "odd(i + j)",
                 "i != j and (i + j in {3, 5} or t == 2)", "(i == 1 and j == 2)", "j == i % len(p) + 1 and i != j"),
            when);
        break;
    case 1:
        text_add(rule, ", j in i + 1..len(p), t in 1..min(p[i], p[j])) where %s -> g(p with { [i] -= t, [j] -= t }) ",
                 when);
        break;
    case 2:
        text_add(rule, ", t in 1..p[i]) where %s and i < len(p) -> g(p with { [i] -= t, [i + 1] = min(p[i + 1], t) }) ",
                 when);
        break;
    case 3: text_add(rule, ", t in 0..p[i] - 1) where %s -> g([k == i ? t : p[k] for k in 1..len(p)]) ", when); break;
    case 4:
        text_add(rule, ", t in 1..p[i]) where %s -> g([k >= i ? min(p[k], t - 1) : p[k] for k in 1..len(p)]) ", when);
        break;
    default: text_add(rule, ", t in 1..p[i] / 2) where %s -> g(reverse(p with { [i] -= t })) ", when);
    }
}

/* "P", "N", or what else the solver says. */
static char outcome_of(const char *rule, const char *solver, const char *term, enum play play)
{
    struct runtime_case c;
    case_open(&c, rule);
    c.env->terms.only = solver;
    char outcome = *case_outcome(&c, term, play, 0);
    case_close(&c);
    return outcome;
}

/* -1: it was not offered. */
static int64_t value_of(const char *rule, const char *solver, const char *term)
{
    struct runtime_case c;
    case_open(&c, rule);
    struct position p = case_position(&c, term);
    int64_t value = case_value_by(&c, solver, p.components, p.count);
    case_close(&c);
    return value;
}

/* Does `fields` answer, as the rule as written does? */
static bool is_compared(const char *rule, const char *term)
{
    int64_t value = value_of(rule, "fields", term), all = value_of(rule, "hashed", term);
    if (value >= 0 && value != all) fail_msg("%s %s: %d, not %d", rule, term, (int)value, (int)all);
    return value >= 0;
}

CLAIM(values_are_those_of_the_rule_as_written)
{
    size_t compared = 0;
    for (uint64_t round = 1; round <= 60; round++) {
        seed = round * 0x9e3779b97f4a7c15;
        struct text rule = {0}, term = {0};
        size_t length = 1 + (size_t)below(3);
        text_add(&rule, "game g(p: row)%s { ", below(2) ? "" : " where len(p) >= 1");
        for (int64_t i = 0, moves = 1 + below(3); i < moves; i++) add_move(&rule, (int)i);
        text_puts(&rule, "}");
        for (size_t i = 0; i < length; i++) text_add(&term, "%s%d", i ? ", " : "g([", (int)below(length < 3 ? 9 : 6));
        text_puts(&term, "])");
        compared += is_compared(text_c(&rule), text_c(&term));
        text_free(&rule);
        text_free(&term);
    }
    assert_true(compared >= 40);
}

/* ---- rows beside numbers, and fields in another order ---------------------------------------------------------------- */
/* A position of fields in this order; `p` and `l` are what its row and its number become. */
static void add_result(struct text *rule, const char *order, const char *p, const char *l)
{
    text_puts(rule, "-> g(");
    for (const char *at = order; *at; at++)
        text_add(rule, "%s%s", at > order ? ", " : "", *at == 'p' ? p : *at == 'l' ? l : "k");
    text_puts(rule, ") ");
}

static void add_mixed_move(struct text *rule, const char *order, int number)
{
    text_add(rule, "move m%d", number);
    if (below(4) == 0) {
        text_add(rule, "(t in 1..l) where %s ", PICK("true", "t % 2 == 1", "p[1] >= t", "sum(x for x in p) % 3 != 0"));
        add_result(rule, order, "p", "l - t");
        return;
    }
    text_add(rule, "(i in 1..len(p), t in 1..p[i]) where %s ",
             PICK("true", "t != l", "gcd(t, l) == 1", "t <= l + 1", "p[i] > k", "p[1] <= p[len(p)]", "i != l % 3"));
    add_result(rule, order,
               PICK("p with { [i] -= t }", "[j == i ? p[j] - t : p[j] for j in 1..len(p)]", "p with { [i] = t - 1 }"),
               PICK("t", "l", "min(l, t)", "t / 2", "i", "l / 2"));
}

CLAIM(rows_beside_numbers_have_the_values_of_the_rule_as_written)
{
    size_t compared = 0;
    for (uint64_t round = 1; round <= 40; round++) {
        seed = round * 0xd1342543de82ef95;
        struct text rule = {0}, term = {0};
        const char *order = PICK("pl", "lp", "lkp", "kpl", "plk", "lpk"), *comma = "";
        size_t length = 1 + (size_t)below(2);
        text_puts(&rule, "game g(");
        text_puts(&term, "g(");
        for (const char *at = order; *at; at++, comma = ", ") {
            text_add(&rule, "%s%c%s", comma, *at, *at == 'p' ? ": row" : "");
            if (*at != 'p') text_add(&term, "%s%d", comma, (int)below(7));
            for (size_t i = 0; *at == 'p' && i < length; i++)
                text_add(&term, "%s%d", i ? ", " : *comma ? ", [" : "[", (int)below(8));
            if (*at == 'p') text_puts(&term, "]");
        }
        text_add(&rule, ") where %s { ", PICK("true", "len(p) >= 1"));
        if (!strchr(order, 'k')) text_puts(&rule, "param k = 2 ");
        for (int64_t i = 0, moves = 1 + below(3); i < moves; i++) add_mixed_move(&rule, order, (int)i);
        text_puts(&rule, "}");
        text_puts(&term, ")");
        compared += is_compared(text_c(&rule), text_c(&term));
        text_free(&rule);
        text_free(&term);
    }
    assert_true(compared >= 25);
}

/* The number that falls first stands last or in the middle. */
CLAIM(fields_in_another_order_have_the_values_of_the_rule_as_written)
{
    static const struct {
        const char *rule, *term;
    } cases[] = {
        {"game g(l, n) { move m(t in 1..n) where t != l -> g(t, n - t) }", "g(2, 17)"},
        {"game g(l, n) where l <= 40 { move m(t in 1..n) where gcd(t, l) == 1 -> g(2 * t, n - t) }", "g(6, 17)"},
        {"game g(l, n, k) { move m(t in 1..n) where t != l -> g(t, n - t, k) move d(t in 1..k) -> g(l + t, n, k - t) }",
         "g(1, 6, 5)"},
        {"game g(a, b, c) { move m(t in 1..c) where t % 3 != a % 3 -> g(b + t, a, c - t) }", "g(3, 2, 9)"},
    };
    static const char *const exchanged[] = {
        "game g(a, b) { move l(t in 1..a) -> g(b, a - t) move z(t in 1..min(a, b)) where t != 2 -> g(b - t, a - t) }",
        "game g(a, b) { move l(t in 1..a) where t % 3 != b % 2 -> g(b, a - t) move r(t in 1..b) -> g(a, b - t) }",
        "game g(a, b) { move l(t in 1..a) where gcd(t, b) == 1 -> g(b + t / 2, a - t) }",
        "game g(p: row) where len(p) == 2 { move l(t in 1..p[1]) where t != 3 -> g([p[2], p[1] - t]) }",
        "game g(a, b) { move l(t in 0..a - 1) -> g(t, a - 1 - t) move r(t in 0..b - 1) where t % 2 == 0 -> g(t, b - 1 "
        "- t) }",
        "game g(a, b) { move l(t in 1..a) -> g(a - t, b + t / 2) move r(t in 1..b) -> g(a, b - t) }",
        "game g(a, b) { move l(t in 1..a) where t != 2 -> g(a - t, b + 1) move r(t in 1..b) where t <= a + 1 -> g(a, b "
        "- t) }",
        "game g(a, b) { move l(t in 1..b) -> g(a + t, b - t) move r(t in 1..a) where t % 3 != 0 -> g(a - t, b) }",
        "game g(a, b) where b >= 1 { move l(t in 1..a) -> g(a - t, t) move r(t in 1..b - 1) where t != 3 -> g(t, b - "
        "t) }",
    };
    size_t outcomes = 0;
    for (size_t i = 0; i < sizeof exchanged / sizeof *exchanged; i++)
        for (int a = 0; a < 12; a += 3)
            for (int b = 1; b < 12; b += 2) {
                char term[40];
                (void)snprintf(term, sizeof term, i == 3 ? "g([%d, %d])" : "g(%d, %d)", a, b);
                int64_t value = value_of(exchanged[i], "fields", term), all = value_of(exchanged[i], "hashed", term);
                if (value != all) fail_msg("%s %s: %d, not %d", exchanged[i], term, (int)value, (int)all);
                char misere = outcome_of(exchanged[i], "fields", term, PLAY_MISERE);
                if (misere != 'P' && misere != 'N') continue; /* no way of this size answers that */
                if (misere != outcome_of(exchanged[i], "wholesum", term, PLAY_MISERE))
                    fail_msg("%s %s: not %c in misere play", exchanged[i], term, misere);
                outcomes++;
            }
    assert_true(outcomes >= 150);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(value_of(cases[i].rule, "fields", cases[i].term),
                         value_of(cases[i].rule, "hashed", cases[i].term));
    assert_int_equal(value_of("game g(n, l) { move m(t in 1..n) where t != l -> g(n - t, t) }", "fields", "g(9, 2)"),
                     -1);
}

/* A number or row that no move changes may stand anywhere, and bound what is taken, divide, or say what is allowed. */
CLAIM(numbers_that_no_move_changes_are_a_part_of_the_rule)
{
    size_t compared = 0;
    for (uint64_t round = 1; round <= 40; round++) {
        seed = round * 0xa0761d6478bd642f;
        struct text rule = {0}, term = {0};
        const char *order = PICK("nc", "cn", "nmc", "cnm", "ncm"), *comma = "";
        bool row = below(3) == 0, two = strchr(order, 'm') != NULL;
        text_puts(&rule, "game g(");
        text_puts(&term, "g(");
        for (const char *at = order; *at; at++, comma = ", ") {
            text_add(&rule, "%s%c%s", comma, *at, *at == 'c' && row ? ": row" : "");
            if (*at == 'c' && row) text_add(&term, "%s[%d, %d]", comma, (int)below(5), 1 + (int)below(4));
            else text_add(&term, "%s%d", comma, (int)below(*at == 'c' ? 5 : two ? 9 : 30));
        }
        text_puts(&rule, ") { ");
        text_puts(&term, ")");
        const char *c = row ? PICK("c[1]", "c[2]", "sum(x for x in c)") : "c";
        for (int i = 0, moves = 1 + (int)below(3); i < moves; i++) {
            const char *from = two && below(2) ? "m" : "n", *both = two ? PICK("", "b") : "";
            text_add(&rule, "move m%d(t in 1..%s) where %s ", i, *both ? "min(n, m)" : from,
                     PICK("true", "t % 3 != 1", "n >= 2 * t", "odd(n + t)"));
            switch (below(4)) {
            case 0: text_add(&rule, "and t <= %s ", c); break;
            case 1: text_add(&rule, "and %s > 0 and t %% %s == 0 ", c, c); break;
            case 2: text_add(&rule, "and %s * t <= n + 1 ", c); break;
            default: text_add(&rule, "and t != %s ", c);
            }
            text_puts(&rule, "-> g(");
            for (const char *at = order; *at; at++)
                text_add(&rule, "%s%c%s", at > order ? ", " : "", *at,
                         *at != 'c' && (*both || *at == *from) ? " - t" : "");
            text_puts(&rule, ") ");
        }
        text_puts(&rule, "}");
        compared += is_compared(text_c(&rule), text_c(&term));
        text_free(&rule);
        text_free(&term);
    }
    assert_true(compared >= 30);
    static const char bash[] = "game b(m, n) { move take(t in 1..n) where t <= m -> b(m, n - t) }";
    assert_int_equal(value_of(bash, "fields", "b(6, 100000)"), 100000 % 7);
    static const char moved[] = "game b(n, m) { move x(t in 1..n) where t <= m -> b(n - t, t == 3 ? m + 1 : m) }";
    assert_int_equal(value_of(moved, "fields", "b(20, 5)"), value_of(moved, "hashed", "b(20, 5)"));
}

/* ---- what holds of the first move alone ------------------------------------------------------------------------------ */
/* A game of n and l, with a flag f or without: what may be taken first, and later. How l is left may be 0 or not. */
static void add_first_rule(struct text *rule, const char *order)
{
    bool flag = strchr(order, 'f') != NULL, truth = flag && below(2);
    const char *first = !flag   ? PICK("l == 0", "l < 1", "not (l > 0)", "2 * l == 0")
                        : truth ? "f"
                                : PICK("f == 1", "f > 0", "f != 0");
    const char *also = PICK("t < n", "true", "t % 3 != 0", "2 * t <= n");
    const char *later = PICK("t <= 2 * l", "t != l", "t <= l * l", "gcd(t, l) == 1", "t <= l + 1", "(t + l) % 3 != 0",
                             "t <= max(l, 3)", "t * t <= n + l");
    const char *left =
        PICK("t", "t", "t + 1", "2 * t", "min(t, 5)", "max(1, n - t)", "n - t", "t / 2", "t % 2 + 1", "l");
    text_puts(rule, "game g(");
    for (const char *at = order; *at; at++)
        text_add(rule, "%s%c%s", at > order ? ", " : "", *at, *at == 'f' && truth ? ": bool" : "");
    text_puts(rule, ") { move take(t in 1..n) ");
    size_t cut = 0;
    switch (below(3)) {
    case 0: text_add(rule, "where (%s and %s) or (not (%s) and %s) ", first, also, first, later); break;
    case 1: text_add(rule, "where %s ? %s : %s ", first, also, later); break;
    default: text_add(rule, "where %s and %s ", first, also), cut = 1;
    }
    for (size_t k = 0; k <= cut; k++) {
        if (k)
            text_add(rule, "move more(t in 1..(%s ? 0 : min(n, %s))) where %s ", first, PICK("l + 2", "n", "9"), later);
        text_puts(rule, "-> g(");
        for (const char *at = order; *at; at++)
            text_add(rule, "%s%s", at > order ? ", " : "",
                     *at == 'n'   ? "n - t"
                     : *at == 'l' ? left
                     : truth      ? "false"
                                  : "0");
        text_puts(rule, ") ");
    }
    text_puts(rule, "}");
}

/* In misere play, nothing else asked; '?': nobody says. */
static char misere_by(const char *rule, const char *solver, const char *term)
{
    struct runtime_case c;
    case_open(&c, rule);
    struct position p = case_position(&c, term);
    struct ask ask = {.what = Q_OUTCOME, .play = PLAY_MISERE, .positions = &p, .count = 1, .yields = true};
    struct result result = {0};
    c.env->terms.only = solver;
    bool known = plan_answer(c.env, &ask, &c.arena, &result) == ST_OK;
    char outcome = !known ? '?' : result.outcomes[0] == OUTCOME_P ? 'P' : 'N';
    case_close(&c);
    return outcome;
}

CLAIM(what_holds_of_the_first_move_alone_is_left_out)
{
    size_t fields = 0, openings = 0, misere = 0;
    for (uint64_t round = 1; round <= 80; round++) {
        seed = round * 0x9fb21c651e98df25;
        struct text rule = {0};
        const char *order = PICK("nl", "ln", "nlf", "fnl", "lfn");
        add_first_rule(&rule, order);
        bool truth = strstr(text_c(&rule), ": bool") != NULL;
        for (int l = 0; l <= 4; l += 1 + (int)below(2))
            for (int f = 0; f <= (strchr(order, 'f') != NULL); f++) {
                struct text term = {0};
                text_puts(&term, "g(");
                for (const char *at = order; *at; at++) {
                    text_puts(&term, at > order ? ", " : "");
                    if (*at == 'f' && truth) text_puts(&term, f ? "true" : "false");
                    else text_add(&term, "%d", *at == 'f' ? f : *at == 'l' ? l : 5 + (int)below(9));
                }
                text_puts(&term, ")");
                int64_t all = value_of(text_c(&rule), "hashed", text_c(&term)),
                        opening = value_of(text_c(&rule), "opening", text_c(&term));
                fields += is_compared(text_c(&rule), text_c(&term));
                openings += opening >= 0;
                if (opening >= 0 && opening != all)
                    fail_msg("%s %s: %d, not %d", text_c(&rule), text_c(&term), (int)opening, (int)all);
                char by = misere_by(text_c(&rule), "opening", text_c(&term));
                misere += by != '?';
                if (by != '?' && by != misere_by(text_c(&rule), "wholesum", text_c(&term)))
                    fail_msg("%s %s: not %c in misere play", text_c(&rule), text_c(&term), by);
                text_free(&term);
            }
        text_free(&rule);
    }
    print_message("%d by fields, %d by options, %d of these in misere play\n", (int)fields, (int)openings, (int)misere);
    assert_true(fields >= 60 && openings >= 60 && misere >= 60);
}

/* Of each position another flag is what it is after a move; asked about together they have as many fixed, with the same values. */
CLAIM(positions_with_other_flags_are_of_other_shapes)
{
    struct runtime_case c;
    case_open(&c, "game g(n, f, h) { move a(t in 1..n) where t != f and t != 2 * h -> g(n - t, 0, 0) }");
    struct position p = case_position(&c, "g(9, 1, 0) + g(9, 0, 1) + g(9, 0, 0)");
    int64_t all = case_value_by(&c, "hashed", p.components, p.count);
    int64_t together = case_value_by(&c, "fields", p.components, p.count);
    assert_true(together == -1 || together == all);
    for (size_t i = 0; i < p.count; i++)
        assert_int_equal(case_value_by(&c, "fields", &p.components[i], 1),
                         case_value_by(&c, "hashed", &p.components[i], 1));
    case_close(&c);
}

/* Only where the limit is not there yet anything may be taken: as many operations as where it always is. */
CLAIM(large_positions_before_the_first_move_are_answered)
{
    static const char *const rules[][2] = {
        {"game d(n, l) { move take(t in 1..n) where (l == 0 and t < n) or t <= 2 * l -> d(n - t, t) }", "d(800, 0)"},
        {"game d(n, l) { move take(t in 1..(l == 0 ? n - 1 : min(n, 2 * l))) -> d(n - t, t) }", "d(800, 0)"},
        {"game d(n, l, f) { move take(t in 1..n) where (f == 1 and t < n) or (f == 0 and t <= 2 * l) -> d(n - t, t, 0) "
         "}",
         "d(800, 0, 1)"},
        {"game d(n, l, f: bool) { move take(t in 1..n) where f ? t < n : t <= 2 * l -> d(n - t, t, false) }",
         "d(800, 7, true)"},
    };
    int64_t value =
        value_of("game d(n, m) { move take(t in 1..min(n, m)) -> d(n - t, 2 * t) }", "lines", "d(800, 799)");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        assert_int_equal(value_of(rules[i][0], "opening", rules[i][1]), value);
}

/* ---- grids ------------------------------------------------------------------------------------------------------------ */
static void add_grid_move(struct text *rule, int number)
{
    const char *when =
        PICK("true", "true", "t % 2 == 1", "g[i, j + 1] <= t", "g[i - 1, j] == 0", "t != g[rows(g), 1]",
             "(t + g[1, cols(g)]) % 3 != 0", "i + j != 3", "gcd(t, g[i, j]) == 1", "i < rows(g) or j > 1");
    text_add(rule, "move m%d(i in 1..rows(g), j in 1..cols(g)", number);
    switch (below(7)) {
    case 0:
        text_add(rule, ", k in 1..cols(g), t in 1..min(g[i, j], g[i, k])) where j != k and %s ", when);
        text_puts(rule, "-> w(g with { [i, j] -= t, [i, k] -= t }) ");
        break;
    case 1:
        text_add(rule, ", k in i + 1..rows(g), t in 1..min(g[i, j], g[k, j])) where %s ", when);
        text_puts(rule, "-> w(g with { [i, j] -= t, [k, j] = g[k, j] - t }) ");
        break;
    case 2:
        text_add(rule, ", t in 1..g[i, j]) where %s ", when);
        text_puts(rule, "-> w(t == 2 ? g with { [i, j] = 0 } : g with { [i, j] -= t }) ");
        break;
    case 3:
        text_add(rule, ", t in 1..g[i, j]) where %s ", when);
        text_puts(rule, "-> w((g with { [i, j] -= t }) with { [1, 1] = i == 1 and j == 1 ? 0 : min(g[1, 1], t) }) ");
        break;
    case 4:
        text_add(rule, ", t in 1..g[i, j]) where %s and (i, j) != (1, 1) ", when);
        text_puts(rule, "-> w(g with { [i, j] -= t, [1, 1] = min(g[1, 1], t) }) ");
        break;
    default: text_add(rule, ", t in 1..g[i, j]) where %s -> w(g with { [i, j] -= t }) ", when);
    }
}

CLAIM(grids_have_the_values_of_the_rule_as_written)
{
    size_t compared = 0, misere = 0;
    for (uint64_t round = 1; round <= 120; round++) {
        seed = round * 0xd1342543de82ef95;
        struct text rule = {0}, term = {0};
        int rows = 1 + (int)below(2), columns = rows == 1 ? 1 + (int)below(3) : 1 + (int)below(2);
        text_puts(&rule, "game w(g: grid) ");
        if (below(2)) text_puts(&rule, "where rows(g) <= 2 and cols(g) < 4 ");
        text_puts(&rule, "{ ");
        for (int i = 0, moves = 1 + (int)below(2); i < moves; i++) add_grid_move(&rule, i);
        text_puts(&rule, "}");
        for (int i = 0; i < rows; i++) {
            text_puts(&term, i ? "], [" : "w([[");
            for (int j = 0; j < columns; j++)
                text_add(&term, "%s%d", j ? ", " : "", (int)below(rows * columns > 3 ? 4 : rows * columns > 2 ? 5 : 8));
        }
        text_puts(&term, "]])");
        compared += is_compared(text_c(&rule), text_c(&term));
        char by = misere_by(text_c(&rule), "fields", text_c(&term));
        misere += by != '?';
        if (by != '?' && by != misere_by(text_c(&rule), "wholesum", text_c(&term)))
            fail_msg("%s %s: not %c in misere play", text_c(&rule), text_c(&term), by);
        text_free(&rule);
        text_free(&term);
    }
    print_message("%d values, %d in misere play\n", (int)compared, (int)misere);
    assert_true(compared >= 60 && misere >= 30);
    static const char wythoff[] =
        "game w(h: grid) { move one(j in 1..2, t in 1..h[1, j]) -> w(h with { [1, j] -= t }) "
        "move both(t in 1..min(h[1, 1], h[1, 2])) -> w(h with { [1, 1] -= t, [1, 2] -= t }) }",
                      turned[] = "game w(h: grid) { move one(j in 1..2, t in 1..h[1, j]) "
                                 "-> w(transpose(h with { [1, j] -= t })) }";
    assert_int_equal(value_of(wythoff, "fields", "w([[600, 500]])"),
                     value_of("game w(a, b) { move l(t in 1..a) -> w(a - t, b) move r(t in 1..b) -> w(a, b - t) "
                              "move both(t in 1..min(a, b)) -> w(a - t, b - t) }",
                              "lines", "w(600, 500)"));
    assert_int_equal(value_of(turned, "fields", "w([[3, 2]])"), -1); /* its rows are columns */
}

/* Where a row falls apart its parts have other lengths; those of one length are asked about together. */
CLAIM(rows_of_several_lengths_are_asked_about_apart)
{
    struct runtime_case c;
    case_open(&c, "game w(p: row) { move one(i in 1..len(p), t in 1..p[i]) -> w(p with { [i] -= t }) move both(i in "
                  "1..len(p) - 1, t in 1..min(p[i], p[i + 1])) -> w(p with { [i] -= t, [i + 1] -= t }) }");
    struct position p = case_position(&c, "w([150, 140]) + w([300]) + w([160, 0, 90]) + w([150, 3, 150]) + w([4, 3])");
    int64_t all = 0, together = case_value_by(&c, NULL, p.components, p.count);
    for (size_t i = 0; i < p.count; i++) all ^= case_value_by(&c, "hashed", &p.components[i], 1);
    assert_int_equal(together, all);
    case_close(&c);
}

/* What only ways for fields can do in a test. */
CLAIM(large_rows_are_answered)
{
    static const char wythoff[] = "game w(p: row) { move one(i in 1..2, t in 1..p[i]) -> w(p with { [i] -= t }) "
                                  "move both(t in 1..min(p[1], p[2])) -> w(p with { [1] -= t, [2] -= t }) }",
                      pairs[] = "game w(p: row) { move one(i in 1..len(p), t in 1..p[i]) -> w(p with { [i] -= t }) "
                                "move both(i in 1..len(p), j in 1..len(p), t in 1..p[i]) where not (i >= j) and "
                                "t <= p[j] -> w(p with { [i] -= t, [j] -= t }) }",
                      takes[] = "game s(p: row) where len(p) == 1 { move m(t in {2, 3, 7}) where t <= p[1] "
                                "-> s(p with { [1] -= t }) }",
                      other[] = "game s(p: row) { move m(i in 1..len(p), t in 1..p[i]) -> s([t - 1 for k in 1..t]) }";
    assert_int_equal(value_of(wythoff, "fields", "w([600, 500])"),
                     value_of("game w(a, b) { move l(t in 1..a) -> w(a - t, b) move r(t in 1..b) -> w(a, b - t) "
                              "move both(t in 1..min(a, b)) -> w(a - t, b - t) }",
                              "lines", "w(600, 500)"));
    assert_int_equal(value_of(pairs, "fields", "w([600, 500])"), value_of(wythoff, "fields", "w([600, 500])"));
    assert_int_equal(
        value_of("game w(l, p: row) { move m(i in 1..len(p), t in 1..p[i]) where t != l -> w(t, p with { [i] -= t }) }",
                 "fields", "w(400, [400])"),
        value_of("game w(n, l) { move m(t in 1..n) where t != l -> w(n - t, t) }", "table", "w(400, 400)"));
    assert_int_equal(value_of(takes, "fields", "s([1000000002])"), 1);
    assert_int_equal(value_of(other, "fields", "s([3, 2])"), -1); /* the length changes */
}

/* One number counted from above has a period, also if the rule says where it ends; what is below it is no measure of how far play goes. */
CLAIM(long_races_are_answered)
{
    static const char race[] = "game r(a) { move add(t in 1..10) where a + t <= 1000000000 -> r(a + t) }",
                      ended[] = "game r(a) where a <= 1000000000 { move add(t in 1..1000000000 - a) where t % 3 != 0 "
                                "-> r(a + t) }";
    for (int i = 0; i < 2; i++) {
        assert_int_equal(value_of(race, i ? "fields" : NULL, "r(7)"), (1000000000 - 7) % 11);
        assert_int_equal(value_of(ended, i ? "fields" : NULL, "r(5)"), (1000000000 - 5) % 3);
    }
}

static uint64_t tried_by(const char *rule, const char *solver, const char *term)
{
    uint64_t before = mem_tried();
    assert_true(value_of(rule, solver, term) >= 0);
    return mem_tried() - before;
}

/* To write these conditions in other numbers takes a thousand times as long as to search the five cells. */
CLAIM(few_positions_are_searched_before_the_rule_is_looked_at)
{
    static const char nogo[] =
        "fn left(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in a + 1..i - 1) for a in 1..i - 1) "
        "fn right(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in i + 1..a - 1) for a in i + 1..len(s)) "
        "game g(s: row) { move put(i in 1..len(s), c in 1..2) where s[i] == 0 and (left(s, i, c) or right(s, i, c)) "
        "and (i == 1 or s[i - 1] != 3 - c or left(s, i, 3 - c)) -> g(s with { [i] = c }) }";
    assert_true(tried_by(nogo, NULL, "g([0, 0, 0, 0, 0])") < 2 * tried_by(nogo, "hashed", "g([0, 0, 0, 0, 0])"));
}

CLAIMS(IT(rows_of_several_lengths_are_asked_about_apart), IT(grids_have_the_values_of_the_rule_as_written),
       IT(long_races_are_answered), IT(what_holds_of_the_first_move_alone_is_left_out),
       IT(large_positions_before_the_first_move_are_answered), IT(positions_with_other_flags_are_of_other_shapes),
       IT(values_are_those_of_the_rule_as_written), IT(rows_beside_numbers_have_the_values_of_the_rule_as_written),
       IT(fields_in_another_order_have_the_values_of_the_rule_as_written),
       IT(numbers_that_no_move_changes_are_a_part_of_the_rule), IT(large_rows_are_answered),
       IT(few_positions_are_searched_before_the_rule_is_looked_at))
