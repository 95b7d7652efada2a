/* SPDX-License-Identifier: MIT */
/* The moves of one numbered state: loops over values; the last value of a move is left to rays.h.
 *
 *     ranks_first(f->r, f->x);
 *     moves_place(f);                                              // the state in f->x is the one at hand
 *     if (!moves_allowed(f, legal, count, &legal)) return f->reason;
 *     if (!moves_run(f, shot)) return f->reason;                   // what f->use says is done with all options of an
 * instance
 *
 * False and f->reason: the rule has no value there, or as in rays.h. */
#ifndef CGI_SOLVE_RANKED_MOVES_H
#define CGI_SOLVE_RANKED_MOVES_H
#include "solve/ranked/rays.h"

/* Its cells by place, and what makes its number. */
void moves_place(struct filling *f);
bool moves_allowed(struct filling *f, const struct test *tests, size_t count, bool *hold);
bool moves_run(struct filling *f, const struct shot *s);

#endif
