/* SPDX-License-Identifier: MIT */
/* Boards on which play is proved to end, though nothing was found that falls with every move of the rule on boards of all sizes.
 *
 *     if (ends_watched(env, q->components, q->count)) way->because = "play is not proved to end";
 *
 * A rule on one board is multiplied out (proof/ground/ground.h), and weights of its cells are sought that fall with every move; that
 * proves it of each position that play on this board can reach. What is found is kept in the store, for at most ENDS_BOARDS boards:
 * of others nothing is known. A board costs a bounded number of steps, once. */
#ifndef CGI_PLAY_OPTIONS_ENDS_H
#define CGI_PLAY_OPTIONS_ENDS_H
#include "play/options/env.h"

enum { ENDS_BOARDS = 128 };

/* Is play of one of the components to be watched for cycles? False: a proof that it ends, for each, or that cycles are declared.
 * True where memory runs out. */
bool ends_watched(const struct env *env, const struct component *components, size_t count);
/* Is that known of the component, or known soon, as few steps are enough to multiply its board out, or to see that it cannot be? False: to
 * ask may take long. */
bool ends_soon(const struct env *env, const struct component *component);
/* Was it asked of boards of that game, and proved for all of them? */
bool ends_proved(const struct env *env, int game);
/* The rule was multiplied out on that board elsewhere, and was too long: that is not tried again. */
void ends_too_long(const struct env *env, const struct component *component);
/* How many states the board has on which the component is one, at most 1e30, if it has the binary digits of a number among its cells
 * (ground.h): what such a number is says nothing of how many positions follow. 0: there is no such board. */
double ends_states(const struct env *env, const struct component *component);

#endif
