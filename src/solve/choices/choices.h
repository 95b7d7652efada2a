/* SPDX-License-Identifier: MIT */
/* All choices that the moves of a rule leave in a box: vectors, and what must hold for each (guard.h).
 *
 *     struct choices c;
 *     st = choices_open(&c, &rule, &box, order, budget);       // p(t in 1..min(a, 3)): three of them
 *     if (st == ST_OK) ... c.items.data[i].back, c.guards.items.data[c.items.data[i].first]
 *     choices_close(&c);
 *
 * Every choice that a position of the box has is one of these, at the positions where its guards hold: it is so
 * because ranges are passed through from the least number that bounds allow for them to the greatest, and what is
 * left out holds nowhere. */
#ifndef CGI_SOLVE_CHOICES_CHOICES_H
#define CGI_SOLVE_CHOICES_CHOICES_H
#include "solve/choices/guard.h"
#include "solve/choices/rule.h"

enum { CHOICES_MOST = 2047 };
struct choice {
    const struct choices_move *move;
    int64_t values[TERM_VALUES];
    int64_t back[MODEL_MAX_FIELDS]; /* what is taken of the numbers, in the order of the box */
    int64_t rows_back;              /* so many rows; 0: the same, and then the last number falls */
    size_t places;                  /* SIZE_MAX, or it is no vector, and this its row of places (rows.h) */
    size_t first, count;            /* its guards */
    size_t mask;                    /* which row of masks it needs (rows.h); SIZE_MAX: none */
};
struct choices {
    const struct choices_rule *rule;
    const struct value_table *box;
    const size_t *order; /* order[k]: which cell the k-th number of the box is */
    struct guards guards;
    VEC(struct choice) items;
    size_t masks, places;
};
/* The box has low and extent, in that order. ST_UNSUPPORTED: there are too many, an end is not known to have a
 * value, or some choice leads to no earlier position, or it would take more work, about a nanosecond each, than
 * `most`. To be closed in any case. */
enum status choices_open(struct choices *c, const struct choices_rule *rule, const struct value_table *box,
                         const size_t *order, double most, struct budget *budget);
void choices_close(struct choices *c);

#endif
