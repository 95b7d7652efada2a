/* SPDX-License-Identifier: MIT */
/* Is what was asked about a position at all, and what is plain before anything is computed?
 *
 *     enum status st = query_check(&q);        // w(5, 3) where a <= b: E0690, ST_USAGE
 *
 * Every component must be a state of its game: natural numbers where the rule has them, and the invariant holds. Numbers of
 * any size; for those beyond 64 bits the invariant is decided from its normal form (proof/normal/normal.h). */
#ifndef CGI_ANSWER_VALUE_POSITION_CHECK_H
#define CGI_ANSWER_VALUE_POSITION_CHECK_H
#include "answer/value/query.h"

/* Sets q->big. ST_USAGE and E0690, which shows the invariant, if a component is no state; ST_TOO_LARGE and E0694 if its
 * numbers are beyond 64 bits and the invariant is one that only 64 bits decide; else the statuses of vm_legal. O(cells of the
 * position), besides the invariant's own work. */
enum status query_check(struct query *q);
/* The names of its games, each once: "nim + kayles". In the query's arena; NULL if memory runs out. */
const char *query_games(const struct query *q);
/* Coins on one place cancel: replaces q->position where values would not take care of it. */
enum status query_coins(struct query *q);
/* Does it matter who moves, and who does? Sets the answer's mover and what is asked; compares the moves of both players where the rule
 * reads `mover` (trust/impartial.h). ST_USAGE and E0640 if SG values alone are asked for and it does. */
enum status query_movers(struct query *q);
/* Is the SG value all that is wanted? The outcome is always reported. */
static inline bool query_only_sg(const struct wanted *w) { return w->sg && !w->wins && !w->remoteness && !w->kernel; }

#endif
