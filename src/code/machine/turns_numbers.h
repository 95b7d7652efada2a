/* SPDX-License-Identifier: MIT */
/* Which turns of a loop come next, and that they were done.
 *
 *     count = turns_numbers_in_runs(frame, next, most, numbers, &after);
 *     ...
 *     st = turns_numbers_charge(machine, count); */
#ifndef CGI_CODE_MACHINE_TURNS_NUMBERS_H
#define CGI_CODE_MACHINE_TURNS_NUMBERS_H
#include "code/machine/private.h"

/* The numbers of the next turns of a loop over runs, at most `most` (TURNS_BLOCK), without the loop's last one. *after: the one behind
 * them. */
size_t turns_numbers_in_runs(const struct frame *f, const struct ins *next, size_t most, int64_t *numbers,
                             int64_t *after);
/* How many turns come next of a loop over a range, whose numbers follow each other; the same. */
size_t turns_numbers_in_range(const struct frame *f, const struct ins *next, size_t most, int64_t *after);
/* `done` turns were finished, as if one by one. */
enum status turns_numbers_charge(struct machine *vm, size_t done);

#endif
