/* SPDX-License-Identifier: MIT */
/* A term at many points in a row: one variable counts up, the others stay.
 *
 *     int64_t x[TERM_VARIABLES] = {[0] = 7, [TERM_CELLS] = 1}, out[LANES_MOST];
 *     if (lanes_at(n_less_g, x, TERM_CELLS, 3, out)) ...       // g = 1, 2, 3: out is 6, 5, 4
 *
 * An operator is a loop over all points, so a point costs about a nanosecond for each operator, where
 * term_value_at costs ten. */
#ifndef CGI_SOLVE_DYNAMIC_LANES_H
#define CGI_SOLVE_DYNAMIC_LANES_H
#include <stddef.h>
#include "solve/ranked/terms.h"

enum { LANES_MOST = 256, LANES_KNOWN = 24 };
/* Values of parts of terms at the same points, so that what several terms have in common is computed once: of terms that are the same
 * object, where all that they read besides what counts is the same. */
struct lanes_known {
    int64_t from;
    size_t points, count, next; /* count: how many are known; next: which one makes room */
    struct lanes_known_part {
        const struct term *term;
        bool same;
        int64_t x[TERM_VALUES], at[LANES_MOST];
    } parts[LANES_KNOWN];
};
/* Before the cells that do not count are others: nothing is known. */
static inline void lanes_forget(struct lanes_known *known) { known->count = known->next = 0; }
/* out[i]: the value with x[variable] + i for the variable, i < count <= LANES_MOST; x is as before afterwards.
 * variable -1: nothing counts. False: at some point there is no value (terms.h). */
bool lanes_at(const struct term *t, int64_t *x, int variable, size_t count, int64_t *out);
/* The same; the variable is a cell. known: NULL, or what was known is used, and what is found is put there. */
bool lanes_at_known(const struct term *t, int64_t *x, int variable, size_t count, struct lanes_known *known,
                    int64_t *out);
/* Nanoseconds for each point, roughly. */
double lanes_work(const struct term *t);
/* Of its operator alone. */
double lanes_work_alone(const struct term *t);

#endif
