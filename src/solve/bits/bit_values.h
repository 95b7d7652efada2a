/* SPDX-License-Identifier: MIT */
/* The values of a table of bits (bit_table.h, which has an example).
 *
 *     st = bit_values_fill(t, 8, false);      // of all that is reached
 *     bit_values_drop(t);                     // they were of another kind, or the table is freed */
#ifndef CGI_SOLVE_BITS_BIT_VALUES_H
#define CGI_SOLVE_BITS_BIT_VALUES_H
#include "solve/bits/bit_table.h"

/* About how much work it will be, in the same measure. */
uint64_t bit_values_work(const struct bit_table *t, uint32_t planes);
/* `planes`: 1, 8, 16, 32, 64; with `misere` 1. */
enum status bit_values_fill(struct bit_table *t, uint32_t planes, bool misere);
bool bit_values_find(const struct bit_table *t, uint64_t code, uint32_t *value);
void bit_values_drop(struct bit_table *t);

#endif
