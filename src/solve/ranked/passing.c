/* SPDX-License-Identifier: MIT */
/* Numbers of the states that jumps lead to, and the sets of trails from those of states before. */
#include "solve/ranked/passing.h"
#include <string.h>
#include "base/mem.h"

static const uint64_t ROOM_MOST = (uint64_t)1 << 29;

/* ---- room -------------------------------------------------------------------------------------------------------- */
static uint64_t places_of(const struct paths *paths, uint64_t states)
{
    return paths->reach < states ? paths->reach + 1 : states;
}

static uint64_t room_of(uint64_t bytes, const struct budget *budget)
{
    return bytes <= ROOM_MOST && budget_fits(budget, bytes) == ST_OK ? bytes : 0;
}

uint64_t passing_room(const struct paths *paths, uint64_t states, const struct budget *budget)
{
    return room_of(places_of(paths, states) * paths->trail_count * sizeof(uint32_t), budget);
}

/* Sets of so many words; those that are there are taken along. */
static bool take_room(struct passing *p, size_t words)
{
    uint64_t trails = p->paths->trail_count, whole = p->ring * trails * words;
    uint64_t made = (p->done < p->ring ? p->done : p->ring) * trails;
    uint32_t *sets = room_of(whole * sizeof *sets, p->budget) ? mem_alloc_raw(whole * sizeof *sets) : NULL;
    if (!sets) return false;
    const uint32_t *from = p->sets;
    for (uint32_t *to = sets; made > 0; made--) {
        for (size_t w = 0; w < p->words; w++) *to++ = *from++;
        for (size_t w = p->words; w < words; w++) *to++ = 0;
    }
    mem_free(p->sets, p->whole * sizeof *sets);
    p->sets = sets;
    p->words = words;
    p->stride = trails * words;
    p->whole = whole;
    p->here = p->done % p->ring * p->stride;
    return true;
}

bool passing_open(struct passing *p, const struct paths *paths, uint64_t states, const struct budget *budget)
{
    *p = (struct passing){.paths = paths, .budget = budget, .ring = places_of(paths, states)};
    return take_room(p, 1);
}

bool passing_back(struct passing *p, uint64_t done)
{
    bool kept = p->done < p->ring || p->done == done;
    p->done = done;
    p->here = done % p->ring * p->stride;
    return kept;
}

void passing_close(struct passing *p)
{
    mem_free(p->sets, p->whole * sizeof *p->sets);
    p->sets = NULL;
    p->whole = 0;
}

/* ---- jumps ------------------------------------------------------------------------------------------------------- */
/* The cells of a group after the jump, put in order by swaps of neighbours, which are noted. */
static bool land_group(const struct filling *f, const struct jump *j, const struct unit *u, struct landing *l)
{
    const struct ranks *r = f->r;
    int64_t sorted[TERM_CELLS];
    uint32_t number = l->number - f->groups[u->first];
    for (size_t k = 0; k < u->count; k++) {
        size_t at = k;
        int64_t cell = f->at[u->first + k] + j->by[u->first + k];
        if (cell < 0 || cell > u->most) return false;
        for (; at > 0 && sorted[at - 1] > cell; at--) {
            if (l->swap_count == SWAPS_MOST) return false;
            l->swaps[l->swap_count++] = (unsigned char)(u->first + at);
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = cell;
    }
    for (size_t k = 0; k < u->count; k++) number += r->table[u->first + k][sorted[k]];
    l->number = number;
    return true;
}

static bool lands(const struct filling *f, const struct jump *j, struct landing *l)
{
    const struct ranks *r = f->r;
    l->swap_count = 0;
    l->number = f->number;
    if (j->never) return false;
    for (size_t i = 0; i < j->fall_count; i++)
        if (f->at[j->falls[i]] + j->by[j->falls[i]] < 0) return false;
    for (size_t i = 0; i < j->near_count; i++) {
        size_t p = j->nears[i];
        int64_t before = f->at[p - 1] + j->by[p - 1], here = f->at[p] + j->by[p];
        bool rises = r->units[r->unit_of[p]].rises;
        if (rises ? before + r->gap[p - 1][p] > here : here + r->gap[p][p - 1] > before) return false;
    }
    for (size_t i = 0; i < j->hop_count; i++) {
        size_t p = j->hops[i];
        int64_t from = f->sums[p], to = from + j->hop_by[i];
        if (to < 0 || to > r->bound[p]) return false;
        l->number += r->table[p][to] - r->table[p][from];
    }
    for (size_t i = 0; i < j->group_count; i++)
        if (!land_group(f, j, &r->units[j->groups[i]], l)) return false;
    return l->number < f->number;
}

static void land(struct passing *p, const struct filling *f, const struct jump *j, struct landing *l)
{
    if (!lands(f, j, l)) {
        l->number = PASSING_NOWHERE;
        l->sets = NULL;
        return;
    }
    size_t back = (f->number - l->number) * p->stride;
    l->sets = back <= p->here   ? p->sets + (p->here - back)
              : back < p->whole ? p->sets + (p->here + p->whole - back)
                                : NULL;
}

/* ---- trails ------------------------------------------------------------------------------------------------------ */
enum going { ENDS, PASSES, STOPS }; /* nothing further; this step is none, later ones may be; as far as here */

static inline __attribute__((always_inline)) enum going goes(const struct filling *f, const struct trail *t)
{
    enum going going = STOPS;
    for (size_t i = 0; i < t->limit_count; i++) {
        const struct limit *limit = &t->limits[i];
        int64_t sum = limit->constant;
        for (size_t k = 0; k < limit->count; k++) sum += limit->factor[limit->items[k]] * f->at[limit->items[k]];
        if (sum >= 0) continue;
        if (!limit->grows) return ENDS;
        going = PASSES;
    }
    return going;
}

static inline const uint32_t *set_at(const struct passing *p, const struct landing *l, size_t trail, size_t words)
{
    for (size_t i = 0; i < l->swap_count; i++) trail = p->paths->image[l->swaps[i]][trail];
    return l->sets + trail * words;
}

/* Two words at once where there are two. */
static inline void join_sets(uint32_t *set, const uint32_t *a, const uint32_t *b, size_t words)
{
    uint64_t x, y;
    if (words != 2) {
        for (size_t w = 0; w < words; w++) set[w] = a[w] | b[w];
        return;
    }
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    x |= y;
    memcpy(set, &x, sizeof x);
}

static inline __attribute__((always_inline)) bool set_of(struct passing *p, const struct filling *f, size_t trail,
                                                         size_t words, uint32_t *set)
{
    const struct trail *t = &p->paths->trails[trail];
    enum going going = goes(f, t);
    const struct landing *l = &p->landings[t->jump];
    if (going == ENDS) {
        for (size_t w = 0; w < words; w++) set[w] = 0;
        return true;
    }
    if (!l->sets) return false;
    const uint32_t *more = set_at(p, l, trail, words);
    bool goes_on = going == STOPS && t->next >= 0;
    join_sets(set, more, goes_on ? set_at(p, l, (size_t)t->next, words) : more, words);
    if (going == PASSES || goes_on) return true;
    uint32_t option = p->landings[t->option].number;
    if (option == PASSING_NOWHERE) return false;
    set[f->values[option] / 32] |= (uint32_t)1 << f->values[option] % 32;
    return true;
}

static inline __attribute__((always_inline)) bool sets_of(struct passing *p, const struct filling *f, size_t words)
{
    uint32_t *set = p->sets + p->here;
    size_t trails = p->paths->trail_count;
    bool fine = true;
    for (size_t t = 0; t < trails && fine; t++, set += words) fine = set_of(p, f, t, words, set);
    return fine;
}

/* Compiled for sets of few words by themselves: these are the most. */
bool passing_state(struct passing *p, const struct filling *f)
{
    const struct paths *paths = p->paths;
    for (size_t w = 0; w < p->words; w++) p->found[w] = 0;
    for (size_t j = 0; j < paths->jump_count; j++) land(p, f, &paths->jumps[j], &p->landings[j]);
    switch (p->words) {
    case 1: return sets_of(p, f, 1);
    case 2: return sets_of(p, f, 2);
    case 4: return sets_of(p, f, 4);
    default: return sets_of(p, f, p->words);
    }
}

bool passing_keep(struct passing *p, uint32_t value)
{
    p->done++;
    p->here += p->stride;
    if (p->here == p->whole) p->here = 0;
    size_t words = p->words;
    while (words * 32 <= value) words *= 2;
    return words == p->words || (words <= PASSING_WORDS && take_room(p, words));
}
