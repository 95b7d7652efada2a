/* SPDX-License-Identifier: MIT */
/* What must hold for a choice of a move's values, in a form that is quick to look at for a row of positions.
 *
 *     struct guards g;
 *     guards_open(&g, &box, order, budget);                   // the last number of `order` runs along rows
 *     st = guards_add(&g, term, x, high, &never);             // t <= min(a, 3) with t = 2: a - 2 >= 0
 *     ... g.items.data[first] .. are what is left of it
 *     guards_close(&g);
 *
 * The values of the choice are known, so what was `s * s <= a + b` is linear, and holds in a part of a row. What reads
 * the position through one linear form alone, as (a + b) % 3 or gcd(t, a - b), is a function of that form's value: it
 * is looked up in a table of all of these, of which a row needs a piece; one table for all choices, if values are read through the same
 * form, as in (t + b) % 3, and one for all whose values come to the same, as in t % 5 != b % 5. What is none of these is computed for
 * each position of a row. What bounds (bounds.h) know to hold in all of the box is left out. */
#ifndef CGI_SOLVE_CHOICES_GUARD_H
#define CGI_SOLVE_CHOICES_GUARD_H
#include "base/vec.h"
#include "play/options/env.h"
#include "solve/ranked/bounds.h"

enum { GUARDS_MOST = 1 << 15 };
/* constant + of[0] * x[0] + ..., x being the position's numbers in the order of the box. */
struct guard_line {
    int64_t constant, of[MODEL_MAX_FIELDS];
};
enum guard_kind { GUARD_LINE, GUARD_LOOKED_UP, GUARD_COMPUTED };
struct guard {
    enum guard_kind kind;
    struct guard_line line; /* LINE: it is 0 or more. LOOKED_UP: where in the table; the last factor is 0 or 1 */
    size_t table;           /* LOOKED_UP: which one */
    const struct term *term;
    size_t shared; /* COMPUTED: reads no values, and is that one of those; else SIZE_MAX */
};
enum { GUARD_PARTS = 4 };
struct guard_table {
    const struct term *term; /* which reads values in the same line alone, or none; NULL: it is for one choice */
    int8_t *holds;           /* -1 where it does, else 0 */
    bool always, never;
    size_t bytes;
    struct guard_line line; /* without what values add: */
    int64_t of_value[TERM_VALUES];
    const struct term
        *of; /* for one choice: the term, and what its parts that read values alone are: others may have the same */
    int64_t parts[GUARD_PARTS];
    size_t part_count;
};
struct guards {
    const struct value_table *box;
    const size_t *order; /* of the box's numbers: which cells they are */
    size_t place[TERM_CELLS];
    struct budget *budget;
    VEC(struct guard) items;
    VEC(struct guard_table) tables;
    VEC(const struct term *) computed; /* those that are shared */
    bool unsure;                       /* of this choice, something before may have no value */
    double bytes, work, most;          /* work: nanoseconds, roughly, of which there may be so many */
};
void guards_open(struct guards *g, const struct value_table *box, const size_t *order, struct budget *budget);
/* Before each choice. */
static inline void guards_begin(struct guards *g) { g->unsure = false; }
/* low and high: of all variables, alike for the values of the choice, the box's for cells. *never: it holds nowhere in
 * the box, and nothing before it can fail. ST_UNSUPPORTED: there would be too many, or too much work. */
enum status guards_add(struct guards *g, const struct term *t, const int64_t *low, const int64_t *high, bool *never);
void guards_close(struct guards *g);
/* Nanoseconds to find a value of the term beside others, roughly. */
double guards_work(const struct term *t);
/* At a row: its value where the last number is least; x has all numbers but that one. */
static inline int64_t guard_line_at(const struct guards *g, const struct guard_line *line, const int64_t *x)
{
    size_t last = g->box->fields - 1;
    int64_t at = line->constant + line->of[last] * g->box->low[last];
    for (size_t k = 0; k < last; k++) at += line->of[k] * x[g->order[k]];
    return at;
}

#endif
