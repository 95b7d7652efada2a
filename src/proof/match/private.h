/* SPDX-License-Identifier: MIT */
/* What the files on recognition share.
 *
 *     unify.c      which games, which order of arguments, which parameter values
 *     itself.c     is a rule the same for both players, and with its fields exchanged
 *     guess.c      values that the reference's parameters may have
 *     samples.c    which of the guesses give the user's options at a few states
 *     match.c      results with the same shape, and how their variables correspond
 *     cap.c        fields whose excess over another field does not matter
 *     prove.c      are the options the same, state by state
 *     difference.c how the options of two rules differ
 *     agreement.c  on which states they do not
 *     restate.c    views under which the rule may be the reference
 */
#ifndef CGI_PROOF_MATCH_PRIVATE_H
#define CGI_PROOF_MATCH_PRIVATE_H
#include "proof/private.h"
#include "proof/match/unify.h"

enum {
    UNIFY_MAX_COMPONENTS = 6,
    UNIFY_MAX_UPDATES = 6,
    UNIFY_MAX_MAPS = 64,
    UNIFY_MAX_TURNED = 4,
    UNIFY_MAX_GUESSES = 96,
    UNIFY_MAX_TRIES = 300,
    UNIFY_MAX_CHOICES = 40000,
    UNIFY_MOST_KEPT = 8
};

/* A pair of games assumed to be the same: field i of the reference is field order[i] of the user's. */
struct unify_pair {
    int user, ref;
    int order[MODEL_MAX_FIELDS];
};
/* What unification.capped and .cap say, for the pair that is being proved. */
struct unify_cap {
    int field, by; /* of the reference; -1: none */
};
/* What is asked again where several views of a rule are compared with a reference: what unify_symmetric said of the
 * reference at these values of its parameters, and systems of constraints. */
struct linear_answers;
struct unify_symmetry {
    struct linear_answers *answers;
    bool known;
    int64_t params[UNIFY_MOST_KEPT];
    enum unify_result answer;
};
struct unifier {
    const struct model *user, *ref;
    const struct param_value *user_params;
    struct arena *arena;
    struct normal_space *space;
    VEC(struct unify_pair) pairs;
    struct param_value *params; /* of the reference; bound parameters have their value */
    struct arena *kept;         /* of the result */
    struct param_value
        *nearest; /* the first guess of those that fit most options of the user's rule; NULL: none fits any */
    size_t nearest_fit;
    struct unify_samples *samples; /* of the user's game that was paired last */
    bool *bound;
    int *games; /* reference game -> the name of its partner in terms */
    const int **orders;
    int mover;            /* NORMAL_EITHER where a game reads it; else 0 */
    struct unify_cap cap; /* while a proof with a cap is attempted, and afterwards for the pair that was asked about */
    const struct unify_pair *capped_pair;
    /* Parameters that are left open in what is proved, of the user's and of the reference; those of the reference have the variables
     * of these of the user's. NULL: none. */
    const bool *user_open, *ref_open;
    const int *ref_as;
    struct unify_symmetry *symmetry; /* NULL: it is not asked twice */
    bool first;                      /* of the user's rule only the first piece (normal_source) */
    bool may_turn;                   /* results may be the reference's up to its own symmetry; none are capped then */
    bool fewer;                      /* see unification.fewer, for the pair that was proved last */
    int turned; /* a reference game proved symmetric: its results match in any order of fields; -1: none */
    unsigned tries, depth;
    bool no_memory, gave_up;
    bool too_large; /* the user's rule */
    const char *reason;
};

/* Prepares a unifier whose models, space and arena are set: no pair, the reference's parameters at their defaults. Memory
 * of the result is that of `out`. False: memory is out. */
bool unify_open(struct unifier *u, struct unification *out);
/* Assumes one more pair. */
bool unify_push(struct unifier *u, struct unify_pair pair);
/* Takes back all but the first `count` pairs. */
void unify_pop(struct unifier *u, size_t count);
const struct unify_pair *unify_find(const struct unifier *u, int user, int ref);
/* Builds a normal form in the unifier's space; NULL if that fails (u->reason). */
struct normal *unify_normal_user(struct unifier *u, int game);
struct normal *unify_normal_ref(struct unifier *u, const struct unify_pair *pair, bool symbolic);
struct normal *unify_built(struct unifier *u, const struct normal_source *source);
/* For each game of the model: do the options of `game` mention it? In the unifier's arena; NULL: memory is out. */
bool *unify_games_of(struct unifier *u, const struct model *model, int game);

/* The rules of all pieces of `from` whose results can be those of `piece`, in the variables of `piece`: one
 * conjunction per way to match. from_user says which side `from` is on. Returns false if memory runs out. */
typedef VEC(struct linear_conjunction) unify_parts;
bool unify_match(struct unifier *u, const struct normal_piece *piece, const struct normal *from, bool from_user,
                 unify_parts *parts);

/* Like unify_games, but if the reference is proved symmetric, results match in any order of their fields, and none are capped.
 * *symmetry is asked and filled in; empty at first, and for one `ref` alone. */
enum unify_result unify_as_seen(const struct model *user, int game, const struct param_value *user_params,
                                const struct model *ref, int ref_game, struct unify_symmetry *symmetry,
                                struct unification *out);

/* Are the two games, at the currently bound parameters, the same on every state of the user's game? */
bool unify_prove(struct unifier *u, const struct normal *user, const struct normal *ref);

/* Do all the user's results keep field `cap->field` of the reference at or below field `cap->by`, and has the reference the same
 * options at all states that differ only in the former, provided it is at least the latter? Finds the next such pair of fields
 * after *cap; returns false if there is none. */
bool unify_next_cap(struct unifier *u, const struct normal *user, const struct unify_pair *pair,
                    const struct normal *ref, struct unify_cap *cap);
/* Do two forms of one game have the same options on its states? */
bool unify_same_options(struct unifier *u, const struct normal *a, const struct normal *b);

/* Guesses for one parameter that is symbolic in `ref`: integers or sets, most likely first. */
struct unify_guesses {
    struct param_value *values;
    size_t count;
};
bool unify_guess(struct unifier *u, const struct normal *user, const struct normal *ref, int param,
                 struct unify_guesses *guesses);
/* Some of the user's options at a few states, to be compared with those of the reference at guessed parameters. With a symbolic
 * reference `all_of` they end, and are apart, at the first state with one that it has for no parameters. */
struct unify_samples;
struct unify_samples *unify_samples_draw(struct unifier *u, const struct normal *user, const struct unify_pair *pair,
                                         const struct normal *all_of);
bool unify_samples_apart(const struct unify_samples *samples);
/* For how many samples the symbolic reference has that option too, with its parameters at these values. NULL: with
 * some values, as far as can be evaluated. */
size_t unify_samples_fit(const struct unify_samples *samples, const struct normal *ref,
                         const struct param_value *params);
size_t unify_samples_count(const struct unify_samples *samples);
/* Sets used[p] for each parameter that occurs in a normal form. */
void unify_params_used(const struct normal *n, bool *used);
/* Is the value allowed for a parameter of the reference? */
bool unify_allowed(struct unifier *u, const struct normal *ref, int param, const struct param_value *value);

#endif
