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

enum { WINS_LOOKS = 16 * OUTCOMES_TRY }; /* for lists of options where query_may_last */
enum status wins_list(struct query *q);

/* A list that is given up where it takes much more than the question itself:
 *
 *     wins_try_open(&try, q, looks);
 *     st = wins_try_close(&try, list(q, &try.quiet.env), &ended);          // ended: nothing was listed, and the answer says why */
struct wins_try {
    struct query *query;
    struct env_view bounded, quiet;
};
void wins_try_open(struct wins_try *t, struct query *q, uint64_t looks);
enum status wins_try_close(struct wins_try *t, enum status st, bool *ended);

#endif
