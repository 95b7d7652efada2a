/* SPDX-License-Identifier: MIT */
/* Rows that are said to be codes of heaps, held against a search of the rows: drawn lists of moves, written as rules. */
#include "claims.h"
#include <stdio.h>
#include "engine/identify/private.h"
#include "plan/values.h"

enum { TRIES = 400, CELLS = 8, MOVES = 3 };

static unsigned next_of(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16 & 0x7fff;
}

/* L cells that hold 1, of which those from a + 1 to a + m are erased; perhaps only where the run begins or ends with them. */
static void put_move(struct text *out, unsigned *seed)
{
    unsigned a = next_of(seed) % 3, m = 1 + next_of(seed) % 2, b = next_of(seed) % 3, ends = next_of(seed) % 8;
    text_add(out, "  move m(i in 1..len(s) - %u) where", a + m + b - 1);
    for (unsigned k = 0; k < a + m + b; k++) text_add(out, "%s s[i + %u] == 1", k ? " and" : "", k);
    if (ends & 1 && ends < 4) text_puts(out, " and s[i - 1] == 0");
    if (ends & 2 && ends < 4) text_add(out, " and s[i + %u] == 0", a + m + b);
    text_puts(out, " -> g(s with {");
    for (unsigned k = 0; k < m; k++) text_add(out, "%s [i + %u] = 0", k ? "," : "", a + k);
    text_puts(out, " })\n");
}

static void compare_rows(struct engine *engine, const struct heap_rule *rule)
{
    uint32_t values[CELLS + 1];
    assert_int_equal(heap_rule_values(rule, CELLS + 1, values), ST_OK);
    for (int n = 0; n <= CELLS; n++) {
        int64_t cells[CELLS + 1] = {n, 1, 1, 1, 1, 1, 1, 1, 1};
        struct component row = {engine->model->main_game, (uint32_t)n + 1, cells};
        uint64_t value;
        assert_int_equal(values_of(engine->env, &row, 1, &value, NULL), ST_OK);
        assert_int_equal(value, values[n]);
    }
}

CLAIM(a_run_has_the_value_of_its_heap)
{
    unsigned seed = 3, seen_count = 0;
    for (int i = 0; i < TRIES; i++) {
        struct text text = {0};
        struct budget budget = {0};
        struct engine *engine;
        const char *label, *seen;
        struct arena arena = {0};
        struct heap_rule rule;
        text_puts(&text, "game g(s: row) {\n");
        for (unsigned k = 1 + next_of(&seed) % MOVES; k; k--) put_move(&text, &seed);
        text_puts(&text, "}\n");
        struct engine_options options = {.text = text_c(&text), .name = "rule", .budget = &budget, .until = STAGE_ALL};
        assert_int_equal(engine_open(&options, &engine), ST_OK);
        assert_int_equal(engine_select(engine, 0, &label), ST_OK);
        assert_int_equal(identify_runs(engine, &arena, &rule, &seen), ST_OK);
        if (seen) compare_rows(engine, &rule);
        seen_count += seen != NULL;
        arena_free(&arena);
        engine_close(engine);
        text_free(&text);
    }
    printf("# %u of %d rows are codes\n", seen_count, TRIES);
    assert_true(seen_count > 20);
}

CLAIMS(IT(a_run_has_the_value_of_its_heap))
