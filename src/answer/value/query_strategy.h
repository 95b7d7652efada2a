/* SPDX-License-Identifier: MIT */
/* Is a list of the options worth what it may take?
 *
 *     if (query_may_last(q)) ...          // only so far (moves/wins.h: wins_try) */
#ifndef CGI_ANSWER_VALUE_QUERY_STRATEGY_H
#define CGI_ANSWER_VALUE_QUERY_STRATEGY_H
#include "answer/value/query.h"

/* Was the outcome searched for at once, where those of the options may need far more, and nobody insists on the moves? */
bool query_may_last(const struct query *q);

#endif
