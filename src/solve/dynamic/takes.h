/* SPDX-License-Identifier: MIT */
/* Outcomes of rules whose bound number is a limit (limits.h) and whose moves take something and ask nothing else of the row: a look or
 * some for each row.
 *
 *     struct dynamic_limits l = {.rule = &rule, .rows = rows, .sign = sign, .won = won};
 *     if (dynamic_taken(&rule)) st = dynamic_fill_takes(&l, order, &looks, budget);   // dyn(n, q), t in 1..min(n, q), to dyn(n - t, 2 * t)
 *
 * A move takes t of some fields, each multiplied by a constant (levels.h), where the number that it gives and the limit of t depend on t
 * alone; conditions on the row say for all of its options from which y on they are allowed, or for none. The ends of t may be any.
 *
 * Claim. Let limits of a move not fall as t rises. Then its least limit of a lost option in a row is that of the least t that is allowed
 * and leads to one, or the row's own limit if that is more; and its least limit of an option is that of the least t that is allowed. If
 * limits do not rise, it is the greatest t. []
 * So takes are tried from that side, and the first one says all; none is tried whose limit is not less than what is found.
 *
 * What is passed over. An option t that leads to row p loses only if next[t] < won[p]. Rows of a line (those from which takes of a move
 * lead to each other) are in blocks of 32 places, of which the greatest `won` is kept, and so is the least next[t] of 32 takes that may be
 * allowed at all. Takes of a row that lead into one block are at most 32 in a row, so in at most two blocks of takes; if none of what
 * these give is less than the greatest `won`, no option among them loses.
 *
 * It gives up, with ST_UNSUPPORTED, where that is more work than to follow takes from row to row (levels.h) would be; and where a take
 * leaves the box or takes nothing, or something may have no value. */
#ifndef CGI_SOLVE_DYNAMIC_TAKES_H
#define CGI_SOLVE_DYNAMIC_TAKES_H
#include "solve/dynamic/limits.h"

/* Is every move such, as far as is seen without looking at numbers? */
bool dynamic_taken(const struct dynamic_rule *rule);
/* All rows, into l->won, and l->moves in misere play. *looks: how many options and blocks were looked at, a nanosecond each at most. The
 * budget has a state for each row. */
enum status dynamic_fill_takes(const struct dynamic_limits *l, const size_t *order, double *looks,
                               struct budget *budget);

#endif
