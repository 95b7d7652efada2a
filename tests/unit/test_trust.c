/* SPDX-License-Identifier: MIT */
/* A lying plugin, at every door: whoever asks a question is answered by search, and the lie is reported once. The plugin says
 * n mod 3 up to 6 and n mod 4 from 7 on (tests/abi/lying.c) of a game in which one or two are taken, where the value is n mod 3. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answer/answer.h"
#include "cgi/cgi.h"
#include "claims.h"
#include "engine/compare/compare.h"
#include "engine/graph/game_graph.h"
#include "engine/open/engine.h"
#include "engine/play/rated_moves.h"
#include "plan/outcomes.h"
#include "plan/stream.h"

static const char mine[] = "game mine(n) { solve lying() move take(t in 1..2) where t <= n -> mine(n - t)\n"
                           "  claim sg(mine(n)) == n % 3 for n in 0..40\n"
                           "  expect P(mine(30)) }";

struct door {
    struct engine *engine;
    struct budget budget;
    struct arena arena;
};

static const char *folder(void)
{
    static char path[4096];
    const char *build = getenv("CGI_BUILD");
    assert_non_null(build);
    assert_true((size_t)snprintf(path, sizeof path, "%s/tests/abi/plugins", build) < sizeof path);
    return path;
}

static void door_to(struct door *d, const char *rule)
{
    const char *label, *folders[] = {folder()};
    memset(d, 0, sizeof *d);
    struct engine_options options = {.text = rule,
                                     .name = "mine",
                                     .budget = &d->budget,
                                     .until = STAGE_ALL,
                                     .plugins = true,
                                     .plugin_folders = folders,
                                     .plugin_folder_count = 1};
    assert_int_equal(engine_open(&options, &d->engine), ST_OK);
    assert_int_equal(engine_select(d->engine, 0, &label), ST_OK);
}

static void door_open(struct door *d) { door_to(d, mine); }

/* How often a plugin was said to be wrong; then the door is shut. */
static size_t door_shut(struct door *d)
{
    size_t refuted = 0;
    for (size_t i = 0; i < d->engine->diags.count; i++) refuted += d->engine->diags.items[i].id == D_PLUGIN_WRONG;
    engine_close(d->engine);
    arena_free(&d->arena);
    return refuted;
}

static struct position heap(int64_t *cell)
{
    static struct component component;
    component = (struct component){0, 1, cell};
    return (struct position){&component, 1, NULL};
}

CLAIM(analyze_and_explain_refuse_it)
{
    for (int long_ = 0; long_ < 2; long_++) {
        struct door d;
        int64_t cell = 31;
        struct wanted wanted = {.sg = true, .wins = true, .outcome = true};
        struct explanation e;
        door_open(&d);
        struct position position = heap(&cell);
        enum status st = long_ ? explain(d.engine->env, &position, &wanted, &d.arena, &e)
                               : analyze(d.engine->env, &position, &wanted, &d.arena, &e.answer);
        assert_int_equal(st, ST_OK);
        assert_string_equal(e.answer.sg, "1");
        assert_string_not_equal(e.answer.solver, "lying");
        assert_int_equal(door_shut(&d), 1);
    }
}

CLAIM(a_table_refuses_it)
{
    struct door d;
    struct axis axis = {28, 32};
    struct wanted wanted = {.sg = true};
    struct table_answer table;
    door_open(&d);
    assert_int_equal(tabulate(d.engine->env, 0, &axis, 1, &wanted, &d.arena, &table), ST_OK);
    assert_string_equal(table.cells[1], "1");
    assert_string_equal(table.cells[3 * 3 + 1], "1");
    assert_int_equal(door_shut(&d), 1);
}

CLAIM(claims_refuse_it)
{
    for (size_t check = 0; check < 2; check++) {
        struct door d;
        struct tried tried;
        door_open(&d);
        assert_int_equal(try_check(d.engine->env, check, &d.arena, &tried), ST_OK);
        assert_int_equal(tried.verdict, VERDICT_PASSED);
        assert_int_equal(door_shut(&d), 1);
    }
}

CLAIM(values_and_outcomes_refuse_it_whoever_asks_for_them)
{
    struct door d;
    int64_t cell = 31;
    uint64_t value;
    enum outcome outcome;
    struct ask asked = {.play = PLAY_NORMAL};
    door_open(&d);
    struct position position = heap(&cell);
    assert_int_equal(values_of(d.engine->env, position.components, 1, &value, NULL), ST_OK);
    assert_int_equal(value, 1);
    assert_int_equal(door_shut(&d), 1);
    door_open(&d);
    cell = 30; /* the plugin says 2 */
    assert_int_equal(outcomes_of(d.engine->env, &position, 1, &asked, &outcome, NULL, NULL), ST_OK);
    assert_int_equal(outcome, OUTCOME_P);
    assert_int_equal(door_shut(&d), 1);
}

CLAIM(a_plan_refuses_it_and_takes_the_next_best)
{
    struct door d;
    int64_t cell = 31;
    struct plan *plan;
    struct result result;
    door_open(&d);
    struct position position = heap(&cell);
    struct ask ask = {.what = Q_VALUE, .components = position.components, .count = 1};
    assert_int_equal(plan_make(d.engine->env, &ask, &d.arena, &plan), ST_OK);
    assert_string_equal(plan->chosen->by->name, "lying");
    assert_int_equal(plan_run(d.engine->env, plan, &d.arena, &result), ST_OK);
    assert_int_equal(result.values[0], 1);
    assert_string_not_equal(plan->chosen->by->name, "lying");
    assert_int_equal(result.ground_count, 1);
    assert_string_equal(result.grounds[0].name, plan->chosen->by->name);
    assert_int_equal(door_shut(&d), 1);
}

CLAIM(rated_moves_refuse_it)
{
    struct door d;
    int64_t cell = 31;
    struct rated_moves moves;
    door_open(&d);
    struct position position = heap(&cell);
    assert_int_equal(engine_rated_moves(d.engine, &position, PLAY_NORMAL, 0, &d.arena, &moves), ST_OK);
    assert_int_equal(moves.outcome, OUTCOME_N);
    assert_int_equal(moves.options[0].reply.outcome, OUTCOME_P); /* 30 */
    assert_int_equal(moves.options[1].reply.outcome, OUTCOME_N);
    assert_int_equal(door_shut(&d), 1);
}

CLAIM(a_stream_refuses_it)
{
    struct door d;
    struct stream *stream;
    struct stream_options options = {.game = 0, .play = PLAY_NORMAL, .heaps = true};
    int64_t cells[] = {30, 31, 4, 1};
    size_t ends[] = {1, 2, 4};
    enum outcome outcomes[3];
    door_open(&d);
    assert_int_equal(stream_open(d.engine->env, &options, &stream), ST_OK);
    assert_int_equal(stream_outcomes(stream, &(struct stream_lot){cells, ends, 3}, outcomes), ST_OK);
    assert_int_equal(outcomes[0], OUTCOME_P);
    assert_int_equal(outcomes[1], OUTCOME_N);
    assert_int_equal(outcomes[2], OUTCOME_P);
    stream_close(stream);
    assert_int_equal(door_shut(&d), 1);
}

CLAIM(a_period_does_not_ask_it)
{
    struct door d;
    struct period period;
    const char *solver;
    door_open(&d);
    assert_int_equal(find_period(d.engine->env, 0, 1000, &d.arena, &period, &solver), ST_OK);
    assert_int_equal(period.period, 3);
    door_shut(&d);
}

/* With 4 or 5 taken, too, the values are the same. */
CLAIM(a_comparison_refuses_it)
{
    struct door d, other;
    struct compare_wanted wanted = {.play = {PLAY_NORMAL, PLAY_NORMAL}, .to = 40};
    struct comparison found;
    door_open(&d);
    door_to(&other, "game other(n) { move take(t in 1..5) where t <= n and t != 3 -> other(n - t) }");
    assert_int_equal(engine_compare(d.engine, other.engine, &wanted, &d.arena, &found), ST_OK);
    assert_int_equal(found.verdict, COMPARE_AGREE);
    assert_int_equal(found.to, 40);
    door_shut(&other);
    assert_int_equal(door_shut(&d), 1);
}

CLAIM(a_graph_does_not_ask_it)
{
    struct door d;
    int64_t cell = 31;
    struct graph_wanted wanted = {.most = 100};
    struct game_graph graph;
    door_open(&d);
    struct position position = heap(&cell);
    assert_int_equal(engine_game_graph(d.engine, &position, &wanted, &graph), ST_OK);
    assert_int_equal(graph.nodes[0].value, 1);
    game_graph_free(&graph);
    door_shut(&d);
}

CLAIM(the_library_refuses_it)
{
    const char *folders[] = {folder()};
    cgi_options options = {
        .struct_size = sizeof options, .text = mine, .plugin_folders = folders, .plugin_folder_count = 1};
    cgi_answer answer = {.struct_size = sizeof answer};
    cgi_game *game = cgi_open(&options);
    assert_non_null(game);
    assert_int_equal(cgi_status(game), 0);
    assert_int_equal(cgi_analyze(game, "mine(31)", &answer), 0);
    assert_string_equal(answer.sg, "1");
    bool reported = false;
    for (size_t i = 0; i < cgi_message_count(game); i++) reported |= strstr(cgi_message(game, i), "E0790") != NULL;
    assert_true(reported);
    cgi_close(game);
}

CLAIMS(IT(analyze_and_explain_refuse_it), IT(a_table_refuses_it), IT(claims_refuse_it),
       IT(values_and_outcomes_refuse_it_whoever_asks_for_them), IT(a_plan_refuses_it_and_takes_the_next_best),
       IT(rated_moves_refuse_it), IT(a_stream_refuses_it), IT(a_period_does_not_ask_it), IT(a_comparison_refuses_it),
       IT(a_graph_does_not_ask_it), IT(the_library_refuses_it))
