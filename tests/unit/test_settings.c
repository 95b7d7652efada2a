/* SPDX-License-Identifier: MIT */
/* --set and what stands after FILE: parameters, sweeps, positions and ranges from words. */
#include "engine/open/settings.h"
#include "engine/open/position.h"
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "claims.h"

static struct engine *engine;
static struct budget budget;
static const char *const rule = "param m = 3 in 1..9\nparam S = {1, 2}\n"
                                "game pair(a, b) { start(n) -> pair(n, n)\n"
                                "  move x(t in 1..m) where t <= a -> pair(a - t, b)\n"
                                "  move y(t in S) where t <= b -> pair(a, b - t) }\n";
static const char *const heap = "game nim(n) { move take(t in 1..n) -> nim(n - t) }";

static int shut(void **state)
{
    (void)state;
    if (engine) engine_close(engine);
    engine = NULL;
    return 0;
}

static enum status open_with(const char *text, const char *const *sets, size_t count)
{
    shut(NULL);
    budget = (struct budget){0};
    struct engine_options options = {
        .text = text, .name = "rule", .sets = sets, .set_count = count, .budget = &budget, .until = STAGE_ALL};
    const char *label;
    enum status st = engine_open(&options, &engine);
    return st == ST_OK ? engine_select(engine, 0, &label) : st;
}

static const char *code(void)
{
    for (size_t i = engine->diags.count; i > 0; i--)
        if (engine->diags.items[i - 1].severity == SEVERITY_ERROR) return diag_code(engine->diags.items[i - 1].id);
    return "";
}

static const char *shown; /* lives in the engine */
static const char *position(const char *const *words, size_t count)
{
    struct position p;
    struct text out = {0};
    enum status st = engine_position(engine, words, count, &p);
    if (st != ST_OK) text_add(&out, "%d %s", st == ST_USAGE, code());
    else position_print(engine->model, &p, &out);
    shown = arena_strdup(&engine->arena, text_c(&out));
    text_free(&out);
    return shown;
}
#define POSITION(...)                                                                                                  \
    position((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

CLAIM(without_settings_there_are_the_defaults)
{
    const char *label;
    assert_int_equal(open_with(rule, NULL, 0), ST_OK);
    assert_int_equal(engine->sweep_count, 1);
    assert_int_equal(engine_select(engine, 0, &label), ST_OK);
    assert_string_equal(label, "");
    assert_int_equal(engine->params[0].value, 3);
    assert_int_equal(engine->params[1].set_count, 2);
}

CLAIM(a_sweep_walks_all_settings_the_last_fastest)
{
    static const char *const sets[] = {"m=2..4", "S={5, 1}"};
    const char *label;
    assert_int_equal(open_with(rule, sets, 2), ST_OK);
    assert_int_equal(engine->sweep_count, 3);
    for (int64_t i = 0; i < 3; i++) {
        char expected[20];
        snprintf(expected, sizeof expected, "m = %d", (int)i + 2);
        assert_int_equal(engine_select(engine, (size_t)i, &label), ST_OK);
        assert_string_equal(label, expected);
        assert_int_equal(engine->params[0].value, i + 2);
        assert_int_equal(engine->params[1].set_count, 2);
        assert_int_equal(engine->params[1].set[0], 1); /* ascending */
    }
}

CLAIM(of_two_settings_the_later_counts)
{
    static const char *const sets[] = {"m=1..9", "m=5"};
    const char *label;
    assert_int_equal(open_with(rule, sets, 2), ST_OK);
    assert_int_equal(engine->sweep_count, 1);
    assert_int_equal(engine_select(engine, 0, &label), ST_OK);
    assert_string_equal(label, "");
    assert_int_equal(engine->params[0].value, 5);
}

CLAIM(a_wrong_setting_is_a_mistake_of_the_request)
{
    static const char *const wrong[] = {"m",   "=3",    "m=",   "m=10",    "m=0",    "m=x",
                                        "k=3", "m={1}", "S=3",  "m=1..10", "m=9..1", "m=99999999999999999999",
                                        "S={", "m=1 2", "m==3", "nim.m=3", "m=n",    " ",
                                        ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        enum status st = open_with(rule, &wrong[i], 1);
        if (st != ST_USAGE) fail_msg("--set '%s': %s", wrong[i], status_words(st));
        if (!*code()) fail_msg("--set '%s' says nothing", wrong[i]);
    }
}

CLAIM(words_become_the_position_they_mean)
{
    assert_int_equal(open_with(rule, NULL, 0), ST_OK);
    assert_string_equal(POSITION("3", "5"), "pair(3, 5)");
    assert_string_equal(POSITION("pair(3, 5)"), "pair(3, 5)");
    assert_string_equal(POSITION("pair(1,", "2)", "+", "pair(0,0)"), "pair(1, 2) + pair(0, 0)");
    assert_string_equal(POSITION("one(4)"), "1 E0201"); /* a start is not a game */
    assert_int_equal(open_with(heap, NULL, 0), ST_OK);
    assert_string_equal(POSITION("3", "5", "6"), "nim(3) + nim(5) + nim(6)");
    assert_string_equal(POSITION("7"), "nim(7)");
    assert_string_equal(POSITION("end"), "end");
    assert_string_equal(POSITION("nim(9223372036854775807)"), "nim(9223372036854775807)");
}

CLAIM(numbers_of_any_size_are_read)
{
    struct position p;
    const char *const words[] = {"5", "123456789012345678901234567890"};
    assert_int_equal(open_with(heap, NULL, 0), ST_OK);
    assert_int_equal(engine_position(engine, words, 2, &p), ST_OK);
    assert_int_equal(p.count, 2);
    assert_non_null(p.big);
    assert_null(p.big[0]);
    assert_non_null(p.big[1]);
    assert_string_equal(POSITION("5", "123456789012345678901234567890"),
                        "nim(5) + nim(123456789012345678901234567890)");
}

CLAIM(words_that_mean_no_position_are_refused)
{
    assert_int_equal(open_with(heap, NULL, 0), ST_OK);
    assert_int_equal(strncmp(POSITION("-1"), "1 E", 3), 0);
    assert_int_equal(strncmp(POSITION("nim(3) +"), "1 E", 3), 0);
    assert_int_equal(strncmp(POSITION("nim(3, 4)"), "1 E", 3), 0);
    assert_int_equal(strncmp(POSITION("3.5"), "1 E", 3), 0);
    assert_int_equal(strncmp(POSITION(""), "1 E", 3), 0);
    assert_int_equal(strncmp(position(NULL, 0), "1 E", 3), 0);
}

static enum status axes(const char *const *words, size_t count, struct axis *out)
{
    return engine_axes(engine, words, count, out);
}

CLAIM(ranges_have_two_ends_in_order)
{
    static const char *const good[] = {"0..9", "5"}, *const signs[] = {"-3..-1", " -7"};
    static const char *const bad[] = {"9..0", "x", "1..", "..3", "1..n", "1..99999999999999999999", "1 + 2", ""};
    struct axis out[2];
    assert_int_equal(open_with(rule, NULL, 0), ST_OK);
    assert_int_equal(axes(good, 2, out), ST_OK);
    assert_true(out[0].low == 0 && out[0].high == 9 && out[1].low == 5 && out[1].high == 5);
    assert_int_equal(axes(signs, 2, out), ST_OK);
    assert_true(out[0].low == -3 && out[0].high == -1 && out[1].low == -7 && out[1].high == -7);
    assert_int_equal(axes(good, 1, out), ST_USAGE);
    assert_int_equal(axes(good, 0, out), ST_USAGE);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *const words[] = {"0..1", bad[i]};
        if (axes(words, 2, out) != ST_USAGE) fail_msg("'%s' is taken as a range", bad[i]);
        assert_string_not_equal(code(), "");
    }
}

static bool reads_everything(void)
{
    static const char *const sets[] = {"m=2..3", "S={1,4}"}, *const words[] = {"3", "4"},
                             *const ranges[] = {"0..3", "1"};
    struct position p;
    struct axis out[2];
    const char *label;
    struct engine_options options = {
        .text = rule, .name = "rule", .sets = sets, .set_count = 2, .budget = &budget, .until = STAGE_ALL};
    engine = NULL;
    enum status st = engine_open(&options, &engine);
    if (st == ST_OK) st = engine_select(engine, 1, &label);
    if (st == ST_OK) st = engine_position(engine, words, 2, &p);
    if (st == ST_OK) st = engine_axes(engine, ranges, 2, out);
    assert_true(st == ST_OK || st == ST_NO_MEMORY);
    shut(NULL);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_told) { assert_true(walk_failures(reads_everything) > 50); }

#define OPEN(name) cmocka_unit_test_teardown(name, shut)
CLAIMS(OPEN(without_settings_there_are_the_defaults), OPEN(a_sweep_walks_all_settings_the_last_fastest),
       OPEN(of_two_settings_the_later_counts), OPEN(a_wrong_setting_is_a_mistake_of_the_request),
       OPEN(words_become_the_position_they_mean), OPEN(numbers_of_any_size_are_read),
       OPEN(words_that_mean_no_position_are_refused), OPEN(ranges_have_two_ends_in_order),
       OPEN(any_failed_allocation_is_told))
