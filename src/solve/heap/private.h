/* SPDX-License-Identifier: MIT */
/* What periodic.c uses of the files of the two families, sliding.c and takebreak.c. */
#ifndef CGI_SOLVE_HEAP_PRIVATE_H
#define CGI_SOLVE_HEAP_PRIVATE_H
#include "solve/heap/periodic.h"

enum status periodic_fill_sliding(struct env *env, const struct family *family, uint32_t *values, uint64_t from,
                                  uint64_t to, uint64_t *work);
/* *state: NULL at first; what was learnt of the values is kept there for the next call on the same values, and freed by
 * periodic_end_break. */
struct break_fill;
enum status periodic_fill_break(struct env *env, const struct family *family, uint32_t *values, uint64_t from,
                                uint64_t to, uint64_t *work, struct break_fill **state);
void periodic_end_break(struct break_fill *state);
/* The number of runs of consecutive takes: the cost of a heap of a SLIDING family with modulus 1. */
size_t periodic_runs(const struct family_takes *takes);

#endif
