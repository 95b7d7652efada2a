/* SPDX-License-Identifier: MIT */
/* Random rules that fail at some position: a divisor that is 0, bits of a number below 0, a minimum over nothing, an option that the
 * invariant excludes. Where a search of all that play reaches meets none of these, the answer is its answer, whatever is filled beside it:
 * values, outcomes alone, and outcomes in misère play. (Where it meets one, a search that leaves out options may still answer.)
 * usage: faults [FIRST_SEED [COUNT]]; prints TAP lines, and what differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "opened.h"
#include "random_rule.h"

enum { RULES = 250, PLACES = 5, WORD = 64, FIELDS_MOST = 3, STATES = 400000 };
struct tally {
    size_t rules, fine, failed, wrong;
};
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules -------------------------------------------------------------------------------------------------------------- */
/* X is a sum of fields, K a number at which something fails. */
static const char *const faults[] = {"6 / (X - K) >= 1",
                                     "20 % (X - K) < 4",
                                     "popcount(X - K) % 2 == t % 2",
                                     "isqrt(X + 3 - K) < 9",
                                     "min(x for x in 1..3 where (X + x) % K > K - 4) <= t",
                                     "(X == K ? popcount(0 - 1) : t) % 3 == 1",
                                     "t < 4",
                                     "t % 3 == K % 3",
                                     "X != K",
                                     "t >= X / 2"};
static const char *const excluded[] = {"", "", "X != K", "X <= 6 or X > K", "X % K != 13", "popcount(X) < 6"};
static const char *const sums[][4] = {
    {"n", "n", "n - t", "n + 4"}, {"a", "b", "a + b", "b - a"}, {"a", "c", "a + b + c", "c - a"}};
static const char *const fields[] = {"n", "a, b", "a, b, c"};
static const char *const states[] = {"n", "ab", "abc"};

/* The form with X and K filled in. */
static void fill(struct text *out, const char *form, const char *x, uint64_t k)
{
    for (; *form; form++)
        if (*form == 'X') text_add(out, "(%s)", x);
        else if (*form == 'K') text_add(out, "%llu", (unsigned long long)k);
        else text_add(out, "%c", *form);
}

static void write_move(uint64_t *seed, size_t count, uint64_t k, size_t number, struct text *out)
{
    static const char *const ends[] = {"F", "F", "min(F, 3)", "isqrt(F)", "F / 2"};
    const char *names = states[count - 1];
    size_t taken = random_below(seed, count);
    text_add(out, "  move m%zu(t in 1..", number);
    for (const char *c = PICK(seed, ends); *c; c++) text_add(out, "%c", *c == 'F' ? names[taken] : *c);
    text_puts(out, ") where ");
    fill(out, PICK(seed, faults), PICK(seed, sums[count - 1]), k);
    text_puts(out, " -> g(");
    for (size_t i = 0; i < count; i++) {
        bool smaller = random_below(seed, 4) == 0;
        text_add(out, i == taken ? "%s%c - t" : smaller ? "%s%c / 2" : "%s%c", i ? ", " : "", names[i]);
    }
    text_puts(out, ")\n");
}

static void write_rule(uint64_t *seed, size_t count, struct text *out)
{
    uint64_t k = 13 + random_below(seed, count > 1 ? 20 : 60);
    size_t moves = 1 + random_below(seed, 3);
    const char *which = PICK(seed, excluded);
    text_add(out, "game g(%s)", fields[count - 1]);
    if (*which) text_puts(out, " where ");
    fill(out, which, sums[count - 1][random_below(seed, 2)], k);
    text_puts(out, " {\n");
    for (size_t i = 0; i < moves; i++) write_move(seed, count, k, i, out);
    text_puts(out, "}\n");
}

static void draw_place(uint64_t *seed, size_t count, char word[WORD])
{
    size_t at = (size_t)snprintf(word, WORD, "g(");
    uint64_t most = count == 1 ? 600 : count == 2 ? 90 : 40;
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(word + at, WORD - at, "%s%d", i ? ", " : "", (int)random_below(seed, most));
    snprintf(word + at, WORD - at, ")");
}

/* ---- answers ------------------------------------------------------------------------------------------------------------ */
/* "N", "P" or "none". */
static const char *outcome_of(struct engine *e, const char *word, enum play play)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = play};
    e->env->budget->states_used = 0;
    enum status st = engine_position(e, &word, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    return st != ST_OK ? "none" : answer.outcome == OUTCOME_N ? "N" : answer.outcome == OUTCOME_P ? "P" : "none";
}

static void compare(struct tally *t, const char *rule, const char *word, const char *what, const char *found,
                    const char *plain)
{
    if (strcmp(found, plain) == 0) return;
    t->wrong++;
    printf("# %s#   %s of %s: %s, by all that is reached %s\n", rule, what, word, found, plain);
}

static void try_place(struct tally *t, const char *rule, const char *word, struct engine *own, struct engine *whole,
                      struct engine *any)
{
    char value[32];
    snprintf(value, sizeof value, "%s", sg_of(own, word));
    bool fine = strcmp(value, "none") != 0;
    t->fine += fine;
    t->failed += !fine;
    if (!fine) return;
    compare(t, rule, word, "outcome", outcome_of(any, word, PLAY_NORMAL), strcmp(value, "0") == 0 ? "P" : "N");
    compare(t, rule, word, "value", sg_of(any, word), value);
    compare(t, rule, word, "misere outcome", outcome_of(any, word, PLAY_MISERE), outcome_of(whole, word, PLAY_MISERE));
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    struct budget budgets[3] = {{.states = STATES}, {.states = STATES}, {.states = STATES}};
    size_t count = 1 + seed % FIELDS_MOST;
    seed = hash_mix(seed);
    write_rule(&seed, count, &text);
    struct engine_options options = {.text = text_c(&text), .whole = true, .only_solver = "hashed"};
    struct engine *engines[3];
    for (int i = 0; i < 3; i++) {
        options.budget = &budgets[i];
        options.only_solver = i == 0 ? "hashed" : i == 1 ? "wholesum" : NULL;
        options.whole = i < 2;
        engines[i] = text.failed ? NULL : opened(options);
    }
    bool all = engines[0] && engines[1] && engines[2];
    t->rules += all;
    for (int i = 0; all && i < PLACES; i++) {
        char word[WORD];
        draw_place(&seed, count, word);
        try_place(t, text_c(&text), word, engines[0], engines[1], engines[2]);
    }
    for (int i = 0; i < 3; i++) engine_close(engines[i]);
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : RULES;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool good = !t.wrong && t.fine && t.failed;
    printf("%sok 1 - rules that fail somewhere: %zu rules, %zu positions that reach no fault, %zu that do, %zu wrong\n",
           good ? "" : "not ", t.rules, t.fine, t.failed, t.wrong);
    printf("1..1\n");
    return !good;
}
