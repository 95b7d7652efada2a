/* SPDX-License-Identifier: MIT */
/* Random games on grids, with questions that may take so many looks and no more (base/budget.h), one after the other about the same
 * positions, and some that may take any number: each answer is the one of a program that was asked nothing else, and a question whose
 * looks are used up makes hardly any more of them. What one question leaves half done, the next ones find.
 * usage: bounded [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a position that differs. */
#include <stdio.h>
#include <stdlib.h>
#include "base/hash.h"
#include "engine/open/position.h"
#include "opened.h"
#include "plan/plan.h"
#include "random_rule.h"

enum { QUESTIONS = 5, ROUNDS = 6, LOOKS = 30, MORE_LOOKS = 16, BOARDS = 2, STATES = 400000 };
static const char *const by_name[] = {NULL, "nimbers", "wholesum", "dfpn", "bits"};
static struct seen {
    size_t rules, whole, cut, goes_on, wrong;
} seen;

struct asked_for {
    enum quantity what;
    enum play play;
    bool remoteness;
};
static const struct asked_for questions[QUESTIONS] = {{Q_VALUE, PLAY_NORMAL, false},
                                                      {Q_OUTCOME, PLAY_NORMAL, false},
                                                      {Q_OUTCOME, PLAY_MISERE, false},
                                                      {Q_OUTCOME, PLAY_NORMAL, true},
                                                      {Q_OUTCOME, PLAY_MISERE, true}};

/* Two cells at a drawn distance, of drawn values; the first is final then, and now and then the other is not. */
static void write_rule(uint64_t *seed, struct text *out)
{
    size_t moves = 2 + random_below(seed, 3);
    text_puts(out, "game r(g: grid) {");
    for (size_t i = 0; i < moves; i++) {
        unsigned down = (unsigned)random_below(seed, 3), right = (unsigned)random_below(seed, 3), put = 0;
        unsigned a = 1 + (unsigned)random_below(seed, 2), b = 1 + (unsigned)random_below(seed, 2);
        if (!down && !right) right = 1;
        if (random_below(seed, 3) == 0) put = a;
        text_add(out, "\n move m%zu(i in 1..rows(g) - %u, j in 1..cols(g) - %u) where g[i, j] == %u and ", i, down,
                 right, a);
        text_add(out, "g[i + %u, j + %u] == %u -> r(g with { [i, j] = 0, [i + %u, j + %u] = %u })", down, right, b,
                 down, right, put);
    }
    text_puts(out, "\n}\n");
}

static void write_board(uint64_t *seed, struct text *out)
{
    unsigned rows = 5 + (unsigned)random_below(seed, 2), columns = 5 + (unsigned)random_below(seed, 2);
    bool same = random_below(seed, 2);
    text_puts(out, "r([");
    for (unsigned i = 0; i < rows * columns; i++) {
        unsigned value = random_below(seed, 10) == 0 ? 0 : same ? 1 : 1 + (unsigned)random_below(seed, 2);
        text_puts(out, i == 0 ? "[" : i % columns == 0 ? "], [" : ", ");
        text_add(out, "%u", value);
    }
    text_puts(out, "]])");
}

/* The answer as a number. */
static enum status ask(struct env *env, const struct position *position, const struct asked_for *q, uint64_t *answer)
{
    struct ask asked = {.what = q->what, .play = q->play, .remoteness = q->remoteness, .count = 1};
    struct result result = {0};
    struct arena arena = {0};
    if (q->what == Q_VALUE) asked.components = position->components;
    else asked.positions = position;
    enum status st = plan_answer(env, &asked, &arena, &result);
    if (st == ST_OK && q->what == Q_VALUE) *answer = result.values[0];
    else if (st == ST_OK) *answer = result.outcomes[0] + (q->remoteness ? 16 * (1 + result.remoteness[0]) : 0);
    arena_free(&arena);
    return st;
}

/* By a program of its own. */
static enum status ask_alone(const char *rule, const char *board, const struct asked_for *q, uint64_t *answer)
{
    struct budget budget = {.states = STATES};
    struct engine *e = opened((struct engine_options){.text = rule, .budget = &budget});
    struct position position;
    enum status st = e ? engine_position(e, &board, 1, &position) : ST_INVALID;
    if (st == ST_OK && position.count != 1) st = ST_UNSUPPORTED;
    if (st == ST_OK) st = ask(e->env, &position, q, answer);
    engine_close(e);
    return st;
}

static enum status ask_within(struct engine *e, const struct position *position, const struct asked_for *q,
                              uint64_t *seed, bool bounded, uint64_t *answer)
{
    struct env_view view, quiet;
    struct terms terms = e->env->terms;
    terms.only = bounded ? by_name[random_below(seed, sizeof by_name / sizeof *by_name)] : NULL;
    terms.looks = bounded ? 1 + random_below(seed, 1 + random_below(seed, LOOKS)) : 0;
    terms.states = bounded && random_below(seed, 4) == 0 ? 1 + random_below(seed, 20000) : 0;
    env_view_open(&view, e->env, &terms);
    env_view_quiet(&quiet, &view.env);
    enum status st = ask(&quiet.env, position, q, answer);
    seen.goes_on += view.budget.looks && view.budget.looks_used > view.budget.looks + MORE_LOOKS;
    env_view_close(&quiet);
    env_view_close(&view);
    return st;
}

static void try_board(struct engine *e, const char *rule, const char *board, uint64_t *seed)
{
    uint64_t known[QUESTIONS], answer = 0;
    enum status can[QUESTIONS];
    struct position position;
    if (engine_position(e, &board, 1, &position) != ST_OK || position.count != 1) return;
    for (size_t i = 0; i < QUESTIONS; i++) can[i] = ask_alone(rule, board, &questions[i], &known[i]);
    for (size_t n = 0; n < ROUNDS * QUESTIONS; n++) {
        size_t i = n < (ROUNDS - 1) * QUESTIONS ? (size_t)random_below(seed, QUESTIONS) : n % QUESTIONS;
        bool bounded = n < (ROUNDS - 1) * QUESTIONS && random_below(seed, 8);
        if (can[i] != ST_OK) continue;
        enum status st = ask_within(e, &position, &questions[i], seed, bounded, &answer);
        seen.whole += st == ST_OK;
        seen.cut += st == ST_STATE_BUDGET;
        bool right = st == ST_OK ? answer == known[i] : bounded && (st == ST_STATE_BUDGET || st == ST_UNSUPPORTED);
        if (!right)
            printf("# %s# %s, question %zu: %d, %llu, not %llu\n", rule, board, i, (int)st, (unsigned long long)answer,
                   (unsigned long long)known[i]);
        seen.wrong += !right;
    }
}

static void try_seed(uint64_t seed)
{
    struct text rule = {0};
    struct budget budget = {0};
    seed = hash_mix(seed);
    write_rule(&seed, &rule);
    struct engine *e = opened((struct engine_options){.text = text_c(&rule), .budget = &budget});
    seen.rules += e != NULL;
    for (int i = 0; e && i < BOARDS; i++) {
        struct text board = {0};
        write_board(&seed, &board);
        try_board(e, text_c(&rule), text_c(&board), &seed);
        text_free(&board);
    }
    engine_close(e);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 12;
    for (uint64_t seed = first; seed < first + count; seed++) try_seed(seed);
    printf("# %zu rules; %zu answers, %zu questions cut short\n", seen.rules, seen.whole, seen.cut);
    printf("%s 1 - bounded or not, what is answered is right\n", seen.wrong ? "not ok" : "ok");
    printf("%s 2 - who has used up his looks makes no others\n", seen.goes_on ? "not ok" : "ok");
    printf("%s 3 - many questions are cut short\n1..3\n", seen.cut < count ? "not ok" : "ok");
    return 0;
}
