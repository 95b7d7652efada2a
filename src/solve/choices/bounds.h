/* SPDX-License-Identifier: MIT */
/* Between which numbers a term lies, over a box of numbers for its variables.
 *
 *     struct bounds b = term_bounds(term, low, high);  // t * t <= a + b with t = 9, a and b in 0..30: {0, 0, true}
 *     if (b.sure && b.low == b.high) ...                   // it is that everywhere, and has a value everywhere
 *
 * By interval arithmetic (Moore 1966), so not always the narrowest. Of operators that are not known here nothing is
 * said. */
#ifndef CGI_SOLVE_CHOICES_BOUNDS_H
#define CGI_SOLVE_CHOICES_BOUNDS_H
#include "solve/ranked/terms.h"

struct bounds {
    int64_t low, high;
    bool sure; /* else nothing is known, and it may have no value somewhere */
};
/* low[v] <= variable v <= high[v]. Numbers are below 2^62 in size, or nothing is said. */
struct bounds term_bounds(const struct term *t, const int64_t *low, const int64_t *high);
static inline bool bounds_say(struct bounds b, bool truth)
{
    return b.sure && (truth ? b.low > 0 || b.high < 0 : b.low == 0 && b.high == 0);
}

#endif
