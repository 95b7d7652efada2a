/* SPDX-License-Identifier: MIT */
/* Options of any component: rules through the machine, compounds from their parts.
 *
 *     st = options_each(env, &component, mover, emit, context);         // every move, named
 *     st = options_canonical(env, &component, mover, emit, context);    // every result, canonical, for searches
 *
 * `emit` may stop the walk by returning a status other than ST_OK, which is then returned; it may use the machine,
 * but not if a script generates the options. */
#ifndef CGI_PLAY_OPTIONS_OPTIONS_H
#define CGI_PLAY_OPTIONS_OPTIONS_H
#include "play/options/env.h"
#include "play/cells/sums.h"

/* One part of a move: the component of the position (or of a compound's sub-position) that moved, and how. */
struct step {
    struct component in;
    struct taken taken; /* move NULL: along an edge of an explicit graph */
    size_t part;        /* in a compound: the number of the sub-position, from 1; else 0 */
};
typedef enum status (*option_emit)(void *context, const struct component *components, size_t count,
                                   const struct step *steps, size_t step_count);
typedef enum status (*sum_emit)(void *context, const struct component *components, size_t count);

enum status options_each(const struct env *env, const struct component *component, int mover, option_emit emit,
                         void *context);
/* Like options_each, but ST_UNSUPPORTED at once if a compound has more than `limit` options, however few were
 * emitted. */
enum status options_within(const struct env *env, const struct component *component, int mover, uint64_t limit,
                           option_emit emit, void *context);
/* ST_RULE_FAILED, reported, if a move can be repeated for ever (struct move). */
enum status options_canonical(struct env *env, const struct component *component, int mover, sum_emit emit,
                              void *context);
/* Collects the results of one component that is not a compound; at most `limit` (0: unlimited), *all is false if
 * there are more. */
enum status options_collect(struct env *env, const struct component *component, int mover, uint64_t limit,
                            struct sums *out, bool *all);

#endif
