/* SPDX-License-Identifier: MIT */
/* Moves in which one of several values is known, as several moves: values and outcomes of numbered states against a search of the rule as
 * it stands. */
#include <string.h>
#include "claims.h"
#include "base/hash.h"
#include "plan/plan.h"
#include "runtime_case.h"
#include "solve/ranked/parted.h"

enum { SIDE = 5 };

static uint64_t seed;
static int64_t below(uint64_t n) { return (int64_t)(random_next(&seed) % n); }
#define PICK(...)                                                                                                      \
    ((const char *const[]){__VA_ARGS__})[below(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

static const char *equation(void)
{
    return PICK("s == 0", "t == 0", "u == 0", "s == t", "t == u", "u == s + t", "0 == s", "t == 2 * s", "u == 1",
                "s == a", "t + 0 == 1", "u == c - 1", "s == b", "t == min(s, 1)");
}

static void put_move(struct text *rule, int number)
{
    text_add(rule, "  move m%d(s in 0..a, t in %s, u in %s) where s + t + u > 0 and ", number,
             PICK("0..b", "s..b", "0..min(b, 2)"), PICK("0..c", "t..c", "0..c - s"));
    if (below(3) == 0)
        text_puts(rule, PICK("s != 3 and ", "(s + t + u + a) % 3 != 1 and ", "(s * t + u + b) % 4 != 2 and "));
    text_puts(rule, "(");
    if (below(2))
        text_add(rule, "%s or ", PICK("t >= 2", "s > 1", "u <= 1", "s + t < 3", "2 <= t", "u > a", "1 < u", "s >= 3"));
    for (int64_t i = below(3); i >= 0; i--) text_add(rule, "%s or ", equation());
    text_add(rule, "%s)", PICK("s == 0", "t == 0", "u == t", equation()));
    if (below(4) == 0) text_add(rule, " and (%s or %s)", equation(), equation());
    if (below(6) == 0) text_puts(rule, " and 12 / (s + 1) > t");
    text_puts(rule, " -> g(a - s, b - t, c - u)\n");
}

/* Outcomes of all states by that solver alone; false: it cannot. */
static bool outcomes_by(struct runtime_case *c, const char *solver, enum play play, enum outcome *out)
{
    struct env_view view;
    struct ask asked = {.what = Q_OUTCOME, .play = play};
    struct position positions[SIDE * SIDE * SIDE];
    struct terms terms = c->env->terms;
    terms.only = solver;
    env_view_open(&view, c->env, &terms);
    for (int i = 0; i < SIDE * SIDE * SIDE; i++)
        positions[i] =
            case_position(c, arena_printf(&c->arena, "g(%d, %d, %d)", i / SIDE / SIDE, i / SIDE % SIDE, i % SIDE));
    enum status st = outcomes_of(&view.env, positions, SIDE * SIDE * SIDE, &asked, out, NULL, NULL);
    env_view_close(&view);
    return st == ST_OK;
}

static void hold_outcomes(const char *rule, struct runtime_case *c)
{
    for (int misere = 0; misere < 2; misere++) {
        enum outcome ranked[SIDE * SIDE * SIDE], search[SIDE * SIDE * SIDE];
        enum play play = misere ? PLAY_MISERE : PLAY_NORMAL;
        if (!outcomes_by(c, "ranked", play, ranked)) continue;
        assert_true(outcomes_by(c, "wholesum", play, search));
        if (memcmp(ranked, search, sizeof search) != 0) fail_msg("%s misere %d", rule, misere);
    }
}

CLAIM(values_and_outcomes_are_those_of_the_rule)
{
    size_t parted = 0, valued = 0;
    for (uint64_t round = 1; round <= 60; round++) {
        struct runtime_case c;
        struct unrolled u;
        struct text rule = {0};
        seed = round * 0x9e3779b97f4a7c15;
        text_puts(&rule, "game g(a, b, c) {\n");
        for (int i = 0, moves = 1 + (int)below(2); i < moves; i++) put_move(&rule, i);
        text_puts(&rule, "}");
        case_open(&c, text_c(&rule));
        int64_t cells[] = {SIDE - 1, SIDE - 1, SIDE - 1};
        struct component at = {0, 3, cells};
        assert_int_equal(unroll(c.env, &at, &c.arena, &u), ST_OK);
        size_t before = u.instances.count;
        assert_true(u.fine);
        assert_int_equal(unrolled_part(&u, &c.arena), ST_OK);
        parted += u.instances.count != before;
        unrolled_free(&u);
        for (int i = 0; i < SIDE * SIDE * SIDE; i += 1 + (int)below(9)) {
            cells[0] = i / SIDE / SIDE, cells[1] = i / SIDE % SIDE, cells[2] = i % SIDE;
            int64_t ranked = case_value_by(&c, "ranked", &at, 1), search = case_value_by(&c, "hashed", &at, 1);
            valued += ranked >= 0;
            if (ranked >= 0 && ranked != search)
                fail_msg("%s %d: %d, not %d", text_c(&rule), i, (int)ranked, (int)search);
        }
        hold_outcomes(text_c(&rule), &c);
        case_close(&c);
        text_free(&rule);
    }
    assert_true(parted > 30 && valued > 400);
}

/* Where something may have no value before the condition is looked at, the move stays as it is. */
CLAIM(what_may_fail_stays_as_it_is)
{
    static const char *const rules[] = {"game g(a, b, c) { move m(s in 0..a, t in 0..b) where s + t > 0 and 6 / (s - "
                                        "2) != 1 and (s == 0 or t == 0) -> g(a - s, b - t, c) }",
                                        "game g(a, b, c) { move m(s in 0..a, t in 0..6 / (b - 2)) where s + t > 0 and "
                                        "t <= b and (s == 0 or t == 0) -> g(a - s, b - t, c) }"};
    for (size_t i = 0; i < 2; i++) {
        struct runtime_case c;
        struct unrolled u;
        case_open(&c, rules[i]);
        int64_t cells[] = {3, 3, 3};
        struct component at = {0, 3, cells};
        assert_int_equal(unroll(c.env, &at, &c.arena, &u), ST_OK);
        assert_true(u.fine);
        assert_int_equal(unrolled_part(&u, &c.arena), ST_OK);
        assert_int_equal(u.instances.count, 1);
        unrolled_free(&u);
        case_close(&c);
    }
}

CLAIMS(IT(values_and_outcomes_are_those_of_the_rule), IT(what_may_fail_stays_as_it_is))
