/* SPDX-License-Identifier: MIT */
/* Outcomes of misère play on one board: who cannot move wins.
 *
 *     bool lost;
 *     st = mask_misere(m, &state, &lost);             // the player to move loses
 *
 * A sum of parts is more than their values there, so states stay whole. Two states are one where images, exchanged values or slides
 * (ground.h) take one to the other, once cells are final that no move asks or writes which may still be made: all of these
 * are theorems about games, not about values. What is found is kept in m->misere.
 * ST_UNSUPPORTED: play is longer than MASK_DEPTH moves, or the board is one of strips. Play on the board must end (m->ends). */
#ifndef CGI_SOLVE_SEARCH_MASK_MISERE_H
#define CGI_SOLVE_SEARCH_MASK_MISERE_H
#include "solve/search/masks.h"

enum status mask_misere(struct masks *m, const struct ground_mask *state, bool *lost);

/* The same, if it takes about so many options or fewer; what is found on the way stays in the table. */
enum status mask_misere_try(struct masks *masks, const struct ground_mask *state, uint64_t work, bool *done);
/* About how many positions that will note, after a short search whose results are kept (mask_estimate.h); 0: it cannot. */
double mask_misere_forecast(struct masks *masks, const struct ground_mask *state);

#endif
