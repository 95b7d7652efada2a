/* SPDX-License-Identifier: MIT */
/* Rules that may fail while they run.
 *
 *     if (normal_may_fail(&source)) refuse("it may fail while it runs");      // where 0 * (1 / (n - 5)) == 0
 *
 * A normal form says what the options of a state are, not that they can be found: what fails there (a division by 0, the
 * least of nothing, a function outside its domain, Lua) may be gone from it. Who answers from the normal form alone asks this
 * first. */
#ifndef CGI_PROOF_NORMAL_MAY_FAIL_H
#define CGI_PROOF_NORMAL_MAY_FAIL_H
#include "proof/normal/normal.h"

/* False: no expression of the game fails in any state, numbers beyond 64 bits apart. Linear in the rule. */
bool normal_may_fail(const struct normal_source *source);
/* False: where a move of the game fails for one player it fails for the other, numbers beyond 64 bits apart. A move that does
 * not ask for `mover` does, whatever may fail in it. */
bool normal_may_fail_for_one(const struct normal_source *source);

#endif
