/* SPDX-License-Identifier: MIT */
/* What play reaches at least: the number of positions that is proved against those that a search has really met, on known
 * and random rules, and where nothing may be proved. */
#include <inttypes.h>
#include <stdio.h>
#include "base/hash.h"
#include "claims.h"
#include "plan/plan.h"
#include "model/arithmetic.h"
#include "proof/reach/boxed.h"
#include "proof/reach/reach.h"
#include "solve/search/estimate.h"
#include "runtime_case.h"

/* ---- what a search meets ----------------------------------------------------------------------------------------- */
/* For the SG value of a position of these cells, or (play) for the outcome of that and `twin` more of the same. */
struct asked {
    bool whole;
    enum play play;
    int mover;
    bool remoteness;
    size_t twins;
};

static uint64_t least(const char *rule, const int64_t *cells, uint32_t count, struct asked q, uint64_t *met)
{
    struct runtime_case c;
    case_open(&c, rule);
    struct component components[3];
    struct position position = {components, 1 + q.twins, NULL};
    struct plan *plan;
    struct result result;
    for (size_t i = 0; i <= q.twins; i++) components[i] = (struct component){c.file.model->main_game, count, cells};
    struct ask ask = {.what = Q_VALUE, .components = components, .count = 1, .apart = true};
    if (q.whole)
        ask = (struct ask){.what = Q_OUTCOME,
                           .positions = &position,
                           .count = 1,
                           .play = q.play,
                           .mover = q.mover,
                           .remoteness = q.remoteness};
    uint64_t found = q.whole ? estimate_least_whole(c.env, &ask, &position) : estimate_least(c.env, &components[0]);
    enum status st = plan_by(c.env, &ask, q.whole ? &solver_wholesum : &solver_hashed, &c.arena, &plan);
    if (st == ST_OK && plan->chosen) st = plan_run(c.env, plan, &c.arena, &result);
    if (st != ST_OK || !plan->chosen) fail_msg("%s", rule);
    bool forms = q.play == PLAY_MISERE && !q.remoteness && !q.mover; /* there components count as well (sum_forms.h) */
    *met = q.whole ? store_sums(c.env)->outcomes[q.play == PLAY_MISERE][q.remoteness].count
                   : c.env->store->components.count;
    if (q.whole && forms) *met += store_sums(c.env)->parts.table.count;
    case_close(&c);
    return found;
}

static void is_least(const char *rule, const int64_t *cells, uint32_t count, struct asked q, uint64_t expected)
{
    uint64_t met, found = least(rule, cells, count, q, &met);
    if (found != expected) fail_msg("%s: %" PRIu64 ", not %" PRIu64, rule, found, expected);
    if (met < expected) fail_msg("%s: met %" PRIu64, rule, met);
}

#define CELLS(...) (const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)
#define VALUE ((struct asked){0})
#define OUTCOME(...) ((struct asked){.whole = true, __VA_ARGS__})

/* ---- known rules ------------------------------------------------------------------------------------------------- */
CLAIM(known_rules_go_down_step_by_step)
{
    is_least("game g(n) { move t(t in 1..n) -> g(n - t) }", CELLS(1000), VALUE, 1001);
    is_least("game g(n) { move t(m in 0..n - 1) -> g(m) }", CELLS(1000), VALUE, 1001);
    is_least("game g(n) { move t(t in {3, 7}) where t <= n -> g(n - t) }", CELLS(1000), VALUE, 334);
    is_least(
        "game g(n) { move t(t in 1..min(n, 5)) where t != n % 3 + 1 -> g(n - t) move half where n > 3 -> g(n / 2) }",
        CELLS(1000), VALUE, 667);
    is_least("game g(n) { move t(t in 1..n) where (t * t + n) % 7 != 3 -> g(n - t) }", CELLS(1000), VALUE, 853);
    is_least("game g(n) { move split(a in 1..n - 1) where a != n - a -> g(a) + g(n - a) }", CELLS(200), VALUE, 199);
    is_least("game g(n, z) { move take where n > 0 -> g(n - 1, z) }", CELLS(1000, 5), VALUE, 1001);
    is_least("game g(n, z) { move take(t in 1..3) where t <= n -> g(n - t, (z + t) % 5) }", CELLS(1000, 3), VALUE,
             1001);
    is_least("game g(n, z) { move take where n > 0 -> g(n - 1, z + n) }", CELLS(100, 3), VALUE, 1);
}

CLAIM(several_cells_multiply)
{
    is_least("game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) where t != 2 -> g(a, b - t) }",
             CELLS(80, 90), VALUE, 91 * 80 + 1);
    is_least("game g(a, b) { symmetric move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }",
             CELLS(80, 90), VALUE, (91 * 80 + 1) / 2);
    is_least("game g(r: row) { move t(i in 1..len(r), t in 1..2) where t <= r[i] and r[i] % 5 != 2"
             " -> g(r with { [i] -= t }) }",
             CELLS(2, 30, 20), VALUE, 7 * 16 + 1);
    is_least(
        "game g(r: grid) { move t(i in 1..rows(r), j in 1..cols(r)) where r[i, j] > 1 -> g(r with { [i, j] -= 2 }) }",
        CELLS(2, 2, 12, 10, 6, 7), VALUE, 7 * 6 * 4 * 3 + 1);
    is_least("game g(r: row) { move t(i in 1..len(r), t in 1..2) where t <= r[i] -> g(r with { [i] -= t }) }",
             CELLS(2, 30, 20), OUTCOME(.remoteness = true), 31 * 20);
    is_least("game g(n, z) { move take(t in 1..2) where t <= n -> g(n - t, z) }", CELLS(20, 3),
             OUTCOME(.play = PLAY_MISERE, .remoteness = true, .twins = 1), 20 * 20 / 2);
}

CLAIM(an_outcome_alone_needs_one_whole_play)
{
    const struct asked misere = OUTCOME(.play = PLAY_MISERE), second = OUTCOME(.mover = 2);
    is_least("game g(n, z) { move take where n > 0 -> g(n - 1, z) }", CELLS(1000, 5), misere, 999);
    is_least("game g(n, z) { move take(t in 1..z) where t <= n -> g(n - t, z) }", CELLS(1000, 5), misere, 199);
    is_least("game g(n, z) { move take(t in 1..z) where t <= n -> g(n - t, z - 1) }", CELLS(1000, 50), misere, 0);
    is_least("game g(n) { move take(t in 1..n) -> g(n - t) }", CELLS(1000), misere, 0);
    is_least("game g(n) { move take(m in n - 3..n - 1) where m >= 0 -> g(m) }", CELLS(1000), misere, 333);
    is_least("game g(n) { move take(t in {1, 4}) where t <= n and n % 3 != 1 -> g(n - t)"
             " move rest(t in 1..n) where t <= 2 and n % 3 == 1 -> g(n - t) }",
             CELLS(1000), misere, 242);
    is_least("game g(n, z) { move take(t in 1..3) where t <= n and t != mover -> g(n - t, (z + t) % 5) }",
             CELLS(1000, 2), second, 332);
    is_least("game g(n, z) { move take(t in 1..2) where t <= n -> g(n - t, z) }", CELLS(200, 2),
             OUTCOME(.play = PLAY_NORMAL, .twins = 2), 3 * 99);
    is_least("game g(n, z) { move take(t in 1..2) where t <= n -> g(n - t, z) }", CELLS(200, 2),
             OUTCOME(.play = PLAY_MISERE, .twins = 2), 0); /* components that are looked at say it */
    is_least("game g(r: row) { move t(i in 1..len(r), t in 1..2) where t <= r[i] -> g(r with { [i] -= t }) }",
             CELLS(2, 300, 20), misere, 149);
}

CLAIM(nothing_is_proved_of_what_may_be_little)
{
    is_least("game g(n) { move half where n > 0 -> g(n / 2) move third where n > 0 -> g(n / 3) }", CELLS(100000), VALUE,
             1);
    is_least("game g(n) { move t(t in {3, 7}) where t <= n and n < 900 -> g(n - t) }", CELLS(1000), VALUE, 1);
    is_least("game g(n) { canon n % 4 move t(t in 1..min(3, n)) -> g(n - t) }", CELLS(1000), VALUE, 0);
    is_least("game g(n, q) { move t(t in 1..min(n, q)) -> g(n - t, 2 * t) }", CELLS(90, 100), VALUE, 89);
    is_least("game g(a, b) { move l(t in 1..a) where b > 0 and t % b == 0 -> g(a - t, b)"
             " move r(t in 1..b) where a > 0 and t % a == 0 -> g(a, b - t) }",
             CELLS(500, 300), VALUE, 0);
    is_least("game g(n, z) { move t(t in 1..n) where 10 / z > 3 -> g(n - t, z) }", CELLS(60, 1), VALUE, 0);
    is_least("game g(n, z) { move t where n > 0 -> g(n - 1, z) move up where z > 0 and n < 50 -> g(n + z, z) }",
             CELLS(60, 0), VALUE, 0);
}

/* ---- random rules ------------------------------------------------------------------------------------------------ */
static uint64_t draw(uint64_t *seed, uint64_t below) { return (random_next(seed) >> 20) % below; }

/* `(2 * n + t) % 3 != 1`, `n - 3 * t >= 20`, ... of a heap that is called `heap`. */
static void draw_condition(uint64_t *seed, const char *heap, bool mover, char *out, size_t size)
{
    static const char *const comparisons[] = {"!=", "!=", ">=", "<="};
    int a = (int)draw(seed, 4), b = (int)draw(seed, 5) - 2, m = 2 + (int)draw(seed, 4);
    const char *who = mover && draw(seed, 2) ? "mover + " : "";
    if (draw(seed, 4) == 0) snprintf(out, size, "%smin(%s, %d) + t != max(%d, t)", who, heap, m, b);
    else if (draw(seed, 3))
        snprintf(out, size, "(%s%d * %s + %d * t) %% %d != %d", who, a, heap, b, m, (int)draw(seed, (uint64_t)m));
    else
        snprintf(out, size, "%s%d * %s + %d * t %s %d", who, a, heap, b, comparisons[draw(seed, 4)],
                 (int)draw(seed, 40));
}

enum { SHAPES = 7 };
static const char *const shapes[SHAPES] = {
    "game g(a) { move l(t in 1..min(a, %d)) where %s -> g(a - t) move r(t in 1..a) where %s -> g(t - 1) + g(a - t) }",
    "game g(a, b) { move l(t in 1..min(a, %d)) where %s -> g(a - t, b) move r(t in 1..b) where %s -> g(a, b - t) }",
    "game g(a, b) { move l(t in 1..%d) where t <= a and %s -> g(a - t, (b + t) %% 5)"
    " move r(t in {1, 2, 5}) where t <= a and %s -> g(a - t, b) }",
    "game g(a, b) { move l(t in 1..%d) where t <= a and %s -> g(a - t, b + 1) move r(t in 1..b) where %s -> g(a, b - "
    "t) }",
    "game g(r: row) { move l(i in 1..len(r), a in r, t in 1..%d) where a == r[i] and t <= a and %s"
    " -> g(r with { [i] -= t }) move r(a in {r[1]}, t in 1..a) where %s -> g(r with { [1] = t - 1 }) }",
    "game g(r: row) { move l(i in 1..len(r) - 1, a in {r[i]}, t in 1..%d) where t <= a and %s"
    " -> g(r with { [i] -= t, [i + 1] += t }) move r(a in {r[3]}, t in 1..a) where %s -> g(r with { [3] -= t }) }",
    "game g(r: grid) { move l(i in 1..rows(r), j in 1..cols(r), a in {r[i, j]}, t in 1..%d) where t <= a and %s"
    " -> g(r with { [i, j] -= t }) move r(a in {r[1, 1]}, t in 1..a) where %s -> g(r with { [1, 1] -= t }) }",
};

static uint32_t draw_cells(uint64_t *seed, int shape, int64_t *cells)
{
    int64_t x[3];
    for (int i = 0; i < 3; i++) x[i] = 3 + (int64_t)draw(seed, shape < 4 ? 30 : 6);
    if (shape != 5 && draw(seed, 2)) x[0] += 50;
    if (shape == 0) return cells[0] = 10 + x[0], 1;
    if (shape < 4) return cells[0] = x[0], cells[1] = x[1], 2;
    if (shape == 6) return cells[0] = 1, cells[1] = 3, cells[2] = x[0], cells[3] = x[1], cells[4] = x[2], 5;
    return cells[0] = 3, cells[1] = x[0], cells[2] = x[1], cells[3] = x[2], 4;
}

CLAIM(a_search_meets_at_least_what_is_proved)
{
    uint64_t seed = 5, proved[2] = {0}, legal = 0;
    for (int i = 0; i < 350; i++) {
        char rule[600], x[96], y[96];
        int shape = i % SHAPES;
        bool mover = draw(&seed, 3) == 0;
        draw_condition(&seed, "a", mover, x, sizeof x);
        draw_condition(&seed, shape == 1 || shape == 3 ? "b" : "a", mover, y, sizeof y);
        snprintf(rule, sizeof rule, shapes[shape], 1 + (int)draw(&seed, 5), x, y);
        struct rule_file f;
        rule_open(&f, rule);
        bool usable = f.st == ST_OK, two = usable && f.model->games[f.model->main_game].uses_mover;
        rule_close(&f);
        int64_t cells[8];
        uint32_t count = draw_cells(&seed, shape, cells);
        if (!usable) continue;
        legal++;
        for (int q = two; q < (shape ? 5 : 1); q++) { /* sums of what heaps split into are too many */
            struct asked question = {q > 0, q % 2 ? PLAY_MISERE : PLAY_NORMAL, two ? 1 + (int)draw(&seed, 2) : 0, q > 2,
                                     q > 0 && shape > 0 && shape < 4 && cells[0] + cells[1] < 16 ? draw(&seed, 2) : 0};
            uint64_t met, found = least(rule, cells, count, question, &met);
            if (found > met) fail_msg("%s (%d): %" PRIu64 " are proved, %" PRIu64 " were met", rule, q, found, met);
            proved[q == 1 || q == 2] += found > 2;
        }
    }
    if (legal < 250 || proved[0] < 300 || proved[1] < 60)
        fail_msg("%" PRIu64 " rules, %" PRIu64 " and %" PRIu64 " bounds", legal, proved[0], proved[1]);
}

/* ---- numbers over a box ------------------------------------------------------------------------------------------ */
static int64_t small(uint64_t *seed, int64_t most) { return (int64_t)draw(seed, (uint64_t)(2 * most + 1)) - most; }

static struct boxed draw_boxed(uint64_t *seed)
{
    struct boxed x = boxed_constant(small(seed, 20));
    for (size_t i = 0; i < 2; i++) x.slope[i] = draw(seed, 2) ? small(seed, 6) : 0;
    if (draw(seed, 3) == 0) x.low = -(int64_t)draw(seed, 4), x.high = (int64_t)draw(seed, 4);
    return x;
}

static bool contains(const struct boxed *x, int64_t p, int64_t q, int64_t value)
{
    int64_t line = x->start + x->slope[0] * p + x->slope[1] * q;
    return !x->known || (line + x->low <= value && value <= line + x->high);
}

static int64_t value_at(uint64_t *seed, const struct boxed *x, int64_t p, int64_t q)
{
    return x->start + x->slope[0] * p + x->slope[1] * q + x->low +
           (int64_t)draw(seed, (uint64_t)(x->high - x->low + 1));
}

CLAIM(what_is_said_of_a_box_holds_at_its_points)
{
    uint64_t seed = 9;
    for (int i = 0; i < 20000; i++) {
        struct box box = {2, {(int64_t)draw(&seed, 5), (int64_t)draw(&seed, 5)}};
        struct boxed a = draw_boxed(&seed), b = draw_boxed(&seed);
        if (draw(&seed, 2)) b = boxed_constant(1 + (int64_t)draw(&seed, 6));
        enum expr_kind kind = EXPR_ADD + (enum expr_kind)draw(&seed, EXPR_GE - EXPR_ADD + 1);
        struct boxed c = boxed_operate(&box, kind, &a, &b), least = boxed_least(&box, &a, &b);
        struct boxed greatest = boxed_greatest(&box, &a, &b), either = boxed_join(&box, &a, &b);
        for (int k = 0; k < 8; k++) {
            int64_t p = (int64_t)draw(&seed, (uint64_t)box.top[0] + 1),
                    q = (int64_t)draw(&seed, (uint64_t)box.top[1] + 1);
            int64_t x = value_at(&seed, &a, p, q), y = value_at(&seed, &b, p, q);
            struct arithmetic numbers = {0};
            struct number value, both[2] = {number_small(x), number_small(y)};
            if (arithmetic_operate(&numbers, kind, both, &value)) assert_true(contains(&c, p, q, value.small));
            else assert_false(c.known);
            assert_true(contains(&least, p, q, x < y ? x : y) && contains(&greatest, p, q, x > y ? x : y));
            assert_true(contains(&either, p, q, x) && contains(&either, p, q, y));
        }
    }
    struct boxed most = boxed_constant(INT64_MAX), one = boxed_constant(1);
    struct box none = {0};
    assert_false(boxed_operate(&none, EXPR_ADD, &most, &one).known);
    assert_false(boxed_operate(&none, EXPR_MUL, &most, &most).known);
}

static bool finds_one(void)
{
    struct rule_file f;
    int64_t cells[] = {100, 3};
    uint64_t positions = 0, plays = 0;
    rule_open(&f, "game g(n, z) { move t(t in 1..min(n, 2)) where n % 2 == 0 -> g(n - t, z) }");
    struct reach_from from = {.model = f.model,
                              .game = f.st == ST_OK ? f.model->main_game : -1,
                              .params = f.params,
                              .cells = cells,
                              .count = 2};
    enum status st = f.st == ST_OK ? reach_positions(&from, &positions) : f.st;
    if (st == ST_OK) st = reach_plays(&from, &plays);
    rule_close(&f);
    return st == ST_OK;
}
CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(finds_one) > 5); }

CLAIMS(IT(what_is_said_of_a_box_holds_at_its_points), IT(known_rules_go_down_step_by_step), IT(several_cells_multiply),
       IT(an_outcome_alone_needs_one_whole_play), IT(nothing_is_proved_of_what_may_be_little),
       IT(a_search_meets_at_least_what_is_proved), IT(any_failed_allocation_is_survived))
