/* SPDX-License-Identifier: MIT */
/* Outcomes of all numbered states, a bit each, in the order of their numbers.
 *
 *     struct decided d = {.won = zeros, .none = NULL};           // ranks.size bits each
 *     st = decide_states(&shots, &inverse, env, NULL, false, &d);      // bit set: who is to move wins
 *     if (st == ST_UNSUPPORTED) ... d.reason
 *
 * A state is won if an option of it is lost: if it was marked by one, or has one among its options, which are looked
 * at up to the
 * first that is lost. Otherwise all of its options have been looked at: each has a number, a smaller one, and is won;
 * so it is lost
 * (in misere play: if it has any), and marks the states that have it as an option by those moves that can be turned
 * round
 * (inverse.h), all of which must have greater numbers. Of options by such moves it suffices that they are numbered and
 * smaller: were one
 * of them lost, it would have marked the state. So from a won state there is a move to a lost one with a smaller
 * number, and
 * all moves of a lost one lead to won ones: who is to move in a lost state loses, by induction over numbers, and play
 * that is won so
 * ends, whatever the numbering is based on. That options of won states have numbers is not looked at.
 *
 * States that are marked take no time: 64 are passed at once. A lost one costs its options twice, there and back,
 * about a nanosecond
 * each; one that no move turned round could mark costs what is looked at until a lost option is found.
 *
 * Of a long run the outcomes so far are kept, with the marks. They are taken if some at seeded places are right: a state that is said
 * to be lost has only won options, and all that it marks is marked; one that is said to be won, or is marked, has a lost one. */
#ifndef CGI_SOLVE_RANKED_DECIDE_H
#define CGI_SOLVE_RANKED_DECIDE_H
#include "play/options/env.h"
#include "solve/heap/kept.h"
#include "solve/ranked/inverse.h"

struct decided {
    uint64_t *won, *none;  /* none: bits of what is no position, needed where shots.legal_count is not 0 */
    uint64_t lost, looked; /* how many are lost; how many were not marked */
    uint64_t options, rays, tests, singles, walks, cuts,
        signs;    /* as in struct filling: of all that were looked at, and marks */
    bool counted; /* conditions are counted as well, which takes time */
    const char *reason;
};
/* `name`: of what is numbered, how, and under which convention: outcomes are kept under it (kept_bits.h); NULL: they are not. */
enum status decide_states(const struct shots *shots, const struct inverse *inverse, const struct env *env,
                          const struct kept_name *name, bool misere, struct decided *d);
/* The same of a few states, for estimates: nobody's budget is asked. */
enum status decide_few(const struct shots *shots, const struct inverse *inverse, bool misere, struct decided *d);

#endif
