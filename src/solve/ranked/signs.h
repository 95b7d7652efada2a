/* SPDX-License-Identifier: MIT */
/* Signs of what moves do to cells and to sums of them.
 *
 *     struct signs s = {&u, &orders};
 *     if (sign_of_change(&s, in, c) != RISES) ...        // "t in 1..c2: c2 - t, c1 + t": c2 FALLS, c1 RISES
 *
 * Where a term is not linear it is hoped that it falls: what stands on signs must look at every option (fill.h). */
#ifndef CGI_SOLVE_RANKED_SIGNS_H
#define CGI_SOLVE_RANKED_SIGNS_H
#include "solve/ranked/orders.h"

enum change { STAYS, FALLS, RISES };
struct signs {
    const struct unrolled *u;
    const struct orders *orders; /* what holds between cells in all states; NULL: nothing is known */
};
enum change sign_of_change(const struct signs *s, const struct instance *in, size_t cell);
/* Does the sum of the cells for which `in_sum` holds never rise? *stays: it never changes either. */
bool signs_sum_falls(const struct signs *s, const bool *in_sum, bool *stays);

#endif
