/* SPDX-License-Identifier: MIT */
/* Rows one after the other, in a buffer that keeps the last ones; a window of them is kept, and compared with those that follow (Brent
 * 1980). */
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "solve/recurrence/private.h"

enum { BUFFER_ROWS = 4096, WORDS = 4 }; /* of the values of options, which are at most 255 */

struct running {
    struct recurrence *r;
    uint8_t *rows, *window; /* the last rows; those that are compared */
    size_t room, used;      /* rows */
    int64_t next;           /* the heap of the next row */
    int64_t compared;       /* of the window's last row; -1: there is none */
    uint64_t wait;          /* so many rows until another window is taken */
};

static size_t bytes_of(const struct recurrence *r, size_t rows) { return rows * r->states; }

double recurrence_work(const struct recurrence *r)
{
    double options = 0;
    for (int64_t i = 0; i < r->period; i++) {
        const size_t *first = r->rows[r->steady - r->box.low[r->heap] + i].first;
        options += (double)(first[r->states] - first[0]);
    }
    return options / (double)r->period + (double)r->states;
}

static const size_t *first_of(const struct recurrence *r, int64_t heap)
{
    int64_t at = heap < r->steady ? heap : r->steady + (heap - r->steady) % r->period;
    return r->rows[at - r->box.low[r->heap]].first;
}

static uint8_t least_missing(const struct recurrence_option *o, size_t count, const uint8_t *row, size_t states)
{
    uint64_t seen[WORDS] = {0};
    for (size_t i = 0; i < count; i++) {
        uint8_t value = row[(ptrdiff_t)o[i].state - (ptrdiff_t)(o[i].back * states)];
        seen[value / 64] |= (uint64_t)1 << value % 64;
    }
    size_t w = 0;
    while (seen[w] == UINT64_MAX) w++; /* fewer options than 256 */
    return (uint8_t)(64 * w + (size_t)__builtin_ctzll(~seen[w]));
}

/* Does the mover win in misere play? */
static uint8_t wins(const struct recurrence_option *o, size_t count, const uint8_t *row, size_t states)
{
    uint8_t all = 1;
    for (size_t i = 0; i < count; i++) all &= row[(ptrdiff_t)o[i].state - (ptrdiff_t)(o[i].back * states)];
    return count == 0 || !all;
}

static void fill_row(struct running *k)
{
    const struct recurrence *r = k->r;
    if (k->used == k->room) { /* the last ones are kept */
        memmove(k->rows, k->rows + bytes_of(r, k->used - r->reach), bytes_of(r, r->reach));
        k->used = r->reach;
    }
    uint8_t *row = k->rows + bytes_of(r, k->used++);
    const size_t *first = first_of(r, k->next++);
    for (size_t s = 0; s < r->states; s++) {
        size_t count = first[s + 1] - first[s];
        const struct recurrence_option *o = count ? r->options.data + first[s] : NULL;
        row[s] = r->misere ? wins(o, count, row, r->states) : least_missing(o, count, row, r->states);
    }
}

/* Is the window there again? Else it is taken anew, after twice as many rows. */
static bool repeats(struct running *k)
{
    struct recurrence *r = k->r;
    int64_t last = k->next - 1;
    if (k->used < r->reach || last < r->steady) return false;
    const uint8_t *now = k->rows + bytes_of(r, k->used - r->reach);
    if (k->compared >= 0 && (last - k->compared) % r->period == 0 && !memcmp(now, k->window, bytes_of(r, r->reach))) {
        r->from = k->compared + 1;
        r->repeats = last - k->compared;
        return true;
    }
    if (k->compared < 0 || --k->wait == 0) {
        k->wait = k->compared < 0 ? r->reach + 64 : 2 * (uint64_t)(last - k->compared);
        k->compared = last;
        memcpy(k->window, now, bytes_of(r, r->reach));
    }
    return false;
}

static int by_heap(const void *a, const void *b)
{
    const struct recurrence_target *x = *(const struct recurrence_target *const *)a,
                                   *y = *(const struct recurrence_target *const *)b;
    return (x->heap > y->heap) - (x->heap < y->heap);
}

/* Up to the last target, or, if it is looked for, to the period. *reached: so many of them have a value. */
static enum status run(struct running *k, struct recurrence_target **targets, size_t count, bool look, uint64_t most,
                       size_t *reached, struct budget *budget)
{
    struct recurrence *r = k->r;
    enum status st = ST_OK;
    double work = recurrence_work(r), since = 0;
    while (st == ST_OK && *reached < count && !(look && r->repeats)) {
        if (++r->computed > most) return ST_UNSUPPORTED;
        fill_row(k);
        const uint8_t *row = k->rows + bytes_of(r, k->used - 1);
        for (; *reached < count && targets[*reached]->heap == k->next - 1; ++*reached)
            targets[*reached]->value = row[targets[*reached]->state];
        if (look) (void)repeats(k);
        since += work;
        if (since < 1 << 18) continue;
        since = 0;
        st = budget_check(budget);
    }
    return st;
}

enum status recurrence_find(struct recurrence *r, struct recurrence_target *targets, size_t count, uint64_t most,
                            struct budget *budget)
{
    struct running k = {.r = r, .room = 4 * r->reach + BUFFER_ROWS, .next = r->box.low[r->heap], .compared = -1};
    size_t reached = 0, bytes = bytes_of(r, k.room + r->reach);
    struct recurrence_target **sorted = mem_alloc((count + 1) * sizeof *sorted);
    enum status st = budget_fits(budget, bytes);
    k.rows = st == ST_OK ? mem_alloc(bytes) : NULL;
    if (st == ST_OK && (!k.rows || !sorted)) st = ST_NO_MEMORY;
    k.window = k.rows ? k.rows + bytes_of(r, k.room) : NULL;
    r->computed = 0;
    r->repeats = 0;
    for (size_t i = 0; st == ST_OK && i < count; i++) sorted[i] = &targets[i];
    if (st == ST_OK) qsort(sorted, count, sizeof *sorted, by_heap);
    if (st == ST_OK) st = run(&k, sorted, count, true, most, &reached, budget);
    if (st == ST_OK && reached < count) { /* those that are left repeat what comes behind the window */
        for (size_t i = reached; i < count; i++) sorted[i]->heap = r->from + (sorted[i]->heap - r->from) % r->repeats;
        qsort(sorted + reached, count - reached, sizeof *sorted, by_heap);
        memcpy(k.rows, k.window, bytes_of(r, r->reach));
        k.used = r->reach;
        k.next = r->from;
        st = run(&k, sorted, count, false, UINT64_MAX, &reached, budget);
    }
    mem_free(k.rows, k.rows ? bytes : 0);
    mem_free(sorted, sorted ? (count + 1) * sizeof *sorted : 0);
    return st;
}
