/* SPDX-License-Identifier: MIT */
/* Short innermost loops that go outside, ends that are quotients, and rays of three parts: values by the table against the search of the
 * rule as it is written, of drawn rules. */
#include <stdio.h>
#include "base/hash.h"
#include "claims.h"
#include "code/compile/program.h"
#include "proof/loops/turned.h"
#include "runtime_case.h"

static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

static size_t turned, kept, compared;

/* Splits of one heap, whose second part is near the first one, or small. */
static void draw_split(struct text *rule)
{
    bool three = below(2);
    text_add(rule, "game g(n) { move split(a in %s, b in ", PICK("1..n / 2", "0..n", "1..min(n, 6)", "2..n - 1"));
    text_add(rule, "%s..%s) ", PICK("a", "a + 1", "a - 1", "1", "0", "max(1, a - 2)", "1 + a"),
             PICK("min(a + 3, n)", "n - a", "min(n - a, 2)", "min(2, 1 + a, n)", "a + 2", "n / 2", "min(n, a) + 1"));
    text_add(rule, "where a + b <= n and a + b > 0 and b >= 0 ");
    if (below(3))
        text_add(rule, "and %s ",
                 PICK("b <= a + 2", "b < a + 1", "a + 1 >= b", "b < 3", "3 >= b", "b > a - 2", "a - 1 < b"));
    if (below(2))
        text_add(rule, "and %s ",
                 PICK("(a + b) % 3 != 1", "a % 2 == b % 2", "a * b % 5 < 3", "xor(a, b) % 4 != 2", "b != 2"));
    if (three) text_puts(rule, "and a > 0 and b > 0 and a + b < n -> g(a) + g(b) + g(n - a - b) }");
    else text_add(rule, "-> %s }", PICK("g(n - a - b)", "g(a) + g(n - a - b)", "g(n - a - b) + g(b)"));
}

/* Two heaps, and a move on both. */
static void draw_joint(struct text *rule)
{
    text_add(rule, "game g(a, b) { move both(s in %s, t in ", PICK("1..a", "0..a", "1..a / 2", "2..a"));
    text_add(rule, "%s..%s) ", PICK("1", "0", "s", "s - 1", "max(s, 1)"),
             PICK("b", "min(b, 3)", "min(s + 2, b)", "min(b, 2, s)", "b"));
    text_add(rule, "where s <= a and t <= b and t >= 0 and s + t > 0 ");
    if (below(3) == 0)
        text_add(
            rule, "and %s ",
            PICK("s * t <= a + b", "t * s < 2 * a", "a + 1 >= s * t", "b > t * s", "s * t <= a - b", "s * t < -3"));
    if (below(2))
        text_add(rule, "and %s ",
                 PICK("(s + t) % 3 != a % 3", "t <= s + 1", "s + 1 > t", "gcd(s, t + 1) == 1", "t < 4",
                      "s * a % 4 != t % 4"));
    text_puts(rule, "-> g(a - s, b - t) ");
    if (below(2)) text_add(rule, "move one(t in 1..%s) where t <= %s -> g(a, b - t) ", PICK("b", "min(b, 3)"), "b");
    text_puts(rule, "}");
}

static void note_move(const struct model *model)
{
    struct arena arena = {0};
    const struct move *move = &model->games[0].moves[0], *other;
    assert_int_equal(loops_turned(model, 0, move, &arena, &other), ST_OK);
    turned += other != move;
    kept += other == move;
    arena_free(&arena);
}

static void compare_values(const char *by, bool split)
{
    for (uint64_t round = 1; round <= 250; round++) {
        struct text rule = {0};
        struct runtime_case c;
        seed = round * 0x9e3779b97f4a7c15;
        if (split) draw_split(&rule);
        else draw_joint(&rule);
        if (!rule_is_fillable(text_c(&rule))) { /* a move that can never be made */
            text_free(&rule);
            continue;
        }
        case_open(&c, text_c(&rule));
        note_move(c.file.model);
        for (int n = 3; n <= (split ? 33 : 13); n += 5) {
            char term[24];
            (void)snprintf(term, sizeof term, split ? "g(%d)" : "g(%d, 11)", n);
            struct position p = case_position(&c, term);
            int64_t value = case_value_by(&c, by, p.components, 1), all = case_value_by(&c, "hashed", p.components, 1);
            if (value != all) fail_msg("%s %s: %d, not %d", text_c(&rule), term, (int)value, (int)all);
            compared++;
        }
        case_close(&c);
        text_free(&rule);
    }
}

CLAIM(values_are_those_of_the_loops_as_written)
{
    compare_values("sequence", true);
    compare_values("table", false);
    assert_true(turned > 100 && kept > 100 && compared > 1000);
}

/* A rule that may fail is left as it is. */
CLAIM(what_may_fail_is_not_turned)
{
    struct runtime_case c;
    size_t before = kept;
    case_open(&c, "game g(n) { move m(a in 1..n, b in 1..2) where 6 / (a - 3) >= b -> g(n - a) }");
    note_move(c.file.model);
    assert_int_equal(kept, before + 1);
    case_close(&c);
}

/* Of the four ways in which two numbers are left out two contradict the range, and have no loop; values are those of the rule. */
CLAIM(parts_that_contradict_have_no_loops)
{
    struct runtime_case c;
    size_t loops = 0, rays = 0;
    case_open(&c, "game g(n) { move m(a in 1..n / 2) where n - a != 2 * a and n != 2 * a -> g(a) + g(n - a) move t "
                  "where n > 1 -> g(n - 2) }");
    const struct program *p = c.file.code->programs.data[c.file.code->games[0].table];
    for (size_t i = 0; i < p->count; i++) {
        loops += p->code[i].op == OP_RANGE_OPEN;
        rays += p->code[i].op == OP_RAY;
    }
    assert_int_equal(loops, 0);
    assert_int_equal(rays, 2);
    for (int n = 0; n <= 40; n++) {
        char term[24];
        (void)snprintf(term, sizeof term, "g(%d)", n);
        struct position at = case_position(&c, term);
        assert_int_equal(case_value_by(&c, "sequence", at.components, 1),
                         case_value_by(&c, "hashed", at.components, 1));
    }
    case_close(&c);
}

/* What a condition keeps from being computed is not computed. */
CLAIM(ends_come_after_the_conditions_before_them)
{
    struct runtime_case c;
    case_open(&c,
              "game g(a, b) { move m(s in 1..a, t in s..min(s + 3, s * 4000000000000000000)) where s % 5 < 3 and s < 5 "
              "and t <= b -> g(a - s, b - t) }");
    note_move(c.file.model);
    for (int a = 0; a <= 9; a++) {
        char term[24];
        (void)snprintf(term, sizeof term, "g(%d, 7)", a);
        struct position at = case_position(&c, term);
        assert_int_equal(case_value_by(&c, "table", at.components, 1), case_value_by(&c, "hashed", at.components, 1));
    }
    case_close(&c);
}

CLAIMS(IT(ends_come_after_the_conditions_before_them), IT(parts_that_contradict_have_no_loops),
       IT(values_are_those_of_the_loops_as_written), IT(what_may_fail_is_not_turned))
