/* SPDX-License-Identifier: MIT */
/* A box that play does not leave, though it may leave the one below a position: of g(n, last) with a move to g(n - t, t).
 *
 *     int64_t high[MODEL_MAX_FIELDS] = {1000, 4};
 *     st = closed_box(env, game, NULL, high, &closed);         // closed: high is now (1000, 1000)
 *
 * Row by row, options come before their positions in it (proof/boxes). Boxes of one game are kept and grow: the union of two of them need
 * not be closed, so the old one is put in first. */
#ifndef CGI_SOLVE_HEAP_CLOSED_BOX_H
#define CGI_SOLVE_HEAP_CLOSED_BOX_H
#include "play/options/env.h"

struct value_table;
/* At most how many options the positions of a closed box up to `high` may have all together, as a guess: any field may become as large
 * as all are now. */
double closed_box_options(const struct env *env, int game, const int64_t *high);
/* Raises `high` to the old box, unless that is NULL, and until the box is closed. *closed false: none is known. ST_OK or
 * ST_NO_MEMORY. */
enum status closed_box(const struct env *env, int game, const struct value_table *old, int64_t *high, bool *closed);
/* Is it proved that moves keep the game's invariant? It is so if there is none. ST_OK or ST_NO_MEMORY. */
enum status closed_box_kept(const struct env *env, int game, bool *kept);

#endif
