/* SPDX-License-Identifier: MIT */
/* Moves to several parts in one order, and generators that an equality determines: values by the table against the search of the rule
 * as it is written, of drawn rules. */
#include <stdio.h>
#include "base/hash.h"
#include "claims.h"
#include "proof/loops/solved.h"
#include "proof/loops/sorted.h"
#include "runtime_case.h"

static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

static size_t sorted, solved, compared;

/* Some conditions hold of all parts alike, some of some of them; the last part stands for itself or is what is left. */
static void draw_rule(struct text *rule, bool four, bool equal)
{
    const char *left = equal ? "c" : four ? "(n - k - a - b - d)" : "(n - k - a - b)";
    bool alike = below(3) > 0;
    const char *range = alike ? "1..n" : PICK("0..n", "1..n", "0..n - 1", "1..n / 2");
    text_add(rule, "param k = %d in 0.. game g(n) { move split(a in %s, b in %s", (int)below(3), range, range);
    if (four) text_add(rule, ", d in %s", range);
    if (equal) text_add(rule, ", c in %s", alike ? "1..n" : PICK("0..n", "1..n", "2..n", "0..n - 2"));
    text_add(rule, ") where %s >= %d ", left, alike ? 1 : (int)below(3));
    if (equal)
        text_puts(rule, four ? PICK("and a + b + c + d == n - k ", "and n - k - a == b + c + d ")
                             : PICK("and a + b + c == n - k ", "and n - a - b - k == c ", "and c + k == n - b - a "));
    if (!equal) text_add(rule, "and a + b%s + k <= n ", four ? " + d" : "");
    if (!alike) text_add(rule, "and a + b < n and n > 0 and %s < n %s ", left, four ? "and d < n" : "");
    switch (below(8)) {
    case 0: text_add(rule, "and a != b and b != %s and a != %s ", left, left); break;
    case 1: text_add(rule, "and a >= 1 and b >= 1 and %s >= 1 ", left); break;
    case 2: text_add(rule, "and a %% 2 == 1 and b %% 2 == 1 and %s %% 2 == 1 ", left); break;
    case 3: text_add(rule, "and (a + b) %% 2 == 1 "); break;
    case 4: text_add(rule, "and a <= b and b <= %s ", left); break;
    case 5: text_add(rule, "and a * b * %s %% 3 != 1 ", left); break;
    case 6: text_add(rule, "and abs(a - b) <= 2 and abs(b - %s) <= 2 and abs(a - %s) <= 2 ", left, left); break;
    default: break;
    }
    if (four && !alike && below(2)) text_add(rule, "and d <= %d ", 1 + (int)below(4));
    text_add(rule, "-> g(a) + g(b)%s + g(%s) ", four ? " + g(d)" : "", left);
    if (below(3) == 0) text_puts(rule, "move take(t in 1..2) where t <= n -> g(n - t) ");
    text_puts(rule, "}");
}

static void note_moves(const struct model *model)
{
    struct arena arena = {0};
    const struct move *move = &model->games[0].moves[0], *order, *fewer;
    assert_int_equal(loops_sorted(model, 0, move, &arena, &order), ST_OK);
    assert_int_equal(loops_solved(order, &arena, &fewer), ST_OK);
    sorted += order != move;
    solved += fewer != order;
    arena_free(&arena);
}

CLAIM(values_are_those_of_all_orders)
{
    for (uint64_t round = 1; round <= 120; round++) {
        struct text rule = {0};
        struct runtime_case c;
        seed = round * 0xa24baed4963ee407;
        bool four = below(4) == 0;
        draw_rule(&rule, four, below(2) == 0);
        case_open(&c, text_c(&rule));
        note_moves(c.file.model);
        for (int n = four ? 6 : 12; n <= (four ? 9 : 18); n += 3) {
            char term[20];
            (void)snprintf(term, sizeof term, "g(%d)", n);
            struct position p = case_position(&c, term);
            int64_t value = case_value_by(&c, "sequence", p.components, 1),
                    all = case_value_by(&c, "hashed", p.components, 1);
            if (value != all) fail_msg("%s %s: %d, not %d", text_c(&rule), term, (int)value, (int)all);
            compared++;
        }
        case_close(&c);
        text_free(&rule);
    }
    print_message("%d values of which %d rules sorted and %d solved\n", (int)compared, (int)sorted, (int)solved);
    assert_true(sorted >= 25 && solved >= 30);
}

/* Two parts of a box: cut along a side, or along both; what is excluded is the same of both parts, or is not. */
static void draw_cut(struct text *rule)
{
    static const char *const excluded[] = {
        "2 * a != n", "a != n - a",     "n - 2 * a != 0",        "not (a == n - a)",      "2 * a != n + 1",
        "a != 2",     "n - a != a + 1", "a != 2 and n - a != 2", "a != m and n - a != m", "2 * a != n and 2 * a != m"};
    static const char *const more[] = {"",
                                       " and n > m",
                                       " and a % 2 == 1",
                                       " and abs(2 * a - n) <= 3",
                                       " and 2 * a > m",
                                       " and a <= m and n - a <= m"};
    text_add(rule, "game g(n, m) { move x(a in %s", PICK("1..n - 1", "2..n - 1", "1..n - 2", "1..n / 2"));
    bool both = below(4) == 0;
    if (both) text_add(rule, ", b in %s", PICK("1..m - 1", "1..m / 2", "0..m"));
    text_add(rule, ") where %s%s", excluded[below(10)], more[below(2) ? 0 : below(6)]);
    if (both && below(2)) text_puts(rule, " and 2 * b != m");
    if (both) text_add(rule, " -> g(a, b) + g(n - a, m - b)");
    else text_puts(rule, PICK(" -> g(a, m) + g(n - a, m)", " -> g(m, a) + g(m, n - a)", " -> g(n - a, m) + g(a, m)"));
    text_add(rule, " move y(a in 1..m - 1)%s -> g(n, a) + g(n, m - a) }",
             PICK("", " where 2 * a != m", " where m - a != a"));
}

CLAIM(boxes_are_cut_in_one_order)
{
    size_t ordered = 0, in_boxes = 0;
    for (uint64_t round = 1; round <= 400; round++) {
        struct text rule = {0};
        struct runtime_case c;
        struct arena arena = {0};
        const struct move *order;
        seed = round * 0xd1342543de82ef95;
        draw_cut(&rule);
        case_open(&c, text_c(&rule));
        assert_int_equal(loops_sorted(c.file.model, 0, &c.file.model->games[0].moves[0], &arena, &order), ST_OK);
        ordered += order != &c.file.model->games[0].moves[0];
        arena_free(&arena);
        for (int n = 5; n <= 9; n++) {
            char term[20];
            (void)snprintf(term, sizeof term, "g(%d, %d)", n, 3 + n % 5);
            struct position p = case_position(&c, term);
            int64_t value = case_value_by(&c, "table", p.components, 1),
                    all = case_value_by(&c, "hashed", p.components, 1);
            in_boxes += value >= 0; /* else no box is closed */
            if (value >= 0 && value != all) fail_msg("%s %s: %d, not %d", text_c(&rule), term, (int)value, (int)all);
        }
        case_close(&c);
        text_free(&rule);
    }
    print_message("%d cuts sorted, %d values\n", (int)ordered, (int)in_boxes);
    assert_true(ordered >= 30 && in_boxes > 400);
}

/* What is done to the first move of a rule: its conditions and generators then. */
static void is_seen(const char *rule, size_t conditions, size_t generators)
{
    struct runtime_case c;
    struct arena arena = {0};
    const struct move *move;
    case_open(&c, rule);
    assert_int_equal(loops_sorted(c.file.model, 0, &c.file.model->games[0].moves[0], &arena, &move), ST_OK);
    assert_int_equal(loops_solved(move, &arena, &move), ST_OK);
    assert_int_equal(move->condition_count, conditions);
    assert_int_equal(move->gen_count, generators);
    arena_free(&arena);
    case_close(&c);
}

CLAIM(only_what_is_proved_is_left_out)
{
    /* all parts alike: two conditions more */
    is_seen("game g(n) { move m(a in 3..n, b in 3..n) where n - a - b >= 3 -> g(a) + g(b) + g(n - a - b) }", 3, 2);
    /* ascending strictly, so that what was asked is known */
    is_seen("game g(n) { move m(a in 1..n, b in 1..n) where n - a - b >= 1 and a != b and a != n - a - b and n - a - b "
            "!= b "
            "-> g(a) + g(b) + g(n - a - b) }",
            3, 2);
    /* one part has a least size of its own */
    is_seen("game g(n) { move m(a in 3..n, b in 3..n) where n - a - b >= 2 -> g(a) + g(b) + g(n - a - b) }", 1, 2);
    /* two parts of a box: sorted by the number in which they differ, and what is excluded then need not be asked */
    is_seen("game g(n, m) { move m(a in 1..m - 1) where 2 * a != m -> g(n, a) + g(n, m - a) }", 1, 1);
    is_seen("game g(n, m) { move m(a in 1..m - 1) where a != 2 and m - a != 2 -> g(n, a) + g(n, m - a) }", 3, 1);
    is_seen("game g(n, m) { move m(a in 1..m - 1) where a != 2 -> g(n, a) + g(n, m - a) }", 1, 1);
    is_seen("game g(n, m) { move m(a in 1..m - 1) -> g(n, a) + g(n, m - a) }", 0, 1);
    /* two parts; and a rule that may fail */
    is_seen("game g(n) { move m(a in 1..n - 1) -> g(a) + g(n - a) }", 0, 1);
    is_seen("game g(n) { move m(a in 1..n, b in 1..n) where n - a - b >= 1 and 6 / (a + b - 5) >= 0 "
            "-> g(a) + g(b) + g(n - a - b) }",
            2, 2);
    /* the last generator stands alone in an equality, with a range of two ends */
    is_seen("game g(n) { move m(a in 1..n, c in 1..n) where a < c and a + c == n -> g(a) + g(c) }", 3, 1);
    /* twice, or with a factor: it is left */
    is_seen("game g(n) { move m(a in 1..n, c in 1..n) where a + 2 * c == n -> g(a) + g(c) }", 1, 2);
    is_seen("game g(n) { move m(a in 1..n, c in 1..n) where c + a + c == n -> g(a) + g(c) }", 1, 2);
}

/* What guards the ends of the range, or the other terms of the equality, still does. */
CLAIM(what_did_not_fail_does_not)
{
    static const char *const rules[] = {
        "game g(n) { move m(a in 0..n, b in 1..12 / a) where a != 0 and a + b == n -> g(a) + g(b) move t(t in 1..n) -> "
        "g(n - t) }",
        "game g(n) { move m(a in 1..n, b in 1..a - 1) where 6 / (a - 1) + b == n -> g(b) move t(t in 1..n) -> g(n - t) "
        "}",
        "game g(n) { move m(a in 1..n, b in 1..n) where (a != 1 or b > n) and 6 / (a - 1) + b == n and b < n -> g(b) "
        "move t(t in 1..n) -> g(n - t) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct runtime_case c;
        case_open(&c, rules[i]);
        struct position p = case_position(&c, "g(12)");
        assert_int_equal(case_value_by(&c, "sequence", p.components, 1), case_value_by(&c, "hashed", p.components, 1));
        case_close(&c);
    }
}

CLAIMS(IT(values_are_those_of_all_orders), IT(only_what_is_proved_is_left_out), IT(what_did_not_fail_does_not),
       IT(boxes_are_cut_in_one_order))
