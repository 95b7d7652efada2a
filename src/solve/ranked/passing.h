/* SPDX-License-Identifier: MIT */
/* Sets of values along paths (paths.h), kept as bit masks for as many states as jumps reach back over.
 *
 *     struct passing p;
 *     if (passing_open(&p, &paths, states, budget)) ...      // false: no room for it, it is done without
 *     if (!passing_state(&p, f)) ...                         // the sets of the state at hand; false: it ends
 *     passing_add(&p, f, i); ... m = passing_least(&p, 0)    // the values of instance i; what is not among them
 *     if (!passing_keep(&p, value)) ...                      // the state's value is known
 *     passing_close(&p);
 *
 * A set that would need a state without a number, or with one that is not smaller, or a value beyond the widest mask,
 * ends it: from that state on options are looked up one by one, and what was found stays, as it does not depend on the
 * way. A trail costs a few nanoseconds a state, and 4 bytes for each 32 values and each state within its reach. */
#ifndef CGI_SOLVE_RANKED_PASSING_H
#define CGI_SOLVE_RANKED_PASSING_H
#include "base/budget.h"
#include "solve/ranked/paths.h"
#include "solve/ranked/rays.h"

enum { PASSING_WORDS = 16, SWAPS_MOST = 32 };
struct passing {
    const struct paths *paths;
    const struct budget *budget;
    uint64_t done, ring; /* how many states have their sets and values; how many places there are */
    uint32_t *sets; /* a ring of places: the state at hand and those before it; of each, words of each trail in turn */
    size_t words, stride;          /* of a set; of a place */
    size_t here, whole;            /* words before the place of the state at hand; in the ring */
    uint32_t found[PASSING_WORDS]; /* of the state at hand */
    struct landing {
        uint32_t number; /* PASSING_NOWHERE: none */
        uint32_t *sets;  /* NULL: none, or they are kept no more */
        unsigned char swaps[SWAPS_MOST], swap_count;
    } landings[JUMPS_MOST];
};
#define PASSING_NOWHERE UINT32_MAX
/* Bytes of the sets while values are below 32; 0: no path, or no room. */
uint64_t passing_room(const struct paths *paths, uint64_t states, const struct budget *budget);
bool passing_open(struct passing *p, const struct paths *paths, uint64_t states, const struct budget *budget);
void passing_close(struct passing *p);
bool passing_state(struct passing *p, const struct filling *f);
/* Goes back to when `done` states were. False: sets from then have made room for others, and it ends. */
bool passing_back(struct passing *p, uint64_t done);
/* False: the option has no number, or none that is smaller. */
static inline bool passing_add(struct passing *p, const struct filling *f, size_t instance)
{
    const struct passage *passage = &p->paths->passages[instance];
    if (passage->trail >= 0) {
        const uint32_t *set = p->sets + p->here + (size_t)passage->trail * p->words;
        for (size_t w = 0; w < p->words; w++) p->found[w] |= set[w];
        return true;
    }
    uint32_t option = p->landings[passage->option].number;
    if (option == PASSING_NOWHERE) return false;
    p->found[f->values[option] / 32] |= (uint32_t)1 << f->values[option] % 32;
    return true;
}
bool passing_keep(struct passing *p, uint32_t value);
/* The least value from `value` on that was not found. */
static inline uint32_t passing_least(const struct passing *p, uint32_t value)
{
    for (size_t w = value / 32; w < p->words; w++, value = (uint32_t)w * 32) {
        uint32_t missing = ~p->found[w] >> value % 32;
        if (missing) return value + (uint32_t)__builtin_ctz(missing);
    }
    return value;
}

#endif
