/* SPDX-License-Identifier: MIT */
/* What periodic.c uses of the files of the two families, sliding.c and takebreak.c. */
#ifndef CGI_SOLVE_HEAP_PRIVATE_H
#define CGI_SOLVE_HEAP_PRIVATE_H
#include "solve/heap/periodic.h"

/* Values of heaps from..to-1. They fit where the run is as wide as periodic_narrow says, or wider. */
enum status periodic_fill_sliding(struct env *env, const struct family *family, struct value_run *values, uint64_t from,
                                  uint64_t to, uint64_t *work);
/* Are its values begun in 16 bits? Those of far heaps grow, and tables of rules are in 32. */
bool periodic_narrow(const struct family *family);
/* Of a family with far heaps: have all values of heaps below far_low occurred in heaps that are left of the heap `count` and of
 * all larger ones? From then on its values need no rule. */
bool periodic_far_starts(const struct family *family, struct value_view values, uint64_t count);
/* Values of heaps from..to-1. *state: NULL at first; what was learnt of the values is kept there for the next call on the same
 * values, and freed by periodic_end_break. ST_UNSUPPORTED: the value of heap *done does not fit in 16 bits, those before it are
 * right, and in 32 bits it goes on from there; *done is set then only. */
struct break_fill;
enum status periodic_fill_break(struct env *env, const struct family *family, struct value_run *values, uint64_t from,
                                uint64_t to, uint64_t *work, struct break_fill **state, uint64_t *done);
void periodic_end_break(struct break_fill *state);
/* A period that the values of heaps 0..count-1 of such a rule prove; found is false if they prove none. ST_OK or ST_NO_MEMORY. */
enum status periodic_prove(const struct family *family, struct value_view values, uint64_t count,
                           struct period *period);
/* Looks for a period that the values so far prove, once for each number of them. */
enum status periodic_look(struct env *env, int game, struct periodic *p);
enum { JOINED_STEPS = 2 }; /* of a joined family, per heap and its options */
/* Seconds and bytes of the values of heaps up to `to`; `all`: a period does not do in place of them. A long question of a code begins with
 * it: some of its heaps are computed, and kept. */
void periodic_cost(const struct env *env, int game, struct periodic *p, uint64_t to, bool all, struct cost *cost);
/* The number of runs of consecutive takes: the cost of a heap of a SLIDING family with modulus 1. */
size_t periodic_runs(const struct family_takes *takes);

#endif
