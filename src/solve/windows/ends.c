/* SPDX-License-Identifier: MIT */
/* Ends are computed for a block of heaps at a time, one form after the other. Quotients and roots are followed: a
 * step where
 * they change by one, so that neither is computed anew. */
#include <string.h>
#include "base/numbers.h"
#include "solve/windows/private.h"

#define NARROW ((int64_t)1 << 30)
#define SUMS_BEYOND ((int32_t)1 << 28)
enum { STEPS_MOST = 64 };
#define FACTOR_MOST ((int64_t)1 << 20)

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

/* The same of numbers that are within 2^30 of 0. */
static void add_stepped(int64_t *to, const uint32_t *from, int64_t factor, size_t count)
{
    for (size_t k = 0; k < count; k++) to[k] += factor * (int32_t)from[k];
}

void ends_form(const struct window_ends *ends, const struct heap_window_form *form, int64_t n, size_t count,
               int64_t *out)
{
    int64_t first = form->constant + form->n * n;
    for (size_t k = 0; k < count; k++) out[k] = first + form->n * (int64_t)k;
    for (size_t i = 0; i < ends->windows->term_count; i++)
        if (form->of[i] && ends->blocks[i].stepped) add_stepped(out, ends->blocks[i].low_bits, form->of[i], count);
        else if (form->of[i]) add(out, ends->terms[i], form->of[i], count);
}

/* ---- ends as 32 bits --------------------------------------------------------------------------------------------- */
/* Loops over all of a block, whatever part of it is asked for, are done several heaps at a time. What is behind that
 * part is of no use. */
static void narrow_term(struct window_term_block *b, const int64_t *terms, size_t count, bool rises)
{
    b->least = terms[0];
    b->most = terms[count - 1];
    for (size_t k = 0; k < count && !rises; k++) {
        b->least = terms[k] < b->least ? terms[k] : b->least;
        b->most = terms[k] > b->most ? terms[k] : b->most;
    }
    for (size_t k = 0; k < WINDOWS_BLOCK; k++) b->low_bits[k] = (uint32_t)terms[k];
}

/* Is the form within 2^30 of 0 for all heaps of the block, as what it is made of says? *span: between which numbers. */
static bool is_narrow(const struct window_ends *ends, const struct heap_window_form *form, int64_t n, size_t count,
                      struct window_span *span)
{
    int64_t first = form->constant + form->n * n, last = first + form->n * (int64_t)(count - 1);
    span->least = first < last ? first : last;
    span->most = first < last ? last : first;
    for (size_t i = 0; i < ends->windows->term_count; i++) {
        const struct window_term_block *b = &ends->blocks[i];
        int64_t of = form->of[i];
        if (of == 0) continue;
        if (b->least < -NARROW || b->most > NARROW || of < -FACTOR_MOST || of > FACTOR_MOST) return false;
        span->least += of > 0 ? of * b->least : of * b->most;
        span->most += of > 0 ? of * b->most : of * b->least;
    }
    return span->least > -NARROW && span->most < NARROW;
}

static void add_narrow(uint32_t *restrict to, const uint32_t *restrict from, uint32_t factor)
{
    if (factor == 1)
        for (size_t k = 0; k < WINDOWS_BLOCK; k++) to[k] += from[k];
    else if (factor == UINT32_MAX)
        for (size_t k = 0; k < WINDOWS_BLOCK; k++) to[k] -= from[k];
    else
        for (size_t k = 0; k < WINDOWS_BLOCK; k++) to[k] += factor * from[k];
}

/* first + step * k + the terms, modulo 2^32. */
static void add_up(const struct window_ends *ends, const struct heap_window_form *form, uint32_t first,
                   uint32_t *restrict out)
{
    uint32_t step = (uint32_t)form->n;
    size_t i = 0, terms = ends->windows->term_count;
    while (i < terms && form->of[i] == 0) i++;
    if (i < terms && form->of[i] == 1 && step == 0) {
        const uint32_t *restrict from = ends->blocks[i++].low_bits;
        for (uint32_t k = 0; k < WINDOWS_BLOCK; k++) out[k] = first + from[k];
    } else {
        for (uint32_t k = 0; k < WINDOWS_BLOCK; k++) out[k] = first + step * k;
    }
    for (; i < terms; i++)
        if (form->of[i]) add_narrow(out, ends->blocks[i].low_bits, (uint32_t)form->of[i]);
}

/* The form: modulo 2^32 where it is known to fit, and then true, else cut to 2^30, beyond which no heap is. */
static bool narrow_form(struct window_ends *ends, const struct heap_window_form *form, int64_t n, size_t count,
                        uint32_t *restrict out, struct window_span *span)
{
    if (is_narrow(ends, form, n, count, span)) {
        add_up(ends, form, (uint32_t)(form->constant + form->n * n), out);
        return true;
    }
    ends_form(ends, form, n, count, ends->scratch);
    for (size_t k = 0; k < count; k++) {
        int64_t v = ends->scratch[k];
        out[k] = (uint32_t)(int32_t)(v < -NARROW ? -NARROW : v > NARROW ? NARROW : v);
    }
    return false;
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
    if (term->divisor && of >= at.next + 4 * term->divisor) {
        at.value = of / term->divisor;
        at.at = at.value * term->divisor;
        at.next = at.at + term->divisor;
    }
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

/* Quotients by a small number, which change too often for runs: of rest + k for the k-th heap, rest < divisor, by a multiplication.
 * With m = (2^16 + e) / divisor, 0 < e <= divisor, x * m / 2^16 is x / divisor + x * e / (2^16 * divisor), and the floor of both is the
 * same while x * e < 2^16: x / divisor lies at least 1 / divisor below the next whole number. False: they are not within 2^30 of 0. */
static bool quotients(struct window_term_block *b, int64_t divisor, int64_t of, size_t count)
{
    _Static_assert((WINDOWS_BLOCK + STEPS_MOST) * STEPS_MOST < 1 << 16,
                   "a multiplication is exact for all heaps of a block");
    int64_t first = number_floor(of, divisor);
    if (first < -NARROW || first > NARROW - WINDOWS_BLOCK) return false;
    uint32_t m = (uint32_t)(65536 / divisor) + 1, rest = (uint32_t)(of - first * divisor);
    for (uint32_t k = 0; k < WINDOWS_BLOCK; k++) b->low_bits[k] = (uint32_t)first + ((rest + k) * m >> 16);
    b->least = first;
    b->most = first + (((int64_t)rest + (int64_t)count - 1) * m >> 16);
    return true;
}

/* Does it grow with the heap, and depend on nothing else? From heap 0 on, `t` then follows it. */
static bool is_plain(const struct window_ends *ends, size_t term)
{
    const struct heap_window_form *of = &ends->windows->terms[term].of;
    bool plain = of->n > 0 && of->n <= (ends->windows->terms[term].divisor ? 1 : INT64_MAX);
    plain &= !ends->windows->terms[term].call;
    for (size_t i = 0; i < WINDOWS_TERMS; i++) plain &= of->of[i] == 0;
    return plain;
}

static bool is_cut(const struct heap_window *v, int64_t n, size_t count)
{
    return n < v->from || v->to < n + (int64_t)count;
}

static void cut(const struct heap_window *v, int64_t n, size_t count, const int32_t *low, int32_t *high)
{
    for (size_t k = 0; k < count; k++)
        if (n + (int64_t)k < v->from || n + (int64_t)k > v->to) high[k] = low[k];
}

static void find_terms(struct window_ends *ends, int64_t n, size_t count)
{
    const struct heap_windows *w = ends->windows;
    int64_t *scratch = ends->scratch;
    for (size_t i = 0; i < w->term_count; i++) {
        const struct heap_window_term *t = &w->terms[i];
        int64_t of = t->of.constant + t->of.n * n;
        bool runs = is_plain(ends, i) && of >= ends->trackers[i].at;
        struct window_term_block *b = &ends->blocks[i];
        b->stepped = t->divisor && t->divisor <= STEPS_MOST && is_plain(ends, i) && quotients(b, t->divisor, of, count);
        if (b->stepped) continue;
        if (t->call) {
            ends->missing |= !ends_compute(ends, t, n, count, ends->terms[i]);
        } else if (runs) {
            follow_runs(&ends->trackers[i], t, of, count, ends->terms[i]);
        } else {
            ends_form(ends, &t->of, n, count, scratch);
            if (t->divisor) follow_floor(&ends->trackers[i], t->divisor, scratch, count, ends->terms[i]);
            else follow_root(&ends->trackers[i], t, scratch, count, ends->terms[i]);
        }
        narrow_term(b, ends->terms[i], count, runs);
    }
}

static void greatest(int32_t *restrict to, const uint32_t *restrict from)
{
    for (size_t k = 0; k < WINDOWS_BLOCK; k++) to[k] = (int32_t)from[k] > to[k] ? (int32_t)from[k] : to[k];
}

static void least(int32_t *restrict to, const uint32_t *restrict from)
{
    for (size_t k = 0; k < WINDOWS_BLOCK; k++) to[k] = (int32_t)from[k] < to[k] ? (int32_t)from[k] : to[k];
}

/* Of n - distance, distance > 0; else 0. */
static int64_t distance_of(const struct heap_windows *w, const struct heap_window_form *form)
{
    bool fixed = form->n == 1 && form->constant < 0;
    for (size_t i = 0; i < w->term_count; i++) fixed &= form->of[i] == 0;
    return fixed ? -form->constant : 0;
}

void ends_next(struct window_ends *ends, int64_t n, size_t count)
{
    const struct heap_windows *w = ends->windows;
    ends->others_far = ends->missing = false;
    find_terms(ends, n, count);
    for (size_t i = 0; i < w->count; i++) {
        const struct heap_window *v = &w->windows[i];
        int32_t *low = ends->low[i], *high = ends->high[i];
        struct window_span *span = &ends->spans[i], other;
        bool narrow = false;
        ends->absent[i] = v->to < n || n + (int64_t)count <= v->from;
        if (ends->absent[i]) {
            memset(low, 0, sizeof ends->low[i]);
            memset(high, 0, sizeof ends->high[i]);
            *span = (struct window_span){0};
            continue;
        }
        for (size_t b = 0; b < v->low_count; b++) {
            narrow = narrow_form(ends, &v->low[b], n, count, b ? ends->form : (uint32_t *)low, span);
            if (b > 0) greatest(low, ends->form);
        }
        if (v->one && v->low_count == 1) {
            for (size_t k = 0; k < WINDOWS_BLOCK; k++) high[k] = (int32_t)((uint32_t)low[k] + 1);
        } else {
            for (size_t b = 0; b < v->high_count; b++) {
                narrow_form(ends, &v->high[b], n, count, b ? ends->form : (uint32_t *)high, &other);
                if (b > 0) least(high, ends->form);
            }
            for (size_t k = 0; k < WINDOWS_BLOCK; k++) high[k] = (int32_t)((uint32_t)high[k] + 1);
        }
        for (size_t o = 0; o < v->other_count; o++)
            ends->others_far |=
                !narrow_form(ends, &v->others[o].form, n, count, (uint32_t *)ends->others[i][o], &other);
        span->one = narrow && v->one && v->low_count == 1 && !is_cut(v, n, count);
        span->distance = distance_of(ends->windows, &v->low[0]);
        if (is_cut(v, n, count)) cut(v, n, count, low, high);
    }
}

/* Are the other heaps of a window's sums there, at both ends and so in between? Heaps are below 2^28, forms within 2^30. */
static bool others_fit(const struct window_ends *ends, size_t window, int32_t first, int32_t count)
{
    const struct heap_window *v = &ends->windows->windows[window];
    const int32_t *low = ends->low[window], *high = ends->high[window];
    int32_t wrong = ends->others_far || first >= SUMS_BEYOND;
    for (size_t o = 0; o < v->other_count && !wrong; o++) {
        const int32_t *form = ends->others[window][o];
        int32_t slope = (int32_t)v->others[o].slope;
        for (int32_t k = 0; k < count; k++) {
            int32_t at = form[k] + slope * low[k], end = form[k] + slope * (high[k] - 1);
            wrong |= (low[k] < high[k]) & ((at < 0) | (end < 0) | (at >= first + k) | (end >= first + k));
        }
    }
    return !wrong;
}

bool ends_fit(const struct window_ends *ends, int64_t n, size_t count)
{
    int32_t first = (int32_t)n, most = (int32_t)count, wrong = 0;
    if (n + WINDOWS_BLOCK >= INT32_MAX || ends->missing) return false;
    for (size_t i = 0; i < ends->windows->count && !wrong; i++) {
        const struct heap_window *v = &ends->windows->windows[i];
        const int32_t *low = ends->low[i], *high = ends->high[i];
        const struct window_span *span = &ends->spans[i];
        if (ends->absent[i]) continue;
        if (span->one && !v->other_count && span->least >= 0 && (span->most < n || span->distance)) continue;
        for (int32_t k = 0; k < most; k++) wrong |= (low[k] < high[k]) & ((low[k] < 0) | (high[k] > first + k));
        if (!wrong && v->other_count) wrong = !others_fit(ends, i, first, most);
    }
    return !wrong;
}
