/* SPDX-License-Identifier: MIT */
/* What the search for nimbers (search_nimbers.c) says of a question before it begins: can it answer, and what does that take?
 *
 *     const struct solver solver_nimbers = {.offer = nimbers_offer, ...};
 *
 * Boards are made for it only where nothing else answers in the time that takes. */
#ifndef CGI_SOLVE_SEARCH_NIMBERS_OFFER_H
#define CGI_SOLVE_SEARCH_NIMBERS_OFFER_H
#include "solve/solver.h"

void nimbers_offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way);
/* Does all that is asked about fall apart as it is (play/ground/residue.h)? A bound on the positions of a search is none on those that
 * are unlike. */
bool nimbers_fall_apart(const struct env *env, const struct ask *q);

#endif
