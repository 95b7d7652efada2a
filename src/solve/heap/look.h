/* SPDX-License-Identifier: MIT */
/* A family as the theorems of period.h ask for it.
 *
 *     struct period_rule rule = look_rule(&family);                      // kayles: 2 heaps, reach 2
 *     st = period_prove(values, count, &rule, &period);
 */
#ifndef CGI_SOLVE_HEAP_LOOK_H
#define CGI_SOLVE_HEAP_LOOK_H
#include "solve/heap/periodic.h"

/* Not of NONE. Of a MIXED one the periods of the other games are not in it. */
struct period_rule look_rule(const struct family *family);

#endif
