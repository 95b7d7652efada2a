/* SPDX-License-Identifier: MIT */
/* Random rules that change a few cells of a row or grid, many of which do not end: where weights are found that fall with every move
 * (proof/ground/falls.c) no state of the board may come back to itself, and the values that are then searched without looking at
 * every option are those of a search that watches for cycles.
 * usage: ends [FIRST_SEED [COUNT]]; prints TAP lines, and each rule that is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "play/options/traits.h"
#include "proof/ground/ground.h"
#include "random_rule.h"

enum { BOARDS = 4, WORD = 100, STATES = 729 };
struct tally {
    size_t rules, boards, watched, ends, proved, offered, values, wrong;
};

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
static const char *const places[2][3] = {{"[i]", "[i + 1]", "[i + 2]"}, {"[i, j]", "[i, j + 1]", "[i + 1, j]"}};
static const char *const read_places[2][3] = {{"s[i]", "s[i + 1]", "s[i + 2]"},
                                              {"g[i, j]", "g[i, j + 1]", "g[i + 1, j]"}};

static void write_conditions(uint64_t *seed, struct text *out, bool grid, const bool *asked)
{
    static const char *const tests[] = {"== 0", "== 1", "== 2", "!= 0", "!= 1", "< 2"};
    static const char *const seldom[2][4] = {
        {"i != 2", "s[i] != s[i + 1]", "(i + s[i]) % 2 == 0", "s[i - 1] == 0"},
        {"i != j", "g[i, j] != g[i, j + 1]", "(i + j) % 2 == 0", "g[i - 1, j] == 0"}};
    for (int k = 0; k < 3; k++)
        if (asked[k]) text_add(out, " and %s %s", read_places[grid][k], PICK(seed, tests));
    if (random_below(seed, 4) == 0) text_add(out, " and %s", PICK(seed, seldom[grid]));
}

static void write_updates(uint64_t *seed, struct text *out, bool grid, int written)
{
    static const char *const plain[] = {"0", "0", "1", "1", "2"};
    text_puts(out, grid ? " -> b(g with { " : " -> b(s with { ");
    for (int k = 0, none = 1; k < 3; k++) {
        if (!(written >> k & 1)) continue;
        const char *other = read_places[grid][random_below(seed, 3)];
        text_add(out, "%s%s = %s", none ? "" : ", ", places[grid][k],
                 random_below(seed, 4) ? PICK(seed, plain) : other);
        none = 0;
    }
    text_puts(out, " })");
}

/* The same by a comprehension, in which cells of which nothing is asked may become others. */
static void write_row_anew(uint64_t *seed, struct text *out, bool grid)
{
    static const char *const bodies[2][5] = {
        {"k == i or s[k] == 2 ? 2 : s[k]", "abs(k - i) <= 1 or s[k] == 1 ? 1 : 0",
         "k == i ? 0 : k > i ? s[k] : max(s[k], 0)", "k == i ? 2 : (k == i + 1 ? 0 : s[k])",
         "k >= i and k <= i + 1 ? 1 - s[k] % 2 : s[k]"},
        {"r == i and c == j ? 2 : g[r, c]", "r == i or g[r, c] == 1 ? 1 : 0", "c == j ? min(g[r, c], 1) : g[r, c]",
         "r == i and c >= j ? 0 : g[r, c]", "r == i and c == j ? g[r, c] % 2 : g[r, c]"}};
    if (grid) text_add(out, " -> b([[%s for c in 1..cols(g)] for r in 1..rows(g)])", PICK(seed, bodies[1]));
    else text_add(out, " -> b([%s for k in 1..len(s)])", PICK(seed, bodies[0]));
}

static void write_rule(uint64_t *seed, struct text *out, bool grid)
{
    size_t moves = 1 + random_below(seed, 3);
    text_puts(out, grid ? "game b(g: grid) {" : "game b(s: row) {");
    for (size_t m = 0; m < moves; m++) {
        int written = 1 + (int)random_below(seed, 7);
        bool asked[3], anew = random_below(seed, 4) == 0;
        for (int k = 0; k < 3; k++) asked[k] = random_below(seed, 8) > 0 && (k == 0 || random_below(seed, 3));
        if (grid) text_add(out, "\n  move m%zu(i in 1..rows(g), j in 1..cols(g)) where i < rows(g) and j < cols(g)", m);
        else text_add(out, "\n  move m%zu(i in 1..len(s)) where i + 2 <= len(s)", m);
        write_conditions(seed, out, grid, asked);
        if (anew) write_row_anew(seed, out, grid);
        else write_updates(seed, out, grid, written);
    }
    text_puts(out, "\n}\n");
}

static void put_board(uint64_t *seed, bool grid, char *word)
{
    size_t rows = grid ? 2 : 1, columns = grid ? 2 + random_below(seed, 2) : 3 + random_below(seed, 4), at = 0;
    at += (size_t)sprintf(word + at, "%s", grid ? "[" : "");
    for (size_t i = 0; i < rows; i++) {
        at += (size_t)sprintf(word + at, "%s", i ? ", [" : "[");
        for (size_t k = 0; k < columns; k++)
            at += (size_t)sprintf(word + at, "%s%d", k ? ", " : "", (int)random_below(seed, 3));
        at += (size_t)sprintf(word + at, "]");
    }
    sprintf(word + at, "%s", grid ? "]" : "");
}

/* ---- states of a board, all of them --------------------------------------------------------------------------------- */
struct walk {
    const struct ground *g;
    size_t codes; /* a cell has those from `first` on, so many */
    size_t first;
    unsigned char seen[STATES]; /* 1: on the path, 2: no cycle is reached */
};

static struct ground_mask state_of(const struct walk *w, size_t number)
{
    struct ground_mask state = {{0}};
    for (size_t cell = 0; cell < w->g->cells; cell++, number /= w->codes)
        ground_put(w->g, &state, cell, w->first + number % w->codes);
    return state;
}

static size_t number_of(const struct walk *w, const struct ground_mask *state)
{
    size_t number = 0;
    for (size_t cell = w->g->cells; cell-- > 0;) number = number * w->codes + ground_code(w->g, state, cell) - w->first;
    return number;
}

static bool comes_back(struct walk *w, size_t number)
{
    bool back = false;
    struct ground_mask state = state_of(w, number);
    if (w->seen[number]) return w->seen[number] == 1;
    w->seen[number] = 1;
    for (size_t i = 0; !back && i < w->g->move_count; i++) {
        const struct ground_move *m = &w->g->moves[i];
        struct ground_mask to = state;
        bool off = false;
        for (size_t k = 0; k < GROUND_WORDS; k++) {
            off |= (state.words[k] & m->care.words[k]) != m->want.words[k];
            to.words[k] = (state.words[k] & ~m->write.words[k]) | m->put.words[k];
        }
        back = !off && comes_back(w, number_of(w, &to));
    }
    w->seen[number] = 2;
    return back;
}

static bool some_state_comes_back(const struct ground *g)
{
    struct walk w = {.g = g, .first = ground_first(g), .codes = g->value_count - ground_first(g)};
    size_t states = 1;
    bool back = false;
    for (size_t i = 0; i < g->cells; i++) states *= w.codes;
    for (size_t i = 0; !back && states <= STATES && i < states; i++) back = comes_back(&w, i);
    return back;
}

/* ---- answers -------------------------------------------------------------------------------------------------------- */
static struct engine *open_rule(const char *rule, const char *solver, struct budget *budget)
{
    return opened((struct engine_options){.text = rule, .budget = budget, .only_solver = solver});
}

static const char *value_at(struct engine *e, const struct position *position)
{
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    enum status st = analyze(e->env, position, &wanted, &e->answers, &answer);
    return st == ST_OK && answer.has_sg ? answer.sg : "none";
}

static void try_board(struct tally *t, struct engine *const *engines, const char *rule, const char *board)
{
    struct position position;
    struct ground g;
    struct arena arena = {0};
    bool falls = false;
    if (engine_position(engines[0], &board, 1, &position) != ST_OK) return;
    const struct env *env = engines[0]->env;
    struct ground_from from = {env->model,
                               position.components[0].game,
                               env->params,
                               position.components[0].cells,
                               position.components[0].count,
                               NULL,
                               0};
    if (ground_make(&from, &arena, &g) != ST_OK || ground_falls(&g, &falls) != ST_OK) t->wrong++;
    bool back = g.cells && some_state_comes_back(&g), watched = env->traits->games[position.components[0].game].watched;
    const char *found = value_at(engines[0], &position), *all = value_at(engines[1], &position);
    bool answered = strcmp(found, "none") != 0, wrong = (falls && back) || (answered && strcmp(found, all) != 0);
    t->offered += falls && answered; /* or the state is a sum of cells */
    t->boards += g.cells > 0;
    t->ends += g.cells && !back;
    t->proved += falls;
    t->watched += watched && falls;
    t->values += answered;
    t->wrong += wrong;
    if (wrong || (falls && !answered && watched))
        printf("# %s#   at %s: %s, watched %s, falls %d, back %d\n", rule, board, found, all, falls, back);
    arena_free(&arena);
}

static void try_rule(struct tally *t, uint64_t seed, bool grid)
{
    struct text rule = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed * 2 + grid);
    write_rule(&seed, &rule, grid);
    struct engine *engines[2] = {open_rule(text_c(&rule), "nimbers", &budgets[0]),
                                 open_rule(text_c(&rule), "hashed", &budgets[1])};
    for (int i = 0; engines[0] && engines[1] && i < BOARDS; i++) {
        char board[WORD];
        put_board(&seed, grid, board);
        try_board(t, engines, text_c(&rule), board);
    }
    if (!engines[0] || !engines[1]) printf("# no rule: %s", text_c(&rule));
    else t->rules++;
    engine_close(engines[0]);
    engine_close(engines[1]);
    text_free(&rule);
}

/* Most boards that end are proved to, and some of these by the weights alone. */
static int claim(int number, const struct tally *t, const char *what, uint64_t count)
{
    bool many = t->rules > count / 2 && t->boards > count && t->ends < t->boards && t->proved > t->ends / 2 &&
                t->offered > t->proved / 2 && t->watched;
    printf("%s %d - %s: %zu rules, %zu boards of which %zu end and %zu are proved to, %zu not before, %zu values, "
           "%zu wrong\n",
           many && !t->wrong ? "ok" : "not ok", number, what, t->rules, t->boards, t->ends, t->proved, t->watched,
           t->values, t->wrong);
    return !many || t->wrong;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 80;
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
