/* SPDX-License-Identifier: MIT */
/* Tame positions: what decides a sum in misere play from its components.
 *
 *     struct tame_sum sum;
 *     st = tame_position(env, components, count, &sum);     // ST_UNSUPPORTED: not tame, or not known to be
 *     if (st == ST_OK) outcome = tame_outcome(&sum);
 *
 * The misere value of a position is 1 where play has ended, else the mex of the misere values of its options; it is 0
 * exactly where the player to move loses in misere play. A position is tame when it and all that it leads to have as
 * (SG value, misere value) one of (0,1), (1,0) and (k,k). The first two are called swaps: there normal and misere play
 * differ. Tame rule (Conway 1976): with X the nim-sum of the SG values, a sum of tame components is lost in misere play for
 * who moves when all are swaps and X = 1, or some is not and X = 0. Its own pair is (X, X^1) when all are swaps, else
 * (X, X), so sums of tame positions are tame, and only single components have to be looked at, not their sums.
 *
 * A position is pet (Gurvich and Ho 2018) when neither (0,0) nor (1,1) occurs among all that it leads to: every position of
 * SG value 0 that can move has an option of SG value 1. For sums of pet components the rule is the SJ formula: lost
 * when X = 0 and some SG value exceeds 1, or X = 1 and none does. (Jia 2009 has this formula for all components, but for
 * another ending: play stops as soon as every component has SG value 0, and the player to move then wins.)
 *
 * The premise is established here by looking at every component that can be reached, each once; nothing goes by a
 * game's name. Where a component is too large for that, its plugin may vouch for it (Q_PAIR, plan/misere.c).
 * Time O(options of the components reached), not of their sums. */
#ifndef CGI_SOLVE_MISERE_TAME_H
#define CGI_SOLVE_MISERE_TAME_H
#include "play/options/component_table.h"
#include "solve/solver.h"

#define TAME_PARTS_MAX (1u << 22) /* components looked at for one question at most */

/* What is computed where the tame rule answers, with the word of a plugin for some components or without. */
#define TAME_EXTENT "every component computed from all its options"
#define TAME_EXTENT_VOUCHED "every component without a plugin's word computed from all its options"

struct tame_sum {
    uint64_t xor_;              /* of the SG values */
    const struct integer *wide; /* where that of plugins' values is beyond 63 bits: to be xored with xor_; else NULL */
    size_t fixed;               /* how many components are no swaps */
    bool pet;                   /* all components are seen to be pet */
    const char *vouched;        /* a plugin that vouched for a component, or NULL */
};
static inline enum outcome tame_outcome(const struct tame_sum *sum)
{
    return !sum->wide && sum->xor_ == (sum->fixed ? 0 : 1) ? OUTCOME_P : OUTCOME_N;
}
static inline void tame_add(struct tame_sum *sum, const struct tame_sum *more)
{
    sum->xor_ ^= more->xor_;
    if (more->wide) sum->wide = more->wide; /* at most one of the two */
    sum->fixed += more->fixed;
    if (more->vouched) sum->vouched = more->vouched;
}
/* The pair of a whole sum, by looking at all that it leads to. ST_UNSUPPORTED where the premise fails or cannot be established. */
enum status tame_position(struct env *env, const struct component *components, size_t count, struct tame_sum *sum);
/* Does a search of the component meet more options than that, by its estimate? */
bool tame_is_large(const struct env *env, const struct component *component, double options);
/* Puts into words, once, what tame_position found: the theorem with the number of components looked at, or the reason of
 * the refusal. tame_reason gives them afterwards; NULL when nothing was put into words. */
enum status tame_describe(struct env *env, const struct component *components, size_t count);
const char *tame_reason(const struct env *env, const struct component *components, size_t count, bool *refused);
/* The theorem in words for these components beside others that the plugin `vouched` answers for. ST_UNSUPPORTED as above. */
enum status tame_premise(struct env *env, const struct component *components, size_t count, const char *vouched,
                         struct text *text);

/* ---- for tame_refute.c --------------------------------------------------------------------------------------------- */
/* The components that the roots (component_table.h) lead to, themselves included, each once; at most `limit`. */
enum status tame_closure(struct env *env, const id_vec *roots, size_t limit, struct component_set *met);
/* The reason of a refusal, the first time that it is asked for here; else NULL. */
const char *tame_to_refute(const struct env *env, const struct component *components, size_t count);
/* Puts other words in its place. ST_OK or ST_NO_MEMORY. */
enum status tame_reword(struct env *env, const struct component *components, size_t count, const char *words);

#endif
