/* SPDX-License-Identifier: MIT */
/* Codes: the moves that a code is written out as have the values that its definition gives, heap by heap. */
#include "claims.h"
#include <stdio.h>
#include "base/hash.h"
#include "check/private.h"
#include "checked.h"

enum { HEAPS = 40, VALUES = 1024 };

/* ---- values by the model's moves, computed by the obvious walk */

struct walk {
    struct evaluation v;
    const struct move *move;
    size_t gen;
    const int *values; /* of smaller heaps */
    bool *seen;
    int64_t slots[16], field;
};

static bool read_heap(void *context, const struct expr *e, struct number *value)
{
    const struct walk *w = context;
    *value = number_small(e->kind == EXPR_FIELD ? w->field : w->slots[e->index]);
    return true;
}

static void options(struct walk *w);

static bool choose(void *context, int64_t value)
{
    struct walk *w = context;
    w->slots[w->move->gens[w->gen].slot] = value;
    w->gen++;
    options(w);
    w->gen--;
    return true;
}

struct summing {
    struct walk *walk;
    const struct expr *e;
    int value;
};

static int value_of(struct walk *w, const struct expr *e);

static bool add_one(void *context, int64_t value)
{
    struct summing *s = context;
    s->walk->slots[s->e->gens[0].slot] = value;
    s->value ^= value_of(s->walk, s->e->kids[0]);
    return true;
}

static int value_of(struct walk *w, const struct expr *e)
{
    int64_t heap;
    int value = 0;
    struct summing s = {.walk = w, .e = e};
    switch (e->kind) {
    case EXPR_END: return 0;
    case EXPR_SUM:
        for (size_t i = 0; i < e->count; i++) value ^= value_of(w, e->kids[i]);
        return value;
    case EXPR_SUM_FOR: assert_true(evaluate_elements(&w->v, &e->gens[0].domain, add_one, &s)); return s.value;
    default: assert_true(evaluate(&w->v, e->kids[0], &heap) && heap >= 0 && heap < w->field); return w->values[heap];
    }
}

static void options(struct walk *w)
{
    int64_t holds;
    if (w->gen < w->move->gen_count) {
        assert_true(evaluate_elements(&w->v, &w->move->gens[w->gen].domain, choose, w));
        return;
    }
    for (size_t i = 0; i < w->move->condition_count; i++) {
        assert_true(evaluate(&w->v, w->move->conditions[i], &holds));
        if (!holds) return;
    }
    w->seen[value_of(w, w->move->result)] = true;
}

static void model_values(const struct model *model, int *values)
{
    for (int n = 0; n < HEAPS; n++) {
        bool seen[VALUES] = {false};
        struct walk w = {.field = n, .values = values, .seen = seen};
        w.v = (struct evaluation){.model = model, .read = read_heap, .context = &w, .steps = 10000000};
        for (size_t i = 0; i < model->games[0].move_count; i++) {
            w.move = &model->games[0].moves[i];
            options(&w);
        }
        values[n] = 0;
        while (seen[values[n]]) values[n]++;
    }
}

static void values_of_text(const char *text, int *values)
{
    struct checked c;
    checked_open(&c, text);
    assert_int_equal(c.st, ST_OK);
    assert_int_equal(c.model->games[0].measure.kind, MEASURE_LINEAR);
    model_values(c.model, values);
    checked_close(&c);
}

/* ---- values by the definition: digits[t] for t tokens, in bits */

static void defined_values(const int *digits, size_t count, int *g)
{
    for (int n = 0; n < HEAPS; n++) {
        bool seen[VALUES] = {false};
        for (int t = 0; t <= n && (size_t)t < count; t++) {
            int left = n - t;
            if ((digits[t] & 1) && left == 0) seen[0] = true;
            if ((digits[t] & 2) && left > 0) seen[g[left]] = true;
            for (int a = 1; a < left; a++) {
                if (digits[t] & 4) seen[g[a] ^ g[left - a]] = true;
                for (int b = 1; (digits[t] & 8) && a + b < left; b++) seen[g[a] ^ g[b] ^ g[left - a - b]] = true;
            }
        }
        g[n] = 0;
        while (seen[g[n]]) g[n]++;
    }
}

static void assert_code(const char *code, const int *digits, size_t count)
{
    char text[200];
    int expected[HEAPS] = {0}, found[HEAPS] = {0};
    snprintf(text, sizeof text, "game k = octal \"%s\"", code);
    values_of_text(text, found);
    defined_values(digits, count, expected);
    assert_memory_equal(found, expected, sizeof expected);
}

CLAIM(kayles_and_its_kin_have_their_values)
{
    assert_code("0.77", (const int[]){0, 7, 7}, 3);
    assert_code("0.137", (const int[]){0, 1, 3, 7}, 4);
    assert_code("4.7", (const int[]){4, 7}, 2);
    assert_code("0.07", (const int[]){0, 0, 7}, 3);
}

CLAIM(digits_above_seven_leave_three_heaps)
{
    assert_code("0.8", (const int[]){0, 8}, 2);
    assert_code("C.9f", (const int[]){12, 9, 15}, 3);
    assert_code("8.0A2", (const int[]){8, 0, 10, 2}, 4);
}

CLAIM(tails_repeat)
{
    int digits[HEAPS] = {0, 1};
    for (int t = 2; t < HEAPS; t++) digits[t] = t % 2 ? 3 : 2;
    assert_code("0.1(23)", digits, HEAPS);
    for (int t = 1; t < HEAPS; t++) digits[t] = 3;
    assert_code("0.(3)", digits, HEAPS);
    for (int t = 1; t < HEAPS; t++) digits[t] = t % 3 == 1 ? 7 : t % 3 == 2 ? 0 : 13;
    assert_code("0.(70D)", digits, HEAPS);
    for (int t = 1; t < HEAPS; t++) digits[t] = 1;
    assert_code(".(1)", digits, HEAPS);
}

CLAIM(random_codes_agree_with_their_definition)
{
    uint64_t seed = 7;
    for (int round = 0; round < 60; round++) {
        char code[16];
        int digits[6] = {(int)(random_next(&seed) % 4) * 4}, count = 2 + (int)(random_next(&seed) % 4), at;
        at = snprintf(code, sizeof code, "%X.", (unsigned)digits[0]);
        for (int t = 1; t < count; t++) {
            digits[t] = (int)(random_next(&seed) % 16);
            at += snprintf(code + at, sizeof code - (size_t)at, "%X", (unsigned)digits[t]);
        }
        digits[count - 1] |= 1; /* some move at least */
        code[at - 1] = "0123456789ABCDEF"[digits[count - 1]];
        assert_code(code, digits, (size_t)count);
    }
}

CLAIM(turning_one_or_two_coins_counts_places)
{
    int g[HEAPS];
    values_of_text("game k = turning \"1-2\"", g);
    for (int n = 0; n < HEAPS; n++) assert_int_equal(g[n], n + 1);
}

CLAIM(turning_up_to_three_coins_gives_the_odious_numbers)
{
    int g[HEAPS], next = 0;
    values_of_text("game k = turning \"1-3\"", g);
    for (int n = 0; n < HEAPS; n++) {
        do next++;
        while (__builtin_popcount((unsigned)next) % 2 == 0);
        assert_int_equal(g[n], next);
    }
}

CLAIM(the_ruler_shows_powers_of_two)
{
    int g[HEAPS];
    values_of_text("game k = turning ruler", g);
    for (int n = 0; n < HEAPS; n++) assert_int_equal(g[n], (n + 1) & -(n + 1));
}

CLAIM(lists_of_counts_are_exact)
{
    int g[HEAPS];
    struct checked c;
    values_of_text("game k = turning \"2\"", g);
    for (int n = 0; n < HEAPS; n++) assert_int_equal(g[n], n);
    checked_open(&c, "game k = turning \"1,3-4\"");
    assert_int_equal(c.model->games[0].move_count, 3);
    checked_close(&c);
}

CLAIM(equally_spaced_coins_leave_two)
{
    int g[HEAPS], expected[HEAPS];
    values_of_text("game k = turning turnips", g);
    for (int n = 0; n < HEAPS; n++) {
        bool seen[VALUES] = {false};
        for (int d = 1; 2 * d <= n; d++) seen[expected[n - d] ^ expected[n - 2 * d]] = true;
        for (expected[n] = 0; seen[expected[n]];) expected[n]++;
    }
    assert_memory_equal(g, expected, sizeof g);
}

CLAIMS(IT(kayles_and_its_kin_have_their_values), IT(digits_above_seven_leave_three_heaps), IT(tails_repeat),
       IT(random_codes_agree_with_their_definition), IT(turning_one_or_two_coins_counts_places),
       IT(turning_up_to_three_coins_gives_the_odious_numbers), IT(the_ruler_shows_powers_of_two),
       IT(lists_of_counts_are_exact), IT(equally_spaced_coins_leave_two))
