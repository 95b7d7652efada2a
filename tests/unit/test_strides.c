/* SPDX-License-Identifier: MIT */
/* Ranges that are visited in steps of a number that is not known beforehand (code/compile/strides.c), against the same rules with the test
 * spelt as it is not seen: the same options in the same order, and the same failures. */
#include <string.h>
#include "claims.h"
#include "base/hash.h"
#include "code/compile/program.h"
#include "runtime_case.h"

static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

static size_t strided, failed, with_options;

/* A range, what is tested before, the remainder, what is tested behind. Ends near 2^63 are among them. */
static void put_move(struct text *seen, struct text *unseen, int number)
{
    const char *range =
        PICK("1..n", "1..n", "0..n", "b..n", "n..n + b", "-n..n", "1..n, u in 0..4", "1..2, t in u..n",
             "9223372036854775700 + n..9223372036854775800", "9223372036854775700 + n..9223372036854775807",
             "-9223372036854775800..n - 9223372036854775800");
    const char *name = strstr(range, ", t in") ? "u" : "t", *of = strstr(range, ", u in") ? "u" : "t";
    const char *before = PICK("", "", "", "t != 2 and ", "b > 0 and ", "12 / (n - 7) != 5 and ",
                              "12 / (t - 3) != 5 and ", "t <= 9 and ");
    const char *x = PICK("T", "T", "(n - T)", "(T + b)", "(b - T + n)", "(T - n)", "(3 + T)", "-T");
    if (strlen(range) > 20)
        x = PICK("T", "T", "-T"); /* sums that leave 64 bits are not failures of tests that are not made */
    const char *m = PICK("b", "b", "(b + 1)", "n", "(n - b)", "max(b, 1)", "abs(b)", "(2 * b + 1)");
    const char *r = PICK("0", "0", "1", "n", "b", "b / 2", "(n - 3)", "-1");
    const char *behind =
        PICK("", "", " and t % 3 != 1", " and t > b", " and 6 / t != 1", " and (n + t) % (b + 2) == 1");
    struct text test = {0};
    for (const char *c = x; *c; c++) *c == 'T' ? text_puts(&test, of) : text_putc(&test, *c);
    bool turned = below(3) == 0;
    text_add(seen,
             turned ? "  move m%d(%s in %s) where %s%s == %s %% %s" : "  move m%d(%s in %s) where %s%s %% %s == %s",
             number, name, range, before, turned ? r : text_c(&test), turned ? text_c(&test) : m, turned ? m : r);
    text_add(unseen, "  move m%d(%s in %s) where %s%s %% %s - (%s) == 0", number, name, range, before, text_c(&test), m,
             r);
    text_add(seen, "%s -> g(max(n - 1, -3), b)\n", behind);
    text_add(unseen, "%s -> g(max(n - 1, -3), b)\n", behind);
    text_free(&test);
}

static void count_strides(const struct rule_file *f)
{
    const struct program *p = f->code->programs.data[f->code->games[0].options];
    for (size_t i = 0; i < p->count; i++) strided += p->code[i].op == OP_STEP_BY;
}

static void hold_together(const char *with, const char *without)
{
    struct rule_file seen, unseen;
    rule_open(&seen, with);
    rule_open(&unseen, without);
    bool rules = seen.st == ST_OK && unseen.st == ST_OK; /* else a move can never be made */
    if (rules) count_strides(&seen);
    for (int n = -3; n <= 24 && rules; n += 3)
        for (int b = -3; b <= 7; b++) {
            const char *at = arena_printf(&seen.arena, "g(%d, %d)", n, b);
            const char *x = rule_options(&seen, at), *y = rule_options(&unseen, at);
            if (strcmp(x, y) != 0 || seen.st != unseen.st) fail_msg("%s %s: %s, not %s", with, at, x, y);
            if (seen.st != ST_OK && strcmp(rule_error(&seen), rule_error(&unseen)) != 0)
                fail_msg("%s %s: %s", with, at, rule_message(&seen));
            failed += seen.st != ST_OK;
            with_options += *x != 0;
        }
    rule_close(&seen);
    rule_close(&unseen);
}

CLAIM(options_and_failures_are_those_of_the_range)
{
    for (uint64_t round = 1; round <= 400; round++) {
        struct text seen = {0}, unseen = {0};
        seed = round * 0x9e3779b97f4a7c15;
        text_puts(&seen, "game g(n: int, b: int) where n >= -3 and b >= -3 {\n  loopy\n");
        text_puts(&unseen, text_c(&seen));
        for (int i = 0, moves = 1 + (int)below(2); i < moves; i++) put_move(&seen, &unseen, i);
        text_putc(&seen, '}');
        text_putc(&unseen, '}');
        hold_together(text_c(&seen), text_c(&unseen));
        text_free(&seen);
        text_free(&unseen);
    }
    assert_true(strided > 150 && failed > 1000 && with_options > 5000);
}

CLAIMS(IT(options_and_failures_are_those_of_the_range))
