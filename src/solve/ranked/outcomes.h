/* SPDX-License-Identifier: MIT */
/* Outcomes of numbered states (decide.h), under both conventions: what `ranked` offers where no SG values are asked
 * for.
 *
 *     if (way->ask->what == Q_OUTCOME) ranked_outcomes_offer(env, planner, way);
 *     ...
 *     if (way->ask->what == Q_OUTCOME) return ranked_outcomes_run(env, way, arena, result);
 *
 * A bit a state, a sixteenth of what values take. Of positions of one component; others are left as they are. */
#ifndef CGI_SOLVE_RANKED_OUTCOMES_H
#define CGI_SOLVE_RANKED_OUTCOMES_H
#include "solve/solver.h"

void ranked_outcomes_offer(const struct env *env, struct planner *planner, struct way *way);
enum status ranked_outcomes_run(struct env *env, const struct way *way, struct arena *arena, struct result *result);

#endif
