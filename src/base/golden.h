/* SPDX-License-Identifier: MIT */
/* Sequences around the golden ratio phi = (1 + root of 5) / 2, and integer roots: exact, no floating point.
 *
 *     golden_fib(10, &f)              f = 55          F_0 = 0, F_1 = F_2 = 1
 *     golden_lower(3, &a)             a = 4           A_k = floor(k phi):   0 1 3 4 6 8 9 11 12 14 ...
 *     golden_upper(3, &b)             b = 7           B_k = A_k + k:        0 2 5 7 10 13 15 18 20 23 ...
 *     golden_partner(4, &y)           y = 7           the other member of the only pair {A_k, B_k} that holds x
 *     golden_zeckendorf(85, parts)    1 8 21 55       4: no two neighbours of the sequence, their sum is 85
 *
 * All but golden_zeckendorf return false for a negative argument or if the result does not fit in 63 bits.
 * A_k = floor((k + floor(root of 5 k^2)) / 2), within 128 bits if A_k fits in 63. Pairs by Zeckendorf forms: if the
 * least part of x is F_i, x is A_k for even i and its partner is the form with every index raised by 1; for odd i x is
 * B_k and every index is lowered by 1 (Silber 1976). Zeckendorf's form is found greedily (Lekkerkerker 1952, Zeckendorf
 * 1972). O(log n) throughout. */
#ifndef CGI_BASE_GOLDEN_H
#define CGI_BASE_GOLDEN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GOLDEN_PARTS_MAX 46 /* of a number below 2^63 */
#define GOLDEN_FIB_LAST 92  /* F_92 is the last below 2^63 */

bool golden_fib(int64_t i, int64_t *f);
bool golden_lower(int64_t k, int64_t *a);
bool golden_upper(int64_t k, int64_t *b);
bool golden_partner(int64_t x, int64_t *y);
/* The parts of n, ascending; returns how many, 0 for n <= 0. */
size_t golden_zeckendorf(int64_t n, int64_t parts[GOLDEN_PARTS_MAX]);
/* The greatest r with r * r <= n. */
bool golden_root(int64_t n, int64_t *r);

#endif
