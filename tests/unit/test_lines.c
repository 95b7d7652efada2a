/* SPDX-License-Identifier: MIT */
/* Boxes along lines, asked for through the planner: values and outcomes as others find them, boxes raised and grown, what an
 * offer says. That the sets are right is mbt/lines. */
#include <stdio.h>
#include <stdlib.h>
#include "claims.h"
#include "plan/plan.h"
#include "runtime_case.h"
#include "solve/lines/private.h"

static const char queen[] = "game q(a, b) { move l(t in 1..a) -> q(a - t, b) move r(t in 1..b) -> q(a, b - t)\n"
                            "  move both(t in 1..min(a, b)) -> q(a - t, b - t) }";
static const char take[] = "game f(n, most) { move t(t in 1..min(n, most)) -> f(n - t, 2 * t) }";
static const char turned[] = "game f(most, n) { move t(t in 1..min(n, most)) -> f(2 * t, n - t) }";
static const char product[] = "game w(a, b) { move l(t in 1..a) where (a * t) % 5 != 1 -> w(a - t, b) }";

/* Outcomes of (x, y) by that solver alone, for x and y up to `most`; position after position, or all at once. */
static void outcomes_by(const char *rule, const char *name, const char *solver, enum play play, bool at_once, int most,
                        enum outcome *out)
{
    struct runtime_case c;
    struct env_view view;
    struct ask asked = {.what = Q_OUTCOME, .play = play};
    size_t count = (size_t)(most + 1) * (size_t)(most + 1), step = at_once ? count : 1;
    struct position *positions = calloc(count, sizeof *positions);
    assert_non_null(positions);
    case_open(&c, rule);
    struct terms terms = c.env->terms;
    terms.only = solver;
    env_view_open(&view, c.env, &terms);
    for (size_t i = 0; i < count; i++) {
        char term[64];
        snprintf(term, sizeof term, "%s(%zu, %zu)", name, i / (size_t)(most + 1), i % (size_t)(most + 1));
        positions[i] = case_position(&c, term);
    }
    for (size_t i = 0; i < count; i += step)
        assert_int_equal(outcomes_of(&view.env, positions + i, step, &asked, out + i, NULL, NULL), ST_OK);
    env_view_close(&view);
    case_close(&c);
    free(positions);
}

CLAIM(outcomes_are_those_of_a_search)
{
    enum { MOST = 17, COUNT = (MOST + 1) * (MOST + 1) };
    static const struct {
        const char *rule, *name;
    } rules[] = {{queen, "q"}, {take, "f"}, {turned, "f"}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (int play = 0; play < 2; play++) {
            enum outcome lines[COUNT], search[COUNT];
            outcomes_by(rules[i].rule, rules[i].name, "wholesum", play ? PLAY_MISERE : PLAY_NORMAL, true, MOST, search);
            for (int at_once = 0; at_once < 2; at_once++) {
                outcomes_by(rules[i].rule, rules[i].name, "lines", play ? PLAY_MISERE : PLAY_NORMAL, at_once, MOST,
                            lines);
                assert_memory_equal(lines, search, sizeof lines);
            }
        }
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
    case_open(&c, take);
    assert_string_equal(chosen(&c, "f(1500, 1400)")->by->name, "lines");
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
            struct nested_source source = {f.model, 0, f.params, low};
            assert_int_equal(nested_find(&source, &arena, &nested), ST_OK);
            assert_null(nested.reason);
            struct value_table t = {.fields = 2, .extent = {900, 1300}, .stride = {1300, 1}, .count = 900 * 1300};
            assert_int_equal(lines_open(&l, &nested, &t, outcomes ? &losses : NULL, &budget), ST_OK);
            double said = lines_bytes(&nested, t.extent, outcomes);
            assert_true((double)l.bytes <= said + 64 && said <= 3 * (double)l.bytes + 4096);
            lines_close(&l);
            arena_free(&arena);
            rule_close(&f);
        }
}
CLAIMS(IT(outcomes_are_those_of_a_search), IT(values_are_those_of_a_search_while_the_box_grows),
       IT(a_rule_that_does_not_nest_is_left_to_others), IT(large_boxes_are_filled_along_lines_and_small_ones_are_not),
       IT(memory_is_what_the_offer_says))
