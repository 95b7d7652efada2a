/* SPDX-License-Identifier: MIT */
/* Random rules that turn coins on rows and grids, in many spellings, and rules that are nearly such: the nim-sum of single heads
 * (solve/turning) against a search of whole boards.
 * usage: turning [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a value that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"

enum { BOARDS = 6, WORD = 200 };
struct tally {
    size_t rules, turning, values, wrong;
};

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules ------------------------------------------------------------------------------------------------------- */
static const char *const heads[] = {"s[i] == 1", "s[i] == 1",     "s[i] != 0",      "s[i] > 0",
                                    "s[i] >= 1", "not s[i] == 0", "not (s[i] < 1)", "1 == s[i]"};
static const char *const sides[] = {"1 - s[%s]",          "xor(s[%s], 1)",      "(s[%s] + 1) %% 2",
                                    "s[%s] == 0 ? 1 : 0", "s[%s] == 1 ? 0 : 1", "abs(k - i) > 9 ? s[%s] : 1 - s[j]"};
static const char *const choices[] = {"j in 1..i - 1, k in 1..j - 1", "j in max(1, i - 2)..i - 1, k in 1..1",
                                      "j in 1..i - 1, k in j..i",     "k in 1..i - 1, j in k + 1..i - 1",
                                      "j in 1..len(s), k in 1..2",    "k in {1, 2, 4}, j in 1..i - 1"};
static const char *const others[] = {"",
                                     "",
                                     "",
                                     " and all(s[m] == 1 for m in i..i)",
                                     " and any(s[m] == 0 for m in j..i)",
                                     " and (i + j) % 3 != 1",
                                     " and i - j <= 3",
                                     " and gcd(i, j) == 1",
                                     " and i < len(s)",
                                     " and j != k",
                                     " and s[j] == 0",
                                     " and s[j] <= 1",
                                     " and sum(s) > 2",
                                     " and i > s[1]"};
static const char *const made[] = {
    "[j <= m and m <= i ? 1 - s[m] : s[m] for m in 1..len(s)]",
    "[m == i ? 0 : m == j ? 1 - s[m] : s[m] for m in 1..len(s)]",
    "[m in {i, j} ? 1 - s[m] : s[m] for m in 1..len(s)]",
    "[(s[m] + (m == i or m == j ? 1 : 0)) % 2 for m in 1..len(s)]",
    "[m < j or m > i ? s[m] : xor(s[m], 1) for m in 1..len(s)]",
    "[(s[m] == 1) == (m != i and m != j) ? 1 : 0 for m in 1..len(s)]",
    "[m == i ? 0 : m == j ? 1 : s[m] for m in 1..len(s)]", /* puts a head, whatever was there */
    "[j <= m and m <= i ? 1 - s[len(s) + 1 - m] : s[m] for m in 1..len(s)]",
    "[m <= i ? 1 - s[m] : s[m] for m in 1..len(s) - 1]",
    "[m == j ? 0 : s[m] for m in 1..len(s)]"};

static void put_side(uint64_t *seed, const char *place, struct text *out)
{
    const char *side = PICK(seed, sides), *at = strstr(side, "%s");
    text_add(out, "[%s] = %.*s%s", place, (int)(at - side), side, place);
    for (at += 2; *at; at++)
        if (at[0] != '%' || at[1] != '%') text_add(out, "%c", *at);
}

static void write_row_move(uint64_t *seed, size_t number, struct text *out)
{
    text_add(out, "\n  move m%zu(i in 1..len(s), %s) where %s%s -> r(", number, PICK(seed, choices), PICK(seed, heads),
             PICK(seed, others));
    if (random_below(seed, 2)) return text_add(out, "%s)", PICK(seed, made));
    text_puts(out, random_below(seed, 3) ? "s with { [i] = 0" : "s with { [i] -= 1");
    uint64_t more = random_below(seed, 4);
    text_puts(out, ", ");
    if (more == 3) text_puts(out, "[j] += 1 - 2 * s[j]");
    else if (more == 2) text_puts(out, "[j] = 1");
    else put_side(seed, "j", out);
    text_puts(out, " })");
}

static void write_grid_move(uint64_t *seed, size_t number, struct text *out)
{
    static const char *const results[] = {
        "s with { [i, j] = 0, [k, j] = 1 - s[k, j], [i, l] = 1 - s[i, l], [k, l] = 1 - s[k, l] }",
        "s with { [i, j] = 0, [k, l] = 1 - s[k, l] }",
        "[[k <= x and x <= i and l <= y and y <= j ? 1 - s[x, y] : s[x, y] for y in 1..cols(s)] for x in 1..rows(s)]",
        "[[x == i and y == j ? 0 : x == k and y == l ? 1 - s[x, y] : s[x, y] for y in 1..cols(s)] for x in 1..rows(s)]",
        "s with { [i, j] = 0, [k, l] = s[k, j] }"};
    static const char *const where[] = {"s[i, j] == 1", "s[i, j] == 1 and k + l < i + j",
                                        "s[i, j] != 0 and s[k, l] == 0"};
    text_add(out, "\n  move m%zu(i in 1..rows(s), j in 1..cols(s), k in 1..i - 1, l in 1..j - 1) where %s -> r(%s)",
             number, PICK(seed, where), PICK(seed, results));
}

static bool write_rule(uint64_t *seed, struct text *out)
{
    bool grid = random_below(seed, 4) == 0;
    text_add(out, "game r(s: %s) {", grid ? "grid" : "row");
    for (size_t moves = 1 + random_below(seed, 2), m = 0; m < moves; m++)
        (grid ? write_grid_move : write_row_move)(seed, m, out);
    text_puts(out, "\n}\n");
    return grid;
}

/* ---- boards ------------------------------------------------------------------------------------------------------ */
static void put_row(uint64_t *seed, size_t count, struct text *out)
{
    text_puts(out, "[");
    for (size_t i = 0; i < count; i++) text_add(out, "%s%d", i ? ", " : "", (int)random_below(seed, 2));
    text_puts(out, "]");
}

static void put_board(uint64_t *seed, bool grid, struct text *out)
{
    size_t columns = grid ? 1 + random_below(seed, 3) : 3 + random_below(seed, 5);
    if (!grid) return put_row(seed, columns, out);
    text_puts(out, "[");
    for (size_t rows = 1 + random_below(seed, 3), i = 0; i < rows; i++) {
        text_puts(out, i ? ", " : "");
        put_row(seed, columns, out);
    }
    text_puts(out, "]");
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */
static struct engine *open_rule(const char *rule, const char *solver, struct budget *budget)
{
    return opened((struct engine_options){.text = rule, .budget = budget, .whole = true, .only_solver = solver});
}

static const char *value_at(struct engine *e, const char *word)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    enum status st = engine_position(e, &word, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    return st == ST_OK && answer.has_sg ? answer.sg : "none";
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text rule = {0};
    struct budget budgets[2] = {{0}, {0}};
    bool found = false;
    seed = hash_mix(seed);
    bool grid = write_rule(&seed, &rule);
    struct engine *heads_only = open_rule(text_c(&rule), "turning", &budgets[0]);
    struct engine *whole = open_rule(text_c(&rule), "hashed", &budgets[1]);
    for (int i = 0; heads_only && whole && i < BOARDS; i++) {
        struct text board = {0};
        put_board(&seed, grid, &board);
        const char *sum = value_at(heads_only, text_c(&board)), *all = "none";
        if (strcmp(sum, "none") != 0) found = true, t->values++, all = value_at(whole, text_c(&board));
        if (strcmp(sum, all) != 0) {
            t->wrong++;
            printf("# %s#   at %s: %s, whole %s\n", text_c(&rule), text_c(&board), sum, all);
        }
        text_free(&board);
    }
    t->rules += heads_only && whole;
    t->turning += found;
    engine_close(heads_only);
    engine_close(whole);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 300;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool fine = t.wrong == 0 && t.rules > count / 2 && t.turning > count / 8 && t.turning < t.rules;
    printf("%s 1 - coins: %zu rules, %zu of them turning, %zu values, %zu wrong\n1..1\n", fine ? "ok" : "not ok",
           t.rules, t.turning, t.values, t.wrong);
    return !fine;
}
