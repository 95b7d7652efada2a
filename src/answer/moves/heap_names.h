/* SPDX-License-Identifier: MIT */
/* Winning moves in one component whose game has a proved period, at any size.
 *
 *     if (wins_periodic(q, c)) st = wins_by_period(&naming, c, value, &known);     // its options of that SG value, named
 *
 * By residues (decompositions.h), so a heap of any size takes no longer than one of about preperiod + period tokens.
 * The search ends with one more move than will be kept. */
#ifndef CGI_ANSWER_MOVES_WINS_PERIOD_H
#define CGI_ANSWER_MOVES_WINS_PERIOD_H
#include "answer/moves/move_names.h"

bool wins_periodic(const struct query *q, size_t component);
/* *known false: the rule has no normal form in which moves can be found. */
enum status wins_by_period(struct move_names *naming, size_t component, const struct integer *value, bool *known);

#endif
