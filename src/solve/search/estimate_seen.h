/* SPDX-License-Identifier: MIT */
/* Of which components of a question an estimate need not be asked.
 *
 *     struct estimate_seen seen = {0};
 *     for (size_t i = 0; i < count; i++) estimate_see(env, &seen, &components[i]);
 *     for (size_t i = 0; i < count; i++)
 *         if (estimate_needed(env, &seen, &components[i])) ... estimate_component(env, &components[i]) ...
 *
 * Where a measure proves that play stays in the box below a position, what a component reaches is reached as well from one of the same
 * game that is nowhere less, so the greatest estimate of many components is that of those that are below no other. The first few of these
 * are remembered, and where there are more, those with the greatest sums. They order offers only, as all estimates do. */
#ifndef CGI_SOLVE_SEARCH_ESTIMATE_SEEN_H
#define CGI_SOLVE_SEARCH_ESTIMATE_SEEN_H
#include "play/options/env.h"

enum { ESTIMATE_SEEN = 16 };
struct estimate_seen {
    const struct component *items[ESTIMATE_SEEN]; /* none below another; not owned */
    size_t count;
};
/* O(ESTIMATE_SEEN * fields). */
void estimate_see(const struct env *env, struct estimate_seen *seen, const struct component *component);
bool estimate_needed(const struct env *env, const struct estimate_seen *seen, const struct component *component);

#endif
