/* SPDX-License-Identifier: MIT */
/* Positions that begin with numbers: `start(n) -> pins([1 for i in 1..n])`.
 *
 *     int start = starts_find(game, 1);                                    // -1: it has no start of one number
 *     st = starts_position(env, g, start, &n, &arena, &position, &there);  // pins([1, 1, 1, 1]) for n = 4
 */
#ifndef CGI_ANSWER_LISTS_STARTS_H
#define CGI_ANSWER_LISTS_STARTS_H
#include "plan/open_env.h"

/* The start clause of so many numbers; -1: there is none. */
int starts_find(const struct game *game, size_t numbers);
/* *there: the clause gives a position of the game for these; what fails on the way is said nowhere. Statuses that end the work. */
enum status starts_position(struct env *env, int game, int start, const int64_t *numbers, struct arena *arena,
                            struct position *out, bool *there);

#endif
