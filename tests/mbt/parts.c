/* SPDX-License-Identifier: MIT */
/* Random rules on rows, on fields and on boards, of which some are sums or fall apart and some do not: every small position is answered with its parts and
 * whole, without plugins both times. SG values, outcomes in both conventions, remoteness and winning moves must be the same.
 * usage: parts [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with an answer that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "random_rule.h"

enum { CELLS = 3, LARGEST = 4 };

struct tally {
    size_t rules, sums, movable, answers, wrong;
};
enum rule_kind { FIELDS, ROWS, BOARDS, GRIDS };

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

static void write_fields(uint64_t *seed, struct text *out)
{
    static const char *const groups[][2] = {{"a", "b"}, {"a", "c"}, {"b", "c"}};
    static const char *const domains[] = {"1..%s", "1..3", "{1, 2, 4}", "1..%s / 2 + 1", "squares"};
    size_t moves = 2 + random_below(seed, 3), first = random_below(seed, 3);
    text_puts(out, "game r(a, b, c) {");
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

static void write_grid(uint64_t *seed, struct text *out)
{
    static const char *const near[] = {"g[i, j + 1]", "g[i + 1, j]", "g[i - 1, j]", "g[i + 1, j + 1]"};
    static const char *const values[] = {"0", "0", "0", "2", "g[i, j] - 1"};
    static const char *const tied[] = {"i > 1", "j < cols(g)", "rows(g) > 1", "g[1, 1] > 0", "i != j"};
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
    struct engine_options options = {
        .text = rule, .name = "random", .budget = budget, .until = STAGE_ALL, .whole = whole};
    struct engine *engine = NULL;
    const char *label;
    enum status st = engine_open(&options, &engine);
    if (st == ST_OK) st = engine_select(engine, 0, &label);
    if (st == ST_OK) return engine;
    engine_close(engine);
    return NULL;
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* All that is asked, as text. */
static void ask(struct engine *e, const char *const *words, size_t count, enum play play, struct text *out)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = play, .wins = true, .remoteness = true};
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
static void compare_boards(struct tally *t, struct engine *const *engines, enum rule_kind kind, const char *rule)
{
    for (int n = 0; n < 243; n += 1 + n % 3) {
        char word[64];
        const char *one = word;
        int c[5] = {n % 3, n / 3 % 3, n / 9 % 3, n / 27 % 3, n / 81 % 3};
        if (kind == GRIDS) snprintf(word, sizeof word, "[[%d, %d, %d], [%d, %d, 1]]", c[0], c[1], c[2], c[3], c[4]);
        else if (n % 5 == 0) snprintf(word, sizeof word, "[%d, %d, %d]", c[0], c[1], c[2]);
        else snprintf(word, sizeof word, "[%d, %d, %d, %d, %d]", c[0], c[1], c[2], c[3], c[4]);
        compare_at(t, engines, &one, 1, rule);
    }
}

static void compare_all(struct tally *t, struct engine *const *engines, bool row, const char *rule)
{
    for (int n = 0; n < 125; n++) {
        int cells[CELLS] = {n / 25, n / 5 % 5, n % 5};
        char row_word[32], words[CELLS][8];
        const char *list[CELLS] = {words[0], words[1], words[2]}, *one = row_word;
        if (cells[0] > LARGEST) continue;
        for (int i = 0; i < CELLS; i++) snprintf(words[i], sizeof words[i], "%d", cells[i] + (i == 2));
        snprintf(row_word, sizeof row_word, n % 7 == 0 ? "[%d, %d]" : "[%d, %d, %d]", cells[0] + 1, cells[1], cells[2]);
        compare_at(t, engines, row ? &one : list, row ? 1 : CELLS, rule);
    }
}

static void try_rule(struct tally *t, uint64_t seed, enum rule_kind kind)
{
    bool row = kind == ROWS;
    struct text rule = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = kind <= ROWS ? hash_mix(seed * 2 + row) : hash_mix(seed * 4 + kind);
    if (kind == ROWS) write_row(&seed, &rule);
    else if (kind == FIELDS) write_fields(&seed, &rule);
    else if (kind == BOARDS) write_board(&seed, &rule);
    else write_grid(&seed, &rule);
    struct engine *engines[2] = {open_rule(text_c(&rule), false, &budgets[0]),
                                 open_rule(text_c(&rule), true, &budgets[1])};
    if (engines[0] && engines[1]) {
        bool board = engines[0]->model->games[0].windows != NULL;
        bool sum = engines[0]->model->games[0].split != NULL || (board && kind > ROWS);
        t->rules++;
        t->sums += sum;
        t->movable += board && engines[0]->model->games[0].windows->movable;
        if (sum && kind > ROWS) compare_boards(t, engines, kind, text_c(&rule));
        else if (sum) compare_all(t, engines, row, text_c(&rule));
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
    printf("%s %d - %s: %zu rules, %zu of them sums, %zu movable, %zu answers, %zu wrong\n", fine ? "ok" : "not ok",
           number, what, t->rules, t->sums, t->movable, t->answers, t->wrong);
    return !fine;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 60;
    struct tally rows = {0}, fields = {0}, boards = {0}, grids = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        try_rule(&rows, seed, ROWS);
        try_rule(&fields, seed, FIELDS);
        try_rule(&boards, seed, BOARDS);
        try_rule(&grids, seed, GRIDS);
    }
    int status = claim(1, &rows, "rules over rows", count);
    status |= claim(2, &fields, "rules over fields", count);
    status |= claim(3, &boards, "rules over boards in line", count);
    status |= claim(4, &grids, "rules over grids", count);
    printf("1..4\n");
    return status;
}
