/* SPDX-License-Identifier: MIT */
/* Random rules on rows, grids and numbers with random invariants. Where a position is reached that the invariant excludes, no board may be made
 * of the rule, and it may not be known to fall apart or to keep its invariant; where none is, values are those of a search of whole positions, as the rule is written.
 * usage: invariants [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a board that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/search/mask_boards.h"

enum { RULES = 600, BOARDS = 8, WORD = 100 };
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules -------------------------------------------------------------------------------------------------------------- */
static const char *const of_rows[] = {
    "all(x <= 2 for x in s)",
    "all(s[k] < 3 for k in 1..len(s))",
    "all(x in {0, 1, 2} for x in s)",
    "all(0 <= x and x <= 1 for x in s)",
    "all(x == 1 or x == 0 for x in s)",
    "all(x in {0, 2} for x in s)",
    "all(x in {-9000000000000000000, 9000000000000000000} or x in 0..2 for x in s)",
    "all(x >= 1 for x in s)",
    "all(x in 1..2 for x in s)",
    "all(s[k] < 2 for k in 2..len(s))",
    "all(s[k] + s[k + 1] <= 2 for k in 1..len(s) - 1)",
    "all(s[k] != 2 or s[k + 1] != 2 for k in 1..len(s) - 1)",
    "all(s[k] <= s[k + 1] for k in 1..len(s) - 1)",
    "s[1] == 0",
    "s[1] >= 1",
    "any(x == 0 for x in s)",
    "count(x for x in s where x == 2) <= 1",
    "sum(x for x in s) <= 3",
    "len(s) >= 2 and all(x <= 2 for x in s)",
    "all(x <= 1 or s[1] == 1 for x in s)",
    "not (s[1] == 2 and s[2] == 0)",
};
static const char *const of_grids[] = {
    "all(b[r, c] <= 2 for r in 1..rows(b), c in 1..cols(b))",
    "all(b[r, c] < 2 for c in 1..cols(b), r in 1..rows(b))",
    "all(all(b[r, c] <= 1 for c in 1..cols(b)) for r in 1..rows(b))",
    "all(b[r, c] != 2 or b[r, c + 1] != 2 for r in 1..rows(b), c in 1..cols(b) - 1)",
    "all(b[r, c] >= 1 for r in 1..rows(b), c in 1..cols(b) where r == c)",
    "rows(b) == 2 and all(b[r, c] <= 2 for r in 1..rows(b), c in 1..cols(b))",
    "b[1, 1] <= b[1, 2]",
    "b[1, 1] == 1",
    "sum(b[r, c] for r in 1..rows(b), c in 1..cols(b)) <= 5",
};
static const char *const of_numbers[] = {
    "a <= 6",
    "a <= 7 and b <= 6",
    "c <= 2",
    "c < 2 and a <= 5",
    "a <= b",
    "a + b <= 9",
    "a != 3",
    "c in 0..2",
    "c in {0, 2}",
    "a >= 1",
    "a >= 1 and b >= 1",
    "a % 2 == 0",
    "c <= a + 2",
    "a <= 8 or c == 0",
    "(a <= 8 and b <= 8) or c == 0",
};
static const char *const tests[] = {"== 1", "== 2", "> 0", "!= 1", "== 0", "in {1, 2}"};

static void add_move(uint64_t *seed, bool grid, size_t number, struct text *out)
{
    static const char *const rows[] = {"s[i]", "s[i + 1]", "s[i - 1]"}, *const grids[] = {"b[i, j]", "b[i, j + 1]",
                                                                                          "b[i + 1, j]"};
    static const char *const row_writes[] = {"[i] = 0",
                                             "[i] = 1",
                                             "[i] = 2",
                                             "[i] = s[i] - 1",
                                             "[i] = 0, [i + 1] = s[i]",
                                             "[i] = 0, [i + 1] = 0",
                                             "[i + 1] = 2 - s[i + 1]"};
    static const char *const grid_writes[] = {"[i, j] = 0",
                                              "[i, j] = 1",
                                              "[i, j] = 2",
                                              "[i, j] = b[i, j] - 1",
                                              "[i, j] = 0, [i, j + 1] = b[i, j]",
                                              "[i, j] = 0, [i, j + 1] = 0"};
    const char *const *cells = grid ? grids : rows;
    if (grid) text_add(out, "\n  move m%zu(i in 1..rows(b), j in 1..cols(b) - 1)", number);
    else text_add(out, "\n  move m%zu(i in 1..len(s) - 1)", number);
    text_add(out, " where %s > 0", cells[0]);
    for (size_t more = random_below(seed, 3); more > 0; more--)
        text_add(out, " and %s %s", cells[random_below(seed, 3)], PICK(seed, tests));
    if (grid) text_add(out, " -> g(b with { %s })", PICK(seed, grid_writes));
    else text_add(out, " -> g(s with { %s })", PICK(seed, row_writes));
}

/* The sum of a and b falls, or they stay and c falls. */
static void add_number_move(uint64_t *seed, size_t number, struct text *out)
{
    static const char *const ends[] = {"a", "min(a, 3)", "b", "min(b, 4)", "min(a, b)", "c"};
    static const char *const others[] = {"t != c", "(a + t) % 2 == 0", "a != b", "t != 2",
                                         "c > 0",  "b % 3 != t % 3",   "c == 0"};
    static const char *const results[][4] = {
        {"g(a - t, b, c)", "g(a - t, b, t)", "g(b, a - t, c)", "g(a - t, b, 0)"},
        {"g(a - t, b, c)", "g(a - t, b, min(c, 1))", "g(min(a - t, b), max(a - t, b), c)", "g(a - t, b, 2)"},
        {"g(a, b - t, c)", "g(a, b - t, t)", "g(min(a, b - t), max(a, b - t), c)", "g(a, b - t, c + 1)"},
        {"g(a, b - t, c)", "g(b - t, a, c)", "g(a, b - t, min(t, 2))", "g(a, b - t, 0)"},
        {"g(a - t, b - t, c)", "g(b - t, a - t, c)", "g(a - t, b - t, t)", "g(a - t, b, c)"},
        {"g(a, b, c - t)", "g(a, b, 0)", "g(b, a, c - t)", "g(a, b, c - t)"}};
    size_t end = random_below(seed, 6);
    text_add(out, "\n  move m%zu(t in 1..%s)", number, ends[end]);
    const char *join = "where";
    for (size_t more = random_below(seed, 3); more > 0; more--, join = "and")
        text_add(out, " %s %s", join, PICK(seed, others));
    text_add(out, " -> %s", results[end][random_below(seed, 4)]);
}

static void write_numbers(uint64_t *seed, struct text *out)
{
    text_add(out, "game g(a, b, c) where %s", PICK(seed, of_numbers));
    if (random_below(seed, 3) == 0) text_add(out, " and %s", PICK(seed, of_numbers));
    text_puts(out, " {");
    for (size_t m = 0, moves = 1 + random_below(seed, 3); m < moves; m++) add_number_move(seed, m, out);
    text_puts(out, "\n}\n");
}

static void write_rule(uint64_t *seed, bool grid, struct text *out)
{
    text_add(out, "game g(%s) where %s", grid ? "b: grid" : "s: row",
             grid ? PICK(seed, of_grids) : PICK(seed, of_rows));
    if (random_below(seed, 4) == 0) text_add(out, " and %s", grid ? of_grids[0] : PICK(seed, of_rows));
    text_puts(out, " {");
    for (size_t m = 0, moves = 1 + random_below(seed, 3); m < moves; m++) add_move(seed, grid, m, out);
    text_puts(out, "\n}\n");
}

static void put_board(uint64_t *seed, bool grid, char *word)
{
    size_t rows = grid ? 1 + random_below(seed, 2) : 1, columns = 2 + random_below(seed, grid ? 2 : 4), at = 0;
    uint64_t values = 2 + random_below(seed, 2);
    if (grid) at += (size_t)sprintf(word + at, "[");
    for (size_t r = 0; r < rows; r++) {
        at += (size_t)sprintf(word + at, r ? ", [" : "[");
        for (size_t c = 0; c < columns; c++)
            at += (size_t)sprintf(word + at, c ? ", %d" : "%d", (int)random_below(seed, values));
        at += (size_t)sprintf(word + at, "]");
    }
    if (grid) sprintf(word + at, "]");
}

/* ---- what is said of a board ---------------------------------------------------------------------------------------------- */
struct said {
    bool position, board,
        apart;   /* it is one, of which a board is made, or which is known to fall apart or to be kept */
    bool broken; /* an option that the invariant excludes was found */
    char sg[16];
};
static struct said ask(struct engine *e, const char *const *words, size_t count)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    struct said said = {0};
    struct masks *board = NULL;
    struct ground_mask state;
    size_t before = e->diags.count;
    if (!(said.position = engine_position(e, words, count, &position) == ST_OK)) return said;
    mask_board_find(e->env, &position.components[0], &board, &state);
    const struct game *game = &e->env->model->games[position.components[0].game];
    said.board = board != NULL;
    said.apart = game->windows || game->split || game->kept;
    enum status st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    snprintf(said.sg, sizeof said.sg, "%s", st == ST_OK && answer.has_sg ? answer.sg : "none");
    for (size_t i = before; i < e->diags.count; i++) said.broken |= e->diags.items[i].id == D_RUN_OPTION_INVARIANT;
    return said;
}

struct tally {
    size_t rules, values, boards, apart, broken, wrong;
};

static void try_board(struct tally *t, struct engine *const *engines, const char *rule, const char *const *words,
                      size_t count)
{
    struct said whole = ask(engines[0], words, count), said = ask(engines[1], words, count);
    bool value = strcmp(whole.sg, "none") != 0, broken = whole.broken;
    if (!whole.position || !said.position || value == broken) return;
    t->values += value;
    t->broken += broken;
    t->boards += value && said.board;
    t->apart += value && said.apart;
    bool wrong = broken ? said.board || said.apart : strcmp(whole.sg, said.sg) != 0;
    if (!wrong) return;
    t->wrong++;
    printf("# %s#   at %s %s %s: %s%s%s, whole %s\n", rule, words[0], count > 1 ? words[1] : "",
           count > 2 ? words[2] : "", said.sg, said.board ? ", a board" : "", said.apart ? ", apart" : "", whole.sg);
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text rule = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed);
    bool grid = random_below(&seed, 3) == 0, numbers = random_below(&seed, 3) == 0;
    if (numbers) write_numbers(&seed, &rule);
    else write_rule(&seed, grid, &rule);
    struct engine *engines[2];
    for (int i = 0; i < 2; i++)
        engines[i] = opened((struct engine_options){
            .text = text_c(&rule), .budget = &budgets[i], .whole = !i, .only_solver = i ? NULL : "hashed"});
    t->rules += engines[0] && engines[1];
    for (int i = 0; engines[0] && engines[1] && i < BOARDS; i++) {
        char word[WORD], more[2][8];
        const char *words[] = {word, more[0], more[1]};
        put_board(&seed, grid, word);
        if (numbers) {
            sprintf(word, "%d", (int)random_below(&seed, 10));
            sprintf(more[0], "%d", (int)random_below(&seed, 10));
            sprintf(more[1], "%d", (int)random_below(&seed, 4));
        }
        try_board(t, engines, text_c(&rule), words, numbers ? 3 : 1);
    }
    engine_close(engines[0]);
    engine_close(engines[1]);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : RULES;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool fine = !t.wrong && t.boards > count / 4 && t.apart > count / 8 && t.broken > count / 8;
    printf("%s 1 - invariants: %zu rules, %zu values, %zu of boards, %zu of what falls apart, %zu broken, %zu "
           "wrong\n1..1\n",
           fine ? "ok" : "not ok", t.rules, t.values, t.boards, t.apart, t.broken, t.wrong);
    return !fine;
}
