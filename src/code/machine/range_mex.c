/* SPDX-License-Identifier: MIT */
/* Values are counted, since equal ones enter and leave separately; bits over the counts, and bits over full words of
 * these, locate the first missing value. */
#include "code/machine/range_mex.h"
#include <string.h>
#include "base/mem.h"
#include "code/machine/calls.h"

enum { ROOM_STEP = 4096, NEAR = 8 };

/* One block: the counts, the bits, the full words. */
static size_t block_size(uint64_t room) { return (size_t)(room * sizeof(uint32_t) + room / 8 + room / 512); }

static enum status make_room(struct range_mex *r, uint32_t value, const struct budget *budget)
{
    uint64_t room = r->room ? r->room : ROOM_STEP;
    while (room <= value) room *= 2;
    enum status st = budget_fits(budget, block_size(room));
    if (st != ST_OK) return st;
    uint64_t *full = mem_alloc(block_size(room));
    if (!full) return ST_NO_MEMORY;
    uint64_t *bits = full + room / 4096;
    uint32_t *counts = (uint32_t *)(bits + room / 64);
    if (r->room) {
        memcpy(full, r->full, (size_t)r->room / 512);
        memcpy(bits, r->bits, (size_t)r->room / 8);
        memcpy(counts, r->counts, (size_t)r->room * sizeof *counts);
        mem_free(r->full, block_size(r->room));
    }
    r->full = full;
    r->bits = bits;
    r->counts = counts;
    r->room = room;
    return ST_OK;
}

static enum status enter(struct range_mex *r, uint32_t value, const struct budget *budget)
{
    if (value == VALUE_NONE) return r->nones++, ST_OK;
    if (value >= r->room) {
        enum status st = make_room(r, value, budget);
        if (st != ST_OK) return st;
    }
    if (r->counts[value]++ != 0) return ST_OK;
    uint64_t *word = &r->bits[value / 64];
    *word |= (uint64_t)1 << value % 64;
    if (*word == UINT64_MAX) r->full[value / 4096] |= (uint64_t)1 << value / 64 % 64;
    return ST_OK;
}

static void leave(struct range_mex *r, uint32_t value)
{
    if (value == VALUE_NONE) {
        r->nones--;
        return;
    }
    if (--r->counts[value] != 0) return;
    r->bits[value / 64] &= ~((uint64_t)1 << value % 64);
    r->full[value / 4096] &= ~((uint64_t)1 << value / 64 % 64);
    if (value < r->least) r->least = value;
}

static uint32_t value_at(struct range_values v, uint64_t at) { return v.narrow ? v.narrow[at] : v.values[at]; }

/* The distance between the ends of two ranges; UINT64_MAX if they are disjoint. */
static uint64_t distance(uint64_t low, uint64_t high, uint64_t other_low, uint64_t other_high)
{
    if (low >= other_high || other_low >= high) return UINT64_MAX;
    return (low > other_low ? low - other_low : other_low - low) +
           (high > other_high ? high - other_high : other_high - high);
}

/* Counts the values of the range; low and high are correct after each step, so the set is consistent after a
 * failure. */
static enum status move_to(struct range_mex *r, struct range_values values, uint64_t low, uint64_t high,
                           const struct budget *budget)
{
    enum status st = ST_OK;
    if (distance(r->low, r->high, low, high) > high - low) { /* start again */
        while (r->high > r->low) leave(r, value_at(values, --r->high));
        r->low = r->high = low;
    }
    while (st == ST_OK && r->high < high)
        if ((st = enter(r, value_at(values, r->high), budget)) == ST_OK) r->high++;
    while (st == ST_OK && r->low > low)
        if ((st = enter(r, value_at(values, r->low - 1), budget)) == ST_OK) r->low--;
    while (st == ST_OK && r->high > high) leave(r, value_at(values, --r->high));
    while (st == ST_OK && r->low < low) leave(r, value_at(values, r->low++));
    return st;
}

enum status range_mex_follow(struct range_mex *r, struct range_values values, uint64_t low, uint64_t high,
                             const struct budget *budget, bool *serves, uint64_t *work)
{
    uint64_t length = high - low, moved = distance(r->asked[0], r->asked[1], low, high);
    r->asked[0] = low;
    r->asked[1] = high;
    *serves = false;
    *work = 0;
    if (length < RUNNING_LEAST || length > UINT32_MAX || moved > length / NEAR) return ST_OK;
    uint64_t steps = distance(r->low, r->high, low, high);
    *work = steps <= length ? steps : length + (r->high - r->low);
    enum status st = move_to(r, values, low, high, budget);
    *serves = st == ST_OK && r->nones == 0;
    return st;
}

uint64_t range_mex_free(struct range_mex *r, uint64_t from)
{
    uint64_t at = from > r->least ? from : r->least, found;
    if (at >= r->room) return at;
    uint64_t word = r->bits[at / 64] | (((uint64_t)1 << at % 64) - 1);
    if (word != UINT64_MAX) {
        found = at / 64 * 64 + (uint64_t)__builtin_ctzll(~word);
    } else {
        uint64_t group = at / 4096, index = at / 64 % 64;
        uint64_t full = r->full[group] | (index == 63 ? UINT64_MAX : ((uint64_t)2 << index) - 1);
        while (full == UINT64_MAX && ++group < r->room / 4096) full = r->full[group];
        if (full == UINT64_MAX) {
            found = r->room;
        } else {
            uint64_t first = group * 64 + (uint64_t)__builtin_ctzll(~full);
            found = first * 64 + (uint64_t)__builtin_ctzll(~r->bits[first]);
        }
    }
    if (from <= r->least) r->least = found; /* all smaller numbers are values */
    return found;
}

void range_mex_free_memory(struct range_mex *r)
{
    mem_free(r->full, block_size(r->room));
    *r = (struct range_mex){0};
}
