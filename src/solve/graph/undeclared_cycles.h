/* SPDX-License-Identifier: MIT */
/* Undeclared cycles in sums with games that are declared loopy.
 *
 *     st = undeclared_cycles_explored(env, &explored, from, false);     // E0590 and ST_RULE_FAILED if there is one
 *
 * In a sum with a loopy component every position is labelled as if all cycles were intended. So each component of
 * the nodes from `from` on whose game is not loopy and has no measure proving that play ends is explored alone; a
 * cycle among the positions it reaches is an error, as it is without the loopy component. Time and memory as for
 * exploring them. */
#ifndef CGI_SOLVE_GRAPH_UNDECLARED_CYCLES_H
#define CGI_SOLVE_GRAPH_UNDECLARED_CYCLES_H
#include "solve/graph/labels.h"

enum status undeclared_cycles_explored(struct env *env, const struct explored *explored, uint32_t from,
                                       bool with_mover);

#endif
