/* SPDX-License-Identifier: MIT */
/* Ends are computed for a block of heaps at a time, one form after the other. Quotients and roots are followed: a
 * step where
 * they change by one, so that neither is computed anew. */
#include <string.h>
#include "solve/windows/private.h"

static int64_t power_at(const struct heap_window_term *t, int64_t x)
{
    return x < 0 ? INT64_MIN : ((t->power[2] * x + t->power[1]) * x + t->power[0]) * x;
}

void ends_open(struct window_ends *ends, const struct heap_windows *windows)
{
    ends->windows = windows;
    for (size_t i = 0; i < windows->term_count; i++) {
        const struct heap_window_term *t = &windows->terms[i];
        ends->trackers[i] = t->divisor ? (struct window_tracker){0, 0, t->divisor}
                                       : (struct window_tracker){-1, INT64_MIN, power_at(t, 0)};
    }
}

static void add(int64_t *to, const int64_t *from, int64_t factor, size_t count)
{
    if (factor == 1)
        for (size_t k = 0; k < count; k++) to[k] += from[k];
    else if (factor == -1)
        for (size_t k = 0; k < count; k++) to[k] -= from[k];
    else
        for (size_t k = 0; k < count; k++) to[k] += factor * from[k];
}

static void form_at(const struct window_ends *ends, const struct heap_window_form *form, int64_t n, size_t count,
                    int64_t *out)
{
    int64_t first = form->constant + form->n * n;
    for (size_t k = 0; k < count; k++) out[k] = first + form->n * (int64_t)k;
    for (size_t i = 0; i < ends->windows->term_count; i++)
        if (form->of[i]) add(out, ends->terms[i], form->of[i], count);
}

static void follow_floor(struct window_tracker *t, int64_t divisor, const int64_t *of, size_t count, int64_t *out)
{
    struct window_tracker at = *t;
    for (size_t k = 0; k < count; k++) {
        if (of[k] >= at.next + 4 * divisor || of[k] < at.at - 4 * divisor) {
            at.value = of[k] / divisor - (of[k] % divisor < 0);
            at.at = at.value * divisor;
            at.next = at.at + divisor;
        }
        for (; of[k] >= at.next; at.value++, at.next += divisor) at.at = at.next;
        for (; of[k] < at.at; at.value--, at.at -= divisor) at.next = at.at;
        out[k] = at.value;
    }
    *t = at;
}

static void follow_root(struct window_tracker *t, const struct heap_window_term *term, const int64_t *of, size_t count,
                        int64_t *out)
{
    struct window_tracker at = *t;
    for (size_t k = 0; k < count; k++) {
        for (; of[k] >= at.next; at.value++, at.next = power_at(term, at.value + 1)) at.at = at.next;
        for (; of[k] < at.at; at.value--, at.at = power_at(term, at.value)) at.next = at.at;
        out[k] = at.value;
    }
    *t = at;
}

/* Of a number that grows by one a heap, or of one that grows by more: runs of heaps that have the same value. */
static void follow_runs(struct window_tracker *t, const struct heap_window_term *term, int64_t of, size_t count,
                        int64_t *out)
{
    struct window_tracker at = *t;
    for (size_t k = 0; k < count;) {
        for (; of >= at.next; at.value++) {
            at.at = at.next;
            at.next = term->divisor ? at.next + term->divisor : power_at(term, at.value + 2);
        }
        int64_t run = term->of.n == 1 ? at.next - of : (at.next - of + term->of.n - 1) / term->of.n;
        size_t end = run < (int64_t)(count - k) ? k + (size_t)run : count;
        of += (int64_t)(end - k) * term->of.n;
        for (; k < end; k++) out[k] = at.value;
    }
    *t = at;
}

/* Does it grow with the heap, and depend on nothing else? From heap 0 on, `t` then follows it. */
static bool is_plain(const struct window_ends *ends, size_t term)
{
    const struct heap_window_form *of = &ends->windows->terms[term].of;
    bool plain = of->n > 0 && of->n <= (ends->windows->terms[term].divisor ? 1 : INT64_MAX);
    for (size_t i = 0; i < WINDOWS_TERMS; i++) plain &= of->of[i] == 0;
    return plain;
}

static void cut(const struct heap_window *v, int64_t n, size_t count, const int64_t *low, int64_t *high)
{
    if (n >= v->from && v->to >= n + (int64_t)count) return;
    for (size_t k = 0; k < count; k++)
        if (n + (int64_t)k < v->from || n + (int64_t)k > v->to) high[k] = low[k];
}

void ends_next(struct window_ends *ends, int64_t n, size_t count)
{
    const struct heap_windows *w = ends->windows;
    int64_t *scratch = ends->scratch;
    for (size_t i = 0; i < w->term_count; i++) {
        const struct heap_window_term *t = &w->terms[i];
        int64_t of = t->of.constant + t->of.n * n;
        if (is_plain(ends, i) && of >= ends->trackers[i].at) {
            follow_runs(&ends->trackers[i], t, of, count, ends->terms[i]);
            continue;
        }
        form_at(ends, &t->of, n, count, scratch);
        if (t->divisor) follow_floor(&ends->trackers[i], t->divisor, scratch, count, ends->terms[i]);
        else follow_root(&ends->trackers[i], t, scratch, count, ends->terms[i]);
    }
    for (size_t i = 0; i < w->count; i++) {
        const struct heap_window *v = &w->windows[i];
        int64_t *low = ends->low[i], *high = ends->high[i];
        form_at(ends, &v->low[0], n, count, low);
        for (size_t b = 1; b < v->low_count; b++) {
            form_at(ends, &v->low[b], n, count, scratch);
            for (size_t k = 0; k < count; k++) low[k] = scratch[k] > low[k] ? scratch[k] : low[k];
        }
        if (v->one) memcpy(high, low, count * sizeof *high);
        else form_at(ends, &v->high[0], n, count, high);
        if (v->one && v->low_count > 1) form_at(ends, &v->high[0], n, count, high);
        for (size_t b = 1; b < v->high_count; b++) {
            form_at(ends, &v->high[b], n, count, scratch);
            for (size_t k = 0; k < count; k++) high[k] = scratch[k] < high[k] ? scratch[k] : high[k];
        }
        for (size_t k = 0; k < count; k++) high[k]++;
        cut(v, n, count, low, high);
    }
}
