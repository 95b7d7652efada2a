/* SPDX-License-Identifier: MIT */
/* Rules that may fail while they run.
 *
 *     if (normal_may_fail(&source)) refuse("it may fail while it runs");      // where 0 * (1 / (n - 5)) == 0
 *
 * A normal form says what the options of a state are, not that they can be computed: an expression that fails (a
 * division by 0, the least of an empty list, a function outside its domain, Lua) may have disappeared from it. Code
 * that answers from the normal form alone must call this first. */
#ifndef CGI_PROOF_NORMAL_MAY_FAIL_H
#define CGI_PROOF_NORMAL_MAY_FAIL_H
#include "proof/normal/normal.h"

/* False: no expression of the game fails in any state, except for numbers beyond 64 bits. Linear in the rule. */
bool normal_may_fail(const struct normal_source *source);
/* False: if a move of the game fails for one player it fails for the other, except for numbers beyond 64 bits. That
 * is true of a move that does not read `mover`, whatever else may fail in it. */
bool normal_may_fail_for_one(const struct normal_source *source);

#endif
