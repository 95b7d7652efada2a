/* SPDX-License-Identifier: MIT */
/* On which states do two rules have the same options? As a condition of the language, proved.
 *
 *     struct agreement asked = {u, {user, ref}, states, count, cases.data, cases.count, ranges, keep, &difference};
 *     agreement_find(&asked);        // difference.same == "n >= 7"
 *
 * A case is a piece of one side with all that the other side has in its place. What remains of the piece without that, with the
 * variables of the result and the terms over them projected out, are the states on which the rules may differ: no option of
 * another state is missing on the other side. Terms may have any value in this, so there may be more of these states than there
 * should be, never fewer. The rest of the states that both have is therefore proved to have the same options; where no terms
 * occur, and results are the same only if their variables are, it is exact. */
#ifndef CGI_PROOF_MATCH_AGREEMENT_H
#define CGI_PROOF_MATCH_AGREEMENT_H
#include "proof/match/difference.h"
#include "proof/match/private.h"

struct match_case {
    struct linear_conjunction piece; /* with what is known of its terms */
    const struct linear_conjunction *parts;
    size_t count;
};
typedef VEC(struct match_case) match_cases;
struct agreement {
    struct unifier *u;
    const struct normal *side[2];
    const struct linear_conjunction *states; /* that both have: a union */
    size_t state_count;
    const struct match_case *cases; /* of both sides; those without a difference may be left out */
    size_t case_count;
    struct linear_conjunction ranges; /* of the parameters that are open */
    struct arena *keep;               /* of what is found */
    struct rule_difference *out;
};
/* Sets out->same, all_same, alone and within; they stay empty when the bound on work is reached. u->no_memory. */
void agreement_find(struct agreement *asked);

#endif
