/* SPDX-License-Identifier: MIT */
/* Each window keeps what it has in a set of counted values, and goes to its next ends by letting values enter and
 * leave: as
 * many steps as its ends move, whatever they do. Windows that are never more than one heap are looked up. Where
 * remainders
 * are asked for, each residue of the heap has a set of its own, with the values that such heaps may reach; it is
 * used at
 * every `cycle`-th heap. */
#include <string.h>
#include "base/mem.h"
#include "solve/windows/private.h"

enum { SET_ROOM = 4096, WIDTH_BYTES, WIDTH_NARROW, WIDTH_WIDE };

enum status values_widen(struct window_values *v, const struct budget *budget)
{
    uint64_t size = v->count * (v->bytes ? sizeof *v->narrow : sizeof *v->wide);
    enum status st = budget_fits(budget, size);
    if (st != ST_OK) return st;
    void *grown = mem_alloc_raw((size_t)size);
    if (!grown) return ST_NO_MEMORY;
    uint16_t *narrow = v->bytes ? grown : NULL;
    uint32_t *wide = v->bytes ? NULL : grown;
    for (uint64_t i = 0; narrow && i < v->filled; i++) narrow[i] = v->bytes[i];
    for (uint64_t i = 0; wide && i < v->filled; i++) wide[i] = v->narrow[i];
    mem_free(v->bytes ? (void *)v->bytes : v->narrow, (size_t)v->size);
    *v = (struct window_values){.narrow = narrow, .wide = wide, .count = v->count, .filled = v->filled, .size = size};
    return ST_OK;
}

/* Goes over the heaps that one residue may reach in one window, and no others. `at` is one of them, `before` the one
 * below it, so an end e stands at `at` exactly if before < e <= at. */
struct walk {
    int64_t at, before;
    size_t place; /* of `at` among those of a cycle */
};
struct gaps {
    size_t count;
    uint8_t gap[WINDOWS_CYCLE]; /* to each of them from the one below it */
};

/* The windows of one residue of the heap, and where they stand. */
struct track {
    struct value_set set;
    size_t slides, ones;
    size_t slide[WINDOWS_MOST], one[WINDOWS_MOST];
    int64_t low[WINDOWS_MOST], high[WINDOWS_MOST];    /* of slide[i] */
    struct walk from[WINDOWS_MOST], to[WINDOWS_MOST]; /* the same ends, within fill_residues */
    struct gaps gaps[WINDOWS_MOST];
};
struct filling {
    const struct heap_windows *windows;
    struct window_values *values;
    struct budget *budget;
    struct window_ends *ends;
    struct track *tracks;
    bool few;                         /* all options are looked up (few.c) */
    const struct window_picks *picks; /* of what is left alone; NULL: there are none */
};

static inline __attribute__((always_inline)) uint32_t value_at(const struct window_values *v, int width, int64_t at)
{
    return width == WIDTH_BYTES ? v->bytes[at] : width == WIDTH_NARROW ? v->narrow[at] : v->wide[at];
}

/* Has a heap of that residue the option r? */
static inline bool allows(const struct filling *f, size_t window, uint64_t residue, int64_t r)
{
    const struct heap_windows *w = f->windows;
    const uint64_t *left = f->picks ? f->picks->left[window] : NULL;
    if (left) return left[r / 64] >> (r % 64) & 1;
    return w->cycle == 1 || w->windows[window].allowed[residue] >> (uint32_t)r % (uint32_t)w->cycle & 1;
}

/* One value enters or leaves. */
static inline __attribute__((always_inline)) enum status step(struct filling *f, struct track *t, int width,
                                                              size_t window, uint64_t residue, int64_t r, bool enters)
{
    if (!allows(f, window, residue, r)) return ST_OK;
    uint32_t value = value_at(f->values, width, r);
    if (!enters) return set_leave(&t->set, value), ST_OK;
    if (__builtin_expect(value >= t->set.room, 0)) {
        enum status st = set_grow(&t->set, value, f->budget);
        if (st != ST_OK) return st;
    }
    return set_enter(&t->set, value), ST_OK;
}

/* Takes a window to [low, high), far from where it stands: what it has leaves first. */
static inline __attribute__((always_inline)) enum status go(struct filling *f, struct track *t, int width, size_t i,
                                                            uint64_t residue, int64_t low, int64_t high)
{
    enum status st = ST_OK;
    size_t window = t->slide[i];
    int64_t *at = &t->low[i], *end = &t->high[i];
    if (high < low) high = low;
    if (__builtin_expect(high <= *at || low >= *end, 0)) {
        while (*at < *end) step(f, t, width, window, residue, (*at)++, false);
        *at = *end = low;
    }
    for (; st == ST_OK && *end < high; *end += st == ST_OK) st = step(f, t, width, window, residue, *end, true);
    for (; st == ST_OK && *at > low; *at -= st == ST_OK) st = step(f, t, width, window, residue, *at - 1, true);
    while (*end > high) step(f, t, width, window, residue, --*end, false);
    while (*at < low) step(f, t, width, window, residue, (*at)++, false);
    return st;
}

/* The least number that is neither in the set nor among these. */
static inline uint64_t mex(struct track *t, const uint32_t *ones, size_t count)
{
    uint64_t value = t->set.least = t->slides ? set_free(&t->set, t->set.least) : 0;
    for (size_t i = 0; i < count;) {
        if (ones[i++] != value) continue;
        value++;
        if (t->slides) value = set_free(&t->set, value);
        i = 0;
    }
    return value;
}

/* The same without a set: there are fewer than 64 of them, so the least number that is missing is less than 64. */
static inline uint64_t mex_of_ones(const uint32_t *ones, size_t count)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < count; i++) seen |= ones[i] < 64 ? (uint64_t)1 << ones[i] : 0;
    return (uint64_t)__builtin_ctzll(~seen);
}

/* The value of heap k of the block, of this residue, whose sliding windows stand at their ends. */
static inline __attribute__((always_inline)) uint64_t mex_of_windows(struct filling *f, struct track *t, int width,
                                                                     uint64_t residue, size_t k)
{
    uint32_t ones[WINDOWS_MOST];
    size_t count = 0;
    for (size_t i = 0; i < t->ones; i++) {
        size_t window = t->one[i];
        int64_t r = f->ends->low[window][k];
        if (r < f->ends->high[window][k] && allows(f, window, residue, r))
            ones[count++] = value_at(f->values, width, r);
    }
    return t->slides ? mex(t, ones, count) : mex_of_ones(ones, count);
}

/* The values of heaps n .. end - 1, one block; *n: how far it came, with ST_UNSUPPORTED at the first value that is
 * too wide. */
static inline __attribute__((always_inline)) enum status fill_block(struct filling *f, int width, int64_t from,
                                                                    int64_t end, int64_t *n)
{
    struct window_values *v = f->values;
    const struct window_ends *ends = f->ends;
    uint32_t most = width == WIDTH_BYTES ? UINT8_MAX : width == WIDTH_NARROW ? UINT16_MAX : UINT32_MAX - 1;
    uint64_t cycle = (uint64_t)f->windows->cycle, residue = (uint64_t)*n % cycle;
    for (; *n < end; ++*n) {
        size_t k = (size_t)(*n - from);
        struct track *t = &f->tracks[residue];
        for (size_t i = 0; i < t->slides; i++) {
            enum status st = go(f, t, width, i, residue, ends->low[t->slide[i]][k], ends->high[t->slide[i]][k]);
            if (st != ST_OK) return st;
        }
        uint64_t value = mex_of_windows(f, t, width, residue, k);
        if (__builtin_expect(value > most, 0)) return ST_UNSUPPORTED;
        if (width == WIDTH_BYTES) v->bytes[*n] = (uint8_t)value;
        else if (width == WIDTH_NARROW) v->narrow[*n] = (uint16_t)value;
        else v->wide[*n] = (uint32_t)value;
        if (++residue == cycle) residue = 0;
    }
    return ST_OK;
}

/* ---- without remainders
 * ------------------------------------------------------------------------------------------- */
/* The same of a few windows whose number the compiler knows, as long as they go forwards: where one does not,
 * fill_block goes on. What is
 * asked of a heap lies in variables of this function: a byte that is stored might be any other. */
struct cursor {
    const int32_t *low, *high;
    int64_t at, end;
};
static inline __attribute__((always_inline)) enum status fill_plain(struct filling *f, int width, size_t slides,
                                                                    size_t ones, int64_t from, int64_t end, int64_t *n)
{
    const struct window_values v = *f->values;
    struct track *t = &f->tracks[0];
    struct cursor slide[WINDOWS_MOST];
    const int32_t *one[WINDOWS_MOST], *over[WINDOWS_MOST];
    struct value_set set = t->set;
    uint32_t most = width == WIDTH_BYTES ? UINT8_MAX : width == WIDTH_NARROW ? UINT16_MAX : UINT32_MAX - 1;
    int64_t x = *n;
    enum status st = ST_OK;
    for (size_t i = 0; i < slides; i++)
        slide[i] = (struct cursor){f->ends->low[t->slide[i]], f->ends->high[t->slide[i]], t->low[i], t->high[i]};
    for (size_t i = 0; i < ones; i++) one[i] = f->ends->low[t->one[i]], over[i] = f->ends->high[t->one[i]];
    for (; x < end; x++) {
        size_t k = (size_t)(x - from);
        bool odd = false;
        for (size_t i = 0; i < slides; i++) {
            struct cursor *c = &slide[i];
            int64_t low = c->low[k], high = c->high[k];
            odd |= low < c->at || high < c->end || low > c->end;
            for (; !odd && c->end < high; c->end++) {
                uint32_t value = value_at(&v, width, c->end);
                odd = width != WIDTH_BYTES && value >= set.room;
                if (odd) break;
                set_enter(&set, value);
            }
            for (; !odd && c->at < low; c->at++) set_leave(&set, value_at(&v, width, c->at));
        }
        if (__builtin_expect(odd, 0)) break;
        uint64_t value = set_free(&set, set.least);
        if (value != set.least) set.least = value;
        for (size_t i = 0; i < ones; i++) {
            if (one[i][k] >= over[i][k] || value_at(&v, width, one[i][k]) != value) continue;
            value = set_free(&set, value + 1);
            if (ones > 1) i = (size_t)-1; /* another of them may have that one */
        }
        if (__builtin_expect(value > most, 0)) {
            st = ST_UNSUPPORTED;
            break;
        }
        if (width == WIDTH_BYTES) v.bytes[x] = (uint8_t)value;
        else if (width == WIDTH_NARROW) v.narrow[x] = (uint16_t)value;
        else v.wide[x] = (uint32_t)value;
    }
    for (size_t i = 0; i < slides; i++) t->low[i] = slide[i].at, t->high[i] = slide[i].end;
    t->set.least = set.least;
    *n = x;
    return st;
}

/* ---- with remainders
 * ---------------------------------------------------------------------------------------------- */
/* allowed != 0; to the first one from `end` on. */
static struct walk walk_open(uint32_t allowed, int64_t cycle, int64_t end, struct gaps *gaps)
{
    int64_t last = 31 - __builtin_clz(allowed) - cycle, residue = end % cycle;
    struct walk w = {end, 0, 0};
    gaps->count = 0;
    for (int64_t r = 0; r < cycle && gaps->count < WINDOWS_CYCLE; r++) {
        if (!(allowed >> r & 1)) continue;
        w.place += r < residue;
        gaps->gap[gaps->count++] = (uint8_t)(r - last);
        last = r;
    }
    if (w.place == gaps->count) w.place = 0;
    while (!(allowed >> w.at % cycle & 1)) w.at++;
    w.before = w.at - gaps->gap[w.place];
    return w;
}

static inline __attribute__((always_inline)) void walk_on(struct walk *w, const struct gaps *gaps)
{
    if (++w->place == gaps->count) w->place = 0;
    w->before = w->at;
    w->at += gaps->gap[w->place];
}

static void open_walks(struct filling *f)
{
    const struct heap_windows *w = f->windows;
    for (size_t residue = 0; residue < (size_t)w->cycle; residue++) {
        struct track *t = &f->tracks[residue];
        for (size_t i = 0; i < t->slides; i++) {
            uint32_t allowed = w->windows[t->slide[i]].allowed[residue];
            t->from[i] = walk_open(allowed, w->cycle, t->low[i], &t->gaps[i]);
            t->to[i] = walk_open(allowed, w->cycle, t->high[i], &t->gaps[i]);
        }
    }
}

/* What no heap of the residue reaches is in no set, so go may carry on from these. */
static void close_walks(struct filling *f)
{
    for (size_t residue = 0; residue < (size_t)f->windows->cycle; residue++) {
        struct track *t = &f->tracks[residue];
        for (size_t i = 0; i < t->slides; i++) t->low[i] = t->from[i].at, t->high[i] = t->to[i].at;
    }
}

/* Takes a window forwards; false: it does not go there, or a value has no room, and go has to take it from where it is. */
static inline __attribute__((always_inline)) bool walk_to(struct filling *f, struct track *t, int width, size_t i,
                                                          int64_t low, int64_t high)
{
    struct walk from = t->from[i], to = t->to[i];
    const struct gaps *gaps = &t->gaps[i];
    bool forwards = true;
    if (high < low) high = low;
    if (low <= from.before || high <= to.before || low > to.at) return false;
    for (; to.at < high; walk_on(&to, gaps)) {
        uint32_t value = value_at(f->values, width, to.at);
        forwards = width == WIDTH_BYTES || value < t->set.room;
        if (!forwards) break;
        set_enter(&t->set, value);
    }
    for (; forwards && from.at < low; walk_on(&from, gaps)) set_leave(&t->set, value_at(f->values, width, from.at));
    t->from[i] = from, t->to[i] = to;
    return forwards;
}

/* As fill_block, as long as windows go forwards. */
static inline __attribute__((always_inline)) enum status fill_residues(struct filling *f, int width, int64_t from,
                                                                       int64_t end, int64_t *n)
{
    struct window_values *v = f->values;
    const struct window_ends *ends = f->ends;
    uint32_t most = width == WIDTH_BYTES ? UINT8_MAX : width == WIDTH_NARROW ? UINT16_MAX : UINT32_MAX - 1;
    uint64_t cycle = (uint64_t)f->windows->cycle, residue = (uint64_t)*n % cycle;
    enum status st = ST_OK;
    open_walks(f);
    for (; *n < end; ++*n) {
        size_t k = (size_t)(*n - from);
        struct track *t = &f->tracks[residue];
        bool forwards = true;
        for (size_t i = 0; i < t->slides && forwards; i++)
            forwards = walk_to(f, t, width, i, ends->low[t->slide[i]][k], ends->high[t->slide[i]][k]);
        if (__builtin_expect(!forwards, 0)) break;
        uint64_t value = mex_of_windows(f, t, width, residue, k);
        if (__builtin_expect(value > most, 0)) st = ST_UNSUPPORTED;
        if (st != ST_OK) break;
        if (width == WIDTH_BYTES) v->bytes[*n] = (uint8_t)value;
        else if (width == WIDTH_NARROW) v->narrow[*n] = (uint16_t)value;
        else v->wide[*n] = (uint32_t)value;
        if (++residue == cycle) residue = 0;
    }
    close_walks(f);
    return st;
}

/* ---- all blocks
 * --------------------------------------------------------------------------------------------------- */
#define FILL_WIDTH(name, width)                                                                                        \
    static enum status name(struct filling *f, int64_t from, int64_t end, int64_t *n)                                  \
    {                                                                                                                  \
        const struct track *t = &f->tracks[0];                                                                         \
        enum status st = ST_OK;                                                                                        \
        bool plain = f->windows->cycle == 1 && !f->picks;                                                              \
        for (int64_t before = -1; plain && st == ST_OK && *n < end && *n != before;) {                                 \
            before = *n;                                                                                               \
            if (t->slides == 1 && t->ones == 0) st = fill_plain(f, width, 1, 0, from, end, n);                         \
            else if (t->slides == 2 && t->ones == 0) st = fill_plain(f, width, 2, 0, from, end, n);                    \
            else if (t->slides == 1 && t->ones == 1) st = fill_plain(f, width, 1, 1, from, end, n);                    \
            else if (t->slides) st = fill_plain(f, width, t->slides, t->ones, from, end, n);                           \
            if (st == ST_OK && *n < end) st = fill_block(f, width, from, *n + 1, n);                                   \
        }                                                                                                              \
        if (f->windows->cycle > 1) st = fill_residues(f, width, from, end, n);                                         \
        return st == ST_OK && *n < end ? fill_block(f, width, from, end, n) : st;                                      \
    }
FILL_WIDTH(fill_narrow, WIDTH_NARROW)
FILL_WIDTH(fill_wide, WIDTH_WIDE)
FILL_WIDTH(fill_bytes, WIDTH_BYTES)

static enum status open_track(struct filling *f, struct track *t, size_t residue)
{
    const struct heap_windows *w = f->windows;
    for (size_t i = 0; i < w->count; i++) {
        if (w->windows[i].allowed[residue] == 0) continue;
        if (w->windows[i].one) t->one[t->ones++] = i;
        else t->slide[t->slides++] = i;
    }
    return t->slides ? set_open(&t->set, SET_ROOM, f->budget) : ST_OK;
}

/* From here on values are counted. */
static enum status open_tracks(struct filling *f)
{
    enum status st = ST_OK;
    f->few = false;
    for (size_t i = 0; st == ST_OK && i < (size_t)f->windows->cycle; i++) st = open_track(f, &f->tracks[i], i);
    return st;
}

static enum status fill_to(void *kernel, uint64_t to)
{
    struct filling *f = kernel;
    enum status st = ST_OK;
    struct window_values *v = f->values;
    while (st == ST_OK && v->filled < to) {
        int64_t from = (int64_t)v->filled, n = from;
        size_t count = to - v->filled < WINDOWS_BLOCK ? (size_t)(to - v->filled) : WINDOWS_BLOCK;
        st = budget_check(f->budget);
        if (st == ST_OK) st = budget_take_states(f->budget, count);
        if (st != ST_OK) return st;
        ends_next(f->ends, from, count);
        if (!ends_fit(f->ends, from, count)) return ST_UNSUPPORTED;
        if (f->few && v->bytes && few_fill(f->ends, v->bytes, from, count)) {
            v->filled += count;
            continue;
        }
        if (f->few) st = f->windows->sums ? ST_UNSUPPORTED : open_tracks(f);
        for (bool more = true; st == ST_OK && more;) {
            int64_t end = from + (int64_t)count;
            enum status filled = v->bytes    ? fill_bytes(f, from, end, &n)
                                 : v->narrow ? fill_narrow(f, from, end, &n)
                                             : fill_wide(f, from, end, &n);
            v->filled = (uint64_t)n;
            more = filled == ST_UNSUPPORTED && !v->wide;
            st = more ? values_widen(v, f->budget) : filled;
        }
    }
    return st;
}

/* ---- what is kept ------------------------------------------------------------------------------------------------ */
/* Windows stand where they stood; the next heap takes them to its own ends. What enters and leaves on the way is what
 * is there, and as much as enters and leaves when all heaps are filled. */
static enum status pass_to(void *kernel, uint64_t to)
{
    struct filling *f = kernel;
    const struct window_values *v = f->values;
    bool large = false;
    for (uint64_t i = v->filled; f->few && v->bytes && i < to; i++) large |= v->bytes[i] >= FEW_OPTIONS;
    f->values->filled = to;
    return large ? open_tracks(f) : ST_OK;
}

static void reset(void *kernel)
{
    struct filling *f = kernel;
    f->values->filled = 0;
    for (size_t i = 0; i < (size_t)f->windows->cycle; i++) {
        struct track *t = &f->tracks[i];
        if (t->slides) memset(t->set.block, 0, t->set.size);
        t->set.least = 0;
        memset(t->low, 0, sizeof t->low);
        memset(t->high, 0, sizeof t->high);
    }
}

static struct journal_values values_now(const void *kernel)
{
    const struct window_values *v = ((const struct filling *)kernel)->values;
    return (struct journal_values){.wide = v->wide, .narrow = v->narrow, .bytes = v->bytes};
}

/* Sums are looked up, single heaps where all windows are of one, and others where there are few. */
static enum status look_up(struct filling *f)
{
    const struct heap_windows *w = f->windows;
    struct few_counts counts;
    if (f->picks) return open_tracks(f);
    f->few = true;
    for (size_t i = 0; i < w->count; i++) f->few &= w->windows[i].one;
    f->few |= w->sums;
    if (f->few) return ST_OK;
    enum status st = few_options(w, (int64_t)f->values->count, &counts);
    f->few = st == ST_OK && counts.most < FEW_OPTIONS && f->values->bytes;
    return st == ST_OK && !f->few ? open_tracks(f) : st;
}

/* Of rules with sets: *slide false: the sets are none that values slide through. */
static enum status open_picks(const struct heap_windows *windows, uint64_t count, struct window_picks *picks,
                              bool *slide, struct budget *budget)
{
    struct few_counts counts;
    enum status st = few_options(windows, (int64_t)count, &counts);
    *slide = st == ST_OK && picks_slide(windows, &counts, count);
    return st == ST_OK && *slide ? picks_open(picks, windows, count, budget) : st;
}

enum status windows_fill(const struct heap_windows *windows, struct window_values *values, struct budget *budget,
                         const struct kept_rows *of)
{
    size_t size = (size_t)windows->cycle * sizeof(struct track);
    bool slide = false;
    struct window_picks picks = {0};
    enum status st = windows->sets ? open_picks(windows, values->count, &picks, &slide, budget) : ST_OK;
    if (st != ST_OK) return st;
    if (windows->sets && !slide) return sets_fill(windows, values, budget);
    struct filling f = {
        windows, values, budget, mem_alloc(sizeof *f.ends), mem_alloc(size), false, slide ? &picks : NULL};
    st = f.ends && f.tracks ? ST_OK : ST_NO_MEMORY;
    values->filled = 0;
    if (st == ST_OK) ends_open(f.ends, windows);
    if (st == ST_OK) st = look_up(&f);
    struct row_kernel kernel = {.kernel = &f,
                                .columns = WINDOWS_BLOCK,
                                .filled = &values->filled,
                                .fill = fill_to,
                                .pass = pass_to,
                                .reset = reset,
                                .values = values_now};
    if (st == ST_OK) st = kept_rows_fill(of, &kernel, values->count);
    for (size_t i = 0; f.tracks && i < (size_t)windows->cycle; i++) set_close(&f.tracks[i].set);
    mem_free(f.ends, f.ends ? sizeof *f.ends : 0);
    mem_free(f.tracks, f.tracks ? size : 0);
    picks_close(&picks);
    return st;
}
