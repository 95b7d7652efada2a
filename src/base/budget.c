/* SPDX-License-Identifier: MIT */
/* Checks the limits in order of urgency: Ctrl-C, time, memory. */
#include "base/budget.h"
#include <time.h>
#include "base/mem.h"

enum { PROGRESS_STEP_NS = 100 * 1000 * 1000, PAUSE_NS = 1000 * 1000, SPARED = 16, LEFT = 128 << 10 };

uint64_t budget_now_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t budget_stored(const struct budget *budget)
{
    uint64_t used = __atomic_load_n(&budget->states_used, __ATOMIC_RELAXED);
    return used + __atomic_load_n(&budget->renewed, __ATOMIC_RELAXED);
}

static void show_progress(struct budget *budget, uint64_t now)
{
    if (now < budget->next_progress_ns) return;
    budget->next_progress_ns = now + PROGRESS_STEP_NS;
    budget->progress(budget->progress_context, budget_stored(budget));
}

static const struct budget *outermost(const struct budget *budget)
{
    while (budget->outer) budget = budget->outer;
    return budget;
}

struct budget *budget_outermost(struct budget *budget) { return (struct budget *)outermost(budget); }

enum status budget_check(struct budget *budget)
{
    if (budget->interrupt && *budget->interrupt) return ST_INTERRUPTED;
    if (budget->looks && budget->looks_used++ >= budget->looks) return ST_STATE_BUDGET;
    if (budget->outer && budget->states && outermost(budget)->states_used > budget->states) return ST_STATE_BUDGET;
    if (budget->outer) return budget_check(budget->outer);
    if (budget->deadline_ns || budget->progress) {
        uint64_t now = budget_now_ns();
        if (budget->deadline_ns && now >= budget->deadline_ns) return ST_TIMEOUT;
        if (budget->progress) show_progress(budget, now);
    }
    if (budget->memory && mem_held() > budget->memory) return ST_MEMORY_BUDGET;
    return ST_OK;
}

enum status budget_pause(const struct budget *budget)
{
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    return budget_over(budget);
}

struct crew *budget_crew(const struct budget *budget) { return outermost(budget)->crew; }

enum status budget_over(const struct budget *budget)
{
    for (const struct budget *b = budget; b; b = b->outer) {
        if (b->interrupt && *b->interrupt) return ST_INTERRUPTED;
        if (b->deadline_ns && budget_now_ns() >= b->deadline_ns) return ST_TIMEOUT;
    }
    return ST_OK;
}

enum status budget_take_states(struct budget *budget, uint64_t count)
{
    uint64_t used;
    if (budget->outer)
        return count > budget_states_left(budget) ? ST_STATE_BUDGET : budget_take_states(budget->outer, count);
    if (__builtin_add_overflow(budget->states_used, count, &used)) return ST_STATE_BUDGET;
    if (budget->states && used > budget->states) return ST_STATE_BUDGET;
    __atomic_store_n(&budget->states_used, used, __ATOMIC_RELAXED);
    return ST_OK;
}

void budget_pass(struct budget *budget, uint64_t count)
{
    budget = budget_outermost(budget);
    __atomic_store_n(&budget->renewed, budget->renewed + count, __ATOMIC_RELAXED);
}

void budget_renew(struct budget *budget) { budget_pass(budget, 1); }

enum status budget_fits(const struct budget *budget, uint64_t bytes)
{
    if (budget->outer) return budget_fits(budget->outer, bytes);
    if (!budget->memory) return ST_OK;
    uint64_t held = mem_held();
    return held <= budget->memory && bytes <= budget->memory - held ? ST_OK : ST_MEMORY_BUDGET;
}

enum status budget_spares(const struct budget *budget, uint64_t bytes)
{
    uint64_t with;
    if (__builtin_add_overflow(bytes, outermost(budget)->memory / SPARED + LEFT, &with)) with = UINT64_MAX;
    return budget_fits(budget, with);
}

struct budget budget_within(struct budget *outer, uint64_t looks, uint64_t states)
{
    struct budget inner = {.looks = looks, .outer = outer};
    if (states && __builtin_add_overflow(outermost(outer)->states_used, states, &inner.states)) inner.states = 0;
    return inner;
}

uint64_t budget_states_left(const struct budget *budget)
{
    uint64_t used = outermost(budget)->states_used, left = UINT64_MAX;
    for (; budget; budget = budget->outer) {
        uint64_t here = budget->states == 0 ? UINT64_MAX : budget->states > used ? budget->states - used : 0;
        if (here < left) left = here;
    }
    return left;
}

bool budget_spent(const struct budget *budget)
{
    bool spent = budget_states_left(budget) == 0;
    for (const struct budget *b = budget; b; b = b->outer) spent |= b->looks && b->looks_used >= b->looks;
    return spent;
}

void budget_expect(struct budget *budget, uint64_t count)
{
    budget = budget_outermost(budget);
    if (__builtin_add_overflow(budget_stored(budget), count, &budget->states_expected)) budget->states_expected = 0;
    budget->states_about = false;
}

void budget_expect_about(struct budget *budget, uint64_t count)
{
    budget_expect(budget, count);
    budget_outermost(budget)->states_about = true;
}
