/* SPDX-License-Identifier: MIT */
/* For tests: a one-heap rule with everything around it, asked through a solver.
 *
 *     struct one_heap h;
 *     heap_open(&h, "game g(n) { move take(t in 1..3) where t <= n -> g(n - t) }");
 *     assert_int_equal(heap_value(&h, &solver_subtraction, 1000000), 0);
 *     heap_close(&h);
 */
#ifndef CGI_TESTS_ONE_HEAP_H
#define CGI_TESTS_ONE_HEAP_H
#include "claims.h"
#include "rule_file.h"
#include "answer/answer.h"
#include "plan/periods/period_find.h"
#include "solve/heap/periodic.h"
#include "play/options/store.h"
#include "trust/gate.h"

extern const struct solver solver_subtraction, solver_takebreak, solver_sequence;

struct one_heap {
    struct rule_file file;
    struct env *env;
    struct arena arena;
};

static inline void heap_open_env(struct one_heap *h)
{
    struct env_options options = {
        .gate = &trust_gate, .params = h->file.params, .budget = &h->file.budget, .diags = &h->file.diags};
    assert_int_equal(env_open(h->file.model, h->file.code, &options, &h->env), ST_OK);
}

static inline void heap_open(struct one_heap *h, const char *rule)
{
    *h = (struct one_heap){0};
    rule_open(&h->file, rule);
    if (h->file.st != ST_OK) fail_msg("%s: %s", rule, rule_message(&h->file));
    heap_open_env(h);
}

static inline void heap_close(struct one_heap *h)
{
    env_close(h->env);
    arena_free(&h->arena);
    rule_close(&h->file);
}

static inline struct ask heap_question(const struct one_heap *h, enum quantity quantity, uint64_t last)
{
    return (struct ask){.what = quantity, .game = h->file.model->main_game, .last = last};
}

/* What the solver offers. */
static inline struct way heap_way(struct one_heap *h, const struct solver *solver, const struct ask *ask)
{
    struct planner planner = {.env = h->env, .arena = &h->arena, .status = ST_OK};
    struct way way = {.by = solver, .ask = ask};
    solver->offer(solver, h->env, &planner, &way);
    assert_int_equal(planner.status, ST_OK);
    return way;
}

/* What the solver says of heaps 0..last. */
static inline const uint64_t *heap_sequence(struct one_heap *h, const struct solver *solver, uint64_t last)
{
    struct ask q = heap_question(h, Q_SEQUENCE, last);
    struct way way = heap_way(h, solver, &q);
    struct result result = {0};
    if (!way.can) fail_msg("%s: %s", solver->name, way.because);
    assert_int_equal(solver->run(h->env, &way, &h->arena, &result), ST_OK);
    return result.values;
}

static inline uint64_t heap_value(struct one_heap *h, const struct solver *solver, int64_t heap)
{
    struct component component = {h->file.model->main_game, 1, &heap};
    struct ask q = {.what = Q_VALUE, .components = &component, .count = 1};
    struct way way = heap_way(h, solver, &q);
    struct result result = {0};
    if (!way.can) fail_msg("%s: %s", solver->name, way.because);
    assert_int_equal(solver->run(h->env, &way, &h->arena, &result), ST_OK);
    return result.values[0];
}

/* The solver's sequence is the rule's own. */
static inline void heap_agrees(const char *rule, const struct solver *solver, uint64_t last)
{
    struct one_heap h;
    heap_open(&h, rule);
    const uint64_t *ours = heap_sequence(&h, solver, last), *theirs = heap_sequence(&h, &solver_sequence, last);
    for (uint64_t n = 0; n <= last; n++)
        if (ours[n] != theirs[n])
            fail_msg("%s: heap %llu is %llu, %s says %llu", rule, (unsigned long long)n, (unsigned long long)theirs[n],
                     solver->name, (unsigned long long)ours[n]);
    heap_close(&h);
}

/* period_find says so. */
static inline void heap_period(const char *rule, const char *solver, bool proved, uint64_t preperiod, uint64_t period,
                               int64_t saltus)
{
    struct one_heap h;
    struct period p;
    const char *by;
    heap_open(&h, rule);
    assert_int_equal(period_find(h.env, h.file.model->main_game, 0, &h.arena, &p, &by), ST_OK);
    assert_string_equal(by, solver);
    assert_int_equal(p.found, period > 0);
    assert_int_equal(p.proved, proved);
    assert_int_equal(p.theorem != NULL, proved);
    assert_int_equal(p.preperiod, preperiod);
    assert_int_equal(p.period, period);
    assert_int_equal(p.saltus, saltus);
    heap_close(&h);
}

#endif
