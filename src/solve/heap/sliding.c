/* SPDX-License-Identifier: MIT */
/* One heap from which a fixed set of numbers may be taken, perhaps another set for each residue of the heap: SG
 * values by a window of counts, and the window theorem (period.h) for all heaps beyond.
 *
 * With one set for all heaps, its takes are grouped into runs of consecutive numbers: from heap n to n + 1 each run
 * gains one value and loses one, so a heap costs as many steps as there are runs, whatever their lengths, and the
 * mex is the first value that does not occur in the window. With a modulus the options are marked one by one. */
#include "base/mem.h"
#include "solve/heap/lost_heaps.h"
#include "solve/heap/private.h"

enum { HEAPS_PER_CHECK = 1 << 14 };

/* The number of options of the current heap with each value; a bit is set if there are any. */
struct window {
    uint32_t *counts;
    uint64_t *bits;
    size_t room; /* number of values, a multiple of 64 */
};

static void enter(struct window *w, uint32_t value)
{
    if (value < w->room && w->counts[value]++ == 0) w->bits[value / 64] |= (uint64_t)1 << value % 64;
}

static void leave(struct window *w, uint32_t value)
{
    if (value < w->room && --w->counts[value] == 0) w->bits[value / 64] &= ~((uint64_t)1 << value % 64);
}

static uint32_t mex(const struct window *w)
{
    size_t i = 0;
    while (w->bits[i] == UINT64_MAX) i++; /* some value is free: there is more room than options */
    return (uint32_t)(64 * i + (size_t)__builtin_ctzll(~w->bits[i]));
}

static bool open_window(struct window *w, size_t options)
{
    w->room = (options / 64 + 1) * 64;
    w->counts = mem_alloc(w->room * sizeof *w->counts);
    w->bits = mem_alloc(w->room / 8);
    return w->counts && w->bits;
}

static void close_window(struct window *w)
{
    mem_free(w->counts, w->room * sizeof *w->counts);
    mem_free(w->bits, w->room / 8);
}

/* The last take of the run that begins at takes[i]. */
static size_t run_end(const struct family_takes *t, size_t i)
{
    while (i + 1 < t->count && t->takes[i + 1] == t->takes[i] + 1) i++;
    return i;
}

/* The window of heap `from`; from is at least the greatest take. */
EACH_WIDTH void first_window(struct window *w, const struct family_takes *t, struct value_view values, uint64_t from)
{
    for (size_t i = 0; i < t->count; i++) enter(w, value_view_at(values, from - (uint64_t)t->takes[i]));
}

struct takes_run {
    uint64_t first, last;
};

size_t periodic_runs(const struct family_takes *t)
{
    size_t runs = 0;
    for (size_t i = 0; i < t->count; i = run_end(t, i) + 1) runs++;
    return runs;
}

EACH_WIDTH enum status fill_window(struct env *env, const struct family_takes *t, struct value_run values,
                                   uint64_t from, uint64_t to, uint64_t *work)
{
    struct window w;
    enum status st = open_window(&w, t->count) ? ST_OK : ST_NO_MEMORY;
    size_t runs = periodic_runs(t);
    *work += t->count + (to - from) * 4 * (runs + 1);
    struct takes_run *run = mem_alloc((runs + 1) * sizeof *run);
    if (!run) st = ST_NO_MEMORY;
    if (st == ST_OK) first_window(&w, t, value_view(&values), from);
    for (size_t i = 0, k = 0; st == ST_OK && i < t->count; i = run_end(t, i) + 1, k++)
        run[k] = (struct takes_run){(uint64_t)t->takes[i], (uint64_t)t->takes[run_end(t, i)]};
    for (uint64_t n = from; st == ST_OK && n < to; n++) {
        value_run_put(&values, n, mex(&w));
        for (size_t k = 0; k < runs; k++) {
            enter(&w, value_view_at(value_view(&values), n + 1 - run[k].first));
            leave(&w, value_view_at(value_view(&values), n - run[k].last));
        }
        if (n % HEAPS_PER_CHECK == 0) st = budget_check(env->budget);
    }
    mem_free(run, (runs + 1) * sizeof *run);
    close_window(&w);
    return st;
}

static size_t most_takes(const struct family *f)
{
    size_t most = 0;
    for (int64_t r = 0; r < f->modulus; r++)
        if (f->residues[r].count > most) most = f->residues[r].count;
    return most;
}

EACH_WIDTH enum status fill_residues(struct env *env, const struct family *f, struct value_run values, uint64_t from,
                                     uint64_t to, uint64_t *work)
{
    struct window w;
    enum status st = open_window(&w, most_takes(f)) ? ST_OK : ST_NO_MEMORY;
    for (uint64_t n = from; st == ST_OK && n < to; n++) {
        const struct family_takes *t = &f->residues[n % (uint64_t)f->modulus];
        for (size_t i = 0; i < t->count; i++) enter(&w, value_view_at(value_view(&values), n - (uint64_t)t->takes[i]));
        value_run_put(&values, n, mex(&w));
        for (size_t i = 0; i < t->count; i++) leave(&w, value_view_at(value_view(&values), n - (uint64_t)t->takes[i]));
        *work += 4 * (t->count + 2);
        if (n % HEAPS_PER_CHECK == 0) st = budget_check(env->budget);
    }
    close_window(&w);
    return st;
}

/* All but finitely many takes. The values of heaps below n - reach are 0, 1, .. without a gap, since every heap has the values
 * below its own among smaller heaps; as long as those that are not far have no others (periodic_far_starts), the mex is the
 * first one from there on that no near heap has. */
static enum status fill_far(struct env *env, const struct family *f, uint32_t *values, uint64_t from, uint64_t to,
                            uint64_t *work)
{
    uint64_t most = (uint64_t)f->reach + 1, reach = (uint64_t)f->reach;
    uint64_t *seen = mem_alloc((size_t)most * sizeof *seen);
    uint32_t next = 0; /* the least value that no heap below n - reach has */
    enum status st = seen ? ST_OK : ST_NO_MEMORY;
    for (uint64_t n = 0; n < from - reach; n++)
        if (values[n] >= next) next = values[n] + 1;
    for (uint64_t n = from; st == ST_OK && n < to; n++) {
        const struct family_takes *t = &f->residues[n % (uint64_t)f->modulus];
        uint32_t over = 0;
        for (size_t i = 0; i < t->count; i++) {
            uint32_t value = values[n - (uint64_t)t->takes[i]];
            if (value >= next && value - next < most) seen[value - next] = n;
        }
        while (seen[over] == n) over++;
        values[n] = next + over;
        if (values[n - reach] >= next) next = values[n - reach] + 1;
        *work += 4 * (t->count + 2);
        if (n % HEAPS_PER_CHECK == 0) st = budget_check(env->budget);
    }
    mem_free(seen, (size_t)most * sizeof *seen);
    return st;
}

bool periodic_far_starts(const struct family *f, struct value_view values, uint64_t count)
{
    uint64_t end = count - (uint64_t)f->reach;
    for (int64_t low = 0; low < f->far_low; low++) {
        uint64_t n = 0;
        while (n < end && (value_view_at(values, n) != value_view_at(values, (uint64_t)low) ||
                           (n < (uint64_t)f->far_low && !f->lows[n])))
            n++;
        if (n >= end) return false;
    }
    return true;
}

/* A value is at most the number of options (Sprague 1935, Grundy 1939), if nothing but these takes is one. */
bool periodic_narrow(const struct family *f)
{
    if (f->kind == FAMILY_SLIDING) return !f->far && most_takes(f) <= UINT16_MAX;
    return f->kind == FAMILY_BREAK;
}

EACH_WIDTH enum status fill_takes(struct env *env, const struct family *f, struct value_run values, uint64_t from,
                                  uint64_t to, uint64_t *work)
{
    if (f->modulus == 1) return fill_window(env, &f->residues[0], values, from, to, work);
    return fill_residues(env, f, values, from, to, work);
}

enum status periodic_fill_sliding(struct env *env, const struct family *f, struct value_run *values, uint64_t from,
                                  uint64_t to, uint64_t *work)
{
    if (f->far) return fill_far(env, f, values->wide, from, to, work);
    struct value_run narrow = {.narrow = values->narrow}, wide = {.wide = values->wide};
    return values->narrow ? fill_takes(env, f, narrow, from, to, work) : fill_takes(env, f, wide, from, to, work);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    (void)self;
    if (!lost_heaps_offer(env, planner, way)) periodic_offer(env, FAMILY_SLIDING, way);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    if (way->ask->what == Q_OUTCOME) return lost_heaps_answer(env, way, arena, result);
    return periodic_answer(env, way, arena, result);
}

const struct solver solver_subtraction = {
    .name = "sliding",
    .kind = "periodic",
    .summary = "SG values and misere outcomes of a heap with a fixed set of takes, the period proved",
    .beyond = true,
    .any_size = true, /* by the period */
    .offer = offer,
    .run = run,
};
