/* SPDX-License-Identifier: MIT */
/* Reports a position that recurs, move by move.
 *
 *     return cycle_report(env, &path, mover);               // path: sum 0 leads to sum 1 ... leads to sum 0
 *
 * The path consists of canonical positions, so a step may show its position up to symmetry. */
#ifndef CGI_PLAY_OPTIONS_CYCLE_REPORT_H
#define CGI_PLAY_OPTIONS_CYCLE_REPORT_H
#include "play/options/options.h"

/* Reports D_CYCLE with a note for each step (a long cycle is shortened in the middle); ST_RULE_FAILED, or
 * ST_NO_MEMORY. mover: the player to move at sum 0, or 0 if it does not matter. Each sum leads to the next by a move
 * in one of its components; if the path consists of single components, the next is one component of an option. */
enum status cycle_report(struct env *env, const struct sums *path, int mover);

#endif
