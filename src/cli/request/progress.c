/* SPDX-License-Identifier: MIT */
/* How far a run has come, how fast it is and when it may end. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>
#include "cli/request/request.h"

#define SECOND_NS 1000000000u
#define SHORTEST_NS 50000000u /* a rate of less than that is none */

/* 12,3 million as 12.3M. */
static void short_count(double n, char *out, size_t size)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    size_t unit = 0;
    for (; n >= 10000 && unit < 4; unit++) n /= 1000;
    snprintf(out, size, n < 100 && unit ? "%.1f%s" : "%.0f%s", n, units[unit]);
}

static void short_time(double seconds, char *out, size_t size)
{
    if (seconds < 100) snprintf(out, size, "%.0f s", seconds);
    else if (seconds < 100 * 60) snprintf(out, size, "%.0f min", seconds / 60);
    else if (seconds < 100 * 3600) snprintf(out, size, "%.0f h", seconds / 3600);
    else if (seconds < 1000 * 86400) snprintf(out, size, "%.0f days", seconds / 86400);
    else snprintf(out, size, "%.0f years", seconds / (365.25 * 86400));
}

/* Positions a second, over the last lines; 0: not known, or none. */
static double rate_of(struct pace *p, uint64_t now, uint64_t states)
{
    uint64_t oldest = p->count < PACE_POINTS ? 0 : p->count % PACE_POINTS;
    double rate = 0;
    if (p->count && now >= p->ns[oldest] + SHORTEST_NS && states > p->states[oldest])
        rate = (double)(states - p->states[oldest]) * SECOND_NS / (double)(now - p->ns[oldest]);
    p->ns[p->count % PACE_POINTS] = now;
    p->states[p->count++ % PACE_POINTS] = states;
    return rate;
}

void progress_open(struct request *request)
{
    struct pace *p = &request->pace;
    p->ns[0] = budget_now_ns();
    p->count = 1;
}

void progress_show(void *context, uint64_t states)
{
    struct request *request = context;
    struct pace *p = &request->pace;
    uint64_t now = budget_now_ns(), expected = request->budget.states_expected;
    bool terminal = isatty(STDERR_FILENO) == 1;
    if (!terminal && now - p->shown < SECOND_NS) return;
    double rate = rate_of(p, now, states);
    char done[32], all[32], pace[32], left[32];
    short_count((double)states, done, sizeof done);
    short_count((double)expected, all, sizeof all);
    short_count(rate, pace, sizeof pace);
    bool known = expected > states;
    const char *of = !known ? "" : request->budget.states_about ? " of about " : " of ", *by = request->budget.by;
    fprintf(stderr, "%s%s%s%s position%s", terminal ? "\r" : "", done, of, known ? all : "", states == 1 ? "" : "s");
    if (by) fprintf(stderr, " by %s", by);
    if (rate > 0) fprintf(stderr, ", %s a second", pace);
    if (rate > 0 && known) {
        short_time((double)(expected - states) / rate, left, sizeof left);
        fprintf(stderr, ", about %s left", left);
    } else if (rate > 0) {
        fputs(", how many are left is not known", stderr);
    }
    fputs(terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
    p->shown = now;
    request->progress_shown = terminal;
}

void progress_clear(struct request *request)
{
    if (request->progress_shown) fputs("\r\033[K", stderr);
    request->progress_shown = false;
}
