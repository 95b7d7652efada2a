/* SPDX-License-Identifier: MIT */
/* Forms of a piece where the heap and what is left of it are written with other unknowns.
 *
 *     struct affine size = {{q}, residue}, left = {{q}, residue - d};          // n = q m + residue, r = n - d
 *     struct affine_map map = {n, 1, size_var, size, 1, &result_var, &left};
 *     if (affine_of(&map, form, &a)) value = a.slope[0] * m + a.start;
 *
 * Floors vanish if their divisors divide the slopes, terms of constants are evaluated. */
#ifndef CGI_PROOF_FAMILY_AFFINE_H
#define CGI_PROOF_FAMILY_AFFINE_H
#include "proof/family/family.h"
#include "proof/normal/terms.h"

struct affine_map {
    const struct normal *n;
    int unknowns;
    int size_var;
    struct affine size;
    int heaps;
    const int *heap_vars;
    const struct affine *heap;
};
/* False if the form is not affine in the unknowns, another variable is in it, or a number is too large. */
bool affine_of(const struct affine_map *map, const struct linear_form *form, struct affine *out);

#endif
