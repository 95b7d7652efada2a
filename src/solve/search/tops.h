/* SPDX-License-Identifier: MIT */
/* What numbers that only rise come to: play from such a number goes through what is above it, not through the box below.
 *
 *     int64_t cells[MODEL_MAX_FIELDS];
 *     if (tops_below(env, &component, cells)) ...          // r(a) with a move to r(a + t) where a + t <= 21, r(4): 17
 *
 * Proved of the rule (boxes_rises), once for a game at its parameters; used for prices only. */
#ifndef CGI_SOLVE_SEARCH_TOPS_H
#define CGI_SOLVE_SEARCH_TOPS_H
#include "play/options/env.h"

/* The cells, with what is missing to the greatest that a move leads to in the place of each that only rises. `tops`, if it is not NULL:
 * with that greatest itself there. False: there is none, or it is a game of other fields, or play does not leave the box below. */
bool tops_below(const struct env *env, const struct component *component, int64_t *cells, int64_t *tops);

#endif
