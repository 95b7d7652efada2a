/* SPDX-License-Identifier: MIT */
/* Tame positions: what decides a sum in misere play from its components.
 *
 *     struct tame_sum sum;
 *     st = tame_position(env, components, count, &sum);     // ST_UNSUPPORTED: not tame, or not known to be
 *     if (st == ST_OK) outcome = tame_outcome(&sum);
 *
 * The misère value of a position is 1 if play has ended, else the mex of the misère values of its options; it is 0
 * exactly if the player to move loses in misère play. A position is tame if for it and everything it leads to the pair
 * (SG value, misère value) is one of (0,1), (1,0) and (k,k). The first two are called swaps: for them normal and misère
 * play differ. Tame rule (Conway 1976): with X the nim-sum of the SG values, the player to move in misère play loses a
 * sum of tame components if all are swaps and X = 1, or some is not and X = 0. Its own pair is (X, X^1) if all are
 * swaps, else (X, X), so sums of tame positions are tame, and only single components have to be examined, not their
 * sums.
 *
 * A position is pet (Gurvich and Ho 2018) if neither (0,0) nor (1,1) occurs among the positions it leads to: every
 * position of SG value 0 that can move has an option of SG value 1. For sums of pet components the rule is the SJ
 * formula: the player to move loses if X = 0 and some SG value exceeds 1, or X = 1 and none does. (Jia 2009 has this
 * formula for all components, but with another ending: play stops as soon as every component has SG value 0, and the
 * player to move then wins.)
 *
 * The premise is established by examining every reachable component once; the name of a game plays no part. If a
 * component is too large for that, its plugin may vouch for it (Q_PAIR, plan/misere.c). Time O(options of the
 * components reached), not of their sums. */
#ifndef CGI_SOLVE_MISERE_TAME_H
#define CGI_SOLVE_MISERE_TAME_H
#include "play/options/component_table.h"
#include "solve/solver.h"

#define TAME_PARTS_MAX (1u << 22) /* components examined for one question at most */

/* What is computed when the tame rule answers, with or without a plugin's word for some components. */
#define TAME_EXTENT "every component computed from all its options"
#define TAME_EXTENT_VOUCHED "every component without a plugin's word computed from all its options"

struct tame_sum {
    uint64_t xor_;              /* of the SG values */
    const struct integer *wide; /* if the xor of plugins' values is beyond 63 bits: to be xored with xor_; else NULL */
    size_t fixed;               /* the number of components that are not swaps */
    bool pet;                   /* all components were found to be pet */
    const char *vouched;        /* a plugin that vouched for a component, or NULL */
};
static inline enum outcome tame_outcome(const struct tame_sum *sum)
{
    return !sum->wide && sum->xor_ == (sum->fixed ? 0 : 1) ? OUTCOME_P : OUTCOME_N;
}
/* `more` has no value beyond 63 bits. */
static inline void tame_add(struct tame_sum *sum, const struct tame_sum *more)
{
    sum->xor_ ^= more->xor_;
    sum->fixed += more->fixed;
    if (more->vouched) sum->vouched = more->vouched;
}
/* The pair of a whole sum, by examining everything that it leads to. ST_UNSUPPORTED if the premise fails or cannot
 * be established. */
enum status tame_position(struct env *env, const struct component *components, size_t count, struct tame_sum *sum);
/* Does a search of the component visit more options than that, by its estimate? */
bool tame_is_large(const struct env *env, const struct component *component, double options);
/* Describes in words, once, what tame_position found: the theorem with the number of components examined, or the
 * reason of the refusal. tame_reason returns the text afterwards; NULL if there is none. */
enum status tame_describe(struct env *env, const struct component *components, size_t count);
const char *tame_reason(const struct env *env, const struct component *components, size_t count, bool *refused);
/* The theorem in words for these components together with others that the plugin `vouched` answers for.
 * ST_UNSUPPORTED as above. */
enum status tame_premise(struct env *env, const struct component *components, size_t count, const char *vouched,
                         struct text *text);

/* ---- for tame_refute.c --------------------------------------------------------------------------------------------- */
/* The components that the roots (component_table.h) lead to, themselves included, each once; at most `limit`. */
enum status tame_closure(struct env *env, const id_vec *roots, size_t limit, struct component_set *met);
/* The reason of a refusal, the first time that it is asked for here; else NULL. */
const char *tame_to_refute(const struct env *env, const struct component *components, size_t count);
/* Replaces the text. ST_OK or ST_NO_MEMORY. */
enum status tame_reword(struct env *env, const struct component *components, size_t count, const char *words);

#endif
