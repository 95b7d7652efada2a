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

enum { LANES_MOST = 256 };
/* out[i]: the value with x[variable] + i for the variable, i < count <= LANES_MOST; x is as before afterwards.
 * variable -1: nothing counts. False: at some point there is no value (terms.h). */
/* Nanoseconds for each point, roughly. */
double lanes_work(const struct term *t);
bool lanes_at(const struct term *t, int64_t *x, int variable, size_t count, int64_t *out);

#endif
