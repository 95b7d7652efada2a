/* SPDX-License-Identifier: MIT */
/* Sums in misère play, component by component (tame.h), in parts: components small enough to be searched are examined
 * with everything they lead to; for the others a plugin that calls its game tame answers (Q_PAIR, admitted by the
 * gate).
 *
 *     struct tame_sum sum;
 *     st = misere_pair(env, &component, NULL, &arena, &sum);       // a component of a position or of an option
 * */
#ifndef CGI_PLAN_MISERE_H
#define CGI_PLAN_MISERE_H
#include "plan/plan.h"
#include "solve/misere/tame.h"

/* Adds the pair of a component to `sum`; `cells` if it has a number beyond 64 bits, else NULL. ST_UNSUPPORTED: it is
 * not tame, or not known to be. The sum may then point into the arena. */
enum status misere_pair(struct env *env, const struct component *component, const struct integer *const *cells,
                        struct arena *arena, struct tame_sum *sum);
/* Adds the pair that a plugin gave. ST_OK or ST_NO_MEMORY. */
enum status misere_add(struct tame_sum *sum, const struct tame_pair *pair, struct arena *arena);
/* The name of the plugin that would be asked about a component instead of searching it; NULL if there is none. */
const char *misere_voucher(const struct env *env, const struct component *component,
                           const struct integer *const *cells);

#endif
