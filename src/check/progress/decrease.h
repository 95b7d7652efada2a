/* SPDX-License-Identifier: MIT */
/* Is every component of a result smaller than the state? The proofs behind measure.c.
 *
 *     assumptions_open(&f, ck, game); assumptions_move(&f, move);
 *     if (decrease_everywhere(&f, game, move->result, NULL)) ...       // by the linear measures in the model
 *
 * Only components of games in the same circle count: play that leaves the circle never returns to it. */
#ifndef CGI_CHECK_PROGRESS_DECREASE_H
#define CGI_CHECK_PROGRESS_DECREASE_H
#include "check/progress/private.h"

/* Assumes the generators and conditions of a move. */
void assumptions_move(struct assumptions *f, const struct move *m);
/* The weighted sum of the state exceeds that of every component by at least 1. `context` is not used. */
bool decrease_everywhere(struct assumptions *f, int game, const struct expr *result, void *context);
/* In the order of the given fields (an int each) some field falls and none before it rises. */
bool decrease_in_order(struct assumptions *f, int game, const struct expr *result, const int *order);
/* Every component is of the same game, and none of its fields is larger. */
bool decrease_nowhere_up(struct assumptions *f, int game, const struct expr *result);

#endif
