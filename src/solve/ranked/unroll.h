/* SPDX-License-Identifier: MIT */
/* The moves of a rule at states of one shape: rows and grids of given sizes become so many numbers, and what runs over their places is
 * written out.
 *
 *     struct unrolled u;
 *     st = unroll(env, &component, &arena, &u);        // staircase([0, 3, 1]): three cells, a move each, "t in 1..c2: c2 - t, c1 + t"
 *     if (st == ST_OK && u.fine) ...
 *
 * Of the state only the sizes are looked at, so what comes out is the rule at all states of that shape. Each instance
 * has generators that stay (a range whose ends are terms), conditions, and what each cell becomes; values that choose
 * places, or elements of sets, are written out. Of `upto k of` positions of one number each an instance is a move in
 * up to k of them.
 *
 * Not fine: fields other than numbers, truth values, rows, bags and grids; moves that lead to sums, to another game or shape; values
 * that choose places and depend on cells; the mover, Lua, generators over divisors, or over powers of a number of the state; more than
 * UNROLL_MOST instances. What may fail stays as it is and fails when it is evaluated. */
#ifndef CGI_SOLVE_RANKED_UNROLL_H
#define CGI_SOLVE_RANKED_UNROLL_H
#include "base/vec.h"
#include "play/options/env.h"
#include "solve/ranked/terms.h"

enum { UNROLL_MOST = 2048, UNROLL_CONDITIONS = 16, INSTANCE_CONDITIONS = 48 };
struct range {
    struct term *low, *high;
};
struct instance {
    struct range values[TERM_VALUES];             /* the ends read earlier values only */
    struct term *conditions[INSTANCE_CONDITIONS]; /* as written out at most UNROLL_CONDITIONS */
    size_t value_count, condition_count;
    bool ends;                      /* it leads to the empty sum */
    struct term *after[TERM_CELLS]; /* what each cell becomes */
};
struct unrolled {
    bool fine;
    size_t cells;
    int64_t least[TERM_CELLS]; /* of each cell */
    unsigned char
        bag[TERM_CELLS]; /* 0, or the number of the bag it is in: within one, cells ascend and their order is lost */
    struct term *legal;  /* the invariant; NULL: none */
    bool restricted;     /* there is one, and it is not proved that every move keeps it */
    VEC(struct instance) instances; /* freed by unrolled_free; terms are in the arena */
};
enum status unroll(const struct env *env, const struct component *component, struct arena *arena, struct unrolled *u);
/* One condition of a move, whose generators stand for these terms, at a state of numbers with these fields: a term for each field, and one
 * for each generator that it reads. *out NULL: it is none of those that are written out, or memory ran out. */
struct unroll_names {
    const struct model *model;
    const struct param_value *params;
    int game;
    struct term *const *fields, *const *generators;
    const struct move *move;
};
void unroll_condition(const struct unroll_names *names, const struct expr *e, struct arena *arena, struct term **out);
void unrolled_free(struct unrolled *u);
/* The cells of a component of a shape that can be unrolled, without lengths and sizes; false: it has another form or too many cells. */
bool unroll_cells(const struct env *env, const struct component *component, int64_t *cells, size_t *count);

#endif
