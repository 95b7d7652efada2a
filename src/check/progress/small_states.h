/* SPDX-License-Identifier: MIT */
/* Evaluates a rule in single states: what is found is certain, unlike a failed proof.
 *
 *     struct small_states p = {.ck = ck, .game = game, .move = m, .steps = 20000};
 *     small_states_try(&p, fields, slots);           // one state and one choice of generator values, if they are legal
 *
 * Scalar states only. Rules that read Lua or rows are not tried. */
#ifndef CGI_CHECK_PROGRESS_SMALL_STATES_H
#define CGI_CHECK_PROGRESS_SMALL_STATES_H
#include "check/private.h"

struct small_states {
    struct checker *ck;
    int game;
    const struct move *move;
    int64_t *slots;
    const int64_t *fields;
    int mover;
    struct evaluation values;
    uint64_t steps;  /* evaluation steps that may still be spent */
    bool first_only; /* only a legal state and choice are wanted */
    bool reported;
};
/* Checks legality (domains, conditions, invariant) and reports an option outside the state or equal to it. */
void small_states_try(struct small_states *p, const int64_t *fields, int64_t *slots);
/* "n = 0, t = 1": the first small state in which the move can be made, with its choice, in the scratch arena; NULL
 * if none is found. */
const char *small_states_first(struct checker *ck, int game, const struct move *m);

#endif
