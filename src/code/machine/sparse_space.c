/* SPDX-License-Identifier: MIT */
/* The mask is the largest coefficient, in absolute value, of the transform of the frequency of values; with the flag,
 * of the difference between even and odd heaps. Only the low bits of values are used there, since the mask need not be
 * optimal. */
#include "code/machine/sparse_space.h"
#include <string.h>
#include "base/mem.h"
#include "code/machine/calls.h"

enum { BITS_MOST = 13, GAIN = 8, FIRST_WALK = 32, OFTEN = 1 << 16 };

static unsigned parity(uint64_t x) { return (unsigned)__builtin_parityll(x); }

static unsigned side(const struct sparse_space *s, uint64_t place, uint32_t value)
{
    return parity(value & s->mask) ^ (s->flag & (unsigned)place);
}

/* ---- the mask ---------------------------------------------------------------------------------------------------- */
static void transform(int64_t *x, size_t size)
{
    for (size_t half = 1; half < size; half *= 2)
        for (size_t i = 0; i < size; i += 2 * half)
            for (size_t k = i; k < i + half; k++) {
                int64_t a = x[k], b = x[k + half];
                x[k] = a + b;
                x[k + half] = a - b;
            }
}

/* The rare heaps under the best mask with this flag, if fewer than *rare. h = common must be the class of the position
 * that is split, or its own value would be looked for in vain. */
EACH_WIDTH void count_values(struct value_view values, uint64_t count, unsigned flag, int64_t *x, size_t size)
{
    for (uint64_t a = 0; a < count; a++) x[value_view_at(values, a) & (size - 1)] += flag & a ? -1 : 1;
}

static void try_flag(struct sparse_space *s, struct value_view values, uint64_t count, unsigned flag, int64_t *x,
                     size_t size, uint64_t *rare)
{
    unsigned common = 1 ^ (flag & s->taken >> 1);
    memset(x, 0, size * sizeof *x);
    VALUE_VIEW_WIDTH(values, count_values(values, count, flag, x, size));
    transform(x, size);
    for (size_t mask = 1; mask < size; mask++) {
        uint64_t other = (count + (uint64_t)(common ? x[mask] : -x[mask])) / 2;
        if (other >= *rare) continue;
        *rare = other;
        s->mask = (uint32_t)mask;
        s->flag = flag;
        s->common = common;
    }
}

static enum status choose(struct sparse_space *s, struct value_view values, uint64_t count)
{
    uint32_t top = s->top < (1u << BITS_MOST) ? s->top : (1u << BITS_MOST) - 1;
    size_t size = (size_t)top + 1;
    int64_t *x = mem_alloc_raw(size * sizeof *x);
    uint64_t rare = UINT64_MAX;
    if (!x) return ST_NO_MEMORY;
    try_flag(s, values, count, 0, x, size, &rare);
    if (s->taken != 3) try_flag(s, values, count, 1, x, size, &rare); /* with both, one kind is in the wrong class */
    mem_free(x, size * sizeof *x);
    return ST_OK;
}

/* ---- the places -------------------------------------------------------------------------------------------------- */
static enum status make_room(struct sparse_space *s, const struct budget *budget)
{
    uint64_t room = s->room ? 2 * s->room : SPLITS_LEAST;
    enum status st = budget_fits(budget, (room - s->room) * sizeof *s->rare);
    if (st != ST_OK) return st;
    struct splits_place *rare = mem_resize(s->rare, (size_t)s->room * sizeof *rare, (size_t)room * sizeof *rare);
    if (!rare) return ST_NO_MEMORY;
    s->rare = rare;
    s->room = room;
    return ST_OK;
}

EACH_WIDTH enum status divide_in(struct sparse_space *s, struct value_view values, uint64_t count,
                                 const struct budget *budget)
{
    enum status st = ST_OK;
    for (; s->known < count; s->known++) {
        uint32_t v = value_view_at(values, s->known);
        if (side(s, s->known, v) == s->common) continue;
        if (s->count == s->room && (st = make_room(s, budget)) != ST_OK) return st;
        s->rare[s->count++] = (struct splits_place){(uint32_t)s->known, v};
    }
    return st;
}

static enum status divide(struct sparse_space *s, struct value_view values, uint64_t count, const struct budget *budget)
{
    return VALUE_VIEW_WIDTH(values, divide_in(s, values, count, budget));
}

EACH_WIDTH void look_in(struct sparse_space *s, struct value_view values, uint64_t from, uint64_t to)
{
    for (; from < to; from++) {
        uint32_t v = value_view_at(values, from);
        if (v == VALUE_NONE) s->none = true;
        while (v > s->top && !s->none) s->top = 2 * s->top + 1;
    }
}

enum status sparse_space_learn(struct sparse_space *s, struct value_view values, uint64_t count,
                               const struct budget *budget)
{
    VALUE_VIEW_WIDTH(values, look_in(s, values, s->known, count));
    if (s->none || count > UINT32_MAX) return ST_OK;
    if (count < SPLITS_LEAST) {
        s->known = count;
        return ST_OK;
    }
    if (count >= s->next) {
        enum status st = choose(s, values, count);
        if (st != ST_OK) return st;
        s->known = s->count = 0;
        s->next = count < OFTEN ? count + count / 4 : 2 * count;
    }
    return divide(s, values, count, budget);
}

bool sparse_space_worth(const struct sparse_space *s)
{
    return !s->none && s->known >= SPLITS_LEAST && s->mask && s->count <= s->known / GAIN;
}

/* ---- the pairs --------------------------------------------------------------------------------------------------- */
/* The first rare heap that is not below `place`. */
static uint64_t first_from(const struct sparse_space *s, uint64_t place)
{
    uint64_t low = 0, high = s->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (s->rare[middle].place < place) low = middle + 1;
        else high = middle;
    }
    return low;
}

EACH_WIDTH uint64_t mark_range(const struct sparse_space *s, struct value_view values, uint64_t sum, uint64_t low,
                               uint64_t high, uint8_t *seen, uint8_t stamp)
{
    uint64_t from = first_from(s, low), to = first_from(s, high);
    for (uint64_t i = from; i < to; i++) seen[s->rare[i].value ^ value_view_at(values, sum - s->rare[i].place)] = stamp;
    return to - from;
}

EACH_WIDTH uint64_t mark_in(const struct sparse_space *s, struct value_view values, const struct split *x,
                            uint8_t *seen, uint8_t stamp)
{
    if (x->left == 0) return 0;
    uint64_t low = x->low, high = low + x->left; /* a in [low, high), its partner in (sum - high, sum - low] */
    return mark_range(s, values, x->sum, low, high, seen, stamp) +
           mark_range(s, values, x->sum, x->sum - high + 1, x->sum - low + 1, seen, stamp) + 1;
}

uint64_t sparse_space_mark(const struct sparse_space *s, struct value_view values, const struct split *x, uint8_t *seen,
                           uint8_t stamp)
{
    return VALUE_VIEW_WIDTH(values, mark_in(s, values, x, seen, stamp));
}

/* Could pairs that sparse_space_mark did not mark have this value? */
static bool may_have(const struct sparse_space *s, const struct split *x, uint64_t value)
{
    return x->left > 0 && parity(value & s->mask) == (s->flag & (unsigned)x->sum & 1);
}

/* Walks at most `most` pairs. */
EACH_WIDTH uint64_t walk(struct value_view values, struct split *x, uint64_t most, uint64_t value, uint8_t *seen,
                         uint8_t stamp)
{
    uint64_t a = x->low, end = a + (x->left < most ? x->left : most);
    while (a < end) {
        uint32_t v = value_view_at(values, a) ^ value_view_at(values, x->sum - a);
        a++;
        seen[v] = stamp;
        if (v == value) break;
    }
    uint64_t walked = a - x->low;
    x->low = a;
    x->left -= walked;
    return walked;
}

EACH_WIDTH uint64_t find_in(const struct sparse_space *s, struct value_view values, struct split *x, size_t count,
                            uint64_t value, uint8_t *seen, uint8_t stamp)
{
    uint64_t work = 0;
    if (value > s->top) return 0;
    for (uint64_t most = FIRST_WALK;; most *= 2) {
        uint64_t before = work;
        for (size_t i = 0; i < count; i++) {
            if (seen[value] == stamp) return work;
            if (may_have(s, &x[i], value)) work += walk(values, &x[i], most, value, seen, stamp);
        }
        if (work == before) return work;
    }
}

uint64_t sparse_space_find(const struct sparse_space *s, struct value_view values, struct split *x, size_t count,
                           uint64_t value, uint8_t *seen, uint8_t stamp)
{
    return VALUE_VIEW_WIDTH(values, find_in(s, values, x, count, value, seen, stamp));
}

void sparse_space_free(struct sparse_space *s)
{
    mem_free(s->rare, (size_t)s->room * sizeof *s->rare);
    *s = (struct sparse_space){0};
}
