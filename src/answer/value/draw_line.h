/* SPDX-License-Identifier: MIT */
/* How a draw is kept: one line of play in which neither player gives the other a win.
 *
 *     st = draw_line_find(&q);          // q->answer->line, if the outcome is a draw
 *
 * At every position the first option that is a draw is chosen, for both players, until a position recurs with the
 * same player to move; so the line can be repeated for ever. At most LINE_MOST moves are listed. Source: at a draw
 * no option is a loss for the opponent, and some option is a draw (the labelling of graph.h). */
#ifndef CGI_ANSWER_VALUE_DRAW_LINE_H
#define CGI_ANSWER_VALUE_DRAW_LINE_H
#include "answer/value/query.h"

#define LINE_MOST 200u

enum status draw_line_find(struct query *q);

#endif
