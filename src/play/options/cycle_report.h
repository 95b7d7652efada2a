/* SPDX-License-Identifier: MIT */
/* A position that comes back to itself, told move by move.
 *
 *     return cycle_report(env, &path, mover);               // path: sum 0 leads to sum 1 ... leads to sum 0
 *
 * The walk is over canonical positions, so a step may show its position up to symmetry. */
#ifndef CGI_PLAY_OPTIONS_CYCLE_REPORT_H
#define CGI_PLAY_OPTIONS_CYCLE_REPORT_H
#include "play/options/options.h"

/* Reports D_CYCLE with a note for each step (a long cycle is shortened in its middle); ST_RULE_FAILED, or ST_NO_MEMORY.
 * mover: who moves at sum 0, 0 where it does not matter. Each sum leads to the next in one of its components; where
 * single components are walked, the next is one component of an option. */
enum status cycle_report(struct env *env, const struct sums *path, int mover);

#endif
