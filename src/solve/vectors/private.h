/* SPDX-License-Identifier: MIT */
/* What the files that offer boxes of a rule that takes vectors share.
 *
 *     struct vectors_rule *rule = vectors_of(env, planner, way, game);
 *     if (rule && vectors_below(env, game, high, NULL, &box)) ...
 */
#ifndef CGI_SOLVE_VECTORS_PRIVATE_H
#define CGI_SOLVE_VECTORS_PRIVATE_H
#include "solve/solver.h"
#include "solve/vectors/rule.h"

#define VECTORS_OFFER 0.01 /* seconds that an offer may take: what is answered sooner otherwise is not looked at */

/* Of the game, found once; NULL: it is no such rule, or memory is out, as the way and the planner say. */
struct vectors_rule *vectors_of(const struct env *env, struct planner *planner, struct way *way, int game);
/* The box below `high`, and below what is kept in `old` (NULL: nothing is); false: it is too large. */
bool vectors_below(const struct env *env, int game, const int64_t *high, const struct value_table *old,
                   struct value_table *box);
/* values.c: SG values. */
void vectors_offer_values(const struct env *env, struct planner *planner, struct way *way);
enum status vectors_answer_values(struct env *env, const struct way *way, struct arena *arena, struct result *result);

#endif
