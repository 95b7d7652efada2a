/* SPDX-License-Identifier: MIT */
/* "Some value of the track": sets of states (Rabin and Scott 1959). The value may have more digits than the other
 * numbers, so the first set is all that zeros on the other tracks can reach. */
#include <string.h>
#include "automata/private.h"
#include "base/bits.h"
#include "base/mem.h"

/* A set is written as its states, ascending, or, where these are more, as a bit for each state of the automaton and one number more: by how
 * many numbers there are it is known which, so equal sets are written alike. */
struct choosing {
    const struct automaton *a;
    uint32_t below;   /* letters ^ (place of the track): what a digit of it counts */
    uint32_t words;   /* that hold a bit for each state */
    uint32_t *in_set; /* these words */
    uint32_t *list;   /* room for all states */
};

static size_t room_for(const struct choosing *c) { return (size_t)c->words + 1; }

static size_t list_bits(const uint32_t *bits, uint32_t words, uint32_t *list)
{
    size_t count = 0;
    for (uint32_t w = 0; w < words; w++)
        for (uint32_t left = bits[w]; left; left &= left - 1) list[count++] = w * 32 + (uint32_t)__builtin_ctz(left);
    return count;
}

/* The states of a set, and how many they are. */
static const uint32_t *members(const struct choosing *c, const uint32_t *set, size_t width, size_t *count)
{
    bool bits = width > c->words;
    *count = bits ? list_bits(set, c->words, c->list) : width;
    return bits ? c->list : set;
}

/* Writes c->in_set, which is empty then. */
static size_t write_set(struct choosing *c, uint32_t *to)
{
    size_t count = 0;
    for (uint32_t w = 0; w < c->words; w++) count += bits_of(c->in_set[w]);
    if (count <= c->words) {
        list_bits(c->in_set, c->words, to);
    } else {
        memcpy(to, c->in_set, c->words * sizeof *to);
        to[c->words] = 0;
        count = room_for(c);
    }
    memset(c->in_set, 0, c->words * sizeof *c->in_set);
    return count;
}

/* The letter of all tracks from that of the others and a digit. */
static uint32_t whole(const struct choosing *c, uint32_t letter, uint32_t digit)
{
    uint32_t low = letter % c->below, high = letter / c->below;
    return low + c->below * (digit + (uint32_t)c->a->in->letters * high);
}

static size_t step(void *context, const uint32_t *set, size_t width, uint32_t letter, uint32_t *to)
{
    struct choosing *c = context;
    size_t count;
    const uint32_t *from = members(c, set, width, &count);
    for (uint32_t d = 0; d < (uint32_t)c->a->in->letters; d++) {
        uint32_t l = whole(c, letter, d);
        for (size_t i = 0; i < count; i++) {
            uint32_t next = c->a->next[(size_t)from[i] * c->a->letters + l];
            c->in_set[next / 32] |= UINT32_C(1) << next % 32;
        }
    }
    return write_set(c, to);
}

static bool accepts(void *context, const uint32_t *set, size_t width)
{
    const struct choosing *c = context;
    size_t count;
    const uint32_t *of = members(c, set, width, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) any = any || c->a->accepts[of[i]];
    return any;
}

/* State 0 comes back to itself by zeros, so these sets only grow. */
static size_t first_set(struct choosing *c, uint32_t *set, uint32_t *more)
{
    size_t width, after;
    c->in_set[0] = 1;
    width = write_set(c, set);
    while ((after = step(c, set, width, 0, more)) != width || memcmp(set, more, width * sizeof *set) != 0) {
        memcpy(set, more, after * sizeof *set);
        width = after;
    }
    return width;
}

const struct automaton *automata_some(struct automata *w, const struct automaton *a, int track)
{
    int others[AUTOMATON_TRACKS], count = 0;
    if (!a || w->status != ST_OK) return NULL;
    struct choosing c = {.a = a, .below = 1, .words = (a->states + 31) / 32};
    for (int i = 0; i < a->tracks; i++) {
        if (a->track[i] < track) c.below *= (uint32_t)w->in->letters;
        if (a->track[i] != track) others[count++] = a->track[i];
    }
    if (count == a->tracks) return a;
    /* two sets, the bits and the list in one block */
    size_t room = room_for(&c), bytes = (2 * room + c.words + a->states) * sizeof(uint32_t);
    uint32_t *sets = mem_alloc(bytes);
    if (!sets) return automata_fail(w, ST_NO_MEMORY);
    c.in_set = sets + 2 * room;
    c.list = c.in_set + c.words;
    struct exploration e = {w, count, others, step, accepts, &c, room};
    const struct automaton *made = automata_explore(&e, sets, first_set(&c, sets, sets + room));
    mem_free(sets, bytes);
    return made;
}
