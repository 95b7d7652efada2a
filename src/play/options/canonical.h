/* SPDX-License-Identifier: MIT */
/* Canonical sums: equal positions of play get equal bytes.
 *
 *     struct sums canonical = {0};
 *     st = canonical_form(env, &component, &canonical);              // adds one sum: the component's canonical form
 *
 * `symmetric` and `canon` choose a representative (unless the terms are plain); a compound loses its dead parts and
 * becomes an ordinary sum if only one part can move at a time; a state that is a sum becomes its parts (split.h), unless
 * the terms say that it stays whole. The value and the outcome stay the same. */
#ifndef CGI_PLAY_OPTIONS_CANONICAL_H
#define CGI_PLAY_OPTIONS_CANONICAL_H
#include "play/cells/sums.h"
#include "play/options/env.h"

/* Appends the parts of the canonical form to the sum under construction (no sums_end). */
enum status canonical_push(struct env *env, const struct component *component, struct sums *out);
enum status canonical_form(struct env *env, const struct component *component, struct sums *out);
/* Is it known without computing it that the component is its own canonical form? */
bool canonical_already(const struct env *env, const struct component *component);
/* Can neither player ever move in it? Cached in the store under its number (component_table.h), which is *id, unless NULL. */
enum status canonical_dead(struct env *env, const struct component *component, uint32_t *id, bool *dead);

#endif
