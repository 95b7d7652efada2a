/* SPDX-License-Identifier: MIT */
/* The name of a move in a compound of single cells, `upto k of (nim(x) for x in h)`, that leads to given cells.
 *
 *     bool legal;
 *     st = wins_of_compound(q, win, &move, &legal);     // take(t = 1) in nim(4) (part 2) and take(t = 2) in nim(5) (part 3)
 *
 * Equal cells are alike, so removed and added cells are matched in ascending order; each change is named by the
 * first move of the inner game that makes it. `legal` is false if more than k cells change or one does not fall;
 * ST_UNSUPPORTED if the rule is not of this kind. Only the steps of `move` are set, in the query's arena. */
#ifndef CGI_ANSWER_MOVES_WINS_COMPOUND_H
#define CGI_ANSWER_MOVES_WINS_COMPOUND_H
#include "play/options/moves.h"
#include "plugin/plugin.h"
#include "answer/value/query.h"

enum status wins_of_compound(struct query *q, const struct listed_move *win, struct made_move *move, bool *legal);

#endif
