/* SPDX-License-Identifier: MIT */
/* Values of all numbered states, in the order of their numbers.
 *
 *     uint16_t *values = mem_alloc_raw(ranks.size * sizeof *values);
 *     st = fill_values(&shots, env, values, &reason);
 *
 * Every option of every state is looked up, and must be a state with a number and a value already; otherwise, as where a rule fails or a
 * number grows beyond bounds, it is ST_UNSUPPORTED and `reason` says what. So values are the mex of the values of all options, by
 * induction over the numbers, whatever the numbering is based on. About a nanosecond an option. */
#ifndef CGI_SOLVE_RANKED_FILL_H
#define CGI_SOLVE_RANKED_FILL_H
#include "play/options/env.h"
#include "solve/ranked/shots.h"

enum { FILL_NONE = UINT16_MAX - 1, FILL_UNKNOWN = UINT16_MAX }; /* no position; not valued yet */
enum status fill_values(const struct shots *shots, const struct env *env, uint16_t *values, const char **reason);
struct fill_count {
    double options, rays, tests; /* of one state, on average; tests: conditions looked at */
    const char *reason;          /* filling will fail: why; else NULL */
};
/* From a few states drawn: what filling costs. */
struct fill_count fill_estimate(const struct shots *shots, uint64_t seed);

#endif
