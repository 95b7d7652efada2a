/* SPDX-License-Identifier: MIT */
/* Is a rule another rule? Recognition by proof.
 *
 *     struct unification how;
 *     if (unify_games(user, game, user_params, ref, ref_game, &how) == UNIFY_YES)
 *         ask_the_plugin(how.params, how.arguments);
 *     unification_free(&how);
 *
 * The user's game, with its parameters at the given values, is the reference game for some values of the reference's
 * parameters and some order of its arguments. YES means it is proved that for every state of the user's game (within
 * its invariant, which may be narrower than the reference's) the set of options is the reference's, where a result in
 * another game counts as the same if that pair of games is the same by the same proof, one to one. So names, the order
 * of moves, arguments and conjuncts, redundant moves, and the way a bound is written do not matter; `symmetric`,
 * `canon`, `play`, expectations and claims are ignored. If a rule reads `mover`, the proof covers both players; so a
 * rule that reads it without need can match a reference that does not, never the other way round. Games that are
 * `loopy`, explicit graphs or have Lua generators are never the same, nor are those that may fail while they run
 * (may_fail.h). Rules over rows, bags, grids and compounds are compared with their cell reads and non-linear conditions
 * as terms; cells are known to be natural numbers, equal at equal places, and 0 outside the row.
 *
 * A number in a result that exceeds what any move can use may be capped: if the reference has the same options at
 * (n, limit) and (n, n) for every limit >= n, a rule that leads to (n, min(limit, n)) is the reference too.
 *
 * Values for the reference's parameters are guessed from constraints with the same shape and from the user's constants
 * (within the domains that the reference declares), then each guess is proved. */
#ifndef CGI_PROOF_MATCH_UNIFY_H
#define CGI_PROOF_MATCH_UNIFY_H
#include "proof/restate/substitution.h"

enum unify_result {
    UNIFY_YES,
    UNIFY_NO,      /* no assignment of the parameters could be shown to fit */
    UNIFY_UNKNOWN, /* gave up: a bound on work or on 64-bit factors was reached */
    UNIFY_NO_MEMORY
};
struct unification {
    struct arena arena;
    /* A value for every parameter of the reference's model (param_count of them); those that the game does not use
     * keep their default. If the games are not proved to be the same: those that give most of a few options of the user's
     * game, NULL if none gives any or the reference has no parameters. */
    struct param_value *params;
    /* arguments[i] is the field of the user's game that corresponds to field i of the reference game. */
    int *arguments;
    size_t argument_count;
    /* Two states of the reference may have the same options though a field differs: how far field `capped` exceeds
     * field `cap` does not matter. The user's rule then leads to the state with that field lowered to its cap, where
     * the reference leads to the full number. -1 and -1: the results are the reference's own. */
    int capped, cap;
    /* Set by unify_views: the game seen through `view` is the reference seen through `ref_view`, and `arguments`,
     * `capped` and `cap` refer to the fields as seen. Otherwise both views are the identity. */
    struct substitution view, ref_view;
    /* The results are the reference's up to the order of their fields, which does not matter to the reference: each
     * is one of its options with the fields in some order, and each of its options occurs in some order. */
    bool turns;
    /* It is not proved that every state of the reference is a state of the user's game; the games are the same on
     * the user's states. */
    bool fewer;
    bool too_large;     /* the user's rule met a bound on time or memory, and so it will with other references */
    const char *reason; /* for NO and UNKNOWN: one phrase for explain, e.g. "the moves differ" */
};
/* *out need not be initialised and must be freed whatever the result. Bounded work: milliseconds for the usual rule. */
enum unify_result unify_games(const struct model *user, int game, const struct param_value *user_params,
                              const struct model *ref, int ref_game, struct unification *out);
void unification_free(struct unification *unification);

#endif
