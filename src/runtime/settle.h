/* Canonical sums: equal positions of play get equal bytes.
 *
 *     struct sums settled = {0};
 *     st = settle(env, &component, &settled);              // adds one sum: the component's canonical form
 *
 * `symmetric` and `canon` choose a representative (unless the terms say plain); a compound loses its dead parts and
 * becomes an ordinary sum when only one part can move at a time. The value and the outcome stay the same. */
#ifndef CGI_RUNTIME_SETTLE_H
#define CGI_RUNTIME_SETTLE_H
#include "runtime/sums.h"
#include "runtime/solver.h"

/* Appends the parts of the canonical form to the sum under construction (no sums_end). */
enum status settle_push(struct env *env, const struct component *component, struct sums *out);
enum status settle(struct env *env, const struct component *component, struct sums *out);
/* Is the component its own canonical form without a look at it? */
bool settle_trivial(const struct env *env, const struct component *component);
/* Can nobody ever move in it? Remembered in the store. */
enum status settle_dead(struct env *env, const struct component *component, bool *dead);

#endif
