/* SPDX-License-Identifier: MIT */
#include "solve/ranked/falls.h"
#include "base/bits.h"
#include "solve/ranked/picks.h"
#include "solve/ranked/sieve_run.h"

enum { VALUES_MOST = 1 << 16 }; /* of a level that is not the last */

/* ---- which moves ------------------------------------------------------------------------------------------------- */
static bool is_linear(const struct changed *c) { return !c->more.term && !c->more.choice; }

/* Are its conditions words of bits, if it has any? */
static bool is_picked(const struct level *last) { return !last->test_count || last->picks || last->plain; }

void falls_find(struct arena *arena, struct shot *shot, bool *no_memory)
{
    size_t levels = shot->level_count;
    bool fine = shot->alone && !shot->ends && !shot->clip.unit && levels > 0;
    shot->falls = (struct falls){.fine = false};
    for (size_t i = 0; i < shot->changed_count && fine; i++) {
        fine = is_linear(&shot->changed[i]);
        if (shot->changed[i].step) shot->falls.moving = i;
    }
    if (!fine || !is_picked(&shot->levels[levels - 1])) return;
    struct plain_ends *ends = shot->falls.ends = arena_array(arena, levels, sizeof *ends);
    if (!ends) *no_memory = true;
    for (size_t k = 0; k < levels && fine; k++) fine = ends && plain_ends_find(&shot->levels[k], &ends[k]);
    shot->falls.fine = fine;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */
/* A group while cells of it fall: those of the state at hand, and what is to be undone. */
struct falling {
    uint32_t *const *table; /* by place in the group */
    int64_t *at;
    uint32_t number;
    size_t count;
    struct fallen {
        size_t from, to;
        int64_t cell;
    } fallen[TERM_CELLS];
};

/* The cell at `place` to `to`, which is not greater; where it comes to. */
static inline size_t fall(struct falling *g, size_t place, int64_t to)
{
    uint32_t number = g->number - g->table[place][g->at[place]];
    struct fallen *fallen = &g->fallen[g->count++];
    fallen->from = place;
    fallen->cell = g->at[place];
    for (; place > 0 && g->at[place - 1] > to; place--) {
        int64_t passed = g->at[place - 1];
        number += g->table[place][passed] - g->table[place - 1][passed];
        g->at[place] = passed;
    }
    g->at[place] = to;
    g->number = number + g->table[place][to];
    return fallen->to = place;
}

static inline void undo(struct falling *g)
{
    while (g->count > 0) {
        const struct fallen *fallen = &g->fallen[--g->count];
        for (size_t place = fallen->to; place < fallen->from; place++) g->at[place] = g->at[place + 1];
        g->at[fallen->from] = fallen->cell;
    }
}

/* Options from..to of those that have bits in `picked`: option i is bit i, or, backwards, bit last - i. Option i reads here[-i]. */
static inline void mark_some(struct filling *f, uint32_t number, const uint32_t *here, int64_t from, int64_t to,
                             int64_t last, uint64_t picked, bool backwards)
{
    const uint16_t *values = f->values;
    uint32_t *seen = f->seen, stamp = f->stamp;
    int64_t first = backwards ? last - to : from, step = backwards ? 1 : -1;
    uint64_t some = picked >> first & ~UINT64_C(0) >> (63 - (to - from));
    const uint32_t *start = here - (backwards ? to : from);
    for (; some; some &= some - 1) seen[values[number + start[step * __builtin_ctzll(some)]]] = stamp;
}

/* The cell at `place` from `top` down, last + 1 options; those that are picked, ~0: all. */
static inline void mark_down(struct filling *f, const struct falling *g, size_t place, int64_t top, int64_t last,
                             uint64_t picked, bool backwards)
{
    const uint16_t *values = f->values;
    const int64_t *at = g->at;
    uint32_t *seen = f->seen, stamp = f->stamp, number = g->number - g->table[place][at[place]];
    for (int64_t i = 0;; place--) {
        const uint32_t *here = g->table[place] + top;
        int64_t to = place > 0 && at[place - 1] > top - last ? top - at[place - 1] : last; /* below that it passes */
        if (picked == ~UINT64_C(0))
            for (; i <= to; i++) seen[values[number + here[-i]]] = stamp;
        else if (i <= to) mark_some(f, number, here, i, to, last, picked, backwards);
        i = to + 1 > i ? to + 1 : i;
        if (i > last) return;
        number += g->table[place][at[place - 1]] - g->table[place - 1][at[place - 1]];
    }
}

/* The cells that do not change along the last value; *place: where that of this value stands after it. */
static inline bool fall_others(const struct filling *f, struct falling *g, size_t first, size_t *place)
{
    const struct shot *s = f->shot;
    size_t moving = s->falls.moving;
    for (size_t i = 0; i < s->changed_count; i++) {
        const struct changed *c = &s->changed[i];
        if (i == moving) continue;
        int64_t to = g->at[c->place - first] + quick_sum(&c->more, f->x);
        if (to < 0 || to > g->at[c->place - first]) return false;
        size_t there = fall(g, c->place - first, to);
        if (i > moving && there <= *place) ++*place;
    }
    return true;
}

/* The values low..high of the last level, or those of which bits v - low are in `picked`; ~0: all, however many. */
static inline bool run_values(struct filling *f, int64_t low, int64_t high, uint64_t picked)
{
    const struct shot *s = f->shot;
    const struct changed *c = &s->changed[s->falls.moving];
    size_t first = s->touched->unit->first, place = c->place - first;
    struct falling g;
    g.table = &f->r->table[first];
    g.at = f->at + first;
    g.number = f->number;
    g.count = 0;
    bool fine = s->changed_count == 1 || fall_others(f, &g, first, &place);
    if (fine) {
        int64_t last = high - low, start = g.at[place] + quick_sum(&c->more, f->x) + c->step * low;
        int64_t top = c->step < 0 ? start : start + last;
        fine = top - last >= 0 && top <= g.at[place];
        if (fine) mark_down(f, &g, place, top, last, picked, c->step > 0);
        f->options += picked == ~UINT64_C(0) ? (uint64_t)last + 1 : bits_of(picked);
    }
    undo(&g);
    return fine;
}

/* Which of low..high pass the conditions of the last level. False: that is not seen here. */
static bool pick(struct filling *f, const struct level *level, int64_t low, int64_t high, uint64_t *picked)
{
    if (level->picks && picks_at(level->picks, f->x, low, high, picked)) return true;
    if (!level->plain || high - low >= 64) return false;
    *picked = sieves_word(level->sieves, level->test_count, f->x, low, ~UINT64_C(0) >> (63 - (high - low)));
    return true;
}

static bool run_last(struct filling *f, size_t k)
{
    const struct level *level = &f->shot->levels[k];
    int64_t low, high;
    uint64_t picked = ~UINT64_C(0);
    if (!plain_ends_at(&f->shot->falls.ends[k], f->x, &low, &high)) return false;
    if (low > high) return plain_ends_empty(low, high);
    if (level->test_count && !pick(f, level, low, high, &picked)) return false;
    return !picked || run_values(f, low, high, picked);
}

static bool holds(const struct filling *f, const struct level *level, bool *hold)
{
    *hold = true;
    for (size_t i = 0; i < level->test_count && *hold; i++)
        if (!test_at(&level->tests[i], f->x, hold)) return false;
    return true;
}

/* The levels from k on, of which it is not the last. */
static bool run_level(struct filling *f, size_t k)
{
    const struct shot *s = f->shot;
    int64_t low, high;
    bool hold = true, fine = true, next = k + 2 == s->level_count;
    if (!plain_ends_at(&s->falls.ends[k], f->x, &low, &high)) return false;
    if (low > high) return plain_ends_empty(low, high);
    if (high - low > VALUES_MOST) return false;
    for (int64_t v = low; v <= high && fine; v++) {
        f->x[TERM_CELLS + k] = v;
        fine = holds(f, &s->levels[k], &hold);
        if (fine && hold) fine = next ? run_last(f, k + 1) : run_level(f, k + 1);
    }
    return fine;
}

bool falls_all(struct filling *f) { return f->shot->level_count == 1 ? run_last(f, 0) : run_level(f, 0); }
