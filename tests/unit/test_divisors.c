/* SPDX-License-Identifier: MIT */
/* Ranges of which a condition keeps divisors, or members of a set, compiled as sets of these, against the same rules with the test spelt
 * as it is not seen. */
#include <string.h>
#include "claims.h"
#include "base/hash.h"
#include "runtime_case.h"

static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

/* One rule, twice: with `seen` and with `unseen` in the place of the test of a remainder. */
struct twice {
    struct text seen, unseen;
};

static void put(struct twice *t, const char *text)
{
    text_puts(&t->seen, text);
    text_puts(&t->unseen, text);
}

static void put_test(struct twice *t, const char *number)
{
    bool turned = below(3) == 0;
    text_add(&t->seen, turned ? "0 == %s %% t" : "%s %% t == 0", number);
    text_add(&t->unseen, "%s %% t < 1 and %s %% t > -1", number, number);
}

/* Sets that are named, literals and a parameter. */
static void put_membership(struct twice *t)
{
    const char *set = PICK("primes", "squares", "fib", "powers(2)", "powers(3)", "{7, 2, 3, 2}", "{4, -1, 0, 9}", "S");
    text_add(&t->seen, "t in %s", set);
    text_add(&t->unseen, "(t in %s or t in %s)", set, set);
}

static void put_member_move(struct twice *t, int number)
{
    struct text head = {0};
    text_add(&head, "  move m%d(t in %s..%s%s) where ", number, PICK("1", "2", "-3", "b", "n / 3", "b - 4"),
             PICK("n", "n - 1", "n / 2", "b", "40", "min(n, b)"), PICK("", "", ", u in 0..t", ", u in 0..min(n, 2)"));
    put(t, text_c(&head));
    if (below(3) == 0) put(t, PICK("t != 2 and ", "t < 9 and ", "t % 3 != 1 and ", "b >= t and "));
    put_membership(t);
    if (below(3) == 0)
        put(t, PICK(" and t > 1", " and t <= b", " and 12 / (t + 4) > 0", " and b % 2 == 0", " and t >= 3"));
    bool inner = strstr(text_c(&head), ", u");
    if (inner && below(2)) put(t, PICK(" and u + t == n", " and u + t <= n", " and u % 2 == t % 2"));
    put(t, inner ? " -> g(max(min(u, n - 1), -3), b)\n" : " -> g(max(-3, min(n - t, n - 1)), b)\n");
    text_free(&head);
}

static void put_move(struct twice *t, int number)
{
    const char *of = PICK("n", "n", "b", "(n + b)"), *rest = PICK("", "", "", ", 7)", ", b)", ", 9 - n, 5)");
    struct text head = {0};
    text_add(&head, "  move m%d(t in %s..%s%s%s%s%s) where ", number, PICK("1", "1", "2", "3"), *rest ? "min(" : "", of,
             PICK("", " - 1", " / 2", " - 2", " - 0"), rest, PICK("", "", ", u in 0..t", ", u in 0..min(n, 2)"));
    put(t, text_c(&head));
    if (below(3) == 0) put(t, PICK("t != 2 and ", "t < 9 and ", "t % 3 != 1 and ", "b >= t and "));
    put_test(t, of);
    if (below(3) == 0) put(t, PICK(" and t > 1", " and t <= b", " and 12 / t > 0", " and b % 2 == 0"));
    bool inner = strstr(text_c(&head), ", u");
    const char *to = PICK("n - t", "n - 1", "t / 2", "n / t");
    put(t, inner ? " and u < n -> g(max(u, -3), b)\n" : " -> g(max(-3, min(");
    if (!inner) put(t, to);
    if (!inner) put(t, ", n - 1)), b)\n");
    text_free(&head);
}

static void hold_together(struct twice *t, const char *term)
{
    struct rule_file seen, unseen;
    rule_open(&seen, text_c(&t->seen));
    rule_open(&unseen, text_c(&t->unseen));
    if (seen.st != ST_OK || unseen.st != ST_OK)
        fail_msg("%s: %s", text_c(&t->seen), rule_message(seen.st == ST_OK ? &unseen : &seen));
    for (int n = -3; n <= 40; n++)
        for (int b = -2; b <= 12; b += 7) {
            const char *at = arena_printf(&seen.arena, term, n, b);
            const char *x = rule_options(&seen, at), *y = rule_options(&unseen, at);
            if (strcmp(x, y) != 0) fail_msg("%s %s: %s, not %s", text_c(&t->seen), at, x, y);
        }
    rule_close(&seen);
    rule_close(&unseen);
}

CLAIM(options_are_those_of_the_range)
{
    for (uint64_t round = 1; round <= 60; round++) {
        struct twice t = {0};
        seed = round * 0x9e3779b97f4a7c15;
        put(&t, "game g(n: int, b: int) where n >= -3 and b >= -2 {\n  loopy\n");
        for (int i = 0, moves = 1 + (int)below(3); i < moves; i++) put_move(&t, i);
        put(&t, "}");
        hold_together(&t, "g(%d, %d)");
        text_free(&t.seen);
        text_free(&t.unseen);
    }
}

CLAIM(members_are_those_of_the_range)
{
    for (uint64_t round = 1; round <= 80; round++) {
        struct twice t = {0};
        seed = round * 0x9e3779b97f4a7c15;
        put(&t, "param S = {1, 3, 8, 20}\ngame g(n: int, b: int) where n >= -3 and b >= -2 {\n  loopy\n");
        for (int i = 0, moves = 1 + (int)below(3); i < moves; i++) put_member_move(&t, i);
        put(&t, "}");
        hold_together(&t, "g(%d, %d)");
        text_free(&t.seen);
        text_free(&t.unseen);
    }
}

/* What the code is made of stays as long as it does. */
CLAIM(code_can_be_shown)
{
    static const char *const rules[] = {"game g(n) { move m(t in 2..n) where n % t == 0 -> g(n - t) }",
                                        "game g(n) { move m(t in n / 2..n) where t in {2, 5} -> g(n - t) }"};
    for (size_t i = 0; i < 2; i++) {
        struct rule_file f;
        struct text out = {0};
        rule_open(&f, rules[i]);
        code_dump(f.code, 0, &out);
        assert_non_null(strstr(text_c(&out), "t >= "));
        text_free(&out);
        rule_close(&f);
    }
}

static int64_t value_of(const char *rule, const char *solver, int64_t n)
{
    struct runtime_case c;
    struct component at = {0, 1, &n};
    case_open(&c, rule);
    int64_t value = case_value_by(&c, solver, &at, 1);
    case_close(&c);
    return value;
}

CLAIM(tables_have_the_same_values)
{
    static const char *const rules[][2] = {
        {"game g(n) { move m(t in 1..n) where n % t == 0 -> g(n - t) }",
         "game g(n) { move m(t in 1..n) where n % t < 1 -> g(n - t) }"},
        {"game g(n) { move m(t in 2..n - 1) where n % t == 0 and t != 5 -> g(t) + g(n - t) }",
         "game g(n) { move m(t in 2..n - 1) where n % t < 1 and t != 5 -> g(t) + g(n - t) }"},
        {"game g(n) { move m(t in fib) where t <= n and t in primes -> g(n - t) }",
         "game g(n) { move m(t in fib) where t <= n and (t in primes or t in primes) -> g(n - t) }"},
        {"game g(n) { move m(t in 2..n) where t in primes -> g(n - t) }",
         "game g(n) { move m(t in 2..n) where t in primes or t in primes -> g(n - t) }"},
        {"game g(n) { move m(t in n / 9..n - 1) where t in fib -> g(t) + g(n - t) }",
         "game g(n) { move m(t in n / 9..n - 1) where t in fib or t in fib -> g(t) + g(n - t) }"},
        {"game g(n) { move m(t in 1..n / 2) where t % 3 != 2 and n % t == 0 -> g(n / t - 1) }",
         "game g(n) { move m(t in 1..n / 2) where t % 3 != 2 and n % t < 1 -> g(n / t - 1) }"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (int64_t n = 290; n < 300; n++) {
            int64_t value = value_of(rules[i][1], "hashed", n);
            assert_int_equal(value_of(rules[i][0], "sequence", n), value);
            assert_int_equal(value_of(rules[i][0], "hashed", n), value);
        }
}

/* Rules that read t as a divisor of one number alone, or nearly so: beside it, of two numbers, or in conditions that fail. */
static void put_quotients(struct text *rule, int number)
{
    const char *when =
        PICK("t > 0", "n / t != 3", "(n / t) % 2 == 1", "n / t > 1 and n / t < 9", "t < 20", "t + 2 <= n",
             "(n + 3) / t < 5", "12 / (n / t - 2) != 1", "t % 3 != 1", "gcd(n / t, n) == 1");
    text_add(rule, "  move m%d(t in %s..%s%s) where %s and ", number, PICK("2", "2", "3", "5"),
             PICK("n", "n - 1", "2 * n", "n / 2"), PICK("", "", "", ", u in 1..n / t", ", u in 1..min(t, 2)"), when);
    bool inner = strstr(text_c(rule) + rule->length - 90 * (rule->length > 90), ", u in") != NULL;
    if (inner)
        text_puts(rule, PICK("", "", "u + 4 <= t and ", "u <= t % 3 and ", "t - u <= 7 and ", "u >= t % 4 and "));
    text_add(rule, "%s\n",
             inner ? PICK("u <= n -> g(u - 1)", "u < n -> g(n / t)")
                   : PICK("n > 0 -> g(n / t)", "n / t > 0 -> g(n / t - 1)", "n / t > 0 -> g(n / t) + g(n / t - 1)",
                          "n / t > 0 -> g(n - n / t)", "t <= n -> g(n - t)"));
}

CLAIM(divisors_are_taken_once_for_each_quotient)
{
    size_t valued = 0;
    for (uint64_t round = 1; round <= 120; round++) {
        struct text rule = {0};
        seed = round * 0x9e3779b97f4a7c15;
        text_puts(&rule, "game g(n) {\n");
        for (int i = 0, moves = 1 + (int)below(2); i < moves; i++) put_quotients(&rule, i);
        text_puts(&rule, "}");
        for (int64_t n = below(9); n < 90; n += 1 + below(30)) {
            int64_t value = value_of(text_c(&rule), "sequence", n), all = value_of(text_c(&rule), "hashed", n);
            if (value != all) fail_msg("%s %d: %d, not %d", text_c(&rule), (int)n, (int)value, (int)all);
            valued += value >= 0;
        }
        text_free(&rule);
    }
    assert_true(valued > 100);
}

/* A test that cannot be left out: what comes before it fails. */
CLAIM(what_fails_before_the_test_still_fails)
{
    struct rule_file f;
    rule_open(&f, "game g(n) { move m(t in 1..n) where 12 / (t - 4) != 1 and n % t == 0 -> g(n - t) }");
    assert_int_equal(f.st, ST_OK);
    assert_string_equal(rule_options(&f, "g(3)"), "m(1) g(2); m(3) g(0)");
    rule_options(&f, "g(7)");
    assert_string_not_equal(rule_error(&f), "");
    rule_close(&f);
}

CLAIMS(IT(options_are_those_of_the_range), IT(members_are_those_of_the_range), IT(code_can_be_shown),
       IT(tables_have_the_same_values), IT(divisors_are_taken_once_for_each_quotient),
       IT(what_fails_before_the_test_still_fails))
