/* SPDX-License-Identifier: MIT */
/* Where a heap has few options, all of them are looked up. There are fewer than 64, so each value is less than 64 (mex), as is the sum of
 * two values, and the values of all options are a word. Options that are below the block at hand are known before it begins: their words
 * are made for all of its heaps together, so that only the windows near the heap wait for the value before. */
#include <string.h>
#include "base/mem.h"
#include "solve/windows/private.h"

enum { FEW_BEFORE = 2, FEW_STEP = 8, FEW_BACK = 64, PLACES = 4 /* where options are counted */ };
struct few {
    const struct window_ends *ends;
    uint8_t *values;
    int64_t n; /* the first heap of the block */
    size_t count, near_count, near[WINDOWS_MOST];
    bool before[FEW_BEFORE]; /* is the heap before it, and the one before that, an option of every heap of the block? */
    uint64_t seen[WINDOWS_BLOCK];
    /* Where windows near the heap are wide: */
    uint64_t bits[FEW_BACK + WINDOWS_BLOCK]; /* of the values of as many heaps before the block, and of the block */
    int32_t depth; /* so many heaps before the heap itself do they reach back, or beyond FEW_BACK */
    bool to_end;   /* there is one, and it ends with the heap before, whatever the heap is */
};

static inline uint64_t bit_of(uint32_t value) { return (uint64_t)1 << (value & 63); }

/* ---- one window -------------------------------------------------------------------------------------------------- */
/* The sum of the other heaps' values at r. */
static inline __attribute__((always_inline)) uint32_t others_at(const struct few *f, size_t window, size_t k, int32_t r)
{
    const struct heap_window *v = &f->ends->windows->windows[window];
    uint32_t value = 0;
    for (size_t o = 0; o < v->other_count; o++)
        value ^= f->values[f->ends->others[window][o][k] + (int32_t)v->others[o].slope * r];
    return value;
}

/* The window of the k-th heap. */
static uint64_t seen_in(const struct few *f, size_t window, size_t k)
{
    const struct heap_windows *w = f->ends->windows;
    const struct heap_window *v = &w->windows[window];
    int32_t low = f->ends->low[window][k], high = f->ends->high[window][k];
    bool all = w->cycle == 1;
    uint64_t seen = 0, allowed = all ? 1 : v->allowed[(uint64_t)(f->n + (int64_t)k) % (uint64_t)w->cycle];
    for (int32_t r = low; r < high; r++)
        if (all || allowed >> (uint32_t)r % (uint32_t)w->cycle & 1)
            seen |= bit_of(f->values[r] ^ others_at(f, window, k, r));
    return seen;
}

/* Windows of at most one heap; whole: of exactly one for each heap of the block. */
static void see_ones(struct few *f, size_t window, bool whole)
{
    const int32_t *low = f->ends->low[window], *high = f->ends->high[window];
    if (whole)
        for (size_t k = 0; k < f->count; k++) f->seen[k] |= bit_of(f->values[low[k]]);
    else
        for (size_t k = 0; k < f->count; k++) f->seen[k] |= low[k] < high[k] ? bit_of(f->values[low[k]]) : 0;
}

/* Windows of any width, without conditions on remainders, of which the compiler knows how many heaps stand beside r: the second half of
 * pairs that are symmetric is left out. */
static inline __attribute__((always_inline)) void see_sums(struct few *f, size_t window, size_t others, int32_t turn)
{
    const struct heap_window *v = &f->ends->windows->windows[window];
    const int32_t *low = f->ends->low[window], *high = f->ends->high[window];
    const int32_t *form = f->ends->others[window][0];
    const uint8_t *values = f->values;
    int32_t slope = turn ? turn : (int32_t)v->others[0].slope;
    for (size_t k = 0; k < f->count; k++) {
        int32_t r = low[k], end = high[k];
        uint64_t seen = 0;
        if (others == 1 && turn == -1 && r + end - 1 == form[k]) end = r + (end - r + 1) / 2;
        for (; r < end; r++) {
            uint32_t value = values[r];
            if (others == 1) value ^= values[form[k] + slope * r];
            else if (others) value ^= others_at(f, window, k, r);
            seen |= bit_of(value);
        }
        f->seen[k] |= seen;
    }
}

static void see_all(struct few *f, size_t window)
{
    const struct heap_window *v = &f->ends->windows->windows[window];
    if (v->other_count == 0) see_sums(f, window, 0, 0);
    else if (v->other_count == 1 && v->others[0].slope == -1) see_sums(f, window, 1, -1);
    else if (v->other_count == 1) see_sums(f, window, 1, 0);
    else see_sums(f, window, WINDOWS_OTHERS, 0);
}

/* ---- heap by heap ------------------------------------------------------------------------------------------------ */
struct extent {
    int32_t most;  /* the greatest heap in it, of the block */
    uint32_t wide; /* heaps of the widest window */
    bool whole;    /* none is empty */
};

static struct extent extent_of(const struct few *f, size_t window)
{
    const struct heap_window *v = &f->ends->windows->windows[window];
    const struct window_span *span = &f->ends->spans[window];
    const int32_t *low = f->ends->low[window], *high = f->ends->high[window];
    if (span->one && !v->other_count && span->most < f->n) return (struct extent){(int32_t)span->most, 1, true};
    int32_t most = -1, wide = 0, thin = 1, count = (int32_t)f->count;
    for (int32_t k = 0; k < count; k++) {
        int32_t width = high[k] - low[k], last = width > 0 ? high[k] - 1 : -1;
        most = last > most ? last : most;
        wide = width > wide ? width : wide;
        thin = width < thin ? width : thin;
    }
    for (size_t o = 0; o < v->other_count; o++) {
        const int32_t *form = f->ends->others[window][o];
        int32_t slope = (int32_t)v->others[o].slope;
        for (int32_t k = 0; k < count; k++) {
            int32_t last = high[k] > low[k] ? form[k] + slope * (slope > 0 ? high[k] - 1 : low[k]) : -1;
            most = last > most ? last : most;
        }
    }
    return (struct extent){most, (uint32_t)wide, thin > 0};
}

/* The heaps of the block one after the other, each from what is known of it, from the two before it where these are options, and from
 * `near` windows. The bits of the last values are at hand, so that they are not waited for in memory: the lowest bit that is not in
 * `seen` is ~seen & (seen + 1). */
static inline __attribute__((always_inline)) void value_block(const struct few *f, size_t near, bool ones, bool first,
                                                              bool second)
{
    const int32_t *low[2] = {near > 0 ? f->ends->low[f->near[0]] : NULL, near > 1 ? f->ends->low[f->near[1]] : NULL};
    uint8_t *values = f->values, *at = values + f->n;
    uint64_t last = first || second ? bit_of(at[-1]) : 0, other = second ? bit_of(at[-2]) : 0;
    for (size_t k = 0; k < f->count; k++) {
        uint64_t seen = f->seen[k];
        for (size_t i = 0; i < near; i++) seen |= ones ? bit_of(values[low[i][k]]) : seen_in(f, f->near[i], k);
        if (second) seen |= other;
        if (first) seen |= last;
        other = last;
        last = ~seen & (seen + 1);
        at[k] = (uint8_t)__builtin_ctzll(last);
    }
}

static inline __attribute__((always_inline)) void value_near(const struct few *f, size_t near, bool ones)
{
    if (f->before[0] && f->before[1]) value_block(f, near, ones, true, true);
    else if (f->before[0]) value_block(f, near, ones, true, false);
    else if (f->before[1]) value_block(f, near, ones, false, true);
    else value_block(f, near, ones, false, false);
}

static void value_all(const struct few *f, bool ones)
{
    if (f->near_count == 0) value_near(f, 0, true);
    else if (f->near_count == 1 && ones) value_near(f, 1, true);
    else if (f->near_count == 2 && ones) value_near(f, 2, true);
    else value_block(f, f->near_count, false, f->before[0], f->before[1]);
}

/* ---- wide windows near the heap ---------------------------------------------------------------------------------- */
static void look_near(struct few *f)
{
    int32_t n = (int32_t)f->n, count = (int32_t)f->count;
    f->depth = 0;
    f->to_end = f->near_count == 1;
    for (size_t i = 0; i < f->near_count; i++) {
        const int32_t *low = f->ends->low[f->near[i]], *high = f->ends->high[f->near[i]];
        int32_t other = 0, depth = 0;
        for (int32_t k = 0; k < count; k++) {
            int32_t back = n + k - low[k];
            depth = back > depth ? back : depth;
            other |= high[k] ^ (n + k);
        }
        f->to_end &= !other;
        f->depth = depth > f->depth ? depth : f->depth;
    }
    if (f->depth > FEW_BACK) f->depth = FEW_BACK;
    for (int32_t j = 0; j < FEW_BACK; j++) f->bits[j] = n - FEW_BACK + j < 0 ? 0 : bit_of(f->values[n - FEW_BACK + j]);
}

/* The heaps low .. high - 1 of the block, those before it having negative numbers. */
static __attribute__((noinline)) uint64_t seen_between(const struct few *f, int32_t low, int32_t high)
{
    uint64_t seen = 0;
    for (int32_t r = low; r < high; r++) seen |= r < -FEW_BACK ? bit_of(f->values[f->n + r]) : f->bits[FEW_BACK + r];
    return seen;
}

/* FEW_STEP heaps at a time, of which what may be seen of the heaps before them is found at once, for each heap where a window may begin. A
 * window that begins there and ends among these heaps is that and what was seen of them up to its end. */
static inline __attribute__((always_inline)) void value_steps(struct few *f, bool to_end)
{
    uint64_t before[FEW_BACK + 1] = {0}, within[FEW_STEP + 1] = {0};
    uint8_t *values = f->values + f->n;
    int32_t n = (int32_t)f->n, count = (int32_t)f->count, depth = f->depth;
    for (int32_t from = 0; from < count; from += FEW_STEP) {
        uint64_t *bits = f->bits + FEW_BACK + from, all = 0;
        int32_t end = count - from < FEW_STEP ? count - from : FEW_STEP;
        for (int32_t j = 0; j < depth; j++) before[j + 1] = before[j] | bits[-1 - j];
        for (int32_t k = 0; k < end; k++) {
            uint64_t seen = f->seen[from + k];
            for (size_t i = 0; i < (to_end ? 1 : f->near_count); i++) {
                int32_t low = f->ends->low[f->near[i]][from + k] - n - from;
                int32_t high = to_end ? k : f->ends->high[f->near[i]][from + k] - n - from;
                if (__builtin_expect(low <= 0 && low >= -depth && high >= 0, 1))
                    seen |= before[-low] | (to_end ? all : within[high]);
                else seen |= seen_between(f, low + from, high + from);
            }
            if (f->before[0]) seen |= bits[k - 1];
            if (f->before[1]) seen |= bits[k - 2];
            bits[k] = ~seen & (seen + 1);
            all |= bits[k];
            within[k + 1] = all;
            values[from + k] = (uint8_t)__builtin_ctzll(bits[k]);
        }
    }
}

/* Can they be looked at so, all that are near, and is one of them wide? */
static bool are_wide(const struct few *f)
{
    bool wide = f->ends->windows->cycle == 1 && f->near_count > 0, sums = false, ones = true;
    for (size_t i = 0; i < f->near_count; i++) {
        sums |= f->ends->windows->windows[f->near[i]].other_count > 0;
        ones &= f->ends->windows->windows[f->near[i]].one;
    }
    return wide && !sums && !ones;
}

/* ---- a block ----------------------------------------------------------------------------------------------------- */
/* Is the window one of the last heaps, the same for every heap of the block? Then it is noted. */
static bool is_before(struct few *f, size_t window)
{
    const struct window_span *span = &f->ends->spans[window];
    const struct heap_windows *w = f->ends->windows;
    bool is = w->cycle == 1 && span->one && !w->windows[window].other_count && span->distance > 0 &&
              span->distance <= FEW_BEFORE && f->n >= FEW_BEFORE;
    if (is) f->before[span->distance - 1] = true;
    return is;
}

bool few_fill(const struct window_ends *ends, uint8_t *values, int64_t n, size_t count)
{
    struct few f;
    f.ends = ends, f.values = values, f.n = n, f.count = count,
    f.near_count = 0; /* `bits` are made where they are needed */
    memset(f.before, 0, sizeof f.before);
    memset(f.seen, 0, sizeof f.seen);
    const struct heap_windows *w = ends->windows;
    uint64_t options = 0;
    bool ones = true; /* all that are near are of one heap */
    for (size_t i = 0; i < w->count; i++) {
        const struct heap_window *v = &w->windows[i];
        if (ends->absent[i] || (w->cycle == 1 && !v->allowed[0])) continue;
        struct extent e = is_before(&f, i) ? (struct extent){-1, 1, true} : extent_of(&f, i);
        options += e.wide;
        if (e.wide == 0) continue;
        if (options >= FEW_OPTIONS) return false;
        if (e.most < 0) continue;
        if (e.most < n && w->cycle == 1) {
            if (v->one && !v->other_count) see_ones(&f, i, e.whole);
            else see_all(&f, i);
            continue;
        }
        ones &= v->one && !v->other_count && e.whole && w->cycle == 1;
        f.near[f.near_count++] = i;
    }
    if (are_wide(&f)) {
        look_near(&f);
        if (f.to_end) value_steps(&f, true);
        else value_steps(&f, false);
    } else {
        value_all(&f, ones);
    }
    return true;
}

/* ---- how many options there are ---------------------------------------------------------------------------------- */
static double ends_apart(const int32_t *end, size_t k)
{
    double by = (double)end[k] - (double)end[k - 1];
    return by < 0 ? -by : by;
}

enum status few_options(const struct heap_windows *w, int64_t high, struct few_counts *c)
{
    struct window_ends *ends = mem_alloc(sizeof *ends);
    if (!ends) return ST_NO_MEMORY;
    *c = (struct few_counts){0};
    double moved = 0;
    ends_open(ends, w);
    for (int64_t i = 1; i <= PLACES; i++) {
        int64_t n = high / PLACES * i - WINDOWS_BLOCK, wide = 0;
        ends_next(ends, n < 0 ? 0 : n, WINDOWS_BLOCK);
        for (size_t k = 0; k < w->count; k++) {
            int32_t widest = 0;
            for (size_t j = 0; j < WINDOWS_BLOCK; j++) {
                int32_t width = ends->high[k][j] - ends->low[k][j];
                if (width > 0) c->average += (double)width / PLACES / WINDOWS_BLOCK;
                if (j > 0) moved += ends_apart(ends->low[k], j) + ends_apart(ends->high[k], j);
                if (width > widest) widest = width;
            }
            wide += widest;
            if (!picks_take(&w->windows[k])) c->open = widest > c->open ? widest : c->open;
        }
        if ((double)wide > c->most) c->most = (double)wide;
    }
    c->moved = moved / PLACES / WINDOWS_BLOCK;
    mem_free(ends, sizeof *ends);
    return ST_OK;
}
