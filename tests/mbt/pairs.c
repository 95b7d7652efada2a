/* SPDX-License-Identifier: MIT */
/* Answers with the image. Random rules on rows and grids, many of them with something that breaks the symmetry: a condition on the
 * parity of a place, a window that is longer on one side, a start that is not its own image, values that are written back. Whatever is
 * proved of a board, lost or won by a first move, is what a search of the whole board without that solver finds.
 * What is stated of all sizes: it holds of boards beyond those that were looked at, and a search finds the same on small ones.
 * usage: pairs [FIRST_SEED [COUNT]]; prints TAP lines, and what differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/pairing/first_move.h"
#include "solve/pairing/sizes.h"
#include "solve/pairing/stealing.h"
#include "play/options/traits.h"

enum { BOARDS = 14, WORD = 200 };
struct tally {
    size_t rules, boards, lost, won, wrong;
    size_t stated, sizes, searched, false_sizes; /* of all sizes */
    size_t tried, stolen, misere, false_thefts;
};
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
static void write_row_rule(uint64_t *seed, struct text *out)
{
    static const char *const wheres[] = {"s[i] == 1",
                                         "s[i] > 0",
                                         "s[i] == 1 and s[i + 1] == 1",
                                         "s[i] == 1 and s[i + 2] == 1",
                                         "s[i] == 1 and s[i + 1] == 1 and s[i + 2] == 1",
                                         "s[i] == 1 and s[i - 1] == 0 and s[i + 1] == 0",
                                         "s[i] == 1 and s[i - 1] != 2 and s[i + 1] != 2",
                                         "s[i] == 1 and s[i + 1] == 0",
                                         "s[i] == 1 and s[i - 1] == s[i + 1]",
                                         "s[i] == 1 and s[i + 3] == 1"};
    static const char *const odd[] = {"",
                                      "",
                                      "",
                                      "",
                                      " and i % 2 == 0",
                                      " and i != 2",
                                      " and (i == 1 or s[i - 1] == 0)",
                                      " and i > 1",
                                      " and i < len(s)",
                                      " and len(s) % 2 == 0"};
    static const char *const writes[] = {
        "[i] = 0",        "[i] = 0",    "[i] = 2", "[i] = 0, [i + 1] = 0", "[i] = 0, [i + 2] = 0",
        "[i..i + 2] = 0", "[i + 1] = 0"};
    static const char *const ends[] = {"len(s)", "len(s)", "len(s) - 1", "len(s) - 2", "len(s) - 3"};
    text_puts(out, "game r(s: row) {");
    size_t moves = 1 + random_below(seed, 2);
    for (size_t m = 0; m < moves; m++)
        text_add(out, "\n  move m%zu(i in 1..%s) where %s%s -> r(s with { %s })", m, PICK(seed, ends),
                 PICK(seed, wheres), PICK(seed, odd), PICK(seed, writes));
    text_puts(out, "\n}\n");
}

static void write_grid_rule(uint64_t *seed, struct text *out)
{
    static const char *const wheres[] = {
        "g[i, j] == 1",
        "g[i, j] > 0",
        "g[i, j] == 1 and g[i, j + 1] == 1",
        "g[i, j] == 1 and g[i + 1, j] == 1",
        "g[i, j] == 1 and g[i + 1, j + 1] == 1",
        "g[i, j] == 1 and g[i - 1, j] == 0 and g[i + 1, j] == 0 and g[i, j - 1] == 0 and g[i, j + 1] == 0",
        "g[i, j] == 1 and g[i, j + 1] == 1 and g[i + 1, j] == 1 and g[i + 1, j + 1] == 1",
        "g[i, j] == 1 and g[i - 1, j] != 2 and g[i + 1, j] != 2 and g[i, j - 1] != 2 and g[i, j + 1] != 2",
        "g[i, j] == 1 and g[i, j + 2] == 1"};
    static const char *const odd[] = {
        "", "", "", "", " and j % 2 == 1", " and i != j", " and i > 1", " and rows(g) > 2"};
    static const char *const writes[] = {"[i, j] = 0",
                                         "[i, j] = 2",
                                         "[i, j] = 0, [i, j + 1] = 0",
                                         "[i, j] = 0, [i + 1, j] = 0",
                                         "[i, j] = 0, [i + 1, j + 1] = 0",
                                         "[i..i + 1, j..j + 1] = 0",
                                         "[i, j] = 0, [i, j + 2] = 0"};
    static const char *const ends[] = {"rows(g), j in 1..cols(g) - 1", "rows(g) - 1, j in 1..cols(g)",
                                       "rows(g), j in 1..cols(g)", "rows(g) - 1, j in 1..cols(g) - 1",
                                       "rows(g), j in 1..cols(g) - 2"};
    text_puts(out, "game r(g: grid) {");
    size_t moves = 1 + random_below(seed, 2);
    for (size_t m = 0; m < moves; m++)
        text_add(out, "\n  move m%zu(i in 1..%s) where %s%s -> r(g with { %s })", m, PICK(seed, ends),
                 PICK(seed, wheres), PICK(seed, odd), PICK(seed, writes));
    text_puts(out, "\n}\n");
}

/* ---- boards ---------------------------------------------------------------------------------------------------------- */
/* All cells 1; or half of them drawn and the others their images under half a turn; or one of those cells changed. */
static void put_board(uint64_t *seed, bool grid, char *word)
{
    size_t rows = grid ? 1 + random_below(seed, 4) : 1, columns = 1 + random_below(seed, grid ? 4 : 11), at = 0;
    size_t count = rows * columns, kind = random_below(seed, 4);
    int cells[16];
    for (size_t i = 0; i < count; i++) cells[i] = kind ? (int)(random_below(seed, 4) ? 1 : random_below(seed, 3)) : 1;
    for (size_t i = 0; kind && i < count / 2; i++) cells[count - 1 - i] = cells[i];
    if (kind == 3) cells[random_below(seed, count)] = (int)random_below(seed, 3);
    if (grid) word[at++] = '[';
    for (size_t i = 0; i < count; i++)
        at += (size_t)sprintf(word + at, "%s%d%s",
                              i % columns ? ", "
                              : i         ? ", ["
                                          : "[",
                              cells[i], i % columns + 1 == columns ? "]" : "");
    if (grid) word[at++] = ']';
    word[at] = 0;
}

static struct engine *open_rule(const char *rule, struct budget *budget, const char *solver)
{
    bool whole = strcmp(solver, "pairing") != 0;
    return opened((struct engine_options){.text = rule, .budget = budget, .whole = whole, .only_solver = solver});
}

static enum outcome outcome_by(struct engine *e, const char *word)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL};
    enum status st = engine_position(e, &word, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    return st == ST_OK ? answer.outcome : OUTCOME_UNKNOWN;
}

/* ---- all sizes ------------------------------------------------------------------------------------------------------ */
enum { LARGEST = 25, SEARCHED = 14, DRAWN = 24 };

/* A board of these sizes whose cells all hold 1. */
static void uniform_word(bool grid, size_t rows, size_t columns, char *word)
{
    size_t at = 0;
    if (grid) word[at++] = '[';
    for (size_t i = 0; i < rows * columns; i++)
        at += (size_t)sprintf(word + at, "%s1%s",
                              i % columns ? ", "
                              : i         ? ", ["
                                          : "[",
                              i % columns + 1 == columns ? "]" : "");
    if (grid) word[at++] = ']';
    word[at] = 0;
}

static void try_size(struct tally *t, struct engine *e, struct engine *whole, const struct uniform_boards *b,
                     size_t rows, size_t columns)
{
    static char word[3 * LARGEST * LARGEST + 4 * LARGEST];
    const char *words = word;
    struct position position;
    struct first_move found = {.outcome = OUTCOME_UNKNOWN};
    size_t class = b->row ? columns % 2 : 2 * (rows % 2) + columns % 2;
    int64_t least = (int64_t)(b->row || rows > columns ? columns : rows);
    bool won = b->won[class] && least >= b->won[class], lost = b->lost[class] && least >= b->lost[class];
    if (!won && !lost) return;
    uniform_word(!b->row, rows, columns, word);
    enum outcome said = won ? OUTCOME_N : OUTCOME_P;
    if (engine_position(e, &words, 1, &position) == ST_OK) first_move_find(e->env, &position, &found);
    t->sizes++;
    bool fine = found.outcome == said && won != lost;
    if (fine && rows * columns <= SEARCHED) fine = outcome_by(whole, word) == said, t->searched++;
    if (fine) return;
    t->false_sizes++;
    printf("#   %zu x %zu: stated %d, found %d\n", rows, columns, (int)said, (int)found.outcome);
}

/* Are the boards that no move is said to meet its image on those of which it is seen? */
static void try_classes(struct tally *t, uint64_t *seed, struct engine *e, bool row)
{
    const struct state_windows *w = e->model->games[0].windows;
    for (uint32_t image = 1; w && image <= 7; image++) {
        if (!(w->answers >> image & 1)) continue;
        uint32_t free = pairs_classes(w, row, image);
        size_t rows = row ? 1 : 1 + random_below(seed, LARGEST),
               columns = image & MIRROR_TURN ? rows : 1 + random_below(seed, LARGEST);
        size_t class = row ? columns % 2 : 2 * (rows % 2) + columns % 2;
        if (!(free >> class & 1)) continue;
        static char word[3 * LARGEST * LARGEST + 4 * LARGEST];
        const char *words = word;
        struct position position;
        struct pairs pairs;
        uniform_word(!row, rows, columns, word);
        bool fine = engine_position(e, &words, 1, &position) == ST_OK;
        t->sizes++;
        if (fine && pairs_all(e->env, position.components, position.count, 1u << image, &pairs)) continue;
        t->false_sizes++;
        printf("#   %zu x %zu: no move meets its image %u, it was said\n", rows, columns, (unsigned)image);
    }
}

static void try_sizes(struct tally *t, uint64_t *seed, struct engine *e, struct engine *whole, bool grid)
{
    struct uniform_boards b;
    const struct game_traits *traits = &e->env->traits->games[0];
    try_classes(t, seed, e, !grid);
    if (traits->watched || pairs_uniform(e->env, 0, 1, &b) != ST_OK || !b.known) return;
    size_t before = t->sizes;
    for (size_t i = 0; i < DRAWN; i++) {
        size_t most = i % 2 ? LARGEST : 5;
        try_size(t, e, whole, &b, grid ? 1 + random_below(seed, most) : 1, 1 + random_below(seed, most + !grid * 9));
    }
    t->stated += t->sizes > before;
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed);
    bool grid = random_below(&seed, 2);
    (grid ? write_grid_rule : write_row_rule)(&seed, &text);
    struct engine *pairing = open_rule(text_c(&text), &budgets[0], "pairing"),
                  *whole = open_rule(text_c(&text), &budgets[1], "hashed");
    bool any = false;
    for (int i = 0; pairing && whole && i < BOARDS; i++) {
        char word[WORD];
        put_board(&seed, grid, word);
        t->boards++;
        enum outcome said = outcome_by(pairing, word), is;
        if (said == OUTCOME_UNKNOWN) continue;
        any = true;
        is = outcome_by(whole, word);
        t->lost += said == OUTCOME_P, t->won += said == OUTCOME_N;
        if (is == said) continue;
        t->wrong++;
        printf("# %s#   at %s: said %d, is %d\n", text_c(&text), word, (int)said, (int)is);
    }
    t->rules += any;
    size_t false_before = t->false_sizes;
    if (pairing && whole) try_sizes(t, &seed, pairing, whole, grid);
    if (t->false_sizes > false_before) printf("# %s", text_c(&text));
    engine_close(pairing);
    engine_close(whole);
    text_free(&text);
}

/* ---- strategy stealing -------------------------------------------------------------------------------------------- */
/* Bites, as in Chomp, many of which do not take all that they should. */
static void write_bites(uint64_t *seed, bool grid, struct text *out)
{
    static const char *const rows[] = {"[i..len(s)] = 0", "[i..len(s)] = 0", "[i] = 0", "[1..i] = 0",
                                       "[i] = 0, [len(s)] = 0"};
    static const char *const grids[] = {"[i..rows(g), j..cols(g)] = 0", "[i..rows(g), j..cols(g)] = 0",
                                        "[i, j..cols(g)] = 0", "[i, j] = 0", "[i..rows(g), 1..j] = 0"};
    static const char *const odd[] = {"", "", "", " and i > 1", " and i % 2 == 0", " and i != 2"};
    if (grid)
        text_add(
            out,
            "game r(g: grid) { move b(i in 1..rows(g), j in 1..cols(g)) where g[i, j] > 0%s -> r(g with { %s }) }\n",
            PICK(seed, odd), PICK(seed, grids));
    else
        text_add(out, "game r(s: row) { move b(i in 1..len(s)) where s[i] > 0%s -> r(s with { %s }) }\n",
                 PICK(seed, odd), PICK(seed, rows));
}

static enum outcome misere_by(struct engine *e, const char *word)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_MISERE};
    enum status st = engine_position(e, &word, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    return st == ST_OK ? answer.outcome : OUTCOME_UNKNOWN;
}

static void try_thefts(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed ^ 0xc4039);
    bool grid = random_below(&seed, 2);
    write_bites(&seed, grid, &text);
    struct engine *whole = open_rule(text_c(&text), &budgets[0], "hashed"),
                  *sums = open_rule(text_c(&text), &budgets[1], "wholesum");
    for (int i = 0; whole && sums && i < BOARDS; i++) {
        char word[WORD];
        const char *words = word;
        struct position position;
        bool stolen = false;
        put_board(&seed, grid, word);
        if (engine_position(whole, &words, 1, &position) != ST_OK || position.count != 1) continue;
        t->tried++;
        if (stealing_proves(whole->env, &position.components[0], &stolen) != ST_OK || !stolen) continue;
        t->stolen++;
        enum outcome misere = misere_by(sums, word);
        t->misere += misere == OUTCOME_N;
        if (outcome_by(whole, word) == OUTCOME_N && misere == OUTCOME_N) continue;
        t->false_thefts++;
        printf("# %s#   at %s: not won\n", text_c(&text), word);
    }
    engine_close(whole);
    engine_close(sums);
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 80;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        try_rule(&t, seed);
        try_thefts(&t, seed);
    }
    bool fine = !t.wrong && t.rules > count / 8 && t.lost && t.won;
    printf("%s 1 - boards: %zu of %zu rules, %zu boards, %zu lost, %zu won, %zu wrong\n", fine ? "ok" : "not ok",
           t.rules, (size_t)count, t.boards, t.lost, t.won, t.wrong);
    bool sizes = !t.false_sizes && t.stated > count / 100 && t.searched;
    printf("%s 2 - all sizes: %zu rules, %zu sizes, %zu searched, %zu false\n", sizes ? "ok" : "not ok", t.stated,
           t.sizes, t.searched, t.false_sizes);
    bool thefts = !t.false_thefts && t.stolen > t.tried / 50 && t.stolen < t.tried && t.misere;
    printf("%s 3 - strategy stealing: %zu boards, %zu won, %zu wrong\n", thefts ? "ok" : "not ok", t.tried, t.stolen,
           t.false_thefts);
    printf("1..3\n");
    return fine && sizes && thefts ? 0 : 1;
}
