/* SPDX-License-Identifier: MIT */
/* Outcomes in misere play: a heap is lost exactly where it has an option and none of its options is lost. No values are needed for it: in
 * misere play those of a single heap would say no more than who wins.
 *
 * Of each window it is remembered how far up its heaps were looked through, and the last lost one among them. As its ends move up with the
 * heap, what is new is looked through, 64 heaps at a time, and whether that last one still lies in the window is all that is asked. Where
 * an end falls, the window itself is looked through, up to what is known. With remainders each residue of the heap has spots of its own,
 * for the heaps that it may reach. */
#include "base/mem.h"
#include "solve/windows/private.h"

/* No heap that may be reached is lost between `last` and `end`, both excluded; `last`, -1 or any heap, is lost if `lost`. */
struct spot {
    int64_t last, end;
    bool lost;
};
/* Bit j: may heap `from` + j be reached, for each residue that `from` may have? */
struct pattern {
    uint64_t from[WINDOWS_CYCLE];
};
struct deciding {
    const struct heap_windows *windows;
    struct window_ends ends;
    uint64_t *losses;
    struct spot spots[WINDOWS_CYCLE][WINDOWS_MOST]; /* by the residue of the heap */
    struct pattern patterns[WINDOWS_CYCLE][WINDOWS_MOST];
};

static uint64_t low_bits(uint64_t count) { return count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1; }

/* The last lost heap in [low, high) that may be reached, or low - 1. */
static int64_t last_lost(const struct deciding *d, const struct pattern *p, int64_t low, int64_t high)
{
    int64_t cycle = d->windows->cycle;
    for (int64_t w = (high - 1) / 64; high > low && w >= low / 64; w--) {
        uint64_t bits = d->losses[w] & p->from[cycle == 1 ? 0 : 64 * w % cycle];
        if (w == (high - 1) / 64) bits &= low_bits((uint64_t)(high - 64 * w));
        if (w == low / 64) bits &= ~low_bits((uint64_t)(low % 64));
        if (bits) return 64 * w + 63 - __builtin_clzll(bits);
    }
    return low - 1;
}

static void look_through(const struct deciding *d, const struct pattern *p, struct spot *s, int64_t low, int64_t high)
{
    s->last = last_lost(d, p, low, high);
    s->lost = s->last >= low;
}

/* Is a heap in [low, high) lost that may be reached? low < high, and the last one that is known is not in between. */
static __attribute__((noinline)) bool has_other(const struct deciding *d, const struct pattern *p, struct spot *s,
                                                int64_t low, int64_t high)
{
    if (high > s->end) {
        int64_t last = last_lost(d, p, s->end, high);
        if (last >= s->end) s->last = last, s->lost = true;
        s->end = high;
    } else if (s->last >= high) {
        look_through(d, p, s, low, high);
        s->end = high;
    }
    if (!s->lost && low <= s->last) look_through(d, p, s, low, s->last + 1);
    return s->lost && low <= s->last;
}

static inline bool is_lost(const struct deciding *d, int64_t n) { return d->losses[n / 64] >> n % 64 & 1; }

/* Has a window [low, high), low < high, an option? */
static bool has_any(const struct deciding *d, const struct pattern *p, int64_t low, int64_t high)
{
    return (p->from[low % d->windows->cycle] & low_bits((uint64_t)(high - low))) != 0;
}

static inline __attribute__((always_inline)) void decide_block(struct deciding *d, bool plain, int64_t n, size_t count)
{
    const struct heap_windows *w = d->windows;
    for (size_t k = 0; k < count; k++, n++) {
        int64_t residue = plain ? 0 : n % w->cycle;
        bool any = false, won = false;
        for (size_t i = 0; i < w->count && !won; i++) {
            int64_t low = d->ends.low[i][k], high = d->ends.high[i][k];
            if (low >= high) continue;
            const struct pattern *p = &d->patterns[residue][i];
            struct spot *s = &d->spots[residue][i];
            any |= plain || has_any(d, p, low, high);
            if (plain && high == low + 1) won = is_lost(d, low);
            else won = (s->lost && low <= s->last && s->last < high) || has_other(d, p, s, low, high);
        }
        if (any && !won) d->losses[n / 64] |= (uint64_t)1 << n % 64;
    }
}

static void open_spots(struct deciding *d)
{
    const struct heap_windows *w = d->windows;
    for (int64_t residue = 0; residue < w->cycle; residue++)
        for (size_t i = 0; i < w->count; i++) {
            struct pattern *p = &d->patterns[residue][i];
            d->spots[residue][i] = (struct spot){-1, 0, false};
            for (int64_t from = 0; from < w->cycle; from++) {
                p->from[from] = w->cycle == 1 ? UINT64_MAX : 0;
                for (int64_t j = 0; j < 64 && w->cycle > 1; j++)
                    p->from[from] |= (uint64_t)(w->windows[i].allowed[residue] >> (from + j) % w->cycle & 1) << j;
            }
        }
}

static enum status decide(struct deciding *d, uint64_t count, struct budget *budget)
{
    enum status st = ST_OK;
    ends_open(&d->ends, d->windows);
    open_spots(d);
    budget_expect(budget, count);
    for (uint64_t n = 0; st == ST_OK && n < count; n += WINDOWS_BLOCK) {
        size_t block = count - n < WINDOWS_BLOCK ? (size_t)(count - n) : WINDOWS_BLOCK;
        st = budget_check(budget);
        if (st == ST_OK) st = budget_take_states(budget, block);
        if (st != ST_OK) break;
        ends_next(&d->ends, (int64_t)n, block);
        if (!ends_fit(&d->ends, (int64_t)n, block)) return ST_UNSUPPORTED;
        if (d->windows->cycle == 1) decide_block(d, true, (int64_t)n, block);
        else decide_block(d, false, (int64_t)n, block);
    }
    return st;
}

enum status windows_decide(const struct heap_windows *windows, uint64_t *losses, uint64_t count, struct budget *budget)
{
    if (windows->sets) {
        struct window_picks picks;
        enum status found = picks_open(&picks, windows, count, budget);
        if (found != ST_OK) return found;
        found = levels_decide(windows, &picks, losses, count, budget);
        picks_close(&picks);
        return found;
    }
    struct deciding *d = mem_alloc(sizeof *d);
    if (!d) return ST_NO_MEMORY;
    d->windows = windows, d->losses = losses;
    enum status st = decide(d, count, budget);
    mem_free(d, sizeof *d);
    return st;
}
