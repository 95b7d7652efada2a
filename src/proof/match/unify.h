/* SPDX-License-Identifier: MIT */
/* Is a rule another rule? Recognition by proof.
 *
 *     struct unification how;
 *     if (unify_games(user, game, user_params, ref, ref_game, &how) == UNIFY_YES)
 *         ask_the_plugin(how.params, how.arguments);
 *     unification_free(&how);
 *
 * The user's game, its parameters at the given values, is the reference game for some values of the reference's
 * parameters and some order of its arguments. YES is given only when it is proved that for every state of the user's
 * game (within its invariant, which may be narrower than the reference's) the set of options is the reference's,
 * where a result in another game counts as the same when that pair of games is the same by the same proof, one to
 * one. So names, the order of moves, arguments and conjuncts, redundant moves, and the way a bound is spelt do not
 * matter; `symmetric`, `canon`, `play`, expectations and claims are not looked at. Where `mover` is read the proof is
 * one for both players; so a rule that reads it without need can be a reference that does not, never the other way
 * round. Games that are `loopy`, explicit graphs or have Lua generators are never the same,
 * nor are those that may fail while they run (may_fail.h). Rules over rows, bags, grids
 * and compounds are compared with their cell reads and non-linear conditions as terms; of reads it is known that they are
 * natural numbers, equal at equal places, and 0 outside.
 *
 * A number in a result that exceeds what any move can use may be cut off: where the reference has the same options at
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
    /* A value for every parameter of the reference's model (param_count of them); those that the game does not use keep
     * their default. */
    struct param_value *params;
    /* arguments[i] is the field of the user's game that plays field i of the reference game. */
    int *arguments;
    size_t argument_count;
    /* Two states of the reference may have the same options though a field differs: where field `capped` is at least field
     * `cap` it does not matter by how much. The user's rule then leads to the state whose field is lowered to its cap, where
     * the reference leads to more. -1 and -1: the results are the reference's own. */
    int capped, cap;
    /* What unify_views found: the game seen through `view` is the reference seen through `ref_view`; `arguments`, `capped` and
     * `cap` speak of the fields that are seen. Else both are plain. */
    struct substitution view, ref_view;
    /* The results are the reference's but for the order of their fields, which the reference does not see: each is one of its
     * options with the fields in some order, and each of its options is there in some order. */
    bool turns;
    /* It is not proved that every state of the reference is one of the user's: the games are the same on the user's states. */
    bool fewer;
    const char *reason; /* for NO and UNKNOWN: one phrase for explain, e.g. "the moves differ" */
};
/* *out need not be initialised and is to be freed whatever is returned. Bounded work: milliseconds for the usual
 * rule. */
enum unify_result unify_games(const struct model *user, int game, const struct param_value *user_params,
                              const struct model *ref, int ref_game, struct unification *out);
/* Does `mover` change nothing in a game that mentions it? YES: on every state both players have the same options, proved from
 * the normal forms of the rule for either player; at the given parameters, or at all when `params` is NULL. */
enum unify_result unify_movers(const struct model *model, int game, const struct param_value *params);
/* Do the options follow when the fields of a state are put into another order? YES: proved for every state, at the given
 * parameters, exchange by exchange. Only games without an invariant that lead to themselves alone are looked at. */
enum unify_result unify_symmetric(const struct model *model, int game, const struct param_value *params);
void unification_free(struct unification *unification);

#endif
