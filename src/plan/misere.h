/* SPDX-License-Identifier: MIT */
/* Sums in misere play, component by component (tame.h), in parts: components that fit search are looked at with all that they lead to;
 * those that do not are the word of a plugin that calls its game tame (Q_PAIR, let in by the gate).
 *
 *     struct tame_sum sum;
 *     st = misere_pair(env, &component, NULL, &arena, &sum);       // one component of a position, or what an option of it becomes
 */
#ifndef CGI_PLAN_MISERE_H
#define CGI_PLAN_MISERE_H
#include "plan/plan.h"
#include "solve/misere/tame.h"

/* Adds the pair of a component to `sum`; `cells` where it has a number beyond 64 bits, else NULL. ST_UNSUPPORTED: it is not tame, or
 * nobody knows it to be. The sum may point into the arena then. */
enum status misere_pair(struct env *env, const struct component *component, const struct integer *const *cells,
                        struct arena *arena, struct tame_sum *sum);
/* Adds the pair that a plugin gave. ST_OK or ST_NO_MEMORY. */
enum status misere_add(struct tame_sum *sum, const struct tame_pair *pair, struct arena *arena);
/* The plugin that would be asked about a component instead of searching it, by name; NULL without. */
const char *misere_voucher(const struct env *env, const struct component *component,
                           const struct integer *const *cells);

#endif
