/* SPDX-License-Identifier: MIT */
/* Questions that may take so many looks (base/budget.h) and no more, on boards that are searched as masks: counted, not timed. */
#include "base/crew.h"
#include "claims.h"
#include "engine/identify/starts.h"
#include "plan/plan.h"
#include "runtime_case.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_hands.h"

enum { HANDS = 3, LOOKS = 60, MORE = 16, POSITIONS_A_LOOK = 4096 };
static const char queens[] =
    "game queens(b: grid) { start(n) -> queens(grid(n, n, 0))\n"
    "  move put(r in 1..rows(b), c in 1..cols(b)) where b[r, c] == 0 and not any(b[i, j] == 1 and\n"
    "    (i == r or j == c or i - r == j - c or i - r == c - j) for i in 1..rows(b), j in 1..cols(b))\n"
    "    -> queens(b with { [r, c] = 1 }) }";

/* *used: its looks; *stored: positions. */
static enum status ask_within(struct runtime_case *c, const char *term, uint64_t looks, uint64_t *value, uint64_t *used,
                              uint64_t *stored)
{
    struct position p = case_position(c, term);
    struct ask ask = {.what = Q_VALUE, .components = p.components, .count = p.count};
    struct result result = {0};
    struct env_view view, quiet;
    struct terms terms = c->env->terms;
    uint64_t before = c->env->budget->states_used;
    terms.looks = looks;
    env_view_open(&view, c->env, &terms);
    env_view_quiet(&quiet, &view.env);
    enum status st = plan_answer(&quiet.env, &ask, &c->arena, &result);
    if (st == ST_OK) *value = result.values[0];
    *used = view.budget.looks_used;
    *stored = c->env->budget->states_used - before;
    env_view_close(&quiet);
    env_view_close(&view);
    return st;
}

/* The values of queens are A344227; a search of 12 x 12 takes more than a thousand looks. */
CLAIM(a_search_of_a_board_ends_within_the_looks_of_its_question_however_many_hands_there_are)
{
    struct crew crew;
    uint64_t used[2], stored[2], value = 0;
    crew_open(&crew, HANDS);
    for (int several = 0; several < 2; several++) {
        struct runtime_case c;
        case_open(&c, queens);
        c.env->budget->crew = several ? &crew : NULL;
        assert_int_equal(ask_within(&c, "queens(12)", LOOKS, &value, &used[several], &stored[several]),
                         ST_STATE_BUDGET);
        assert_true(used[several] > LOOKS && used[several] <= LOOKS + MORE);
        assert_true(stored[several] > 0 && stored[several] <= (LOOKS + MORE) * POSITIONS_A_LOOK);
        case_close(&c);
    }
    assert_int_equal(used[0], used[1]);
    assert_int_equal(stored[0], stored[1]);
    crew_close(&crew);
}

CLAIM(several_hands_search_a_board_only_for_questions_without_bounds)
{
    struct crew crew;
    struct runtime_case c;
    struct env_view view;
    struct masks *board;
    struct ground_mask code;
    crew_open(&crew, HANDS);
    case_open(&c, queens);
    c.env->budget->crew = &crew;
    struct position p = case_position(&c, "queens(12)");
    struct terms terms = c.env->terms;
    terms.looks = LOOKS;
    assert_int_equal(mask_board_find(c.env, &p.components[0], &board, &code), ST_OK);
    assert_int_equal(mask_hands_count(board, 1e9), HANDS);
    env_view_open(&view, c.env, &terms);
    assert_int_equal(mask_board_find(&view.env, &p.components[0], &board, &code), ST_OK);
    assert_int_equal(mask_hands_count(board, 1e9), 1);
    env_view_close(&view);
    assert_int_equal(mask_board_find(c.env, &p.components[0], &board, &code), ST_OK);
    assert_int_equal(mask_hands_count(board, 1e9), HANDS);
    case_close(&c);
    crew_close(&crew);
}

CLAIM(what_was_cut_short_is_found_by_a_larger_question)
{
    struct runtime_case c;
    uint64_t value = 0, used, stored, first = 0;
    int cut = 0;
    case_open(&c, queens);
    while (ask_within(&c, "queens(10)", 20, &value, &used, &stored) == ST_STATE_BUDGET) {
        first += used;
        assert_true(++cut < 100);
    }
    assert_int_equal(value, 0);
    assert_true(cut > 1);
    case_close(&c);
    case_open(&c, queens);
    assert_int_equal(ask_within(&c, "queens(10)", 1000000, &value, &used, &stored), ST_OK);
    assert_int_equal(value, 0);
    assert_true(first < 3 * used); /* each goes on with what those before it have found */
    case_close(&c);
}

CLAIM(boards_of_n_by_n_are_valued_as_far_as_the_looks_go)
{
    static const uint32_t values[] = {0, 1, 1, 2, 1, 3, 1, 2, 3, 1, 0, 1, 0, 1};
    struct budget budget = {.looks = 1 << 20};
    struct arena arena = {0};
    struct start_values found;
    struct engine *engine;
    const char *label;
    struct engine_options options = {.text = queens, .name = "queens", .budget = &budget, .until = STAGE_ALL};
    assert_int_equal(engine_open(&options, &engine), ST_OK);
    assert_int_equal(engine_select(engine, 0, &label), ST_OK);
    budget.looks_used = 0;
    assert_int_equal(identify_starts(engine, 300, &arena, &found), ST_OK);
    assert_true(budget.looks_used >= 300 && budget.looks_used <= 300 + MORE);
    assert_true(found.count > 9 && found.count < sizeof values / sizeof *values);
    assert_memory_equal(found.values, values, found.count * sizeof *values);
    arena_free(&arena);
    engine_close(engine);
}

CLAIMS(IT(a_search_of_a_board_ends_within_the_looks_of_its_question_however_many_hands_there_are),
       IT(several_hands_search_a_board_only_for_questions_without_bounds),
       IT(what_was_cut_short_is_found_by_a_larger_question), IT(boards_of_n_by_n_are_valued_as_far_as_the_looks_go))
