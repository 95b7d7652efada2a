/* SPDX-License-Identifier: MIT */
/* SG values of one heap of which each position has few options that are computed: a block of heaps at a time.
 *
 *     move digit(p in 0..8) where n / pow(10, p) % 10 > 0 -> g(n - n / pow(10, p) % 10)         // nine choices, no vectors
 *
 *     struct choice_heap *h;
 *     st = choice_heap_open(&h, &choices, &table, budget);
 *     if (st == ST_OK) st = choice_heap_fill(h, NULL);            // *filled: how many values, also if it ends early
 *     choice_heap_close(h);
 *
 * Where a choice may be made and where it leads does not depend on values, so both are found for all heaps of a block at once. Values of
 * heaps before the block are joined at once too; those of the last heaps, and of the block itself, are at hand as bits, and are joined
 * heap by heap. A value is at most the number of choices, of which there are at most HEAP_CHOICES: one word has all of them.
 *
 * Why it is right: as for rows (rows.h). That a choice leads to a smaller heap, and to none below the first, is looked at wherever it
 * holds. */
#ifndef CGI_SOLVE_CHOICES_HEAP_H
#define CGI_SOLVE_CHOICES_HEAP_H
#include "solve/choices/rows.h"

enum { HEAP_CHOICES = 63, HEAP_BLOCK = 256 };
struct choice_heap;
/* Are these choices of one heap, and few enough? */
bool choice_heap_suits(const struct choices *choices);
/* The choices are of the table, a box of one number, and are read by the heap alone from here on. misere: outcomes in place of values, 1
 * where the player to move wins. */
enum status choice_heap_open(struct choice_heap **h, struct choices *choices, struct value_table *table, bool misere,
                             struct budget *budget);
/* Values that are kept under `of` are not computed again; NULL: none are. ST_UNSUPPORTED: a choice leads to no smaller heap, or a
 * condition has no value. */
enum status choice_heap_fill(struct choice_heap *h, const struct kept_rows *of, uint64_t *filled);
void choice_heap_close(struct choice_heap *h);
/* Looks at some blocks, without values: the statuses of choice_heap_fill. *seconds: what all of them take, roughly; the same on every
 * computer. */
enum status choice_heap_try(struct choice_heap *h, double *seconds);

#endif
