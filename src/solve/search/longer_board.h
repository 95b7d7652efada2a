/* SPDX-License-Identifier: MIT */
/* Boards of open moves (proof/ground/closing.h) that are longer than the board itself, for no good.
 *
 *     st = longer_than_masks(&choices, &closing.ground, &arena, &longer);   // before the moves are listed as masks
 *     st = longer_most(&board, &arena, &words);                             // and once they are: a longer one is not made
 *
 * A stone that is taken by any of its neighbours is taken in four ways, and a board of what is open has a cell for each of them: on 5 x 5
 * that is 80 cells, two words, where the stones are one word and 25 different options at most. So where at least half of the ways do
 * what another one does, and the board takes fewer words, it is searched itself; an option is listed once there, whichever ways lead to it
 * (mask_constants.h). Which board is searched makes no difference to values. */
#ifndef CGI_SOLVE_SEARCH_LONGER_BOARD_H
#define CGI_SOLVE_SEARCH_LONGER_BOARD_H
#include "proof/ground/closing.h"

/* Is the board of open ways longer than the one that the moves may make as masks? ST_OK or ST_NO_MEMORY. Time O(n log n) for n ways. */
enum status longer_than_masks(const struct ground_choices *choices, const struct ground *closing, struct arena *arena,
                              bool *longer);
/* Of a board with its list of moves: a board of open ways has at most so many words. It is left only where play on the board is proved to
 * end as well (ground_falls). */
enum status longer_most(const struct ground *board, struct arena *arena, size_t *words);

#endif
