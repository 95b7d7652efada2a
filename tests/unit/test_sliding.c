/* SPDX-License-Identifier: MIT */
/* The subtraction kernel against the rule itself; huge heaps by a proved period. */
#include "one_heap.h"
#include "base/mem.h"
#include "trust/gate.h"

CLAIM(its_sequence_is_the_rules_own)
{
    heap_agrees("game g(n) { move take(t in {1, 3, 4}) where t <= n -> g(n - t) }", &solver_subtraction, 500);
    heap_agrees("game g(n) { param m = 90 in 1.. move take(t in 1..min(m, n)) -> g(n - t) }", &solver_subtraction, 700);
    heap_agrees("game g(n) { move take(t in 2..80) where t <= n and t != 7 and t % 5 != 0 -> g(n - t) }",
                &solver_subtraction, 900);
    heap_agrees("game g(n) { move take(t in 1..4) where t <= n and (n % 3 == 0 or odd(t)) -> g(n - t) }",
                &solver_subtraction, 500);
}
CLAIM(small_heaps_may_have_other_rules)
{
    heap_agrees("game g(n) { move take(t in {1, 2}) where t <= n -> g(n - t) move all where n < 9 and n > 0 -> g(0) }",
                &solver_subtraction, 200);
    heap_agrees("game g(n) { move take(t in {2, 5}) where t <= n -> g(n - t) move halve where n in 1..20 -> g(n / 2) }",
                &solver_subtraction, 200);
}
CLAIM(a_rule_without_moves_on_large_heaps_is_zero_there)
{
    heap_agrees("game g(n) { move take(t in 1..3) where t <= n and n < 7 -> g(n - t) }", &solver_subtraction, 60);
    heap_period("game g(n) { move take(t in 1..3) where t <= n and n < 7 -> g(n - t) }", "sliding", true, 7, 1, 0);
}
CLAIM(periods_are_proved_and_exact)
{
    heap_period("game g(n) { move take(t in {1, 3, 4}) where t <= n -> g(n - t) }", "sliding", true, 0, 7, 0);
    heap_period("game g(n) { param m = 90 in 1.. move take(t in 1..min(m, n)) -> g(n - t) }", "sliding", true, 0, 91,
                0);
    heap_period("game g(n) { move take(t in {2, 5}) where t <= n -> g(n - t) move halve where n in 1..20 -> g(n / 2) }",
                "sliding", true, 20, 7, 0);
}
CLAIM(huge_heaps_are_answered_by_index)
{
    struct one_heap h;
    heap_open(&h, "game g(n) { move take(t in {1, 3, 4}) where t <= n -> g(n - t) }");
    assert_int_equal(heap_value(&h, &solver_subtraction, INT64_MAX),
                     heap_value(&h, &solver_subtraction, INT64_MAX % 7));
    assert_true(store_game(h.env->store, h.file.model->main_game)->sequence_count < 1000);
    heap_close(&h);
}
CLAIM(a_changed_parameter_is_a_changed_sequence)
{
    struct one_heap h;
    heap_open(&h, "game g(n) { param m = 3 in 1.. move take(t in 1..min(m, n)) -> g(n - t) }");
    assert_int_equal(heap_value(&h, &solver_subtraction, 1000), 0);
    struct param_value four = {.value = 4};
    assert_int_equal(env_set_params(h.env, &four), ST_OK);
    assert_int_equal(heap_value(&h, &solver_subtraction, 1004), 4);
    heap_close(&h);
}
CLAIM(other_rules_are_left_to_others)
{
    struct one_heap h;
    heap_open(&h, "game g(n) { move take(t in 1..n) where t in squares -> g(n - t) }");
    struct ask q = heap_question(&h, Q_SEQUENCE, 10);
    struct way way = heap_way(&h, &solver_subtraction, &q);
    assert_false(way.can);
    assert_string_equal(way.because, "the number of tokens removed is not bounded");
    heap_close(&h);
}
CLAIM(misere_values_are_not_offered)
{
    struct one_heap h;
    heap_open(&h, "game g(n) { move take(t in 1..3) where t <= n -> g(n - t) }");
    struct ask q = heap_question(&h, Q_SEQUENCE, 10);
    q.play = PLAY_MISERE;
    assert_false(heap_way(&h, &solver_subtraction, &q).can);
    heap_close(&h);
}
CLAIM(a_budget_stops_it)
{
    struct one_heap h;
    heap_open(&h, "game g(n) { move take(t in {1, 3, 4}) where t <= n -> g(n - t) }");
    h.file.budget.deadline_ns = 1;
    struct ask q = heap_question(&h, Q_SEQUENCE, 1000000);
    struct result result = {0};
    assert_int_equal(
        solver_subtraction.run(h.env, &(struct way){.by = &solver_subtraction, .ask = &q}, &h.arena, &result),
        ST_TIMEOUT);
    h.file.budget.deadline_ns = 0;
    heap_close(&h);
}

static struct rule_file walked;
static bool answers(void)
{
    struct env *env = NULL;
    struct arena arena = {0};
    struct period p = {0};
    const char *by;
    struct env_options options = {
        .gate = &trust_gate, .params = walked.params, .budget = &walked.budget, .diags = &walked.diags};
    enum status st = env_open(walked.model, walked.code, &options, &env);
    if (st == ST_OK) st = period_find(env, walked.model->main_game, 0, &arena, &p, &by);
    env_close(env);
    arena_free(&arena);
    assert_true(st == ST_OK || st == ST_NO_MEMORY);
    return st == ST_OK && p.proved;
}
CLAIM(a_failed_allocation_is_said)
{
    rule_open(&walked, "game g(n) { move take(t in {1, 3, 4}) where t <= n -> g(n - t) }");
    assert_true(walk_failures(answers) > 10);
    rule_close(&walked);
}

CLAIMS(IT(its_sequence_is_the_rules_own), IT(small_heaps_may_have_other_rules),
       IT(a_rule_without_moves_on_large_heaps_is_zero_there), IT(periods_are_proved_and_exact),
       IT(huge_heaps_are_answered_by_index), IT(a_changed_parameter_is_a_changed_sequence),
       IT(other_rules_are_left_to_others), IT(misere_values_are_not_offered), IT(a_budget_stops_it),
       IT(a_failed_allocation_is_said))
