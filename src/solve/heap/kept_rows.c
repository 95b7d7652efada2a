/* SPDX-License-Identifier: MIT */
/* Rows are filled in slices of some milliseconds; between them the file is read, once, and written. */
#include "solve/heap/kept_carried.h"
#include <inttypes.h>
#include "base/hash.h"
#include "base/mem.h"

enum { ROWS_A_TRIAL = 64, TRIALS_LEAST = 8, BITS_A_VALUE = 32 };
#define SLICE_SHORT 4000000u /* nanoseconds */
#define SLICE_LONG 32000000u

struct job {
    const struct kept_rows *of;
    const struct row_kernel *k;
    struct kept kept;
    uint64_t count, slice; /* slice: rows */
    struct kept_carried carried;
    size_t width; /* bytes of a value */
    bool looked, wrong;
};

/* ---- words ------------------------------------------------------------------------------------------------------- */
/* Which position is at which place. The first field of the table may grow: it has the largest stride. */
static void write_words(const void *context, struct text *out)
{
    const struct kept_rows *of = context;
    const struct value_table *t = of->table;
    if (of->name) {
        of->name->words(of->name->context, out);
        return;
    }
    text_add(out, "rows of %s%s%s\ngame %d\n", t->losses ? "losses" : "values", t->misere ? ", misere" : "",
             of->half ? ", half of each square" : "", t->game);
    for (size_t i = 0; i < t->fields; i++) {
        text_add(out, "field %zu from %" PRId64, of->order ? of->order[i] : i, t->low[i]);
        if (i > 0) text_add(out, " count %" PRId64, t->extent[i]);
        text_puts(out, "\n");
    }
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
static struct journal_values values_of(const struct job *j)
{
    const struct value_table *t = j->of->table;
    if (j->k->values) return j->k->values(j->k->kernel);
    return (struct journal_values){.wide = t->values, .narrow = t->narrow, .bytes = t->bytes, .bits = t->losses};
}

static size_t width_of(struct journal_values v)
{
    return v.narrow ? sizeof *v.narrow : v.bytes ? sizeof *v.bytes : sizeof *v.wide;
}

/* Values of the journal that have nothing but positions before `place`. */
static uint64_t values_before(const struct job *j, uint64_t place)
{
    return j->of->table->losses ? place / BITS_A_VALUE : place;
}

static uint32_t at_place(struct journal_values v, uint64_t place)
{
    if (v.bits) return (uint32_t)(v.bits[place / 64] >> place % 64) & 1;
    return v.narrow ? v.narrow[place] : v.bytes ? v.bytes[place] : v.wide[place];
}

/* Outcomes are added to what is there. */
static void clear(const struct job *j, uint64_t from, uint64_t to)
{
    uint64_t *bits = j->of->table->losses;
    for (uint64_t i = from; bits && i < to;) {
        if (i % 64 == 0 && to - i >= 64) bits[i / 64] = 0, i += 64;
        else bits[i / 64] &= ~((uint64_t)1 << i % 64), i++;
    }
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
static uint64_t end_of_row(const struct job *j, uint64_t at)
{
    return j->count - at < j->k->columns ? j->count : at + j->k->columns;
}

/* The row that the kernel stands at, and what it fills with it, is filled anew: is it the same, up to `end`? */
static enum status try_row(const struct job *j, uint64_t end, bool *same)
{
    uint64_t at = *j->k->filled, count = j->k->columns + j->k->slack;
    if (count > end - at) count = end - at;
    uint32_t *old = mem_alloc_raw((size_t)count * sizeof *old);
    if (!old) return ST_NO_MEMORY;
    struct journal_values v = values_of(j);
    for (uint64_t i = 0; i < count; i++) old[i] = at_place(v, at + i);
    clear(j, at, at + count);
    enum status st = j->k->fill(j->k->kernel, end_of_row(j, at));
    v = values_of(j);
    for (uint64_t i = 0; i < count && at + i < *j->k->filled; i++) *same &= at_place(v, at + i) == old[i];
    mem_free(old, (size_t)count * sizeof *old);
    return st;
}

/* The options of a position are among those before it, but for one that stands for all that end the game outside; and a
 * value is at most the number of options. So nothing that a kernel makes of values has to be larger than the table. */
static bool are_small(const struct job *j, uint64_t from, uint64_t to)
{
    struct journal_values v = values_of(j);
    uint64_t most = j->k->most;
    bool small = true;
    for (uint64_t i = from; !v.bits && i < to; i++) small &= at_place(v, i) <= (most ? most : i + 1);
    return small;
}

static enum status pass(const struct job *j, uint64_t to)
{
    uint64_t from = *j->k->filled;
    if (from >= to) return ST_OK;
    if (!are_small(j, from, to)) return ST_UNSUPPORTED;
    enum status st = j->k->pass(j->k->kernel, to);
    return st == ST_OK && !j->k->uncounted ? budget_take_states(j->of->env->budget, to - from) : st;
}

/* Up to `end`, with rows at seeded places on the way, and the last one, of which only a part may be there. */
static enum status try_rows(const struct job *j, uint64_t end, bool *same)
{
    uint64_t from = *j->k->filled, columns = j->k->columns, rows = (end - from + columns - 1) / columns;
    uint64_t trials = rows / (ROWS_A_TRIAL * (1 + j->k->slack / columns)), seed = j->kept.journal.key ^ end;
    enum status st = ST_OK;
    if (trials < TRIALS_LEAST) trials = rows < TRIALS_LEAST ? rows : TRIALS_LEAST;
    for (uint64_t i = 0; st == ST_OK && *same && i < trials; i++) {
        uint64_t low = rows * i / trials, high = rows * (i + 1) / trials;
        uint64_t row = i + 1 == trials ? rows - 1 : low + random_next(&seed) % (high - low), at = from + row * columns;
        if (at < *j->k->filled) continue; /* it was filled with the one before */
        st = pass(j, at);
        if (st == ST_OK && *j->k->filled < end) st = try_row(j, end, same);
    }
    return st;
}

/* The same of a kernel whose sets are kept: all rows that use them are what follows from them, and places before are
 * tried by the rule. If all values are there, no sets are wanted. */
static enum status try_carried(struct job *j, uint64_t end, bool *same)
{
    uint64_t from = *j->k->filled, columns = j->k->columns, seed = j->kept.journal.key ^ end;
    const char *folder = keep_folder(j->kept.keep);
    uint64_t behind = j->k->window * columns;
    bool all = end == j->count;
    if (!are_small(j, from, end)) return *same = false, ST_OK;
    if (!all && (end < behind || !kept_carried_read(&j->carried, folder, end - behind))) return try_rows(j, end, same);
    if (all) *j->k->filled = end;
    enum status st = kept_carried_try(&j->carried, from, *j->k->filled, seed, same);
    if (st == ST_OK && *same) st = budget_take_states(j->of->env->budget, *j->k->filled - from);
    for (behind += *j->k->filled; st == ST_OK && *same && *j->k->filled < behind && *j->k->filled < end;)
        st = try_row(j, end, same);
    return st == ST_OK && *same && *j->k->filled < end ? try_rows(j, end, same) : st;
}

static enum status tried(void *context, uint64_t have, uint64_t loaded, bool *same)
{
    struct job *j = context;
    uint64_t from = *j->k->filled, end = j->of->table->losses ? loaded * BITS_A_VALUE : loaded;
    (void)have;
    *same = true;
    enum status st = end <= from ? ST_OK : j->k->carried ? try_carried(j, end, same) : try_rows(j, end, same);
    if (st == ST_UNSUPPORTED) *same = false, st = ST_OK;
    j->wrong = !*same;
    if (st == ST_OK && *same && end > from) j->kept.keep->loaded += end - from;
    return st;
}

/* Once, when the run has lasted long enough. */
static enum status take(struct job *j)
{
    if (j->looked || budget_now_ns() - j->kept.began < j->kept.keep->look) return ST_OK;
    uint64_t have = values_before(j, *j->k->filled), limit = values_before(j, j->count);
    uint64_t left = j->k->uncounted ? limit : values_before(j, budget_states_left(j->of->env->budget));
    j->looked = true;
    if (left < limit - have) limit = have + left;
    struct kept_values v = {.values = values_of(j), .have = &have, .limit = limit, .context = j, .tried = tried};
    uint64_t before = *j->k->filled;
    enum status st = kept_take(&j->kept, &v);
    if (st != ST_OK && st != ST_STATE_BUDGET) *j->k->filled = before; /* not all was tried; the run is at its end */
    if (j->wrong) j->k->reset(j->k->kernel);
    j->wrong = false;
    clear(j, *j->k->filled, j->count);
    return st;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
/* What is carried is copied first, and written when rows that follow from it are in the file of the values. */
static void put(struct job *j)
{
    uint64_t now = budget_now_ns();
    if (now < j->kept.next) return;
    if (j->k->carried && !j->carried.there && !j->carried.failed && kept_carried_copy(&j->carried)) return;
    if (j->carried.there && *j->k->filled < j->carried.at + j->k->window * j->k->columns) return;
    kept_put_some(&j->kept, values_of(j), values_before(j, *j->k->filled));
    if (!j->carried.there) return;
    now = budget_now_ns();
    if (j->kept.journal.count >= j->carried.at + j->k->window * j->k->columns)
        kept_carried_write(&j->carried, keep_folder(j->kept.keep));
    j->carried.there = false;
    j->kept.writing_ns += budget_now_ns() - now;
}

/* ---- filling ----------------------------------------------------------------------------------------------------- */
static enum status fill_slice(struct job *j)
{
    uint64_t at = *j->k->filled, rows = (j->count - at + j->k->columns - 1) / j->k->columns;
    if (j->slice < rows) rows = j->slice;
    uint64_t to = at + rows * j->k->columns, began = budget_now_ns();
    enum status st = j->k->fill(j->k->kernel, to < j->count ? to : j->count);
    uint64_t took = budget_now_ns() - began;
    struct journal_values v = values_of(j);
    if (width_of(v) != j->width) j->looked = false; /* more of the file may fit now */
    j->width = width_of(v);
    if (took < SLICE_SHORT && j->kept.keep->every) j->slice *= 2; /* else each row is to be written */
    if (took > SLICE_LONG && j->slice > 1 && j->slice > j->k->together) j->slice /= 2;
    return st;
}

enum status kept_rows_fill(const struct kept_rows *of, const struct row_kernel *k, uint64_t count)
{
    struct job j = {.of = of, .k = k, .count = count, .slice = k->together ? k->together : 1};
    struct kept_name name = {write_words, of};
    enum status st = ST_OK;
    if (!of || !keep_possible(of->env)) return k->fill(k->kernel, count);
    kept_open_as(&j.kept, of->env, &name);
    kept_carried_open(&j.carried, of, k, write_words);
    j.width = width_of(values_of(&j));
    while (st == ST_OK && *k->filled < count) {
        st = take(&j);
        if (st == ST_OK && *k->filled < count) st = fill_slice(&j);
        if (st == ST_OK) put(&j);
    }
    kept_close_some(&j.kept, values_of(&j), values_before(&j, *k->filled));
    kept_carried_close(&j.carried);
    return st;
}
