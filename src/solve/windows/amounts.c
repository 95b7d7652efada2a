/* SPDX-License-Identifier: MIT */
/* Windows with sets of which few numbers may be taken: as in few.c the value v of a heap is the bit v, here kept for all heaps, as wide as
 * values need it: 16 bits, then 32, then 64. For AMOUNTS_STEP heaps at once the bits of their options are those of heaps side by side, for
 * each amount of AMOUNTS_STEP or more: an `or` of two rows. Smaller amounts are looked up heap by heap. That a value is right needs no
 * bound on values: it is the least bit that none of the options has, and where all bits are there, wider ones are taken.
 *
 * Which amounts the windows of all heaps of a block have is known from the nearest and the farthest of their ends; the others, which some
 * of the heaps have, are looked at heap by heap. Heaps without the window have masks of 0. */
#include <string.h>
#include "base/mem.h"
#include "solve/windows/private.h"

enum { AMOUNTS_STEP = 16, WIDTH_MOST = 64 /* of windows in which all may be taken */ };

struct amount_window {
    uint32_t *amounts; /* that may be taken, ascending; NULL: all */
    size_t count;
    const uint64_t *left; /* which heaps may be left; NULL: all */
    void *marks;          /* the bits of heaps, of those that may be left */
    uint64_t mask[WINDOWS_BLOCK];
    bool masked, idle; /* some heaps of the block have no window; none has one */
    size_t from, far,
        end; /* amounts from .. end - 1 of the block are those of all heaps with a window; of these, from `far` on, the large ones */
    size_t some, others; /* amounts some .. from - 1 and end .. others - 1 are those of some */
};
struct amounts {
    const struct heap_windows *windows;
    struct window_values *values;
    struct window_ends ends;
    struct amount_window of[WINDOWS_MOST];
    size_t window_count;
    uint64_t heaps;
    size_t width; /* bytes of a mark */
    /* Of a block: the small amounts, where there is one row of marks and no window is masked. */
    uint32_t near[WINDOWS_MOST * AMOUNTS_STEP];
    size_t near_count;
    bool one_row, plain; /* `near` has all small amounts */
};

/* ---- a block ----------------------------------------------------------------------------------------------------- */
static size_t first_from(const struct amount_window *v, int64_t amount)
{
    size_t low = 0, high = v->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((int64_t)v->amounts[middle] < amount) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Of the heaps n .. n + count - 1. False: some window in which all may be taken is wide. */
static bool look_at(struct amount_window *v, const int32_t *low, const int32_t *high, int64_t n, size_t count)
{
    int64_t least = INT64_MAX, most = 0, least_all = 0, most_all = INT64_MAX, wide = 0;
    v->masked = false;
    for (size_t k = 0; k < WINDOWS_BLOCK; k++) {
        bool has = k < count && low[k] < high[k];
        v->mask[k] = has ? UINT64_MAX : 0;
        v->masked |= !has && k < count;
        if (!has) continue;
        int64_t from = n + (int64_t)k - high[k] + 1, to = n + (int64_t)k - low[k];
        least = from < least ? from : least, least_all = from > least_all ? from : least_all;
        most = to > most ? to : most, most_all = to < most_all ? to : most_all;
        wide = to - from >= wide ? to - from + 1 : wide;
    }
    v->idle = most == 0;
    if (!v->amounts) return wide < WIDTH_MOST;
    v->some = first_from(v, least), v->others = first_from(v, most + 1);
    v->from = first_from(v, least_all), v->end = first_from(v, most_all < INT64_MAX ? most_all + 1 : most_all);
    if (v->end < v->from) v->from = v->end = v->some; /* none is of all: all of these are looked at */
    v->far = first_from(v, AMOUNTS_STEP);
    v->far = v->far < v->from ? v->from : v->far > v->end ? v->end : v->far;
    return true;
}

/* ---- heaps ------------------------------------------------------------------------------------------------------- */
#define FILL_AMOUNTS(name, type)                                                                                       \
    /* What the k-th heap of a block from n on sees in windows of which it is not known that all heaps have them. */   \
    static __attribute__((noinline)) type name##_some(const struct amounts *a, int64_t n, size_t k)                    \
    {                                                                                                                  \
        type seen = 0;                                                                                                 \
        for (size_t i = 0; i < a->window_count; i++) {                                                                 \
            const struct amount_window *v = &a->of[i];                                                                 \
            const type *marks = v->marks;                                                                              \
            int64_t low = a->ends.low[i][k], high = a->ends.high[i][k], heap = n + (int64_t)k;                         \
            if (low >= high) continue;                                                                                 \
            for (int64_t r = low; r < high && !v->amounts; r++) seen |= marks[r];                                      \
            if (!v->amounts) continue;                                                                                 \
            for (size_t j = v->some; j < v->others; j++) {                                                             \
                if (j == v->from) j = v->end;                                                                          \
                if (j >= v->others) break;                                                                             \
                int64_t r = heap - v->amounts[j];                                                                      \
                if (low <= r && r < high) seen |= marks[r];                                                            \
            }                                                                                                          \
        }                                                                                                              \
        return seen;                                                                                                   \
    }                                                                                                                  \
    /* The heaps n + from .. of a step; false: a value has no bit. */                                                  \
    static bool name(struct amounts *a, int64_t n, size_t from, size_t count, bool some)                               \
    {                                                                                                                  \
        type seen[AMOUNTS_STEP] = {0};                                                                                 \
        for (size_t i = 0; i < a->window_count; i++) {                                                                 \
            const struct amount_window *v = &a->of[i];                                                                 \
            type all[AMOUNTS_STEP] = {0};                                                                              \
            if (v->idle || !v->amounts || v->far == v->end) continue;                                                  \
            for (size_t j = v->far; j < v->end; j++) {                                                                 \
                const type *at = (const type *)v->marks + (n + (int64_t)from - v->amounts[j]);                         \
                for (size_t k = 0; k < AMOUNTS_STEP; k++) all[k] |= at[k];                                             \
            }                                                                                                          \
            for (size_t k = 0; k < AMOUNTS_STEP; k++) seen[k] |= all[k] & (type)v->mask[from + k];                     \
        }                                                                                                              \
        for (size_t k = 0; k < count; k++) {                                                                           \
            type all = seen[k], bit;                                                                                   \
            int64_t heap = n + (int64_t)(from + k);                                                                    \
            type *row = (type *)a->of[0].marks + heap;                                                                 \
            for (size_t j = 0; a->plain && j < a->near_count; j++) all |= row[-(int64_t)a->near[j]];                   \
            for (size_t i = 0; !a->plain && i < a->window_count; i++) {                                                \
                const struct amount_window *v = &a->of[i];                                                             \
                type mask = (type)v->mask[from + k];                                                                   \
                const type *marks = (const type *)v->marks + heap;                                                     \
                for (size_t j = v->from; j < v->far; j++)                                                              \
                    all |= (v->masked && !mask ? 0 : marks[-(int64_t)v->amounts[j]]);                                  \
            }                                                                                                          \
            if (some) all |= name##_some(a, n, from + k);                                                              \
            bit = (type)(~all & (all + 1));                                                                            \
            if (__builtin_expect(!bit, 0)) return false;                                                               \
            if (a->one_row) *row = bit;                                                                                \
            for (size_t i = 0; !a->one_row && i < a->window_count; i++) {                                              \
                const struct amount_window *v = &a->of[i];                                                             \
                bool may = !v->left || (v->left[heap / 64] >> heap % 64 & 1);                                          \
                if (i == 0 || v->marks != a->of[0].marks) ((type *)v->marks)[heap] = may ? bit : 0;                    \
            }                                                                                                          \
            a->values->bytes[heap] = (uint8_t)__builtin_ctzll(bit);                                                    \
        }                                                                                                              \
        return true;                                                                                                   \
    }
FILL_AMOUNTS(fill_16, uint16_t)
FILL_AMOUNTS(fill_32, uint32_t)
FILL_AMOUNTS(fill_64, uint64_t)

static bool fill_step(struct amounts *a, int64_t n, size_t from, size_t count, bool some)
{
    if (a->width == sizeof(uint16_t)) return fill_16(a, n, from, count, some);
    if (a->width == sizeof(uint32_t)) return fill_32(a, n, from, count, some);
    return fill_64(a, n, from, count, some);
}

/* ---- rows of marks ----------------------------------------------------------------------------------------------- */
static size_t bytes_of_marks(const struct amounts *a) { return (size_t)(a->heaps + AMOUNTS_STEP) * a->width; }

static void put_mark(const struct amounts *a, void *marks, uint64_t heap, uint64_t bit)
{
    if (a->width == sizeof(uint16_t)) ((uint16_t *)marks)[heap] = (uint16_t)bit;
    else if (a->width == sizeof(uint32_t)) ((uint32_t *)marks)[heap] = (uint32_t)bit;
    else ((uint64_t *)marks)[heap] = bit;
}

/* Windows that may leave all heaps share the row of the first one of them. */
static bool has_row(const struct amounts *a, size_t window)
{
    for (size_t i = 0; i < window; i++)
        if (!a->of[i].left && !a->of[window].left) return false;
    return true;
}

static void free_marks(struct amounts *a)
{
    for (size_t i = 0; i < a->window_count; i++)
        if (a->of[i].marks && has_row(a, i)) mem_free(a->of[i].marks, bytes_of_marks(a));
    for (size_t i = 0; i < a->window_count; i++) a->of[i].marks = NULL;
}

/* Rows of marks of that many bytes, with those of the heaps whose values are known. */
static enum status make_marks(struct amounts *a, size_t width, const struct budget *budget)
{
    enum status st = ST_OK;
    free_marks(a);
    a->width = width;
    for (size_t i = 0; st == ST_OK && i < a->window_count; i++) {
        struct amount_window *v = &a->of[i];
        for (size_t j = 0; j < i && !v->marks; j++)
            if (!a->of[j].left && !v->left) v->marks = a->of[j].marks;
        if (v->marks) continue;
        st = budget_fits(budget, bytes_of_marks(a));
        if (st == ST_OK && !(v->marks = mem_alloc_raw(bytes_of_marks(a)))) st = ST_NO_MEMORY;
        for (uint64_t n = 0; st == ST_OK && n < a->values->filled; n++) {
            bool may = !v->left || (v->left[n / 64] >> n % 64 & 1);
            put_mark(a, v->marks, n, may ? (uint64_t)1 << a->values->bytes[n] : 0);
        }
    }
    return st;
}

static enum status list(struct amount_window *v, const uint64_t *bits, uint64_t heaps)
{
    size_t words = (size_t)((heaps + 63) / 64);
    for (size_t i = 0; i < words; i++) v->count += (size_t)__builtin_popcountll(bits[i]);
    v->amounts = mem_alloc((v->count + 1) * sizeof *v->amounts);
    if (!v->amounts) return ST_NO_MEMORY;
    size_t at = 0;
    for (size_t i = 0; i < words; i++)
        for (uint64_t left = bits[i]; left; left &= left - 1)
            v->amounts[at++] = (uint32_t)(64 * i + (size_t)__builtin_ctzll(left));
    return ST_OK;
}

static void list_near(struct amounts *a)
{
    a->plain = a->one_row;
    a->near_count = 0;
    for (size_t i = 0; i < a->window_count; i++) {
        const struct amount_window *v = &a->of[i];
        if (v->idle || !v->amounts) continue;
        a->plain &= !v->masked || v->from == v->far;
        for (size_t j = v->from; j < v->far; j++) a->near[a->near_count++] = v->amounts[j];
    }
}

static enum status fill_block(struct amounts *a, uint64_t heaps, struct budget *budget)
{
    int64_t n = (int64_t)a->values->filled;
    size_t count = heaps - a->values->filled < WINDOWS_BLOCK ? (size_t)(heaps - a->values->filled) : WINDOWS_BLOCK;
    bool some = false;
    enum status st = budget_check(budget);
    if (st == ST_OK) st = budget_take_states(budget, count);
    if (st != ST_OK) return st;
    ends_next(&a->ends, n, count);
    if (!ends_fit(&a->ends, n, count)) return ST_UNSUPPORTED;
    for (size_t i = 0; i < a->window_count; i++) {
        struct amount_window *v = &a->of[i];
        if (!look_at(v, a->ends.low[i], a->ends.high[i], n, count)) return ST_UNSUPPORTED;
        some |= !v->idle && (!v->amounts || v->some < v->from || v->end < v->others);
    }
    list_near(a);
    for (size_t from = 0; st == ST_OK && from < count;) {
        size_t step = count - from < AMOUNTS_STEP ? count - from : AMOUNTS_STEP;
        if (fill_step(a, n, from, step, some)) {
            a->values->filled += step;
            from += step;
        } else if (a->width == sizeof(uint64_t)) st = ST_UNSUPPORTED;
        else st = make_marks(a, 2 * a->width, budget);
    }
    return st;
}

enum status amounts_fill(const struct heap_windows *windows, const struct window_picks *picks,
                         struct window_values *values, struct budget *budget)
{
    struct amounts *a = mem_alloc(sizeof *a);
    if (!a) return ST_NO_MEMORY;
    a->windows = windows, a->values = values, a->window_count = windows->count, a->heaps = values->count;
    enum status st = values->bytes ? ST_OK : ST_UNSUPPORTED;
    values->filled = 0;
    ends_open(&a->ends, windows);
    a->one_row = true;
    for (size_t i = 0; i < windows->count; i++) {
        a->of[i].left = picks->left[i];
        a->one_row &= !picks->left[i];
    }
    for (size_t i = 0; st == ST_OK && i < windows->count; i++)
        if (picks->taken[i]) st = list(&a->of[i], picks->taken[i], values->count);
    if (st == ST_OK) st = make_marks(a, sizeof(uint16_t), budget);
    while (st == ST_OK && values->filled < values->count) st = fill_block(a, values->count, budget);
    free_marks(a);
    for (size_t i = 0; i < windows->count; i++)
        if (a->of[i].amounts) mem_free(a->of[i].amounts, (a->of[i].count + 1) * sizeof *a->of[i].amounts);
    mem_free(a, sizeof *a);
    return st;
}

/* ---- which way --------------------------------------------------------------------------------------------------- */
/* How many numbers may be taken by windows with sets. */
static uint64_t amounts_of(const struct heap_windows *w, const struct window_picks *p)
{
    uint64_t all = 0;
    for (size_t i = 0; i < w->count; i++)
        for (size_t k = 0; p->taken[i] && k < p->words; k++) all += (uint64_t)__builtin_popcountll(p->taken[i][k]);
    return all;
}

enum status sets_fill(const struct heap_windows *windows, struct window_values *values, struct budget *budget)
{
    struct window_picks picks;
    enum status st = picks_open(&picks, windows, values->count, budget);
    if (st != ST_OK) return st;
    st = ST_UNSUPPORTED;
    if (amounts_of(windows, &picks) < values->count / AMOUNTS_OF_LEVELS)
        st = amounts_fill(windows, &picks, values, budget);
    if (st == ST_UNSUPPORTED && values->count <= LEVELS_HEAPS) st = levels_fill(windows, &picks, values, budget);
    picks_close(&picks);
    return st;
}
