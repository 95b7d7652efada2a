/* SPDX-License-Identifier: MIT */
/* Recognition of a game that is written over other states.
 *
 *     game g(n) where n >= 1 { move take(t in 1..n - 1) -> g(n - t) }       is nim over m = n - 1
 */
#ifndef CGI_PROOF_MATCH_RESTATE_H
#define CGI_PROOF_MATCH_RESTATE_H
#include "proof/match/unify.h"

/* Is it the same game over other states? The rule is compared through views (substitution.h) that its ranges and
 * bounds suggest, and up to a symmetry that the reference is proved to have. Positions then correspond one to one,
 * except those without moves that a view clamps, and so do options. Call it only if unify_games finds nothing. */
enum unify_result unify_views(const struct model *user, int game, const struct param_value *user_params,
                              const struct model *ref, int ref_game, struct unification *out);

/* How many cells the one row of this game has, where it is proved that it has as many in every state, up to 8, and the rule cannot fail;
 * else 0. ST_OK or ST_NO_MEMORY. */
enum status restate_row_length(const struct model *model, int game, const struct param_value *params, size_t *length);

#endif
