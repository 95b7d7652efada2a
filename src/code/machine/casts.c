/* SPDX-License-Identifier: MIT */
/* Options of a table for all elements of a set at once: a cast. The element is taken from one field, so the options of a set lie as far
 * apart as its elements do. */
#include "code/machine/private.h"

#define CAST_BATCH 64

/* How many of the elements have options that are marked (or, in a table of outcomes, are not losses) without individual
 * treatment. `first` is an element whose option is at `index`; the field can decrease by `room`. */
static size_t cast_marks(const struct fill *t, const int64_t *elements, size_t count, int64_t first, uint64_t index,
                         uint64_t stride, uint64_t room)
{
    uint8_t *const seen = t->seen, stamp = t->stamp;
    uint64_t capacity = t->capacity;
    for (size_t i = 0; i < count; i++) {
        uint64_t fall = (uint64_t)elements[i] - (uint64_t)first;
        if (elements[i] < first || fall > room) return i;
        uint64_t at = index - fall * stride;
        if (t->outcomes ? value_table_loses(t->table, at) : fill_value(t, at) >= capacity) return i;
        if (!t->outcomes) seen[fill_value(t, at)] = stamp;
    }
    return count;
}

/* The same where the elements ascend: four values are below the capacity if none has a bit from it on. */
#define CAST_ALONG(name, type, cells)                                                                                  \
    static size_t name(const struct fill *t, const int64_t *elements, size_t count, uint64_t top, uint64_t stride)     \
    {                                                                                                                  \
        const type *values = t->cells;                                                                                 \
        uint8_t *const seen = t->seen, stamp = t->stamp;                                                               \
        uint64_t capacity = t->capacity;                                                                               \
        size_t i = 0;                                                                                                  \
        for (; count - i >= 4; i += 4) {                                                                               \
            const int64_t *e = elements + i;                                                                           \
            type a = values[top - (uint64_t)e[0] * stride], b = values[top - (uint64_t)e[1] * stride],                 \
                 c = values[top - (uint64_t)e[2] * stride], d = values[top - (uint64_t)e[3] * stride];                 \
            if ((uint32_t)(a | b | c | d) >= capacity) break;                                                          \
            seen[a] = seen[b] = seen[c] = seen[d] = stamp;                                                             \
        }                                                                                                              \
        return i;                                                                                                      \
    }
CAST_ALONG(cast_wide, uint32_t, values)
CAST_ALONG(cast_narrow, uint16_t, narrow)

struct cast {
    int64_t first;
    uint64_t index, stride, room;
};

static size_t cast_along(const struct fill *t, const struct cast *c, const int64_t *elements, size_t count)
{
    uint64_t top = c->index + (uint64_t)c->first * c->stride;
    size_t done = 0, fits = count;
    if (count && (uint64_t)elements[count - 1] - (uint64_t)c->first > c->room) fits = 0; /* some lies beyond the box */
    if (!t->outcomes && fits && elements[0] >= c->first)
        done =
            t->narrow ? cast_narrow(t, elements, fits, top, c->stride) : cast_wide(t, elements, fits, top, c->stride);
    return done + cast_marks(t, elements + done, count - done, c->first, c->index, c->stride, c->room);
}

/* Marks from the next submask on; it->now: the one that needs a closer look, if it is not done. */
#define CAST_SUBMASKS(name, type, cells)                                                                               \
    static uint64_t name(const struct fill *t, const struct cast *c, struct iterator *it)                              \
    {                                                                                                                  \
        const type *values = t->cells;                                                                                 \
        uint8_t *const seen = t->seen, stamp = t->stamp;                                                               \
        uint64_t capacity = t->capacity, top = c->index + (uint64_t)c->first * c->stride, done = 0;                    \
        int64_t most = c->room < (uint64_t)(INT64_MAX - c->first) ? c->first + (int64_t)c->room : INT64_MAX;           \
        int64_t x = it->now, mask = it->base, end = it->cap < most ? it->cap : most;                                   \
        for (; x && x <= end; x = submask_after(mask, x), done++) {                                                    \
            type v = values[top - (uint64_t)x * c->stride];                                                            \
            if (v >= capacity) break;                                                                                  \
            seen[v] = stamp;                                                                                           \
        }                                                                                                              \
        it->now = x;                                                                                                   \
        it->done = x == 0;                                                                                             \
        return done;                                                                                                   \
    }
CAST_SUBMASKS(submasks_wide, uint32_t, values)
CAST_SUBMASKS(submasks_narrow, uint16_t, narrow)

static enum status look_closer(struct frame *f, struct iterator *it, int64_t *element, bool *again)
{
    *again = true;
    bool more;
    return iterate_next(f, it, element, &more);
}

enum status table_mark_set(struct frame *f, const struct ins *ins, bool *again)
{
    struct fill *t = f->fill;
    struct iterator *it = &f->iterators[ins->a];
    int64_t *r = f->registers, elements[CAST_BATCH];
    struct cast c = {r[ins->b], (uint64_t)r[ins->c], (uint64_t)t->stride[ins->d], 0};
    c.room = c.index / c.stride % ((uint64_t)t->high[ins->d] - (uint64_t)t->low[ins->d] + 1);
    size_t count = CAST_BATCH;
    const int64_t *cells;
    *again = false;
    if (c.index >= t->current) return fail_at(f, ins, D_RUN_TABLE_ORDER);
    if (iterate_rest(f, it, &cells, &count)) {
        bool ascend = it->kind != ITERATE_ARRAY;
        size_t done =
            ascend ? cast_along(t, &c, cells, count) : cast_marks(t, cells, count, c.first, c.index, c.stride, c.room);
        iterate_over(it, cells, done);
        enum status st = done < count ? look_closer(f, it, &r[ins->b], again) : ST_OK;
        return st == ST_OK ? machine_use_fuel(f->vm, done) : st;
    }
    if (it->kind == ITERATE_SUBMASKS && !t->outcomes && !it->done) {
        uint64_t done = t->narrow ? submasks_narrow(t, &c, it) : submasks_wide(t, &c, it);
        enum status st = it->done || it->now > it->cap ? ST_OK : look_closer(f, it, &r[ins->b], again);
        return st == ST_OK ? machine_use_fuel(f->vm, done) : st;
    }
    count = CAST_BATCH;
    while (count == CAST_BATCH && !*again) {
        struct iterator before = *it;
        enum status st = iterate_batch(f, it, elements, CAST_BATCH, &count);
        if (st != ST_OK) return st;
        size_t done = cast_marks(t, elements, count, c.first, c.index, c.stride, c.room);
        if (done < count) { /* the machine processes this one; those that follow are fetched again */
            *again = true;
            *it = before;
            st = iterate_batch(f, it, elements, done + 1, &count);
            r[ins->b] = elements[done];
        }
        if (st == ST_OK) st = machine_use_fuel(f->vm, done);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}
