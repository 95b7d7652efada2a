/* SPDX-License-Identifier: MIT */
/* How automata are made: states are words of numbers, each found once, in the order in which they are reached.
 *
 *     struct exploration e = {.w = w, .tracks = n, .track = track, .step = step, .accepts = accepts, .context = &c};
 *     const struct automaton *a = automata_explore(&e, first, width);        // minimised
 *
 * `step` writes the state that a letter leads to, as at most `room` numbers, and returns how many. */
#ifndef CGI_AUTOMATA_PRIVATE_H
#define CGI_AUTOMATA_PRIVATE_H
#include "automata/automata.h"

struct exploration {
    struct automata *w;
    int tracks;
    const int *track;
    size_t (*step)(void *context, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to);
    bool (*accepts)(void *context, const uint32_t *state, size_t width);
    void *context;
    size_t room;
};
const struct automaton *automata_explore(struct exploration *e, const uint32_t *first, size_t width);
/* The minimal automaton of the same language, states in breadth-first order. `next` and `accepts` need not outlive it.
 * */
const struct automaton *automata_minimised(struct automata *w, const struct automaton *a);

/* in->letters to the number of tracks; 0: more than a letter may be. */
uint32_t automata_alphabet(const struct numeration *in, int tracks);
/* The digit of track i in a letter. */
static inline int letter_digit(const struct automaton *a, uint32_t letter, int i)
{
    for (; i > 0; i--) letter /= (uint32_t)a->in->letters;
    return (int)(letter % (uint32_t)a->in->letters);
}
/* Counts work and asks the budget now and then; false: stop. */
bool automata_spend(struct automata *w, uint64_t work);
/* Sets the status; NULL. */
const struct automaton *automata_fail(struct automata *w, enum status st);

/* One letter read on one track: p U_k + q U_k-1 becomes the same with fewer digits to come. False: beyond 64 bits. */
struct numeration_state {
    int64_t p, q;
};
/* digits[j], the digit at place j of the block. */
void numeration_digits(const struct numeration *in, int letter, int64_t *digits);
bool numeration_step(const struct numeration *in, struct numeration_state *s, const int64_t *digits);
/* Does the letter continue a representation? `*full`: the digit before was as large as can be. */
bool numeration_allows(const struct numeration *in, int letter, bool *full);
/* May a representation end so? */
static inline bool numeration_ends(const struct numeration *in, bool full) { return in->below || !full; }

#endif
