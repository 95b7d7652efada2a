/* SPDX-License-Identifier: MIT */
/* Winning moves: every component, move name and generator values whose result the next player loses.
 *
 *     st = wins_list(&q);                  // after query_value
 *
 * A P position has none. Else all options are listed and valued (beyond OPTIONS_ALL only until there are more winning moves
 * than are listed). Where there are more of them than a closed form is compared with, or numbers beyond 64 bits, the resulting
 * positions are named, by the plugin of the whole sum, or of each component with the value that it is to have by its plugin or
 * its proved period, and the moves to them are found in the rule's normal form. The answer says whether the list is complete
 * and why not. */
#ifndef CGI_ANSWER_MOVES_WINS_H
#define CGI_ANSWER_MOVES_WINS_H
#include "answer/value/query.h"

enum status wins_list(struct query *q);

#endif
