/* SPDX-License-Identifier: MIT */
/* Values of all numbered states, in the order of their numbers.
 *
 *     uint16_t *values = mem_alloc_raw(ranks.size * sizeof *values);
 *     struct fill_done done;
 *     st = fill_values(&shots, env, NULL, values, &done);
 *
 * Every option of every state is looked up, and must be a state with a number and a value already; otherwise, as where
 * a rule fails or a number grows beyond bounds, it is ST_UNSUPPORTED and done.reason says what. So values are the mex
 * of the values of all options, by induction over the numbers, whatever the numbering is based on. About a nanosecond
 * an option; moves that are paths (paths.h) are not looked up one by one where there is room for their sets, which
 * costs a few nanoseconds a trail.
 *
 * Values of a run that is kept go to a file in their order. A run that goes on takes them, makes the sets of paths again
 * from them, which costs what it did, and looks options up from there on. */
#ifndef CGI_SOLVE_RANKED_FILL_H
#define CGI_SOLVE_RANKED_FILL_H
#include "play/options/env.h"
#include "solve/heap/kept.h"
#include "solve/ranked/shots.h"

enum { FILL_NONE = UINT16_MAX - 1, FILL_UNKNOWN = UINT16_MAX }; /* no position; not valued yet */
struct fill_done {
    const char *reason;
    uint64_t options, passed; /* options looked up one by one; states at which sets of paths were used */
};
/* `name`: of what is numbered, and how: values are kept under it (solve/heap/kept.h); NULL: they are not. */
enum status fill_values(const struct shots *shots, const struct env *env, const struct kept_name *name,
                        uint16_t *values, struct fill_done *done);
struct fill_count {
    double options, rays, beams, tests; /* of one state, on average; tests: conditions looked at that are no signs */
    double singles, walks, cuts, signs, words, bends; /* as in struct filling (rays.h) */
    const char *reason;                               /* filling will fail: why; else NULL */
};
/* From a few states drawn: what filling costs; `apart`: without the moves that are paths. */
struct fill_count fill_estimate(const struct shots *shots, bool apart, uint64_t seed);

#endif
