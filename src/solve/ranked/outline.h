/* SPDX-License-Identifier: MIT */
/* What the cells of a line add to the number of an option that cuts all cells behind some place to a height: found once for each state.
 *
 *     const uint32_t *outline = outline_of(f, unit);
 *     number = f->number + f->before[first] + outline[h] - unit->upto[first - unit->first][h]      // of a line that falls
 *
 * In a line that falls, with places p(h).. of cells below h, a cut of the places from `first` on to h, not higher than the cell there,
 * changes the summands of first..p(h) - 1 alone: they become those of h. So the number changes by
 *
 *     (upto[p(h)][h] - upto[first][h]) - (before[p(h)] - before[first]),
 *
 * of which only upto[first] and before[first] depend on where the cut begins. In a line that rises the places p(h).. are those of cells
 * that are h or more, the cut ends before some place, and the signs are turned. */
#ifndef CGI_SOLVE_RANKED_OUTLINE_H
#define CGI_SOLVE_RANKED_OUTLINE_H
#include "solve/ranked/rays.h"

/* Are the cells of the unit a line in which none is higher than the one before it (rises: behind it), and not too high? */
bool outline_fits(const struct ranks *r, const struct unit *unit);
/* By height, up to that of the greatest cell: of the state at hand, which is placed. */
const uint32_t *outline_make(struct filling *f, const struct unit *unit);
static inline const uint32_t *outline_of(struct filling *f, const struct unit *unit)
{
    return f->outlined == unit ? f->outline : outline_make(f, unit);
}

#endif
