/* SPDX-License-Identifier: MIT */
/* How far play goes down step by step, whatever else a rule allows: a proved lower bound on the number of positions a
 * search has to visit.
 *
 *     struct chain chain;
 *     enum status st = chain_find(model, game, params, &chain);
 *     if (chain.step[0]) ...   // a move takes 1..step[0] from field 0 alone, wherever all fields >= chain.threshold
 *
 * For a game whose fields are natural numbers; if there is only one field, the move may leave a second heap. step[i]
 * is 0 if no such move is proved. By induction, from a state s with all s_i >= threshold play reaches at least
 * (s_i - threshold) / step[i] + 1 values of field i with the other fields as they are, and, field after field, the
 * product of these numbers of states. */
#ifndef CGI_PROOF_FAMILY_CHAIN_H
#define CGI_PROOF_FAMILY_CHAIN_H
#include "base/status.h"
#include "model/model.h"

struct chain {
    int64_t threshold, step[MODEL_MAX_FIELDS];
};
/* ST_OK or ST_NO_MEMORY. Bounded work. */
enum status chain_find(const struct model *model, int game, const struct param_value *params, struct chain *out);

#endif
