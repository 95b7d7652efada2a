/* SPDX-License-Identifier: MIT */
/* The clause `measure E, ...`: what a rule says falls.
 *
 *     if (is_claimed(&circle)) found = claimed_falls(&circle);
 *
 * Every game of the circle has a clause, all with as many numbers. It is proved like a chain of features (chain.h), each number
 * before and after a move. A number may count what a feature counts, len(s), sum(x for x in s), count(x for x in s where x > 0),
 * count(x for x in s where x == 0), size(t), and then falls as that does. What is not
 * proved is tried when the rule can run (trust/claims.h). */
#ifndef CGI_CHECK_PROGRESS_CLAIMED_H
#define CGI_CHECK_PROGRESS_CLAIMED_H
#include "check/progress/chain.h"

bool is_claimed(const struct circle *c);
/* True is a proof. */
bool claimed_falls(const struct circle *c);
/* The least by which number i of the clause falls with the component; NULL if that is not known. */
const struct linear_form *claimed_drop(const struct circle *c, struct fall *x, size_t i);

#endif
