/* SPDX-License-Identifier: MIT */
/* Rules on one row or ring, spelled in many ways, some of which are no lists of moves (a place, the length or a cell far away counts).
 * Where a list of moves is read off for rows of one length, or for rings, the options of drawn rows are those that it gives; and what
 * `families` says of a row of which little is left is what a search of whole positions says of it.
 * usage: spellings [FIRST_SEED [COUNT]]; prints TAP lines, and what differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "play/options/options.h"
#include "random_rule.h"
#include "solve/search/row_rule.h"

enum { ROWS = 5, VALUES = 3, LEAST = 25, MOST = 64, WORD = 4 * MOST, OPTIONS = 1 << 12 };
struct tally {
    size_t rules, known, lengths, padded, walled, rings, values, wrong;
};
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
static const char *const conditions[] = {"s[i] == 1",
                                         "s[i] > 0",
                                         "s[i] == 0",
                                         "s[i] != 2",
                                         "s[i - 1] + s[i] + s[i + 1] == 0",
                                         "s[i] + s[i + 1] == 2",
                                         "s[i] * s[i + 1] == 2",
                                         "sum(s[k] for k in i - 1..i + 1) == 0",
                                         "sum(s[k] for k in i..i + 1) > 1",
                                         "all(s[k] == 0 for k in max(1, i - 1)..min(len(s), i + 1))",
                                         "all(s[k] == s[i] for k in i..i + 1)",
                                         "any(abs(k - i) == 1 and s[k] == 1 for k in 1..len(s))",
                                         "all(abs(k - i) > 1 or s[k] == 0 for k in 1..len(s))",
                                         "(i == 1 or s[i - 1] == 0)",
                                         "(i == len(s) or s[i + 1] != 1)",
                                         "(i == 1 ? s[i] == 1 : s[i - 1] == 1)",
                                         "not (s[i] == 0)",
                                         "s[i + 1] != s[i]",
                                         "(s[i] == 0 ? s[i + 1] == 0 : s[i + 1] > 0)",
                                         "i > 1",
                                         "i < len(s)",
                                         "s[i] in {1, 2}",
                                         "s[i - 1] == s[i + 1]",
                                         "s[i + 2] == 0",
                                         "s[i % len(s) + 1] == 1"};
static const char *const traps[] = {"i % 2 == 0",
                                    "s[1] > 0",
                                    "len(s) % 2 == 0",
                                    "i > 3",
                                    "any(s[k] == 2 for k in 1..len(s))",
                                    "s[len(s) + 1 - i] == 0",
                                    "s[i] < i",
                                    "i != 5",
                                    "len(s) > 30",
                                    "s[min(len(s), i + 1)] > 0",
                                    "s[max(1, i - 1)] == s[i]",
                                    "i < len(s) - 1",
                                    "s[s[i]] == 1"};
static const char *const pairs[] = {"abs(i - j) == 1",
                                    "abs(i - j) == 1 or abs(i - j) == len(s) - 1",
                                    "j == i + 2",
                                    "j - i in {1, 2}",
                                    "(j - i) % len(s) == 1",
                                    "j > i and j < i + 3",
                                    "j == i + 1",
                                    "abs(i - j) < 2",
                                    "i - j == 1 and i > 2",
                                    "(i - j) * (i - j) == 1",
                                    "max(i, j) - min(i, j) == 1",
                                    "j == i % len(s) + 1",
                                    "abs(i - j) <= s[i]",
                                    "j == len(s)",
                                    "abs(i - j) == 1 and j > 1"};
static const char *const changes[] = {"abs(j - i) <= 1 ? %s : s[j]",
                                      "j == i ? %s : s[j]",
                                      "j == i or j == i + 1 ? %s : s[j]",
                                      "j < i or j > i + 1 ? s[j] : %s",
                                      "j in {i - 1, i + 1} ? %s : s[j]",
                                      "j in i..i + 1 ? %s : s[j]",
                                      "(j - i) * (j - i) <= 1 ? %s : s[j]",
                                      "max(i, j) - min(i, j) < 2 ? %s : s[j]",
                                      "j == i ? 0 : j == i + 1 ? %s : s[j]",
                                      "(j - i) %% len(s) < 2 ? %s : s[j]",
                                      "s[j] > 0 and abs(j - i) <= 1 ? %s : s[j]",
                                      "abs(j - i) == 1 and s[j] == 1 ? %s : s[j]",
                                      "s[j] == 2 and j > i ? %s : s[j]",
                                      "j > i ? %s : s[j]",
                                      "j %% 2 == i %% 2 and abs(j - i) < 3 ? %s : s[j]",
                                      "abs(j - i) <= s[i] ? %s : s[j]",
                                      "abs(j - i) %% (len(s) - 1) <= 1 ? %s : s[j]",
                                      "s[j] == 1 and abs(j - i) > 1 ? 1 : 0",
                                      "s[j] * (abs(j - i) <= 1 ? 0 : 1)",
                                      "abs(j - i) > 1 ? (s[j] > 0 ? 1 : 0) : %s",
                                      "j == i ? %s : s[j + 0]",
                                      "abs(i - j) <= 1 ? (j == i ? 0 : %s) : s[j]",
                                      "j == i ? %s : s[i]"};
static const char *const written[] = {"0", "0", "0",    "0",        "0",        "0",
                                      "1", "2", "s[i]", "3 - s[i]", "s[i + 1]", "max(0, s[i] - 1)"};

static void put_conditions(uint64_t *seed, size_t most, struct text *out)
{
    bool plain = random_below(seed, 2);
    if (plain) text_puts(out, random_below(seed, 2) ? "s[i] == 1" : "s[i] > 0");
    for (size_t more = !plain + random_below(seed, most), k = 0; k < more; k++)
        text_add(out, "%s%s", k || plain ? " and " : "",
                 random_below(seed, 9) == 0 ? PICK(seed, traps) : PICK(seed, conditions));
}

static void put_built(uint64_t *seed, struct text *out)
{
    const char *value = random_below(seed, 6)
                            ? PICK(seed, written)
                            : PICK(seed, ((const char *[]){"3 - s[j]", "s[j + 1]", "max(0, s[j] - 1)"}));
    text_puts(out, " -> r([");
    text_add(out, PICK(seed, changes), value);
    text_puts(out, " for j in 1..len(s)])");
}

static void put_updates(uint64_t *seed, struct text *out)
{
    static const char *const cells[] = {"[i]",
                                        "[i - 1]",
                                        "[i + 1]",
                                        "[i..i + 1]",
                                        "[i - 1..i + 1]",
                                        "[max(1, i - 1)..min(len(s), i + 1)]",
                                        "[i..min(len(s), i + 1)]",
                                        "[i % len(s) + 1]"};
    text_add(out, " -> r(s with { %s = %s", PICK(seed, cells), PICK(seed, written));
    if (random_below(seed, 3) == 0) text_add(out, ", %s = %s", PICK(seed, cells), PICK(seed, written));
    text_puts(out, " })");
}

static void put_move(uint64_t *seed, size_t number, struct text *out)
{
    static const char *const ranges[] = {"1..len(s)",     "1..len(s)",     "1..len(s)",
                                         "2..len(s) - 1", "1..len(s) - 1", "2..len(s)"};
    static const char *const ends[] = {
        "s[1] == 1 -> r(s with { [1] = 0 })",
        "len(s) > 1 and s[1] == 1 -> r(s with { [1..2] = 0 })",
        "s[len(s)] == 1 -> r(s with { [len(s)] = 0 })",
        "len(s) > 1 and s[len(s)] == 1 -> r(s with { [len(s) - 1..len(s)] = 0 })",
        "s[1] + s[2] == 0 -> r(s with { [1] = 1 })",
        "s[1] == 1 and s[2] == 2 -> r([j == 1 ? 0 : j == 2 ? 1 : s[j] for j in 1..len(s)])"};
    size_t kind = random_below(seed, 10);
    if (kind == 8) {
        static const char *const free[] = {"s[i - 1] + s[i] + s[i + 1] == 0",
                                           "sum(s[k] for k in i - 1..i + 1) == 0",
                                           "s[i] + s[i + 1] == 0",
                                           "all(s[k] == 0 for k in max(1, i - 1)..min(len(s), i + 1))",
                                           "s[i] == 0 and s[i - 1] != 1 and s[i + 1] != 1",
                                           "s[i - 2] + s[i - 1] + s[i] + s[i + 1] + s[i + 2] == 0",
                                           "s[i - 1] == 0 and s[i] == 0"};
        static const char *const puts[] = {"s with { [i] = 1 }", "[j == i ? 1 : s[j] for j in 1..len(s)]",
                                           "s with { [i] = 2 }"};
        text_add(out, "\n  move m%zu(i in 1..len(s)) where %s -> r(%s)", number, PICK(seed, free), PICK(seed, puts));
        return;
    }
    if (kind == 9) {
        static const char *const colours[] = {"c in 1..2", "c in 1..2", "c in 1..3", "c in {1, 2}", "c in 1..5"};
        static const char *const apart[] = {"s[i - 1] != c and s[i + 1] != c",
                                            "s[i - 1] != c and s[i + 1] != 3 - c",
                                            "all(s[k] != c for k in 1..len(s) where abs(k - i) == 1)",
                                            "s[i + 1] != c",
                                            "(s[i - 1] == 0 or s[i + 1] == 0) and s[i + 1] != c",
                                            "s[i - 1] + s[i + 1] < 3",
                                            "s[i - 1] + s[i + 1] != c",
                                            "s[i + 1] == 0 and s[i - 1] != c",
                                            "s[i - 1] != c and s[i - 2] != c"};
        static const char *const paints[] = {"[i] = c", "[i] = c", "[i] = c", "[i..i + 1] = c",
                                             "[i] = c, [i + 1] = 3 - c"};
        text_add(out, "\n  move m%zu(i in 1..len(s), %s) where s[i] == 0 and %s -> r(s with { %s })", number,
                 PICK(seed, colours), PICK(seed, apart), PICK(seed, paints));
        return;
    }
    if (kind == 0 && number) {
        text_add(out, "\n  move m%zu where %s", number, PICK(seed, ends));
    } else if (kind <= 2) {
        bool late = random_below(seed, 3) == 0;
        text_add(out, "\n  move m%zu(i in 1..len(s), j in 1..len(s)) where ", number);
        if (!late) text_add(out, "(%s) and ", PICK(seed, pairs));
        text_puts(out, random_below(seed, 2) ? "s[i] > 0 and s[j] > 0 and s[i] != s[j]" : "s[i] == 1");
        if (late) text_add(out, " and (%s)", PICK(seed, pairs));
        text_puts(out, PICK(seed, ((const char *[]){" -> r(s with { [i] = 0, [j] = s[i] })",
                                                    " -> r(s with { [i] = 0, [j] = 0 })",
                                                    " -> r(s with { [i] = s[j], [j] = s[i] })",
                                                    " -> r([k == i ? 0 : k == j ? s[i] : s[k] for k in 1..len(s)])",
                                                    " -> r([k in {i, j} ? 0 : s[k] for k in 1..len(s)])"})));
    } else {
        text_add(out, "\n  move m%zu(i in %s) where ", number, PICK(seed, ranges));
        put_conditions(seed, 2, out);
        if (kind < 6) put_built(seed, out);
        else put_updates(seed, out);
    }
}

static void write_rule(uint64_t *seed, struct text *out)
{
    size_t moves = 1 + random_below(seed, 5) / 2;
    text_puts(out, "game r(s: row) {");
    for (size_t m = 0; m < moves; m++) put_move(seed, m, out);
    text_puts(out, "\n}\n");
}

/* ---- options ------------------------------------------------------------------------------------------------------- */
/* Rows of codes, side by side. */
struct options {
    size_t cells, count;
    unsigned char rows[OPTIONS][MOST];
    const struct row_rule *rule;
    bool strange; /* one holds another value, or is none of these */
};
static struct options by_rule, by_list;
static size_t compared_cells;

static int compare_rows(const void *a, const void *b) { return memcmp(a, b, compared_cells); }

/* Ascending, each once. */
static void settle(struct options *o)
{
    size_t kept = 0;
    compared_cells = o->cells;
    qsort(o->rows, o->count, sizeof *o->rows, compare_rows);
    for (size_t i = 0; i < o->count; i++)
        if (!kept || memcmp(o->rows[kept - 1], o->rows[i], o->cells) != 0)
            memcpy(o->rows[kept++], o->rows[i], o->cells);
    o->count = kept;
}

static enum status note_option(void *context, const struct component *components, size_t count)
{
    struct options *o = context;
    if (o->count == OPTIONS) return ST_UNSUPPORTED;
    bool row = count == 1 && components->count == o->cells + 1;
    o->strange |= !row || !row_rule_code(o->rule, components, o->rows[o->count]);
    o->count++;
    return ST_OK;
}

static bool holds(const unsigned char *row, int64_t cells, bool around, int64_t at, unsigned char code)
{
    if (around) at = (at + cells) % cells;
    return (at < 0 || at >= cells ? 0 : row[at]) == code;
}

static void list_options(const struct row_rule *rule, const unsigned char *codes, size_t cells)
{
    unsigned char row[MOST + 2 * ROW_SPAN];
    by_list.cells = cells;
    by_list.count = 0;
    memcpy(row, codes, cells);
    int64_t all = (int64_t)(rule->ring ? cells : row_rule_pad(rule, row, cells));
    for (size_t i = 0; i < rule->moves.count; i++)
        for (int64_t at = 0; at < all; at++) {
            const struct row_move *m = &rule->moves.data[i];
            bool fits = (!m->left_end || holds(row, all, rule->ring, at - 1, 0)) &&
                        (!m->right_end || holds(row, all, rule->ring, at + m->length, 0)) && by_list.count < OPTIONS;
            for (int64_t k = 0; fits && k < m->length; k++) fits = holds(row, all, rule->ring, at + k, m->from[k]);
            if (!fits) continue;
            unsigned char next[MOST + 2 * ROW_SPAN];
            memcpy(next, row, (size_t)all);
            for (int64_t k = 0; k < m->length; k++) next[(at + k) % all] = m->to[k];
            memcpy(by_list.rows[by_list.count++], next + (rule->ring ? 0 : rule->pads[0]), cells);
        }
    settle(&by_list);
}

static bool same_options(struct engine *e, const struct row_rule *rule, const struct component *row,
                         const unsigned char *codes)
{
    by_rule.cells = row->count - 1;
    by_rule.count = 0;
    by_rule.rule = rule;
    by_rule.strange = false;
    enum status st = options_written(e->env, row, 1, note_option, &by_rule);
    if (st == ST_UNSUPPORTED || by_rule.count == OPTIONS) return true; /* too many to compare */
    if (st != ST_OK || by_rule.strange) return false;
    settle(&by_rule);
    list_options(rule, codes, row->count - 1);
    bool same = by_rule.count == by_list.count;
    for (size_t i = 0; same && i < by_rule.count; i++)
        same = memcmp(by_rule.rows[i], by_list.rows[i], by_rule.cells) == 0;
    return same;
}

/* Of a value that a cell may hold. */
static size_t a_code(uint64_t *seed, const struct row_rule *rule)
{
    size_t v = random_below(seed, rule->value_count);
    return rule->values[v] < 0 ? a_code(seed, rule) : v;
}

static void draw_cells(uint64_t *seed, const struct row_rule *rule, size_t cells, bool few, int64_t *numbers)
{
    size_t live = 1 + random_below(seed, 5);
    bool some = random_below(seed, 2);
    size_t rest = rule->walls ? a_code(seed, rule) : 0;
    while (few && rule->walls && !rule->is_wall[rest]) rest = a_code(seed, rule);
    for (size_t k = 0; k < cells; k++) {
        bool at_end = k < live || k + live >= cells || (k > cells / 2 && k < cells / 2 + live - 1);
        size_t v = a_code(seed, rule);
        if (few ? !at_end : some && random_below(seed, 2)) v = rest;
        numbers[k + 1] = rule->values[v];
    }
}

static void try_options(struct tally *t, const char *text, struct engine *e, uint64_t *seed, size_t cells)
{
    int64_t numbers[MOST + 1] = {(int64_t)cells};
    struct component row = {e->model->main_game, (uint32_t)cells + 1, numbers};
    struct row_rule rule;
    unsigned char codes[MOST];
    for (size_t k = 1; k <= cells; k++) numbers[k] = (int64_t)(k <= 3 ? k % 3 : random_below(seed, 2));
    bool fine = row_rule_make(e->env, &row, &rule) == ST_OK && rule.known;
    t->known += fine;
    t->lengths += fine && !rule.cells;
    t->rings += fine && rule.ring;
    t->padded += fine && !rule.walls && rule.pads[0] + rule.pads[1] > 0;
    t->walled += fine && rule.walls;
    for (size_t k = 0; fine && k < ROWS; k++) {
        draw_cells(seed, &rule, cells, k == 0, numbers);
        fine = row_rule_code(&rule, &row, codes) && same_options(e, &rule, &row, codes);
        if (fine) continue;
        t->wrong++;
        printf("# %s#   other options:", text);
        for (size_t i = 1; i <= cells; i++) printf(" %d", (int)numbers[i]);
        printf("\n");
    }
    row_rule_free(&rule);
}

/* ---- values -------------------------------------------------------------------------------------------------------- */
static void try_value(struct tally *t, const char *text, struct engine *e, struct engine *whole, uint64_t *seed)
{
    int64_t numbers[MOST + 1] = {0};
    size_t cells = 32 + random_below(seed, 6), at = 0;
    struct component row = {e->model->main_game, (uint32_t)cells + 1, numbers};
    struct row_rule rule;
    char word[WORD];
    numbers[0] = (int64_t)cells;
    for (size_t k = 1; k <= cells; k++) numbers[k] = (int64_t)(k % 3);
    bool fine = row_rule_make(e->env, &row, &rule) == ST_OK && rule.known && rule.cells;
    if (fine) draw_cells(seed, &rule, cells, true, numbers);
    for (size_t k = 1; k <= cells; k++) at += (size_t)sprintf(word + at, "%s%d", k > 1 ? ", " : "[", (int)numbers[k]);
    sprintf(word + at, "]");
    row_rule_free(&rule);
    if (!fine) return;
    const char *ends = sg_of(e, word);
    if (strcmp(ends, "none") == 0) return;
    const char *all = sg_of(whole, word);
    t->values += strcmp(all, "none") != 0;
    if (strcmp(all, "none") == 0 || strcmp(all, ends) == 0) return;
    t->wrong++;
    printf("# %s#   at %s: %s, searched %s\n", text, word, ends, all);
}

/* The value and the winning moves of a row in which hardly a cell is 0, by families and by a search: options fall apart into rows of other
 * lengths, and of short ones there is no list. */
static bool wins_of(struct engine *e, const char *word, struct text *out)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true, .wins = true};
    e->env->budget->states_used = 0;
    enum status st = engine_position(e, &word, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    if (st != ST_OK || !answer.has_sg || !answer.wins_complete) return false;
    text_puts(out, answer.sg);
    for (size_t i = 0; i < answer.win_count; i++) text_add(out, " %s", answer.wins[i].move);
    return true;
}

static void try_wins(struct tally *t, const char *text, struct engine *e, struct engine *search, uint64_t *seed)
{
    size_t cells = LEAST + random_below(seed, 16), at = 0;
    char word[WORD];
    struct text ends = {0}, all = {0};
    for (size_t k = 1; k <= cells; k++)
        at += (size_t)sprintf(word + at, "%s%d", k > 1 ? ", " : "[", random_below(seed, 12) > 0);
    sprintf(word + at, "]");
    bool known = wins_of(e, word, &ends) && wins_of(search, word, &all);
    t->values += known;
    if (known && strcmp(text_c(&ends), text_c(&all)) != 0) {
        t->wrong++;
        printf("# %s#   at %s: %s, searched %s\n", text, word, text_c(&ends), text_c(&all));
    }
    text_free(&ends);
    text_free(&all);
}

static struct engine *open_rule(const char *rule, const char *solver, struct budget *budget)
{
    return opened((struct engine_options){
        .text = rule, .budget = budget, .whole = strcmp(solver, "hashed") == 0, .only_solver = solver});
}

static void try_rule(struct tally *lists, struct tally *values, struct tally *wins, uint64_t seed)
{
    struct text text = {0};
    struct budget budgets[3] = {{.states = 100000}, {.states = 30000}, {.states = 30000}};
    seed = hash_mix(seed);
    write_rule(&seed, &text);
    struct engine *e = open_rule(text_c(&text), "families", &budgets[0]),
                  *whole = open_rule(text_c(&text), "hashed", &budgets[1]),
                  *search = open_rule(text_c(&text), "nimbers", &budgets[2]);
    bool fine = e && whole && search;
    if (getenv("SPELL") && !fine) printf("# %s\n", text_c(&text));
    size_t before = lists->known;
    lists->rules += fine;
    for (int i = 0; fine && i < 3; i++)
        try_options(lists, text_c(&text), e, &seed, LEAST + random_below(&seed, MOST - LEAST));
    for (int i = 0; fine && lists->known > before && i < VALUES; i++) try_value(values, text_c(&text), e, whole, &seed);
    if (fine && lists->known > before) try_wins(wins, text_c(&text), e, search, &seed);
    engine_close(e);
    engine_close(whole);
    engine_close(search);
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 300;
    struct tally lists = {0}, values = {0}, wins = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&lists, &values, &wins, seed);
    bool fine[] = {!lists.wrong && lists.known > count / 20, !values.wrong && values.values > count / 50,
                   !wins.wrong && wins.values > count / 100};
    printf("%s 1 - options: %zu rules, %zu lists, %zu for all lengths, %zu of rings, %zu with pads, %zu with walls, "
           "%zu wrong\n",
           fine[0] ? "ok" : "not ok", lists.rules, lists.known, lists.lengths, lists.rings, lists.padded, lists.walled,
           lists.wrong);
    printf("%s 2 - values: %zu, %zu wrong\n", fine[1] ? "ok" : "not ok", values.values, values.wrong);
    printf("%s 3 - winning moves: of %zu rows, %zu wrong\n", fine[2] ? "ok" : "not ok", wins.values, wins.wrong);
    printf("1..3\n");
    return fine[0] && fine[1] && fine[2] ? 0 : 1;
}
