/* SPDX-License-Identifier: MIT */
/* Where in a row each choice may be made.
 *
 *     st = choice_rows_place(&r);        // r.x: the row; r.here[0 .. r.before - 1], and at its end r.within more
 */
#ifndef CGI_SOLVE_CHOICES_PLACE_H
#define CGI_SOLVE_CHOICES_PLACE_H
#include "solve/choices/rows.h"

/* What holds at the columns between `from` and `to`. `mask`: room for a row. */
struct placed {
    int64_t from, to;
    const int8_t *holds; /* by columns; NULL: everywhere between them */
    int8_t *mask;
};
/* Where the guards of a choice hold in the row; r->x has its values then. ST_UNSUPPORTED: one that is asked for has no value. */
enum status choice_rows_guards(struct choice_rows *r, const struct choice *choice, struct placed *p);
/* ST_UNSUPPORTED: a choice leads out of the box where it may be made, or a condition that is asked for has no value.
 * Some nanoseconds for each guard, and one for each operator and position of those that are computed. */
enum status choice_rows_place(struct choice_rows *r);

#endif
