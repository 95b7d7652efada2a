/* SPDX-License-Identifier: MIT */
/* What the solver of numbered states has counted, for others' estimates.
 *
 *     double states, options;
 *     if (ranked_known(env, &component, &states, &options)) ...    // a search of it meets no fewer
 */
#ifndef CGI_SOLVE_RANKED_RANKED_H
#define CGI_SOLVE_RANKED_RANKED_H
#include "play/options/env.h"

/* The states counted at the last offer for this shape, and all their options together; states that differ in the order of cells
 * that may be exchanged count once. False: nothing was counted. Takes time only where something was. */
bool ranked_known(const struct env *env, const struct component *component, double *states, double *options);

#endif
