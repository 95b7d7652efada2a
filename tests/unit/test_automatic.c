/* SPDX-License-Identifier: MIT */
/* Moves as automata against the machine, move by move; proofs against tables, and against sets that are slightly wrong. */
#include "claims.h"
#include <stdio.h>
#include "base/hash.h"
#include "proof/automatic/automatic.h"
#include "rule_file.h"

enum { SIDE = 9, MOST = 2 * SIDE };
struct bench {
    struct rule_file f;
    struct arena arena;
    struct normal_space space;
    struct normal *normal;
    struct numeration in;
    struct automata w;
    struct automatic rule;
};

static void setup(struct bench *b, const char *text, struct numeration in)
{
    *b = (struct bench){.in = in};
    rule_open(&b->f, text);
    if (b->f.st != ST_OK) fail_msg("%s: %s", text, rule_message(&b->f));
    b->space.arena = &b->arena;
    struct normal_source source = {.model = b->f.model, .params = b->f.params};
    assert_int_equal(normal_build(&b->space, &source, &b->normal), ST_OK);
    b->w = (struct automata){.arena = &b->arena, .in = &b->in, .most_states = 100000, .most_work = 200000000};
    assert_int_equal(automatic_open(&b->w, b->normal, &b->rule), ST_OK);
}

static void teardown(struct bench *b)
{
    arena_free(&b->arena);
    rule_close(&b->f);
}

static struct numeration base_2(void) { return numeration_simple("base 2", 0, 2, 0); }
static struct numeration fibonacci(void) { return numeration_simple("Fibonacci", 1, 1, 1); }

/* ---- options ----------------------------------------------------------------------------------------------------- */
struct options {
    bool at[MOST][MOST], end;
    size_t count;
};
static enum status note(void *context, const struct component *result, size_t count, const struct taken *taken)
{
    struct options *o = context;
    (void)taken;
    o->count++;
    if (!count) o->end = true;
    else o->at[result->cells[0]][result->cells[1]] = true;
    return ST_OK;
}

static void options_of(struct bench *b, int64_t x, int64_t y, struct options *o)
{
    int64_t cells[2] = {x, y};
    struct component from = {0, 2, cells};
    *o = (struct options){.count = 0};
    assert_int_equal(vm_options(b->f.vm, &from, 1, note, o), ST_OK);
}

static bool piece_leads(const struct automatic_piece *p, const int64_t *at, const int64_t *to)
{
    int64_t numbers[AUTOMATON_TRACKS];
    for (int i = 0; i < 2; i++)
        if (p->result[i] < AUTOMATIC_RESULT && at[p->result[i]] != to[i]) return false;
    for (int i = 0; i < p->moves->tracks; i++) {
        int track = p->moves->track[i];
        numbers[i] = track < AUTOMATIC_RESULT ? at[track] : to[track - AUTOMATIC_RESULT];
    }
    return automaton_holds(p->moves, numbers);
}

static bool leads(const struct automatic *rule, const int64_t *at, const int64_t *to)
{
    for (size_t i = 0; i < rule->count; i++)
        if (!rule->pieces[i].end && piece_leads(&rule->pieces[i], at, to)) return true;
    return false;
}

static void same_moves(struct bench *b, const char *text)
{
    struct options o;
    for (int64_t x = 0; x < SIDE; x++)
        for (int64_t y = 0; y < SIDE; y++) {
            options_of(b, x, y, &o);
            if (automaton_holds(b->rule.movable, (int64_t[]){x, y}) != (o.count > 0))
                fail_msg("%s at %d %d", text, (int)x, (int)y);
            for (int64_t r = 0; r < MOST; r++)
                for (int64_t s = 0; s < MOST; s++)
                    if (leads(&b->rule, (int64_t[]){x, y}, (int64_t[]){r, s}) != o.at[r][s])
                        fail_msg("%s from %d %d to %d %d", text, (int)x, (int)y, (int)r, (int)s);
        }
}

/* What the equation says of a set, against the options. */
static void same_lost(struct bench *b, const char *text, uint64_t *seed)
{
    struct automata_form form = {
        2, {{0, (int64_t)(random_next(seed) % 5) - 2}, {1, 1}}, -(int64_t)(random_next(seed) % 4)};
    const struct automaton *set = automata_linear(&b->w, &form, random_next(seed) % 2 == 0);
    set = automata_on(&b->w, set, (int[]){0, 1}, 2);
    for (int misere = 0; misere < 2; misere++) {
        const struct automaton *lost = automatic_lost(&b->rule, set, misere);
        assert_non_null(lost);
        for (int64_t x = 0; x < SIDE; x++)
            for (int64_t y = 0; y < SIDE; y++) {
                struct options o;
                options_of(b, x, y, &o);
                bool wins = misere ? o.count == 0 : o.end;
                for (int64_t r = 0; r < MOST; r++)
                    for (int64_t s = 0; s < MOST; s++)
                        wins = wins || (o.at[r][s] && automaton_holds(set, (int64_t[]){r, s}));
                if (automaton_holds(lost, (int64_t[]){x, y}) == wins)
                    fail_msg("%s, %s, at %d %d", text, misere ? "misere" : "normal", (int)x, (int)y);
            }
    }
}

static const char *const moves[] = {
    "move m%d(t in 1..a) -> g(a - t, b)",
    "move m%d(t in 1..min(a, b)) where t != %d -> g(a - t, b - t)",
    "move m%d(t in 1..a / %d) -> g(a - t, b)",
    "move m%d(t in {1, %d}) where t <= a and b %% 3 == 1 -> g(a - t, b)",
    "move m%d(t in fib) where t <= b -> g(a, b - t)",
    "move m%d(t in powers(2)) where t <= a -> g(a - t, b)",
    "move m%d(s in 1..a, t in 1..b) where abs(s - t) < %d -> g(a - s, b - t)",
    "move m%d where a >= %d -> g(b, a - 1)",
    "move m%d where xor(a, b) == %d and a >= 1 -> g(a - 1, b)",
    "move m%d where a >= b + 2 -> g((a - b) / %d, b)",
    "move m%d where a %% 3 == 1 and b > %d -> end",
    "move m%d(t in -2..%d) where a >= 1 and (a + t) / 2 >= -1 -> g(max(a - abs(t) - 1, 0), b)",
    "move m%d where power_of_two(a + b) and b >= %d -> g(a, b - 1)",
    "move m%d(t in 1..max(a, b)) where 2 * t <= a + b and t <= b -> g(min(a, t), b - t)",
};
enum { KINDS = sizeof moves / sizeof *moves };

CLAIM(moves_and_their_equation_are_those_of_the_machine)
{
    unsigned read = 0;
    for (uint64_t round = 0; round < 2 * KINDS; round++) {
        uint64_t seed = round + 1;
        char text[1000];
        struct bench b;
        int at = snprintf(text, sizeof text, "game g(a, b) { ");
        for (unsigned i = 0; i < 1 + round / KINDS; i++) {
            size_t kind = i ? random_next(&seed) % KINDS : round % KINDS;
            at += snprintf(text + at, sizeof text - (size_t)at, moves[kind], (int)i, (int)(2 + random_next(&seed) % 3));
            at += snprintf(text + at, sizeof text - (size_t)at, " ");
        }
        snprintf(text + at, sizeof text - (size_t)at, "}");
        setup(&b, text, round % 3 == 1 ? fibonacci() : base_2());
        if (!b.rule.reason) {
            read++;
            same_moves(&b, text);
            same_lost(&b, text, &seed);
        }
        teardown(&b);
    }
    assert_true(read > KINDS);
}

CLAIM(rules_that_are_not_read_are_refused)
{
    static const char *const rules[] = {
        "game g(a, b) { move m(t in squares) where t <= a -> g(a - t, b) }",
        "game g(a, b) { move m where a * b > 3 -> g(a - 1, b) }",
        "game g(a, b) { move m(t in 1..a) -> g(a - t, b) + g(t - 1, b) }",
        "game g(a: int, b) { move m where a > 0 -> g(a - 1, b) }",
        "game g(a, b) { move m where a > 0 -> h(b) } game h(n) { move m(t in 1..n) -> h(n - t) }",
        "game g(s: row) { move m(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t }) }",
        "game g(a, b) { move m(t in powers(3)) where t <= a -> g(a - t, b) }",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct bench b;
        setup(&b, rules[i], base_2());
        if (!b.rule.reason) fail_msg("%s is read", rules[i]);
        teardown(&b);
    }
}

/* ---- proofs ------------------------------------------------------------------------------------------------------ */
struct table {
    bool lost[64][64];
};
static bool table_holds(void *context, const int64_t *x) { return ((struct table *)context)->lost[x[0]][x[1]]; }

/* Positions below 64 by all their options, in the order of their sums. */
static void fill(struct table *t, bool misere)
{
    for (int sum = 0; sum < 127; sum++)
        for (int a = 0; a < 64; a++) {
            int b = sum - a;
            if (b < 0 || b > 63) continue;
            bool wins = misere && sum == 0;
            for (int k = 1; k <= a; k++) wins = wins || t->lost[a - k][b];
            for (int k = 1; k <= b; k++) wins = wins || t->lost[a][b - k];
            for (int k = 1; k <= a && k <= b; k++) wins = wins || t->lost[a - k][b - k];
            t->lost[a][b] = !wins;
        }
}

static const char wythoff[] = "game g(a, b) { move m(t in 1..a) -> g(a - t, b) move n(t in 1..b) -> g(a, b - t) "
                              "move o(t in 1..min(a, b)) -> g(a - t, b - t) }";

static const struct automaton *learned(struct bench *b, bool misere, int digits)
{
    static struct table t;
    fill(&t, misere);
    return automata_learn(&b->w, &(struct automata_teacher){table_holds, &t, 2, {0, 1}, digits, 100});
}

CLAIM(the_set_that_is_right_is_proved_and_no_other)
{
    for (int misere = 0; misere < 2; misere++) {
        struct bench b;
        setup(&b, wythoff, fibonacci());
        const struct automaton *lost = learned(&b, misere, 8);
        assert_non_null(lost);
        assert_int_equal(lost->states, misere ? 14 : 8);
        assert_true(automatic_proves(&b.rule, lost, misere));
        assert_false(automatic_proves(&b.rule, lost, !misere));
        /* one state that accepts, or does not, the other way round; one arrow elsewhere */
        for (uint32_t s = 0; s < lost->states; s++) {
            struct automaton mutant = *lost;
            bool accepts[100];
            for (uint32_t i = 0; i < lost->states; i++) accepts[i] = lost->accepts[i] != (i == s);
            mutant.accepts = accepts;
            assert_false(automatic_proves(&b.rule, &mutant, misere));
        }
        for (uint32_t at = 1; at < lost->states * lost->letters; at++) {
            struct automaton mutant = *lost;
            uint32_t next[1000];
            for (uint32_t i = 0; i < lost->states * lost->letters; i++) next[i] = lost->next[i];
            next[at] = (next[at] + 1) % lost->states;
            mutant.next = next;
            if (at % 5 == 0) assert_false(automatic_proves(&b.rule, &mutant, misere));
        }
        teardown(&b);
    }
}

CLAIM(what_is_learned_from_too_little_is_not_proved)
{
    struct bench b;
    setup(&b, wythoff, base_2());
    for (int digits = 1; digits <= 6; digits++) {
        const struct automaton *guess = learned(&b, false, digits);
        assert_true(!guess || !automatic_proves(&b.rule, guess, false));
        assert_int_equal(b.w.status, ST_OK);
    }
    teardown(&b);
}

CLAIMS(IT(moves_and_their_equation_are_those_of_the_machine), IT(rules_that_are_not_read_are_refused),
       IT(the_set_that_is_right_is_proved_and_no_other), IT(what_is_learned_from_too_little_is_not_proved))
