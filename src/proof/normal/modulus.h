/* SPDX-License-Identifier: MIT */
/* In which classes of residues the floors of a form are exact.
 *
 *     int64_t q = modulus_of(space, form, 5040);           // n / 2 + n % 3: 6
 *     if (q) all = modulus_join(all, q, 5040);              // 0: too large
 */
#ifndef CGI_PROOF_NORMAL_MODULUS_H
#define CGI_PROOF_NORMAL_MODULUS_H
#include "proof/normal/normal.h"

/* The least common multiple; 0 if it is more than `most`, or one of the two is 0. */
int64_t modulus_join(int64_t a, int64_t b, int64_t most);
/* What a number must be a multiple of for the form to become affine in unknowns of that slope; 0 if that is more than `most`. */
int64_t modulus_of(const struct normal_space *space, const struct linear_form *form, int64_t most);

#endif
