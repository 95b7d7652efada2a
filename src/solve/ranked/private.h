/* SPDX-License-Identifier: MIT */
/* What the files that write rules out share.
 *
 *     struct shown row = unroll_value(w, expr);        // a number is one term, a row or grid as many as it has cells
 *     if (w->refused) ...
 */
#ifndef CGI_SOLVE_RANKED_PRIVATE_H
#define CGI_SOLVE_RANKED_PRIVATE_H
#include "solve/ranked/unroll.h"

enum { UNROLL_SLOTS = 256, UNROLL_ROW = 64 };
/* The value of an expression; a grid is a row of all its cells, row by row. */
struct shown {
    bool row;
    size_t count, columns; /* of a row 0 columns */
    struct term **items;
};
struct unrolling {
    const struct env *env;
    const struct game *game;
    struct arena *arena;
    struct term_store terms;
    struct unrolled *out;
    struct shown fields[MODEL_MAX_FIELDS];
    struct shown bound[UNROLL_SLOTS]; /* locals by slot; count 0: not bound */
    bool spread[UNROLL_SLOTS];        /* the generator's values are written out */
    bool ranges[UNROLL_SLOTS];        /* of the values that stay: the generator's domain is a range */
    int slot_of[TERM_VALUES];         /* of the values that stay */
    bool as_written;                  /* cells may become one thing or another, as values say */
    bool chosen;                      /* a generator was spread because of that */
    bool again;                       /* a generator must be spread: once more from the move's beginning */
    bool refused;
};
struct shown unroll_value(struct unrolling *w, const struct expr *e);
struct term *unroll_number(struct unrolling *w, const struct expr *e);
/* A number that must be known; 0 and refused, or again, if it is not. */
int64_t unroll_constant(struct unrolling *w, const struct expr *e);
struct shown unroll_one(struct unrolling *w, struct term *t);
/* Elements of a domain that is written out, in turn; false: refused. */
typedef void (*unroll_each)(struct unrolling *w, void *context);
bool unroll_elements(struct unrolling *w, const struct gen *gen, unroll_each each, void *context);
void unroll_refuse(struct unrolling *w);

#endif
