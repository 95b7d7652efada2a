/* SPDX-License-Identifier: MIT */
/* Random rules on rows, bags, grids and fields, of which some are sums or fall apart and some do not: every small position is
 * answered with its parts and whole, without plugins both times. SG values, outcomes in both conventions, remoteness and winning moves must be the same.
 * usage: parts [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with an answer that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"

enum { CELLS = 3 };

enum shape {
    FIELDS,
    ROWS,
    ANEW,
    GRIDS,
    MIXED,
    PLACES,
    BESIDE,
    BOARDS,
    FILLINGS
}; /* the last two fall apart during play */
struct tally {
    size_t rules, sums, answers, wrong;
};

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
static void write_row(uint64_t *seed, struct text *out)
{
    static const char *const domains[] = {"1..h[i]",         "1..3", "{1, 3, 4}", "squares",
                                          "1..h[i] / 2 + 1", "1..k", "1..i + 1"};
    static const char *const free[] = {"true",         "h[i] % 2 == 0", "h[i] >= 3",          "t != h[i] - 1",
                                       "2 * t > h[i]", "t in S",        "i <= len(h)",        "xor(h[i], t) != 3",
                                       "t % k != 0",   "h[i] / 2 <= t", "(t + h[i]) % 3 < 2", "len(h) > 0"};
    static const char *const tied[] = {"i <= 2",         "h[i] == max(h)", "len(h) >= 2",  "sum(h) % 2 == 0",
                                       "h[1] <= 3",      "t <= i",         "h[i + 1] < 3", "any(x == t for x in h)",
                                       "t < len(h) + 1", "h[i] >= h[1]"};
    static const char *const results[] = {"h with { [i] -= t }", "h with { [i] = h[i] - t }",
                                          "h with { [i] = min(h[i] - t, 2) }",
                                          "[(j == i ? h[j] - t : h[j]) for j in 1..len(h)]"};
    size_t moves = 1 + random_below(seed, 2);
    bool ties = random_below(seed, 3) == 0;
    text_puts(out, "param k = 2 in 1..\nparam S = {1, 2, 5} in 1..\ngame r(h: row) {");
    for (size_t m = 0; m < moves; m++) {
        text_add(out, "\n  move m%zu(i in 1..len(h), t in %s) where t <= h[i] and (%s", m,
                 domains[random_below(seed, ties ? 7 : 6)], PICK(seed, free));
        if (random_below(seed, 2)) text_add(out, " %s %s", random_below(seed, 2) ? "or" : "and", PICK(seed, free));
        text_puts(out, ")");
        if (ties && random_below(seed, 2)) text_add(out, " and %s", PICK(seed, tied));
        text_add(out, " -> r(%s)", PICK(seed, results));
    }
    text_puts(out, "\n}\n");
}

/* A bag or a row that is made anew, in which a cell may be left out and others may come. */
static void write_anew(uint64_t *seed, struct text *out)
{
    static const char *const domains[] = {"1..h[i]", "1..3", "{1, 3}", "squares", "1..h[i] / 2 + 1", "1..k"};
    static const char *const free[] = {"true",          "h[i] % 2 == 0", "h[i] >= 3",  "t != h[i] - 1",
                                       "2 * t != h[i]", "t in S",        "t % k != 0", "h[i] / 2 <= t"};
    static const char *const tied[] = {"i <= 2",       "h[i] == h[1]",           "len(h) >= 2", "sum(h) % 2 == 0",
                                       "h[i + 1] < 3", "any(x == t for x in h)", "t <= i"};
    static const char *const results[] = {"(j == i ? h[j] - t : h[j]) for j in 1..len(h)",
                                          "h[j] for j in 1..len(h) where j != i",
                                          "(j == i ? h[i] - t : j > len(h) ? t - 1 : h[j]) for j in 1..len(h) + 1",
                                          "(j > len(h) ? (h[i] - t) / 2 : h[j]) for j in 1..len(h) + 1 where j != i",
                                          ("(j <= len(h) ? h[j] : j == len(h) + 1 ? t / 2 : h[i] - t) for j in "
                                           "1..len(h) + 2 where not (j == i)"),
                                          "h[j] for j in 1..len(h) where j < i or j > i"};
    static const char *const worse[] = {"h[j] for j in 1..len(h) where j < i",
                                        "(j > len(h) ? h[1] / 2 : h[j]) for j in 1..len(h) + 1 where j != i",
                                        "(j <= i ? h[j] - (j == i ? t : 0) : h[j - 1]) for j in 1..len(h)"};
    size_t moves = 1 + random_below(seed, 2);
    bool ties = random_below(seed, 3) == 0;
    text_add(out, "param k = 2 in 1..\nparam S = {1, 2, 5} in 1..\ngame r(h: %s) {",
             random_below(seed, 3) ? "bag" : "row");
    for (size_t m = 0; m < moves; m++) {
        text_add(out, "\n  move m%zu(i in 1..len(h), t in %s) where t <= h[i] and %s", m, PICK(seed, domains),
                 PICK(seed, free));
        if (ties && random_below(seed, 2)) text_add(out, " and %s", PICK(seed, tied));
        const char *cells = ties && random_below(seed, 3) == 0 ? PICK(seed, worse) : PICK(seed, results);
        text_add(out, random_below(seed, 4) ? " -> r([%s])" : " -> r(sort([%s]))", cells);
    }
    text_puts(out, "\n}\n");
}

static void write_fields(uint64_t *seed, struct text *out)
{
    static const char *const groups[][2] = {{"a", "b"}, {"a", "c"}, {"b", "c"}};
    static const char *const domains[] = {"1..%s", "1..3", "{1, 2, 4}", "1..%s / 2 + 1", "squares"};
    size_t moves = 2 + random_below(seed, 3), first = random_below(seed, 3);
    static const char *const invariants[] = {"",
                                             "",
                                             " where a <= 5",
                                             " where a <= 5 and b <= 6 and c <= 7",
                                             " where a + b <= 12 and c >= 0",
                                             " where (a <= 9 or b <= 9) and c <= 9"};
    text_add(out, "game r(a, b, c)%s {", PICK(seed, invariants));
    for (size_t m = 0; m < moves; m++) {
        const char *const *pair = groups[random_below(seed, 4) ? first : random_below(seed, 3)];
        const char *x = random_below(seed, 2) ? pair[0] : (const char *[]){"a", "b", "c"}[random_below(seed, 3)];
        const char *y = random_below(seed, 3) ? x : pair[random_below(seed, 2)]; /* a field that is looked at too */
        text_add(out, "\n  move m%zu(t in ", m);
        const char *domain = PICK(seed, domains);
        for (const char *at = domain; *at; at++) {
            if (*at == '%') text_puts(out, x), at++;
            else text_putc(out, *at);
        }
        text_add(out, ") where t <= %s", x);
        switch (random_below(seed, 6)) {
        case 0: text_add(out, " and %s %% 2 == t %% 2", y); break;
        case 1: text_add(out, " and (%s >= 2 or t > 1)", y); break;
        case 2: text_add(out, " and t + %s != 5", y); break;
        case 3: text_add(out, " and %s >= 0", pair[1]); break; /* says nothing */
        default: break;
        }
        bool both = x == pair[0] && random_below(seed, 3) == 0;
        if (both) text_add(out, " and t <= %s", pair[1]);
        text_puts(out, " -> r(");
        for (int f = 0; f < 3; f++) {
            const char *name = (const char *[]){"a", "b", "c"}[f];
            bool falls = strcmp(name, x) == 0 || (both && strcmp(name, pair[1]) == 0);
            text_add(out, "%s%s%s", f ? ", " : "", name, falls ? " - t" : "");
        }
        text_puts(out, ")");
    }
    text_puts(out, "\n}\n");
}

static void write_grid(uint64_t *seed, struct text *out)
{
    static const char *const domains[] = {"1..g[i, j]", "1..3", "{1, 3, 4}", "squares", "1..k", "1..g[i, j] / 2 + 1"};
    static const char *const free[] = {"true",         "g[i, j] % 2 == 0", "g[i, j] >= 3",     "t in S",
                                       "i <= rows(g)", "t % k != 0",       "g[i, j] / 2 <= t", "cols(g) >= j"};
    static const char *const tied[] = {"i <= j",      "g[j, i] > 0",     "cols(g) >= 2", "t <= i",
                                       "g[1, 1] < 3", "g[i, j + 1] < 3", "i + j > 2",    "i == rows(g)"};
    static const char *const results[] = {"[i, j] -= t", "[i, j] = g[i, j] - t", "[i, j] = (g[i, j] - t) / 2",
                                          "[i, j] = min(2, g[i, j] - t)"};
    size_t moves = 1 + random_below(seed, 2);
    bool ties = random_below(seed, 3) == 0;
    text_puts(out, "param k = 2 in 1..\nparam S = {1, 2, 5} in 1..\ngame r(g: grid) {");
    for (size_t m = 0; m < moves; m++) {
        text_add(out, "\n  move m%zu(i in 1..rows(g), j in 1..cols(g), t in %s) where t <= g[i, j] and %s", m,
                 PICK(seed, domains), PICK(seed, free));
        if (ties && random_below(seed, 2)) text_add(out, " and %s", PICK(seed, tied));
        text_add(out, " -> r(g with { %s })", PICK(seed, results));
    }
    text_puts(out, "\n}\n");
}

/* A row or a bag beside a number and a truth value. */
static void write_mixed(uint64_t *seed, struct text *out)
{
    static const char *const of_cell[] = {"true", "on", "h[i] % 2 == 0 or on", "t != 2", "n >= 0", "not on and t < 3"};
    static const char *const of_number[] = {"true",        "on",         "t % 2 == 1", "not on or t > 1",
                                            "len(h) >= 0", "t < 3 or on"};
    static const char *const tied_cell[] = {"n > 1", "t <= n", "len(h) > 1", "i <= 1"};
    static const char *const tied_number[] = {"t <= len(h)", "t <= h[1]", "sum(h) > t", "len(h) != 2"};
    static const char *const rows[] = {"h with { [i] -= t }", "h with { [i] = (h[i] - t) / 2 }"};
    static const char *const anew[] = {"[(j == i ? h[j] - t : h[j]) for j in 1..len(h)]",
                                       "[h[j] for j in 1..len(h) where j != i]",
                                       "[(j == i ? h[i] - t : j > len(h) ? t / 2 : h[j]) for j in 1..len(h) + 1]"};
    size_t moves = 2 + random_below(seed, 2);
    bool ties = random_below(seed, 3) == 0, bag = random_below(seed, 2);
    text_add(out, "game r(h: %s, n, on: bool) {", bag ? "bag" : "row");
    for (size_t m = 0; m < moves; m++) {
        bool tied = ties && random_below(seed, 2);
        switch (m ? random_below(seed, 4) : 0) {
        case 0:
            text_add(out, "\n  move m%zu(i in 1..len(h), t in 1..h[i]) where %s", m, PICK(seed, of_cell));
            if (tied) text_add(out, " and %s", PICK(seed, tied_cell));
            text_add(out, " -> r(%s, n, on)", bag ? PICK(seed, anew) : PICK(seed, rows));
            break;
        case 1:
            text_add(out, "\n  move m%zu where on and %s -> r(h, n, false)", m, tied ? "len(h) > 2" : "n >= 0");
            break;
        case 2:
            text_add(out, "\n  move m%zu(k in 0..1, t in 1..3) where t <= (k == 0 ? n : 2 * n) -> r(h, n - %s, on)", m,
                     random_below(seed, 2) ? "(k == 0 ? t : (t + 1) / 2)" : "(t + k) / (k + 1)");
            break;
        default:
            text_add(out, "\n  move m%zu(t in 1..n) where %s", m, PICK(seed, of_number));
            if (tied) text_add(out, " and %s", PICK(seed, tied_number));
            text_puts(out, " -> r(h, n - t, on)");
        }
    }
    text_puts(out, "\n}\n");
}

/* Each cell has moves of its own: of its index, of how many cells there are, of a row that stays. */
static void write_places(uint64_t *seed, struct text *out)
{
    static const char *const domains[] = {"1..h[i]", "1..k[i]", "1..i", "1..[2, 1, 3][i]", "{1, 3}", "1..len(h)"};
    static const char *const where[] = {
        "h[i] % 2 == i % 2",  "i != 2",           "i < len(h)", "t <= k[i]",
        "len(h) > 2",         "t + i != 4",       "i <= n",     "h[i] >= i or t > 1",
        "k[i] == 1 or n > 1", "t <= i or i == n", "k[i] != i",  "(h[i] + k[i]) % 3 > 0"};
    static const char *const tied[] = {"h[1] > 0", "k[i + 1] < 2", "h[i] >= h[i - 1]", "sum(h) % 2 == 0", "k[1] > 0"};
    static const char *const results[] = {"h with { [i] -= t }", "h with { [i] = (h[i] - t) / 2 }",
                                          "[(j == i ? h[j] - t : h[j]) for j in 1..len(h)]"};
    static const char *const ranges[] = {"1..len(h)", "1..len(h)", "2..len(h)", "1..len(h) - 1"};
    size_t moves = 1 + random_below(seed, 2);
    bool ties = random_below(seed, 4) == 0;
    text_puts(out, "game r(h: row, k: row, n) {");
    for (size_t m = 0; m < moves; m++) {
        if (random_below(seed, 6) == 0) {
            int cell = 1 + (int)random_below(seed, 2);
            text_add(out, "\n  move m%zu(t in 1..h[%d]) where t != 2 -> r(h with { [%d] -= t }, k, n)", m, cell, cell);
            continue;
        }
        text_add(out, "\n  move m%zu(i in %s, t in %s) where t <= h[i] and (%s", m, PICK(seed, ranges),
                 PICK(seed, domains), PICK(seed, where));
        if (random_below(seed, 2)) text_add(out, " %s %s", random_below(seed, 2) ? "or" : "and", PICK(seed, where));
        text_puts(out, ")");
        if (ties) text_add(out, " and %s", PICK(seed, tied));
        text_add(out, " -> r(%s, k, n)", PICK(seed, results));
    }
    text_puts(out, "\n}\n");
}

/* A condition on the cell at the place, and what is written there. */
static void write_condition(uint64_t *seed, const char *cell, struct text *out)
{
    static const char *const conditions[] = {"%s == 1", "%s > 0", "%s > 0",  "%s == 0",
                                             "%s == 2", "%s < 2", "%s >= 0", "%s != 1"};
    for (const char *at = PICK(seed, conditions); *at; at++) {
        if (*at == '%') text_puts(out, cell), at++;
        else text_putc(out, *at);
    }
}

/* Moves that read two or three neighbours and write one or two of them. */
static void write_board(uint64_t *seed, struct text *out)
{
    static const char *const own[] = {"s[i] == 1", "s[i] > 0", "s[i] == 2", "s[i] > 0", "s[i] == 0"};
    static const char *const near[] = {"s[i + 1]", "s[i - 1]", "s[i + 2]", "s[i + 1]"};
    static const char *const values[] = {"0", "0", "0", "s[i] - 1", "2", "s[i + 1]"};
    static const char *const tied[] = {"i > 1",
                                       "i < len(s)",
                                       "i == 1",
                                       "i + 2 < len(s)",
                                       "(i < 3 or i == len(s))",
                                       "len(s) > 2",
                                       "s[1] > 0",
                                       "s[len(s)] < 2",
                                       "i != 2",
                                       "s[i] != s[i + 1]",
                                       "s[i] + s[i - 1] < 3",
                                       "any(s[j] == 0 for j in i..i + 1)"};
    size_t moves = 1 + random_below(seed, 2);
    text_puts(out, "game r(s: row) {");
    for (size_t m = 0; m < moves; m++) {
        bool two = random_below(seed, 2);
        text_add(out, "\n  move m%zu(i in 1..len(s)%s) where ", m, two ? " - 1" : "");
        if (random_below(seed, 5)) text_puts(out, PICK(seed, own));
        else write_condition(seed, "s[i]", out);
        for (size_t more = random_below(seed, 3); more > 0; more--) {
            text_puts(out, random_below(seed, 9) ? " and " : " or ");
            write_condition(seed, PICK(seed, near), out);
        }
        if (random_below(seed, 3) == 0) text_add(out, " and %s", PICK(seed, tied));
        text_add(out, " -> r(s with { [i] = %s", PICK(seed, values));
        if (two && random_below(seed, 2)) text_add(out, ", [i + 1] = %s", PICK(seed, values));
        text_puts(out, " })");
    }
    text_puts(out, "\n}\n");
}

/* A row of which two neighbours change, beside numbers that have moves of their own. */
static void write_beside(uint64_t *seed, struct text *out)
{
    static const char *const of_board[] = {"true",  "s[i] != s[i + 1]", "k > 0", "s[i + 1] == k",
                                           "i > k", "s[i - 1] < 2"};
    static const char *const of_number[] = {"true", "on", "t <= k", "t % 2 == 1", "not on or t > 1", "n - t != k"};
    static const char *const tied[] = {"n > 1", "on", "s[i] <= n"}, *const ties[] = {"s[1] == 0", "len(s) > 3",
                                                                                     "t < sum(s)"};
    bool tie = random_below(seed, 3) == 0;
    text_puts(out, "game r(n, s: row, on: bool, k) {");
    text_add(out, "\n  move a(i in 1..len(s) - 1) where s[i] > 0 and s[i + 1] > 0 and %s", PICK(seed, of_board));
    if (tie && random_below(seed, 2)) text_add(out, " and %s", PICK(seed, tied));
    text_add(out, " -> r(n, s with { [i] = 0, [i + 1] = %s }, on, k)", random_below(seed, 2) ? "0" : "s[i + 1] - 1");
    text_add(out, "\n  move b(t in 1..%s) where %s", random_below(seed, 4) ? "n" : "3", PICK(seed, of_number));
    if (tie && random_below(seed, 2)) text_add(out, " and %s", PICK(seed, ties));
    text_puts(out, " and t <= n -> r(n - t, s, on, k)");
    if (random_below(seed, 2)) text_puts(out, "\n  move c where on -> r(n, s, false, k)");
    if (random_below(seed, 8) == 0) text_puts(out, "\n  move d where n < 2 -> r(n, s, on, k - 1)");
    text_puts(out, "\n}\n");
}

/* A cell at these distances, with rows and columns exchanged if `turned`. */
static void put_cell(signed char row, signed char column, bool turned, char *out, size_t room)
{
    int r = turned ? column : row, c = turned ? row : column;
    snprintf(out, room, "i + %d, j + %d", r, c);
}

/* A move of two cells, and perhaps its image: the numbers of the seed are the same. */
static void write_turned(uint64_t seed, size_t number, bool turned, struct text *out)
{
    static const char *const values[] = {"0", "0", "2", "1"};
    int row = (int)random_below(&seed, 2), column = row ? (int)random_below(&seed, 2) : 1;
    char cell[32], read[40];
    put_cell(row, column, turned, cell, sizeof cell);
    text_add(out, "\n  move m%zu(i in 1..rows(g) - %d, j in 1..cols(g) - %d) where ", number, turned ? column : row,
             turned ? row : column);
    write_condition(&seed, "g[i, j]", out);
    text_puts(out, " and ");
    snprintf(read, sizeof read, "g[%s]", cell);
    write_condition(&seed, read, out);
    if (random_below(&seed, 2)) {
        char near[32];
        put_cell((signed char)(random_below(&seed, 3) - 1), (signed char)(random_below(&seed, 3) - 1), turned, near,
                 sizeof near);
        snprintf(read, sizeof read, "g[%s]", near);
        text_puts(out, " and ");
        write_condition(&seed, read, out);
    }
    text_add(out, " -> r(g with { [i, j] = %s, ", PICK(&seed, values));
    text_add(out, "[%s] = %s })", cell, PICK(&seed, values));
}

static void write_filling(uint64_t *seed, struct text *out)
{
    if (random_below(seed, 2)) {
        uint64_t same = *seed, other = *seed + 1;
        text_puts(out, "game r(g: grid) {");
        write_turned(same, 0, false, out);
        write_turned(random_below(seed, 4) ? same : other, 1, true, out);
        text_puts(out, "\n}\n");
        return;
    }

    static const char *const near[] = {"g[i, j + 1]", "g[i + 1, j]", "g[i - 1, j]", "g[i + 1, j + 1]"};
    static const char *const values[] = {"0", "0", "0", "2", "g[i, j] - 1"};
    static const char *const tied[] = {"i > 1",  "j < cols(g)", "rows(g) > 1", "g[1, 1] > 0",
                                       "i != j", "j > 1",       "j != 2"};
    size_t moves = 1 + random_below(seed, 2);
    text_puts(out, "game r(g: grid) {");
    for (size_t m = 0; m < moves; m++) {
        bool two = random_below(seed, 2);
        text_add(out, "\n  move m%zu(i in 1..rows(g), j in 1..cols(g)%s) where ", m, two ? " - 1" : "");
        write_condition(seed, "g[i, j]", out);
        for (size_t more = random_below(seed, 3); more > 0; more--) {
            text_puts(out, " and ");
            write_condition(seed, PICK(seed, near), out);
        }
        if (random_below(seed, 4) == 0) text_add(out, " and %s", PICK(seed, tied));
        text_add(out, " -> r(g with { [i, j] = %s", PICK(seed, values));
        if (two) text_add(out, ", [i, j + 1] = %s", PICK(seed, values));
        text_puts(out, " })");
    }
    text_puts(out, "\n}\n");
}

/* ---- answers --------------------------------------------------------------------------------------------------------- */
static struct engine *open_rule(const char *rule, bool whole, struct budget *budget)
{
    return opened((struct engine_options){.text = rule, .budget = budget, .whole = whole});
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* All that is asked, as text. */
static void ask(struct engine *e, const char *const *words, size_t count, enum play play, struct text *out)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = play, .sg = play == PLAY_NORMAL, .wins = true, .remoteness = true};
    enum status st = engine_position(e, words, count, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    text_add(out, "%d %s %d %d %d:", (int)st, answer.has_sg ? answer.sg : "-", (int)answer.outcome,
             (int)answer.remoteness, answer.wins_complete);
    const char **wins = arena_array(&e->answers, answer.win_count + 1, sizeof *wins);
    for (size_t i = 0; i < answer.win_count; i++)
        wins[i] = arena_printf(&e->answers, "%s %s", answer.wins[i].move, answer.wins[i].to);
    qsort(wins, answer.win_count, sizeof *wins, by_text);
    for (size_t i = 0; i < answer.win_count; i++) text_add(out, " %s", wins[i]);
}

static void compare_at(struct tally *t, struct engine *const *engines, const char *const *words, size_t count,
                       const char *rule)
{
    for (int play = PLAY_NORMAL; play <= PLAY_MISERE; play++) {
        struct text said[2] = {{0}, {0}};
        for (int i = 0; i < 2; i++) ask(engines[i], words, count, (enum play)play, &said[i]);
        t->answers++;
        if (strcmp(text_c(&said[0]), text_c(&said[1])) != 0) {
            t->wrong++;
            printf("# %s#   at %s %s: %s\n#   whole: %s\n", rule, words[0], play ? "misere" : "normal",
                   text_c(&said[0]), text_c(&said[1]));
        }
        for (int i = 0; i < 2; i++) text_free(&said[i]);
    }
}

/* Rows of up to five cells 0..2; grids of two rows. */
static void compare_boards(struct tally *t, struct engine *const *engines, enum shape shape, const char *rule)
{
    for (int n = 0; n < 243; n += 1 + n % 3) {
        char word[64];
        const char *one = word;
        int c[5] = {n % 3, n / 3 % 3, n / 9 % 3, n / 27 % 3, n / 81 % 3};
        if (shape == FILLINGS && n % 4 == 0)
            snprintf(word, sizeof word, "[[%d, 0, %d, %d, %d], [%d, 1, 1, 2, %d]]", c[0], c[1], c[2], n % 2, c[3],
                     c[4]);
        else if (shape == FILLINGS)
            snprintf(word, sizeof word, "[[%d, %d, %d], [%d, %d, 1]]", c[0], c[1], c[2], c[3], c[4]);
        else if (n % 3 == 0)
            snprintf(word, sizeof word, "[%d, %d, 1, %d, %d, %d, 2, %d, 1]", c[0], n % 2, c[1], c[2], c[3], c[4]);
        else if (n % 5 == 0) snprintf(word, sizeof word, "[%d, %d, %d]", c[0], c[1], c[2]);
        else snprintf(word, sizeof word, "[%d, %d, %d, %d, %d]", c[0], c[1], c[2], c[3], c[4]);
        compare_at(t, engines, &one, 1, rule);
    }
}

static void compare_all(struct tally *t, struct engine *const *engines, enum shape shape, const char *rule)
{
    static const char *const grids[] = {"[[%d, %d, %d]]", "[[%d, %d], [%d, 1]]", "[[%d], [%d], [%d]]"};
    for (int n = 0; n < 125; n++) {
        int x = n / 25, y = n / 5 % 5, z = n % 5;
        char one[32], words[4][24];
        const char *list[4] = {words[0], words[1], words[2], words[3]};
        size_t count = CELLS;
        if (shape == FIELDS) {
            snprintf(words[0], sizeof words[0], "%d", x);
            snprintf(words[1], sizeof words[1], "%d", y);
            snprintf(words[2], sizeof words[2], "%d", z + 1);
        } else if (shape == PLACES) {
            snprintf(words[0], sizeof words[0], n % 7 ? "[%d, %d, %d]" : "[%d, %d]", x + 1, y, z);
            snprintf(words[1], sizeof words[1], n % 5 ? "[%d, 1, 2]" : "[%d, 1]", n % 4);
            snprintf(words[2], sizeof words[2], "%d", n % 3);
        } else if (shape == BESIDE) {
            snprintf(words[0], sizeof words[0], "%d", n % 4);
            snprintf(words[1], sizeof words[1], n % 5 ? "[%d, %d, 1, %d]" : "[%d, 2, 0, %d, 1, %d]", x % 3, y % 3,
                     z % 3);
            snprintf(words[2], sizeof words[2], "%s", n % 3 ? "true" : "false");
            snprintf(words[3], sizeof words[3], "%d", n % 2);
            count = 4;
        } else if (shape == MIXED) {
            snprintf(words[0], sizeof words[0], x == 1 ? "[%d]" : "[%d, %d]", y, x);
            snprintf(words[1], sizeof words[1], "%d", z);
            snprintf(words[2], sizeof words[2], "%s", n % 3 ? "true" : "false");
        } else {
            const char *row = n % 7 == 0 ? "[%d, %d]" : "[%d, %d, %d]";
            snprintf(one, sizeof one, shape == GRIDS ? grids[n % 3] : row, x + (n % 7 == 0), y, z);
            list[0] = one;
            count = 1;
        }
        compare_at(t, engines, list, count, rule);
    }
}

static void try_rule(struct tally *t, uint64_t seed, enum shape shape)
{
    static void (*const write[])(uint64_t *, struct text *) = {write_fields, write_row,   write_anew,
                                                               write_grid,   write_mixed, write_places,
                                                               write_beside, write_board, write_filling};
    struct text rule = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed * 16 + shape);
    write[shape](&seed, &rule);
    struct engine *engines[2] = {open_rule(text_c(&rule), false, &budgets[0]),
                                 open_rule(text_c(&rule), true, &budgets[1])};
    if (engines[0] && engines[1]) {
        bool falls = shape >= BESIDE, windows = engines[0]->model->games[0].windows != NULL;
        bool sum = engines[0]->model->games[0].split != NULL || (falls && windows);
        t->rules++;
        t->sums += sum;
        if (sum && falls && shape != BESIDE) compare_boards(t, engines, shape, text_c(&rule));
        else if (sum) compare_all(t, engines, shape, text_c(&rule));
    } else {
        printf("# no rule: %s", text_c(&rule));
    }
    engine_close(engines[0]);
    engine_close(engines[1]);
    text_free(&rule);
}

static int claim(int number, const struct tally *t, const char *what, uint64_t count)
{
    bool fine = t->wrong == 0 && t->rules > count / 2 && t->sums > count / 5 && t->sums < t->rules;
    printf("%s %d - %s: %zu rules, %zu of them sums, %zu answers, %zu wrong\n", fine ? "ok" : "not ok", number, what,
           t->rules, t->sums, t->answers, t->wrong);
    return !fine;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 60;
    struct tally rows = {0}, fields = {0}, anew = {0}, grids = {0}, mixed = {0}, places = {0}, beside = {0},
                 boards = {0}, fillings = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        try_rule(&rows, seed, ROWS);
        try_rule(&fields, seed, FIELDS);
        try_rule(&anew, seed, ANEW);
        try_rule(&grids, seed, GRIDS);
        try_rule(&mixed, seed, MIXED);
        try_rule(&places, seed, PLACES);
        try_rule(&beside, seed, BESIDE);
        try_rule(&boards, seed, BOARDS);
        try_rule(&fillings, seed, FILLINGS);
    }
    int status = claim(1, &rows, "rules over rows", count);
    status |= claim(2, &fields, "rules over fields", count);
    status |= claim(3, &anew, "bags, and rows made anew", count);
    status |= claim(4, &grids, "grids", count);
    status |= claim(5, &mixed, "cells beside fields", count);
    status |= claim(6, &places, "cells that count their places", count);
    status |= claim(7, &beside, "numbers beside rows that fall apart", count);
    status |= claim(8, &boards, "rows that fall apart", count);
    status |= claim(9, &fillings, "grids that fall apart", count);
    printf("1..9\n");
    return status;
}
