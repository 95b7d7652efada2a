/* SPDX-License-Identifier: MIT */
/* The least solution of a conjunction: the state to show where a rule breaks a promise.
 *
 *     struct linear_witness w;
 *     bool found;
 *     st = least_point(items, count, 2, 100, &arena, &w, &found);       // fields 0 and 1; values of variables below 100
 *
 * Least by the sum of the fields 0 .. fields - 1, then by the fields, then by the other variables below `wanted`, in ascending order;
 * those from `wanted` on may have any value that fits. The witness lists the fields and those variables. Bounded work:
 * ST_UNSUPPORTED where it does not suffice, or where something has no least value. `found` false with ST_OK is a proof that
 * there is no solution over the integers. */
#ifndef CGI_PROOF_RELATION_LEAST_H
#define CGI_PROOF_RELATION_LEAST_H
#include "base/status.h"
#include "proof/linear/linear.h"

enum status least_point(const struct linear_constraint *items, size_t count, int fields, int wanted,
                        struct arena *arena, struct linear_witness *witness, bool *found);

#endif
