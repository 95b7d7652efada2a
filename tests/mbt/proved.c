/* SPDX-License-Identifier: MIT */
/* Lost positions that are proved for all sizes (proof/automatic): random rules of one number and of two, conditions with remainders,
 * quotients, nim-sums and negative numbers among them, in both plays. An automaton is learned from a small box; if it is proved, it is
 * compared with a larger one, which the solvers fill from the rule alone.
 * usage: proved [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a position that differs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/prove/prove.h"
#include "opened.h"
#include "proof/automatic/automatic.h"
#include "proof/normal/may_fail.h"
#include "random_rule.h"

enum { SMALL_ONE = 256, SMALL_TWO = 32, LARGE_ONE = 1500, LARGE_TWO = 75 };
struct tally {
    size_t rules, proved, misere, sums, wrong;
};

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules ----------------------------------------------------------------------------------------------------------- */
/* Of two heaps, with what numerations read by their digits, and values below 0 on the way. */
static void write_sums(uint64_t *seed, struct text *out)
{
    static const char *const heaps[] = {"a", "b"};
    static const char *const conditions[] = {"xor(s, b) != 2",
                                             "xor(a, b) > s",
                                             "xor(a, b) - 3 < s",
                                             "xor(a, s) + xor(b, s) > 1",
                                             "xor(xor(a, b) + 1, s) != 1",
                                             "xor(a, b) / 2 != s",
                                             "xor(a, b, s) % 3 != 1",
                                             "not (xor(a, s) > b and s < 3)",
                                             "power_of_two(s + 1)",
                                             "(a - 5) / 2 < s",
                                             "(s - 7) % 3 != 2",
                                             "(s - a) / -2 > 0",
                                             "abs(a - b) > s - 4",
                                             "(min(a, b) - 2 <= s or a % 2 == 1)",
                                             "(s + 1 in powers(2) iff a > b)"};
    text_puts(out, "game r(a, b) {");
    size_t moves = 1 + random_below(seed, 3);
    for (size_t m = 0; m < moves; m++) {
        const char *heap = PICK(seed, heaps);
        text_add(out, "\n  move m%zu(s in 0..%s - 1)", m, heap);
        for (size_t k = 0, count = random_below(seed, 3); k < count; k++)
            text_add(out, "%s %s", k ? " and" : " where", PICK(seed, conditions));
        text_puts(out, *heap == 'a' ? " -> r(s, b)" : random_below(seed, 4) ? " -> r(a, s)" : " -> r(min(a, s), s)");
    }
    text_puts(out, "\n}\n");
}

static void write_rule(uint64_t *seed, uint64_t kind, struct text *out)
{
    struct random_rule rule;
    if (kind == 2) {
        write_sums(seed, out);
        return;
    }
    random_rule(seed, kind ? 2 : 1, &rule);
    random_write(&rule, out);
}

/* ---- proofs ---------------------------------------------------------------------------------------------------------- */
struct learning {
    struct engine *engine;
    enum play play;
    struct arena arena;
    struct automata w;
    struct normal_space space;
    struct normal *normal;
    struct prove_table table;
};

static bool is_lost(void *context, const int64_t *numbers)
{
    const struct prove_table *t = context;
    return t->lost[numbers[0] + (t->fields > 1 ? numbers[1] * t->side : 0)];
}

/* The automaton that is learned from the box, if it is proved of all positions; else NULL. */
static const struct automaton *learn_and_prove(struct learning *l, const struct numeration *in)
{
    struct automatic rule;
    l->w = (struct automata){.arena = &l->arena, .in = in, .most_states = 20000, .most_work = 30000000};
    if (automatic_open(&l->w, l->normal, &rule) != ST_OK || rule.reason) return NULL;
    int64_t side = rule.fields == 1 ? SMALL_ONE : SMALL_TWO, reach;
    if (prove_table(l->engine->env, l->engine->model->main_game, l->play, rule.states, side, &l->arena, &l->table))
        return NULL;
    struct automata_teacher teacher = {is_lost, &l->table, rule.fields, {0, 1}, 0, 60};
    while (numeration_reach(in, teacher.digits + 1, &reach) && reach <= side) teacher.digits++;
    const struct automaton *lost = automata_learn(&l->w, &teacher);
    return lost && automatic_proves(&rule, lost, l->play == PLAY_MISERE) ? lost : NULL;
}

/* In a larger box, which the solvers fill. */
static void compare(struct tally *t, struct learning *l, const struct automaton *lost, const char *rule)
{
    struct prove_table large;
    struct automatic states;
    int64_t side = lost->tracks == 1 ? LARGE_ONE : LARGE_TWO;
    if (automatic_states(&l->w, l->normal, &states) != ST_OK || states.reason) return;
    if (prove_table(l->engine->env, l->engine->model->main_game, l->play, states.states, side, &l->arena, &large))
        return;
    t->proved++;
    t->misere += l->play == PLAY_MISERE;
    for (uint64_t at = 0; at < large.count; at++) {
        int64_t numbers[2] = {(int64_t)(at % (uint64_t)side), (int64_t)(at / (uint64_t)side)};
        if (automaton_holds(lost, numbers) == large.lost[at]) continue;
        t->wrong++;
        printf("# %s#   %s play, at %" PRId64 " %" PRId64 ": proved %s\n", rule,
               l->play == PLAY_MISERE ? "misere" : "normal", numbers[0], numbers[1], large.lost[at] ? "won" : "lost");
        return;
    }
}

static void try_proof(struct tally *t, struct engine *engine, enum play play, const char *rule)
{
    struct numeration in[] = {numeration_simple("base 2", 0, 2, 0), numeration_simple("Zeckendorf", 1, 1, 1)};
    struct learning l = {.engine = engine, .play = play};
    l.space.arena = &l.arena;
    struct normal_source source = {.model = engine->model, .game = engine->model->main_game, .params = engine->params};
    bool fine = normal_build(&l.space, &source, &l.normal) == ST_OK && l.normal->supported && !normal_may_fail(&source);
    const struct automaton *lost = NULL;
    for (size_t i = 0; fine && !lost && i < sizeof in / sizeof *in; i++) lost = learn_and_prove(&l, &in[i]);
    if (lost) compare(t, &l, lost, rule);
    arena_free(&l.arena);
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    struct budget budget = {0};
    uint64_t kind = seed % 3, mixed = hash_mix(seed);
    write_rule(&mixed, kind, &text);
    struct engine *engine = opened((struct engine_options){.text = text_c(&text), .budget = &budget});
    enum play play = random_below(&mixed, 3) ? PLAY_NORMAL : PLAY_MISERE;
    size_t before = t->proved;
    t->rules += engine != NULL;
    if (engine) try_proof(t, engine, play, text_c(&text));
    t->sums += kind == 2 && t->proved > before;
    engine_close(engine);
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 30;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool fine = !t.wrong && t.proved > count / 5 && t.sums;
    printf("%s 1 - %zu rules, %zu proved, %zu of them misere, %zu of two heaps and digits, %zu wrong\n1..1\n",
           fine ? "ok" : "not ok", t.rules, t.proved, t.misere, t.sums, t.wrong);
    return fine ? 0 : 1;
}
