/* SPDX-License-Identifier: MIT */
/* Q_OPTIONS for a heap of a take-and-break rule with a proved period, whatever its size (decompositions.h).
 *
 *     heap_options_offer(env, way);                                  // as part of a solver's offer
 *     st = heap_options_answer(env, way, arena, result);             // result->moves: the heaps that each move leaves
 *
 * Each set of heaps is listed once, as one move, although several moves of the rule may leave it. It can as soon as the
 * period is known: values that were asked for before have proved it. */
#ifndef CGI_SOLVE_HEAP_HEAP_OPTIONS_H
#define CGI_SOLVE_HEAP_HEAP_OPTIONS_H
#include "solve/solver.h"

void heap_options_offer(const struct env *env, struct way *way);
/* If a budget ends it, the moves found until then are in the result. */
enum status heap_options_answer(struct env *env, const struct way *way, struct arena *arena, struct result *result);

#endif
