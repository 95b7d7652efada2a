/* SPDX-License-Identifier: MIT */
/* A condition at many points in a row: a bit for each at which it holds.
 *
 *     int64_t x[TERM_VARIABLES] = {[0] = 7};
 *     uint64_t bits[2] = {0};
 *     if (lane_bits(row_plus_twice_y, x, 1, 100, bits, 5)) ...       // y = 0..99: bits 5..104
 *
 * What is linear in the number that counts up is an interval; of remainders of it, and of functions of these, as many points are asked as
 * they have a period; `and`, `or` and `not` join words. All else is asked as lanes_at asks it. */
#ifndef CGI_SOLVE_DYNAMIC_LANE_BITS_H
#define CGI_SOLVE_DYNAMIC_LANE_BITS_H
#include <stddef.h>
#include "solve/ranked/terms.h"

/* Bits at .. at + count - 1 are 0 before; bit at + i is set where it holds with x[variable] + i for the variable. x is as before
 * afterwards. False: at some point it has no value. */
bool lane_bits(const struct term *t, int64_t *x, int variable, size_t count, uint64_t *bits, size_t at);

#endif
