/* SPDX-License-Identifier: MIT */
/* Moves that cut cells to a height: "h in 0..c2 - 1: c1, h, min(c3, h)", in cells that keep an order (a line or a web of ranks.h).
 *
 *     clips_make(in, &shots, &arena, shot)        // shot->clip.unit: NULL if it is no such move
 *     if (clips_run(&f, low, count, &fine)) ...       // its options for `count` values from `low` on; fine false: they need another way
 *
 * In a line the cells that are above a height stand together, at the end of the greater ones. So for all heights between two cells the
 * same places are cut, and what they add to the number is one look into the sums of their tables. In a web the walk begins at the
 * first cell that is cut, and ends where it is back at the state's own node behind the last; it is one of braids, if there are any. */
#ifndef CGI_SOLVE_RANKED_CLIPS_H
#define CGI_SOLVE_RANKED_CLIPS_H
#include "solve/ranked/rays.h"

/* After its levels are made. */
bool clips_make(const struct instance *in, const struct shots *shots, struct arena *arena, struct shot *s);
/* clip.direct, RAYS_VALUES: the values of all its options. False: they need another way. */
bool clips_all(struct filling *f);
/* False and f->reason: some option has no number. */
bool clips_run(struct filling *f, int64_t low, int64_t count, bool *fine);

#endif
