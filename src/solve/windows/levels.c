/* SPDX-License-Identifier: MIT */
/* Windows with sets, value by value, 64 heaps at a time.
 *
 * The heaps with the value v are, of those without a smaller one, from the least on, the ones that have no option with the value v: so
 * says the mex, as a heap without a smaller value has options with all smaller values. That is looked at in a row of bits for each window:
 * whoever gets the value v marks the heaps that it is an option of. By a window those are m + a for all numbers a that may be taken, if m
 * may be left, between the first and the last heap that m lies in the window of: shifted, the set itself. Whether a heap has the window at
 * all is a bit of the heap. The ends of the windows that are there must not fall from heap to heap, or nothing is done.
 *
 * In misere play a heap is lost if it has an option and none that is lost: lost heaps mark one row, all heaps another one. */
#include <string.h>
#include "base/mem.h"
#include "solve/windows/private.h"

enum { SHIFTS = 8, PAD = 4 /* words behind a row, into which it is shifted */ };
typedef uint64_t word_anywhere __attribute__((aligned(1), may_alias));

struct level_window {
    const uint64_t *left;     /* which heaps may be left; NULL: all */
    uint8_t *shifted[SHIFTS]; /* the set of what may be taken, so many bits on; NULL: all may be */
    uint64_t *has, *row,
        *any; /* of heaps: do they have the window; have they an option here that was marked; have they any */
    int32_t *first, *last;      /* of a heap: the heaps between which it lies in the window */
    int32_t all_from, any_from; /* all heaps from there on are marked */
};
struct levels {
    const struct heap_windows *windows;
    uint64_t count;
    size_t words, window_count, size;
    struct level_window of[WINDOWS_MOST];
    uint8_t *block;
};

/* ---- before ------------------------------------------------------------------------------------------------------ */
static void shift_set(struct level_window *v, const uint64_t *set, size_t words)
{
    for (unsigned s = 0; s < SHIFTS; s++) {
        word_anywhere *to = (word_anywhere *)v->shifted[s];
        for (size_t i = 0; i < words; i++) to[i] = set[i] << s | (s && i ? set[i - 1] >> (64 - s) : 0);
        to[words] = s ? set[words - 1] >> (64 - s) : 0;
    }
}

/* The heaps n .. n + count - 1 come: whatever their window begins with or reaches for the first time is noted. False: an end falls. */
static bool note(struct level_window *v, const int32_t *low, const int32_t *high, int32_t n, int32_t count,
                 int32_t *lows, int32_t *highs)
{
    for (int32_t k = 0; k < count; k++) {
        if (low[k] >= high[k]) continue;
        if (low[k] < *lows || high[k] < *highs) return false;
        for (; *highs < high[k]; ++*highs) v->first[*highs] = n + k;
        for (; *lows < low[k]; ++*lows) v->last[*lows] = n + k - 1;
        v->has[(n + k) / 64] |= (uint64_t)1 << (n + k) % 64;
    }
    return true;
}

static enum status find_ends(struct levels *l, struct budget *budget)
{
    struct window_ends *ends = mem_alloc(sizeof *ends);
    int32_t lows[WINDOWS_MOST] = {0}, highs[WINDOWS_MOST] = {0}, most = (int32_t)l->count;
    enum status st = ends ? ST_OK : ST_NO_MEMORY;
    if (ends) ends_open(ends, l->windows);
    for (int32_t n = 0; st == ST_OK && n < most; n += WINDOWS_BLOCK) {
        int32_t count = most - n < WINDOWS_BLOCK ? most - n : WINDOWS_BLOCK;
        ends_next(ends, n, (size_t)count);
        bool fine = ends_fit(ends, n, (size_t)count);
        for (size_t i = 0; i < l->window_count && fine; i++)
            fine = note(&l->of[i], ends->low[i], ends->high[i], n, count, &lows[i], &highs[i]);
        st = fine ? budget_check(budget) : ST_UNSUPPORTED;
    }
    for (size_t i = 0; i < l->window_count; i++) {
        for (; highs[i] < most; highs[i]++) l->of[i].first[highs[i]] = most;
        for (; lows[i] < most; lows[i]++) l->of[i].last[lows[i]] = most - 1;
    }
    mem_free(ends, ends ? sizeof *ends : 0);
    return st;
}

static enum status levels_open(struct levels *l, const struct heap_windows *w, const struct window_picks *p,
                               uint64_t count, bool misere, struct budget *budget)
{
    *l = (struct levels){.windows = w, .count = count, .words = (size_t)((count + 63) / 64), .window_count = w->count};
    size_t row = (l->words + PAD) * sizeof(uint64_t), ends = (size_t)((count + 1) / 2 * 2) * sizeof(int32_t);
    for (size_t i = 0; i < w->count; i++) l->size += (2 + misere + (p->taken[i] ? SHIFTS : 0)) * row + 2 * ends;
    enum status st = budget_fits(budget, l->size);
    if (st != ST_OK) return st;
    uint8_t *at = l->block = mem_alloc(l->size);
    if (!at) return ST_NO_MEMORY;
    for (size_t i = 0; i < w->count; i++) {
        struct level_window *v = &l->of[i];
        v->left = p->left[i];
        v->first = (int32_t *)(void *)at, at += ends;
        v->last = (int32_t *)(void *)at, at += ends;
        v->has = (uint64_t *)(void *)at, at += row;
        v->row = (uint64_t *)(void *)at, at += row;
        if (misere) v->any = (uint64_t *)(void *)at, at += row;
        for (size_t s = 0; p->taken[i] && s < SHIFTS; s++, at += row) v->shifted[s] = at;
        if (p->taken[i]) shift_set(v, p->taken[i], l->words);
    }
    return find_ends(l, budget);
}

static void levels_close(struct levels *l) { mem_free(l->block, l->block ? l->size : 0); }

/* ---- marks ------------------------------------------------------------------------------------------------------- */
/* Bits from .. last, both included. */
static uint64_t bits_between(int64_t from, int64_t last)
{
    uint64_t up = from <= 0 ? UINT64_MAX : from > 63 ? 0 : UINT64_MAX << from;
    return last >= 63 ? up : last < 0 ? 0 : up & (((uint64_t)2 << last) - 1);
}

/* Heap m + a for the set of all a that `set` has, as it is m % 8 bits on, and between two heaps. Words begin at the byte of m. */
static void mark_shifted(uint64_t *row, const uint8_t *set, int32_t m, int32_t first, int32_t last)
{
    uint8_t *to = (uint8_t *)row + m / 8;
    int64_t base = m / 8 * 8, i = (first - base) / 64, end = (last - base) / 64;
    word_anywhere *at = (word_anywhere *)to;
    const word_anywhere *from = (const word_anywhere *)set;
    at[i] |= from[i] & bits_between(first - base - 64 * i, last - base - 64 * i);
    if (i == end) return;
    for (i++; i < end; i++) at[i] |= from[i];
    at[end] |= from[end] & bits_between(0, last - base - 64 * end);
}

/* The same where all may be taken. *all: as of all_from. */
static void mark_run(uint64_t *row, int32_t first, int32_t last, bool to_end, int32_t *all)
{
    if (first >= *all) return;
    for (int64_t i = first / 64; i <= last / 64; i++) row[i] |= bits_between(first - 64 * i, last - 64 * i);
    if (to_end) *all = first;
}

static void mark(struct levels *l, int32_t m, bool any)
{
    for (size_t i = 0; i < l->window_count; i++) {
        struct level_window *v = &l->of[i];
        int32_t first = v->first[m], last = v->last[m];
        uint64_t *row = any ? v->any : v->row;
        if (first > last || (v->left && !(v->left[m / 64] >> m % 64 & 1))) continue;
        if (v->shifted[0]) mark_shifted(row, v->shifted[m % SHIFTS], m, first, last);
        else mark_run(row, first, last, last == (int32_t)l->count - 1, any ? &v->any_from : &v->all_from);
    }
}

static uint64_t marked(const struct levels *l, size_t word, bool any)
{
    uint64_t all = 0;
    for (size_t i = 0; i < l->window_count; i++) all |= (any ? l->of[i].any : l->of[i].row)[word] & l->of[i].has[word];
    return all;
}

static void clear(struct levels *l, bool any)
{
    for (size_t i = 0; i < l->window_count; i++) {
        struct level_window *v = &l->of[i];
        memset(any ? v->any : v->row, 0, l->words * sizeof *v->row);
        *(any ? &v->any_from : &v->all_from) = INT32_MAX;
    }
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
static void put(struct window_values *v, uint64_t n, uint32_t value)
{
    if (v->bytes) v->bytes[n] = (uint8_t)value;
    else if (v->narrow) v->narrow[n] = (uint16_t)value;
    else v->wide[n] = value;
}

/* All heaps with that value, of those that `rest` has, from word `from` on. */
static void value_level(struct levels *l, uint64_t *rest, size_t from, struct window_values *v, uint32_t value)
{
    for (size_t i = from; i < l->words; i++) {
        if (!rest[i]) continue;
        for (uint64_t free = rest[i] & ~marked(l, i, false); free; free = rest[i] & ~marked(l, i, false)) {
            uint64_t n = 64 * i + (uint64_t)__builtin_ctzll(free);
            put(v, n, value);
            rest[i] &= ~(free & -free);
            mark(l, (int32_t)n, false);
        }
    }
}

enum status levels_fill(const struct heap_windows *windows, const struct window_picks *picks,
                        struct window_values *values, struct budget *budget)
{
    struct levels l;
    enum status st = levels_open(&l, windows, picks, values->count, false, budget);
    size_t size = l.words * sizeof(uint64_t), from = 0;
    uint64_t *rest = st == ST_OK ? mem_alloc_raw(size) : NULL;
    if (st == ST_OK && !rest) st = ST_NO_MEMORY;
    for (size_t i = 0; rest && i < l.words; i++) rest[i] = bits_between(0, (int64_t)(values->count - 1 - 64 * i));
    if (st == ST_OK) st = budget_take_states(budget, values->count);
    for (uint32_t value = 0; st == ST_OK; value++) {
        while (from < l.words && !rest[from]) from++;
        if (from == l.words) break;
        if ((value > UINT8_MAX && values->bytes) || (value > UINT16_MAX && values->narrow)) {
            values->filled = values->count; /* all are carried over */
            st = values_widen(values, budget);
            values->filled = 0;
        }
        if (st == ST_OK) st = budget_check(budget);
        if (st != ST_OK) break;
        clear(&l, false);
        value_level(&l, rest, from, values, value);
    }
    values->filled = st == ST_OK ? values->count : 0;
    mem_free(rest, rest ? size : 0);
    levels_close(&l);
    return st;
}

/* ---- misere play ------------------------------------------------------------------------------------------------- */
enum status levels_decide(const struct heap_windows *windows, const struct window_picks *picks, uint64_t *losses,
                          uint64_t count, struct budget *budget)
{
    struct levels l;
    enum status st = levels_open(&l, windows, picks, count, true, budget);
    if (st == ST_OK) st = budget_take_states(budget, count);
    if (st == ST_OK) clear(&l, false), clear(&l, true);
    for (uint64_t n = 0; st == ST_OK && n < count; n++) {
        bool any = marked(&l, n / 64, true) >> n % 64 & 1, won = marked(&l, n / 64, false) >> n % 64 & 1;
        if (any && !won) losses[n / 64] |= (uint64_t)1 << n % 64, mark(&l, (int32_t)n, false);
        mark(&l, (int32_t)n, true);
        if (n % WINDOWS_BLOCK == 0) st = budget_check(budget);
    }
    levels_close(&l);
    return st;
}
