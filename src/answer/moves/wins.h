/* SPDX-License-Identifier: MIT */
/* Winning moves: every component, move name and generator values whose result the next player loses.
 *
 *     st = wins_list(&q);                  // after query_value
 *
 * A P position has none. Otherwise all options are listed and valued (beyond OPTIONS_ALL only until there are more
 * winning moves than will be listed). If there are more options than a closed form is compared with, or numbers
 * beyond 64 bits, the winning results come from the plugin of the whole sum, or component by component, with the
 * value required of each, from whichever solver lists such options (Q_OPTIONS); the moves to them are found in the
 * rule's normal form. The answer says whether the list is complete, and if not, why. */
#ifndef CGI_ANSWER_MOVES_WINS_H
#define CGI_ANSWER_MOVES_WINS_H
#include "answer/value/query.h"

enum status wins_list(struct query *q);

#endif
