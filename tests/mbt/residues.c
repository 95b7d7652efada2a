/* SPDX-License-Identifier: MIT */
/* Random rules that fill rows and grids and whose moves read runs of cells, rows that stay and the board as it would be: boards of
 * several sizes are valued part by part and with equal residues taken as one (play/ground/residue.h), and whole.
 * usage: residues [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a value that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "play/ground/residue.h"
#include "random_rule.h"

enum { BOARDS = 14, WORD = 200 };
struct tally {
    size_t rules, grounded, values, wrong;
};

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
static void write_row(uint64_t *seed, struct text *out)
{
    static const char *const own[] = {"s[i] == 0", "s[i] == 0", "s[i] == 0", "s[i] < c", "s[i] in {0, 3}"};
    static const char *const runs[] = {
        "(left(s, i, c) or right(s, i, c))",
        "(i == 1 or s[i - 1] != 3 - c or left(s, i, 3 - c))",
        "(i == len(s) or s[i + 1] != 3 - c or right(s, i, 3 - c))",
        "all(s[k] != c for k in 1..i - 1)",
        "not any(s[k] == 3 - c and s[k + 1] == c for k in i + 1..len(s))",
        "any(s[k] == 0 and all(s[j] != 2 for j in k + 1..i - 1) for k in {1, 2, i - 1})",
        "sum(s[k] for k in i - 2..i + 2) < 4",
        "count(k for k in 1..len(s) where s[k] == 1) % 2 == c - 1",
        "s[i - 1] != s[i + 1]",
        "s[s[i - 1] + i + 1] != c",
        "max(s[i - 1], s[i + 1]) <= c",
        "(s[i + 1] == 0 ? s[i - 1] != c : s[i - 1] == 0)",
        "lives(s with {[i] = c}, i)",
        "all(lives(s with {[i] = c}, k) for k in i - 1..i + 1 where 1 <= k and k <= len(s))",
        "i != 3",
        "s[i + 1] in 0..c",
        "n != c",
        "f[i] != c",
        "xor(s[i - 1], s[i + 1]) != c",
        "(s[i - 1] == c iff s[i + 1] == c)",
        "s[i - 1] / (s[i + 1] + 1) < 2",
        "s[i + 1] % c == 0",
        "s[i - 1] + 2 * s[i + 1] in squares",
        "s[i + 1] not in divisors(c + 1)"};
    static const char *const writes[] = {"[i] = c", "[i] = c",     "[i] = c",
                                         "[i] = c", "[i] = 3 - c", "[i] = s[i + 1] + 1"};
    size_t moves = 1 + random_below(seed, 2);
    text_puts(out,
              "fn left(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in a + 1..i - 1) for a in 1..i - 1)\n"
              "fn right(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in i + 1..a - 1) for a in i + 1..len(s))\n"
              "fn lives(s, i) = s[i] == 0 or left(s, i, s[i]) or right(s, i, s[i])\n"
              "game r(s: row, n, f: row) {");
    for (size_t m = 0; m < moves; m++) {
        bool two = random_below(seed, 5) == 0;
        text_add(out, "\n  move m%zu(i in 1..len(s)%s, c in %s) where %s", m, two ? " - 1" : "",
                 random_below(seed, 4) ? "1..2" : "{2, 1, 2}", PICK(seed, own));
        if (two) text_puts(out, " and s[i + 1] == 0");
        for (size_t more = random_below(seed, 4); more > 0; more--) text_add(out, " and %s", PICK(seed, runs));
        if (random_below(seed, 4) == 0)
            text_add(out, " -> (s[i - 1] == 1 ? r(s with { [i] = 1 }, n, f) : r(s with { %s }, n, f))",
                     PICK(seed, writes));
        else text_add(out, " -> r(s with { %s%s }, n, f)", PICK(seed, writes), two ? ", [i + 1] = 2" : "");
    }
    text_puts(out, "\n}\n");
}

static void write_grid(uint64_t *seed, struct text *out)
{
    static const char *const lines[] = {
        "all(g[i, k] != c for k in 1..j - 1)",
        "all(g[k, j] == 0 for k in i..rows(g))",
        "any(g[i, k] == 0 and all(g[i, l] == c for l in k + 1..j - 1) for k in 1..j - 1)",
        "any(g[k, j] == 0 for k in 1..rows(g) where k != i)",
        "g[i, j + 1] != 3 - c",
        "g[i - 1, j] + g[i + 1, j] != 3",
        "(i == 1 or j == 1 or g[i - 1, j - 1] == 0)",
        "all(all(g[a, b] != c for b in j - 1..j + 1) for a in i - 1..i + 1)",
        "count(k for k in 1..cols(g) where g[i, k] > 0) < 3"};
    size_t moves = 1 + random_below(seed, 2);
    text_puts(out, "game r(g: grid, n, f: row) {");
    for (size_t m = 0; m < moves; m++) {
        text_add(out, "\n  move m%zu(i in 1..rows(g), j in 1..cols(g), c in 1..2) where g[i, j] == 0", m);
        for (size_t more = 1 + random_below(seed, 3); more > 0; more--) text_add(out, " and %s", PICK(seed, lines));
        text_puts(out, " -> r(g with { [i, j] = c }, n, f)");
    }
    text_puts(out, "\n}\n");
}

/* ---- positions ------------------------------------------------------------------------------------------------------ */
static void put_cells(uint64_t *seed, size_t count, char *word)
{
    size_t at = 0;
    word[at++] = '[';
    for (size_t i = 0; i < count; i++) {
        uint64_t cell = random_below(seed, 2) ? 0 : random_below(seed, 12) ? random_below(seed, 3) : 3;
        at += (size_t)sprintf(word + at, "%s%d", i ? ", " : "", (int)cell);
    }
    sprintf(word + at, "]");
}

static void put_board(uint64_t *seed, bool grid, char *word)
{
    char row[64];
    size_t rows = 2 + random_below(seed, 2), columns = 3 + random_below(seed, 2), at = 0;
    if (!grid) {
        put_cells(seed, 4 + random_below(seed, 7), word);
        return;
    }
    word[at++] = '[';
    for (size_t i = 0; i < rows; i++) {
        put_cells(seed, columns, row);
        at += (size_t)sprintf(word + at, "%s%s", i ? ", " : "", row);
    }
    sprintf(word + at, "]");
}

/* ---- answers -------------------------------------------------------------------------------------------------------- */
static struct engine *open_rule(const char *rule, bool whole, struct budget *budget)
{
    return opened((struct engine_options){
        .text = rule, .budget = budget, .whole = whole, .only_solver = whole ? "hashed" : "nimbers"});
}

static const char *value_at(struct engine *e, const char *const *words, bool *grounded)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    double boards, instances;
    enum status st = engine_position(e, words, 3, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    if (st == ST_OK) *grounded |= residue_boards(e->env, &position.components[0], &boards, &instances);
    return st == ST_OK && answer.has_sg ? answer.sg : "none";
}

static void try_rule(struct tally *t, uint64_t seed, bool grid)
{
    struct text rule = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed * 2 + grid);
    if (grid) write_grid(&seed, &rule);
    else write_row(&seed, &rule);
    struct engine *engines[2] = {open_rule(text_c(&rule), false, &budgets[0]),
                                 open_rule(text_c(&rule), true, &budgets[1])};
    bool grounded = false, whole = false;
    for (int i = 0; engines[0] && engines[1] && i < BOARDS; i++) {
        char board[WORD], kept[WORD], number[8];
        const char *words[3] = {board, number, kept};
        put_board(&seed, grid, board);
        put_cells(&seed, 5, kept);
        snprintf(number, sizeof number, "%d", (int)random_below(&seed, 3));
        const char *parts = value_at(engines[0], words, &grounded), *all = value_at(engines[1], words, &whole);
        if (strcmp(parts, "none") == 0) continue; /* play is not proved to end */
        t->values++;
        if (strcmp(parts, all) == 0) continue;
        t->wrong++;
        printf("# %s#   at %s %s %s: %s, whole %s\n", text_c(&rule), board, number, kept, parts, all);
    }
    if (!engines[0] || !engines[1]) printf("# no rule: %s", text_c(&rule));
    else t->rules++;
    t->grounded += grounded;
    t->wrong += whole;
    engine_close(engines[0]);
    engine_close(engines[1]);
    text_free(&rule);
}

static int claim(int number, const struct tally *t, const char *what, uint64_t count)
{
    bool fine = t->wrong == 0 && t->rules > count / 2 && t->grounded > count / 3;
    printf("%s %d - %s: %zu rules, %zu of them grounded, %zu values, %zu wrong\n", fine ? "ok" : "not ok", number, what,
           t->rules, t->grounded, t->values, t->wrong);
    return !fine;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 40;
    struct tally rows = {0}, grids = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        try_rule(&rows, seed, false);
        try_rule(&grids, seed, true);
    }
    int status = claim(1, &rows, "rows", count);
    status |= claim(2, &grids, "grids", count);
    printf("1..2\n");
    return status;
}
