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

/* Can it say yes, as far as kinds and numbers of fields show? Reads of `reference` only kind, uses_mover and its fields' kinds. */
bool unify_views_may(const struct game *user, const struct game *reference);

/* *seen: the model with the one row of this game as `count` numbers that are called like its cells, h[1], h[2], in the arena and not to be
 * freed; its main game is this one. NULL: there is no such row, it is not proved to have as many cells in every state (up to 8), or
 * the rule cannot be written so, or may fail. ST_OK or ST_NO_MEMORY. */
enum status restate_row(const struct model *model, int game, const struct param_value *params, size_t count,
                        struct arena *arena, const struct model **seen);

#endif
