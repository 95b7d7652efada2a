/* SPDX-License-Identifier: MIT */
/* What the files that offer boxes of a rule that takes vectors share.
 *
 *     struct vectors_rule *rule;
 *     st = vectors_of(env, game, &rule);
 *     if (st == ST_OK && rule->fine) ...
 */
#ifndef CGI_SOLVE_VECTORS_PRIVATE_H
#define CGI_SOLVE_VECTORS_PRIVATE_H
#include "solve/solver.h"
#include "solve/vectors/rule.h"

/* Of the game, found once. */
enum status vectors_of(const struct env *env, int game, struct vectors_rule **out);
/* values.c: SG values. */
void vectors_offer_values(const struct env *env, struct planner *planner, struct way *way);
enum status vectors_answer_values(struct env *env, const struct way *way, struct arena *arena, struct result *result);

#endif
