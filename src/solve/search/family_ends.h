/* SPDX-License-Identifier: MIT */
/* The ends of families (families.h) that are not open yet: families_open alone calls these.
 *
 *     st = family_end_number(f, FAMILY_LEFT, run, 3, 0, &end, &back);   // 3 cells before phase 0 of the core
 *     st = family_ends_find(f);                              // all ends, and the moves at them and in the core */
#ifndef CGI_SOLVE_SEARCH_FAMILY_ENDS_H
#define CGI_SOLVE_SEARCH_FAMILY_ENDS_H
#include "solve/search/families.h"

/* The number of an end, which is shortened by *back cells. ST_UNSUPPORTED: its string is too long. */
enum status family_end_number(struct families *f, enum family_side side, const unsigned char *cells, size_t length,
                              uint32_t phase, uint32_t *end, uint32_t *back);
/* From the ends that have numbers on, until there are no more. */
enum status family_ends_find(struct families *f);

#endif
