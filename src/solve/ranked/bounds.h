/* SPDX-License-Identifier: MIT */
/* Between which numbers a term lies, and whether it has a value, wherever its variables are within bounds.
 *
 *     struct bounds b = term_bounds(term, low, high, true);      // t * t <= a + b with t = 9, a and b in 0..30: {0, 0, true}
 *     if (b.sure && b.low == b.high) ...                   // it is that everywhere
 *     bounds_given(condition, low, high);                  // what follows is looked at only where that holds: narrower
 *
 * By interval arithmetic (Moore 1966), so not always the narrowest. Bounds with low > high say that there is no such place. Time: the
 * size of the term. */
#ifndef CGI_SOLVE_RANKED_BOUNDS_H
#define CGI_SOLVE_RANKED_BOUNDS_H
#include "solve/ranked/terms.h"

struct bounds {
    int64_t low, high; /* of its value, where it has one */
    bool sure;         /* it has one everywhere */
};
/* low[v] <= variable v <= high[v], of all variables that it reads. `computed`: what reads only variables of one number each is evaluated,
 * so it is sure where it has a value there, and its bounds are that. */
struct bounds term_bounds(const struct term *t, const int64_t *low, const int64_t *high, bool computed);
void bounds_given(const struct term *condition, int64_t *low, int64_t *high);
/* Is the condition that everywhere? */
static inline bool bounds_say(struct bounds b, bool truth)
{
    return b.sure && (truth ? b.low > 0 || b.high < 0 : b.low == 0 && b.high == 0);
}

#endif
