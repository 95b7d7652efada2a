/* SPDX-License-Identifier: MIT */
/* SG values of a box of a rule that takes vectors of a fixed set, in the manner that suits the set.
 *
 *     struct vectors_parts parts;
 *     double choices;
 *     st = vectors_find_parts(&rule, &table, budget, &parts, &choices);
 *     enum vectors_manner manner = vectors_manner_for((double)plane_count(&parts.rest), parts.count > 0, &table);
 *     if (st == ST_OK) st = vectors_fill_by(&parts, manner, &table, budget, NULL, &filled, &work);
 *     vectors_parts_free(&parts);
 */
#ifndef CGI_SOLVE_VECTORS_FILL_H
#define CGI_SOLVE_VECTORS_FILL_H
#include "solve/heap/kept_rows.h"
#include "solve/vectors/parts.h"

/* What no steps keep: are these seeds (few.h, if there are no other parts; sets.h), or a crowd (crowd.h)? */
enum vectors_manner { VECTORS_BY_SEEDS, VECTORS_BY_CROWD };
/* What was done, for estimates. */
struct vectors_work {
    double parts;           /* sets that each position looks at */
    double numbers;         /* of 64 bits (few.h) */
    double looked_up;       /* seeds, one by one */
    double joined, scanned; /* words of sets */
    double asked, visits;   /* (crowd.h) */
};
/* Of the box of the table, which needs no values. No parts, where all members as seeds alone take less than what steps
 * leave as seeds beside parts. ST_UNSUPPORTED: a condition has no value, or there is too much. */
enum status vectors_find_parts(const struct vectors_rule *rule, const struct value_table *table, struct budget *budget,
                               struct vectors_parts *parts, double *choices);
/* rest: how many vectors are in no part. */
enum vectors_manner vectors_manner_for(double rest, bool parts, const struct value_table *table);
/* table: values or narrow, fields in order, the last stride 1. *filled: values from the first one on, also if it ends
 * early. of: what is kept is not computed again (heap/kept_rows.h); NULL: nothing is. The parts are changed, and only
 * to be freed then. */
enum status vectors_fill_by(struct vectors_parts *parts, enum vectors_manner manner, struct value_table *table,
                            struct budget *budget, const struct kept_rows *of, uint64_t *filled,
                            struct vectors_work *work);
/* Bytes beside the table for a box, if it has these parts. */
double vectors_fill_bytes(const struct vectors_parts *parts, enum vectors_manner manner, const struct value_table *box);

#endif
