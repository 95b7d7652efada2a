/* SPDX-License-Identifier: MIT */
/* A rule compared with itself.
 *
 *     if (unify_movers(model, game, params) == UNIFY_YES)
 *         ;                                      // the rule may be read for either player
 *
 * Work is bounded as in unify.h; UNIFY_NO may mean that it could not be shown. */
#ifndef CGI_PROOF_MATCH_ITSELF_H
#define CGI_PROOF_MATCH_ITSELF_H
#include "proof/match/unify.h"

/* Is `mover` irrelevant in a game that mentions it? YES: on every state both players have the same options, proved
 * from the normal forms of the rule for each player; at the given parameters, or for all parameters if `params` is
 * NULL. */
enum unify_result unify_movers(const struct model *model, int game, const struct param_value *params);
/* If the fields of a state are permuted, are its options permuted accordingly? YES: proved for every state, at the
 * given parameters, exchange by exchange. Only games without an invariant that lead to no other game are
 * considered. */
enum unify_result unify_symmetric(const struct model *model, int game, const struct param_value *params);

#endif
