/* SPDX-License-Identifier: MIT */
/* The take-and-break kernel against the rule itself; periods by the theorem of Guy and Smith. */
#include "one_heap.h"

CLAIM(its_sequence_is_the_rules_own)
{
    heap_agrees("game k(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> k(a) + k(n - t - a) }", &solver_takebreak,
                300);
    heap_agrees("game g = octal \"0.137\"", &solver_takebreak, 300);
    heap_agrees("game g = octal \"4.007\"", &solver_takebreak, 300);
    heap_agrees("game g = octal \"0.165\"", &solver_takebreak, 600);
    heap_agrees("game g = octal \"0.0000007\"", &solver_takebreak, 300);
}
CLAIM(three_heaps_are_counted_through_sets_of_pairs)
{
    heap_agrees("game g = octal \"0.8\"", &solver_takebreak, 60);
    heap_agrees("game g = octal \"0.1F\"", &solver_takebreak, 60);
    heap_agrees("game g = octal \"8.3\"", &solver_takebreak, 60);
    heap_agrees("game g(n) { move s(a in 0..n - 1, b in 0..n - 1 - a) -> g(a) + g(b) + g(n - 1 - a - b) }",
                &solver_takebreak, 60);
}
CLAIM(narrowed_pairs_are_the_rules_own)
{
    heap_agrees("game g(n) { move s(a in 1..n - 1) where a < n - a -> g(a) + g(n - a) }", &solver_takebreak, 300);
    heap_agrees("game g(n) { move s(a in 1..n / 2) where n >= 3 -> g(a) + g(n - a) }", &solver_takebreak, 300);
    heap_agrees("game g(n) { move s(a in 3..n - 3) where abs(n - 2 * a) > 4 -> g(a) + g(n - a) move o where n > 0 -> "
                "g(n - 1) }",
                &solver_takebreak, 300);
    heap_agrees("game g(n) { move s(t in 1..3, a in 2..n - t) where a + 4 <= n - t - a -> g(a) + g(n - t - a) }",
                &solver_takebreak, 300);
    heap_agrees("game g(n) { move s(a in 2..n - 1) where a < n + 1 - a -> g(a) + g(n + 1 - a) }", &solver_takebreak,
                300);
}
CLAIM(values_beyond_a_word_are_right)
{
    struct one_heap h;
    heap_agrees("game g = octal \"C.3\"", &solver_takebreak, 100);
    heap_open(&h, "game g = octal \"C.3\"");
    const uint64_t *g = heap_sequence(&h, &solver_takebreak, 100);
    uint64_t most = 0;
    for (int n = 0; n <= 100; n++) most = g[n] > most ? g[n] : most;
    assert_true(most >= 64);
    heap_close(&h);
}
CLAIM(periods_are_proved_and_exact)
{
    heap_period("game k(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> k(a) + k(n - t - a) }", "takebreak", true,
                71, 12, 0);
    heap_period("game g = octal \"0.137\"", "takebreak", true, 52, 34, 0);
    heap_period("game g = octal \"0.07\"", "takebreak", true, 53, 34, 0);
    heap_period("game g = octal \"0.15\"", "takebreak", true, 1, 10, 0);
}
CLAIM(arithmetic_periods_are_proved_or_observed)
{
    heap_period("game g(n) { move take(t in 1..n) -> g(n - t) }", "sliding", true, 0, 1, 1);
    heap_period("game g(n) { move take(t in 1..n) -> g(n - t) move split(a in 1..n / 2) -> g(a) + g(n - a) }",
                "sliding", true, 1, 4, 4);
    heap_period("game g(n) { move take(t in 1..n) where even(t) or t == 1 -> g(n - t) }", "sliding", true, 0, 6, 3);
    heap_period("game g(n) { move take(t in 1..n) where 2 * t <= n or t == 1 -> g(n - t) }", "sequence", false, 0, 0,
                0);
}
/* No power of 2 is a multiple of 3 or 5, none of 4 of 5; no prime is one of 4, but one of each other prime. */
CLAIM(takes_of_named_sets_are_known_modulo_the_period)
{
    heap_period("game g(n) { move take(t in powers(2)) where t <= n -> g(n - t) }", "sliding", true, 0, 3, 0);
    heap_period("game g(h) { move to(r in 0..h - 1) where h - r in powers(4) -> g(r) }", "sliding", true, 0, 5, 0);
    heap_period("game g(n) { move take(t in 1..n) where t == 1 or t in primes -> g(n - t) }", "sliding", true, 0, 4, 0);
    heap_period("game g(n) { move take(t in 1..n) where t + 1 in powers(2) and t % 3 == 1 -> g(n - t) }", "sliding",
                true, 0, 2, 0);
    heap_period("game g(n) { move take(t in 1..n) where t in primes and t > 2 -> g(n - t) }", "sliding", false, 0, 0,
                0);
    heap_period("game g(n) { move take(t in 1..n) where t in powers(2) or t == 3 -> g(n - t) }", "sliding", true, 0, 5,
                0);
}
CLAIM(huge_heaps_are_answered_by_index)
{
    struct one_heap h;
    heap_open(&h, "game k(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> k(a) + k(n - t - a) }");
    int64_t huge = 4000000000000000003;
    uint64_t small = heap_value(&h, &solver_takebreak, 72 + (huge - 72) % 12);
    assert_int_equal(heap_value(&h, &solver_takebreak, huge), small);
    assert_true(store_game(h.env->store, h.file.model->main_game)->sequence_count < 1000);
    heap_close(&h);
}
CLAIM(a_huge_heap_without_a_proved_period_is_refused)
{
    struct one_heap h;
    heap_open(&h, "game g = octal \"0.06\"");
    int64_t heap = INT64_MAX;
    struct periodic *p;
    assert_int_equal(periodic_get(h.env, h.file.model->main_game, &p), ST_OK);
    assert_int_equal(periodic_reach(h.env, h.file.model->main_game, p, INT64_MAX, 2000), ST_OK);
    uint64_t value;
    assert_false(p->period.found);
    assert_false(periodic_value(h.env, h.file.model->main_game, p, (uint64_t)heap, &value));
    heap_close(&h);
}
CLAIM(a_budget_stops_it)
{
    struct one_heap h;
    heap_open(&h, "game g = octal \"0.6\"");
    h.file.budget.deadline_ns = 1;
    struct ask q = heap_question(&h, Q_SEQUENCE, 100000);
    struct result result = {0};
    assert_int_equal(solver_takebreak.run(h.env, &(struct way){.by = &solver_takebreak, .ask = &q}, &h.arena, &result),
                     ST_TIMEOUT);
    h.file.budget.deadline_ns = 0;
    heap_close(&h);
}

/* Long questions begin when they are planned. */
CLAIM(what_was_computed_for_a_plan_is_the_rules_own)
{
    heap_agrees("game g = octal \"0.165\"", &solver_takebreak, 2100);
    heap_agrees("game g = octal \"0.18\"", &solver_takebreak, 500);
}
/* Seconds are counted, not timed: what was predicted of the steps against the steps. */
CLAIM(plans_are_right_within_a_factor_of_three)
{
    static const struct {
        const char *rule;
        int64_t heap;
    } asked[] = {
        {"game g = octal \"0.106\"", 100000}, {"game g = octal \"0.6\"", 15000}, {"game g = octal \"0.007\"", 7000},
        {"game g = octal \"0.161\"", 20000},  {"game g = octal \"0.18\"", 1200}, {"game g = octal \"4.08\"", 1500},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct one_heap h;
        struct periodic *p;
        heap_open(&h, asked[i].rule);
        struct component component = {h.file.model->main_game, 1, &asked[i].heap};
        struct ask q = {.what = Q_VALUE, .components = &component, .count = 1};
        struct way way = heap_way(&h, &solver_takebreak, &q);
        heap_value(&h, &solver_takebreak, asked[i].heap);
        assert_int_equal(periodic_get(h.env, component.game, &p), ST_OK);
        double counted = (double)p->work * (p->family.most_heaps > 2 ? 4e-10 : 1.2e-9) + (double)asked[i].heap * 4e-8;
        if (way.cost.seconds > 3 * counted || way.cost.seconds < counted / 3)
            fail_msg("%s: %g s planned, %g s counted", asked[i].rule, way.cost.seconds, counted);
        heap_close(&h);
    }
}
CLAIM(a_period_that_comes_soon_is_planned)
{
    struct one_heap h;
    int64_t heap = 100000000;
    heap_open(&h, "game g = octal \"0.77\"");
    struct component component = {h.file.model->main_game, 1, &heap};
    struct ask q = {.what = Q_VALUE, .components = &component, .count = 1};
    struct way way = heap_way(&h, &solver_takebreak, &q);
    assert_true(way.can && way.cost.seconds < 0.001 && way.cost.bytes < 100000);
    heap_close(&h);
}

CLAIMS(IT(what_was_computed_for_a_plan_is_the_rules_own), IT(plans_are_right_within_a_factor_of_three),
       IT(a_period_that_comes_soon_is_planned), IT(its_sequence_is_the_rules_own),
       IT(three_heaps_are_counted_through_sets_of_pairs), IT(narrowed_pairs_are_the_rules_own),
       IT(values_beyond_a_word_are_right), IT(periods_are_proved_and_exact),
       IT(arithmetic_periods_are_proved_or_observed), IT(takes_of_named_sets_are_known_modulo_the_period),
       IT(huge_heaps_are_answered_by_index), IT(a_huge_heap_without_a_proved_period_is_refused), IT(a_budget_stops_it))
