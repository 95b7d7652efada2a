/* SPDX-License-Identifier: MIT */
/* Who loses single heaps in misere play (lost_heaps.h, windows), of rules drawn at random, against an evaluator of its own: by each solver
 * that knows of them, and periods that short beginnings prove hold far beyond them.
 * usage: lost_heaps [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a heap that differs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "drawn_heap.h"
#include "opened.h"
#include "plan/outcomes.h"
#include "random_rule.h"
#include "solve/heap/lost_heaps.h"
#include "solve/heap/periodic.h"

enum { HEAPS = 1500, SHORT = 160, DENSE = 64, ASKED = 260, SOLVERS = 3, TAKES = 40 };
static const char *const asked_of[SOLVERS] = {"sliding", "windows", NULL};
struct tally {
    size_t rules, answered[SOLVERS], periods, beginnings, wrong;
};
struct drawn {
    struct text text;
    uint32_t lost[HEAPS];
};

/* ---- rules ------------------------------------------------------------------------------------------------------- */
/* Takes from a set, also a large one, of certain heaps alone. */
static void draw_set(uint64_t *seed, struct drawn *r)
{
    int64_t takes[TAKES];
    size_t count = 1 + random_below(seed, random_below(seed, 4) ? 4 : TAKES);
    uint64_t most = random_below(seed, 3) ? 12 : 150, modulus = 1 + (random_below(seed, 2) ? random_below(seed, 4) : 0);
    uint64_t rest = random_below(seed, 5), from = random_below(seed, 3) ? 0 : random_below(seed, 300);
    text_puts(&r->text, "game g(n) { move m(t in {");
    for (size_t i = 0; i < count; i++) {
        takes[i] = 1 + (int64_t)random_below(seed, most);
        text_add(&r->text, "%s%" PRId64, i ? ", " : "", takes[i]);
    }
    text_add(&r->text, "}) where t <= n and n %% %" PRIu64 " != %" PRIu64 " and n >= %" PRIu64 " -> g(n - t) }\n",
             modulus, rest, from);
    for (int64_t n = 0; n < HEAPS; n++) {
        bool any = false, wins = false, may = (uint64_t)n % modulus != rest && (uint64_t)n >= from;
        for (size_t i = 0; i < count && may; i++)
            if (takes[i] <= n) any = true, wins |= r->lost[n - takes[i]];
        r->lost[n] = any && !wins;
    }
}

static void draw(uint64_t seed, struct drawn *r)
{
    struct drawn_heap rule = {.splits = true};
    memset(r, 0, sizeof *r);
    seed = hash_mix(seed);
    if (random_below(&seed, 2)) {
        draw_set(&seed, r);
        return;
    }
    while (rule.splits) drawn_heap(&seed, &rule);
    drawn_write(&rule, &r->text);
    drawn_losses(&rule, HEAPS, r->lost);
}

/* ---- both -------------------------------------------------------------------------------------------------------- */
static void differs(struct tally *t, const struct drawn *r, const char *what, int64_t heap)
{
    t->wrong++;
    printf("# %s#   %s: not at heap %" PRId64 "\n", text_c(&r->text), what, heap);
}

/* Some heaps, in an order of their own, asked one after the other and some of them at once. */
static void ask(struct tally *t, struct engine *engine, const struct drawn *r, size_t solver, uint64_t seed)
{
    int64_t cells[ASKED];
    struct component components[ASKED];
    struct position positions[ASKED];
    enum outcome outcomes[ASKED];
    struct ask asked = {.play = PLAY_MISERE};
    engine->env->terms.only = asked_of[solver];
    for (size_t i = 0; i < ASKED; i++) {
        cells[i] = (int64_t)random_below(&seed, i < ASKED / 2 ? ASKED : HEAPS);
        components[i] = (struct component){engine->model->main_game, 1, &cells[i]};
        positions[i] = (struct position){&components[i], 1, NULL};
    }
    for (size_t from = 0, count; from < ASKED; from += count) {
        count = from ? ASKED - from : 1;
        enum status st = outcomes_of(engine->env, positions + from, count, &asked, outcomes, NULL, NULL);
        if (st != ST_OK && asked_of[solver]) break; /* not every rule has one */
        t->answered[solver] += from > 0;
        for (size_t i = 0; i < count; i++)
            if (st != ST_OK || (outcomes[i] == OUTCOME_P) != (bool)r->lost[cells[from + i]]) {
                differs(t, r, asked_of[solver] ? asked_of[solver] : "any solver", cells[from + i]);
                return;
            }
    }
    engine->env->terms.only = NULL;
}

static void prove(struct tally *t, struct engine *engine, const struct drawn *r)
{
    uint64_t bits[HEAPS / 64 + 1] = {0};
    struct periodic *known;
    struct period p;
    bool any = false;
    if (periodic_get(engine->env, engine->model->main_game, &known) != ST_OK) return;
    for (uint64_t n = 0; n < HEAPS; n++) bits[n / 64] |= (uint64_t)r->lost[n] << n % 64;
    for (uint64_t to = 2; to < HEAPS; to += to < DENSE ? 1 : to < SHORT ? to / 8 : to) {
        if (lost_heaps_prove(&known->family, bits, to, &p) != ST_OK || !p.found) continue;
        t->beginnings++;
        any = true;
        for (uint64_t n = p.preperiod; n + p.period < HEAPS; n++)
            if (r->lost[n] != r->lost[n + p.period]) {
                printf("# period %" PRIu64 " from %" PRIu64 ", proved from %" PRIu64 " heaps\n", p.period, p.preperiod,
                       to);
                differs(t, r, "period", (int64_t)(n + p.period));
                return;
            }
    }
    t->periods += any;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    static struct drawn rule;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct budget budget = {0};
        draw(seed, &rule);
        struct engine *engine = opened((struct engine_options){.text = text_c(&rule.text), .budget = &budget});
        t.rules += engine != NULL; /* a rule with a move that nobody can make is none */
        for (size_t s = 0; engine && s < SOLVERS; s++) ask(&t, engine, &rule, s, seed);
        if (engine) prove(&t, engine, &rule);
        engine_close(engine);
        text_free(&rule.text);
    }
    bool fine = !t.wrong && t.periods > count / 4 && t.answered[0] > count / 4 && t.answered[1] > count / 4;
    printf("%s 1 - %zu rules, %zu answered with a period in view, %zu by windows, %zu by any solver; %zu periods, %zu "
           "beginnings prove; %zu wrong\n1..1\n",
           fine ? "ok" : "not ok", t.rules, t.answered[0], t.answered[1], t.answered[2], t.periods, t.beginnings,
           t.wrong);
    return fine ? 0 : 1;
}
