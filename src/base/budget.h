/* SPDX-License-Identifier: MIT */
/* Budgets: time, memory, positions, and Ctrl-C, checked by one call.
 *
 *     if ((st = budget_check(budget)) != ST_OK) return st;          // cheap: call it every few thousand steps
 *     if ((st = budget_take_states(budget, 1)) != ST_OK) return st;
 *     if ((st = budget_fits(budget, table_bytes)) != ST_OK) return st;   // before anything long starts
 *
 * Zero means no limit. Time differs between machines and runs; where the work must be the same everywhere (audits),
 * `looks` bounds the calls of budget_check, which searches make every few thousand steps. `interrupt` points at a flag
 * that a signal handler sets (or is NULL).
 *
 * Part of the work may have a bound of its own within the caller's limits:
 *
 *     struct budget inner = budget_within(budget, 200, 0);          // 200 looks; any number of positions
 *     if ((st = search(..., &inner)) == ST_STATE_BUDGET) ...        // try another way
 *
 * What is taken from the inner budget is taken from the outer one; budget_check checks a bound on positions. */
#ifndef CGI_BASE_BUDGET_H
#define CGI_BASE_BUDGET_H
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/status.h"

struct crew;
struct budget {
    uint64_t deadline_ns;          /* on the monotonic clock; 0: none */
    uint64_t memory;               /* bytes that mem_held may reach; 0: none */
    uint64_t states;               /* positions that may be stored; 0: none */
    uint64_t states_used, renewed; /* renewed: in place of others, which takes none: for progress reports */
    uint64_t looks; /* calls of budget_check that are allowed; 0: any number. The next one returns ST_STATE_BUDGET */
    uint64_t looks_used;
    const volatile sig_atomic_t *interrupt;
    uint64_t states_expected; /* what will be stored in the end, as far as the run under way knows; 0: not known */
    bool states_about;        /* that is an estimate */
    const char *by;           /* who is at work, static, for progress reports; NULL: not known */
    /* Progress reports of how many positions were stored, called about ten times a second by budget_check; NULL: none. */
    void (*progress)(void *context, uint64_t states);
    void *progress_context;
    uint64_t next_progress_ns;
    struct crew *crew;    /* who else may work (crew.h); NULL: nobody */
    struct budget *outer; /* set by budget_within: has all limits but `looks` and `states`; else NULL */
};
uint64_t budget_now_ns(void);
/* The one that all others are within: it counts their positions, and makes their reports. */
struct budget *budget_outermost(struct budget *budget);
enum status budget_check(struct budget *budget);
enum status budget_take_states(struct budget *budget, uint64_t count);
/* A position takes the place of another one. */
void budget_renew(struct budget *budget);
/* So many positions are done that are not stored as such: for progress reports. */
void budget_pass(struct budget *budget, uint64_t count);
/* Positions that were stored so far, for progress reports: of a budget that another thread takes from, too. */
uint64_t budget_stored(const struct budget *budget);
enum status budget_fits(const struct budget *budget, uint64_t bytes);
/* As budget_fits, for what can stay as small as it is (a table that forgets and may grow): a sixteenth of the budget and 128 KB must
 * be left, for what cannot. */
enum status budget_spares(const struct budget *budget, uint64_t bytes);
/* A budget for at most `looks` calls of budget_check and about `states` more positions; 0: no bound but the outer ones.
 * `outer` must outlive it. */
struct budget budget_within(struct budget *outer, uint64_t looks, uint64_t states);
/* For waiting on something outside: sleeps for a millisecond, then looks at Ctrl-C and the time. No look, no report. */
enum status budget_pause(const struct budget *budget);
/* Ctrl-C and the time alone, as budget_check says them; writes nothing, so that parts of a task may call it (crew.h). What one of
 * them answers instead is not what another number of threads would answer: only for what ends the whole question. */
enum status budget_over(const struct budget *budget);
/* The hands of the outermost budget; NULL: the caller alone. */
struct crew *budget_crew(const struct budget *budget);
/* How many more positions may be taken; UINT64_MAX: any number. */
uint64_t budget_states_left(const struct budget *budget);
/* Are the looks, or the positions, of one of these budgets used up? Then what ended with ST_STATE_BUDGET ended for that, and no other
 * way to the same answer may begin; otherwise it wanted more positions at once than are left. No look. */
bool budget_spent(const struct budget *budget);
/* The run that begins now will take about `count` positions more: for progress reports. */
void budget_expect(struct budget *budget, uint64_t count);
/* The same by an estimate, which may be far off; 0: there is none. */
void budget_expect_about(struct budget *budget, uint64_t count);

#endif
