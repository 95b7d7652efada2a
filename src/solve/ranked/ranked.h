/* SPDX-License-Identifier: MIT */
/* What the solver of numbered states has counted, for others' estimates, and what it does not number.
 *
 *     struct ranked_count known;
 *     if (ranked_known(env, &component, &known)) ...    // a search of it meets no fewer
 */
#ifndef CGI_SOLVE_RANKED_RANKED_H
#define CGI_SOLVE_RANKED_RANKED_H
#include "play/options/env.h"

struct ranked_count {
    double states, options; /* all options together */
    bool most; /* a search meets no more than these states: their cells keep an order, and none may change places */
};
/* The states counted at the last offer for this shape; states that differ in the order of cells that may be exchanged count once. False:
 * nothing was counted. Takes time only where something was. */
bool ranked_known(const struct env *env, const struct component *component, struct ranked_count *known);
/* Why states of these components are not numbered, for values or outcomes; NULL: they may be. */
struct ask;
const char *ranked_unsuitable(const struct env *env, const struct ask *values);
/* What is answered sooner by others needs no offer: to number the states takes as long as that. */
double ranked_offer_seconds(const struct env *env, const struct ask *values);

#endif
