/* SPDX-License-Identifier: MIT */
/* "Some value of the track": sets of states (Rabin and Scott 1959). The value may have more digits than the other
 * numbers, so the first set is all that zeros on the other tracks can reach. */
#include <string.h>
#include "automata/private.h"
#include "base/mem.h"

struct choosing {
    const struct automaton *a;
    uint32_t below; /* letters ^ (place of the track): what a digit of it counts */
    bool *in_set;   /* per state */
};

/* The letter of all tracks from that of the others and a digit. */
static uint32_t whole(const struct choosing *c, uint32_t letter, uint32_t digit)
{
    uint32_t low = letter % c->below, high = letter / c->below;
    return low + c->below * (digit + (uint32_t)c->a->in->letters * high);
}

static size_t step(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    struct choosing *c = context;
    size_t count = 0;
    for (uint32_t d = 0; d < (uint32_t)c->a->in->letters; d++) {
        uint32_t l = whole(c, letter, d);
        for (size_t i = 0; i < width; i++) c->in_set[c->a->next[(size_t)state[i] * c->a->letters + l]] = true;
    }
    for (uint32_t s = 0; s < c->a->states; s++) {
        if (c->in_set[s]) to[count++] = s;
        c->in_set[s] = false;
    }
    return count;
}

static bool accepts(void *context, const uint32_t *state, size_t width)
{
    const struct choosing *c = context;
    bool any = false;
    for (size_t i = 0; i < width; i++) any = any || c->a->accepts[state[i]];
    return any;
}

/* State 0 comes back to itself by zeros, so these sets only grow. */
static size_t first_set(struct choosing *c, uint32_t *set, uint32_t *more)
{
    size_t count = 1, after;
    set[0] = 0;
    while ((after = step(c, set, count, 0, more)) != count) {
        memcpy(set, more, after * sizeof *set);
        count = after;
    }
    return count;
}

const struct automaton *automata_some(struct automata *w, const struct automaton *a, int track)
{
    int others[AUTOMATON_TRACKS], count = 0;
    struct choosing c = {.a = a, .below = 1};
    if (!a || w->status != ST_OK) return NULL;
    for (int i = 0; i < a->tracks; i++) {
        if (a->track[i] < track) c.below *= (uint32_t)w->in->letters;
        if (a->track[i] != track) others[count++] = a->track[i];
    }
    if (count == a->tracks) return a;
    uint32_t *sets = mem_alloc(2 * (size_t)a->states * sizeof *sets);
    c.in_set = mem_alloc(a->states * sizeof *c.in_set);
    const struct automaton *made = NULL;
    struct exploration e = {w, count, others, step, accepts, &c, a->states};
    if (sets && c.in_set) {
        size_t width = first_set(&c, sets, sets + a->states);
        made = automata_explore(&e, sets, width);
    } else {
        automata_fail(w, ST_NO_MEMORY);
    }
    mem_free(sets, sets ? 2 * (size_t)a->states * sizeof *sets : 0);
    mem_free(c.in_set, c.in_set ? a->states * sizeof *c.in_set : 0);
    return made;
}
