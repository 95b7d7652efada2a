/* SPDX-License-Identifier: MIT */
/* Moore 1956: states are told apart by one more letter in each round, until a round tells no more apart. Then they are
 * numbered breadth first, so that equal sets are equal automata. O(rounds * states * letters). */
#include <string.h>
#include "automata/private.h"
#include "base/hash.h"
#include "base/mem.h"

struct refining {
    const struct automaton *a;
    uint32_t *part, *fresh, *slots; /* of a state; slots: 1 + a state that stands for its class */
    size_t capacity;
};

static uint64_t signature(const struct refining *r, uint32_t s)
{
    const uint32_t *row = r->a->next + (size_t)s * r->a->letters;
    uint64_t h = hash_mix(r->part[s] + 1);
    for (uint32_t l = 0; l < r->a->letters; l++) h = (h ^ r->part[row[l]]) * 0x9e3779b97f4a7c15u + (h >> 29);
    return hash_mix(h);
}

static bool alike(const struct refining *r, uint32_t s, uint32_t t)
{
    const uint32_t *x = r->a->next + (size_t)s * r->a->letters, *y = r->a->next + (size_t)t * r->a->letters;
    if (r->part[s] != r->part[t]) return false;
    for (uint32_t l = 0; l < r->a->letters; l++)
        if (r->part[x[l]] != r->part[y[l]]) return false;
    return true;
}

/* One round; how many classes there are now. */
static uint32_t refine(struct refining *r)
{
    uint32_t count = 0;
    memset(r->slots, 0, r->capacity * sizeof *r->slots);
    for (uint32_t s = 0; s < r->a->states; s++) {
        size_t at = (size_t)signature(r, s) & (r->capacity - 1);
        while (r->slots[at] && !alike(r, r->slots[at] - 1, s)) at = (at + 1) & (r->capacity - 1);
        if (!r->slots[at]) {
            r->slots[at] = s + 1;
            r->fresh[s] = count++;
        } else {
            r->fresh[s] = r->fresh[r->slots[at] - 1];
        }
    }
    uint32_t *old = r->part;
    r->part = r->fresh;
    r->fresh = old;
    return count;
}

/* The classes reached from the first, breadth first: order[i] is a state of class i, place[class] its number. */
static uint32_t number(const struct refining *r, uint32_t *order, uint32_t *place)
{
    uint32_t count = 1;
    memset(place, 0xff, r->a->states * sizeof *place);
    order[0] = 0;
    place[r->part[0]] = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t l = 0; l < r->a->letters; l++) {
            uint32_t to = r->a->next[(size_t)order[i] * r->a->letters + l];
            if (place[r->part[to]] != UINT32_MAX) continue;
            place[r->part[to]] = count;
            order[count++] = to;
        }
    return count;
}

static const struct automaton *built(struct automata *w, const struct refining *r, uint32_t *order, uint32_t *place)
{
    struct automaton *a = arena_alloc(w->arena, sizeof *a);
    uint32_t count = number(r, order, place), letters = r->a->letters;
    uint32_t *next = arena_array(w->arena, (size_t)count * letters, sizeof *next);
    bool *accepts = arena_array(w->arena, count, sizeof *accepts);
    if (!a || !next || !accepts) return automata_fail(w, ST_NO_MEMORY);
    for (uint32_t i = 0; i < count; i++) {
        accepts[i] = r->a->accepts[order[i]];
        for (uint32_t l = 0; l < letters; l++)
            next[(size_t)i * letters + l] = place[r->part[r->a->next[(size_t)order[i] * letters + l]]];
    }
    *a = *r->a;
    a->states = count;
    a->next = next;
    a->accepts = accepts;
    if (count > w->largest) w->largest = count;
    return a;
}

const struct automaton *automata_minimised(struct automata *w, const struct automaton *a)
{
    if (!a || w->status != ST_OK) return NULL;
    struct refining r = {.a = a, .capacity = 16};
    while (r.capacity < 2 * (size_t)a->states) r.capacity *= 2;
    size_t bytes = a->states * sizeof(uint32_t);
    uint32_t *memory = mem_alloc_raw(4 * bytes), classes = 1, before = 0;
    r.slots = mem_alloc_raw(r.capacity * sizeof *r.slots);
    const struct automaton *made = NULL;
    if (memory && r.slots) {
        r.part = memory;
        r.fresh = memory + a->states;
        for (uint32_t s = 0; s < a->states; s++) r.part[s] = a->accepts[s];
        while (classes != before && automata_spend(w, (uint64_t)a->states * a->letters / 4)) {
            before = classes;
            classes = refine(&r);
        }
        if (w->status == ST_OK) made = built(w, &r, memory + 2 * a->states, memory + 3 * a->states);
    } else {
        automata_fail(w, ST_NO_MEMORY);
    }
    mem_free(memory, memory ? 4 * bytes : 0);
    mem_free(r.slots, r.slots ? r.capacity * sizeof *r.slots : 0);
    return made;
}
