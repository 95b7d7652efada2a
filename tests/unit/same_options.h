/* SPDX-License-Identifier: MIT */
/* The options of two rules as the machine lists them, state by state: what a proof that they are the same is held against.
 *
 *     const char *wrong = same_options(&user, &ref, &how);       // how: from unify_games(user, ref) == UNIFY_YES
 *     if (wrong) fail_msg("%s", wrong);                          // "at g(2, [1]) player 1: {...} is not {...}"
 *
 * All small states are looked at, or every so many of them where they are more than STATES_MOST. A rule that fails in a state
 * has the option "fails" there and no other. Texts live in the user's arena. */
#ifndef CGI_TESTS_SAME_OPTIONS_H
#define CGI_TESTS_SAME_OPTIONS_H
#include "proof/match/itself.h"
#include "proof/match/unify.h"
#include "rule_file.h"

enum { STATES_MOST = 1000 };

/* Has every state of the user's the options that the reference has there? NULL: yes. */
const char *same_options(struct rule_file *user, struct rule_file *ref, const struct unification *how);
/* Do they follow when two neighbouring fields are exchanged? Are they the same for both players? NULL: yes. */
const char *symmetric_options(struct rule_file *rule);
const char *options_for_both(struct rule_file *rule);
/* A rule whose field i is field place[i] of the states that are gone through (NULL: i), or whose one row has these numbers as its cells.
 * The states are those of a rule where neither is so. */
struct seated {
    struct rule_file *rule;
    const int *place;
    bool packed;
};
/* Are the options of `only`, a rule over the fields of a, those of `a` without those of `b`, on the states of both? Without
 * `exact` it may have more. `only` may be NULL, a rule without moves. NULL: yes. */
const char *options_without(struct seated a, struct seated b, struct rule_file *only, bool exact);
/* Are the options of `a` and `b` the same on the states of `where`, a rule over the fields of a? With `exact`, on no others? `where`
 * may be NULL, a rule without states. NULL: yes. */
const char *options_same_where(struct seated a, struct seated b, struct rule_file *where, bool exact);

/* Are they the same on all states, which are the same ones? NULL: yes. */
const char *options_same_on_all(struct rule_file *a, struct rule_file *b);

#endif
