/* SPDX-License-Identifier: MIT */
/* The rest of a heap of any size is represented by a number, if it fits, and by its residue; heaps that are
 * enumerated stay below 64 bits, since nobody asks for that many ways. */
#include "solve/heap/decompositions.h"
#include "base/mem.h"
#include "play/options/store.h"

enum { LOOKS = 1 << 16 };

/* Tokens to be split into two or three heaps. */
struct rest {
    const struct integer *size;
    bool fits; /* `small` is the size */
    uint64_t small,
        residue; /* residue: of size - preperiod, modulo the period, if the size is not below the preperiod */
};

static const struct game_memory *memory_of(const struct decompositions *w)
{
    return store_game(w->env->store, w->game);
}

bool decompositions_known(const struct env *env, int game)
{
    if (game < 0 || !env->traits->games[game].one_heap) return false;
    const struct periodic *p = store_game(env->store, game)->periodic;
    return p && p->period.found && p->period.proved && p->period.saltus == 0 && p->family.kind == FAMILY_BREAK &&
           !p->family.narrow && !p->family.equals;
}

static enum status rest_of(struct decompositions *w, const struct integer *size, struct rest *rest)
{
    const struct period *p = &w->periodic->period;
    int64_t small;
    uint64_t index;
    *rest = (struct rest){.size = size, .fits = integer_fits(size, &small)};
    if (!period_index_big(p, &w->arena, size, &index)) return ST_NO_MEMORY;
    if (rest->fits) rest->small = (uint64_t)small;
    if (index >= p->preperiod) rest->residue = index - p->preperiod;
    return ST_OK;
}

static uint64_t value_at(const struct decompositions *w, uint64_t heap)
{
    return value_view_at(value_view(&memory_of(w)->sequence), period_index(&w->periodic->period, heap));
}

/* The value of the rest when a heap of `a` tokens is split off. */
static uint64_t value_beside(const struct decompositions *w, const struct rest *m, uint64_t a)
{
    const struct period *p = &w->periodic->period;
    if (m->fits) return value_at(w, m->small - a);
    return value_at(w, p->preperiod + (m->residue + p->period - a % p->period) % p->period);
}

/* ---- reporting --------------------------------------------------------------------------------------------------- */
/* Reports the heaps `below`, then the rest without them. */
static enum status put(struct decompositions *w, const uint64_t *below, size_t count, const struct integer *rest)
{
    const struct integer *heaps[FAMILY_MAX_HEAPS];
    struct arena_mark mark = arena_mark(&w->arena);
    for (size_t i = 0; i < count; i++)
        if (!(heaps[i] = integer_from(&w->arena, (int64_t)below[i]))) return ST_NO_MEMORY;
    enum status st = rest ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK) {
        heaps[count] = rest;
        st = w->emit(w->context, heaps, count + (rest->sign > 0));
    }
    arena_rewind(&w->arena, mark);
    return st;
}

static enum status put_pair(struct decompositions *w, const struct rest *m, const uint64_t *first, uint64_t a)
{
    uint64_t below[2] = {first ? *first : a, a};
    struct arena_mark mark = arena_mark(&w->arena);
    const struct integer *taken = integer_from(&w->arena, (int64_t)a);
    enum status st = put(w, below, first ? 2 : 1, taken ? integer_sub(&w->arena, m->size, taken) : NULL);
    arena_rewind(&w->arena, mark);
    return st;
}

/* ---- two heaps --------------------------------------------------------------------------------------------------- */
/* a from `low` on while a <= m - a, with at least one heap below the preperiod. */
static enum status irregular_pairs(struct decompositions *w, const struct rest *m, const uint64_t *first, uint64_t low,
                                   uint64_t target)
{
    enum status st = ST_OK;
    uint64_t end = w->periodic->period.preperiod;
    if (m->fits && end > m->small / 2 + 1) end = m->small / 2 + 1;
    for (uint64_t a = low; st == ST_OK && a < end; a++) {
        if ((value_at(w, a) ^ value_beside(w, m, a)) == target) st = put_pair(w, m, first, a);
        if (st == ST_OK && a % LOOKS == 0) st = budget_check(w->env->budget);
    }
    return st;
}

/* The residues r, of a - preperiod, for which the two values have the nim-sum `target`; heaps[] has room for all. */
static size_t fitting(const struct decompositions *w, uint64_t residue, uint64_t target, uint32_t *residues)
{
    const struct period *p = &w->periodic->period;
    struct value_view v = value_view_from(value_view(&memory_of(w)->sequence), p->preperiod);
    uint64_t other = (residue + p->period - p->preperiod % p->period) % p->period; /* of m - a for r = 0 */
    size_t count = 0;
    for (uint64_t r = 0; r < p->period; r++) {
        if ((value_view_at(v, r) ^ value_view_at(v, other)) == target) residues[count++] = (uint32_t)r;
        other = other ? other - 1 : p->period - 1;
    }
    return count;
}

static enum status regular_pairs(struct decompositions *w, const struct rest *m, const uint64_t *first, uint64_t low,
                                 uint64_t target)
{
    const struct period *p = &w->periodic->period;
    uint64_t start = low > p->preperiod ? low : p->preperiod;
    enum status st = ST_OK;
    if (start == 0) start = 1;
    if (m->fits && start > m->small / 2) return ST_OK;
    uint32_t *residues = mem_alloc_raw((size_t)p->period * sizeof *residues);
    if (!residues) return ST_NO_MEMORY;
    size_t count = fitting(w, m->residue, target, residues);
    uint64_t base = p->preperiod + (start - p->preperiod) / p->period * p->period;
    for (bool more = count > 0; st == ST_OK && more; base += p->period)
        for (size_t i = 0; st == ST_OK && i < count && more; i++) {
            uint64_t a = base + residues[i];
            more = m->fits ? a <= m->small / 2 : a < INT64_MAX / 2;
            if (more && a >= start) st = put_pair(w, m, first, a);
        }
    mem_free(residues, (size_t)p->period * sizeof *residues);
    return st;
}

static enum status pairs(struct decompositions *w, const struct rest *m, const uint64_t *first, uint64_t low,
                         uint64_t target)
{
    enum status st = irregular_pairs(w, m, first, low, target);
    return st == ST_OK ? regular_pairs(w, m, first, low, target) : st;
}

/* ---- three heaps ------------------------------------------------------------------------------------------------- */
/* The ways whose least heap is `a`. */
static enum status triples_with(struct decompositions *w, const struct rest *m, uint64_t a, uint64_t target)
{
    struct rest two;
    struct arena_mark mark = arena_mark(&w->arena);
    const struct integer *taken = integer_from(&w->arena, (int64_t)a);
    const struct integer *size = taken ? integer_sub(&w->arena, m->size, taken) : NULL;
    enum status st = size ? rest_of(w, size, &two) : ST_NO_MEMORY;
    if (st == ST_OK) st = pairs(w, &two, &a, a, target ^ value_at(w, a));
    if (st == ST_OK) st = budget_check(w->env->budget);
    arena_rewind(&w->arena, mark);
    return st;
}

/* Is there a least heap of this residue, not below the preperiod, with two others that fit? */
static bool may_be_least(const struct decompositions *w, const struct rest *m, uint64_t r, uint64_t target,
                         uint32_t *residues)
{
    const struct period *p = &w->periodic->period;
    uint64_t residue = (m->residue + 2 * p->period - p->preperiod % p->period - r) % p->period;
    return fitting(w, residue, target ^ value_at(w, p->preperiod + r), residues) > 0;
}

static enum status regular_triples(struct decompositions *w, const struct rest *m, uint64_t target, bool *may,
                                   uint32_t *residues)
{
    const struct period *p = &w->periodic->period;
    enum status st = ST_OK;
    bool any = false;
    for (uint64_t r = 0; r < p->period && st == ST_OK; r++) {
        any |= may[r] = may_be_least(w, m, r, target, residues);
        if (r % 64 == 0) st = budget_check(w->env->budget);
    }
    for (uint64_t a = p->preperiod ? p->preperiod : 1; st == ST_OK && any; a++) {
        if (m->fits ? a > m->small / 3 : a >= INT64_MAX / 2) break;
        if (may[(a - p->preperiod) % p->period]) st = triples_with(w, m, a, target);
    }
    return st;
}

static enum status triples(struct decompositions *w, const struct rest *m, uint64_t target)
{
    const struct period *p = &w->periodic->period;
    enum status st = ST_OK;
    for (uint64_t a = 1; st == ST_OK && a < p->preperiod && (!m->fits || a <= m->small / 3); a++)
        st = triples_with(w, m, a, target);
    if (st != ST_OK || (m->fits && m->small / 3 < p->preperiod)) return st;
    size_t bytes = (size_t)p->period * (sizeof(uint32_t) + sizeof(bool));
    uint32_t *residues = mem_alloc_raw(bytes);
    if (!residues) return ST_NO_MEMORY;
    st = regular_triples(w, m, target, (bool *)(residues + p->period), residues);
    mem_free(residues, bytes);
    return st;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */
static enum status by_digit(struct decompositions *w, const struct family_digit *digit, const struct integer *heap,
                            uint64_t target)
{
    struct rest m;
    const struct integer *take = integer_from(&w->arena, digit->take);
    const struct integer *size = take ? integer_sub(&w->arena, heap, take) : NULL;
    if (!size) return ST_NO_MEMORY;
    if (size->sign < 0) return ST_OK;
    enum status st = rest_of(w, size, &m);
    bool some = size->sign > 0;
    if (st == ST_OK && !some && digit->heaps & 1 && target == 0) st = put(w, NULL, 0, size);
    if (st == ST_OK && some && digit->heaps & 2 && value_beside(w, &m, 0) == target) st = put(w, NULL, 0, size);
    if (st == ST_OK && some && digit->heaps & 4) st = pairs(w, &m, NULL, 1, target);
    if (st == ST_OK && some && digit->heaps & 8) st = triples(w, &m, target);
    return st;
}

enum status decompositions_of(struct decompositions *w, const struct integer *heap, uint64_t target)
{
    const struct family *f = &w->periodic->family;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < f->digit_count; i++) {
        struct arena_mark mark = arena_mark(&w->arena);
        st = by_digit(w, &f->digits[i], heap, target);
        arena_rewind(&w->arena, mark);
    }
    arena_free(&w->arena);
    return st;
}
