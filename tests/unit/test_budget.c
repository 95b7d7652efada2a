/* SPDX-License-Identifier: MIT */
/* Budgets. */
#include "base/budget.h"
#include "base/mem.h"
#include "claims.h"

CLAIM(no_limit_is_ever_reached_by_default)
{
    struct budget budget = {0};
    assert_int_equal(budget_check(&budget), ST_OK);
    assert_int_equal(budget_take_states(&budget, UINT64_MAX), ST_OK);
    assert_int_equal(budget_fits(&budget, UINT64_MAX), ST_OK);
    assert_int_equal(budget_spares(&budget, UINT64_MAX), ST_OK);
}

CLAIM(a_passed_deadline_is_a_timeout)
{
    struct budget budget = {.deadline_ns = budget_now_ns() + 3600u * 1000000000u};
    assert_int_equal(budget_check(&budget), ST_OK);
    budget.deadline_ns = budget_now_ns();
    assert_int_equal(budget_check(&budget), ST_TIMEOUT);
}

CLAIM(an_interrupt_comes_before_everything_else)
{
    sig_atomic_t flag = 0;
    struct budget budget = {.deadline_ns = 1, .interrupt = &flag};
    assert_int_equal(budget_check(&budget), ST_TIMEOUT);
    flag = 1;
    assert_int_equal(budget_check(&budget), ST_INTERRUPTED);
}

CLAIM(states_are_taken_up_to_the_limit_and_not_beyond)
{
    struct budget budget = {.states = 10};
    assert_int_equal(budget_take_states(&budget, 10), ST_OK);
    assert_int_equal(budget_take_states(&budget, 0), ST_OK);
    assert_int_equal(budget_take_states(&budget, 1), ST_STATE_BUDGET);
    assert_int_equal(budget_take_states(&budget, UINT64_MAX), ST_STATE_BUDGET);
    assert_int_equal(budget.states_used, 10);
}

CLAIM(a_budget_is_spent_if_its_looks_or_positions_or_those_around_it_are)
{
    struct budget outer = {.states = 100}, inner = budget_within(&outer, 2, 10), within = budget_within(&inner, 0, 0);
    assert_false(budget_spent(&within));
    assert_int_equal(budget_check(&within), ST_OK);
    assert_false(budget_spent(&within));
    assert_int_equal(budget_check(&within), ST_OK);
    assert_true(budget_spent(&within));
    assert_true(budget_spent(&inner));
    assert_false(budget_spent(&outer));
    assert_int_equal(inner.looks_used, 2); /* none was for the question */
    inner = budget_within(&outer, 2, 10);
    assert_int_equal(budget_take_states(&within, 11), ST_STATE_BUDGET);
    assert_false(budget_spent(&within));
    assert_int_equal(budget_take_states(&within, 10), ST_OK);
    assert_true(budget_spent(&within));
    assert_false(budget_spent(&outer));
    assert_int_equal(budget_take_states(&outer, 90), ST_OK);
    assert_true(budget_spent(&outer));
}

CLAIM(memory_is_measured_against_what_is_held)
{
    void *block = mem_alloc(1000);
    struct budget budget = {.memory = mem_held() + 100};
    assert_int_equal(budget_fits(&budget, 100), ST_OK);
    assert_int_equal(budget_fits(&budget, 101), ST_MEMORY_BUDGET);
    assert_int_equal(budget_fits(&budget, UINT64_MAX), ST_MEMORY_BUDGET);
    assert_int_equal(budget_spares(&budget, 1), ST_MEMORY_BUDGET);
    assert_int_equal(budget_spares(&budget, UINT64_MAX), ST_MEMORY_BUDGET);
    budget.memory += 1 << 30;
    assert_int_equal(budget_spares(&budget, (1 << 30) / 16 * 15 - (1 << 18)), ST_OK);
    assert_int_equal(budget_spares(&budget, (1 << 30) / 16 * 15), ST_MEMORY_BUDGET);
    budget.memory -= 1 << 30;
    assert_int_equal(budget_check(&budget), ST_OK);
    budget.memory = mem_held() - 1;
    assert_int_equal(budget_check(&budget), ST_MEMORY_BUDGET);
    assert_int_equal(budget_fits(&budget, 0), ST_MEMORY_BUDGET);
    mem_free(block, 1000);
}

static void count_call(void *context, uint64_t states)
{
    (void)states;
    ++*(int *)context;
}

CLAIM(progress_is_shown_at_most_ten_times_a_second)
{
    int calls = 0;
    struct budget budget = {.progress = count_call, .progress_context = &calls};
    uint64_t begin = budget_now_ns();
    for (int i = 0; i < 1000; i++) assert_int_equal(budget_check(&budget), ST_OK);
    uint64_t tenths = (budget_now_ns() - begin) / 100000000u;
    assert_in_range(calls, 1, 1 + tenths);
}

CLAIM(a_bound_within_ends_the_inner_work_alone)
{
    struct budget outer = {.states = 100, .states_used = 10};
    struct budget inner = budget_within(&outer, 2, 0);
    assert_int_equal(budget_check(&inner), ST_OK);
    assert_int_equal(budget_check(&inner), ST_OK);
    assert_int_equal(budget_check(&inner), ST_STATE_BUDGET);
    assert_int_equal(budget_check(&outer), ST_OK);
    assert_int_equal(budget_states_left(&inner), 90);
    inner = budget_within(&outer, 0, 5);
    assert_int_equal(budget_states_left(&inner), 5);
    assert_int_equal(budget_take_states(&inner, 6), ST_STATE_BUDGET);
    assert_int_equal(budget_take_states(&inner, 5), ST_OK);
    assert_int_equal(outer.states_used, 15);
    assert_int_equal(budget_check(&inner), ST_OK);
    assert_int_equal(budget_take_states(&outer, 1), ST_OK); /* whoever takes it */
    assert_int_equal(budget_check(&inner), ST_STATE_BUDGET);
}

CLAIM(what_holds_outside_holds_within)
{
    sig_atomic_t flag = 0;
    struct budget outer = {.states = 10, .memory = 1, .interrupt = &flag};
    struct budget middle = budget_within(&outer, 0, 1000), inner = budget_within(&middle, 0, UINT64_MAX);
    void *held = mem_alloc_raw(100);
    assert_int_equal(budget_states_left(&inner), 10);
    assert_int_equal(budget_take_states(&inner, 11), ST_STATE_BUDGET);
    assert_int_equal(budget_check(&inner), ST_MEMORY_BUDGET);
    assert_int_equal(budget_fits(&inner, 1), ST_MEMORY_BUDGET);
    mem_free(held, 100);
    flag = 1;
    assert_int_equal(budget_check(&inner), ST_INTERRUPTED);
}

CLAIMS(IT(no_limit_is_ever_reached_by_default), IT(a_passed_deadline_is_a_timeout),
       IT(an_interrupt_comes_before_everything_else), IT(states_are_taken_up_to_the_limit_and_not_beyond),
       IT(a_budget_is_spent_if_its_looks_or_positions_or_those_around_it_are),
       IT(memory_is_measured_against_what_is_held), IT(progress_is_shown_at_most_ten_times_a_second),
       IT(a_bound_within_ends_the_inner_work_alone), IT(what_holds_outside_holds_within))
