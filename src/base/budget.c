/* Checks the limits in order of urgency: Ctrl-C, time, memory. */
#include "base/budget.h"
#include <time.h>
#include "base/mem.h"

enum { PROGRESS_STEP_NS = 100 * 1000 * 1000 };

uint64_t budget_now_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void show_progress(struct budget *budget, uint64_t now)
{
    if (now < budget->next_progress_ns) return;
    budget->next_progress_ns = now + PROGRESS_STEP_NS;
    budget->progress(budget->progress_context, budget->states_used);
}

enum status budget_check(struct budget *budget)
{
    if (budget->interrupt && *budget->interrupt) return ST_INTERRUPTED;
    if (budget->looks && budget->looks_used++ >= budget->looks) return ST_STATE_BUDGET;
    if (budget->deadline_ns || budget->progress) {
        uint64_t now = budget_now_ns();
        if (budget->deadline_ns && now >= budget->deadline_ns) return ST_TIMEOUT;
        if (budget->progress) show_progress(budget, now);
    }
    if (budget->memory && mem_held() > budget->memory) return ST_MEMORY_BUDGET;
    return ST_OK;
}

enum status budget_take_states(struct budget *budget, uint64_t count)
{
    uint64_t used;
    if (__builtin_add_overflow(budget->states_used, count, &used)) return ST_STATE_BUDGET;
    if (budget->states && used > budget->states) return ST_STATE_BUDGET;
    budget->states_used = used;
    return ST_OK;
}

enum status budget_fits(const struct budget *budget, uint64_t bytes)
{
    if (!budget->memory) return ST_OK;
    uint64_t held = mem_held();
    return held <= budget->memory && bytes <= budget->memory - held ? ST_OK : ST_MEMORY_BUDGET;
}
