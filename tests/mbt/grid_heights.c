/* SPDX-License-Identifier: MIT */
/* Random rules on grids of heights that are cut, taken from, written in places and ranges, made anew or chosen among: values of numbered
 * states (solve/ranked) against a plain search, from grids that keep an order and any others.
 * usage: grid_heights [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a value that differs. */
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
    size_t rules, values, wrong;
};

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

static const char *const moves[] = {
    "(i in 1..rows(h), j in 1..cols(h), t in 0..h[i, j] - 1) -> g([[x >= i and y >= j ? min(h[x, y], t) : h[x, y]"
    " for y in 1..cols(h)] for x in 1..rows(h)])",
    "(i in 1..rows(h), j in 1..cols(h)) where h[i, j] > h[i + 1, j] and h[i, j] > h[i, j + 1] -> g(h with { [i, j] -= "
    "1 })",
    "(i in 1..rows(h), t in 1..2) where all(h[i, j] >= t for j in 1..cols(h)) -> g(h with { [i, 1..cols(h)] -= t })",
    "(j in 1..cols(h)) where h[1, j] > 0 -> g(h with { [1..rows(h), j] = 0 })",
    "(i in 1..rows(h), j in 1..cols(h)) where h[i, j] > 0 -> g(h with { [i..rows(h), j..cols(h)] = 0 })",
    "(i in 2..rows(h), j in 1..cols(h)) where h[i - 1, j] > 0 -> g(h with { [i - 1, j] -= 1, [i, j] = 0 })",
    "(t in 1..2) where h[1, 1] >= t -> g(h[1, cols(h)] > 0 ? h with { [1, 1] -= t } : h with { [1, 1] = 0 })",
    "(i in 1..rows(h)) where h[i, 1] > 0 -> g([[x == i ? h[x, y + 1] : h[x, y] for y in 1..cols(h)] for x in "
    "1..rows(h)])",
    "(i in 1..rows(h)) where sum(h[i, j] for j in 1..cols(h)) > 1 -> g([[h[x, y] / 2 for y in 1..cols(h)]"
    " for x in 1..rows(h)])"};

static void write_rule(uint64_t *seed, struct text *out)
{
    text_puts(out, "game g(h: grid) {");
    for (size_t m = 0, count = 1 + random_below(seed, 3); m < count; m++)
        text_add(out, "\n  move m%zu%s", m, PICK(seed, moves));
    text_puts(out, "\n}\n");
}

static void put_board(uint64_t *seed, bool same, char words[WORD])
{
    size_t rows = 1 + random_below(seed, 3), columns = 1 + random_below(seed, rows > 2 ? 2 : 3);
    size_t at = (size_t)sprintf(words, "[");
    for (size_t i = 0; i < rows; i++) {
        at += (size_t)sprintf(words + at, "%s", i ? ", [" : "[");
        for (size_t j = 0; j < columns; j++) {
            uint64_t cell = same ? 2 : random_below(seed, 3);
            at += (size_t)sprintf(words + at, "%s%d", j ? ", " : "", (int)cell);
        }
        at += (size_t)sprintf(words + at, "]");
    }
    sprintf(words + at, "]");
}

/* ---- answers -------------------------------------------------------------------------------------------------------- */
static struct engine *open_rule(const char *rule, bool whole, struct budget *budget)
{
    return opened((struct engine_options){
        .text = rule, .budget = budget, .whole = whole, .only_solver = whole ? "hashed" : "ranked"});
}

static const char *value_at(struct engine *e, const char *words)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    enum status st = engine_position(e, &words, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    return st == ST_OK && answer.has_sg ? answer.sg : "none";
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text rule = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed);
    write_rule(&seed, &rule);
    struct engine *engines[2] = {open_rule(text_c(&rule), false, &budgets[0]),
                                 open_rule(text_c(&rule), true, &budgets[1])};
    for (int i = 0; engines[0] && engines[1] && i < BOARDS; i++) {
        char board[WORD];
        put_board(&seed, i % 2, board);
        const char *parts = value_at(engines[0], board), *all = value_at(engines[1], board);
        if (strcmp(parts, "none") == 0) continue; /* it is not numbered */
        t->values++;
        if (strcmp(parts, all) == 0) continue;
        t->wrong++;
        printf("# %s#   at %s: %s, searched %s\n", text_c(&rule), board, parts, all);
    }
    if (!engines[0] || !engines[1]) printf("# no rule: %s", text_c(&rule));
    else t->rules++;
    engine_close(engines[0]);
    engine_close(engines[1]);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 40;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool fine = t.wrong == 0 && t.rules > count / 2 && t.values > count;
    printf("%s 1 - grids of heights: %zu rules, %zu values, %zu wrong\n1..1\n", fine ? "ok" : "not ok", t.rules,
           t.values, t.wrong);
    return !fine;
}
