/* SPDX-License-Identifier: MIT */
/* All runs of families (families.h) up to a length, by their number of cells, and these values between memory and a file.
 *
 *     st = family_runs_fill(f, env, 32000);       // f has a table for runs of so many cells; env NULL: nothing is kept
 *
 * The runs of one number of cells come in an order that follows from the ends alone, not from the length that is asked
 * for, so the values are a sequence that a longer run begins with. In the file they stand in this order, beneath the
 * ends, the core and the rule (heap/kept_rows.h). */
#ifndef CGI_SOLVE_SEARCH_FAMILY_RUNS_H
#define CGI_SOLVE_SEARCH_FAMILY_RUNS_H
#include "solve/search/families.h"

/* ST_UNSUPPORTED: a value is too large. */
enum status family_runs_fill(struct families *f, const struct env *env, size_t most);

#endif
