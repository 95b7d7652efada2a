/* SPDX-License-Identifier: MIT */
/* Options along a ray on which cells of a group move: these stand in order (ranks.h), so the ray falls into as many runs
 * as there are places for what moves, each with tables of its own.
 *
 *     groups_pass(f, &ray, unit, rest, 7, -1);          // one cell, from 7 down, among the others, which are sorted
 *     groups_cross(f, &ray, unit, &movers);             // any of its cells
 *
 * The ray has what else moves. False and f->reason: an option is not where it should be. */
#ifndef CGI_SOLVE_RANKED_GROUPS_H
#define CGI_SOLVE_RANKED_GROUPS_H
#include "solve/ranked/options.h"

/* The cells of a group along a ray, and how fast each moves. */
struct movers {
    size_t count;
    int64_t at[TERM_CELLS], step[TERM_CELLS];
};
/* The cell by a step of 1 or -1; `rest`: the others of the unit. */
bool groups_pass(struct filling *f, const struct ray *ray, const struct unit *u, const int64_t *rest, int64_t a,
                 int64_t step);
/* Several cells of the unit; they are used up. */
bool groups_cross(struct filling *f, const struct ray *ray, const struct unit *u, struct movers *m);

#endif
