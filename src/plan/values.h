/* SPDX-License-Identifier: MIT */
/* SG values of many components at once, each by the best solver for its game.
 *
 *     uint64_t values[2];
 *     st = values_of(env, components, 2, values, &used);    // used: which solvers answered; may be NULL
 *     used_free(&used);
 *
 * Known values come from the store; plugins answer their games, each for what those before it have left out; for the
 * rest the planner's choice for a game is kept and tried first the next time. Sequences and tables grow geometrically,
 * so 10^5 small questions cost little more than one large one. ST_UNSUPPORTED if no solver gives an SG value of some
 * component (draws, movers). */
#ifndef CGI_PLAN_VALUES_H
#define CGI_PLAN_VALUES_H
#include "base/vec.h"
#include "plan/plan.h"

struct used {
    VEC(struct grounds) items; /* each name once, in order of use */
};
/* Returns false if memory runs out; does nothing if `used` is NULL. */
bool used_add(struct used *used, struct grounds item);
/* All that a result is based on, copied into the arena. ST_OK or ST_NO_MEMORY. */
enum status used_grounds(struct used *used, const struct result *result, struct arena *arena);
void used_free(struct used *used);
enum status values_of(struct env *env, const struct component *components, size_t count, uint64_t *values,
                      struct used *used);
/* The same where outcomes will do: if values need more memory than there is, *refused and ST_UNSUPPORTED, not reported. */
enum status values_or_none(struct env *env, const struct component *components, size_t count, uint64_t *values,
                           struct used *used, bool *refused);

#endif
