/* SPDX-License-Identifier: MIT */
/* Rules whose positions may come back, and explicit graphs with cycles, against obvious labels of the same random graph:
 * single positions, sums, both conventions, and a game in which the players have different moves. */
#include <string.h>
#include "base/hash.h"
#include "base/text.h"
#include "claims.h"
#include "engine/open/position.h"
#include "solve/graph/labels.h"

enum { MOST = 6, PAIRS = MOST * MOST };

extern const struct solver solver_graph, solver_loopy;

/* edge[u][v]: 0 none, 1 first player only, 2 second player only, 3 both. */
static unsigned edge[MOST][MOST];
static uint32_t nodes;
static struct engine *engine;
static struct budget budget;
static int ring, walk, split;

static int shut(void **state)
{
    (void)state;
    if (engine) engine_close(engine);
    engine = NULL;
    return 0;
}

static void open_text(const char *text)
{
    shut(NULL);
    budget = (struct budget){0};
    struct engine_options options = {.text = text, .name = "test", .budget = &budget, .until = STAGE_ALL};
    const char *label;
    enum status st = engine_open(&options, &engine);
    if (st == ST_OK) st = engine_select(engine, 0, &label);
    if (st != ST_OK) fail_msg("%s: %s", text, engine->diags.count ? engine->diags.items[0].message : "no message");
}

/* The same graph three times: as a graph, as a rule, and as a rule that looks at the mover. */
static void open_random(uint64_t seed)
{
    uint64_t random = seed;
    struct text text = {0};
    nodes = 2 + (uint32_t)(random_next(&random) % (MOST - 1));
    unsigned density = 2 + (unsigned)(random_next(&random) % 6);
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = 0; v < nodes; v++) {
            bool there = (random_next(&random) >> 20) % 10 < density;
            edge[u][v] = there ? 1 + (unsigned)(random_next(&random) >> 20) % 3 : 0;
        }
    text_puts(&text, "graph ring { ");
    for (uint32_t u = 0; u < nodes; u++) text_add(&text, "%u; ", u);
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = 0; v < nodes; v++)
            if (edge[u][v]) text_add(&text, "%u -> %u; ", u, v);
    text_puts(&text, "loopy }\ngame walk(n) { loopy");
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = 0; v < nodes; v++)
            if (edge[u][v]) text_add(&text, "\n  move e%u%u where n == %u -> walk(%u)", u, v, u, v);
    text_puts(&text, "\n  move never where n > 100 -> walk(0)\n}\ngame split(n) { loopy");
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = 0; v < nodes; v++)
            if (edge[u][v])
                text_add(&text, "\n  move e%u%u where n == %u and %s -> split(%u)", u, v, u,
                         edge[u][v] == 3   ? "mover < 3"
                         : edge[u][v] == 2 ? "mover == 2"
                                           : "mover == 1",
                         v);
    text_puts(&text, "\n  move never where n > 100 -> split(0)\n}\n");
    open_text(text_c(&text));
    text_free(&text);
    ring = model_find_game(engine->model, "ring");
    walk = model_find_game(engine->model, "walk");
    split = model_find_game(engine->model, "split");
}

/* ---- obvious labels of all sums of two: by rounds, as the laws say --------------------------------------------- */
struct labels_of_pairs {
    enum outcome outcome[3][PAIRS];
    uint64_t remoteness[3][PAIRS];
};

static bool leads(int mover, uint32_t p, uint32_t q)
{
    uint32_t a = p / MOST, b = p % MOST, c = q / MOST, d = q % MOST;
    unsigned mask = mover ? (unsigned)mover : 3;
    return (a == c && edge[b][d] & mask) || (b == d && edge[a][c] & mask);
}

static void label_pairs(enum play play, bool with_mover, struct labels_of_pairs *out)
{
    for (int m = 0; m < 3; m++)
        for (uint32_t p = 0; p < PAIRS; p++) out->outcome[m][p] = OUTCOME_D, out->remoteness[m][p] = UINT64_MAX;
    for (uint32_t round = 0; round <= 2 * PAIRS; round++) {
        struct labels_of_pairs before = *out;
        for (int m = with_mover; m < (with_mover ? 3 : 1); m++)
            for (uint32_t p = 0; p < PAIRS; p++) {
                if (p / MOST >= nodes || p % MOST >= nodes || before.outcome[m][p] != OUTCOME_D) continue;
                bool end = true, some_p = false, all_n = true;
                for (uint32_t q = 0; q < PAIRS; q++) {
                    if (q / MOST >= nodes || q % MOST >= nodes || !leads(m, p, q)) continue;
                    enum outcome there = before.outcome[with_mover ? 3 - m : 0][q];
                    end = false;
                    some_p |= there == OUTCOME_P;
                    all_n &= there == OUTCOME_N;
                }
                if (round == 0 && !end) continue;
                enum outcome found = end      ? play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P
                                     : some_p ? OUTCOME_N
                                     : all_n  ? OUTCOME_P
                                              : OUTCOME_D;
                if (found == OUTCOME_D) continue;
                out->outcome[m][p] = found;
                out->remoteness[m][p] = round;
            }
    }
}

static void compare_pair(const struct solver *solver, int game, uint32_t p, enum play play, int mover, bool remoteness,
                         const struct labels_of_pairs *expected)
{
    int64_t cells[2] = {p / MOST, p % MOST};
    struct component sum[2] = {{game, 1, &cells[0]}, {game, 1, &cells[1]}};
    struct position position = {.components = sum, .count = 2};
    struct ask question = {
        .what = Q_OUTCOME, .play = play, .mover = mover, .positions = &position, .count = 1, .remoteness = remoteness};
    struct arena arena = {0};
    struct planner planner = {.env = engine->env, .arena = &arena, .status = ST_OK};
    struct way way = {.by = solver, .ask = &question};
    struct result result = {0};
    solver->offer(solver, engine->env, &planner, &way);
    assert_true(way.can);
    assert_int_equal(solver->run(engine->env, &way, &arena, &result), ST_OK);
    assert_int_equal(result.outcomes[0], expected->outcome[mover][p]);
    if (remoteness) assert_true(result.remoteness[0] == expected->remoteness[mover][p]);
    arena_free(&arena);
}

static bool has_cycle(void)
{
    bool gone[MOST] = {false};
    for (uint32_t round = 0; round < nodes; round++)
        for (uint32_t u = 0; u < nodes; u++) {
            bool free = true;
            for (uint32_t v = 0; v < nodes; v++) free &= !edge[u][v] || gone[v];
            gone[u] |= free;
        }
    for (uint32_t u = 0; u < nodes; u++)
        if (!gone[u]) return true;
    return false;
}

CLAIM(sums_follow_the_laws_in_both_conventions)
{
    for (uint64_t seed = 1; seed <= 25; seed++) {
        static struct labels_of_pairs expected[2];
        open_random(seed);
        label_pairs(PLAY_NORMAL, false, &expected[0]);
        label_pairs(PLAY_MISERE, false, &expected[1]);
        for (uint32_t p = 0; p < PAIRS; p++) {
            if (p / MOST >= nodes || p % MOST >= nodes) continue;
            compare_pair(&solver_loopy, walk, p, PLAY_NORMAL, 0, false, &expected[0]);
            compare_pair(&solver_loopy, walk, p, PLAY_NORMAL, 0, true, &expected[0]);
            compare_pair(&solver_loopy, walk, p, PLAY_MISERE, 0, true, &expected[1]);
            compare_pair(&solver_graph, ring, p, PLAY_NORMAL, 0, false, &expected[0]);
            if (has_cycle()) compare_pair(&solver_loopy, ring, p, PLAY_MISERE, 0, true, &expected[1]);
        }
    }
}

CLAIM(players_with_different_moves_win_lose_or_draw)
{
    for (uint64_t seed = 100; seed <= 120; seed++) {
        static struct labels_of_pairs expected;
        open_random(seed);
        for (int play = 0; play < 2; play++) {
            label_pairs((enum play)play, true, &expected);
            for (uint32_t p = 0; p < PAIRS; p++) {
                if (p / MOST >= nodes || p % MOST >= nodes) continue;
                compare_pair(&solver_loopy, split, p, (enum play)play, 1, true, &expected);
                compare_pair(&solver_loopy, split, p, (enum play)play, 2, true, &expected);
            }
        }
    }
}

/* ---- single answers -------------------------------------------------------------------------------------------- */
static struct answer ask(const char *term, struct wanted wanted)
{
    struct position position;
    struct answer answer = {0};
    wanted.sg = wanted.wins = wanted.outcome = true;
    assert_int_equal(engine_position(engine, &term, 1, &position), ST_OK);
    enum status st = analyze(engine->env, &position, &wanted, &engine->answers, &answer);
    if (st != ST_OK)
        fail_msg("%s: %s", term,
                 engine->diags.count ? engine->diags.items[engine->diags.count - 1].message : status_words(st));
    return answer;
}

/* a and b lead to each other and b leads on to c, which leads to d, an end; x stays for ever. */
static const char rings[] = "graph ring { a -> b; b -> a c; c -> d; x -> x; y -> x d; loopy }";

CLAIM(a_loopy_value_is_a_set)
{
    open_text(rings);
    struct answer a = ask("ring(x)", (struct wanted){.loopy = true});
    assert_int_equal(a.outcome, OUTCOME_D);
    assert_false(a.has_sg);
    assert_true(a.has_loopy && a.loopy_count == 0);
    a = ask("ring(y)", (struct wanted){.loopy = true});
    assert_int_equal(a.outcome, OUTCOME_N);
    assert_true(a.has_loopy && a.loopy_count == 1 && a.loopy[0] == 0);
    assert_int_equal(a.win_count, 1);
    a = ask("ring(c)", (struct wanted){0});
    assert_true(a.has_sg);
    assert_string_equal(a.sg, "1");
    a = ask("ring(c) + ring(y)", (struct wanted){0});
    assert_int_equal(a.outcome, OUTCOME_D);
    a = ask("ring(x) + ring(y)", (struct wanted){0});
    assert_int_equal(a.outcome, OUTCOME_D);
}

CLAIM(kernels_are_named)
{
    open_text("graph two { a -> b; b -> a; c -> a; loopy }");
    struct answer a = ask("two(a)", (struct wanted){.kernel = true});
    assert_int_equal(a.kernel_count, 2);
    assert_string_equal(a.kernels[0], "{a}");
    assert_string_equal(a.kernels[1], "{b, c}");
    assert_null(a.kernel_reason);
    open_text("graph three { a -> b; b -> c; c -> a; loopy }");
    assert_int_equal(ask("three(a)", (struct wanted){.kernel = true}).kernel_count, 0);
    open_text("game walk(n) { loopy move up where n == 1 -> walk(2) move down where n > 0 -> walk(n - 1) }");
    a = ask("walk(2)", (struct wanted){.kernel = true});
    assert_int_equal(a.kernel_count, 1);
    assert_string_equal(a.kernels[0], "{walk(2), walk(0)}");
}

CLAIM(remoteness_counts_moves_and_draws_have_none)
{
    open_text(rings);
    struct answer a = ask("ring(c)", (struct wanted){.remoteness = true});
    assert_true(a.has_remoteness && a.remoteness == 1);
    a = ask("ring(x)", (struct wanted){.remoteness = true});
    assert_false(a.has_remoteness && a.remoteness != UINT64_MAX);
    open_text("graph line { a -> b; b -> c; c -> d }");
    a = ask("line(a)", (struct wanted){.remoteness = true});
    assert_true(a.outcome == OUTCOME_N && a.has_remoteness && a.remoteness == 3);
}

CLAIM(mixed_sums_are_answered)
{
    open_text(
        "game nim(n) { move take(t in 1..n) -> nim(n - t) }\ngraph ring { a -> b; b -> a c; c -> d; x -> x d; loopy }");
    struct answer a = ask("ring(x) + nim(3)", (struct wanted){0});
    assert_int_equal(a.outcome, OUTCOME_D);
    a = ask("ring(c) + nim(1)", (struct wanted){0});
    assert_int_equal(a.outcome, OUTCOME_P);
    a = ask("ring(x) + nim(0)", (struct wanted){0});
    assert_int_equal(a.outcome, OUTCOME_N);
    a = ask("ring(c) + nim(1)", (struct wanted){.play = PLAY_MISERE});
    assert_int_equal(a.outcome, OUTCOME_N);
    a = ask("ring(c) + nim(0)", (struct wanted){.play = PLAY_MISERE});
    assert_int_equal(a.outcome, OUTCOME_P);
}

CLAIM(a_long_way_round_is_explored)
{
    open_text("game road(n) { loopy move on where n < 300000 and n > 0 -> road(n + 1) move back where n == 300000 -> "
              "road(1) }");
    assert_int_equal(ask("road(7)", (struct wanted){0}).outcome, OUTCOME_D);
    open_text("game road(n) { loopy move on where n < 300000 -> road(n + 1) }");
    struct answer a = ask("road(1)", (struct wanted){.remoteness = true});
    assert_true(a.outcome == OUTCOME_N && a.remoteness == 299999);
}

CLAIM(budgets_end_the_exploration)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.outcome = true};
    const char *term = "grow(1)";
    open_text("game grow(n) { loopy move on -> grow(n + 1) move back where n > 1 -> grow(n - 1) }");
    budget.states = 5000;
    assert_int_equal(engine_position(engine, &term, 1, &position), ST_OK);
    assert_int_equal(analyze(engine->env, &position, &wanted, &engine->answers, &answer), ST_STATE_BUDGET);
    budget.states = 0;
    budget.deadline_ns = 1;
    assert_int_equal(analyze(engine->env, &position, &wanted, &engine->answers, &answer), ST_TIMEOUT);
}

#define LOOPY_CLAIM(name) cmocka_unit_test_teardown(name, shut)
CLAIMS(LOOPY_CLAIM(sums_follow_the_laws_in_both_conventions),
       LOOPY_CLAIM(players_with_different_moves_win_lose_or_draw), LOOPY_CLAIM(a_loopy_value_is_a_set),
       LOOPY_CLAIM(kernels_are_named), LOOPY_CLAIM(remoteness_counts_moves_and_draws_have_none),
       LOOPY_CLAIM(mixed_sums_are_answered), LOOPY_CLAIM(a_long_way_round_is_explored),
       LOOPY_CLAIM(budgets_end_the_exploration))
