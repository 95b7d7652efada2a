/* SPDX-License-Identifier: MIT */
/* The same as takes.h where all rows lie on one line, one apart, whatever number of them may be taken from a constant on, and more taken
 * never asks for less of the bound number nor gives less of it: amortised one or two looks a row, and 4 bytes.
 *
 *     struct dynamic_limits l = {.rule = &rule, .rows = rows, .sign = sign, .won_short = won};
 *     if (dynamic_lined(&l, order)) st = dynamic_fill_line(&l, order, budget);    // dyn(n, q), t in 1..min(n, q), to dyn(n - t, 3 * t / 2)
 *
 * Claim. Let next[t] not fall while t rises. Row p, if it is won where t is taken to it from row p + t (next[t] >= won[p]), is so for
 * all greater t, from all later rows. So of each move a stack of rows is kept, the nearest one last: when row n is filled, row n - low is
 * pushed, where `low` is the least take, and rows that are won are popped. What is on top then is the nearest row that is lost, and limits
 * do not fall, so n less it is the least take that says all (takes.h), if it is not more than may be taken; then no take is lost. Rows
 * below the top are looked at once they are on top: each is pushed and popped once. []
 * In misere play row p is lost if also next[t] >= moves[p]. Where all of the heap may be taken, from `low` on, whatever else the row is,
 * `moves` is the limit of `low` in all rows that have an option; if next[low] is not less, all next numbers are not, and the claim holds
 * with rows that have no option, or `moves` not less than `won`, as won rows. Other rules are ST_UNSUPPORTED there.
 *
 * That next numbers do not fall is seen by how they are made (dynamic_rises), or by looking at all of them.
 *
 * Numbers in 32 bits. Next numbers are cut to between -LIMITS_SHORT_MOST - 1 and LIMITS_SHORT_MOST + 1, and limits that are asked for
 * are within LIMITS_SHORT_MOST (else ST_UNSUPPORTED), or one of the two numbers that stand for never and for the least: so
 * each comparison of a next number with a limit is as that of the whole numbers. */
#ifndef CGI_SOLVE_DYNAMIC_LINE_TAKES_H
#define CGI_SOLVE_DYNAMIC_LINE_TAKES_H
#include "solve/dynamic/limits.h"

/* Has every move that form? Of next numbers that are not seen to rise a few are looked at. */
bool dynamic_lined(const struct dynamic_limits *l, const size_t *order);
/* All rows, into l->won_short, and l->moves_short in misere play. ST_UNSUPPORTED as dynamic_fill_takes, and where a number does not fit.
 * The budget has a state for each row. */
enum status dynamic_fill_line(const struct dynamic_limits *l, const size_t *order, struct budget *budget);

#endif
