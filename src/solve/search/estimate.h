/* How many positions and options a search may meet: rough figures, for ordering offers only.
 *
 *     struct estimate e = estimate_search(env, &question);
 *     way->cost.seconds = e.options * 2e-7;
 *
 * A position of scalars is taken to reach the whole box below it, with half of the sum of its fields as options; a row,
 * bag or grid the box of its cells. Capped at 1e30. Nothing is ever decided by these numbers but an order. */
#ifndef CGI_SOLVE_SEARCH_ESTIMATE_H
#define CGI_SOLVE_SEARCH_ESTIMATE_H
#include "solve/solver.h"

struct estimate {
    double positions, options;
};
struct estimate estimate_component(const struct env *env, const struct component *component);
/* Q_VALUE and Q_BOX: components apart; Q_OUTCOME: whole sums. */
struct estimate estimate_search(const struct env *env, const struct ask *question);

#endif
