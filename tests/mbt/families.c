/* SPDX-License-Identifier: MIT */
/* Rows whose moves look at a few cells side by side. Rules: what row_rule reads off a random rule values rows as a search of whole rows
 * does. Runs: under random moves, periodic runs with other ends, and random ones, are valued by families as by plain search, and
 * so is everything that their moves leave. usage: families [FIRST_SEED [COUNT]]; prints TAP lines, and what differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/search/families.h"

enum { ROWS = 30, WORD = 200, RUNS = 6 };
struct tally {
    size_t rules, known, values, wrong;
};
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
static void write_rule(uint64_t *seed, struct text *out)
{
    static const char *const firsts[] = {"s[i] == 1", "s[i] == 2",      "s[i] != 0",
                                         "s[i] > 0",  "s[i] in {1, 2}", "s[i] != 1"};
    static const char *const others[] = {"s[i + 1] == 1",
                                         "s[i + 1] == 2",
                                         "s[i + 1] > 0",
                                         "s[i + 1] != s[i]",
                                         "s[i + 1] > 0 and s[i + 1] != s[i]",
                                         "s[i - 1] == 0",
                                         "s[i + 1] == 0",
                                         "s[i - 1] > 0",
                                         "s[i + 2] == 0",
                                         "s[i + 2] > 0 and s[i + 1] > 0",
                                         "s[i - 1] + s[i + 1] > 1",
                                         "s[i - 1] == s[i + 1]",
                                         "s[i + 2] == s[i]",
                                         "(s[i + 1] == 1 or s[i - 1] == 1)",
                                         "s[i - 1] != 2",
                                         "i < len(s) and s[i] < 3"};
    static const char *const ends[] = {"len(s)", "len(s) - 1", "len(s) - 1", "len(s) - 2"};
    static const char *const writes[][3] = {
        {"[i] = 0", "[i] = 0", "[i] = 0"},
        {"[i] = 0, [i + 1] = s[i]", "[i + 1] = 0, [i] = s[i + 1]", "[i] = 0, [i + 1] = 0"},
        {"[i] = 0, [i + 1] = 1", "[i..i + 1] = 0", "[i + 1] = 0, [i] = 3 - s[i]"},
        {"[i] = 0, [i + 2] = 0", "[i + 1] = 0, [i + 2] = s[i]", "[i..i + 2] = 0"}};
    size_t moves = 1 + random_below(seed, 3);
    text_puts(out, "game r(s: row)");
    random_row_invariant(seed, out);
    text_puts(out, " {");
    for (size_t m = 0; m < moves; m++) {
        size_t reach = random_below(seed, 4);
        text_add(out, "\n  move m%zu(i in 1..%s) where %s", m, ends[reach], PICK(seed, firsts));
        if (reach && random_below(seed, 2)) text_puts(out, " and s[i + 1] > 0");
        if (reach == 3 && random_below(seed, 3)) text_puts(out, " and s[i + 1] > 0 and s[i + 2] > 0");
        for (size_t more = random_below(seed, 3); more > 0; more--) text_add(out, " and %s", PICK(seed, others));
        text_add(out, " -> r(s with { %s })", writes[reach][random_below(seed, 3)]);
    }
    text_puts(out, "\n}\n");
}

static struct engine *open_rule(const char *rule, bool whole, struct budget *budget)
{
    return opened((struct engine_options){
        .text = rule, .budget = budget, .whole = whole, .only_solver = whole ? "hashed" : NULL});
}

static const char *value_whole(struct engine *e, const char *word)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    enum status st = engine_position(e, &word, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    return st == ST_OK && answer.has_sg ? answer.sg : "none";
}

/* By the moves that were read: false if they are not known. */
static bool value_read(struct engine *e, const char *word, struct row_rule *rule, struct run_words *words, char *out)
{
    struct position position;
    unsigned char cells[64];
    uint32_t value;
    if (engine_position(e, &word, 1, &position) != ST_OK) return false;
    const struct component *row = &position.components[0];
    if (!rule->known) {
        row_rule_free(rule);
        if (row_rule_make(e->env, row, rule) != ST_OK) return false;
    }
    if (!rule->known || !row_rule_code(rule, row, cells)) return false;
    if (run_words_sum(words, cells, row->count - 1, &value) != ST_OK) return false;
    sprintf(out, "%u", value);
    return true;
}

static void put_row(uint64_t *seed, bool all, char *word)
{
    size_t count = 3 + random_below(seed, 7), at = (size_t)sprintf(word, all ? "[1, 2, 0" : "[1");
    for (size_t i = 0; i < count; i++)
        at += (size_t)sprintf(word + at, ", %d", random_below(seed, 5) ? 1 + (int)random_below(seed, 2) : 0);
    sprintf(word + at, "]");
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    struct budget budgets[2] = {{0}, {0}};
    struct row_rule rule = {0};
    seed = hash_mix(seed);
    write_rule(&seed, &text);
    struct run_words words = {.rule = &rule, .table = {.budget = &budgets[0]}};
    struct engine *parts = open_rule(text_c(&text), false, &budgets[0]),
                  *whole = open_rule(text_c(&text), true, &budgets[1]);
    bool known = parts && whole;
    t->rules += known;
    for (int i = 0; known && i < ROWS; i++) {
        char word[WORD], read[16];
        put_row(&seed, i == 0, word);
        if (!(known = value_read(parts, word, &rule, &words, read))) break;
        const char *all = value_whole(whole, word);
        t->values++;
        if (strcmp(all, "none") == 0 || strcmp(all, read) == 0) continue;
        t->wrong++;
        printf("# %s#   at %s: %s, whole %s\n", text_c(&text), word, read, all);
    }
    t->known += known;
    run_words_free(&words);
    row_rule_free(&rule);
    engine_close(parts);
    engine_close(whole);
    text_free(&text);
}

/* ---- runs ---------------------------------------------------------------------------------------------------------- */
static bool random_moves(uint64_t *seed, struct row_rule *rule)
{
    size_t moves = 1 + random_below(seed, 5);
    rule->known = true;
    for (size_t i = 0; i < moves; i++) {
        struct row_move m = {.length = (unsigned char)(1 + random_below(seed, 3))};
        m.left_end = random_below(seed, 6) == 0;
        m.right_end = random_below(seed, 6) == 0;
        for (size_t k = 0; k < m.length; k++) {
            m.from[k] = (unsigned char)(1 + random_below(seed, 2));
            m.to[k] = (unsigned char)random_below(seed, 3);
        }
        m.to[random_below(seed, m.length)] = 0;
        if (m.length > rule->span) rule->span = m.length;
        if (!vec_push(&rule->moves, m)) return false;
    }
    return true;
}

static size_t random_run(uint64_t *seed, unsigned char *run)
{
    size_t period = 1 + random_below(seed, 5), length = 12 + random_below(seed, 16);
    bool wild = random_below(seed, 4) == 0;
    for (size_t i = 0; i < length; i++)
        run[i] = i >= period && !wild ? run[i - period] : (unsigned char)(1 + random_below(seed, 2));
    for (size_t odd = random_below(seed, 3); odd > 0 && !wild; odd--) {
        size_t at = random_below(seed, 4);
        run[random_below(seed, 2) ? at : length - 1 - at] = (unsigned char)(1 + random_below(seed, 2));
    }
    return length;
}

static void compare_run(struct tally *t, struct families *f, struct run_words *words, const unsigned char *run,
                        size_t length)
{
    uint32_t by_ends = 0, plain = 0;
    enum status st = families_value(f, NULL, run, length, &by_ends),
                found = run_words_value(words, run, length, &plain);
    t->values++;
    if (st == ST_OK && found == ST_OK && by_ends == plain) return;
    t->wrong++;
    printf("#   ");
    for (size_t i = 0; i < length; i++) printf("%d", run[i]);
    printf(": %u (status %d), plain %u (status %d)\n", by_ends, (int)st, plain, (int)found);
}

/* All runs that a move leaves of this one. */
static void compare_options(struct tally *t, struct families *f, struct run_words *words, const unsigned char *run,
                            size_t length)
{
    for (size_t m = 0; m < words->rule->moves.count; m++)
        for (size_t at = 0; at < length; at++) {
            const struct row_move *move = &words->rule->moves.data[m];
            unsigned char after[RUN_LONGEST];
            if (!row_move_fits(move, run, length, at)) continue;
            memcpy(after, run, length);
            memcpy(after + at, move->to, move->length);
            for (size_t i = 0; i < length; i++) {
                size_t begin = i;
                while (i < length && after[i]) i++;
                if (i > begin) compare_run(t, f, words, after + begin, i - begin);
            }
        }
}

static void try_runs(struct tally *t, uint64_t seed)
{
    struct row_rule rule = {0};
    struct budget budget = {0};
    seed = hash_mix(seed ^ 0x5eed);
    if (!random_moves(&seed, &rule)) return;
    struct run_words words = {.rule = &rule, .table = {.budget = &budget}};
    t->rules++;
    for (int i = 0; i < RUNS; i++) {
        unsigned char run[RUN_LONGEST];
        struct families *f;
        size_t length = random_run(&seed, run);
        if (families_open(&rule, run, length, &budget, &f) != ST_OK) continue;
        t->known++;
        if (i % 2) compare_options(t, f, &words, run, length);
        compare_run(t, f, &words, run, length);
        compare_options(t, f, &words, run, length);
        families_close(f);
    }
    run_words_free(&words);
    row_rule_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 60;
    struct tally rules = {0}, runs = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        try_rule(&rules, seed);
        for (uint64_t k = 0; k < 4; k++) try_runs(&runs, 4 * seed + k);
    }
    bool fine[] = {!rules.wrong && rules.known > count / 5, !runs.wrong && runs.known > 4 * count};
    printf("%s 1 - rules: %zu, %zu of them of runs, %zu values, %zu wrong\n", fine[0] ? "ok" : "not ok", rules.rules,
           rules.known, rules.values, rules.wrong);
    printf("%s 2 - runs: %zu rules, %zu runs, %zu values, %zu wrong\n", fine[1] ? "ok" : "not ok", runs.rules,
           runs.known, runs.values, runs.wrong);
    printf("1..2\n");
    return fine[0] && fine[1] ? 0 : 1;
}
