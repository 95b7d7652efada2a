/* SPDX-License-Identifier: MIT */
/* Boxes along lines, asked for through the planner: values and outcomes as others find them, boxes raised and grown, what an
 * offer says. That the sets are right is mbt/lines. */
#include <stdio.h>
#include <stdlib.h>
#include "claims.h"
#include "plan/plan.h"
#include "runtime_case.h"
#include "solve/heap/tables.h"
#include "solve/lines/private.h"

static const char queen[] = "game q(a, b) { move l(t in 1..a) -> q(a - t, b) move r(t in 1..b) -> q(a, b - t)\n"
                            "  move both(t in 1..min(a, b)) -> q(a - t, b - t) }";
static const char take[] = "game f(n, most) { move t(t in 1..min(n, most)) -> f(n - t, 2 * t) }";
static const char turned[] = "game f(most, n) { move t(t in 1..min(n, most)) -> f(2 * t, n - t) }";
static const char product[] = "game w(a, b) { move l(t in 1..a) where (a * t) % 5 != 1 -> w(a - t, b) }";

/* Outcomes of (x, y) by that solver alone, for x and y below `rows` and `columns`; position after position, or all at once. */
static void outcomes_by(const char *rule, const char *name, const char *solver, enum play play, bool at_once,
                        size_t rows, size_t columns, enum outcome *out)
{
    struct runtime_case c;
    struct env_view view;
    struct ask asked = {.what = Q_OUTCOME, .play = play};
    size_t count = rows * columns, step = at_once ? count : 1;
    struct position *positions = calloc(count, sizeof *positions);
    assert_non_null(positions);
    case_open(&c, rule);
    struct terms terms = c.env->terms;
    terms.only = solver;
    env_view_open(&view, c.env, &terms);
    for (size_t i = 0; i < count; i++) {
        char term[64];
        snprintf(term, sizeof term, "%s(%zu, %zu)", name, i / columns, i % columns);
        positions[i] = case_position(&c, term);
    }
    for (size_t i = 0; i < count; i += step)
        assert_int_equal(outcomes_of(&view.env, positions + i, step, &asked, out + i, NULL, NULL), ST_OK);
    env_view_close(&view);
    case_close(&c);
    free(positions);
}

/* Rows within a word, and over several. */
static void compare_outcomes(size_t rows, size_t columns)
{
    static const struct {
        const char *rule, *name;
    } rules[] = {{queen, "q"}, {take, "f"}, {turned, "f"}};
    enum outcome *lines = calloc(rows * columns, sizeof *lines), *search = calloc(rows * columns, sizeof *search);
    assert_true(lines && search);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (int misere = 0; misere < 2; misere++) {
            enum play play = misere ? PLAY_MISERE : PLAY_NORMAL;
            outcomes_by(rules[i].rule, rules[i].name, "wholesum", play, true, rows, columns, search);
            for (int at_once = 0; at_once < 2; at_once++) {
                outcomes_by(rules[i].rule, rules[i].name, "lines", play, at_once, rows, columns, lines);
                assert_memory_equal(lines, search, rows * columns * sizeof *lines);
            }
        }
    free(lines);
    free(search);
}

CLAIM(outcomes_are_those_of_a_search)
{
    compare_outcomes(18, 18);
    compare_outcomes(70, 70);
}

CLAIM(values_are_those_of_a_search_while_the_box_grows)
{
    static const struct {
        const char *rule, *name;
    } rules[] = {{queen, "q"}, {take, "f"}, {turned, "f"}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct runtime_case lines, search;
        case_open(&lines, rules[i].rule);
        case_open(&search, rules[i].rule);
        for (int k = 0; k < 60; k++) {
            char term[64];
            snprintf(term, sizeof term, "%s(%d, %d)", rules[i].name, k * 7 % 19, k * 5 % 23);
            struct position a = case_position(&lines, term), b = case_position(&search, term);
            int64_t value = case_value_by(&lines, "lines", a.components, 1);
            assert_true(value >= 0);
            assert_int_equal(value, case_value_by(&search, "hashed", b.components, 1));
        }
        case_close(&lines);
        case_close(&search);
    }
}

/* Where no position has 2^16 options, values have 16 bits; who asks for the table itself finds 32. */
CLAIM(values_are_narrow_while_they_fit_and_wide_for_those_who_read_them)
{
    static const struct {
        int64_t heap;
        bool narrow;
    } steps[] = {{100, true}, {90000, true}, {131000, true}, {140000, false}, {150000, false}};
    struct runtime_case lines, machine;
    case_open(&lines, "game half(n) { move t(t in 1..n / 2) -> half(n - t) }");
    case_open(&machine, "game half(n) { move t(t in 1..n / 2) -> half(n - t) }");
    const struct game_memory *memory = store_game(lines.env->store, 0), *other = store_game(machine.env->store, 0);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct component heap = {0, 1, &steps[i].heap};
        int64_t value = case_value_by(&lines, "lines", &heap, 1);
        assert_true(value >= 0 && value == case_value_by(&machine, "sequence", &heap, 1));
        if (steps[i].heap == 100) assert_non_null(memory->table.narrow);
        assert_true(memory->filled >= (uint64_t)steps[i].heap && other->table.values);
        for (uint64_t k = 0; k <= (uint64_t)steps[i].heap; k++)
            assert_int_equal(value_table_at(&memory->table, k), other->table.values[k]);
        if (!steps[i].narrow) assert_null(memory->table.narrow);
    }
    int64_t before = 149999;
    assert_int_equal(tables_cover(lines.env, 0, &before), ST_OK);
    case_close(&lines);
    case_close(&machine);
    case_open(&lines, queen);
    struct position p = case_position(&lines, "q(30, 40)");
    int64_t value = case_value_by(&lines, "lines", p.components, 1), high[] = {20, 40};
    memory = store_game(lines.env->store, 0);
    assert_non_null(memory->table.narrow);
    assert_int_equal(case_value_by(&lines, "table", p.components, 1), value);
    assert_int_equal(tables_cover(lines.env, 0, high), ST_OK);
    assert_null(memory->table.narrow);
    assert_int_equal(case_value_by(&lines, "lines", p.components, 1), value);
    case_close(&lines);
}

/* A box that is poured, whose rows end where the table's do not. */
CLAIM(a_box_is_given_from_narrow_values)
{
    for (int64_t columns = 3; columns <= 1300; columns = columns * 7 + 1) {
        struct runtime_case lines, table;
        uint32_t *values[2];
        case_open(&lines, queen);
        case_open(&table, queen);
        for (int k = 0; k < 2; k++) {
            struct runtime_case *c = k ? &table : &lines;
            struct env_view view;
            struct terms terms = c->env->terms;
            terms.only = k ? "table" : "lines";
            env_view_open(&view, c->env, &terms);
            struct value_table box = {.game = 0, .fields = 2, .low = {1, 2}, .extent = {6, columns}};
            box.stride[0] = columns;
            box.stride[1] = 1;
            box.count = (uint64_t)(6 * columns);
            box.values = values[k] = calloc(box.count, sizeof *box.values);
            struct ask q = {.what = Q_BOX, .game = 0, .box = &box};
            struct plan *plan;
            struct result result = {0};
            assert_int_equal(plan_make(&view.env, &q, &c->arena, &plan), ST_OK);
            assert_int_equal(plan_run(&view.env, plan, &c->arena, &result), ST_OK);
            env_view_close(&view);
        }
        assert_memory_equal(values[0], values[1], (size_t)(6 * columns) * sizeof **values);
        free(values[0]);
        free(values[1]);
        case_close(&lines);
        case_close(&table);
    }
}

/* Two cases of a condition that allow the same option are one. */
CLAIM(an_option_enters_once)
{
    static const char *const rules[] = {
        "game g(a, b) { move m(s in 0..a, t in 0..b) where s + t > 0 and s * t * (s - t) == 0 -> g(a - s, b - t) }",
        "game g(a, b) { move m(d in 0..1, e in 0..1, t in 1..max(a, b)) where d + e > 0 and d * t <= a and e * t <= b "
        "-> g(a - d * t, b - e * t) }"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct runtime_case c;
        struct nested *nested;
        case_open(&c, rules[i]);
        assert_int_equal(lines_nested(c.env, 0, false, &nested), ST_OK);
        assert_true(!nested->reason);
        assert_int_equal(nested->count, 3);
        for (size_t k = 0; k < nested->count; k++)
            assert_true(nested->rays[k].enter_count == 1 && nested->rays[k].leave_count == 0);
        case_close(&c);
    }
}

CLAIM(a_rule_that_does_not_nest_is_left_to_others)
{
    struct runtime_case c;
    case_open(&c, product);
    struct position p = case_position(&c, "w(9, 9)");
    assert_int_equal(case_value_by(&c, "lines", p.components, 1), -1);
    assert_true(case_value_by(&c, "table", p.components, 1) >= 0);
    case_close(&c);
}

/* The way that is chosen for the value of a term. */
static const struct way *chosen(struct runtime_case *c, const char *term)
{
    struct position *p = arena_alloc(&c->arena, sizeof *p);
    struct ask *ask = arena_alloc(&c->arena, sizeof *ask);
    struct plan *plan;
    assert_non_null(p);
    assert_non_null(ask);
    *p = case_position(c, term);
    *ask = (struct ask){.what = Q_VALUE, .components = p->components, .count = p->count};
    assert_int_equal(plan_make(c->env, ask, &c->arena, &plan), ST_OK);
    assert_non_null(plan->chosen);
    return plan->chosen;
}

CLAIM(large_boxes_are_filled_along_lines_and_small_ones_are_not)
{
    struct runtime_case c;
    case_open(&c, queen);
    assert_string_equal(chosen(&c, "q(1500, 1400)")->by->name, "lines");
    assert_string_not_equal(chosen(&c, "q(20, 20)")->by->name, "lines");
    case_close(&c);
    case_open(&c, take); /* whose limits say more */
    assert_string_equal(chosen(&c, "f(1500, 1400)")->by->name, "dynamic");
    case_close(&c);
}

CLAIM(memory_is_what_the_offer_says)
{
    static const char *const rules[] = {queen, take};
    for (size_t i = 0; i < 2; i++)
        for (int outcomes = 0; outcomes < 2; outcomes++) {
            struct rule_file f;
            struct arena arena = {0};
            struct nested nested;
            struct lines l;
            struct budget budget = {0};
            struct line_losses losses = {0};
            int64_t low[2] = {0, 0};
            rule_open(&f, rules[i]);
            struct nested_source source = {f.model, 0, f.params, low, true, true};
            assert_int_equal(nested_find(&source, &arena, &nested), ST_OK);
            assert_null(nested.reason);
            struct value_table t = {.fields = 2, .extent = {900, 1300}, .stride = {1300, 1}, .count = 900 * 1300};
            assert_int_equal(lines_open(&l, &nested, &t, outcomes ? &losses : NULL, &budget), ST_OK);
            double said = lines_bytes(&nested, &t, outcomes);
            assert_true((double)l.bytes <= said + 64 && said <= 3 * (double)l.bytes + 4096);
            lines_close(&l);
            arena_free(&arena);
            rule_close(&f);
        }
}
CLAIMS(IT(an_option_enters_once), IT(outcomes_are_those_of_a_search),
       IT(values_are_those_of_a_search_while_the_box_grows), IT(a_rule_that_does_not_nest_is_left_to_others),
       IT(large_boxes_are_filled_along_lines_and_small_ones_are_not), IT(memory_is_what_the_offer_says),
       IT(values_are_narrow_while_they_fit_and_wide_for_those_who_read_them), IT(a_box_is_given_from_narrow_values))
