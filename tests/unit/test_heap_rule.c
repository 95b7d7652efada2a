/* SPDX-License-Identifier: MIT */
/* Rules as digits held against the same rules opened as files and answered by the solvers; the theorem about heaps that are taken whole
 * against values. */
#include "claims.h"
#include <string.h>
#include "engine/identify/heap_rule.h"
#include "engine/open/engine.h"
#include "plan/values.h"
#include "proof/family/family.h"

enum { HEAPS = 40, TRIES = 60, LONG = 300 };

static unsigned next_of(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16 & 0x7fff;
}

static struct heap_rule draw(unsigned *seed)
{
    struct heap_rule rule = {.kind = (enum heap_kind)(next_of(seed) % 3)};
    rule.rest = rule.kind == HEAP_ALL_BUT;
    rule.count = 2 + next_of(seed) % 4;
    for (unsigned d = 1; d < rule.count; d++)
        rule.bits[d] = rule.kind == HEAP_CODE ? next_of(seed) % 16 : next_of(seed) % 2 ? 3 : 0;
    if (rule.kind == HEAP_CODE) rule.bits[0] = (next_of(seed) % 4) << 2;
    if (rule.kind == HEAP_SET) rule.bits[rule.count - 1] = 3;
    return rule;
}

static void open_rule(const char *text, struct budget *budget, struct engine **engine)
{
    const char *label;
    struct engine_options options = {.text = text, .name = "rule", .budget = budget, .until = STAGE_ALL};
    assert_int_equal(engine_open(&options, engine), ST_OK);
    assert_int_equal(engine_select(*engine, 0, &label), ST_OK);
}

CLAIM(has_the_values_that_the_solvers_find)
{
    unsigned seed = 7;
    for (int i = 0; i < TRIES; i++) {
        struct heap_rule rule = draw(&seed);
        struct text text = {0};
        struct budget budget = {0};
        struct engine *engine;
        uint32_t values[HEAPS];
        uint64_t found[HEAPS];
        int64_t cells[HEAPS];
        struct component components[HEAPS];
        heap_rule_text(&rule, &text);
        open_rule(text_c(&text), &budget, &engine);
        assert_int_equal(heap_rule_values(&rule, HEAPS, values), ST_OK);
        for (int n = 0; n < HEAPS; n++) {
            cells[n] = n;
            components[n] = (struct component){engine->model->main_game, 1, &cells[n]};
        }
        assert_int_equal(values_of(engine->env, components, HEAPS, found, NULL), ST_OK);
        for (int n = 0; n < HEAPS; n++) assert_int_equal(values[n], found[n]);
        engine_close(engine);
        text_free(&text);
    }
}

CLAIM(is_the_family_that_the_rule_is_proved_to_be)
{
    unsigned seed = 11;
    for (int i = 0; i < TRIES; i++) {
        struct heap_rule rule = draw(&seed), back;
        struct text text = {0};
        struct budget budget = {0};
        struct engine *engine;
        struct arena arena = {0};
        struct family family;
        heap_rule_text(&rule, &text);
        open_rule(text_c(&text), &budget, &engine);
        int game = engine->model->main_game;
        assert_int_equal(family_find(engine->model, game, engine->params, &arena, &family), ST_OK);
        if (rule.kind == HEAP_CODE && heap_rule_of(&family, &back)) {
            uint64_t from;
            assert_true(heap_rules_near(&rule, &back, &from));
            assert_int_equal(from, 0);
        }
        arena_free(&arena);
        engine_close(engine);
        text_free(&text);
    }
}

/* All octal codes of two digits beside each other: where the theorem applies values never part later. */
CLAIM(near_rules_agree_for_ever_when_they_agree_at_first)
{
    static uint32_t values[64][LONG];
    struct heap_rule rules[64];
    unsigned applied = 0;
    for (unsigned code = 0; code < 64; code++) {
        rules[code] = (struct heap_rule){.kind = HEAP_CODE, .bits = {0, code >> 3, code & 7}, .count = 3};
        assert_int_equal(heap_rule_values(&rules[code], LONG, values[code]), ST_OK);
    }
    for (unsigned a = 0; a < 64; a++) {
        for (unsigned b = 0; b < 64; b++) {
            uint64_t from;
            if (!heap_rules_near(&rules[a], &rules[b], &from)) continue;
            if (memcmp(values[a], values[b], from * sizeof **values) != 0) continue;
            assert_memory_equal(values[a], values[b], sizeof values[a]);
            applied += a != b;
        }
    }
    assert_true(applied > 10); /* 0.26 and 0.27 among them */
}

CLAIMS(IT(has_the_values_that_the_solvers_find), IT(is_the_family_that_the_rule_is_proved_to_be),
       IT(near_rules_agree_for_ever_when_they_agree_at_first))
