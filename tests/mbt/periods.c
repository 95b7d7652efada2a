/* SPDX-License-Identifier: MIT */
/* Periods, also those that grow, that are proved of rules drawn at random (drawn_heap.h) hold far beyond what the proof has looked at, by
 * an evaluator of its own; and the values that proofs start from are those of the rule.
 * usage: periods [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a heap that differs. */
#include <stdio.h>
#include <stdlib.h>
#include "base/hash.h"
#include "drawn_heap.h"
#include "engine/open/engine.h"
#include "opened.h"
#include "plan/periods/period_find.h"
#include "solve/heap/private.h"

enum { TAKES = 1500, SPLITS = 240, LAST = 400, SHORT = 130, DENSE = 48 };
struct tally {
    size_t rules, proved, grown, held, seen, early, wrong;
};

/* The first heap at which the period is wrong; -1: none below count. */
static int64_t first_wrong(const struct period *p, const uint32_t *values, int64_t count)
{
    for (int64_t n = (int64_t)p->preperiod; n + (int64_t)p->period < count; n++)
        if (values[n + (int64_t)p->period] != (int64_t)values[n] + p->saltus) return n;
    return -1;
}

/* What the first few values prove, all beginnings of them in turn: the premises ask for enough of them. */
static void try_beginnings(struct tally *t, struct engine *engine, const uint32_t *values, int64_t count,
                           const char *rule)
{
    struct periodic *known;
    struct period p;
    if (periodic_get(engine->env, engine->model->main_game, &known) != ST_OK || known->family.kind == FAMILY_NONE)
        return;
    for (uint64_t to = 2; to < SHORT; to += to < DENSE ? 1 : to / 8) {
        if (periodic_prove(&known->family, value_view_of(values), to, &p) != ST_OK || !p.found) continue;
        int64_t n = first_wrong(&p, values, count);
        t->early++;
        if (n < 0) continue;
        t->wrong++;
        printf("# %s#   period %d from %d saltus %d, proved from %d heaps, but not at heap %d\n", rule, (int)p.period,
               (int)p.preperiod, (int)p.saltus, (int)to, (int)n);
        return;
    }
}

static void try_rule(struct tally *t, uint64_t seed, bool mix)
{
    static uint32_t values[TAKES];
    struct drawn_heap rule;
    struct text text = {0};
    struct budget budget = {0};
    struct arena arena = {0};
    struct period p = {0};
    const char *solver;
    uint64_t mixed = hash_mix(seed);
    drawn_heap(&mixed, &rule);
    if (mix) drawn_mix(&mixed, &rule);
    drawn_write(&rule, &text);
    struct engine *engine = opened((struct engine_options){.text = text_c(&text), .budget = &budget});
    t->rules += engine != NULL; /* a rule with a move that nobody can make is none */
    int64_t count = rule.splits ? SPLITS : TAKES;
    if (engine && period_find(engine->env, engine->model->main_game, LAST, &arena, &p, &solver) == ST_OK && p.found) {
        t->seen += !p.proved;
        t->proved += p.proved;
        t->grown += p.proved && p.saltus > 0;
        if (getenv("PERIODS_SHOW") && !p.proved) printf("# seed %d: %s", (int)seed, text_c(&text));
        if (p.proved) drawn_values(&rule, count, values);
        if (p.proved && !mix) try_beginnings(t, engine, values, count, text_c(&text));
        t->held += p.proved && (int64_t)(p.preperiod + 3 * p.period) < count;
        int64_t n = p.proved ? first_wrong(&p, values, count) : -1;
        if (n >= 0) {
            t->wrong++;
            printf("# seed %d: %s#   period %d from %d saltus %d, proved, but not at heap %d\n", (int)seed,
                   text_c(&text), (int)p.period, (int)p.preperiod, (int)p.saltus, (int)n);
        }
    }
    engine_close(engine);
    arena_free(&arena);
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 40;
    struct tally t = {0}, m = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed, false);
    for (uint64_t seed = first; seed < first + count / 2; seed++) try_rule(&m, seed, true);
    bool fine = !t.wrong && t.held > count / 4 && t.grown > count / 20;
    printf("%s 1 - %zu rules, %zu proved, %zu of them grow, %zu seen for three periods, %zu only observed, %zu "
           "beginnings prove, %zu "
           "wrong\n",
           fine ? "ok" : "not ok", t.rules, t.proved, t.grown, t.held, t.seen, t.early, t.wrong);
    bool good = !m.wrong && m.held > count / 10;
    printf(
        "%s 2 - with parts of another game: %zu rules, %zu proved, %zu seen for three periods, %zu only observed, %zu "
        "wrong\n1..2\n",
        good ? "ok" : "not ok", m.rules, m.proved, m.held, m.seen, m.wrong);
    return fine && good ? 0 : 1;
}
