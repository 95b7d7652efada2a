/* SPDX-License-Identifier: MIT */
/* Rows of a length that no move changes, answered as fields, against the search of the rule as it is written. */
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
    switch (below(6)) {
    case 0: text_add(rule, ", t in 1..p[i]) where %s -> g(p with { [i] -= t }) ", when); break;
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
        int64_t value = value_of(text_c(&rule), "fields", text_c(&term)),
                all = value_of(text_c(&rule), "hashed", text_c(&term));
        if (value >= 0 && value != all)
            fail_msg("%s %s: %d, not %d", text_c(&rule), text_c(&term), (int)value, (int)all);
        compared += value >= 0;
        text_free(&rule);
        text_free(&term);
    }
    assert_true(compared >= 40);
}

/* What only ways for fields can do in a test. */
CLAIM(large_rows_are_answered)
{
    static const char wythoff[] = "game w(p: row) { move one(i in 1..2, t in 1..p[i]) -> w(p with { [i] -= t }) "
                                  "move both(t in 1..min(p[1], p[2])) -> w(p with { [1] -= t, [2] -= t }) }",
                      takes[] = "game s(p: row) where len(p) == 1 { move m(t in {2, 3, 7}) where t <= p[1] "
                                "-> s(p with { [1] -= t }) }",
                      other[] = "game s(p: row) { move m(i in 1..len(p), t in 1..p[i]) -> s([t - 1 for k in 1..t]) }";
    assert_int_equal(value_of(wythoff, "fields", "w([600, 500])"),
                     value_of("game w(a, b) { move l(t in 1..a) -> w(a - t, b) move r(t in 1..b) -> w(a, b - t) "
                              "move both(t in 1..min(a, b)) -> w(a - t, b - t) }",
                              "lines", "w(600, 500)"));
    assert_int_equal(value_of(takes, "fields", "s([1000000002])"), 1);
    assert_int_equal(value_of(other, "fields", "s([3, 2])"), -1); /* the length changes */
}

CLAIMS(IT(values_are_those_of_the_rule_as_written), IT(large_rows_are_answered))
