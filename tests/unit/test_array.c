/* SPDX-License-Identifier: MIT */
/* Rows, grids, bags and sets as moves use them, against the same written in C, on random small arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "rule_file.h"

enum { MOST = 6 };
static int64_t row[MOST * MOST];
static int length;

static uint64_t draw(uint64_t *seed, uint64_t below) { return (random_next(seed) >> 20) % below; }

static void draw_row(uint64_t *seed, int cells, uint64_t below)
{
    length = cells;
    for (int i = 0; i < length; i++) row[i] = (int64_t)draw(seed, below);
}

static void write_row(const int64_t *cells, int count, struct text *out)
{
    text_putc(out, '[');
    for (int i = 0; i < count; i++) text_add(out, "%s%d", i ? ", " : "", (int)cells[i]);
    text_putc(out, ']');
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Appends "m(i,t) g([...])"; `arguments` is "1,2". */
static void option(struct text *out, const char *arguments, const int64_t *cells, int count)
{
    text_add(out, "%sm(%s) g(", out->length ? "; " : "", arguments);
    write_row(cells, count, out);
    text_putc(out, ')');
}

static void same(const char *rule, const struct text *term, struct text *expected)
{
    struct rule_file f;
    rule_open(&f, rule);
    if (f.st != ST_OK) fail_msg("%s: %s", rule, rule_message(&f));
    const char *found = rule_options(&f, text_c(term));
    if (f.st != ST_OK) fail_msg("%s at %s: %s", rule, text_c(term), rule_message(&f));
    if (strcmp(found, text_c(expected)) != 0)
        fail_msg("%s at %s: %s, not %s", rule, text_c(term), found, text_c(expected));
    rule_close(&f);
    text_clear(expected);
}

CLAIM(cells_change_together_and_nothing_else_does)
{
    uint64_t seed = 1;
    struct text term = {0}, expected = {0};
    for (int round = 0; round < 60; round++) {
        char arguments[40];
        draw_row(&seed, (int)draw(&seed, MOST), 4);
        text_clear(&term);
        text_puts(&term, "g(");
        write_row(row, length, &term);
        text_putc(&term, ')');
        for (int i = 1; i < length; i++)
            for (int t = 1; t <= row[i]; t++) {
                int64_t cells[MOST];
                memcpy(cells, row, sizeof cells);
                cells[i] -= t, cells[i - 1] += t;
                snprintf(arguments, sizeof arguments, "%d,%d", i + 1, t);
                option(&expected, arguments, cells, length);
            }
        same("game g(s: row) { move m(i in 2..len(s), t in 1..s[i]) -> g(s with { [i] -= t, [i - 1] += t }) }", &term,
             &expected);
        for (int i = 0; i < length; i++) { /* right sides read the old row */
            int64_t cells[MOST];
            if (row[i] == 0) continue;
            memcpy(cells, row, sizeof cells);
            cells[0] = row[i] - 1;
            if (i) cells[i] = row[0];
            qsort(cells, (size_t)length, sizeof *cells, compare);
            snprintf(arguments, sizeof arguments, "%d", i + 1);
            if (i) option(&expected, arguments, cells, length);
        }
        same("game g(s: row) { loopy move m(i in 2..len(s)) where s[i] > 0 -> g(sort(s with { [1] = s[i] - 1, [i] = "
             "s[1] })) }",
             &term, &expected);
        for (int k = 0; k < 3 && length; k++) {
            int64_t cells[MOST];
            int count = 0;
            for (int i = length; i > 0; i--)
                if (row[i - 1] > k) cells[count++] = row[i - 1] - 1;
            if (!count) continue;
            snprintf(arguments, sizeof arguments, "%d", k);
            option(&expected, arguments, cells, count);
        }
        same("game g(s: row) { loopy move m(k in 0..2) where any(x > k for x in s) -> g([x - 1 for x in reverse(s) "
             "where x > k]) }",
             &term, &expected);
    }
    text_free(&term);
    text_free(&expected);
}

CLAIM(a_bag_is_kept_in_order)
{
    uint64_t seed = 2;
    struct text term = {0}, expected = {0};
    for (int round = 0; round < 60; round++) {
        draw_row(&seed, (int)draw(&seed, MOST), 9);
        text_clear(&term);
        text_puts(&term, "g(");
        write_row(row, length, &term);
        text_putc(&term, ')');
        qsort(row, (size_t)length, sizeof *row, compare);
        for (int i = 0; i < length; i++) { /* every cell in turn, what is left in order */
            int64_t cells[MOST];
            char arguments[40];
            int count = 0;
            for (int k = 0; k < length; k++)
                if (row[k] != row[i]) cells[count++] = 3 * row[k] % 7;
            qsort(cells, (size_t)count, sizeof *cells, compare);
            snprintf(arguments, sizeof arguments, "%d", (int)row[i]);
            option(&expected, arguments, cells, count);
        }
        same("game g(h: bag) { loopy move m(x in h) -> g([3 * y % 7 for y in h where y != x]) }", &term, &expected);
    }
    text_free(&term);
    text_free(&expected);
}

static bool in_set(int which, int64_t t)
{
    int64_t a = 1, b = 2;
    switch (which) {
    case 0:
        while (a * a < t) a++;
        return a * a == t;
    case 1:
        while (a < t) b += a, a = b - a;
        return a == t;
    case 2:
        while (a < t) a *= 3;
        return a == t;
    default:
        for (a = 2; a < t; a++)
            if (t % a == 0) return false;
        return t > 1;
    }
}

CLAIM(named_sets_hold_what_they_say_up_to_every_bound)
{
    static const char *const sets[] = {"squares", "fib", "powers(3)", "primes"};
    char rule[200];
    for (int which = 0; which < 4; which++) {
        struct rule_file f;
        snprintf(rule, sizeof rule, "game g(n) { move m(t in %s) where t <= n -> g(n - t) }", sets[which]);
        rule_open(&f, rule);
        assert_int_equal(f.st, ST_OK);
        for (int64_t n = 0; n < 130; n++) {
            struct text expected = {0};
            char term[40];
            for (int64_t t = 1; t <= n; t++)
                if (in_set(which, t))
                    text_add(&expected, "%sm(%d) g(%d)", expected.length ? "; " : "", (int)t, (int)(n - t));
            snprintf(term, sizeof term, "g(%d)", (int)n);
            assert_string_equal(rule_options(&f, term), text_c(&expected));
            text_free(&expected);
        }
        rule_close(&f);
    }
}

CLAIM(sets_end_before_64_bits_do)
{
    static const struct {
        const char *set, *last;
    } ends[] = {{"fib", "m(7540113804746346429) g(1683258232108429378)"},
                {"powers(2)", "m(4611686018427387904) g(4611686018427387903)"},
                {"powers(10)", "m(1000000000000000000) g(8223372036854775807)"}};
    for (size_t i = 0; i < 3; i++) {
        struct rule_file f;
        char rule[200];
        snprintf(rule, sizeof rule,
                 "game g(n) { move m(t in %s) where t <= n and t > n - 9000000000000000000 -> g(n - t) }", ends[i].set);
        rule_open(&f, rule);
        if (f.st != ST_OK) fail_msg("%s: %s", rule, rule_message(&f));
        const char *found = rule_options(&f, "g(9223372036854775807)");
        assert_int_equal(f.st, ST_OK);
        size_t length_found = strlen(found), wanted = strlen(ends[i].last);
        if (length_found < wanted || strcmp(found + length_found - wanted, ends[i].last) != 0)
            fail_msg("%s: ... %s", ends[i].set, found);
        rule_close(&f);
    }
}

CLAIMS(IT(cells_change_together_and_nothing_else_does), IT(a_bag_is_kept_in_order),
       IT(named_sets_hold_what_they_say_up_to_every_bound), IT(sets_end_before_64_bits_do))
