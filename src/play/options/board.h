/* SPDX-License-Identifier: MIT */
/* The parts into which a board has fallen during play (proof/parts/windows.h), as components of the same game.
 *
 *     if (board_of(env, component)) {
 *         struct sums parts = {0};
 *         st = board_parts(env, component, &parts);      // pins([1, 1, 0, 1]): pins([1, 1]), pins([1]); no sums_end
 *     }
 *
 * Parts without moves are left out. The parts of a part are that part. Time O(cells * windows) for a rule whose windows
 * are small, and O(what is written); a board of which the parts would take more than BOARD_CELLS_MOST cells in all stays
 * whole. */
#ifndef CGI_PLAY_OPTIONS_BOARD_H
#define CGI_PLAY_OPTIONS_BOARD_H
#include "play/cells/sums.h"
#include "play/options/env.h"

#define BOARD_CELLS_MOST ((size_t)1 << 22)

/* NULL: its game is not known to fall apart, or it is to stay whole. */
const struct state_windows *board_of(const struct env *env, const struct component *component);
/* Appends them. ST_OK or ST_NO_MEMORY. */
enum status board_parts(const struct env *env, const struct component *component, struct sums *out);
/* *whole: it is a board of which the only part is itself, or no board. */
enum status board_is_whole(const struct env *env, const struct component *component, bool *whole);

#endif
