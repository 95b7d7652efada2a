/* SPDX-License-Identifier: MIT */
/* Several plugins at one game (tests/abi): `bold` is asked first and is wrong from 5 on; `partial` knows even heaps only and fails
 * from 1000 on; `whole` knows all. Whoever asks for many answers at once gets each from the best plugin that has it, and
 * nothing is searched. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answer/answer.h"
#include "claims.h"
#include "engine/open/engine.h"
#include "plan/outcomes.h"
#include "plan/stream.h"
#include "play/options/store.h"

static const char two[] = "game two(n) { move take(t in 1..min(2, n)) -> two(n - t) }";

struct house {
    struct engine *engine;
    struct budget budget;
    struct arena arena;
    struct used used;
    char names[128]; /* who answered, in order of use */
};

static void house_open(struct house *h)
{
    static char path[4096];
    const char *label, *build = getenv("CGI_BUILD"), *folder = path;
    assert_non_null(build);
    assert_true((size_t)snprintf(path, sizeof path, "%s/tests/abi/several", build) < sizeof path);
    memset(h, 0, sizeof *h);
    struct engine_options options = {.text = two,
                                     .name = "two",
                                     .budget = &h->budget,
                                     .until = STAGE_ALL,
                                     .plugins = true,
                                     .plugin_folders = &folder,
                                     .plugin_folder_count = 1};
    assert_int_equal(engine_open(&options, &h->engine), ST_OK);
    assert_int_equal(engine_select(h->engine, 0, &label), ST_OK);
}

/* How often plugins were said to be wrong. */
static size_t reported(const struct house *h, enum diag_id id)
{
    size_t count = 0;
    for (size_t i = 0; i < h->engine->diags.count; i++) count += h->engine->diags.items[i].id == id;
    return count;
}

static const char *names(struct house *h)
{
    size_t at = 0;
    h->names[0] = '\0';
    for (size_t i = 0; i < h->used.items.count; i++)
        at += (size_t)snprintf(h->names + at, sizeof h->names - at, "%s%s", i ? " " : "", h->used.items.data[i].name);
    return h->names;
}

static void house_close(struct house *h)
{
    used_free(&h->used);
    engine_close(h->engine);
    arena_free(&h->arena);
}

static struct component heap(const int64_t *cell) { return (struct component){0, 1, cell}; }

enum { HEAPS = 31 };

CLAIM(values_come_from_the_best_plugin_that_has_them)
{
    struct house h;
    int64_t cells[HEAPS];
    struct component heaps[HEAPS];
    uint64_t values[HEAPS];
    house_open(&h);
    for (int i = 0; i < HEAPS; i++) cells[i] = i, heaps[i] = heap(&cells[i]);
    assert_int_equal(values_of(h.engine->env, heaps, HEAPS, values, &h.used), ST_OK);
    for (int i = 0; i < HEAPS; i++) assert_int_equal(values[i], i % 3);
    assert_string_equal(names(&h), "partial whole");
    assert_int_equal(reported(&h, D_PLUGIN_WRONG), 1); /* bold */
    assert_int_equal(values_of(h.engine->env, &heaps[7], 1, values, NULL), ST_OK);
    assert_int_equal(values[0], 1);
    assert_int_equal(h.engine->env->store->games[0].sequence_count, 0);
    house_close(&h);
}

CLAIM(a_plugin_that_fails_on_the_way_has_not_answered)
{
    struct house h;
    int64_t cells[] = {10, 13, 1000, 14, 1001};
    struct component heaps[5];
    uint64_t values[5];
    house_open(&h);
    for (int i = 0; i < 5; i++) heaps[i] = heap(&cells[i]);
    assert_int_equal(values_of(h.engine->env, heaps, 5, values, &h.used), ST_OK);
    for (int i = 0; i < 5; i++) assert_int_equal(values[i], cells[i] % 3);
    assert_string_equal(names(&h), "whole");
    assert_int_equal(reported(&h, D_PLUGIN_FAILED), 1);
    house_close(&h);
}

static void ask_outcomes(const int64_t *last, const char *wanted)
{
    enum { COUNT = HEAPS - 1 };
    struct house h;
    int64_t cells[HEAPS];
    struct component heaps[HEAPS];
    struct position positions[2 * COUNT];
    enum outcome outcomes[2 * COUNT];
    struct ask asked = {.play = PLAY_NORMAL};
    house_open(&h);
    for (int i = 0; i < HEAPS; i++) cells[i] = i, heaps[i] = heap(&cells[i]);
    if (last) cells[HEAPS - 3] = *last;
    for (int i = 0; i < COUNT; i++) positions[i] = (struct position){&heaps[i], 1, NULL};
    for (int i = 0; i < COUNT; i++) positions[COUNT + i] = (struct position){&heaps[i], 2, NULL};
    assert_int_equal(outcomes_of(h.engine->env, positions, (size_t)2 * COUNT, &asked, outcomes, NULL, &h.used), ST_OK);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(outcomes[i], cells[i] % 3 ? OUTCOME_N : OUTCOME_P);
        assert_int_equal(outcomes[COUNT + i], cells[i] % 3 != cells[i + 1] % 3 ? OUTCOME_N : OUTCOME_P);
    }
    assert_string_equal(names(&h), wanted);
    house_close(&h);
}

CLAIM(outcomes_come_from_the_best_plugin_that_has_them)
{
    int64_t wall = 1000;
    ask_outcomes(NULL, "partial whole");
    ask_outcomes(&wall, "whole");
}

CLAIM(a_stream_goes_on_with_the_next_one)
{
    struct house h;
    struct stream *stream;
    struct stream_options options = {.game = 0, .play = PLAY_NORMAL, .heaps = true};
    int64_t cells[] = {30, 31, 4, 1, 1002, 3, 2, 6, 5};
    size_t ends[] = {1, 2, 4, 5, 6, 9};
    enum outcome outcomes[6];
    house_open(&h);
    assert_int_equal(stream_open(h.engine->env, &options, &stream), ST_OK);
    assert_int_equal(stream_outcomes(stream, &(struct stream_lot){cells, ends, 6}, outcomes), ST_OK);
    static const enum outcome wanted[] = {OUTCOME_P, OUTCOME_N, OUTCOME_P, OUTCOME_P, OUTCOME_P, OUTCOME_P};
    for (int i = 0; i < 6; i++) assert_int_equal(outcomes[i], wanted[i]);
    stream_close(stream);
    assert_int_equal(h.engine->env->store->games[0].sequence_count, 0);
    assert_int_equal(reported(&h, D_PLUGIN_FAILED), 1);
    house_close(&h);
}

CLAIM(a_table_names_all_of_them)
{
    struct house h;
    struct axis axis = {8, 13};
    struct wanted wanted = {.sg = true};
    struct table_answer table;
    house_open(&h);
    assert_int_equal(tabulate(h.engine->env, 0, &axis, 1, &wanted, &h.arena, &table), ST_OK);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(strtol(table.cells[i * table.column_count + 1], NULL, 10), (8 + i) % 3);
    assert_string_equal(table.solver, "partial + whole");
    house_close(&h);
}

CLAIM(a_sum_is_answered_by_one_that_knows_all_of_it)
{
    for (int cell = 6; cell < 9; cell++) {
        struct house h;
        int64_t cells[] = {cell, 8};
        struct component heaps[] = {heap(&cells[0]), heap(&cells[1])};
        struct position position = {heaps, 2, NULL};
        struct wanted wanted = {.sg = true, .wins = true, .outcome = true};
        struct answer answer;
        house_open(&h);
        assert_int_equal(analyze(h.engine->env, &position, &wanted, &h.arena, &answer), ST_OK);
        assert_string_equal(answer.solver, cell % 2 ? "whole" : "partial");
        assert_int_equal(strtol(answer.sg, NULL, 10), (cell % 3) ^ 2);
        assert_int_equal(reported(&h, D_PLUGIN_WRONG), 1);
        house_close(&h);
    }
}

CLAIMS(IT(values_come_from_the_best_plugin_that_has_them), IT(a_plugin_that_fails_on_the_way_has_not_answered),
       IT(outcomes_come_from_the_best_plugin_that_has_them), IT(a_stream_goes_on_with_the_next_one),
       IT(a_table_names_all_of_them), IT(a_sum_is_answered_by_one_that_knows_all_of_it))
