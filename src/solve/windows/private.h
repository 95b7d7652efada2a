/* SPDX-License-Identifier: MIT */
/* Heaps whose options are windows (proof/windows): where the windows end, and the values in them.
 *
 *     ends_next(&ends, 0, 512);                  // ends.low[i][k] <= r < ends.high[i][k]: window i of heap k
 *
 *     set_enter(&set, 3, budget);                // counted: equal values enter and leave separately
 *     set_free(&set, 0)                          // the least number >= 0 that is not in it
 *
 *     st = windows_fill(&windows, &values, budget, NULL);     // values.filled .. values.count - 1, in as few bytes as
 *     they fit in */
#ifndef CGI_SOLVE_WINDOWS_PRIVATE_H
#define CGI_SOLVE_WINDOWS_PRIVATE_H
#include "base/budget.h"
#include "proof/windows/windows.h"
#include "solve/heap/kept_rows.h"

enum {
    WINDOWS_BLOCK = 512,
    SET_LEVELS = 6,
    FEW_OPTIONS = 64,
    AMOUNTS_OF_LEVELS = 64, /* heaps for each amount, from which on amounts are gone through one by one */
    LEVELS_HEAPS = 1 << 19
};

/* ---- ends.c ------------------------------------------------------------------------------------------------------ */
struct window_tracker {
    int64_t value, at,
        next; /* of a term: floor: at = divisor * value; root: at = q(value); next: the same of value + 1 */
};
struct window_ends {
    const struct heap_windows *windows;
    struct window_tracker trackers[WINDOWS_TERMS];
    int64_t terms[WINDOWS_TERMS][WINDOWS_BLOCK], scratch[WINDOWS_BLOCK], arguments[WINDOWS_ARGUMENTS][WINDOWS_BLOCK];
    struct window_term_block {
        int64_t least, most;
        uint32_t low_bits[WINDOWS_BLOCK]; /* of each, modulo 2^32 */
        bool stepped;                     /* all are within 2^30 of 0, and only there */
    } blocks[WINDOWS_TERMS];
    uint32_t form[WINDOWS_BLOCK];
    int32_t low[WINDOWS_MOST][WINDOWS_BLOCK], high[WINDOWS_MOST][WINDOWS_BLOCK]; /* low <= r < high */
    /* Of sums: what the others are for r = 0; `others_far`: one of them does not fit, and nothing of it is right. */
    int32_t others[WINDOWS_MOST][WINDOWS_OTHERS][WINDOWS_BLOCK];
    bool others_far;
    bool absent[WINDOWS_MOST]; /* no heap of the block has the window: its ends are 0 */
    bool missing;              /* some term has no value, or one beyond its limit, and nothing of it is right */
    /* Of a window: has every heap of the block exactly one r in it, none below `least` or above `most`, and is that the heap less
     * `distance`, if that is not 0? Not one: nothing is known. */
    struct window_span {
        bool one;
        int64_t least, most, distance;
    } spans[WINDOWS_MOST];
};
void ends_open(struct window_ends *ends, const struct heap_windows *windows);
/* Of the heaps n .. n + count - 1, below windows->beyond; count <= WINDOWS_BLOCK. It costs little where n follows
 * the last one. */
void ends_next(struct window_ends *ends, int64_t n, size_t count);
/* Of these: every term has a value; every window has its heaps below the one they are options of, and none below 0, and so have sums all of
 * their heaps. Where that was proved it is looked at since memory depends on it. */
bool ends_fit(const struct window_ends *ends, int64_t n, size_t count);

/* The form of the heaps n .. n + count - 1; its terms are known. */
void ends_form(const struct window_ends *ends, const struct heap_window_form *form, int64_t n, size_t count,
               int64_t *out);

/* ---- compute.c --------------------------------------------------------------------------------------------------- */
/* A term with a call, of these heaps. False: somewhere it has no value, or one beyond windows_limit. */
bool ends_compute(struct window_ends *ends, const struct heap_window_term *term, int64_t n, size_t count, int64_t *out);

/* ---- set.c ------------------------------------------------------------------------------------------------------- */
/* Level 0: a bit for each number that is in the set; then a bit for each word of the level below that is full. */
struct value_set {
    uint32_t *counts;
    uint64_t *level[SET_LEVELS];
    size_t words[SET_LEVELS], levels;
    uint64_t room, least; /* all numbers below `least` are in it */
    void *block;          /* all of it */
    size_t size;
};
enum status set_open(struct value_set *set, uint64_t room, const struct budget *budget);
void set_close(struct value_set *set);
/* Room for `value`: ST_OK, ST_NO_MEMORY or the status of the budget, and then nothing has changed. */
enum status set_grow(struct value_set *set, uint64_t value, const struct budget *budget);
/* value < room, and it is not in the set; or it was. */
void set_carry(struct value_set *set, uint64_t word);
void set_uncarry(struct value_set *set, uint64_t word);
/* The least number >= from that is not in it; `room` at most. */
uint64_t set_free_beyond(const struct value_set *set, uint64_t from);

static inline void set_enter(struct value_set *set, uint32_t value)
{
    if (set->counts[value]++ != 0) return;
    uint64_t *word = &set->level[0][value / 64];
    *word |= (uint64_t)1 << value % 64;
    if (*word == UINT64_MAX) set_carry(set, value / 64);
}

static inline void set_leave(struct value_set *set, uint32_t value)
{
    if (--set->counts[value] != 0) return;
    uint64_t *word = &set->level[0][value / 64];
    if (*word == UINT64_MAX) set_uncarry(set, value / 64);
    *word &= ~((uint64_t)1 << value % 64);
    if (value < set->least) set->least = value;
}

static inline uint64_t set_free(const struct value_set *set, uint64_t from)
{
    if (from >= set->room) return from;
    uint64_t word = ~set->level[0][from / 64] >> from % 64;
    return word ? from + (uint64_t)__builtin_ctzll(word) : set_free_beyond(set, from / 64 * 64 + 64);
}

/* ---- fill.c ------------------------------------------------------------------------------------------------------ */
/* One of the three holds them; `count` of them in `bytes` bytes. */
struct window_values {
    uint8_t *bytes;
    uint16_t *narrow;
    uint32_t *wide;
    uint64_t count, filled, size;
};
/* Twice as many bytes a value, or from one to two; the first `filled` are carried over. */
enum status values_widen(struct window_values *values, const struct budget *budget);
/* The values of heaps 0 .. count - 1 from the first one on, count <= windows->beyond; widened as they need it.
 * `filled` is right also if
 * the budget ends it. of: what is kept is not computed again; NULL: nothing is. ST_UNSUPPORTED: an end is not where it
 * was proved to be. */
enum status windows_fill(const struct heap_windows *windows, struct window_values *values, struct budget *budget,
                         const struct kept_rows *of);

/* ---- few.c ------------------------------------------------------------------------------------------------------- */
/* The values of the heaps n .. n + count - 1, of which `ends` are the ends, from those before them. False: the widest windows have
 * FEW_OPTIONS heaps or more together, and nothing is done. Heaps below n have values below 64 then if all were found here. */
bool few_fill(const struct window_ends *ends, uint8_t *values, int64_t n, size_t count);
/* How many options have the heaps of a rule? Some heaps up to `high` are looked at. ST_OK or ST_NO_MEMORY. */
struct few_counts {
    double most, average; /* without regard to picks */
    double moved;         /* how far all ends go from heap to heap, in the mean */
    int32_t open;         /* of the widest window in which all amounts may be taken */
};
enum status few_options(const struct heap_windows *windows, int64_t high, struct few_counts *counts);

/* ---- picks.c ----------------------------------------------------------------------------------------------------- */
/* Of each window, which numbers may be taken and which left, as far as its picks say; NULL: all. A bit for each number < count. */
struct window_picks {
    uint64_t *taken[WINDOWS_MOST], *left[WINDOWS_MOST], *block, count;
    size_t words, size;
};
/* ST_UNSUPPORTED: a term has no value. To be closed if it is ST_OK. */
enum status picks_open(struct window_picks *picks, const struct heap_windows *windows, uint64_t count,
                       struct budget *budget);
void picks_close(struct window_picks *picks);
/* Is some pick of the window one of what is taken? */
bool picks_take(const struct heap_window *window);
/* Are all sets of what is left alone, and are the ends of windows never far from those of the heap before? Then values enter and leave as
 * they do without sets, those in the set alone. counts: of the rule (few_options). */
bool picks_slide(const struct heap_windows *windows, const struct few_counts *counts, uint64_t count);
/* About how many numbers below `count` may be taken, of all windows where not all may be: blocks of numbers are looked at. */
enum status picks_count(const struct heap_windows *windows, uint64_t count, double *amounts);

/* ---- levels.c ---------------------------------------------------------------------------------------------------- */
/* Windows with sets, of any kind: as windows_fill and windows_decide. ST_UNSUPPORTED also where an end falls. O(count^2 / 64) for each
 * window and O(count / 64) for each value. */
enum status levels_fill(const struct heap_windows *windows, const struct window_picks *picks,
                        struct window_values *values, struct budget *budget);
enum status levels_decide(const struct heap_windows *windows, const struct window_picks *picks, uint64_t *losses,
                          uint64_t count, struct budget *budget);

/* ---- amounts.c --------------------------------------------------------------------------------------------------- */
/* The same where few numbers may be taken; ST_UNSUPPORTED: a value is 64 or more, or a window without a set is wide, and values->filled of
 * them are right. O(count * amounts / 16). */
enum status amounts_fill(const struct heap_windows *windows, const struct window_picks *picks,
                         struct window_values *values, struct budget *budget);
/* Either of these. */
enum status sets_fill(const struct heap_windows *windows, struct window_values *values, struct budget *budget);

/* ---- decide.c ---------------------------------------------------------------------------------------------------- */
/* Who loses in misere play: a bit of `losses`, which are 0 before, for each of the heaps 0 .. count - 1, count <= windows->beyond. The
 * status of the budget, ST_NO_MEMORY, or ST_UNSUPPORTED as above. O(count * windows), with 4 bytes a heap for its time. */
enum status windows_decide(const struct heap_windows *windows, uint64_t *losses, uint64_t count, struct budget *budget);

#endif
