/* SPDX-License-Identifier: MIT */
/* Kept sequences: grown in steps or at once they are the same, a search ends after counted work, offers know what it took. */
#include <string.h>
#include "base/hash.h"
#include "claims.h"
#include "one_heap.h"
#include "code/machine/calls.h"
#include "trust/gate.h"

static const char *const rules[] = {
    "game g = octal \"0.106\"",
    "game g = octal \"0.6\"",
    "game g = octal \"0.007\"",
    "game g = octal \"0.8\"",
    "game g(n) { move take(t in {3, 20, 41}) where t <= n -> g(n - t) }",
    "game g(n) { move take(t in {1, 2, 4, 5}) where t <= n and (n % 3 == 0 or odd(t)) -> g(n - t) }",
    "game g(n) { move take(t in {2, 5}) where t <= n -> g(n - t) move halve where n in 1..90 -> g(n / 2) }",
};

static struct periodic *open_periodic(struct one_heap *h, const char *rule)
{
    struct periodic *p;
    heap_open(h, rule);
    assert_int_equal(periodic_get(h->env, h->file.model->main_game, &p), ST_OK);
    return p;
}

static const struct game_memory *memory_of(const struct one_heap *h)
{
    return store_game(h->env->store, h->file.model->main_game);
}

CLAIM(a_sequence_grown_in_steps_is_that_made_at_once)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct one_heap a, b;
        uint64_t last = strstr(rules[i], "0.8") ? 150 : 2600, seed = i + 1;
        struct periodic *p = open_periodic(&a, rules[i]), *q = open_periodic(&b, rules[i]);
        int game = a.file.model->main_game;
        for (uint64_t to = 0; to < last; to += 1 + (random_next(&seed) >> 20) % 400)
            assert_int_equal(periodic_reach(a.env, game, p, to, UINT64_MAX), ST_OK);
        assert_int_equal(periodic_reach(b.env, game, q, last, UINT64_MAX), ST_OK);
        for (uint64_t n = 0; n < last; n++) {
            uint64_t x = 1, y = 2;
            bool known = periodic_value(a.env, game, p, n, &x);
            if (known && (!periodic_value(b.env, game, q, n, &y) || x != y)) fail_msg("%s: heap %d", rules[i], (int)n);
        }
        assert_int_equal(p->period.found, q->period.found);
        if (p->period.found) assert_int_equal(p->period.period, q->period.period);
        heap_close(&a);
        heap_close(&b);
    }
}

CLAIM(a_search_ends_after_counted_work)
{
    uint64_t count[3];
    for (int i = 0; i < 3; i++) {
        struct one_heap h;
        struct periodic *p = open_periodic(&h, "game g = octal \"0.007\"");
        uint64_t most = i == 2 ? 8000000 : 1000000;
        assert_int_equal(periodic_reach(h.env, h.file.model->main_game, p, UINT64_MAX, most), ST_OK);
        assert_true(p->work >= most && p->work < 16 * most); /* a step may double what there is */
        count[i] = memory_of(&h)->sequence_count;
        assert_int_equal(periodic_reach(h.env, h.file.model->main_game, p, count[i] + 5, most), ST_OK);
        assert_true(memory_of(&h)->sequence_count <= count[i] + 6); /* no further search, a step at most */
        heap_close(&h);
    }
    assert_int_equal(count[0], count[1]);
    assert_true(count[2] > count[0]);
}

static double seconds_to(struct one_heap *h, const struct solver *solver, uint64_t last)
{
    struct ask q = heap_question(h, Q_SEQUENCE, last);
    struct way way = heap_way(h, solver, &q);
    assert_true(way.can);
    return way.cost.seconds;
}

CLAIM(an_offer_is_of_the_order_of_the_work)
{
    struct one_heap sparse, dense, window;
    struct periodic *p = open_periodic(&sparse, "game g = octal \"0.106\""),
                    *q = open_periodic(&dense, "game g = octal \"0.007\"");
    open_periodic(&window, "game g(n) { param m = 300 in 1.. move take(t in 1..min(m, n)) -> g(n - t) }");
    assert_true(seconds_to(&sparse, &solver_takebreak, 1000000) < 10); /* all pairs would be 250 */
    assert_int_equal(periodic_reach(sparse.env, 0, p, 6000, UINT64_MAX), ST_OK);
    assert_int_equal(periodic_reach(dense.env, 0, q, 6000, UINT64_MAX), ST_OK);
    assert_true(seconds_to(&sparse, &solver_takebreak, 100000) < seconds_to(&dense, &solver_takebreak, 100000));
    assert_true(seconds_to(&sparse, &solver_takebreak, 6000) < 1e-6);
    assert_true(seconds_to(&window, &solver_subtraction, 1000000) < 0.1); /* one run of 300 takes */
    heap_close(&sparse);
    heap_close(&dense);
    heap_close(&window);
}

CLAIM(a_period_is_looked_for_as_far_as_the_budget_goes)
{
    struct one_heap h;
    struct period p;
    const char *by;
    heap_open(&h, "game g(n) { move s(a in 1..(n - 1) / 2) -> g(a) + g(n - a) }");
    h.file.budget.states = 500;
    enum status st = period_find(h.env, h.file.model->main_game, 0, &h.arena, &p, &by);
    assert_int_equal(st, ST_STATE_BUDGET);
    assert_true(!p.found && p.to < 500);
    h.file.budget.states = 0;
    assert_int_equal(period_find(h.env, h.file.model->main_game, 3000, &h.arena, &p, &by), ST_OK);
    assert_true(!p.found && p.to == 3000);
    heap_close(&h);
}

CLAIM(known_periods_are_found_without_being_told_how_far)
{
    heap_period("game g = octal \"0.127\"", "takebreak", true, 46578, 4, 0); /* Guy and Smith 1956 */
}

static bool reaches(void)
{
    struct one_heap h = {0};
    struct periodic *p;
    rule_open(&h.file, "game g = octal \"0.16\"");
    struct env_options options = {
        .gate = &trust_gate, .params = h.file.params, .budget = &h.file.budget, .diags = &h.file.diags};
    enum status st = h.file.st == ST_OK ? env_open(h.file.model, h.file.code, &options, &h.env) : h.file.st;
    if (st == ST_OK) st = periodic_get(h.env, h.file.model->main_game, &p);
    if (st == ST_OK) st = periodic_reach(h.env, h.file.model->main_game, p, 1100, UINT64_MAX);
    if (h.env) env_close(h.env);
    arena_free(&h.arena);
    rule_close(&h.file);
    return st == ST_OK;
}
CLAIM(any_failed_allocation_is_told) { assert_true(walk_failures(reaches) > 10); }

CLAIMS(IT(a_sequence_grown_in_steps_is_that_made_at_once), IT(a_search_ends_after_counted_work),
       IT(an_offer_is_of_the_order_of_the_work), IT(a_period_is_looked_for_as_far_as_the_budget_goes),
       IT(known_periods_are_found_without_being_told_how_far), IT(any_failed_allocation_is_told))
