/* SPDX-License-Identifier: MIT */
/* Which choices may be made in rows that lie side by side, and what of their guards is left to look at.
 *
 *     choice_alive_find(&r);              // r.x: the row; nothing to do where only the number before the last has changed
 *     for (i = 0; i < r.alive_count; i++) ... r.alive[i].guards[0 .. count - 1]
 *
 * Rows in which only the number before the last differs share what guards say of the numbers before it: it is added up once for all of
 * them, and choices that this rules out are left out. A choice all of whose guards are lines, or looked up, has them here in a form
 * that is a sum of two numbers for each row. So has one with conditions that are computed and do not read the last number: these are
 * computed for all of these rows at once, while values are filled in. Any other one, and one with a condition that has no value
 * somewhere in these rows, is kept with `whole` set, and its guards are looked at in their order, as a condition that has no value where
 * it is asked for must be met there.
 *
 * Why that is right: a guard that is a line or looked up has a value everywhere in the box (guard.h), and those that are computed here
 * have one in all of these rows. Conditions that have a value may be looked at in any order, and where one fails the choice is none,
 * whatever the others say; none of them, in whatever order, could have ended the attempt. */
#ifndef CGI_SOLVE_CHOICES_ALIVE_H
#define CGI_SOLVE_CHOICES_ALIVE_H
#include "solve/choices/choices.h"

/* of * (the number before the last) + base: it is 0 or more at column j where base + ... + step * j is; or where in `holds` to look. */
struct row_guard {
    int64_t base, of, step;
    const int8_t *holds; /* NULL: a line */
};
struct choice_alive {
    const struct choice *choice;
    const struct row_guard *guards;
    size_t count;
    int64_t back_row, back; /* of the number before the last, and of the last */
    bool whole, inside;     /* does it stay in the box, as to the numbers before these? */
};
struct choice_rows;
/* Room for all choices. False: memory is out. */
bool choice_alive_open(struct choice_rows *r);
void choice_alive_close(struct choice_rows *r);
void choice_alive_find(struct choice_rows *r);

#endif
