/* SPDX-License-Identifier: MIT */
/* Canonical sums: equal positions of play get equal bytes.
 *
 *     struct sums canonical = {0};
 *     st = canonical_form(env, &component, &canonical);              // adds one sum: the component's canonical form
 *
 * `symmetric` and `canon` choose a representative (unless the terms say plain); a compound loses its dead parts and
 * becomes an ordinary sum when only one part can move at a time. The value and the outcome stay the same. */
#ifndef CGI_PLAY_OPTIONS_CANONICAL_H
#define CGI_PLAY_OPTIONS_CANONICAL_H
#include "play/cells/sums.h"
#include "solve/solver.h"

/* Appends the parts of the canonical form to the sum under construction (no sums_end). */
enum status canonical_push(struct env *env, const struct component *component, struct sums *out);
enum status canonical_form(struct env *env, const struct component *component, struct sums *out);
/* Is the component its own canonical form without a look at it? */
bool canonical_already(const struct env *env, const struct component *component);
/* Can nobody ever move in it? Remembered in the store under its number (component_table.h), which *id is, unless NULL. */
enum status canonical_dead(struct env *env, const struct component *component, uint32_t *id, bool *dead);

#endif
