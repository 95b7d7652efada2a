/* SPDX-License-Identifier: MIT */
/* SG values and outcomes by every search and table, each alone, against the obvious reading of random rules; what the store
 * keeps of them, and what budgets and failing allocations leave. */
#include "plan/values.h"
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "random_rule.h"
#include "reference.h"
#include "play/options/component_table.h"
#include "solve/heap/tables.h"
#include "runtime_case.h"
#include "trust/gate.h"

/* Random rules may have moves that can never be made: those are refused. */
static bool rule_stands(const char *text)
{
    struct rule_file file;
    rule_open(&file, text);
    bool stands = file.st == ST_OK;
    rule_close(&file);
    return stands;
}

/* ---- one solver at a time -------------------------------------------------------------------------------------- */
static const char *const names[] = {"hashed", "table", "sequence", "sliding", "takebreak"};
enum { NAMES = sizeof names / sizeof *names };
static size_t compared[NAMES];

static void compare_rule(const char *rule, int fields, int64_t most)
{
    struct runtime_case c;
    case_open(&c, rule);
    struct reference r = {.model = c.file.model, .params = c.file.params, .mover = 1};
    for (int64_t a = most; a >= 0; a--) /* from above, so that tables and sequences are grown and asked below */
        for (int64_t b = 0; b <= (fields == 2 ? most : 0); b++) {
            int64_t cells[2] = {a, b};
            struct component component = {c.file.model->main_game, (uint32_t)fields, cells};
            int64_t expected = reference_value(&r, &component, 1);
            for (size_t s = 0; s < NAMES && !r.failed; s++) {
                if (fields == 2 && s >= 2) continue;
                int64_t found = case_value_by(&c, names[s], &component, 1);
                if (c.st == ST_OK && found != expected)
                    fail_msg("%s\n%s says %d of (%d, %d), not %d", rule, names[s], (int)found, (int)a, (int)b,
                             (int)expected);
                compared[s] += c.st == ST_OK;
            }
        }
    reference_free(&r);
    case_close(&c);
}

CLAIM(every_solver_has_the_values_of_the_rule)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random_rule rule;
        struct text text = {0};
        uint64_t random = seed;
        int fields = seed % 3 ? 1 : 2;
        random_rule(&random, fields, &rule);
        random_write(&rule, &text);
        if (rule_stands(text_c(&text))) compare_rule(text_c(&text), fields, fields == 1 ? 15 : 6);
        text_free(&text);
    }
    compare_rule("game g(n) { move take(t in {1, 3, 4}) where t <= n -> g(n - t) }", 1, 15);
    compare_rule("game g(n) { move hit(t in 1..2, k in 0..n - t) where t <= n -> g(k) + g(n - t - k) }", 1, 15);
    for (size_t s = 0; s < NAMES; s++)
        if (compared[s] < 15) fail_msg("%s answered %zu times", names[s], compared[s]);
}

/* ---- whole sums ------------------------------------------------------------------------------------------------ */
enum { HEAP = 7 };
static bool lost[HEAP + 1][HEAP + 1][HEAP + 1];
static uint64_t remote[HEAP + 1][HEAP + 1][HEAP + 1];

/* Outcome and remoteness of three heaps of a subtraction game, bottom up. */
static void tabulate_heaps(unsigned set, bool misere)
{
    for (int a = 0; a <= HEAP; a++)
        for (int b = 0; b <= HEAP; b++)
            for (int c = 0; c <= HEAP; c++) {
                uint64_t win = UINT64_MAX, loss = 0;
                bool any = false;
                for (int i = 0; i < 3; i++)
                    for (int t = 1; t <= HEAP; t++) {
                        int h[3] = {a, b, c};
                        if (!(set >> t & 1) || h[i] < t) continue;
                        h[i] -= t;
                        uint64_t far = remote[h[0]][h[1]][h[2]] + 1;
                        any = true;
                        if (lost[h[0]][h[1]][h[2]]) win = far < win ? far : win;
                        else loss = far > loss ? far : loss;
                    }
                lost[a][b][c] = any ? win == UINT64_MAX : !misere;
                remote[a][b][c] = !any ? 0 : win != UINT64_MAX ? win : loss;
            }
}

CLAIM(whole_sums_are_searched_in_both_conventions)
{
    uint64_t seed = 8;
    for (int round = 0; round < 6; round++) {
        unsigned set = (unsigned)(random_next(&seed) >> 20) & 0x7eu;
        struct text rule = {0};
        struct runtime_case c;
        if (!set) set = 2;
        text_puts(&rule, "game g(n) { move take(t in {");
        for (int t = 1, first = 1; t <= HEAP; t++)
            if (set >> t & 1) text_add(&rule, first ? "%d" : ", %d", t), first = 0;
        text_puts(&rule, "}) where t <= n -> g(n - t) }");
        case_open(&c, text_c(&rule));
        c.env->terms.only = "wholesum";
        for (int misere = 0; misere < 2; misere++) {
            tabulate_heaps(set, misere);
            for (int64_t i = 0; i < 64; i++) {
                int64_t cells[3] = {i & 7, i >> 3, (i * 5 + round) & 7};
                struct component parts[3] = {{0, 1, &cells[0]}, {0, 1, &cells[1]}, {0, 1, &cells[2]}};
                struct position p = {parts, 3, NULL};
                struct ask asked = {.play = misere ? PLAY_MISERE : PLAY_NORMAL, .remoteness = i % 2};
                enum outcome outcome;
                uint64_t far = 0;
                assert_int_equal(outcomes_of(c.env, &p, 1, &asked, &outcome, i % 2 ? &far : NULL, NULL), ST_OK);
                assert_int_equal(outcome, lost[cells[0]][cells[1]][cells[2]] ? OUTCOME_P : OUTCOME_N);
                if (i % 2) assert_true(far == remote[cells[0]][cells[1]][cells[2]]);
            }
        }
        case_close(&c);
        text_free(&rule);
    }
}

/* ---- many at once ---------------------------------------------------------------------------------------------- */
CLAIM(components_of_several_games_are_valued_together)
{
    struct runtime_case c;
    enum { MANY = 600 };
    static struct component components[MANY];
    static int64_t cells[MANY];
    static uint64_t values[MANY];
    uint64_t seed = 2;
    case_open(&c, "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
                  "game bash(n) { move take(t in 1..3) where t <= n -> bash(n - t) }\n"
                  "game chain(n) { move hit(t in 1..2, k in 0..n - t) where t <= n -> chain(k) + chain(n - t - k) }\n");
    for (int i = 0; i < MANY; i++) {
        cells[i] = (int64_t)(random_next(&seed) % 15);
        components[i] = (struct component){(int)(random_next(&seed) % 3), 1, &cells[i]};
    }
    struct reference r = {.model = c.file.model, .params = c.file.params, .mover = 1};
    struct used used = {0};
    assert_int_equal(values_of(c.env, components, MANY, values, &used), ST_OK);
    for (int i = 0; i < MANY; i++) assert_int_equal(values[i], reference_value(&r, &components[i], 1));
    assert_true(used.items.count >= 1);
    for (size_t i = 0; i < used.items.count; i++)
        for (size_t j = 0; j < i; j++) assert_string_not_equal(used.items.data[i].name, used.items.data[j].name);
    assert_int_equal(values_of(c.env, NULL, 0, NULL, NULL), ST_OK);
    used_free(&used);
    reference_free(&r);
    case_close(&c);
}

CLAIM(a_name_is_used_once)
{
    struct used used = {0};
    assert_true(used_add(&used, (struct grounds){"table", "table", "a", "", NULL}));
    assert_true(used_add(&used, (struct grounds){"hashed", "search", "b", "", NULL}));
    assert_true(used_add(&used, (struct grounds){"table", "table", "c", "", NULL}));
    assert_int_equal(used.items.count, 2);
    assert_string_equal(used.items.data[0].claim, "a");
    used_free(&used);
}

/* ---- what is kept ---------------------------------------------------------------------------------------------- */
CLAIM(the_store_knows_what_was_tabulated_until_it_is_cleared)
{
    struct runtime_case c;
    int64_t cells[2] = {5, 3}, high[2] = {6, 4};
    struct component component = {0, 2, cells};
    const char *reason;
    uint64_t value, index;
    case_open(&c, "game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }");
    assert_true(tables_possible(c.env, 0, &reason));
    assert_false(store_value(c.env->store, &component, &value));
    assert_int_equal(tables_cover(c.env, 0, high), ST_OK);
    for (cells[0] = 0; cells[0] <= 6; cells[0]++)
        for (cells[1] = 0; cells[1] <= 4; cells[1]++) {
            assert_true(store_value(c.env->store, &component, &value));
            assert_int_equal(value, (uint64_t)cells[0] ^ (uint64_t)cells[1]);
        }
    static const int64_t outside[][2] = {{-1, 0}, {0, -1}, {INT64_MIN, 0}, {INT64_MAX, 0}, {0, INT64_MAX}, {10000, 0}};
    for (size_t i = 0; i < 6; i++) {
        cells[0] = outside[i][0], cells[1] = outside[i][1];
        assert_false(store_table_index(store_game(c.env->store, 0), &component, &index));
    }
    cells[0] = cells[1] = 1;
    high[0] = 20, high[1] = 1; /* another shape: what stood stays right */
    assert_int_equal(tables_cover(c.env, 0, high), ST_OK);
    cells[0] = 20;
    assert_true(store_value(c.env->store, &component, &value));
    assert_int_equal(value, 21);
    cells[0] = 3, cells[1] = 4;
    assert_true(store_value(c.env->store, &component, &value));
    assert_int_equal(value, 7);
    store_clear(c.env->store);
    assert_false(store_value(c.env->store, &component, &value));
    case_close(&c);
}

CLAIM(a_box_that_no_machine_holds_is_refused)
{
    struct runtime_case c;
    int64_t high[2] = {INT64_MAX, INT64_MAX};
    case_open(&c, "game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }");
    assert_int_equal(tables_cover(c.env, 0, high), ST_MEMORY_BUDGET);
    high[1] = 3;
    c.file.budget.memory = mem_held() + (1 << 24);
    assert_int_equal(tables_cover(c.env, 0, high), ST_MEMORY_BUDGET);
    high[0] = 1 << 20;
    c.file.budget = (struct budget){.states = 1000};
    assert_int_equal(tables_cover(c.env, 0, high), ST_STATE_BUDGET);
    c.file.budget = (struct budget){0};
    high[0] = 3;
    assert_int_equal(tables_cover(c.env, 0, high), ST_OK); /* of its own size again */
    assert_int_equal(store_game(c.env->store, 0)->table.extent[1], 4);
    assert_true(store_game(c.env->store, 0)->filled <= 1000);
    case_close(&c);
}

CLAIM(options_of_a_part_are_listed_once_each)
{
    struct runtime_case c;
    int64_t seven = 7, zero = 0;
    struct component sum[3] = {{0, 1, &seven}, {0, 1, &zero}, {0, 1, &seven}};
    id_vec ids = {0};
    size_t first;
    uint32_t count;
    /* to the pairs k + (6 - k), each of them met twice, and three ways to nothing */
    case_open(&c,
              "game g(n) { move split(k in 0..n - 1) -> g(k) + g(n - 1 - k) move burn(t in 1..3) where n > 0 -> end }");
    assert_int_equal(component_table_number(c.env, sum, 3, &ids), ST_OK);
    assert_int_equal(ids.count, 2); /* what cannot move is left out */
    assert_int_equal(ids.data[0], ids.data[1]);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(component_table_options(c.env, ids.data[0], 0, &first, &count), ST_OK);
        assert_int_equal(count, 5); /* {}, {6}, {1, 5}, {2, 4}, {3, 3} */
        const uint32_t *at = store_sums(c.env)->parts.pool.data + first;
        bool met[4] = {false};
        for (uint32_t i = 0; i < count; i++, at += 1 + at[0]) {
            int64_t total = 0, least = 7;
            cell_vec cells = {0};
            for (uint32_t j = 1; j <= at[0]; j++) {
                struct component part;
                assert_true(j == 1 || at[j - 1] <= at[j]);
                assert_true(component_table_get(c.env, at[j], &cells, &part));
                total += part.cells[0];
                if (part.cells[0] < least) least = part.cells[0];
            }
            assert_true(at[0] == 0 || (at[0] == 1 && total == 6) || (at[0] == 2 && total == 6 && !met[least]));
            if (at[0] == 2) met[least] = true;
            vec_free(&cells);
        }
        assert_true(met[1] && met[2] && met[3]);
    }
    vec_free(&ids);
    case_close(&c);
}

/* ---- ends ------------------------------------------------------------------------------------------------------ */
CLAIM(a_search_keeps_to_its_budget_and_can_go_on_after_it)
{
    struct runtime_case c;
    int64_t cells[2] = {60, 60};
    struct component component = {0, 2, cells};
    uint64_t value;
    case_open(&c, "game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }");
    c.env->terms.only = "hashed";
    c.file.budget.states = 500;
    assert_int_equal(values_of(c.env, &component, 1, &value, NULL), ST_STATE_BUDGET);
    c.file.budget.states = 0;
    cells[1] = 41;
    assert_int_equal(values_of(c.env, &component, 1, &value, NULL), ST_OK);
    assert_int_equal(value, 60 ^ 41);
    case_close(&c);
}

static struct runtime_case failing;
static const char *failing_solver;
static bool values_three(void)
{
    int64_t cells[3] = {9, 14, 30};
    struct component components[3] = {{0, 1, &cells[0]}, {0, 1, &cells[1]}, {0, 1, &cells[2]}};
    uint64_t values[3];
    struct env *env = NULL;
    struct env_options options = {.gate = &trust_gate,
                                  .params = failing.file.params,
                                  .only_solver = failing_solver,
                                  .budget = &failing.file.budget,
                                  .diags = &failing.file.diags};
    enum status st = env_open(failing.file.model, failing.file.code, &options, &env);
    if (st == ST_OK) st = values_of(env, components, 3, values, NULL);
    assert_true(st == ST_OK || st == ST_NO_MEMORY);
    if (st == ST_OK)
        for (int i = 0; i < 3; i++) assert_int_equal(values[i], cells[i] % 4);
    env_close(env);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_told)
{
    static const char *const all[] = {"hashed", "sequence"};
    for (size_t i = 0; i < 2; i++) {
        case_open(&failing, "game g(n) { move take(t in 1..3) where t <= n -> g(n - t) }");
        failing_solver = all[i];
        assert_true(values_three());
        assert_true(walk_failures(values_three) > 2);
        case_close(&failing);
    }
}

CLAIMS(IT(every_solver_has_the_values_of_the_rule), IT(whole_sums_are_searched_in_both_conventions),
       IT(components_of_several_games_are_valued_together), IT(a_name_is_used_once),
       IT(the_store_knows_what_was_tabulated_until_it_is_cleared), IT(a_box_that_no_machine_holds_is_refused),
       IT(options_of_a_part_are_listed_once_each), IT(a_search_keeps_to_its_budget_and_can_go_on_after_it),
       IT(any_failed_allocation_is_told))
